#pragma once
#include "linalg/iterative/history.hpp"

#include <cstdint>
#include <functional>
#include <utility>

// Private to src: orthonormal vectors, and the small dense problems in their space.
namespace weft::detail {
namespace {

/// Makes random numbers from -1 to 1. A seed gives the same numbers everywhere (Steele, Lea and Flood, Fast splittable
/// pseudorandom number generators, OOPSLA 2014).
class random_numbers {
public:
  explicit random_numbers(std::uint64_t seed) : state_(seed) {}
  template <class R>
  void fill(R* x, index_t n) {
    fill(x, 0, n, n);
  }
  /// Makes the numbers first ... first + n - 1 of the next `whole` ones, of which other processes make the rest.
  template <class R>
  void fill(R* x, index_t first, index_t n, index_t whole) {
    std::uint64_t const begin = state_ + step * static_cast<std::uint64_t>(first);
    state_ += step * static_cast<std::uint64_t>(whole);
    for (index_t k = 0; k < n; ++k) {
      std::uint64_t z = begin + step * static_cast<std::uint64_t>(k + 1);
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      z ^= z >> 31;
      x[k] = static_cast<R>(static_cast<double>(z >> 11) * 0x1p-52 - 1.0);
    }
  }

private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  std::uint64_t state_;
};

/// Orthonormal vectors, which lie one after the other.
template <class T>
class orthonormal_basis {
  using R = real_t<T>;

public:
  orthonormal_basis(vectors<T> const& space, T* memory) : space_(space), memory_(memory) {}
  T* operator[](index_t k) const { return memory_ + k * space_.size(); }

