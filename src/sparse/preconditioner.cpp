#include "linalg/lapack/call.hpp"

#include <weft/base/check.hpp>
#include <weft/linalg/gemm_tile.hpp>
#include <weft/sparse/preconditioner.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace weft::detail {

namespace {

[[noreturn]] void throw_row(char const* routine, char const* before, index_t row, char const* behind) {
  throw linalg_error(std::string("weft: linalg::") + routine + ": " + before + std::to_string(row) + behind + " (" +
                         routine + ")",
                     routine, row, 0);
}
[[noreturn]] void throw_pivot(char const* routine, index_t row, char const* behind) {
  throw_row(routine, "the pivot of row ", row, behind);
}

template <class T>
T reciprocal(char const* routine, index_t row, T const& pivot) {
  if (pivot == T(0))
    throw_pivot(routine, row, " is 0");
  if (!is_finite_number(pivot))
    throw_pivot(routine, row, " is NaN or infinite");
  T const inverse = T(1) / pivot;
  if (!is_finite_number(inverse))
    throw_pivot(routine, row, " is so small that its reciprocal leaves the range");
  return inverse;
}

template <class T>
T product(T const& x, T const& y) {
  return static_cast<T>(multiply(x, y));
}
/// Returns `right` minus the products of the entries of a row and their elements of z. `near` is the entry next to the
/// diagonal, `far` the entry at the other end. Often the index of `near` is `neighbour`, whose element `found` was
/// computed just before. Taken from a register, it is there in half the time that it takes through memory, and a row
/// waits for it.
template <int Step, class T, class I>
T without_row(compressed_matrix<T, I> const& a, T right, I far, I near, T const* z, index_t neighbour, T found) {
  for (I e = far; e != near; e = static_cast<I>(e + Step))
    right -= product(a.values[e], z[a.indices[e]]);
  if (index_t(a.indices[near]) == neighbour)
    return right - product(a.values[near], found);
  return right - product(a.values[near], z[a.indices[near]]);
}

} // namespace

template <class T, class I>
void preconditioner_kernels<T, I>::count(char const* routine, compressed_structure<I> const& a, I* lower, I* upper) {
  I below = 0, above = 0;
  lower[0] = 0;
  if (upper != nullptr)
    upper[0] = 0;
  for (index_t i = 0; i < a.lines; ++i) {
    I const last = a.offsets[i + 1];
    I e = a.offsets[i];
    for (; e < last && index_t(a.indices[e]) < i; ++e)
      ++below;
    if (e == last || index_t(a.indices[e]) != i)
      throw_row(routine, "row ", i, " has no entry on the diagonal");
    above = static_cast<I>(above + (last - e - 1));
    lower[i + 1] = below;
    if (upper != nullptr)
      upper[i + 1] = above;
  }
}

template <class T, class I>
void preconditioner_kernels<T, I>::split(matrix const& a, compressed_target<T, I> const& below, T* diagonal,
                                         compressed_target<T, I> const& above) {
  auto const copy = [&](I first, I last, compressed_target<T, I> const& to, index_t row) {
    std::copy(a.indices + first, a.indices + last, to.indices + to.offsets[row]);
    std::copy(a.values + first, a.values + last, to.values + to.offsets[row]);
  };
  for (index_t i = 0; i < a.lines; ++i) {
    I const first = a.offsets[i];
    I const middle = static_cast<I>(first + (below.offsets[i + 1] - below.offsets[i]));
    copy(first, middle, below, i);
    diagonal[i] = a.values[middle];
    if (above.offsets != nullptr)
      copy(static_cast<I>(middle + 1), a.offsets[i + 1], above, i);
  }
}

template <class T, class I>
void preconditioner_kernels<T, I>::invert(char const* routine, index_t n, T* diagonal) {
  for (index_t i = 0; i < n; ++i) {
    if (diagonal[i] == T(0))
      throw_row(routine, "the element of the diagonal in row ", i, " is 0, or is not stored");
    diagonal[i] = reciprocal(routine, i, diagonal[i]);
  }
}

template <class T, class I>
void preconditioner_kernels<T, I>::over_relax(double omega, triangles const& in_place) {
  auto const& [below, above, lower, diagonal, upper] = in_place;
  auto const factor = static_cast<real_t<T>>(omega);
  invert("ssor", below.lines, diagonal);
  for (index_t e = 0; e < below.entries(); ++e)
    lower[e] = product(lower[e], factor * diagonal[below.indices[e]]);
  for (index_t i = 0; i < above.lines; ++i) {
    for (I e = above.offsets[i]; e < above.offsets[i + 1]; ++e)
      upper[e] = product(upper[e], factor * diagonal[i]);
    diagonal[i] *= static_cast<real_t<T>>(omega * (2 - omega));
  }
}

