#include "sparse/direct.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

// Computes L with L L^H = P A P^T row by row: row k of L solves L(0:k, 0:k) y = A(0:k, k), and has entries in the
// columns on the paths in the elimination tree from the entries of row k of A to k (Davis, Direct methods for sparse
// linear systems, SIAM
// 2006, chapter 4; Liu, The role of elimination trees in sparse factorization, SIAM J. Matrix Anal. Appl. 11, 1990).
namespace weft::detail {

namespace {

/// The lower triangle of P A P^T by rows, with the entries of a row in any order.
template <class T>
struct lower_rows {
  std::vector<index_t> offsets;
  std::vector<number> columns;
  std::vector<T> values;
};

/// Calls f(row, column, entry, conj) for each entry of the lower triangle of A, where row and column count in the lower
/// triangle of P A P^T. conj: P moved the entry to the upper triangle, so the element across the diagonal, its
/// conjugate, is meant.
template <class F>
void each_lower(kept_structure const& s, std::vector<number> const& inverse, F const& f) {
  for (index_t k = 0; k < s.n; ++k)
    for (index_t e = s.first_of(k); e < s.end_of(k); ++e) {
      index_t const i = s.by_rows ? k : s.index(e), j = s.by_rows ? s.index(e) : k;
      if (i < j)
        continue;
      number const p = inverse[at(i)], q = inverse[at(j)];
      f(std::max(p, q), std::min(p, q), e, p < q);
    }
}

/// Returns the lower triangle of P A P^T; without values if `values` is null.
template <class T>
lower_rows<T> permuted(kept_structure const& s, std::vector<number> const& inverse, T const* values) {
  lower_rows<T> to;
  to.offsets.resize(at(s.n) + 2);
  each_lower(s, inverse, [&](number i, number, index_t, bool) { ++to.offsets[at(i) + 2]; });
  for (index_t k = 2; k < s.n + 2; ++k)
    to.offsets[at(k)] += to.offsets[at(k) - 1];
  to.columns.resize(at(to.offsets.back()));
  to.values.resize(values == nullptr ? 0 : to.columns.size());
  each_lower(s, inverse, [&](number i, number j, index_t e, bool conj) {
    std::size_t const place = at(to.offsets[at(i) + 1]++);
    to.columns[place] = j;
    if (values != nullptr)
      to.values[place] = conjugate_if(conj, values[e]);
  });
  to.offsets.pop_back();
  return to;
}

/// Returns the parent of each column in the elimination tree, -1 for a root. The parent is the row of the first entry
/// below the diagonal in this column of L.
template <class T>
std::vector<number> elimination_tree(index_t n, lower_rows<T> const& a) {
  std::vector<number> parent(at(n), -1), ancestor(at(n), -1);
  for (index_t k = 0; k < n; ++k)
    for (index_t e = a.offsets[at(k)]; e < a.offsets[at(k) + 1]; ++e)
      for (number i = a.columns[at(e)]; i != -1 && i < k;) {
        number const next = std::exchange(ancestor[at(i)], static_cast<number>(k));
        if (next == -1)
          parent[at(i)] = static_cast<number>(k);
        i = next;
      }
  return parent;
}

/// Returns the nodes of a forest, each after its children. So columns that are eliminated together lie together.
std::vector<number> postorder(std::vector<number> const& parent) {
  index_t const n = static_cast<index_t>(parent.size());
  std::vector<number> child(parent.size(), -1), sibling(parent.size(), -1), order;
  for (index_t k = n; k-- > 0;)
    if (parent[at(k)] >= 0)
      sibling[at(k)] = std::exchange(child[at(parent[at(k)])], static_cast<number>(k));
  order.reserve(parent.size());
  for (index_t root = 0; root < n; ++root) {
    if (parent[at(root)] >= 0)
      continue;
    for (number i = static_cast<number>(root); i >= 0;) {
      while (child[at(i)] >= 0)
        i = std::exchange(child[at(i)], -1);
      while (i >= 0 && sibling[at(i)] < 0) {
        order.push_back(i);
        i = parent[at(i)];
      }
      if (i >= 0) {
        order.push_back(i);
        i = sibling[at(i)];
      }
    }
  }
  return order;
}

/// Finds the columns in which a row of L has entries, for one row after the other.
class row_patterns {
public:
  explicit row_patterns(std::vector<number> const& parent)
      : parent_(parent), met_(parent.size(), -1), stack_(parent.size()) {}

