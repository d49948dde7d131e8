#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

// Operands of many types, shapes and strides, typed and not, for functions that give both the same results.
namespace untyped {

using weft::any_expr;
using weft::any_tensor;
using weft::index_t;

/// In no order, some of them equal; negative ones where the type has them.
template <class T>
T number(index_t k) {
  index_t const n = (k * 7 + 3) % 11;
  if constexpr (std::is_same_v<T, bool>)
    return n % 2 == 0;
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(n);
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(n - 5);
  else
    return T(static_cast<double>(n % 4 - 2), static_cast<double>(n - 5));
}
/// A number as a tensor of rank 0.
template <class T>
weft::tensor<T, 0> single(T x) {
  weft::tensor<T, 0> out;
  out() = x;
  return out;
}
template <class T, weft::Shape S>
weft::tensor<T> numbers(S const& shape) {
  weft::tensor<T> out(shape);
  for (index_t k = 0; k < out.size(); ++k)
    out.data()[k] = number<T>(k);
  return out;
}

/// Calls f with std::type_identity of some element types.
template <class F>
void each_type(F const& f) {
  f(std::type_identity<bool>{});
  f(std::type_identity<std::uint8_t>{});
  f(std::type_identity<std::int64_t>{});
  f(std::type_identity<float>{});
  f(std::type_identity<std::complex<double>>{});
}
/// Those that are ordered.
template <class F>
void each_real_type(F const& f) {
  f(std::type_identity<bool>{});
  f(std::type_identity<std::uint8_t>{});
  f(std::type_identity<std::int32_t>{});
  f(std::type_identity<double>{});
}

/// Calls f(x, u) with a typed view and the same elements untyped: tensors of many shapes, and views of them that are
/// transposed, backwards, and every other element.
template <class T, class F>
void each_operand(F const& f) {
  using weft::range;
  for (std::vector<index_t> const& list : {std::vector<index_t>{}, {0}, {5}, {3, 4}, {2, 0, 3}, {2, 3, 4}}) {
    weft::dynamic_extents whole(static_cast<int>(list.size()));
    for (int k = 0; k < whole.rank(); ++k)
      whole.set(k, list[static_cast<std::size_t>(k)]);
    weft::tensor<T> const a = numbers<T>(whole);
    weft::view<T const> const x = a;
    any_tensor const u(a);
    f(x, any_expr<>(u));
    if (whole.rank() == 0)
      continue;
    int const last = whole.rank() - 1;
    f(weft::view<T const>(reverse(x, last)), reverse(u, last));
    f(weft::view<T const>(x(weft::ellipsis, range(0, weft::end, 2))), u(weft::ellipsis, range(0, weft::end, 2)));
    if (whole.rank() > 1)
      f(weft::view<T const>(reverse(transpose(x), 0)), reverse(transpose(u), 0));
  }
}

/// The element type, the shape and the elements of a typed tensor, view or expression.
template <class X>
void check_same(any_tensor const& found, X const& expected) {
  any_tensor const wanted(expected);
  CHECK(found.dtype() == wanted.dtype());
  REQUIRE(found.shape() == wanted.shape());
  CHECK(found == wanted);
}

/// What the exception of f says, with its type.
template <class F>
std::string refusal(F const& f) {
  try {
    f();
  } catch (weft::shape_error const& e) {
    return std::string("shape_error ") + e.what();
  } catch (weft::index_error const& e) {
    return std::string("index_error ") + e.what();
  } catch (weft::dtype_error const& e) {
    return std::string("dtype_error ") + e.what();
  } catch (weft::parse_error const& e) {
    return std::string("parse_error ") + e.what();
  } catch (weft::error const& e) {
    return std::string("error ") + e.what();
  }
  return "no error";
}

} // namespace untyped
