#include "big.hpp"
#include <support/checked.hpp>
#include "explained.hpp"

#include <weft/ops/choice.hpp>
#include <weft/ops/masked.hpp>
#include <weft/ops/quantile.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/tile.hpp>

// Statements that go ways of their own because of their elements, shapes or operations.
namespace {

using grid::big;

constexpr statement special[] = {
    [](windows& w, support::call_counter& c) {
      tensor<big, 2> a(w.rows(), w.columns()), t(w.rows(), w.columns());
      check_assignment(t, a + t, c);
      check_assignment(t, transpose(a + a), c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<big, 2> t(w.rows(), w.rows());
      check_assignment(t, transpose(t), c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<big, 2> a(w.rows(), w.columns());
      tensor<big, 1> t(w.columns());
      check_assignment(t, sum(a, 0), c);
      check_assignment(t, sum(a, 0) + a(0, all), c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<int, 2> a(shape(w.rows(), w.columns()), 7), b(shape(w.rows(), w.columns()), 3);
      check_assignment(a, a / b + b / 2, c);
      check_assignment(a, b / (a + 1), c);
      tensor<int, 1> t(w.columns());
      check_assignment(t, cast<int>(sum(a / b, 0)), c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<double> t(shape(w.rows(), w.columns()));
      tensor<double, 2, column_major> f(w.rows(), w.columns());
      check_assignment(t, t + w.near(), c);
      check_assignment(f, f + w.near(), c);
      check_assignment(t, f - t, c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<double, fixed<3, 4>> s, t;
      if (support::checked) // unchecked ones are unrolled where they stand, and tell no recording
        check_assignment(s, s * t + w.apart(1)(0, 0), c);
      check_assignment(s, t - sum(t, 1, keep_dims), c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<double, 3> t(w.rows(), 3, w.columns()), u(w.columns(), 3, w.rows());
      check_assignment(t, t + permute(u, 2, 1, 0), c);
      check_assignment(t, sum(t, 1, keep_dims) + sum(permute(u, 2, 1, 0), 2, keep_dims), c);
    },
    [](windows& w, support::call_counter& c) {
      matrix const a = w.near(), b = w.near(), t = w.near();
      check_assignment(t, a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + t, c);
    },
    [](windows& w, support::call_counter& c) {
      const int axis = some_axis(w);
      check_assignment(results(w, axis), median(w.near() + w.counted(c), axis), c);
      double middle = 0;
      matrix const a = w.near();
      check_recorded([&] { middle = median(a); }, c);
    },
    [](windows& w, support::call_counter& c) {
      matrix const t = w.wide(0, 2 * w.rows(), w.columns());
      check_assignment(t, tile(w.near(), 2, 1), c);
      check_assignment(t, repeat(w.near(), 2, 0), c);
    },
    [](windows& w, support::call_counter& c) {
      matrix const t = w.wide(0, w.rows() + 2, w.columns() + 2);
      check_assignment(t, pad(w.near(), 1), c);
      check_assignment(t, pad(w.near(), 1, padding::edge), c);
    },
    [](windows& w, support::call_counter& c) {
      matrix const t = w.near(), from = w.near();
      check_recorded([&] { masked(t, from > 0.0) = from; }, c);
      const auto i = indices(w, w.columns());
      check_recorded([&] { t(0, i) = from(0, all); }, c);
      check_recorded([&] { t(0, i) = from(0, all) * 2.0; }, c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<double, 1> const sorted = sort(w.apart(2)(0, all));
      tensor<index_t, 2> t(w.rows(), w.columns());
      check_assignment(t, searchsorted(sorted, w.near() - w.counted(c)), c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<double, 1> const weights(shape(w.columns()), 0.5);
      tensor<double, 1> t(w.columns());
      c.others = 1; // the places
      check_assignment(t, random_choice(w.apart(1)(0, all), w.columns(), 7, weights), c);
      check_assignment(t, random_choice(w.apart(1)(0, all), w.columns(), 7, weights, false), c);
    },
};

} // namespace

TEST_CASE("explained: statements of a kind of their own do what their plans say") {
  check_statements(special, 6, 7);
  check_statements(special, 2, 50);
}
