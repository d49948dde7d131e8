#pragma once
#include <weft/linalg/small_call.hpp>
#include <weft/linalg/small_job.hpp>

// Batches of small matrices of floats or doubles, as many at a time as a machine vector has lanes: each lane is a
// matrix of its own (src/linalg/small). They are read and written where they lie, with any strides; where the batch is
// the axis without gaps, as in permute(a, 2, 0, 1) of a tensor whose last axis numbers the matrices, lanes are loaded
// as they lie.
namespace weft::detail {

/// Sets `to` to the matrices, or vectors, in the last `tail` axes of a leaf. Returns false if the leading axes do not
/// number them evenly, one constant step apart.
template <class P, class T, class L, class K>
WEFT_FN bool find_small_operand(strided_leaf<T, L, K> const& e, int tail, small_operand<P>& to) {
  int const lead = e.place.rank() - tail;
  index_t inner = 1; // matrices in the axes behind axis k
  bool any = false;
  for (int k = lead; k-- > 0;) {
    index_t const n = e.place.extent(k);
    if (n == 1)
      continue;
    if (!any)
      to.step = e.place.stride(k);
    else if (e.place.stride(k) != inner * to.step)
      return false;
    any = true;
    inner *= n;
  }
  to.data = e.data;
  if (tail == 2) {
    to.row = e.place.stride(lead);
    to.column = e.place.stride(lead + 1);
  } else if (tail == 1) {
    to.row = e.place.stride(lead);
  }
  return true;
}
/// True for types that can be a batch of small matrices: real elements, more axes than two.
template <class T, class S>
inline constexpr bool may_be_small_batch =
    (std::is_same_v<T, float> || std::is_same_v<T, double>) && S::static_rank != 2;
WEFT_INLINE bool is_small_batch(index_t count, index_t n) {
  return count >= small_batch_count && n >= small_batch_least && n <= small_batch_most;
}
/// Returns packed matrices m x n as an operand.
WEFT_INLINE small_operand<void> packed_small(void* data, index_t m, index_t n, bool by_rows) {
  return {data, m * n, by_rows ? n : 1, by_rows ? 1 : m};
}
template <class T, class E>
inline constexpr bool is_batch_memory = false;
template <class T, class U, class L, class K>
inline constexpr bool is_batch_memory<T, strided_leaf<U, L, K>> = std::is_same_v<T, std::remove_const_t<U>>;

/// Calls f(job) with the matrices of e, which have n columns, as operand a: where they lie if they lie evenly, else
/// packed. Returns what f does.
template <class T, class E, class F>
WEFT_FN bool with_small_batch(small_task task, E const& e, index_t count, index_t n, F const& f) {
  small_batch job{task, dtype_of<T>, count, n, {}, {}};
  if constexpr (is_batch_memory<T, E>) {
    e.keep.check("linalg");
    if (find_small_operand(e, 2, job.a))
      return f(job);
  }
  auto const work = packed_copy<T>(e, true);
  job.a = {work.data(), count_of(e.extents()) / count, n, 1};
  return f(job);
}

/// Calls run(job) if all matrices of e have an inverse, and describes that with `note`. Returns false, and does
/// nothing, if one has none. If a report is made without a run, it supposes that all have one.
template <class T, class E, class Note, class Run>
WEFT_FN bool run_regular_batch(session& s, E const& e, index_t count, index_t n, Note const& note, Run const& run) {
  bool done = true;
  compute(s, [&] {
    done = with_small_batch<T>(small_task::check, e, count, n,
                               [&](small_batch const& job) { return run_small_batch(job) && run(job); });
  });
  if (done)
    described(s, note);
  return done;
}

/// Write the inverse of one matrix of up to 8 x 8, or the x with a x = b for up to 8 columns, row by row, on the stack.
/// Return false if there is no answer here: a is singular, not finite or larger.
template <class R>
WEFT_API bool invert_single(R const* a, index_t n, R* x);
template <class R>
WEFT_API bool solve_single(R const* a, index_t n, index_t columns, R const* b, R* x);

/// True for one matrix or vector of floats or doubles whose rank is static, unless it is a deferred operation.
template <class T, class E>
inline constexpr bool may_be_single = (std::is_same_v<T, float> || std::is_same_v<T, double>) &&
                                      (E::static_rank == 2 || E::static_rank == 1) && !E::is_deferred;
/// Copy the elements of a matrix, or of a vector, which is a column, to and from memory row by row.
template <class T, class E>
WEFT_FN void pack_single(T* to, E const& e) {
  constexpr int rank = E::static_rank;
  if constexpr (is_batch_memory<T, E>) {
    e.keep.check("linalg");
    index_t const columns = rank == 1 ? 1 : e.place.extent(rank - 1), across = rank == 1 ? 1 : e.place.stride(rank - 1);
    for (index_t i = 0; i < e.place.extent(0); ++i)
      for (index_t j = 0; j < columns; ++j)
        *to++ = e.data[i * e.place.stride(0) + j * across];
  } else {
    pack_matrices(to, e.extents(), rank, true, e);
  }
}
template <class T, class L, class K>
WEFT_FN void unpack_single(T const* from, strided_leaf<T, L, K> const& target) {
  constexpr int rank = L::static_rank;
  target.keep.check("linalg");
  auto const& place = target.place;
  index_t const columns = rank == 1 ? 1 : place.extent(rank - 1), across = rank == 1 ? 1 : place.stride(rank - 1);
  for (index_t i = 0; i < place.extent(0); ++i)
    for (index_t j = 0; j < columns; ++j)
      target.data[i * place.stride(0) + j * across] = *from++;
}
/// Memory for one matrix of up to 8 x 8.
template <class T>
struct single_room {
  T values[small_batch_most * small_batch_most];
};
template <class T, class L, class A>
WEFT_FN bool invert_into(strided_leaf<T, L> const& target, A const& a) {
  single_room<T> of, x;
  pack_single(of.values, a);
  if (!invert_single(of.values, a.extents()[0], x.values))
    return false;
  unpack_single(x.values, target);
  return true;
}
template <class T, class L, class A, class B>
WEFT_FN bool solve_into(strided_leaf<T, L> const& target, A const& a, B const& b, index_t columns) {
  single_room<T> of, sides, x;
  pack_single(of.values, a);
  pack_single(sides.values, b);
  if (!solve_single(of.values, a.extents()[0], columns, sides.values, x.values))
    return false;
  unpack_single(x.values, target);
  return true;
}
/// Runs and describes a task for one matrix. Returns false if run() had no answer.
template <class Run, class Note>
WEFT_FN bool run_single(session& s, Run const& run, Note const& note) {
  bool done = true;
  compute(s, [&] { done = run(); });
  if (done)
    described(s, note);
  return done;
}

/// Computes target = a^-1 for a batch of small matrices, or of one. Returns false, and does nothing, if there is no
/// such batch, or if a matrix has no inverse.
template <class T, class L, class A, class Note>
WEFT_FN bool invert_small_batch(strided_leaf<T, L> const& target, session& s, A const& a, Note const& described_as) {
  if constexpr (may_be_single<T, A>) {
    index_t const n = a.extents()[0];
    auto const note = [&](session& t) { described_as(t, 1, n, -1); };
    return n > 0 && n <= small_batch_most && run_single(s, [&] { return invert_into(target, a); }, note);
  } else if constexpr (may_be_small_batch<T, typename A::extents_type>) {
    matrix_batch const of("linalg::inv", a.extents(), true);
    index_t const n = of.rows, count = of.count;
    small_operand<void> x;
    if (!is_small_batch(count, n) || !find_small_operand(target, 2, x))
      return false;
    auto const note = [&](session& t) { described_as(t, count, n, -1); };
    return run_regular_batch<T>(s, a, count, n, note, [&](small_batch job) {
      job.task = small_task::inverse;
      job.x = x;
      return run_small_batch(job);
    });
  }
  return false;
}
/// Computes target = a^-1 b in the same way. For a batch, the right sides are copied to the target, and the solutions
/// are computed there.
template <class T, class L, class A, class B, class Note>
WEFT_FN bool solve_small_batch(strided_leaf<T, L> const& target, session& s, A const& a, B const& b,
                               Note const& described_as) {
  if constexpr (may_be_single<T, A> && may_be_single<T, B>) {
    index_t const n = a.extents()[0], columns = B::static_rank == 1 ? 1 : b.extents()[B::static_rank - 1];
    bool const fits = n > 0 && n <= small_batch_most && columns > 0 && columns <= small_batch_most;
    auto const note = [&](session& t) { described_as(t, 1, n, columns); };
    return fits && run_single(s, [&] { return solve_into(target, a, b, columns); }, note);
  } else if constexpr (may_be_small_batch<T, typename A::extents_type> && std::is_same_v<T, typename A::value_type>) {
    matrix_batch const of("linalg::solve", a.extents(), true);
    index_t const n = of.rows, count = of.count;
    int const tail = b.rank() == 1 ? 1 : 2;
    index_t const columns = tail == 1 ? 1 : target.place.extent(target.place.rank() - 1);
    small_operand<void> x;
    if (!is_small_batch(count, n) || target.place.size() != count * n * columns || !find_small_operand(target, tail, x))
      return false;
    auto const note = [&](session& t) {
      assign(target, b, t);
      described_as(t, count, n, columns);
    };
    return run_regular_batch<T>(s, a, count, n, note, [&](small_batch job) {
      {
        recording const nothing(nullptr); // the note describes the copy
        assign(target, b, s);
      }
      job.task = small_task::solve;
      bool all = true;
      for (index_t c = 0; c < columns; ++c) {
        job.x = {static_cast<T*>(x.data) + c * x.column, x.step, x.row, 0};
        all = run_small_batch(job) && all;
      }
      return all;
    });
  }
  return false;
}

} // namespace weft::detail
