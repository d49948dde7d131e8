#include "linalg/factor/rank_one.hpp"
#include "linalg/lapack/condition.hpp"
#include "linalg/lapack/determinant.hpp"
#include "linalg/lapack/forms.hpp"

#include <weft/layout/loose.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/qr_factor.hpp>

#include <cstring>

namespace weft::detail {
namespace {

/// The offsets, in bytes, of the arrays of an owned_factors in its memory, and the size of the memory.
struct factor_offsets {
  index_t beside, zeros, norms, all;
};
factor_offsets offsets_in_memory(factor_job const& job) {
  index_t const count = job.matrices.count(), n = job.matrices.matrix.rows;
  factor_offsets p{};
  constexpr auto size = static_cast<index_t>(sizeof(index_t));
  by_type(job.type, [&](auto zero) {
    constexpr auto element = static_cast<index_t>(sizeof(zero));
    index_t const columns = job.matrices.matrix.cols;
    p.beside = in_lines(count * n * columns * element);
    p.zeros = p.beside;
    if (job.kind == factor_kind::qr)
      p.zeros += in_lines(count * std::min(n, columns) * (columns + 1) * element);
    else if (job.kind != factor_kind::cholesky)
      p.zeros += in_lines(count * n * size);
  });
  p.norms = p.zeros + in_lines(count * size);
  p.all = p.norms + in_lines(count * size);
  return p;
}

/// Replaces x by L L^H x.
template <class T>
void multiply_by_square(T const* l, index_t n, T* x) {
  for (index_t j = 0; j < n; ++j) {
    T sum = 0;
    for (index_t i = j; i < n; ++i)
      sum += multiply(conjugate_if(true, l[j * n + i]), x[i]);
    x[j] = sum;
  }
  for (index_t j = n; j-- > 0;) {
    T const factor = x[j];
    x[j] = 0;
    for (index_t i = j; i < n; ++i)
      x[i] += multiply(factor, l[j * n + i]);
  }
}

} // namespace

owned_factors::owned_factors(char const* operation, factor_kind kind, dtype type, dynamic_extents const& shape,
                             bool by_rows)
    : job_(operation, kind, type,
           matrices_of(
               strided_leaf<char, layout<dynamic_extents, strided>>(nullptr, packed_layout(shape, 2, by_rows), {}), 2),
           nullptr) {
  allocate();
}
owned_factors::owned_factors(owned_factors const& other) : job_(other.job_), ready_(other.ready_) {
  if (other.memory_.get() == nullptr)
    return;
  allocate();
  std::memcpy(block_data(memory_.get()), block_data(other.memory_.get()),
              static_cast<std::size_t>(offsets_in_memory(job_).all));
}
owned_factors::owned_factors(owned_factors&& other) noexcept
    : job_(other.job_), memory_(std::move(other.memory_)), room_(std::move(other.room_)),
      ready_(std::exchange(other.ready_, false)) {
  other.place_arrays();
}
owned_factors& owned_factors::operator=(owned_factors other) noexcept {
  std::swap(job_, other.job_);
  std::swap(memory_, other.memory_);
  std::swap(room_, other.room_);
  std::swap(ready_, other.ready_);
  return *this;
}
owned_factors::~owned_factors() = default;

void owned_factors::allocate() {
  memory_ = storage_ref::adopt(allocate_block(offsets_in_memory(job_).all, 1, false, nullptr));
  place_arrays();
}
void owned_factors::place_arrays() {
  char* const first = memory_.get() == nullptr ? nullptr : static_cast<char*>(block_data(memory_.get()));
  factor_offsets const p = offsets_in_memory(job_);
  auto const at = [&](index_t bytes) { return first == nullptr ? nullptr : static_cast<void*>(first + bytes); };
  job_.matrices.data = first;
  job_.beside = at(p.beside);
  job_.zeros = static_cast<index_t*>(at(p.zeros));
  matrix_shape const& one = job_.matrices.matrix;
  job_.norms = one.rows == one.cols ? at(p.norms) : nullptr;
}

strided_matrices const& owned_factors::to_be_factored() {
  ready_ = false;
  if (memory_.get() == nullptr)
    allocate();
  return job_.matrices;
}

void owned_factors::factor() {
  std::fill_n(job_.zeros, job_.matrices.count(), index_t(-1));
  factor_job job = job_;
  job.room_bytes = room_for_factors(job);
  job.room = room_in(room_, job.room_bytes);
  factor_matrices(job);
  if (job_.kind == factor_kind::cholesky)
    zero_above(job_.type, job_.matrices);
  ready_ = true;
}

void owned_factors::require_factors() const {
  if (!ready_)
    throw linalg_error(std::string("weft: ") + job_.operation +
                       ": there are no factors: they were moved away, or refactor has failed");
}

void owned_factors::solve(strided_matrices const& x, linalg::workspace* room) const {
  require_factors();
  factor_job job = job_;
  if (room != nullptr && x.size() != 0) {
    job.room_bytes = room_for_solution(job, false, x);
    job.room = room_in(*room, job.room_bytes);
  }
  solve_with(job, x);
}

void owned_factors::invert(strided_matrices const& x) const {
  require_factors();
  invert_with(job_, x);
}

void owned_factors::determinants(void* values, void* logarithms) const {
  require_factors();
  by_type(job_.type, [&](auto zero) {
    using T = decltype(zero);
    lapack_call const call{job_.operation, "", 1, 0, 0};
    for_each_matrix(job_.matrices, [&](index_t number, index_t offset) {
      with_form<T>(call, job_, number, one_of<T>(job_.matrices, offset), [&](auto const& form) {
        using form_type = std::remove_cvref_t<decltype(form)>;
        if constexpr (requires { typename form_type::determinant; })
          store_determinant<typename form_type::determinant>([&](auto const& f) { form.each_factor(f); }, values,
                                                             logarithms, number);
      });
    });
  });
}

void owned_factors::reciprocal_conditions(void* values) const {
  require_factors();
  index_t const n = job_.matrices.matrix.rows;
  by_type(job_.type, [&](auto zero) {
    using R = real_t<decltype(zero)>;
    std::fill_n(static_cast<R*>(values), job_.matrices.count(), R(1));
  });
  with_factors(job_, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    using R = real_t<T>;
    lapack_memory<T> const x(n), signs(n);
    update_memory memory;
    factor_run run(memory);
    for_each_matrix(job_.matrices, [&](index_t number, index_t offset) {
      call.number = number;
      R& value = static_cast<R*>(values)[number];
      R norm = static_cast<R const*>(job_.norms)[number];
      bool const singular = job_.zeros[number] >= 0 && job_.kind != factor_kind::qr; // qr finds zeros up to roundings
      if (singular || norm == 0) {
        value = 0;
        return;
      }
      auto const a = one_of<T>(job_.matrices, offset);
      if (norm < 0) {
        auto const square = [&](T* v) { multiply_by_square<T>(a.data, n, v); };
        norm = estimate_one_norm(n, x.data(), signs.data(), square, square);
      }
      with_form<T>(call, job_, number, a, [&](auto const& form) {
        auto const column = [n](T* v) { return matrix_operand<T>{v, {n, 1, 1, n}}; };
        if constexpr (requires { form.solve_adjoint(column(x.data()), run); }) {
          R const inverse = estimate_one_norm(
              n, x.data(), signs.data(), [&](T* v) { form.solve(column(v), run); },
              [&](T* v) { form.solve_adjoint(column(v), run); });
          value = inverse <= std::numeric_limits<R>::max() ? 1 / inverse / norm : R(0);
        }
      });
    });
  });
}