  /// Finds the columns of the entries of row k of L, each after the columns that it depends on. Returns the place of
  /// the first one; the others follow up to end(). A row of A leads to them by paths in the tree, which end where an
  /// earlier path has passed.
  template <class T>
  std::size_t find(lower_rows<T> const& a, index_t k) {
    std::size_t top = stack_.size();
    met_[at(k)] = static_cast<number>(k);
    for (index_t e = a.offsets[at(k)]; e < a.offsets[at(k) + 1]; ++e) {
      std::size_t length = 0;
      for (number i = a.columns[at(e)]; met_[at(i)] != k; i = parent_[at(i)]) {
        met_[at(i)] = static_cast<number>(k);
        stack_[length++] = i;
      }
      while (length > 0)
        stack_[--top] = stack_[--length];
    }
    return top;
  }
  number operator[](std::size_t place) const { return stack_[place]; }
  std::size_t end() const { return stack_.size(); }

private:
  std::vector<number> const& parent_;
  std::vector<number> met_; ///< for each column, the last row k for which find() came to it; -1: none
  std::vector<number> stack_;
};

/// The order of elimination, its inverse, the elimination tree, and the length of each column of L.
struct cholesky_plan {
  std::vector<number> order, inverse, parent;
  std::vector<index_t> offsets; ///< where the columns of L begin, without their diagonal elements
};

/// The factor L by columns; the diagonal, which is real, is stored by itself.
template <class T>
class cholesky_factors final : public numeric_factors<T> {
  using R = real_t<T>;

public:
  cholesky_factors(std::shared_ptr<cholesky_plan const> plan, lapack_call const& call, lower_rows<T> const& a)
      : plan_(std::move(plan)), diagonal_(plan_->order.size()), rows_(at(plan_->offsets.back())),
        values_(at(plan_->offsets.back())) {
    std::vector<index_t> end(plan_->offsets.begin(), plan_->offsets.end() - 1);
    std::vector<T> y(diagonal_.size());
    row_patterns patterns(plan_->parent);
    for (index_t k = 0; k < static_cast<index_t>(diagonal_.size()); ++k) {
      R const d = add_row(a, k, patterns.find(a, k), patterns, y, end);
      if (!(d > 0))
        throw_not_definite(call, plan_->order[at(k)]);
      diagonal_[at(k)] = std::sqrt(d);
    }
  }

  void solve(lapack_call const&, T* x, index_t columns) const override {
    index_t const n = static_cast<index_t>(diagonal_.size());
    constexpr index_t most = 4;
    std::vector<T> y(at(n * std::min(columns, most)));
    index_t j = 0;
    for (; columns - j >= most; j += most)
      solve_columns<most>(x + j * n, y.data());
    for (; j < columns; ++j)
      solve_columns<1>(x + j * n, y.data());
  }
  std::vector<T> pivots() const override {
    std::vector<T> all(diagonal_.begin(), diagonal_.end());
    all.insert(all.end(), diagonal_.begin(), diagonal_.end());
    return all;
  }
  index_t entries() const override { return static_cast<index_t>(rows_.size() + diagonal_.size()); }

private:
  /// Computes row k of L and appends its entries to their columns. Returns the square of its diagonal element. y is all
  /// 0 before and afterwards.
  R add_row(lower_rows<T> const& a, index_t k, std::size_t first, row_patterns const& pattern, std::vector<T>& y,
            std::vector<index_t>& end) {
    R d = 0;
    for (index_t e = a.offsets[at(k)]; e < a.offsets[at(k) + 1]; ++e) {
      number const i = a.columns[at(e)];
      if (i == k)
        d = std::real(a.values[at(e)]);
      else
        y[at(i)] = conjugate_if(true, a.values[at(e)]);
    }
    for (std::size_t place = first; place < pattern.end();) {
      index_t const alike = columns_alike(pattern, place);
      if (alike >= 8)
        place += add_columns<8>(pattern[place], k, d, y, end);
      else if (alike >= 4)
        place += add_columns<4>(pattern[place], k, d, y, end);
      else if (alike >= 2)
        place += add_columns<2>(pattern[place], k, d, y, end);
      else
        place += add_columns<1>(pattern[place], k, d, y, end);
    }
    return d;
  }
  /// Returns how many columns of the pattern from `place` on, at most 8, lie side by side and end in the same rows:
  /// each is the parent of the one before, and one entry shorter.
  index_t columns_alike(row_patterns const& pattern, std::size_t place) const {
    index_t count = 1;
    for (; count < 8 && place + at(count) < pattern.end(); ++count) {
      number const i = pattern[place + at(count) - 1];
      if (plan_->parent[at(i)] != i + 1 || pattern[place + at(count)] != i + 1 || length_of(i) != length_of(i + 1) + 1)
        break;
    }
    return count;
  }
  index_t length_of(number i) const { return plan_->offsets[at(i) + 1] - plan_->offsets[at(i)]; }

