#pragma once
#include <weft/records/record.hpp>

// Whether two records fit, member by member. A sentence for types that do not is in a function whose template arguments
// begin with the path of the member: compilers write them beside the sentence.
namespace weft::detail {

/// Scalars beside a record: numbers and scalar types of the program.
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
  if constexpr (Record<X>)
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
/// How errors call a member.
template <static_text Path>
inline constexpr auto title_of = member_title<Path>();

template <class A, class B, int... K>
WEFT_FN constexpr bool names_agree(std::integer_sequence<int, K...>) {
  return ((access_of<A>::template name<K>().view() == access_of<B>::template name<K>().view()) && ...);
}
template <static_text Path, class A, class B>
WEFT_FN constexpr bool members_agree() {
  constexpr bool both = Record<A> && Record<B>;
  static_assert(both, "weft: records do not fit: the member that this line names is a record in one of them only");
  if constexpr (both) {
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
  return false;
}
/// Calls f.operator()<path>(x, y) for the fields of two records, or for the fields of one record and its partner.
template <static_text Path = "", class A, class B, class F>
WEFT_INLINE constexpr void visit_pairs(A& a, B& b, F const& f) {
  if constexpr (Record<A> && (is_for_all<std::remove_cv_t<B>>)) {
    unpack<access_of<A>::count>(
        [&]<int... K>() { (visit_pairs<member_path<Path, A, K>>(access_of<A>::template get<K>(a), b, f), ...); });
  } else if constexpr (Record<A> || Record<B>) {
    if constexpr (members_agree<Path, A, B>())
      unpack<access_of<A>::count>([&]<int... K>() {
        (visit_pairs<member_path<Path, A, K>>(access_of<A>::template get<K>(a), access_of<B>::template get<K>(b), f),
         ...);
      });
  } else if constexpr (is_for_all<std::remove_cv_t<B>>) {
    f.template operator()<Path>(a, b.value);
  } else {
    f.template operator()<Path>(a, b);
  }
}

template <static_text Path, class A, class B>
WEFT_FN constexpr bool may_meet() {
  if constexpr (Tensorial<A> && Tensorial<B>) {
    constexpr bool fits =
        unfit_axis<operands_broadcast, typename captured_t<A>::extents_type, typename captured_t<B>::extents_type>() <
        0;
    static_assert(fits, "weft: records do not fit: the shapes of the member that this line names do not broadcast");
    return fits;
  } else {
    return may_be_member<Path, A>() && may_be_member<Path, B>();
  }
}
/// Whether a member may take values of type E, with a sentence where it may not.
template <static_text Path, class X, class E>
WEFT_FN constexpr bool may_take() {
  if constexpr (Untyped<X> || Untyped<E>) {
    return true;
  } else {
    constexpr bool elements = storable<value_t<E>, value_t<X>>();
    static_assert(elements, "weft: records do not fit: the elements of the member that this line names cannot be "
                            "assigned: floating values into integers need cast<T>(...)");
    constexpr bool shapes = [] {
      if constexpr (Scalar<E>) {
        return true;
      } else if constexpr (Scalar<X>) {
        return captured_t<E>::static_rank == 0;
      } else {
        using to = typename captured_t<X>::extents_type;
        using from = typename captured_t<E>::extents_type;
        if (Stored<X> && !Owning<X>)
          return unfit_axis<fits_target, to, from>() < 0 &&
                 (to::static_rank < 0 || from::static_rank <= to::static_rank);
        return unfit_axis<gives_shape, to, from>() < 0 &&
               (to::static_rank < 0 || from::static_rank < 0 || from::static_rank == to::static_rank);
      }
    }();
    static_assert(shapes, "weft: records do not fit: the member that this line names has another rank, or other static "
                          "extents");
    return elements && shapes;
  }
}

/// Throws unless e may be written to a field: tensors keep their shape, views broadcast.
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
