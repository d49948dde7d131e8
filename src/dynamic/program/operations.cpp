#include "dynamic/program/operation_table.hpp"

namespace weft::detail {

namespace {

/// A table with a dtype for each pair of dtypes.
struct pair_table {
  dtype of[element_types][element_types];
};
template <class Pair, class... T>
constexpr pair_table table_of(Pair const& pair, types_t<T...> all) {
  pair_table made{};
  auto const fill_row = [&]<class A, class... B>(std::type_identity<A> a, types_t<B...>) {
    ((made.of[static_cast<int>(dtype_of<A>)][static_cast<int>(dtype_of<B>)] = pair(a, std::type_identity<B>{})), ...);
  };
  (fill_row(std::type_identity<T>{}, all), ...);
  return made;
}
constexpr pair_table promotions =
    table_of([]<class A, class B>(std::type_identity<A>, std::type_identity<B>) { return dtype_of<promote_t<A, B>>; },
             every_type{});
constexpr pair_table scalars = table_of(
    []<class T, class S>(std::type_identity<T>, std::type_identity<S>) {
      return dtype_of<typename half_of<scalar_beside_t<T, S>>::type>;
    },
    every_type{});

/// The rows of all operations, by the number of the operation.
struct row_table {
  operation_row const* of[all_operations::count];
  constexpr row_table() : of{} {
    operation_row const** to = of;
    auto const enter = [&to](auto const& rows) {
      for (operation_row const& row : rows.row)
        *to++ = &row;
    };
    enter(arithmetic_rows), enter(power_rows), enter(trigonometric_rows);
    enter(comparing_rows), enter(integer_rows), enter(special_rows);
  }
};
constinit row_table const all_rows;

} // namespace

operation_row const& find_operation(int operation) {
  return *all_rows.of[operation];
}

dtype promoted(dtype a, dtype b) {
  return promotions.of[static_cast<int>(a)][static_cast<int>(b)];
}
dtype beside(dtype elements, dtype scalar) {
  return scalars.of[static_cast<int>(elements)][static_cast<int>(scalar)];
}

} // namespace weft::detail
