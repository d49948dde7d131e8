// Limits of src/fold.
#include "measure.hpp"
#include "operands.hpp"

#include <loop/limits.hpp>

namespace measured {
namespace {

namespace table = weft::detail::limits;

statement columns_of(index_t rows, index_t columns) {
  auto a = made<double, 2>(rows, columns);
  auto r = made<double, 1>(columns);
  return {sized("sum(A, 0)", rows, columns), [=](double) { *r = sum(*a, 0); }};
}
statement rows_of(index_t rows, index_t columns) {
  auto a = made<double, 2>(rows, columns);
  auto r = made<double, 1>(rows);
  return {sized("sum(A, 1)", rows, columns), [=](double) { *r = sum(*a, 1); }};
}

limit fold_partials() {
  limit l = variable("fold_partials", table::fold_partials, {16, 32, 64, 128, 256, 512});
  for (index_t const n : {5000, 100000, 3000000}) {
    auto x = made<double, 1>(n);
    auto y = made<float, 1>(n);
    auto r = std::make_shared<double>();
    l.statements.push_back({sized("sum(x)", n), [=](double) { *r = sum(*x); }});
    l.statements.push_back({sized("sum(y * y) of floats", n), [=](double) { *r = double(sum(*y * *y)); }});
    l.statements.push_back({sized("var(x)", n), [=](double) { *r = var(*x); }});
  }
  return l;
}

limit fold_rows() {
  limit l = variable("fold_rows", table::fold_rows, {32, 64, 128, 256, 512});
  for (index_t const n : {100, 1000, 10000})
    l.statements.push_back(columns_of(3000000 / n, n));
  for (index_t const n : {100, 200, 300, 500})
    l.statements.push_back(columns_of(n, n));
  return l;
}
limit fold_columns() {
  limit l = variable("fold_columns", table::fold_columns, {4096, 8192, 16384, 32768, 65536, 131072});
  for (index_t const n : {300, 1000, 3000, 10000, 50000})
    l.statements.push_back(columns_of(6000000 / n, n));
  return l;
}

limit fold_columns_gathered() {
  limit l = variable("fold_columns_gathered", table::fold_columns_gathered, {16, 32, 64, 128, 256});
  for (index_t const n : {300, 1000, 3000}) {
    auto a = made<double, 2>(n, n);
    auto r = made<double, 1>(n);
    l.statements.push_back({sized("deterministic sum(transpose(A), 0)", n, n), [=](double) {
                              weft::deterministic_scope const same_bits;
                              *r = sum(transpose(*a), 0);
                            }});
  }
  return l;
}

limit fold_short_row() {
  limit l = variable("fold_short_row", table::fold_short_row, {1, 8, 16, 32, 48, 63});
  for (index_t const n : {3, 10, 20, 36, 44, 52, 60, 64})
    for (index_t const rows : {50, 5000})
      l.statements.push_back(columns_of(rows, n));
  return l;
}
limit fold_joined_row() {
  limit l = variable("fold_joined_row", table::fold_joined_row, {64, 96, 128, 192, 256, 512});
  for (index_t const n : {2, 3, 5, 10, 20, 30})
    l.statements.push_back(columns_of(5000, n));
  return l;
}

statement middle_of(index_t rows, index_t n, index_t columns) {
  auto a = made<double, 3>(rows, n, columns);
  auto r = made<double, 2>(rows, columns);
  return {sized("sum(A, 1)", rows, n) + " of " + std::to_string(columns), [=](double) { *r = sum(*a, 1); }};
}
limit fold_widened_row() {
  limit l = variable("fold_widened_row", table::fold_widened_row, {0, 2, 4, 8, 12, 16});
  for (index_t const columns : {2, 3, 4, 6, 8, 10, 16})
    for (index_t const n : {2, 4})
      l.statements.push_back(middle_of(1000, n, columns));
  return l;
}
limit fold_widened_values() {
  limit l = variable("fold_widened_values", table::fold_widened_values, {0, 8, 16, 32, 64, 128, 256});
  for (index_t const n : {2, 3, 5, 8, 16, 32})
    for (index_t const columns : {3, 8})
      l.statements.push_back(middle_of(1000, n, columns));
  return l;
}
limit fold_widened_columns() {
  limit l = variable("fold_widened_columns", table::fold_widened_columns, {4, 8, 16, 32, 64, 128});
  for (index_t const rows : {5, 10, 20, 40, 80})
    for (index_t const columns : {2, 3, 8})
      l.statements.push_back(middle_of(rows, 2, columns));
  return l;
}
limit fold_widened_piece() {
  limit l = variable("fold_widened_piece", table::fold_widened_piece, {512, 1024, 2048, 4096, 8192, 16384, 1 << 30});
  for (index_t const rows : {2000, 20000, 500000})
    for (index_t const columns : {2, 8})
      l.statements.push_back(middle_of(rows, 2, columns));
  return l;
}

limit fold_results() {
  limit l = variable("fold_results", table::fold_results, {512, 1024, 2048, 4096, 8192, 16384});
  for (index_t const n : {2, 4, 10, 100})
    l.statements.push_back(rows_of(10000, n));
  return l;
}

limit fold_numbers() {
  limit l = variable("fold_numbers", table::fold_numbers, {16, 64, 256, 1024, 2048});
  for (index_t const n : {4, 20, 100}) {
    auto a = made<double, 2>(10000, n);
    auto r = std::make_shared<weft::tensor<index_t, 1>>(10000);
    l.statements.push_back({sized("argmax(A, 1)", 10000, n), [=](double) { *r = argmax(*a, 1); }});
  }
  return l;
}

} // namespace

std::vector<limit> fold_limits() {
  return {fold_partials(),        fold_rows(),          fold_columns(),     fold_columns_gathered(),
          fold_short_row(),       fold_joined_row(),    fold_widened_row(), fold_widened_values(),
          fold_widened_columns(), fold_widened_piece(), fold_results(),     fold_numbers()};
}

} // namespace measured