/// Eliminates row i with the rows above it, one after the other. Meanwhile place[j] points to the element of row i in
/// column j; it is null if there is no entry.
template <class T, class I>
void preconditioner_kernels<T, I>::eliminate(triangles const& in_place) {
  auto const &below = in_place.below, &above = in_place.above;
  T *const lower = in_place.lower, *const diagonal = in_place.diagonal, *const upper = in_place.upper;
  index_t const n = below.lines;
  std::vector<T*> place(static_cast<std::size_t>(n), nullptr);
  auto const at = [&](auto column) -> T*& { return place[static_cast<std::size_t>(column)]; };
  auto const each_place = [&](index_t i, auto const& f) {
    for (I e = below.offsets[i]; e < below.offsets[i + 1]; ++e)
      at(below.indices[e]) = f(lower + e);
    at(i) = f(diagonal + i);
    for (I e = above.offsets[i]; e < above.offsets[i + 1]; ++e)
      at(above.indices[e]) = f(upper + e);
  };
  for (index_t i = 0; i < n; ++i) {
    each_place(i, [](T* element) { return element; });
    for (I e = below.offsets[i]; e < below.offsets[i + 1]; ++e) {
      I const k = below.indices[e];
      T const unscaled = lower[e]; // row k is divided by its pivot already
      for (I f = above.offsets[k]; f < above.offsets[k + 1]; ++f)
        if (T* const to = at(above.indices[f]))
          *to -= product(unscaled, upper[f]);
      lower[e] = product(unscaled, diagonal[k]);
    }
    each_place(i, [](T*) -> T* { return nullptr; });
    diagonal[i] = reciprocal("ilu0", i, diagonal[i]);
    for (I e = above.offsets[i]; e < above.offsets[i + 1]; ++e)
      upper[e] = product(upper[e], diagonal[i]);
  }
}

/// Finds row i of L D from left to right. Meanwhile row[j] is its element in column j, or 0 if there is no entry.
template <class T, class I>
void preconditioner_kernels<T, I>::root_free_cholesky(triangles const& in_place) {
  auto const& below = in_place.below;
  T *const lower = in_place.lower, *const diagonal = in_place.diagonal;
  std::vector<T> row(static_cast<std::size_t>(below.lines), T(0));
  auto const at = [&](I column) -> T& { return row[static_cast<std::size_t>(column)]; };
  for (index_t i = 0; i < below.lines; ++i) {
    I const first = below.offsets[i], last = below.offsets[i + 1];
    for (I e = first; e < last; ++e)
      at(below.indices[e]) = lower[e];
    real_t<T> pivot = std::real(diagonal[i]);
    for (I e = first; e < last; ++e) {
      I const k = below.indices[e];
      T sum = at(k);
      for (I f = below.offsets[k]; f < below.offsets[k + 1]; ++f)
        sum -= product(at(below.indices[f]), conjugate_if(true, lower[f]));
      at(k) = sum;
      lower[e] = product(sum, diagonal[k]);
      pivot -= std::real(product(sum, conjugate_if(true, lower[e])));
    }
    for (I e = first; e < last; ++e)
      at(below.indices[e]) = T(0);
    if (pivot < 0)
      throw_pivot("ic0", i, " is not positive");
    diagonal[i] = T(reciprocal("ic0", i, pivot));
  }
}

template <class T, class I>
void preconditioner_kernels<T, I>::solve(matrix const& lower, T const* inverse, matrix const& upper, T const* r, T* z) {
  T found{};
  for (index_t i = 0; i < lower.lines; ++i) {
    I const first = lower.offsets[i], last = lower.offsets[i + 1];
    found = first == last ? r[i] : without_row<1>(lower, r[i], first, static_cast<I>(last - 1), z, i - 1, found);
    z[i] = found;
  }
  for (index_t i = upper.lines - 1; i >= 0; --i) {
    I const first = upper.offsets[i], last = upper.offsets[i + 1];
    T const right = product(inverse[i], z[i]);
    found = first == last ? right : without_row<-1>(upper, right, static_cast<I>(last - 1), first, z, i + 1, found);
    z[i] = found;
  }
}

void check_relaxation(double omega) {
  if (!(omega > 0 && omega < 2))
    throw_error("linalg::ssor", "omega is more than 0 and less than 2");
}

#define WEFT_KERNELS(T)                                                                                                \
  template struct preconditioner_kernels<T, std::int32_t>;                                                             \
  template struct preconditioner_kernels<T, std::int64_t>;
WEFT_KERNELS(float)
WEFT_KERNELS(double)
WEFT_KERNELS(std::complex<float>)
WEFT_KERNELS(std::complex<double>)

} // namespace weft::detail
