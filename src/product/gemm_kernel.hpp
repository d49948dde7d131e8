#pragma once

#include <weft/linalg/gemm.hpp>

#include <complex>

// Private to src: the innermost part of weft's own product of float, double and their complex types, which holds a tile
// of C in registers. Machine vectors run along the rows of C. Kernels treat a complex matrix as one of reals: a number
// of A is two rows (its real part, its imaginary part), a number of B or C is two columns. So real and complex products
// share the loop. The two rows of a complex sum are combined when it is stored.

namespace weft::detail {

/// How the sums of a tile are stored: c = alpha * sum + beta * c.
template <class R>
struct tile_ending {
  R alpha, beta;
  old_value old;
  // Only for complex numbers:
  bool scaled; ///< true if alpha is not 1
  R alpha_imag, beta_imag;
  R conj_a, conj; ///< if conj_a is -1, A is conjugated; if conj is -1, the sum is conjugated
};

template <class T>
tile_ending<real_t<T>> ending_for(T alpha, T beta, bool conj_a, bool conj_b) {
  using R = real_t<T>;
  tile_ending<R> ending{};
  ending.old = old_value_for(beta);
  if constexpr (is_complex<T>) {
    ending.scaled = !is_one(alpha);
    ending.conj_a = conj_a != conj_b ? R(-1) : R(1); // a * conj(b) = conj(conj(a) * b)
    ending.conj = conj_b ? R(-1) : R(1);
    ending.alpha = alpha.real(), ending.alpha_imag = alpha.imag();
    ending.beta = beta.real(), ending.beta_imag = beta.imag();
  } else {
    ending.alpha = alpha;
    ending.beta = beta;
  }
  return ending;
}

/// The operands of one tile of C. All strides count reals.
template <class R>
struct tile_job {
  index_t k;
  R const* a;
  index_t a_row, a_step;
  R const* b;
  index_t b_step;
  R* c;
  index_t c_row;
  index_t last; ///< index of the last vector of a row; it may overlap the vector before it
};

/// A matrix as reals: element (i, j) begins at data + i * row + j * col. The imaginary part of a complex number follows
/// its real part.
template <class R>
struct real_matrix {
  R* data;
  index_t row, col;
};
template <class T>
auto reals_of(matrix_operand<T> const& m) {
  using R =
      std::conditional_t<std::is_const_v<T>, real_t<std::remove_const_t<T>> const, real_t<std::remove_const_t<T>>>;
  index_t const components = is_complex<std::remove_const_t<T>> ? 2 : 1;
  auto const& s = m.shape;
  return real_matrix<R>{reinterpret_cast<R*>(m.data), s.rows > 1 ? s.row_stride * components : 0,
                        s.cols > 1 ? s.col_stride * components : 0};
}

template <class R>
using tile_kernel = void (*)(tile_job<R> const& job, tile_ending<R> const& ending);

/// Return the largest number of vectors in a row of a tile, and the largest number of rows of reals. The sums take 24
/// of 32 registers with AVX-512, 12 of 16 with FMA, and 8 of 16 without. A tile of one vector has 8 rows, because an
/// addition takes four cycles and two additions begin in each.
constexpr int most_vectors(int bytes) {
  return bytes == 16 ? 2 : 3;
}
constexpr int tile_rows(int bytes, int vectors) {
  return bytes == 64 || vectors == 1 ? 8 : 4;
}
/// Returns the largest number of rows of reals in a tile of a packed A, for any number of vectors in a row.
constexpr int most_rows(int bytes) {
  return tile_rows(bytes, most_vectors(bytes));
}
/// Returns the index in tile_kernels(bytes) of the kernel for `rows` rows of reals and `vectors` vectors in a row of C.
constexpr std::size_t kernel_number(int bytes, index_t rows, index_t vectors, bool packed) {
  return std::size_t(((rows - 1) * most_vectors(bytes) + vectors - 1) * 2 + (packed ? 1 : 0));
}
/// Returns the kernels for vectors of `bytes`, in the order of kernel_number(). In a packed A, row r of step l lies at
/// l * rows + r, so that only one pointer moves.
template <class T>
tile_kernel<real_t<T>> const* tile_kernels(int bytes);

} // namespace weft::detail
