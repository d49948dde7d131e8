#pragma once
#include <weft/eval/reads.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/records/joined_fields.hpp>
#include <weft/records/make.hpp>
#include <weft/tensor/memory.hpp>

// Operators on records act member by member, and scalars on all members. The result is a record of expressions:
// nothing is computed before it is assigned, and each member of the target is then one loop, or all are
// one (records/joined_fields.hpp).
//   into(r) = y + h * k;     in place, without a temporary
//   r += h * k;              the same
//   state s = y + h * k;     a new record; s = y + h * k makes one, and moves it into s
// Programs use the operators after `using namespace weft`. In a namespace that has operators of its own, beside the
// struct, each is named: using weft::operator+; using weft::operator*;
namespace weft {

template <class Model, class... Parts>
class record_expression;

template <class Model, class... Parts>
struct record_access<record_expression<Model, Parts...>> {
  static constexpr int count = sizeof...(Parts);
  static constexpr bool is_named = record_access<Model>::is_named;
  template <int K>
  WEFT_FN static constexpr auto name() {
    return record_access<Model>::template name<K>();
  }
  template <int K, class X>
  WEFT_INLINE static constexpr auto& get(X& x) {
    return weft::get<K>(x.components);
  }
};

namespace detail {

template <class R>
struct model_of {
  using type = R;
};
template <class Model, class... Parts>
struct model_of<record_expression<Model, Parts...>> {
  using type = Model;
};
template <class R>
using model_t = typename model_of<std::remove_cvref_t<R>>::type;

template <class Model, class... P>
WEFT_INLINE constexpr auto make_record_expression(P&&... component) {
  return record_expression<Model, std::remove_cvref_t<P>...>{
      make_pack<std::remove_cvref_t<P>...>(static_cast<P&&>(component)...)};
}

/// Returns F of a field of each of two records. Throws shape_error, with the path of the field, if their shapes do not
/// broadcast.
template <class F, static_text Path, class A, class B>
WEFT_INLINE constexpr auto field_operation(A&& a, B&& b) {
  if constexpr (Tensorial<A> && Tensorial<B>)
    if (!std::is_constant_evaluated())
      static_cast<void>(broadcast(title_of<Path>.value, shape_before(a), shape_before(b)));
  return make_binary<F>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the record of F of the members of two records that fit.
template <class F, static_text Path = "", class A, class B>
WEFT_INLINE constexpr auto record_operation(A&& a, B&& b) {
  using X = std::remove_cvref_t<A>;
  using Y = std::remove_cvref_t<B>;
  if constexpr (Record<X> && is_for_all<Y>) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return make_record_expression<model_t<X>>(
          record_operation<F, member_path<Path, X, K>>(member_of<K>(static_cast<A&&>(a)), b)...);
    }(member_numbers<X>{});
  } else if constexpr (is_for_all<X> && Record<Y>) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return make_record_expression<model_t<Y>>(
          record_operation<F, member_path<Path, Y, K>>(a, member_of<K>(static_cast<B&&>(b)))...);
    }(member_numbers<Y>{});
  } else if constexpr (is_for_all<X>) {
    return field_operation<F, Path>(a.value, static_cast<B&&>(b));
  } else if constexpr (is_for_all<Y>) {
    return field_operation<F, Path>(static_cast<A&&>(a), b.value);
  } else if constexpr (!Record<X>) {
    return field_operation<F, Path>(static_cast<A&&>(a), static_cast<B&&>(b));
  } else {
    using named = std::conditional_t<access_of<X>::is_named, X, Y>;
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return make_record_expression<model_t<named>>(record_operation<F, member_path<Path, named, K>>(
          member_of<K>(static_cast<A&&>(a)), member_of<K>(static_cast<B&&>(b)))...);
    }(member_numbers<X>{});
  }
}
/// Returns F of the two operands of an operator, or refused_value if the compiler has refused them with a message.
template <class F, class A, class B>
WEFT_INLINE constexpr auto operator_of_records(A&& a, B&& b) {
  using X = decltype(beside_record(static_cast<A&&>(a)));
  using Y = decltype(beside_record(static_cast<B&&>(b)));
  if constexpr (std::same_as<std::remove_cvref_t<X>, refused_value> ||
                std::same_as<std::remove_cvref_t<Y>, refused_value>)
    return refused_value();
  else if constexpr (!fit<are_operands, std::remove_cvref_t<X>, Y>())
    return refused_value();
  else
    return record_operation<F>(beside_record(static_cast<A&&>(a)), beside_record(static_cast<B&&>(b)));
}

