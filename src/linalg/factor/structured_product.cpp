#include "linalg/factor/multiply.hpp"
#include "linalg/factor/stacks.hpp"

#include <weft/linalg/structured_product.hpp>

#include <string>

// Multiplies stacks of matrices by triangles, and by symmetric or Hermitian matrices.
namespace weft::detail {
namespace {

template <class T>
struct structured_matrices {
  matrix_structure structure;
  matrix_stack<T const> a;

  /// Makes a the left factor. A product b a is computed as its transpose, a^T b^T.
  structured_matrices(matrix_structure const& s, bool on_right, matrix_stack<T const> const& read)
      : structure(s), a(read) {
    if (on_right && structure.is_triangle())
      turn();
    else if (on_right && structure.kind != matrix_kind::symmetric)
      conjugate(); // the transpose of a Hermitian matrix is its conjugate
    if (!structure.is_triangle() && !structure.lower) {
      turn();
      if (structure.kind != matrix_kind::symmetric)
        conjugate();
    }
  }

  void multiply(T alpha, T const* read, matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c,
                factor_run& run) const {
    matrix_operand<T const> const matrix{read, a.matrix};
    if (structure.is_triangle())
      multiply_triangle<T>({structure.lower, structure.kind == matrix_kind::unit_triangle}, alpha, matrix, b, beta, c,
                           run);
    else
      multiply_symmetric<T>(structure.kind != matrix_kind::symmetric, alpha, matrix, b, beta, c, run);
  }

private:
  void turn() {
    a.matrix = transposed(a.matrix);
    structure.lower = !structure.lower;
  }
  void conjugate() { a.matrix.conj = is_complex<T> && !a.matrix.conj; }
};

template <class T>
void note_product(session& s, matrix_structure const& structure, bool on_right, matrix_stack<T const> const& a,
                  matrix_stack<T const> const& b, T beta, matrix_stack<T> const& c, index_t count) {
  bool const triangle = structure.is_triangle(), hermitian = is_complex<T> && structure.kind != matrix_kind::symmetric;
  index_t const n = a.matrix.rows, columns = on_right ? c.matrix.rows : c.matrix.cols;
  std::string text = "own ";
  text += static_cast<char>(kind_of<T>);
  text += triangle ? "trmm(" : hermitian ? "hemm(" : "symm(";
  text += on_right ? 'R' : 'L';
  if (triangle)
    text += std::string(",") + triangle_letter(structure.lower, a.matrix.conj);
  text += ") m=" + std::to_string(c.matrix.rows) + " n=" + std::to_string(c.matrix.cols);
  if (count != 1)
    text += " batch=" + std::to_string(count);
  note_blas(s, std::move(text), (triangle ? 1 : 2) * count * n * n * columns);
  index_t const triangle_bytes = distinct_bytes(a) / n * (n + 1) / 2;
  s.report->bytes_read += triangle_bytes + distinct_bytes(b) + (beta == T(0) ? 0 : distinct_bytes(c));
  s.report->bytes_written += distinct_bytes(c);
}

} // namespace

template <class T>
void multiply_structured(matrix_structure const& structure, bool on_right, T alpha, matrix_stack<T const> const& a,
                         matrix_stack<T const> const& b, T beta, matrix_stack<T> const& c, session& s) {
  stack_places<3> const places(c, a, b);
  if (places.count() == 0 || c.matrix.rows == 0 || c.matrix.cols == 0)
    return;
  structured_matrices<T> const left(structure, on_right, a);
  matrix_shape const right = on_right ? transposed(b.matrix) : b.matrix;
  matrix_shape const target = on_right ? transposed(c.matrix) : c.matrix;
  factor_run plan;
  left.multiply(alpha, a.data, {b.data, right}, beta, {c.data, target}, plan);
  auto const room = new_room(plan.room(), s);
  if (described(s, [&](session& t) { note_product(t, structure, on_right, a, b, beta, c, places.count()); }))
    return;
  update_memory memory(room.data, plan.room());
  factor_run run(memory);
  places.for_each([&](index_t const* at) {
    left.multiply(alpha, a.data + at[1], {b.data + at[2], right}, beta, {c.data + at[0], target}, run);
  });
}

#define WEFT_STRUCTURED(T)                                                                                             \
  template void multiply_structured(matrix_structure const&, bool, T, matrix_stack<T const> const&,                    \
                                    matrix_stack<T const> const&, T, matrix_stack<T> const&, session&);
WEFT_EACH_PRODUCT(WEFT_STRUCTURED)
#undef WEFT_STRUCTURED

} // namespace weft::detail
