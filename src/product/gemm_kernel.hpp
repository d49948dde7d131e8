#pragma once

#include <weft/linalg/gemm.hpp>

#include <complex>

// Private to src: the innermost part of weft's own product of float, double and their complex, a tile of C held in
// registers. Machine vectors run along the rows of C. A complex matrix is one of reals here: a number of A is two rows
// (its real part, its imaginary part), one of B and of C two columns, so that both kinds share the loop; what the two
// rows of a sum mean is settled when it is stored.

namespace weft::detail {

/// c = alpha * sum + beta * c, for what a tile has summed.
template <class R>
struct tile_ending {
  R alpha, beta;
  old_value old;
  // Of complex numbers only.
  bool scaled; ///< by alpha, which is not 1
  R alpha_imag, beta_imag;
  R conj_a, conj; ///< -1: of a conjugated A; of a conjugated sum
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

/// One tile. All steps are in reals.
template <class R>
struct tile_job {
  index_t k;
  R const* a;
  index_t a_row, a_step;
  R const* b;
  index_t b_step;
  R* c;
  index_t c_row;
  index_t last; ///< where the last vector of a row begins: it overlaps the one before it where the row has no more
};

/// Element (i, l) of A or (l, j) of B as reals: pairs of a complex matrix have unit stride.
template <class R>
struct real_matrix {
  R* data;
  index_t row, col;
};
template <class T>
auto reals_of(matrix_operand<T> const& m) {
  using R =
      std::conditional_t<std::is_const_v<T>, real_t<std::remove_const_t<T>> const, real_t<std::remove_const_t<T>>>;
  index_t const parts = is_complex<std::remove_const_t<T>> ? 2 : 1;
  auto const& s = m.shape;
  return real_matrix<R>{reinterpret_cast<R*>(m.data), s.rows > 1 ? s.row_stride * parts : 0,
                        s.cols > 1 ? s.col_stride * parts : 0};
}

template <class R>
using tile_kernel = void (*)(tile_job<R> const& job, tile_ending<R> const& ending);

/// Vectors of a row of a tile, and its rows of reals: 24 of the 32 registers of AVX-512, 12 of the 16 with FMA, 8 of
/// the 16 without. A tile of one vector has 8 rows, as two additions begin in each of the four cycles that one takes.
constexpr int most_vectors(int bytes) {
  return bytes == 16 ? 2 : 3;
}
constexpr int tile_rows(int bytes, int vectors) {
  return bytes == 64 || vectors == 1 ? 8 : 4;
}
/// The most reals of A in a tile of any width: those of packed rows.
constexpr int most_rows(int bytes) {
  return tile_rows(bytes, most_vectors(bytes));
}
/// Where the kernel for `rows` reals of A and `vectors` of C stands among those of tile_kernels(bytes).
constexpr std::size_t kernel_number(int bytes, index_t rows, index_t vectors, bool packed) {
  return std::size_t(((rows - 1) * most_vectors(bytes) + vectors - 1) * 2 + (packed ? 1 : 0));
}
/// Packed: row r of step l of A lies at l * rows + r, so that only one pointer moves.
template <class T>
tile_kernel<real_t<T>> const* tile_kernels(int bytes);

} // namespace weft::detail
