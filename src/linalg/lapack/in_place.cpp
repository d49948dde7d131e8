#include "linalg/lapack/forms.hpp"

#include <weft/linalg/in_place.hpp>

namespace weft::detail {
namespace {

/// Returns the bytes of `count` elements, in whole cache lines: parts of a workspace begin at lines.
template <class T>
index_t bytes_of(index_t count) {
  return in_lines(count * static_cast<index_t>(sizeof(T)));
}

bool share_memory(dtype type, strided_matrices const& a, strided_matrices const& b) {
  bool shared = false;
  by_type(type, [&](auto zero) {
    using T = decltype(zero);
    shared = shares_memory(matrix_stack<T>(a), matrix_stack<T>(b));
  });
  return shared;
}

void require_finite(char const* operation, char const* routine, dtype type, strided_matrices const& a,
                    matrix_region region) {
  with_matrices(type, operation, routine, a.count(), [&](lapack_call& call, auto zero) {
    for_each_matrix(a, [&](index_t number, index_t offset) {
      call.number = number;
      check_finite(call, one_of<decltype(zero)>(a, offset), region);
    });
  });
}

char* at_byte(void* first, index_t bytes) {
  return static_cast<char*>(first) + bytes;
}

} // namespace

void cholesky_over(dtype type, strided_matrices const& a, linalg::workspace& w) {
  require_finite("linalg::cholesky_in_place", "cholesky", type, a, matrix_region::lower);
  cholesky_factors("linalg::cholesky_in_place", type, a, w);
}

void solve_over(dtype type, strided_matrices const& a, strided_matrices const& b, linalg::workspace& w) {
  char const* const operation = "linalg::solve_in_place";
  if (share_memory(type, a, b))
    throw_layout_reason(operation, "the matrix and the right side share memory, and both are overwritten");
  if (a.count() > 1) // a single matrix is checked before it is factored
    require_finite(operation, "lu", type, a, matrix_region::all);
  index_t const n = a.matrix.rows;
  with_matrices(type, operation, "lu", n == 0 ? 0 : a.count(), [&](lapack_call const& call, auto zero) {
    using T = decltype(zero);
    // Planning reads no memory, so a stands for memory that is not taken yet.
    factor_job job(operation, factor_kind::lu, type, a, a.data);
    job.room_bytes = b.size() == 0 ? room_for_factors(job) : room_for_factors(job, false, b);
    index_t const places = lies_in_lines(one_of<T>(a, 0).shape) ? 0 : bytes_of<T>(n * n),
                  room = places + bytes_of<index_t>(call.count * n);
    job.packed = room_in(w, room + job.room_bytes);
    job.beside = at_byte(job.packed, places);
    job.room = at_byte(job.packed, room);
    factor_matrices(job);
    solve_with(job, b);
  });
}

void invert_over(dtype type, strided_matrices const& a, linalg::workspace& w) {
  char const* const operation = "linalg::inv_in_place";
  require_finite(operation, "lu", type, a, matrix_region::all);
  index_t const n = a.matrix.rows;
  with_matrices(type, operation, "lu", n == 0 ? 0 : a.count(), [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    auto const first = one_of<T>(a, 0);
    // Planning reads no memory, so a stands for memory that is not taken yet.
    factor_job job(operation, factor_kind::lu, type,
                   square_matrices(first.data, 1, n, nearest_order(first.shape) == blas_order::row), a.data);
    index_t const wanted = room_for_factors(job, true, a);
    index_t const places = bytes_of<T>(n * n), room = places + bytes_of<index_t>(n);
    void* const memory = room_in(w, room + wanted);
    job.matrices.data = memory;
    job.beside = at_byte(memory, places);
    update_memory products(at_byte(memory, room), wanted);
    factor_run run(products);
    for_each_matrix(a, [&](index_t number, index_t offset) {
      call.number = number;
      auto const mine = one_of<T>(a, offset), packed = one_of<T>(job.matrices, 0);
      copy_elements(mine, packed);
      lu_form<T> const form(call, job, 0, packed);
      index_t const bad = factor_in_range(call, form, run);
      if (bad >= 0)
        throw_no_inverse(call, factor_kind::lu, bad);
      invert_in_range(call, form, mine, run);
    });
  });
}

} // namespace weft::detail
