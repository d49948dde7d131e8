#pragma once
#include <support/explained.hpp>
#include <support/grid.hpp>

#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/take.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cstdlib>

// Random statements: what explain() says of each is what it does. Compiled with and without checks, where statements go
// other ways.
namespace {

using namespace weft;
using matrix = view<double, 2>;

enum class mode { plain, deterministic, threads, deterministic_threads };
constexpr mode modes[] = {mode::plain, mode::deterministic, mode::threads, mode::deterministic_threads};

/// Runs f in a mode. One thread is asked for where the mode is about something else.
template <class F>
void in_mode(mode m, F const& f) {
  const thread_scope some(m == mode::threads || m == mode::deterministic_threads ? 2 : 1);
  if (m == mode::deterministic || m == mode::deterministic_threads) {
    const deterministic_scope scope;
    f();
  } else {
    f();
  }
}

/// Windows of one shape in memory that they share, or have for themselves.
class windows {
public:
  windows(unsigned seed, index_t most) : dice_(seed), rows_(1 + dice_.below(most)), columns_(1 + dice_.below(most)) {
    // The same 101 numbers again and again, copied at once: element by element they would take half of the test's time.
    for (index_t i = 0; auto& p : place_) {
      p = tensor<double, 2>(2 * rows_ + 2 * columns_ + 4, 2 * rows_ + 2 * columns_ + 4);
      index_t filled = (std::min)(p.size(), index_t(101));
      for (index_t k = 0; k < filled; ++k)
        p.data()[k] = static_cast<double>((i + k + 1) * 7919 % 101) - 50;
      for (; filled < p.size(); filled += (std::min)(filled, p.size() - filled))
        std::copy_n(p.data(), (std::min)(filled, p.size() - filled), p.data() + filled);
      i += p.size();
    }
  }

  index_t rows() const { return rows_; }
  index_t columns() const { return columns_; }
  grid::dice& dice() { return dice_; }
  /// Window number k of a tensor of its own, as large as the statement is.
  matrix apart(std::size_t k) { return of(place_[k], rows_, columns_, true); }
  /// One that may overlap another one.
  matrix near() { return of(place_[0], rows_, columns_, true); }
  matrix wide(std::size_t k, index_t rows, index_t columns) { return of(place_[k], rows, columns, true); }
  /// One that perhaps repeats a row or a column.
  view<const double, 2> repeated(std::size_t k) {
    const index_t kind = dice_.below(4);
    if (kind > 1)
      return apart(k);
    return broadcast_to(of(place_[k], kind == 0 ? 1 : rows_, kind == 0 ? columns_ : 1, false), shape(rows_, columns_));
  }
  /// Values of the shape that are computed where they are read.
  auto counted(support::call_counter& counter) {
    return from_function(shape(rows_, columns_), [&counter](index_t i, index_t j) {
      counter.call();
      return static_cast<double>(i - 3 * j);
    });
  }

private:
  matrix of(tensor<double, 2>& t, index_t rows, index_t columns, bool any) {
    const index_t kind = any ? dice_.below(7) : 0, first = dice_.below(3), next = dice_.below(3);
    matrix whole = t;
    if (kind == 0)
      return whole(range(first, first + rows), range(next, next + columns));
    if (kind == 1)
      return transpose(whole)(range(first, first + rows), range(next, next + columns));
    if (kind == 2 && first + 2 * rows <= whole.extent(0))
      return whole(range(first, first + 2 * rows, 2), range(next, next + columns));
    if (kind == 3 && first + 2 * columns <= whole.extent(1))
      return whole(range(next, next + rows), range(first, first + 2 * columns, 2));
    if (kind == 4)
      return reverse(matrix(whole(range(0, rows), range(0, columns))), 1);
    if (kind == 5)
      return reverse(matrix(whole(range(0, rows), range(0, columns))), 0);
    return borrow(t.data(), shape(rows, columns));
  }

