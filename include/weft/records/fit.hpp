#pragma once
#include <weft/expr/refused.hpp>
#include <weft/records/record.hpp>

// Checks that two records fit, member by member. The message for types that do not fit is in a function whose first
// template argument is the path of the member, because compilers show the arguments beside the message.
namespace weft::detail {

/// A scalar beside a record, which acts on all members: a number, or a scalar type of the program.
template <class S>
struct for_all_members {
  S value;
};
template <class X>
inline constexpr bool is_for_all = false;
template <class S>
inline constexpr bool is_for_all<for_all_members<S>> = true;
template <class X>
WEFT_INLINE constexpr decltype(auto) beside_record(X&& x) {
  if constexpr (Record<X> || std::same_as<std::remove_cvref_t<X>, refused_value>)
    return static_cast<X&&>(x);
  else
    return for_all_members<std::remove_cvref_t<X>>{x};
}

template <static_text Path>
WEFT_FN constexpr auto member_title() {
  constexpr static_text lead = "the member ";
  return written_text<sizeof(lead.value) + sizeof(Path.value) - 2>([&](char* out) {
    for (char const c : lead.view())
      *out++ = c;
    for (char const c : Path.view())
      *out++ = c;
  });
}
/// The name of a member in errors.
template <static_text Path>
inline constexpr auto title_of = member_title<Path>();

template <class A, class B, int... K>
WEFT_FN constexpr bool names_agree(std::integer_sequence<int, K...>) {
  return ((access_of<A>::template name<K>().view() == access_of<B>::template name<K>().view()) && ...);
}
template <static_text Path, class A, class B>
WEFT_FN constexpr bool members_agree() {
  constexpr bool both = Record<A> == Record<B> || is_for_all<A> || is_for_all<B>;
  static_assert(both, "weft: records do not fit: the member that this line names is a record in one of them only");
  if constexpr (Record<A> && Record<B>) {
    constexpr int count = access_of<A>::count;
    constexpr bool as_many = count == access_of<B>::count;
    static_assert(as_many, "weft: records do not fit: the member that this line names, or the whole, has more members "
                           "in one of them");
    if constexpr (as_many && access_of<A>::is_named && access_of<B>::is_named) {
      constexpr bool named_alike = names_agree<A, B>(std::make_integer_sequence<int, count>{});
      static_assert(named_alike, "weft: records do not fit: their members have other names, or another order");
      return named_alike;
    }
    return as_many;
  }
  return both;
}
/// True if the names of the members are the names in A.
template <class A, class B>
WEFT_FN constexpr bool first_has_names() {
  if constexpr (Record<A> && Record<B>)
    return access_of<A>::is_named;
  else
    return Record<A>;
}
/// Calls f.operator()<path>(x, y) for the fields of two records that fit, or for the fields of one record and a scalar
/// beside it.
template <static_text Path = "", class A, class B, class F>
WEFT_INLINE constexpr void visit_pairs(A& a, B& b, F const& f) {
  if constexpr (Record<A> && (is_for_all<std::remove_cv_t<B>>)) {
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (visit_pairs<member_path<Path, A, K>>(access_of<A>::template get<K>(a), b, f), ...);
    }(member_numbers<A>{});
  } else if constexpr (Record<A>) {
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (visit_pairs<member_path<Path, A, K>>(access_of<A>::template get<K>(a), access_of<B>::template get<K>(b), f),
       ...);
    }(member_numbers<A>{});
  } else if constexpr (is_for_all<std::remove_cv_t<B>>) {
    f.template operator()<Path>(a, b.value);
  } else {
    f.template operator()<Path>(a, b);
  }
}

