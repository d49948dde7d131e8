#include "linalg/factor/stacks.hpp"
#include "linalg/factor/triangle.hpp"
#include "linalg/lapack/call.hpp"

#include <weft/linalg/structured_solve.hpp>

#include <string>

// Solutions with triangles that are read where they lie.
namespace weft::detail {
namespace {

/// f(call, matrix) for each matrix of a stack.
template <class T, class F>
void for_each_of(char const* operation, char const* routine, matrix_stack<T const> const& a, F const& f) {
  stack_places<1> const places(a);
  lapack_call call{operation, routine, places.count(), 0, 0};
  places.for_each([&](index_t const* at) {
    f(call, matrix_operand<T const>{a.data + at[0], a.matrix});
    call.next();
  });
}

/// Throws linalg_error where one of n numbers on a diagonal is 0.
template <class T>
void require_divisors(lapack_call const& call, T const* diagonal, index_t n, index_t step) {
  for (index_t i = 0; i < n; ++i)
    if (diagonal[i * step] == T(0))
      throw_linalg(call, "the matrix is singular: element " + std::to_string(i) + " of its diagonal is 0", i);
}

constexpr triangle triangle_of(matrix_structure const& structure) {
  return {structure.lower, structure.kind == matrix_kind::unit_triangle};
}

template <class T>
void solve_one(triangle kind, bool inverse, matrix_operand<T> const& a, matrix_operand<T> const& x, factor_run& run) {
  if (!inverse)
    solve_triangle(kind, a, x, run);
  else if (kind.lower)
    invert_triangle(kind, a, x, run);
  else
    invert_triangle(transposed(kind), transposed(a), transposed(x), run);
}

/// What is read and never written, in the type that triangles have which are factored in place.
template <class T>
matrix_operand<T> triangle_at(matrix_stack<T const> const& a, index_t offset) {
  return {const_cast<T*>(a.data) + offset, a.matrix};
}

} // namespace

template <class T>
void check_triangles(char const* operation, matrix_structure const& structure, matrix_stack<T const> const& a) {
  index_t const n = a.matrix.rows;
  triangle const kind = triangle_of(structure);
  // A diagonal of ones is not read: the rest is a triangle of order n - 1, one row down or one column right.
  index_t const down = kind.unit && kind.lower, across = kind.unit && !kind.lower,
                size = kind.unit && n > 0 ? n - 1 : n;
  for_each_of(operation, "triangle", a, [&](lapack_call const& call, matrix_operand<T const> const& m) {
    matrix_place const bad = find_not_finite(n == 0 ? m : part_of(m, down, across, size, size),
                                             kind.lower ? matrix_part::lower : matrix_part::upper);
    if (bad.row >= 0)
      throw_not_finite(call, bad.row + down, bad.column + across, n);
    if (!kind.unit)
      require_divisors(call, m.data, n, m.shape.row_stride + m.shape.col_stride);
  });
}

template <class T>
void check_diagonals(char const* operation, matrix_stack<T const> const& diagonals) {
  index_t const n = diagonals.matrix.rows;
  for_each_of(operation, "diagonal", diagonals, [&](lapack_call const& call, matrix_operand<T const> const& m) {
    matrix_place const bad = find_not_finite(m);
    if (bad.row >= 0)
      throw_not_finite(call, bad.row, bad.row, n);
    require_divisors(call, m.data, n, m.shape.row_stride);
  });
}

template <class T>
bool is_finite_stack(matrix_stack<T> const& x) {
  bool all = true;
  stack_places<1>(x).for_each(
      [&](index_t const* at) { all = all && find_not_finite(matrix_operand<T>{x.data + at[0], x.matrix}).row < 0; });
  return all;
}

template <class T>
void require_quotients(char const* operation, bool inverse, matrix_stack<T> const& x, matrix_stack<T const> const& b) {
  stack_places<2> const places(x, b);
  lapack_call call{operation, "diagonal", places.count(), 0, 0};
  auto const& of_x = x.matrix;
  auto const& of_b = b.matrix;
  places.for_each([&](index_t const* at) {
    for (index_t i = 0; i < of_x.rows; ++i)
      for (index_t j = 0; j < of_x.cols; ++j)
        if (is_finite_number(b.data[at[1] + i * of_b.row_stride + j * of_b.col_stride]) &&
            !is_finite_number(x.data[at[0] + i * of_x.row_stride + j * of_x.col_stride]))
          throw_linalg(call, inverse ? inverse_overflows : solution_overflows,
                       inverse ? i * (of_x.rows + 1) : i * of_x.cols + j);
    call.next();
  });
}

template <class T>
index_t room_for_triangles(matrix_structure const& structure, bool inverse, matrix_stack<T const> const& a,
                           matrix_stack<T> const& x) {
  factor_run run;
  if (stack_places<1>(x).count() != 0)
    solve_one<T>(triangle_of(structure), inverse, triangle_at(a, 0), {x.data, x.matrix}, run);
  return run.room();
}

template <class T>
void solve_triangles(char const* operation, matrix_structure const& structure, bool inverse,
                     matrix_stack<T const> const& a, matrix_stack<T> const& x, void* room, index_t room_bytes) {
  update_memory memory(room, room_bytes);
  factor_run run(memory);
  stack_places<2> const places(x, a);
  lapack_call call{operation, "triangle", places.count(), 0, 0};
  places.for_each([&](index_t const* at) {
    auto const solve = [&](matrix_operand<T> const& some) {
      solve_one<T>(triangle_of(structure), inverse, triangle_at(a, at[1]), some, run);
    };
    matrix_operand<T> const one{x.data + at[0], x.matrix};
    if (inverse) {
      solve(one);
      require_in_range(call, one, inverse_overflows);
    } else {
      solve_in_range(call, one, x.matrix.rows, solve);
    }
    call.next();
  });
}

template <class T>
void note_triangles(session& s, matrix_structure const& structure, bool inverse, matrix_stack<T const> const& a,
                    matrix_stack<T> const& x) {
  index_t const n = a.matrix.rows, columns = x.matrix.cols, count = stack_places<1>(x).count();
  std::string text = std::string("own ") + static_cast<char>(kind_of<T>) + (inverse ? "trtri(" : "trsm(");
  text += triangle_letter(structure.lower, a.matrix.conj);
  text += ") n=" + std::to_string(n) + (inverse ? "" : " columns=" + std::to_string(columns));
  if (count != 1)
    text += " batch=" + std::to_string(count);
  note_blas(s, std::move(text), count * (inverse ? n * n * n / 3 : n * n * columns));
  s.report->bytes_read += n == 0 ? 0 : a.bytes() / n * (n + 1) / 2;
}

#define WEFT_TRIANGLES(T)                                                                                              \
  template void check_triangles(char const*, matrix_structure const&, matrix_stack<T const> const&);                   \
  template void check_diagonals(char const*, matrix_stack<T const> const&);                                            \
  template index_t room_for_triangles(matrix_structure const&, bool, matrix_stack<T const> const&,                     \
                                      matrix_stack<T> const&);                                                         \
  template bool is_finite_stack(matrix_stack<T> const&);                                                               \
  template void require_quotients(char const*, bool, matrix_stack<T> const&, matrix_stack<T const> const&);            \
  template void solve_triangles(char const*, matrix_structure const&, bool, matrix_stack<T const> const&,              \
                                matrix_stack<T> const&, void*, index_t);                                               \
  template void note_triangles(session&, matrix_structure const&, bool, matrix_stack<T const> const&,                  \
                               matrix_stack<T> const&);
WEFT_EACH_PRODUCT(WEFT_TRIANGLES)
#undef WEFT_TRIANGLES

} // namespace weft::detail
