#pragma once
#include <weft/ops/equal.hpp>
#include <weft/ops/like.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/records/expression.hpp>
#include <weft/records/refused_functions.hpp>

#include <cmath>

// Functions of records: numbers that are computed from all fields, new records with the same fields, and rows of all
// elements.
namespace weft {

namespace detail {

template <class Join, class A>
WEFT_INLINE constexpr A join_values(Join const&, A const& first) {
  return first;
}
template <class Join, class A, class B, class... More>
WEFT_INLINE constexpr auto join_values(Join const& join, A const& first, B const& second, More const&... more) {
  return join_values(join, join(first, second), more...);
}
template <class R, class F, class Join>
WEFT_FN constexpr auto folded_members(R const& y, F const& f, Join const& join) {
  if constexpr (!Record<R>) {
    return f(y);
  } else {
    static_assert(access_of<R>::count > 0, "weft: a record without members has no dot, norm or largest element");
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return join_values(join, folded_members(access_of<R>::template get<K>(y), f, join)...);
    }(member_numbers<R>{});
  }
}
/// Returns join(join(f(first), f(second)), f(third)) for the fields of a record, and f(y) for anything else.
template <class R, class F, class Join>
WEFT_FN constexpr auto folded_fields(R const& y, F const& f, Join const& join) {
  if constexpr (std::same_as<R, refused_value>)
    return y;
  else if constexpr (!has_fields<"", R>())
    return refused_value();
  else
    return folded_members(y, f, join);
}
// Function objects that join the values of two fields. For variables they return expressions of variables.
/// Returns the larger value; NaN if one is NaN.
struct larger {
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (Scalar<A> && Scalar<B>)
      return op::maximum{}(static_cast<promote_t<A, B>>(a), static_cast<promote_t<A, B>>(b));
    else
      return maximum(a, b);
  }
};
struct added {
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (Scalar<A> && Scalar<B>)
      return static_cast<promote_t<A, B>>(a) + static_cast<promote_t<A, B>>(b);
    else
      return a + b;
  }
};
/// Returns the root of the sum of the squares of two lengths, without overflow.
struct joint_length {
  template <class A, class B>
  WEFT_INLINE auto operator()(A const& a, B const& b) const {
    if constexpr (Scalar<A> && Scalar<B>)
      return std::hypot(a, b);
    else
      return hypot(a, b);
  }
};
/// Returns the largest absolute value of a record, a tensor or a scalar.
template <class R>
WEFT_FN auto max_abs_of(R const& y) {
  return folded_fields(
      y,
      [](auto const& x) {
        if constexpr (Scalar<decltype(x)>)
          return std::abs(x);
        else if constexpr (is_followed<captured_t<decltype(x)>>)
          return (max)(abs(x));
        else
          return x.size() == 0 ? real_t<value_t<decltype(x)>>(0) : real_t<value_t<decltype(x)>>((max)(abs(x)));
      },
      larger{});
}
template <class R>
WEFT_FN auto norm_of(R const& y) {
  return folded_fields(
      y,
      [](auto const& x) {
        if constexpr (Scalar<decltype(x)>)
          return std::abs(x);
        else
          return norm(x);
      },
      joint_length{});
}