void owned_factors::apply(strided_matrices const& x, bool adjoint) const {
  require_factors();
  if (x.size() == 0)
    return;
  with_factors(job_, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    update_memory memory;
    factor_run run(memory);
    for_each_pair(job_.matrices, x, [&](index_t number, index_t of_a, index_t of_x) {
      with_form<T>(call, job_, number, one_of<T>(job_.matrices, of_a), [&](auto const& form) {
        if constexpr (requires { form.apply(one_of<T>(x, of_x), adjoint, run); })
          form.apply(one_of<T>(x, of_x), adjoint, run);
      });
    });
  });
}

void owned_factors::form_q(strided_matrices const& x) const {
  require_factors();
  by_type(job_.type, [&](auto zero) {
    using T = decltype(zero);
    for_each_matrix(x, [&](index_t, index_t offset) {
      auto const one = one_of<T>(x, offset);
      for (index_t i = 0; i < one.shape.cols; ++i)
        one.data[i * (one.shape.row_stride + one.shape.col_stride)] = 1;
    });
  });
  apply(x, false);
}

void* owned_factors::vectors() {
  index_t const n = job_.matrices.matrix.rows, count = job_.matrices.count();
  void* all = nullptr;
  by_type(job_.type, [&](auto zero) { // the vectors of all matrices, and a temporary one
    all = room_in(room_, (count + 1) * n * static_cast<index_t>(sizeof(zero)));
  });
  return all;
}

