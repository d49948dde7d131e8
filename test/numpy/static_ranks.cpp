#include "interpreter.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/take.hpp>

namespace numpy {
namespace {

view<double, 2> matrix(call const& c, std::size_t k) {
  return c.real(k).as<2>();
}

} // namespace

// Matrices whose rank, and in part whose shape and order, the compiler knows.
static void add_static_ranks(table& t) {
  t["matrix_transpose"] = [](call const& c) { return viewed(transpose(matrix(c, 0))); };
  t["matrix_row"] = [](call const& c) { return viewed(matrix(c, 0)(c.number(1), all)); };
  t["matrix_block"] = [](call const& c) {
    return viewed(matrix(c, 0)(range(c.number(1), c.number(2)), newaxis, range(c.number(3), c.number(4), c.number(5))));
  };
  t["matrix_diagonal"] = [](call const& c) { return viewed(diagonal(matrix(c, 0))); };
  t["matrix_windows"] = [](call const& c) { return viewed(sliding_window(matrix(c, 0), axis<1>, c.number(1))); };
  t["matrix_reverse"] = [](call const& c) { return viewed(reverse(reverse(matrix(c, 0), axis<0>), axis<1>)); };
  t["matrix_flatten"] = [](call const& c) { return viewed(flatten(matrix(c, 0), axis<0>)); };
  t["matrix_plus_transposed"] = [](call const& c) { return kept(matrix(c, 0) + transpose(matrix(c, 1))); };
  t["matrix_times_row"] = [](call const& c) { return kept(matrix(c, 0) * c.real(1).as<1>() - 1.0); };
  t["matrix_smaller"] = [](call const& c) {
    const auto a = matrix(c, 0), b = matrix(c, 1);
    return kept(where(a < b, a, b));
  };
  t["matrix_sum"] = [](call const& c) { return kept(sum(matrix(c, 0), axis<0>)); };
  t["matrix_less_maximum"] = [](call const& c) { return kept(matrix(c, 0) - max(matrix(c, 0), axis<1>, keep_dims)); };
  t["matrix_argmin"] = [](call const& c) { return kept(argmin(transpose(matrix(c, 0)), axis<1>)); };
  t["matrix_cumsum"] = [](call const& c) { return kept(cumsum(matrix(c, 0), axis<0>)); };
  t["matrix_sort"] = [](call const& c) { return kept(sort(matrix(c, 0), axis<0>)); };
  t["matrix_concatenate"] = [](call const& c) { return kept(concatenate(axis<0>, matrix(c, 0), matrix(c, 1))); };
  t["matrix_take"] = [](call const& c) { return kept(take(matrix(c, 0), c.index(1).as<1>(), axis<1>)); };
  t["matrix_product"] = [](call const& c) { return kept(matmul(matrix(c, 0), matrix(c, 1))); };
  t["matrix_assign"] = [](call const& c) { return matrix(c, 0) = matrix(c, 1), slot(); };
  t["matrix_add_transposed"] = [](call const& c) { return matrix(c, 0) += transpose(matrix(c, 1)), slot(); };
  t["three_columns"] = [](call const& c) {
    const auto a = c.real(0).as<fixed<dyn, 3>>();
    return kept(a * a(0, all) + transpose(sum(transpose(a), axis<1>)));
  };
  t["small_matrix"] = [](call const& c) {
    const tensor<double, fixed<3, 3>> a = c.real(0).as<fixed<3, 3>>();
    return kept(transpose(a) - a(1, all));
  };
  t["rows_in_order"] = [](call const& c) {
    const auto a = copy(c.real(0));
    return kept(a.as<2, row_major>() + c.real(1));
  };
}

const commands_of_source added(add_static_ranks);

} // namespace numpy