/// Returns the bytes of a struct that has these members and no others.
template <class... M>
WEFT_FN constexpr std::size_t bytes_of_members() {
  std::size_t at = 0, widest = 1;
  auto const up = [](std::size_t n, std::size_t to) { return (n + to - 1) / to * to; };
  ((at = up(at, alignof(M)) + sizeof(M), widest = alignof(M) > widest ? alignof(M) : widest), ...);
  return up(at, widest);
}
/// True if a record consists of its members: nothing is lost if a new one is made of them.
template <class R, int... K>
WEFT_FN constexpr bool is_its_members(std::integer_sequence<int, K...>) {
  if constexpr (requires { record_access<R>::make(std::declval<member_t<R, K>>()...); })
    return true;
  else
    return requires { R{std::declval<member_t<R, K>>()...}; } && !requires {
      R{std::declval<member_t<R, K>>()..., refused_value()};
    } && bytes_of_members<member_t<R, K>...>() == sizeof(R);
}
/// Returns a record of the same type whose fields are made of f.operator()<path>(x); other members are copied.
template <static_text Path = "", class R, class F>
WEFT_FN R remade_record(R const& y, F const& f) {
  if constexpr (!Record<R>) {
    auto const& value = f.template operator()<Path>(y);
    return made_field<R, Path>(value);
  } else {
    return [&]<int... K>(std::integer_sequence<int, K...> all_members) {
      if constexpr (requires { record_access<R>::make(std::declval<member_t<R, K>>()...); }) {
        auto made =
            in_order{std::type_identity<R>(),
                     remade_record<member_path<Path, R, K>, member_t<R, K>>(access_of<R>::template get<K>(y), f)...};
        return record_access<R>::make(std::move(get<K>(made.value.components))...);
      } else if constexpr (is_its_members<R>(all_members)) {
        return R{remade_record<member_path<Path, R, K>, member_t<R, K>>(access_of<R>::template get<K>(y), f)...};
      } else {
        R out(y);
        (replace_field(access_of<R>::template get<K>(out),
                       remade_record<member_path<Path, R, K>, member_t<R, K>>(access_of<R>::template get<K>(y), f)),
         ...);
        return out;
      }
    }(member_numbers<R>{});
  }
}

/// Returns, as a std::type_identity, the type to which the elements of all fields convert.
template <class R>
WEFT_FN constexpr auto zero_of_fields(R const& y) {
  return folded_fields(
      y, [](auto const& x) { return std::type_identity<value_t<decltype(x)>>(); },
      []<class A, class B>(std::type_identity<A>, std::type_identity<B>) {
        return std::type_identity<promote_t<A, B>>();
      });
}
template <class R>
using fields_value_t = typename decltype(zero_of_fields(std::declval<R const&>()))::type;

template <class X>
WEFT_INLINE index_t count_of_field(X const& x) {
  if constexpr (Scalar<X>)
    return 1;
  else
    return x.size();
}

} // namespace detail

/// The sum of the products of all elements of two records; of complex ones, none is conjugated.
template <Record A, Record B>
[[nodiscard]] WEFT_FN auto dot(A const& a, B const& b) {
  return detail::folded_fields(
      a * b,
      [](auto const& x) {
        if constexpr (Scalar<decltype(x)>)
          return x;
        else
          return sum(x);
      },
      detail::added{});
}
/// The root of the sum of the squares of all elements, 0 for none; infinite only if an element or the root is.
template <Record R>
[[nodiscard]] WEFT_FN auto norm(R const& y) {
  return detail::norm_of(y);
}
/// The largest absolute value of all elements, 0 for none, NaN if an element is.
template <Record R>
[[nodiscard]] WEFT_FN auto max_abs(R const& y) {
  return detail::max_abs_of(y);
}
/// True if all_close is true for each pair of fields.
template <Record A, Record B>
[[nodiscard]] WEFT_FN bool all_close(A const& a, B const& b, double rtol = 1e-5, double atol = 1e-8) {
  bool close = true;
  if constexpr (detail::fit<detail::are_operands, A, B>())
    detail::visit_pairs(a, b, [&]<detail::static_text>(auto const& x, auto const& y) {
      if constexpr (Scalar<decltype(x)> && Scalar<decltype(y)>)
        close = close && op::all_close{{rtol, atol}}(x, y);
      else
        close = close && all_close(x, y, rtol, atol);
    });
  return close;
}

namespace detail {
/// Returns zeros of the type and shape of a field.
template <class X>
WEFT_FN auto zero_field(X const& x) {
  if constexpr (Scalar<X>)
    return X(0);
  else
    return zeros_like(x);
}
} // namespace detail