  /// Computes N elements of row k, in columns that are alike, so that the row numbers of the last column hold for all.
  /// Returns N.
  template <index_t N>
  std::size_t add_columns(number i, index_t k, R& d, std::vector<T>& y, std::vector<index_t>& end) {
    T factor[N];
    T const* column[N]; // where the entries in the rows of the last column begin
    for (index_t c = 0; c < N; ++c) {
      column[c] = values_.data() + plan_->offsets[at(i + c)] + (N - 1 - c);
      T sum = std::exchange(y[at(i + c)], T(0));
      for (index_t b = 0; b < c; ++b)
        sum -= multiply(column[b][c - N], factor[b]);
      factor[c] = sum / diagonal_[at(i + c)];
      d -= std::norm(factor[c]);
    }
    number const* const rows = rows_.data() + plan_->offsets[at(i + N - 1)];
    index_t const count = end[at(i + N - 1)] - plan_->offsets[at(i + N - 1)];
    for (index_t e = 0; e < count; ++e) {
      T sum = multiply(column[0][e], factor[0]);
      for (index_t c = 1; c < N; ++c)
        sum += multiply(column[c][e], factor[c]);
      y[at(rows[e])] -= sum;
    }
    for (index_t c = 0; c < N; ++c) {
      std::size_t const last = at(end[at(i + c)]++);
      rows_[last] = static_cast<number>(k);
      values_[last] = conjugate_if(true, factor[c]);
    }
    return at(N);
  }

  /// Solves L L^H y = P x and sets x = P^T y, for N columns. y has the N elements of a row side by side.
  template <index_t N>
  void solve_columns(T* x, T* y) const {
    index_t const n = static_cast<index_t>(diagonal_.size());
    for (index_t k = 0; k < n; ++k)
      for (index_t c = 0; c < N; ++c)
        y[k * N + c] = x[c * n + plan_->order[at(k)]];
    for (index_t k = 0; k < n; ++k) {
      T factor[N];
      for (index_t c = 0; c < N; ++c)
        factor[c] = y[k * N + c] /= diagonal_[at(k)];
      for (index_t e = plan_->offsets[at(k)]; e < plan_->offsets[at(k) + 1]; ++e)
        for (index_t c = 0; c < N; ++c)
          y[rows_[at(e)] * N + c] -= multiply(values_[at(e)], factor[c]);
    }
    for (index_t k = n; k-- > 0;) {
      T sum[N];
      std::copy_n(y + k * N, N, sum);
      for (index_t e = plan_->offsets[at(k)]; e < plan_->offsets[at(k) + 1]; ++e)
        for (index_t c = 0; c < N; ++c)
          sum[c] -= multiply(conjugate_if(true, values_[at(e)]), y[rows_[at(e)] * N + c]);
      for (index_t c = 0; c < N; ++c)
        x[c * n + plan_->order[at(k)]] = y[k * N + c] = sum[c] / diagonal_[at(k)];
    }
  }

  std::shared_ptr<cholesky_plan const> plan_;
  std::vector<R> diagonal_;
  std::vector<number> rows_;
  std::vector<T> values_;
};

void invert(std::vector<number> const& order, std::vector<number>& inverse) {
  for (std::size_t k = 0; k < order.size(); ++k)
    inverse[at(order[k])] = static_cast<number>(k);
}

template <class T>
class cholesky_symbolic final : public symbolic_factors<T> {
public:
  explicit cholesky_symbolic(kept_structure&& s) : symbolic_factors<T>(std::move(s)) {
    kept_structure const& structure = this->structure();
    index_t const n = structure.n;
    auto plan = std::make_shared<cholesky_plan>();
    std::vector<number> order(at(n));
    std::iota(order.begin(), order.end(), number(0));
    plan->inverse = order;
    lower_rows<T> const in_order = permuted<T>(structure, plan->inverse, nullptr);
    order = elimination_order(n, in_order.offsets, in_order.columns);
    invert(order, plan->inverse);
    plan->parent = elimination_tree(n, permuted<T>(structure, plan->inverse, nullptr));
    for (number const k : postorder(plan->parent))
      plan->order.push_back(order[at(k)]);
    invert(plan->order, plan->inverse);
    lower_rows<T> const a = permuted<T>(structure, plan->inverse, nullptr);
    plan->parent = elimination_tree(n, a);
    plan->offsets.resize(at(n) + 1);
    row_patterns patterns(plan->parent);
    for (index_t k = 0; k < n; ++k)
      for (std::size_t place = patterns.find(a, k); place < patterns.end(); ++place)
        ++plan->offsets[at(patterns[place]) + 1];
    for (index_t k = 0; k < n; ++k)
      plan->offsets[at(k) + 1] += plan->offsets[at(k)];
    plan_ = std::move(plan);
  }
  std::shared_ptr<numeric_factors<T> const> factor(lapack_call const& call, T const* values) const override {
    return std::make_shared<cholesky_factors<T>>(plan_, call, permuted(this->structure(), plan_->inverse, values));
  }

private:
  std::shared_ptr<cholesky_plan const> plan_;
};

} // namespace

template <class T>
symbolic_ref<T> analyse_cholesky(kept_structure&& s) {
  return std::make_shared<cholesky_symbolic<T>>(std::move(s));
}
template symbolic_ref<float> analyse_cholesky(kept_structure&&);
template symbolic_ref<double> analyse_cholesky(kept_structure&&);
template symbolic_ref<std::complex<float>> analyse_cholesky(kept_structure&&);
template symbolic_ref<std::complex<double>> analyse_cholesky(kept_structure&&);

} // namespace weft::detail