/// True if a field of e reads memory of an earlier field of r, which has been written by then.
template <class R, class E>
WEFT_FN bool reads_written(R& r, E& e) {
  bool found = false;
  int at = 0;
  visit_fields(r, [&]<static_text>(auto& x) {
    if constexpr (Stored<decltype(x)>) {
      index_t extents[max_rank], strides[max_rank];
      auto const leaf = x.leaf();
      footprint const bytes = footprint_of(leaf, extents, strides);
      sharing shared{bytes};
      memory_listener const listener{&sharing::tell, &shared};
      int reader = 0;
      visit_fields(e, [&]<static_text>(auto& component) {
        if constexpr (Node<decltype(component)> || Stored<decltype(component)>)
          if (reader > at)
            memory_reader(listener).tell(capture(component));
        ++reader;
      });
      found = found || shared.found;
    }
    ++at;
  });
  return found;
}

/// Makes a record_expression. Its arguments stand in braces, where they are computed from the first to the last one.
template <class Model, class... P>
struct in_order {
  record_expression<Model, P...> value;
  WEFT_INLINE constexpr explicit in_order(std::type_identity<Model>, P&&... component)
      : value{make_pack(static_cast<P&&>(component)...)} {}
};

/// Returns a record of f.operator()<path>(x) for the fields x, computed from the first to the last one.
template <static_text Path = "", class E, class F>
WEFT_INLINE constexpr auto with_fields(E&& e, F const& f) {
  if constexpr (Record<E>)
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return in_order{std::type_identity<model_t<E>>(),
                      with_fields<member_path<Path, E, K>>(member_of<K>(static_cast<E&&>(e)), f)...}
          .value;
    }(member_numbers<E>{});
  else
    return f.template operator()<Path>(static_cast<E&&>(e));
}

template <class R, class E>
WEFT_INLINE void write_each_field(R& r, E const& e) {
  visit_pairs(r, e, []<static_text>(auto& x, auto const& component) { write_field(x, component); });
}
/// Writes r = e, in one loop or field by field, for records that fit. No field of e may read an earlier field of r.
template <class R, class E>
WEFT_INLINE void write_fields(R& r, E const& e) {
  if (!write_joined_fields(r, e))
    write_each_field(r, e);
}
template <class R, class E>
WEFT_COLD void write_by_temporaries(R& r, E& e) {
  auto const values = with_fields(e, []<static_text>(auto const& component) {
    if constexpr (Tensorial<decltype(component)>)
      return eval(component);
    else
      return component;
  });
  write_each_field(r, values);
}

/// Writes r = e in place. All fields are checked before anything is written, and the result is the same as if e were
/// computed first.
template <class R, class E>
WEFT_FN void store_record(R& r, E& e) {
  visit_pairs(r, e, []<static_text Path>(auto& x, auto const& component) { require_fit<Path>(x, component); });
  if (write_joined_fields(r, e))
    return;
  if constexpr (!is_for_all<std::remove_cv_t<E>>)
    if (reads_written(r, e))
      return write_by_temporaries(r, e);
  write_each_field(r, e);
}

template <class X>
inline constexpr bool is_record_expression = false;
template <class Model, class... Parts>
inline constexpr bool is_record_expression<record_expression<Model, Parts...>> = true;

/// True if B may be the other operand beside a record. refused_value may, so that an operation that the compiler has
/// refused brings no second message.
template <class B>
inline constexpr bool may_stand_beside = Record<B> || Scalar<B> || std::same_as<std::remove_cvref_t<B>, refused_value>;
// A variable, because Clang explains each part of a concept.
template <class A, class B>
inline constexpr bool is_record_pair = (Record<A> || Record<B>) && may_stand_beside<A> && may_stand_beside<B>;
template <class A, class B>
concept RecordPair = is_record_pair<A, B>;

} // namespace detail

/// A record whose members are expressions or values, with the names of the members of Model. Converting it to a record
/// type computes a new record.
template <class Model, class... Parts>
class record_expression {
public:
  pack<Parts...> components;