/// Returns a record of the same type and shapes, of zeros; views get memory of their own. Members that are no fields
/// are copied.
template <Record R>
[[nodiscard]] WEFT_FN auto zeros_like(R const& y) {
  if constexpr (detail::has_fields<"", R>())
    return detail::remade_record<"", R>(y, []<detail::static_text>(auto const& x) { return detail::zero_field(x); });
  else
    return detail::refused_value();
}
/// Returns a copy that shares no memory: views get memory of their own.
template <Record R>
[[nodiscard]] WEFT_FN auto copy(R const& y) {
  if constexpr (detail::has_fields<"", R>())
    return detail::remade_record<"", R>(y, []<detail::static_text>(auto const& x) {
      if constexpr (Scalar<decltype(x)>)
        return x;
      else
        return copy(x);
    });
  else
    return detail::refused_value();
}

/// Returns a record of f(x) for each field x, or of f(path, x) if f takes a path. Expressions stay expressions, so that
/// r = transform_fields(y, [](auto const& x) { return exp(x); }) is one loop for each field. They borrow the fields of
/// y, which has a name.
template <Record R, class F>
[[nodiscard]] WEFT_FN auto transform_fields(R& y WEFT_LIFETIMEBOUND, F const& f) {
  constexpr bool accepts_path = detail::accepts_fields<F const&, R, std::string_view>();
  constexpr bool accepts = accepts_path || detail::accepts_fields<F const&, R>();
  static_assert(accepts, "weft: transform_fields calls f(x), or f(path, x), for each field x");
  if constexpr (accepts && detail::has_fields<"", std::remove_const_t<R>>())
    return detail::with_fields(y, [&]<detail::static_text Path>(auto& x) {
      if constexpr (accepts_path)
        return f(Path.view(), x);
      else
        return f(x);
    });
  else
    return detail::refused_value();
}

/// The number of elements of all fields.
template <Record R>
[[nodiscard]] WEFT_FN index_t element_count(R const& y) {
  index_t n = 0;
  for_each_field(y, [&](std::string_view, auto const& x) { n += detail::count_of_field(x); });
  return n;
}
/// Returns all elements in a row, field after field, each in row-major order, converted to a type that holds all.
template <Record R>
[[nodiscard]] WEFT_FN auto flatten_fields(R const& y) {
  if constexpr (!detail::has_fields<"", R>()) {
    return detail::refused_value();
  } else {
    tensor<detail::fields_value_t<R>, 1> out(uninit, element_count(y));
    index_t at = 0;
    for_each_field(y, [&](std::string_view, auto const& x) {
      index_t const n = detail::count_of_field(x);
      if constexpr (Scalar<decltype(x)>)
        out(at) = static_cast<detail::fields_value_t<R>>(x);
      else
        reshape(out(range(at, at + n)), x.shape()) = detail::values_of_field(x);
      at += n;
    });
    return out;
  }
}
/// Returns a record like y whose elements are in a row as flatten_fields returns it. Throws shape_error if the row has
/// more or fewer elements than y.
template <Tensorial V, Record R>
[[nodiscard]] WEFT_FN auto unflatten_fields(V const& values, R const& y) {
  constexpr bool is_row = detail::rank_of<V> == 1;
  static_assert(is_row, "weft: unflatten_fields takes a row of numbers and a record");
  if constexpr (is_row && detail::has_fields<"", R>()) {
    auto const row = eval(values);
    if (row.size() != element_count(y))
      detail::throw_count("unflatten_fields", row.size(), element_count(y));
    index_t at = 0;
    return detail::remade_record<"", R>(y, [&]<detail::static_text>(auto const& x) {
      using M = detail::value_t<decltype(x)>;
      index_t const from = at;
      at += detail::count_of_field(x);
      if constexpr (Scalar<decltype(x)>)
        return detail::store_as<M>(row(from));
      else
        return eval(cast<M>(reshape(row(range(from, at)), x.shape())));
    });
  } else {
    return detail::refused_value();
  }
}

} // namespace weft