  /// Makes vector k orthogonal to the vectors before it, in two passes, and of length 1. Adds its products with these
  /// vectors to `coefficients`, and returns the length that it had after the passes. If the vector depends on the
  /// vectors before it, makes it a random direction and returns 0.
  R add(index_t k, T* coefficients, random_numbers& random) const {
    T* const w = (*this)[k];
    R const before = space_.norm(w);
    for (int pass = 0; pass < 2; ++pass)
      subtract_projections(k, w, coefficients);
    R const left = space_.norm(w);
    constexpr R epsilon = std::numeric_limits<R>::epsilon();
    if (!(before <= std::numeric_limits<R>::max())) // NaN or infinite: the caller sees it in the coefficients
      return before;
    if (left > 10 * epsilon * before) {
      space_.scale(1 / left, w, w);
      return left;
    }
    fill(k, random);
    return 0;
  }
  /// Makes vector k a random unit vector orthogonal to the vectors before it, or 0 if these span the space.
  void fill(index_t k, random_numbers& random) const {
    T* const w = (*this)[k];
    if (k >= space_.whole()) {
      space_.clear(w);
      return;
    }
    constexpr index_t components = vectors<T>::components;
    random.fill(reinterpret_cast<R*>(w), components * space_.first(), components * space_.size(),
                components * space_.whole());
    for (int pass = 0; pass < 3; ++pass) {
      space_.scale(1 / space_.norm(w), w, w);
      subtract_projections(k, w, nullptr);
    }
    space_.scale(1 / space_.norm(w), w, w);
  }
  /// Replaces each vector i < to by the sum of the vectors j < from times s(j, i), in place. It handles `rows` elements
  /// of all vectors at a time, which it copies to `room` for from * rows elements.
  template <class S>
  void recombine(index_t from, index_t to, S const* s, T* room) const {
    for (index_t first = 0; first < space_.size(); first += rows) {
      index_t const count = std::min(rows, space_.size() - first);
      for (index_t j = 0; j < from; ++j)
        std::copy_n((*this)[j] + first, count, room + j * rows);
      for (index_t i = 0; i < to; ++i) {
        T* const out = (*this)[i] + first;
        std::fill_n(out, count, T());
        for (index_t j = 0; j < from; ++j) {
          S const factor = s[j * from + i];
          T const* const in = room + j * rows;
          for (index_t k = 0; k < count; ++k)
            out[k] += factor * in[k];
        }
      }
    }
  }
  static constexpr index_t rows = 64;

private:
  void subtract_projections(index_t k, T* w, T* coefficients) const {
    for (index_t i = 0; i < k; ++i) {
      T const c = space_.dot((*this)[i], w);
      space_.add(-c, (*this)[i], w);
      if (coefficients != nullptr)
        coefficients[i] += c;
    }
  }
  vectors<T> space_;
  T* memory_;
};

/// Sorts m values by falling keys, and with them the columns of m x m matrices, which lie row by row.
template <class Key, class R, class... T>
void order_columns(index_t m, Key const& key, R* values, T*... matrices) {
  for (index_t i = 0; i < m; ++i) {
    index_t most = i;
    for (index_t j = i + 1; j < m; ++j)
      most = key(values[j]) > key(values[most]) ? j : most;
    if (most == i)
      continue;
    std::swap(values[i], values[most]);
    for (index_t r = 0; r < m; ++r)
      (std::swap(matrices[r * m + i], matrices[r * m + most]), ...);
  }
}

/// Returns the tangent of the rotation that makes the off-diagonal element of a symmetric 2 x 2 matrix 0.
template <class R>
R tangent_of_rotation(R app, R apq, R aqq) {
  R const theta = (aqq - app) / (2 * apq);
  return (theta >= 0 ? R(1) : R(-1)) / (std::abs(theta) + std::hypot(theta, R(1)));
}

/// Rotates two vectors of m elements, which are `step` apart: x, y = c x - s turn y, s x + c turn y.
template <class T>
void rotate_pair(index_t m, index_t step, T* x, T* y, real_t<T> c, real_t<T> s, T turn = T(1)) {
  for (index_t i = 0; i < m * step; i += step) {
    T const f = x[i], g = turn * y[i];
    x[i] = c * f - s * g;
    y[i] = s * f + c * g;
  }
}
template <class T>
void set_identity(index_t m, T* v) {
  std::fill_n(v, m * m, T(0));
  for (index_t i = 0; i < m; ++i)
    v[i * (m + 1)] = T(1);
}
/// Returns the sum of the squared moduli in a column of an m x m matrix, which lies row by row.
template <class T>
real_t<T> square_of_column(index_t m, T const* g, index_t column) {
  real_t<T> sum = 0;
  for (index_t i = 0; i < m; ++i)
    sum += std::norm(g[i * m + column]);
  return sum;
}

/// Finds the eigenvalues of a symmetric m x m matrix a, descending, and its eigenvectors, the columns of v. Both
/// matrices lie row by row, and a is overwritten. Cyclic rotations (Jacobi 1846; Golub and Van Loan, Matrix
/// Computations, 8.5) run until each element is small beside the diagonal elements of its row and column. So small
/// eigenvalues beside large ones are found too.
template <class R>
void jacobi_eigen(index_t m, R* a, R* values, R* v) {
  set_identity(m, v);
  for (int sweep = 0; sweep < 30; ++sweep) {
    bool diagonal = true;
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < i; ++j)
        diagonal = diagonal && !(std::abs(a[i * m + j]) > std::numeric_limits<R>::epsilon() / 4 *
                                                              (std::abs(a[i * m + i]) + std::abs(a[j * m + j])));
    if (diagonal)
      break;
    for (index_t p = 0; p < m; ++p)
      for (index_t q = p + 1; q < m; ++q) {
        R const apq = a[p * m + q];
        if (apq == 0)
          continue;
        R const t = tangent_of_rotation(a[p * m + p], apq, a[q * m + q]), c = 1 / std::sqrt(t * t + 1), s = t * c;
        rotate_pair(m, 1, a + p * m, a + q * m, c, s);
        rotate_pair(m, m, a + p, a + q, c, s);
        rotate_pair(m, m, v + p, v + q, c, s);
        a[p * m + q] = a[q * m + p] = 0;
      }
  }
  for (index_t i = 0; i < m; ++i)
    values[i] = a[i * m + i];
  order_columns(m, std::identity(), values, v);
}

/// Replaces the columns from `first` on of an m x m matrix, which lies row by row, by unit vectors that are orthogonal
/// to each other and to the columns before. These must be orthonormal.
template <class T>
void complete_columns(index_t m, T* g, index_t first) {
  using R = real_t<T>;
  for (index_t j = first; j < m; ++j) {
    auto const squares = [&](index_t row) { // square of unit vector `row`, projected on the columns before
      R sum = 0;
      for (index_t c = 0; c < j; ++c)
        sum += std::norm(g[row * m + c]);
      return sum;
    };
    index_t unit = 0;
    for (index_t i = 1; i < m; ++i)
      unit = squares(i) < squares(unit) ? i : unit;
    for (index_t i = 0; i < m; ++i)
      g[i * m + j] = T(i == unit ? R(1) : R(0));
    for (int pass = 0; pass < 2; ++pass)
      for (index_t c = 0; c < j; ++c) {
        T along(0);
        for (index_t i = 0; i < m; ++i)
          along += conjugate_if(true, g[i * m + c]) * g[i * m + j];
        for (index_t i = 0; i < m; ++i)
          g[i * m + j] -= along * g[i * m + c];
      }
    R const size = std::sqrt(square_of_column(m, g, j));
    for (index_t i = 0; i < m; ++i)
      g[i * m + j] /= size;
  }
}

/// Divides an m x m matrix by a power of two, so that its largest element is near 1. Returns the power; 1 if the matrix
/// is 0 or has an infinity.
template <class T>
real_t<T> scale_to_one(index_t m, T* g) {
  using R = real_t<T>;
  R most = 0;
  for (index_t i = 0; i < m * m; ++i)
    most = std::max(most, std::abs(g[i]));
  if (!(most > 0) || !(most <= std::numeric_limits<R>::max()))
    return R(1);
  R const unit = std::ldexp(R(1), std::ilogb(most));
  for (index_t i = 0; i < m * m; ++i)
    g[i] /= unit;
  return unit;
}

/// Finds the singular values of an m x m matrix g, descending. The columns of g become the left singular vectors, and
/// the columns of v the right ones; both matrices lie row by row. One-sided rotations, which find small values too
/// (Demmel and Veselic, Jacobi's method is more accurate than QR, SIAM J. Matrix Anal. Appl. 13, 1992). A column
/// becomes 0 if its products with others underflow beside the largest element, because a rotation would not be
/// orthogonal any more.
template <class T>
void jacobi_singular(index_t m, T* g, real_t<T>* values, T* v) {
  using R = real_t<T>;
  set_identity(m, v);
  R const unit = scale_to_one(m, g), least = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
  bool turned = true;
  for (int sweep = 0; turned && sweep < 30; ++sweep) {
    turned = false;
    for (index_t p = 0; p < m; ++p)
      for (index_t q = p + 1; q < m; ++q) {
        R const pp = square_of_column(m, g, p), qq = square_of_column(m, g, q);
        if (pp < least || qq < least)
          continue;
        T pq(0);
        for (index_t i = 0; i < m; ++i)
          pq += conjugate_if(true, g[i * m + p]) * g[i * m + q];
        R const size = std::abs(pq);
        if (!(size > std::numeric_limits<R>::epsilon() * std::sqrt(pp) * std::sqrt(qq)))
          continue;
        turned = true;
        T const phase = conjugate_if(true, pq / size);
        R const t = tangent_of_rotation(pp, size, qq), c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (T* const matrix : {g, v})
          rotate_pair(m, m, matrix + p, matrix + q, c, s, phase);
      }
  }
  for (index_t j = 0; j < m; ++j) {
    R const square = square_of_column(m, g, j), size = square < least ? R(0) : std::sqrt(square);
    for (index_t i = 0; i < m; ++i)
      g[i * m + j] = size == 0 ? T(0) : g[i * m + j] / size;
    values[j] = size * unit;
  }
  order_columns(m, std::identity(), values, v, g);
  complete_columns(m, g, std::find(values, values + m, R(0)) - values);
}

} // namespace
} // namespace weft::detail