  /// Computes a new record of these values.
  template <Record S>
    requires(!detail::is_record_expression<S>)
  WEFT_FN operator S() const {
    if constexpr (detail::fit<detail::makes_member, S, record_expression>())
      return detail::made_record<S>(*this);
    else
      return detail::refused_value();
  }
};

/// Returns a member of a record of expressions; structured bindings call it: auto const& [u, w] = y + k.
template <int At, class Model, class... Parts>
[[nodiscard]] WEFT_INLINE constexpr auto& get(record_expression<Model, Parts...>& e) {
  return get<At>(e.components);
}
/// A member of a record of expressions that is only read.
template <int At, class Model, class... Parts>
[[nodiscard]] WEFT_INLINE constexpr auto& get(record_expression<Model, Parts...> const& e) {
  return get<At>(e.components);
}
/// A member that is moved out of a temporary record of expressions.
template <int At, class Model, class... Parts>
[[nodiscard]] WEFT_INLINE constexpr auto get(record_expression<Model, Parts...>&& e) {
  return std::move(get<At>(e.components));
}

namespace detail {
/// The result of into(r): an assignment to it writes to r.
template <class R>
class record_target {
public:
  WEFT_INLINE explicit record_target(R& r) : record_(r) {}
  record_target(record_target const&) = delete;
  void operator=(record_target const&) = delete;
  template <class E>
  WEFT_INLINE void operator=(E const& e) {
    static_assert(is_writable<R>(), "weft: into(r): r is const");
    if constexpr (!is_writable<R>()) {
      return;
    } else if constexpr (Record<E> || Scalar<E>) {
      auto const& beside = beside_record(e);
      if constexpr (fit<accepts_values, R, decltype(beside)>())
        store_record(record_, beside);
    } else {
      static_assert(std::same_as<E, refused_value>,
                    "weft: into(r) = e: e is a record of the same members, or a number for all of them");
    }
  }
  template <class E>
  void operator+=(E const&) {
    static_assert(always_false<E>, "weft: into(r) is assigned by =; r += e writes in place as it is");
  }

private:
  R& record_;
};
} // namespace detail

/// The target of a statement that writes the members of a record in place: into(r) = y + h * k, into(r) = 0.0. Members
/// keep their memory and their shapes, views broadcast; each is one loop, and no temporary is made unless a member of
/// the right side reads another member that is written before it. Members of one shape whose expressions share a
/// division or an operation as long, as three fluxes do, are one loop from 256 elements on, like the targets of
/// together(). Records that do not fit are refused with the path of the member: where types tell, by the compiler, else
/// by shape_error, before anything is written.
template <Record R>
  requires(!detail::is_record_expression<R>)
[[nodiscard]] WEFT_INLINE detail::record_target<R> into(R& r WEFT_LIFETIMEBOUND) {
  return detail::record_target<R>(r);
}
/// The compiler refuses a target that is no record, or that is a record of expressions.
template <class X>
  requires(!Record<X> || detail::is_record_expression<X>)
[[nodiscard]] detail::refused_value into(X const&) {
  static_assert(detail::always_false<X>, "weft: into(r): r is a record with a name, as a struct made by "
                                         "BOOST_HANA_DEFINE_STRUCT; a tensor is assigned as it is: a = e");
  return {};
}
/// The compiler refuses a list of targets.
template <Record X, class Y, class... More>
[[nodiscard]] detail::refused_value into(X const&, Y const&, More const&...) {
  static_assert(detail::always_false<X>,
                "weft: into(r) takes one record; together(a, b) = together(e, f) takes tensors");
  return {};
}
/// The compiler refuses a record without a name.
template <Record R>
  requires(!detail::is_record_expression<R>)
[[nodiscard]] detail::refused_value into(R const&&) {
  static_assert(detail::always_false<R>, "weft: into(r): r has a name: what is written to one without it is lost");
  return {};
}

} // namespace weft

template <class Model, class... Parts>
struct std::tuple_size<weft::record_expression<Model, Parts...>>
    : std::integral_constant<std::size_t, sizeof...(Parts)> {};
template <std::size_t At, class Model, class... Parts>
struct std::tuple_element<At, weft::record_expression<Model, Parts...>> : std::tuple_element<At, weft::pack<Parts...>> {
};
