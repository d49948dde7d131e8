#include "linalg/lapack/forms.hpp"

#include <weft/linalg/in_place.hpp>

namespace weft::detail {
namespace {

/// So many elements, in whole lines: parts of a workspace begin at lines.
template <class T>
index_t bytes_of(index_t count) {
  return in_lines(count * static_cast<index_t>(sizeof(T)));
}

bool share_memory(dtype type, strided_matrices const& a, strided_matrices const& b) {
  index_t size = 0;
  by_type(type, [&](auto zero) { size = sizeof(zero); });
  auto const bytes = [size](strided_matrices const& m, dynamic_extents& steps) {
    for (int k = 0; k < steps.rank(); ++k)
      steps.set(k, m.strides.entry(k) * size);
    return footprint{reinterpret_cast<index_t>(m.data), size, steps.rank(), m.extents.values(), steps.values()};
  };
  dynamic_extents of_a(a.extents.rank()), of_b(b.extents.rank());
  return shares_a_byte(bytes(a, of_a), bytes(b, of_b));
}

void require_finite(char const* operation, char const* routine, dtype type, strided_matrices const& a,
                    matrix_part part) {
  with_matrices(type, operation, routine, count_matrices(a), [&](lapack_call& call, auto zero) {
    for_each_matrix(a, [&](index_t number, index_t offset) {
      call.number = number;
      check_finite(call, one_of<decltype(zero)>(a, offset), part);
    });
  });
}

template <class T>
strided_matrices single(T* data, index_t n, bool by_rows) {
  dynamic_extents extents(2), strides(2);
  extents.set(0, n);
  extents.set(1, n);
  strides.set(0, by_rows ? n : 1);
  strides.set(1, by_rows ? 1 : n);
  return {data, extents, strides, 2};
}

template <class T>
void copy_elements(matrix_operand<T> const& from, matrix_operand<T> const& to) {
  bool const by_rows = nearest_order(from.shape) == blas_order::row;
  auto const f = by_rows ? from : transposed(from), t = by_rows ? to : transposed(to);
  for (index_t i = 0; i < f.shape.rows; ++i)
    for (index_t j = 0; j < f.shape.cols; ++j)
      t.data[i * t.shape.row_stride + j * t.shape.col_stride] = f.data[i * f.shape.row_stride + j * f.shape.col_stride];
}

/// True if factor_lu takes such a matrix where it lies.
bool lies_in_lines(matrix_shape const& s) {
  return s.rows <= 1 || (nearest_order(s) == blas_order::row ? s.col_stride : s.row_stride) == 1;
}

char* part_at(void* first, index_t bytes) {
  return static_cast<char*>(first) + bytes;
}

} // namespace

void cholesky_over(dtype type, strided_matrices const& a, linalg::workspace& w) {
  require_finite("linalg::cholesky_in_place", "cholesky", type, a, matrix_part::lower);
  cholesky_factors("linalg::cholesky_in_place", type, a, w);
}

void solve_over(dtype type, strided_matrices const& a, strided_matrices const& b, linalg::workspace& w) {
  char const* const operation = "linalg::solve_in_place";
  if (share_memory(type, a, b))
    throw_layout_reason(operation, "the matrix and the right side share memory, and both are overwritten");
  require_finite(operation, "lu", type, a, matrix_part::all);
  index_t const n = rows_of(a);
  with_matrices(type, operation, "lu", n == 0 ? 0 : count_matrices(a), [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    auto const first = one_of<T>(a, 0);
    bool const packs = !lies_in_lines(first.shape), by_rows = nearest_order(first.shape) == blas_order::row;
    // While the room is planned no memory is read: a stands for what is not there yet.
    factor_job all(operation, factor_kind::lu, type, a, a.data);
    factor_job const one(operation, factor_kind::lu, type, packs ? single(first.data, n, by_rows) : a, a.data);
    index_t const wanted =
        std::max(room_for_factors(one), count_of(b.extents) == 0 ? 0 : room_for_solution(all, false, b));
    index_t const places = packs ? bytes_of<T>(n * n) : 0, room = places + bytes_of<index_t>(call.count * n);
    void* const memory = room_in(w, room + wanted);
    all.beside = part_at(memory, places);
    update_memory products(part_at(memory, room), wanted);
    factor_run run(products);
    T* const packed = static_cast<T*>(memory);
    for_each_matrix(a, [&](index_t number, index_t offset) {
      call.number = number;
      auto const mine = one_of<T>(a, offset);
      auto const at_work = packs ? one_of<T>(single(packed, n, by_rows), 0) : mine;
      if (packs)
        copy_elements(mine, at_work);
      index_t const bad = factor_in_range(call, lu_form<T>(call, all, number, at_work), run);
      if (bad >= 0)
        throw_no_inverse(call, factor_kind::lu, bad);
      if (packs)
        copy_elements(at_work, mine);
    });
    all.room = part_at(memory, room);
    all.room_bytes = wanted;
    solve_with(all, b);
  });
}

void invert_over(dtype type, strided_matrices const& a, linalg::workspace& w) {
  char const* const operation = "linalg::inv_in_place";
  require_finite(operation, "lu", type, a, matrix_part::all);
  index_t const n = rows_of(a);
  with_matrices(type, operation, "lu", n == 0 ? 0 : count_matrices(a), [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    auto const first = one_of<T>(a, 0);
    // While the room is planned no memory is read: a stands for what is not there yet.
    factor_job job(operation, factor_kind::lu, type,
                   single(first.data, n, nearest_order(first.shape) == blas_order::row), a.data);
    index_t const wanted = std::max(room_for_factors(job), room_for_solution(job, true, a));
    index_t const places = bytes_of<T>(n * n), room = places + bytes_of<index_t>(n);
    void* const memory = room_in(w, room + wanted);
    job.matrices.data = memory;
    job.beside = part_at(memory, places);
    update_memory products(part_at(memory, room), wanted);
    factor_run run(products);
    for_each_matrix(a, [&](index_t number, index_t offset) {
      call.number = number;
      auto const mine = one_of<T>(a, offset), packed = one_of<T>(job.matrices, 0);
      copy_elements(mine, packed);
      lu_form<T> const form(call, job, 0, packed);
      index_t const bad = factor_in_range(call, form, run);
      if (bad >= 0)
        throw_no_inverse(call, factor_kind::lu, bad);
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < n; ++j)
          mine.data[i * mine.shape.row_stride + j * mine.shape.col_stride] = 0;
      form.invert(mine, run);
      require_in_range(call, mine, inverse_overflows);
    });
  });
}

} // namespace weft::detail
