#pragma once
#include <weft/expr/refused.hpp>
#include <weft/records/fit.hpp>
#include <weft/tensor/tensor.hpp>

// Functions by which a member takes a value, and by which a record is made of values.
namespace weft::detail {

/// Returns the elements of a variable, without its graph, and anything else as it is.
template <class X>
WEFT_INLINE decltype(auto) values_of_field(X const& x) {
  if constexpr (requires { x.has_gradient(); })
    return x.value();
  else
    return (x);
}
template <class X, class E>
WEFT_INLINE void write_field(X& x, E const& e) {
  if constexpr (Scalar<X>)
    x = static_cast<X>(e);
  else if constexpr (Stored<X> && !Owning<X>)
    x(ellipsis) = e;
  else
    x = e;
}

/// Returns a record that is made of the members of e, which fit.
template <class S, static_text Path = "", class E>
WEFT_FN S made_record(E& e);

/// Checks that a field can be made of another one.
struct makes_member {
  template <static_text Path, class M, class E>
  WEFT_FN static constexpr bool holds() {
    if constexpr (!accepts_values::holds<Path, M, E>()) {
      return false;
    } else {
      constexpr bool made = Scalar<M> || (Stored<M> && !Owning<M>) || std::constructible_from<M, E const&>;
      static_assert(made, "weft: records do not fit: the member that this line names cannot be made of its expression");
      return made;
    }
  }
};
/// Returns a new member of a record, made of e. If it is a view, it has memory of its own.
template <class M, static_text Path, class E>
WEFT_FN M made_field(E& e) {
  if constexpr (Record<M>)
    return made_record<M, Path>(e);
  else if constexpr (Scalar<M>)
    return static_cast<M>(e);
  else if constexpr (Stored<M> && !Owning<M>)
    return M(
        tensor<std::remove_const_t<typename M::value_type>, shape_argument<typename captured_t<M>::extents_type>>(e));
  else
    return M(e);
}
/// Replaces a member: a view refers to other memory, and anything else is moved into.
template <class M>
WEFT_INLINE void replace_field(M& to, M&& by) {
  if constexpr (requires { to.rebind(by); })
    to.rebind(by);
  else
    to = static_cast<M&&>(by);
}
template <class S, static_text Path, class E>
WEFT_FN S made_record(E& e) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    if constexpr (requires { access_of<S>::make(std::declval<member_t<S, K>>()...); })
      return access_of<S>::make(
          made_field<member_t<S, K>, member_path<Path, S, K>>(access_of<E>::template get<K>(e))...);
    else if constexpr (requires { S{std::declval<member_t<S, K>>()...}; })
      return S{made_field<member_t<S, K>, member_path<Path, S, K>>(access_of<E>::template get<K>(e))...};
    else {
      S out;
      (replace_field(access_of<S>::template get<K>(out),
                     made_field<member_t<S, K>, member_path<Path, S, K>>(access_of<E>::template get<K>(e))),
       ...);
      return out;
    }
  }(member_numbers<S>{});
}

} // namespace weft::detail
