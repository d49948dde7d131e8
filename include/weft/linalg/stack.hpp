#pragma once
#include <weft/linalg/product.hpp>

// Products of stacks of matrices in memory.
namespace weft::detail {

template <class T>
WEFT_FN footprint footprint_of(matrix_stack<T> const& m, index_t* extents, index_t* strides) {
  footprint f = footprint_of(matrix_operand<T>{m.data, m.matrix}, extents, strides);
  for (int k = 0; k < m.lead.rank(); ++k, ++f.rank) {
    extents[f.rank] = m.lead.entry(k);
    strides[f.rank] = m.step.entry(k) * f.size;
  }
  return f;
}
template <class T, class U>
WEFT_FN bool shares_memory(matrix_stack<T> const& a, matrix_stack<U> const& b) {
  index_t extents[2][max_rank + 2], strides[2][max_rank + 2];
  return shares_a_byte(footprint_of(a, extents[0], strides[0]), footprint_of(b, extents[1], strides[1]));
}

/// Products of the matrices of stacks, one by one: c = alpha * a * b + beta * c. Leading axes are aligned at the last
/// one; a and b repeat along leading axes that they lack or that have extent 1 in them.
template <class T, class A, class B>
class stack_job {
public:
  WEFT_FN stack_job(T alpha, matrix_stack<A const> const& a, matrix_stack<B const> const& b, T beta,
                    matrix_stack<T> const& c)
      : job_{alpha, {a.data, a.matrix}, {b.data, b.matrix}, beta, {c.data, c.matrix}}, lead_(c.lead.rank()) {
    index_t extents[3][max_rank + 2], strides[3][max_rank + 2];
    footprint const of_a = footprint_of(a, extents[0], strides[0]), of_b = footprint_of(b, extents[1], strides[1]),
                    of_c = footprint_of(c, extents[2], strides[2]);
    read_ = distinct_bytes(of_a) + distinct_bytes(of_b);
    written_ = distinct_bytes(of_c);
    overlaps_ = shares_a_byte(of_a, of_c) || shares_a_byte(of_b, of_c);
    for (int k = 0; k < lead_; ++k) {
      extent_[k] = c.lead.entry(k);
      step_[0][k] = step_at(a, k);
      step_[1][k] = step_at(b, k);
      step_[2][k] = c.step.entry(k);
    }
    fuse_rows();
    job_.gram = is_gram(job_.a, job_.b);
    for (int k = 0; k < lead_; ++k) {
      count_ *= extent_[k];
      job_.gram = job_.gram && (extent_[k] == 1 || step_[0][k] == step_[1][k]); // of all products, or of none
    }
  }

  WEFT_FN bool overlaps() const { return overlaps_; }
  /// True if no leading axes are left, so that there is one product of two matrices.
  WEFT_FN bool is_single() const { return lead_ == 0; }
  WEFT_FN product_job<T, A, B> const& single() const { return job_; }

  WEFT_FN void run(session& s) const {
    index_t const read = read_ + (is_zero(job_.beta) ? 0 : written_);
    if (described(s, [&](session& t) { job_.describe(t, count_, read, written_); }) || count_ == 0)
      return;
    gemm_plan const how = job_.plan(count_);
    if (how.sharing > 1)
      return run_shared(how);
    product_scratch memory(how);
    run(how, memory, 0, count_);
  }

private:
  struct shared_out {
    stack_job const& stack;
    gemm_plan how;
    index_t pieces;
    char* memory; ///< memory for all pieces; null: each piece allocates its own

    WEFT_FN static void run_piece(void* me, index_t piece) {
      shared_out const& all = *static_cast<shared_out const*>(me);
      index_t const count = all.stack.count_, bytes = product_scratch::bytes_for(all.how);
      product_scratch mine(all.how, all.memory == nullptr ? nullptr : all.memory + piece * bytes);
      all.stack.run(all.how, mine, count * piece / all.pieces, count * (piece + 1) / all.pieces);
    }
  };
  /// Runs a piece on each thread; the memory for all pieces is allocated here.
  WEFT_FN void run_shared(gemm_plan const& how) const {
    shared_out all{*this, how, how.sharing, nullptr};
    storage_ref memory{};
    if (how.temporary_bytes != 0) {
      memory = storage_ref::adopt(allocate_block(how.sharing * product_scratch::bytes_for(how), 1, false, nullptr));
      all.memory = static_cast<char*>(block_data(memory.get()));
    }
    parallel_for(how.sharing, how.sharing, &shared_out::run_piece, &all);
  }