template <class R, int K>
struct fitted_member {
  using type = seen_member_t<R, K>;
};
template <class S, int K>
struct fitted_member<for_all_members<S>, K> {
  using type = for_all_members<S>;
};
template <class X>
struct fitted_field {
  using type = X;
};
template <class S>
struct fitted_field<for_all_members<S>> {
  using type = S;
};
/// Returns the numbers of the members of a record, which is A or B; none if neither is a record.
template <class A, class B>
WEFT_FN constexpr auto fitted_numbers() {
  if constexpr (Record<A>)
    return member_numbers<A>();
  else if constexpr (Record<B>)
    return member_numbers<B>();
  else
    return std::integer_sequence<int>();
}
/// True if Check::holds<path, X, Y>() for all fields X and Y of two records, or of a record and a scalar beside it;
/// otherwise the compiler shows a message. It is asked before anything else is made of the records, so that no other
/// message follows. It is one function for all levels, because compilers list each function on the way to the message.
template <class Check, static_text Path, class A, class B, int... K>
WEFT_FN constexpr bool records_fit(std::integer_sequence<int, K...>) {
  if constexpr (!Record<A> && !Record<B>) {
    return Check::template holds<Path, typename fitted_field<A>::type, typename fitted_field<B>::type>();
  } else if constexpr (members_agree<Path, A, B>()) {
    using named = std::conditional_t<first_has_names<A, B>(), A, B>;
    return (records_fit<Check, member_path<Path, named, K>, typename fitted_member<A, K>::type,
                        typename fitted_member<B, K>::type>(
                fitted_numbers<typename fitted_member<A, K>::type, typename fitted_member<B, K>::type>()) &&
            ...);
  } else {
    return false;
  }
}
template <class Check, class A, class B>
WEFT_FN constexpr bool fit() {
  using X = std::remove_reference_t<A>;
  using Y = std::remove_cvref_t<B>;
  return records_fit<Check, "", X, Y>(fitted_numbers<X, Y>());
}
/// True if all fields of a record may be written. Views are handles, which may be written even if their record is
/// const.
template <class R>
WEFT_FN constexpr bool is_writable() {
  if constexpr (Record<R>)
    return []<int... K>(std::integer_sequence<int, K...>) {
      return (is_writable<seen_member_t<R, K>>() && ...);
    }(member_numbers<R>{});
  else
    return !std::is_const_v<R> || (Stored<R> && !Owning<R>);
}

/// Checks two fields that are operands of one operation.
struct are_operands {
  template <static_text Path, class A, class B>
  WEFT_FN static constexpr bool holds() {
    if constexpr (Tensorial<A> && Tensorial<B>) {
      constexpr bool fits =
          unfit_axis<operands_broadcast, typename captured_t<A>::extents_type, typename captured_t<B>::extents_type>() <
          0;
      static_assert(fits, "weft: records do not fit: the shapes of the member that this line names do not broadcast");
      return fits;
    } else {
      return may_be_member<Path, std::remove_cv_t<A>>() && may_be_member<Path, std::remove_cv_t<B>>();
    }
  }
};
template <class X, class E>
WEFT_FN constexpr bool accepts_shape() {
  if constexpr (Scalar<E>) {
    return true;
  } else if constexpr (Scalar<X>) {
    return captured_t<E>::static_rank == 0;
  } else {
    using to = typename captured_t<X>::extents_type;
    using from = typename captured_t<E>::extents_type;
    if (Stored<X> && !Owning<X>)
      return unfit_axis<fits_target, to, from>() < 0 && (to::static_rank < 0 || from::static_rank <= to::static_rank);
    return unfit_axis<gives_shape, to, from>() < 0 &&
           (to::static_rank < 0 || from::static_rank < 0 || from::static_rank == to::static_rank);
  }
}
/// Checks that a field can take the values of another one.
struct accepts_values {
  template <static_text Path, class X, class E>
  WEFT_FN static constexpr bool holds() {
    using To = std::remove_cv_t<X>;
    if constexpr (!may_be_member<Path, To>() || !may_be_member<Path, E>()) {
      return false;
    } else if constexpr (Untyped<To> || Untyped<E>) {
      return true;
    } else {
      constexpr bool elements = storable<value_t<E>, value_t<To>>();
      static_assert(elements, "weft: records do not fit: the elements of the member that this line names cannot be "
                              "assigned: floating values into integers need cast<T>(...)");
      constexpr bool shapes = accepts_shape<To, E>();
      static_assert(shapes, "weft: records do not fit: the member that this line names has another rank, or other "
                            "static extents");
      return elements && shapes;
    }
  }
};

/// Throws shape_error unless e may be written to a field: tensors keep their shape, and views broadcast.
template <static_text Path, class X, class E>
WEFT_INLINE void require_fit(X const& x, E const& e) {
  if constexpr (Stored<X> && Tensorial<E>) {
    auto const to = shape_before(x);
    auto const from = shape_before(e);
    if constexpr (!(decltype(to)::all_static && decltype(from)::all_static)) {
      constexpr char const* title = title_of<Path>.value;
      if (!Owning<X> ? !(broadcast(title, to, from) == to) : !(to == from)) {
        auto const a = convert_extents<dynamic_extents>(to), b = convert_extents<dynamic_extents>(from);
        throw_shapes(title, a.value, a.rank(), b.value, b.rank(),
                     Owning<X> ? "a member that is assigned in place keeps its shape" : "a view keeps its shape");
      }
    }
  }
}
} // namespace weft::detail