void owned_factors::update(char const* operation, bool down) {
  index_t const n = job_.matrices.matrix.rows, count = job_.matrices.count();
  with_matrices(job_.type, operation, "cholesky", n == 0 ? 0 : count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    T* const first = static_cast<T*>(vectors());
    auto const factor = [&] { return matrix_at<T>(job_.matrices.data, call.number, n * n); };
    auto const vector = [&] { return first + call.number * n; };
    do
      check_finite(call, matrix_operand<T>{vector(), {1, n, n, 1}}, matrix_region::all, " of the vector");
    while (call.next());
    update_memory memory;
    factor_run run(memory);
    for (call.number = 0; down && call.number < count; call.next()) {
      solve_triangle<T>({true, false}, {factor(), {n, n, 1, n}}, {vector(), {n, 1, 1, n}}, run);
      index_t const bad = first_indefinite(vector(), n);
      if (bad >= 0)
        throw_no_inverse(call, factor_kind::cholesky, bad);
    }
    for (call.number = 0; call.number < count; call.next()) {
      if (down)
        downdate_cholesky(factor(), n, vector(), first + count * n);
      else
        update_cholesky(factor(), n, vector());
      static_cast<real_t<T>*>(job_.norms)[call.number] = -1;
    }
  });
}

void throw_no_vectors(char const* operation, index_t const* a, int rank_a, index_t const* x, int rank_x) {
  throw_shapes(operation, a, rank_a, x, rank_x,
               "it takes a vector of as many elements as the matrix has rows, or one for each matrix");
}
void throw_other_shape(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b) {
  throw_shapes(operation, a, rank_a, b, rank_b, "refactor takes matrices of the shape that was factored first");
}
void throw_wide(char const* operation, index_t const* a, int rank_a) {
  throw_shapes(operation, a, rank_a, nullptr, -1,
               "the matrix has more columns than rows: linalg::lstsq gives the solution of least norm");
}
void throw_too_small(char const* operation, dynamic_extents const& a, dynamic_extents const& x) {
  throw_shapes(operation, a.values(), a.rank(), x.values(), x.rank(),
               "what is solved in place has the leading axes of both");
}
void require_apart(char const* operation, dynamic_extents const& extents, dynamic_extents const& strides) {
  bool shared = false;
  for (int k = 0; k < extents.rank(); ++k)
    shared = shared || (strides.entry(k) == 0 && extents.entry(k) > 1);
  if (shared && count_of(extents) != 0)
    throw_layout_reason(operation, "elements that are overwritten share memory: an axis has stride 0");
}

} // namespace weft::detail
