#pragma once
#include <weft/grad/checkpoint.hpp>
#include <weft/grad/least_squares.hpp>
#include <weft/grad/minimise.hpp>
#include <weft/grad/rearranged.hpp>
#include <weft/grad/variable.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/records/fields.hpp>

#include <vector>

// Gradients by records (records/record.hpp), and functions of records. The fields are joined to a vector, the row of
// the record, to which the functions for tensors are applied.
namespace weft::detail {

/// Returns true if all fields of a record are variables.
template <class R>
WEFT_FN constexpr bool holds_variables() {
  if constexpr (Record<R>)
    return unpack<access_of<R>::count>([]<int... K>() { return (holds_variables<member_t<R, K>>() && ...); });
  else
    return requires(R& x) { x.has_gradient(); };
}

/// Returns the elements of all fields of a record of variables, one field after the other, as an expression of rank 1.
template <class R>
WEFT_FN auto row_of(R const& y) {
  if constexpr (Record<R>)
    return unpack<access_of<R>::count>(
        [&]<int... K>() { return concatenate(0, row_of(access_of<R>::template get<K>(y))...); });
  else
    return reshape(y, shape(y.size()));
}
/// Returns the elements of a row as a record with the fields of y. If the row and y hold variables, the result has the
/// type of y. Else it has the names of y; its fields are variables or tensors, as the row is, and a number stays a
/// number unless the row is a variable.
template <class Row, class R>
WEFT_FN auto fields_in(Row const& row, R const& y) {
  constexpr bool followed = is_followed<captured_t<Row const&>>;
  index_t first = 0;
  auto const next_field = [&](auto const& x) {
    index_t const from = first;
    first += count_of_field(x);
    return reshape(row(range(from, first)), x.shape());
  };
  if constexpr (followed && holds_variables<R>()) {
    return remade_record<"", R>(
        y, [&]<static_text>(auto const& x) { return std::remove_cvref_t<decltype(x)>(next_field(x)); });
  } else {
    return with_fields(y, [&]<static_text>(auto const& x) {
      using T = value_t<Row>;
      if constexpr (!Scalar<decltype(x)>) {
        constexpr auto shape = shape_argument<typename captured_t<decltype(x)>::extents_type>;
        return std::conditional_t<followed, grad::variable<T, shape>, tensor<T, shape>>(next_field(x));
      } else if constexpr (followed) {
        return grad::variable<T, 0>(row(first++));
      } else {
        return T(row(first++));
      }
    });
  }
}

/// Calls f with the fields of a row and returns its result. The fields are destroyed at the end, so an expression of
/// their elements is evaluated; an expression of variables shares ownership of their values.
template <class F, class Row, class R>
WEFT_FN auto call_with_fields(F const& f, Row const& row, R const& y) {
  auto const fields = fields_in(row, y);
  constexpr bool reads_fields = []<class X>(std::type_identity<X>) {
    if constexpr (Tensorial<X>)
      return !is_followed<captured_t<X>>;
    else
      return false;
  }(std::type_identity<std::remove_cvref_t<decltype(f(fields))>>());
  if constexpr (reads_fields)
    return eval(f(fields));
  else
    return f(fields);
}

} // namespace weft::detail

namespace weft::grad {

/// Returns the gradient of a loss by the variables of a record as a record of the same type. Its variables are new ones
/// that hold the gradient; other fields are 0. Otherwise the same as gradients() of variables.
template <class T, Record R>
[[nodiscard]] WEFT_FN R gradients(variable<T, 0> const& loss, R const& by) {
  std::vector<detail::graph_value*> wanted;
  auto const each_variable = [&](auto const& f) {
    detail::visit_fields(by, [&]<detail::static_text>(auto const& x) {
      if constexpr (detail::is_variable_of<T, std::remove_cvref_t<decltype(x)>>)
        f(x);
    });
  };
  each_variable([&](auto const& x) { wanted.push_back(detail::graph_value_of(x)); });
  std::vector<detail::storage_ref> incoming(wanted.size());
  detail::compute_gradients(loss, {wanted.data(), int(wanted.size())}, incoming.data());
  std::size_t at = 0;
  return detail::remade_record<"", R>(by, [&]<detail::static_text>(auto const& x) {
    if constexpr (detail::is_variable_of<T, std::remove_cvref_t<decltype(x)>>)
      return detail::gradient_tensor(x, incoming[at++]);
    else
      return detail::zero_field(x);
  });
}

/// Returns the gradient of f at a record y as a record of the type of y. f takes a record with the names of y. It has
/// the type of y if y holds variables, else a variable for each field, which structured bindings name:
///   state slope = gradient_of([](auto const& y) { auto const& [u, w] = y; return sum(square(u)) * w; }, y);
template <class F, Record R>
[[nodiscard]] WEFT_FN R gradient_of(F const& f, R const& y) {
  auto const of_row = [&](auto const& row) { return detail::call_with_fields(f, row, y); };
  return unflatten_fields(gradient_of(of_row, flatten_fields(y)), y);
}

/// Returns a local minimum of f, which it searches from the record x0. f takes a record as in gradient_of.
/// It has the method, the options and the report of minimise() of tensors.
template <class F, Record R>
[[nodiscard]] WEFT_FN auto minimise(F const& f, R const& x0, minimise_options const& options = {}) {
  auto found =
      minimise([&](auto const& row) { return detail::call_with_fields(f, row, x0); }, flatten_fields(x0), options);
  using T = typename decltype(found)::value_type;
  return minimum<R, T>{unflatten_fields(found.x, x0),
                       found.value,
                       unflatten_fields(found.gradient, x0),
                       found.iterations,
                       found.evaluations,
                       found.end};
}

/// Finds a record near x0 at which the sum of the squares of f(x) has a local minimum. f takes a record with the names
/// of x0, of numbers or of duals, which structured bindings name. Rows and columns of the covariance are in the order
/// of flatten_fields. Otherwise the same as least_squares() of tensors.
template <class F, Record R>
[[nodiscard]] WEFT_FN auto least_squares(F const& f, R const& x0, least_squares_options const& options = {}) {
  auto found =
      least_squares([&](auto const& row) { return detail::call_with_fields(f, row, x0); }, flatten_fields(x0), options);
  using T = decltype(found.cost);
  return least_squares_result<R, T>{unflatten_fields(found.x, x0), std::move(found.residuals), found.cost,
                                    std::move(found.covariance),   found.iterations,           found.end};
}

/// Returns f(y) as a record of variables, for which the graph keeps only y and a row of its elements. f takes a record
/// of the type of y and returns one with the same shapes. Otherwise the same as checkpoint() of variables.
///   y = grad::checkpoint([](auto const& x) { return ten_steps(x); }, y);
template <class F, Record R>
[[nodiscard]] WEFT_FN R checkpoint(F f, R const& y) {
  static_assert(detail::holds_variables<R>(), "weft: checkpoint takes variables, or a record of them");
  variable const row = detail::row_of(y);
  auto const again = checkpoint(
      [f = std::move(f), y](auto const& x) {
        R const result = f(detail::fields_in(x, y));
        return variable(detail::row_of(result)); // a variable, made while `result` exists
      },
      row);
  return detail::fields_in(again, y);
}

} // namespace weft::grad
