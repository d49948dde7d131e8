#include "linalg/lapack/determinant.hpp"
#include "linalg/lapack/forms.hpp"
#include "loop/limits.hpp"
#include "sparse/direct.hpp"

#include <algorithm>

// Factor objects of sparse matrices: the part that does not depend on the method.
namespace weft::detail {

namespace {

/// The factors of a matrix of 0 x 0.
template <class T>
class no_factors final : public numeric_factors<T> {
public:
  void solve(lapack_call const&, T*, index_t) const override {}
  std::vector<T> pivots() const override { return {}; }
  index_t entries() const override { return 0; }
};
template <class T>
class no_symbolic final : public symbolic_factors<T> {
public:
  using symbolic_factors<T>::symbolic_factors;
  std::shared_ptr<numeric_factors<T> const> factor(lapack_call const&, T const*) const override {
    return std::make_shared<no_factors<T>>();
  }
};

template <class T>
lapack_call call_of(char const* operation, sparse_method method) {
  if (method == sparse_method::lu)
    return {operation, "gstrf", 1, 0, static_cast<char>(kind_of<T>)};
  return {operation, "cholesky", 1, 0, 0};
}

template <class I>
bool is_structure(kept_structure const& s, compressed_structure<I> const& a, bool by_rows) {
  return s.by_rows == by_rows && s.n == a.lines && s.entries() == a.entries() &&
         std::equal(s.offsets.begin(), s.offsets.end(), a.offsets) &&
         std::equal(s.indices.begin(), s.indices.end(), a.indices);
}
template <class I>
kept_structure copy_of(char const* operation, compressed_structure<I> const& a, bool by_rows) {
  check_numbers<std::int32_t>(operation, a.lines);
  kept_structure s{a.lines, by_rows, {}, {}};
  s.offsets.assign(a.offsets, a.offsets + a.lines + 1);
  s.indices.resize(static_cast<std::size_t>(a.entries()));
  std::transform(a.indices, a.indices + a.entries(), s.indices.begin(), [](I i) { return std::int32_t(i); });
  return s;
}

/// Throws linalg_error if an element that the method reads is NaN or infinite.
template <class T>
void check_values(lapack_call const& call, kept_structure const& s, sparse_method method, T const* values) {
  using R = real_t<T>;
  index_t const components = is_complex<T> ? 2 : 1;
  if (are_finite_numbers(reinterpret_cast<R const*>(values), components * s.entries()))
    return;
  for (index_t k = 0; k < s.n; ++k)
    for (index_t e = s.first_of(k); e < s.end_of(k); ++e) {
      index_t const row = s.by_rows ? k : s.index(e), column = s.by_rows ? s.index(e) : k;
      if (!is_finite_number(values[e]) && (method == sparse_method::lu || row >= column))
        throw_not_finite(call, row, column, s.n);
    }
}

template <class T>
symbolic_ref<T> analyse(lapack_call const& call, sparse_method method, kept_structure&& s) {
  if (s.n == 0)
    return std::make_shared<no_symbolic<T>>(std::move(s));
  if (method == sparse_method::lu)
    return analyse_lu<T>(call, std::move(s));
  if constexpr (std::is_same_v<real_t<T>, double>)
    if (has_cholmod())
      return analyse_by_cholmod<T>(call, std::move(s));
  return analyse_cholesky<T>(std::move(s));
}

/// Solves for the columns of x, which are columns first ... of all `columns`. Each is copied to `room`, and back after
/// the solution. Throws linalg_error if a finite column has a solution that is not finite.
template <class T>
void solve_some(lapack_call const& call, numeric_factors<T> const& factors, matrix_operand<T> const& x, index_t first,
                index_t columns, T* room) {
  index_t const n = x.shape.rows, count = x.shape.cols;
  bool finite[limits::solved_columns] = {};
  for (index_t j = 0; j < count; ++j) {
    finite[j] = find_not_finite(submatrix(x, 0, j, n, 1)).row < 0;
    for (index_t i = 0; i < n; ++i)
      room[j * n + i] = x.data[i * x.shape.row_stride + j * x.shape.col_stride];
  }
  factors.solve(call, room, count);
  for (index_t j = 0; j < count; ++j) {
    matrix_place const bad = find_not_finite(matrix_operand<T>{room + j * n, {n, 1, 1, n}});
    if (finite[j] && bad.row >= 0)
      throw_linalg(call, solution_overflows, bad.row * columns + first + j);
  }
  for (index_t j = 0; j < count; ++j)
    for (index_t i = 0; i < n; ++i)
      x.data[i * x.shape.row_stride + j * x.shape.col_stride] = room[j * n + i];
}

} // namespace

template <class T>
struct sparse_factors<T>::state {
  symbolic_ref<T> symbolic;
  std::shared_ptr<numeric_factors<T> const> numeric; ///< null: factoring has failed
};

template <class T>
sparse_factors<T>::sparse_factors(char const* operation, sparse_method method)
    : operation_(operation), method_(method) {}
template <class T>
sparse_factors<T>::sparse_factors(sparse_factors const& other)
    : operation_(other.operation_), method_(other.method_),
      state_(other.state_ == nullptr ? nullptr : new state(*other.state_)) {}
template <class T>
sparse_factors<T>::sparse_factors(sparse_factors&& other) noexcept
    : operation_(other.operation_), method_(other.method_), state_(std::exchange(other.state_, nullptr)) {}
template <class T>
sparse_factors<T>& sparse_factors<T>::operator=(sparse_factors other) noexcept {
  std::swap(operation_, other.operation_);
  std::swap(method_, other.method_);
  std::swap(state_, other.state_);
  return *this;
}
template <class T>
sparse_factors<T>::~sparse_factors() {
  delete state_;
}

template <class T>
template <class I>
void sparse_factors<T>::factor_any(compressed_matrix<T, I> const& a, bool by_rows) {
  lapack_call const call = call_of<T>(operation_, method_);
  if (state_ == nullptr)
    state_ = new state;
  state_->numeric.reset();
  if (state_->symbolic == nullptr || !is_structure(state_->symbolic->structure(), a, by_rows)) {
    state_->symbolic.reset();
    kept_structure s = copy_of(operation_, a, by_rows);
    if (method_ == sparse_method::lu && !has_superlu())
      throw_error(operation_, "this build of weft has no SuperLU: configure it with -DWEFT_WITH_SUPERLU=ON "
                              "(libsuperlu-dev); linalg::cholesky_factor needs none");
    state_->symbolic = analyse<T>(call, method_, std::move(s));
  }
  check_values(call, state_->symbolic->structure(), method_, a.values);
  state_->numeric = state_->symbolic->factor(call, a.values);
}
template <class T>
void sparse_factors<T>::factor(compressed_matrix<T, std::int32_t> const& a, bool by_rows) {
  factor_any(a, by_rows);
}
template <class T>
void sparse_factors<T>::factor(compressed_matrix<T, std::int64_t> const& a, bool by_rows) {
  factor_any(a, by_rows);
}

template <class T>
typename sparse_factors<T>::state const& sparse_factors<T>::factored() const {
  if (state_ == nullptr || state_->numeric == nullptr)
    throw linalg_error(std::string("weft: ") + operation_ +
                       ": there are no factors: they were moved away, or refactor has failed");
  return *state_;
}

template <class T>
void sparse_factors<T>::solve(strided_matrices const& x) const {
  numeric_factors<T> const& factors = *factored().numeric;
  if (x.size() == 0)
    return;
  lapack_call call = call_of<T>(operation_, method_);
  call.count = x.count();
  index_t const n = x.matrix.rows, columns = x.matrix.cols, some = std::min(columns, limits::solved_columns);
  lapack_memory<T> const room(n * some);
  for_each_matrix(x, [&](index_t which, index_t offset) {
    call.number = which;
    matrix_operand<T> const one = one_of<T>(x, offset);
    for (index_t j = 0; j < columns; j += some)
      solve_some(call, factors, submatrix(one, 0, j, n, std::min(some, columns - j)), j, columns, room.data());
  });
}

template <class T>
void sparse_factors<T>::determinant(T* value, real_t<T>* logarithm) const {
  std::vector<T> const pivots = factored().numeric->pivots();
  store_determinant<T>([&](auto const& f) { std::for_each(pivots.begin(), pivots.end(), f); }, value, logarithm, 0);
}

template <class T>
index_t sparse_factors<T>::entries() const {
  return factored().numeric->entries();
}

template class sparse_factors<float>;
template class sparse_factors<double>;
template class sparse_factors<std::complex<float>>;
template class sparse_factors<std::complex<double>>;

} // namespace weft::detail