  grid::dice dice_;
  index_t rows_, columns_;
  tensor<double, 2> place_[4];
};

using statement = void (*)(windows&, support::call_counter&);

/// Columns or rows.
int some_axis(windows& w) {
  return static_cast<int>(w.dice().below(2));
}
/// A view of what a fold along an axis gives.
view<double, 1> results(windows& w, int axis) {
  matrix const target = w.near();
  return axis == 0 ? view<double, 1>(target(0, all)) : view<double, 1>(target(all, 0));
}
/// Indices along the columns, and a target for as many.
tensor<index_t, 1> indices(windows& w, index_t count) {
  tensor<index_t, 1> i(count);
  for (index_t& k : i)
    k = w.dice().below(w.columns());
  return i;
}

constexpr statement loops[] = {
    [](windows& w, support::call_counter& c) { check_assignment(w.near(), w.repeated(1) * 2.0 + w.near(), c); },
    [](windows& w, support::call_counter& c) { check_assignment(w.near(), w.counted(c) - w.near(), c); },
    [](windows& w, support::call_counter& c) {
      check_assignment(w.near(), where(w.near() > 0.0, w.near(), transpose(transpose(w.counted(c)))), c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<double, 2> t(w.rows(), w.columns()), a(w.rows(), w.columns());
      check_assignment(t, a + 2.0 * t, c);
      check_assignment(t, a + w.counted(c), c);
      check_assignment(transpose(t), -transpose(a), c);
    },
    [](windows& w, support::call_counter& c) {
      matrix const t = w.near(), a = w.near();
      check_explained([&] { return explain(t, a); }, [&] { t(ellipsis) = a; }, c);
    },
    [](windows& w, support::call_counter& c) {
      matrix const t = w.near(), a = w.near();
      check_explained([&] { return explain(t, t + a); }, [&] { t += a; }, c);
    },
    [](windows& w, support::call_counter& c) {
      tensor<double, 2> t;
      auto const e = w.apart(1) + w.counted(c);
      t = e; // else it would take memory of its own, which no temporary is
      check_assignment(t, e, c);
    },
};

constexpr statement folds[] = {
    [](windows& w, support::call_counter& c) {
      const int axis = some_axis(w);
      check_assignment(results(w, axis), sum(w.near() + w.counted(c), axis), c);
    },
    [](windows& w, support::call_counter& c) {
      const int axis = some_axis(w);
      check_assignment(results(w, axis), max(w.repeated(2), axis) - mean(w.near(), axis), c);
    },
    [](windows& w, support::call_counter& c) {
      const int axis = some_axis(w);
      check_assignment(w.near(), w.near() - sum(w.counted(c), axis, keep_dims), c);
    },
    [](windows& w, support::call_counter& c) {
      const int axis = some_axis(w);
      tensor<double, 2> t(w.rows(), w.columns());
      check_assignment(t, (t - mean(t, axis, keep_dims)) / sqrt(sum(t * t, axis, keep_dims) + 1.0), c);
    },
    [](windows& w, support::call_counter& c) {
      double total = 0;
      matrix const a = w.near();
      check_recorded([&] { total = sum(a + w.counted(c)); }, c);
    },
    [](windows& w, support::call_counter& c) {
      const int axis = some_axis(w);
      tensor<index_t, 1> t(axis == 0 ? w.columns() : w.rows());
      c.others = 1; // the numbers of the elements
      check_assignment(t, argmin(w.near() + w.counted(c), axis), c);
    },
};

constexpr statement rearrangements[] = {
    [](windows& w, support::call_counter& c) { check_assignment(w.near(), sort(w.near(), some_axis(w)), c); },
    [](windows& w, support::call_counter& c) { check_assignment(w.near(), sort(w.counted(c), some_axis(w)), c); },
    [](windows& w, support::call_counter& c) {
      tensor<index_t, 2> t(w.rows(), w.columns());
      check_assignment(t, argsort(w.near() + w.counted(c), some_axis(w)), c);
    },
    [](windows& w, support::call_counter& c) { check_assignment(w.near(), partition(w.near(), 0, some_axis(w)), c); },
    [](windows& w, support::call_counter& c) {
      check_assignment(w.near(), cumsum(w.near() * w.counted(c), some_axis(w)), c);
    },
    [](windows& w, support::call_counter& c) {
      const int axis = some_axis(w);
      matrix const from = w.wide(1, w.rows() + (axis == 0 ? 2 : 0), w.columns() + (axis == 1 ? 2 : 0));
      check_assignment(w.near(), diff(from, 2, axis), c);
    },
    [](windows& w, support::call_counter& c) {
      const index_t half = w.columns() / 2;
      matrix const a = w.near(), b = w.near();
      check_assignment(w.near(), concatenate(1, a(all, range(0, half)), b(all, range(half, w.columns())) * 2.0), c);
    },
    [](windows& w, support::call_counter& c) { check_assignment(w.near(), roll(w.near(), 1, some_axis(w)), c); },
    [](windows& w, support::call_counter& c) {
      check_assignment(w.near(), take(w.near(), indices(w, w.columns()), 1), c);
    },
    [](windows& w, support::call_counter& c) {
      check_assignment(w.near(), take(w.near() + w.counted(c), indices(w, w.columns()), 1), c);
    },
    [](windows& w, support::call_counter& c) {
      check_assignment(w.near(), w.near() + reshape(w.near() - w.counted(c), shape(w.rows(), w.columns())), c);
    },
};

template <std::size_t N>
void check_statements(statement const (&list)[N], unsigned seeds, index_t most) {
  for (unsigned seed = 0; seed < seeds; ++seed)
    for (std::size_t k = 0; k < N; ++k)
      for (mode m : modes) {
        CAPTURE(seed);
        CAPTURE(k);
        CAPTURE(most);
        CAPTURE(int(m));
        support::call_counter counter;
        windows w(seed * 31 + 7, most);
        in_mode(m, [&] { list[k](w, counter); });
      }
}

} // namespace