  /// Runs the products first ... last - 1, numbered in the order of the leading axes.
  WEFT_FN void run(gemm_plan const& how, product_scratch& memory, index_t first, index_t last) const {
    product_job<T, A, B> now = job_;
    index_t index[max_rank]{}, rest = first;
    for (int k = lead_ - 1; k >= 0; rest /= extent_[k--]) {
      index[k] = rest % extent_[k];
      shift(now, k, index[k]);
    }
    int const inner = lead_ - 1;
    bool const direct = how.route.way == product_way::direct;
    product_batch batch;
    batch.prefetched[0] = bytes_to_prefetch(job_.a, 0);
    batch.prefetched[1] = bytes_to_prefetch(job_.b, 1);
    for (int j = 0; j < 3; ++j)
      batch.step[j] = lead_ > 0 ? step_[j][inner] : 0;
    for (index_t n = first; n < last; n += batch.count) {
      if (direct) {
        index_t const left = last - n;
        batch.count = lead_ > 0 && extent_[inner] - index[inner] < left ? extent_[inner] - index[inner] : left;
        if constexpr (product_job<T, A, B>::compiled)
          run_batch(how.route, now, batch);
      } else {
        now.run(how, memory);
        memory.rewind();
      }
      for (int k = inner; k >= 0; --k) {
        index_t const steps = k == inner ? batch.count : 1;
        shift(now, k, steps);
        if ((index[k] += steps) < extent_[k])
          break;
        shift(now, k, -extent_[k]);
        index[k] = 0;
      }
    }
  }
  /// Returns the bytes of a factor to prefetch: all bytes of one matrix without gaps if that pays, else 0.
  template <class U>
  WEFT_FN index_t bytes_to_prefetch(matrix_operand<U> const& m, int operand) const {
    index_t const bytes = distinct_bytes(m);
    byte_range const r = range_of(m);
    bool const serves = lead_ > 0 && step_[operand][lead_ - 1] != 0 && bytes == r.high - r.low;
    return serves && pays_to_prefetch(bytes, static_cast<double>(read_ + written_)) ? bytes : 0;
  }
  template <class M>
  WEFT_FN index_t step_at(M const& m, int axis) const {
    int const k = axis - (lead_ - m.lead.rank());
    return k < 0 ? 0 : m.step.entry(k);
  }
  WEFT_FN void shift(product_job<T, A, B>& j, int axis, index_t steps) const {
    j.a.data += steps * step_[0][axis];
    j.b.data += steps * step_[1][axis];
    j.c.data += steps * step_[2][axis];
  }
  /// Joins leading axes to the rows. If all matrices of the last leading axis are multiplied by one b, and the rows of
  /// a and c are one stride apart from matrix to matrix too, they are one product with more rows.
  WEFT_FN void fuse_rows() {
    while (lead_ > 0) {
      int const k = lead_ - 1;
      matrix_shape &a = job_.a.shape, &c = job_.c.shape;
      if (step_[1][k] != 0 || extent_[k] == 0 || a.rows == 0 || (extent_[k] > 1 && step_[2][k] == 0))
        return;
      bool const one = a.rows == 1;
      if (!one && (step_[0][k] != a.rows * a.row_stride || step_[2][k] != c.rows * c.row_stride) && extent_[k] > 1)
        return;
      if (one && extent_[k] > 1) {
        a.row_stride = step_[0][k];
        c.row_stride = step_[2][k];
      }
      a.rows *= extent_[k];
      c.rows *= extent_[k];
      --lead_;
    }
  }
  product_job<T, A, B> job_;
  index_t read_, written_, count_ = 1;
  bool overlaps_;
  int lead_;
  index_t extent_[max_rank], step_[3][max_rank];
};

/// Returns the function that exchanges the last two axes of a window.
template <int Rank>
WEFT_INLINE constexpr auto last_two_swapped([[maybe_unused]] int rank) {
  if constexpr (Rank == 2)
    return transpose_all{};
  else if constexpr (Rank > 2)
    return swap_two<boost::hana::int_<Rank - 2>, boost::hana::int_<Rank - 1>>{};
  else
    return swap_two<int, int>{rank - 2, rank - 1};
}
template <class E>
WEFT_FN auto matrices_transposed(E const& e) {
  return window_of(e, last_two_swapped<E::static_rank>(e.rank()));
}

} // namespace weft::detail
