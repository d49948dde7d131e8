#pragma once
#include <weft/mpi/message.hpp>
#include <weft/tensor/memory.hpp>

#include <limits>

// Functions that all ranks of a communicator call, in the same order and with operands of the same shapes. Checked
// builds (WEFT_CHECK_BOUNDS) compare the calls first: if they differ, every rank throws the same error, which names a
// rank; and if one rank refuses its own operands, every rank throws its error. Unchecked ones leave it to MPI, whose
// ranks may then wait for ever.
//
// Compared so are the functions of this header, reductions of distributed fields, to_global and redistribute, and in
// every build the calls that take long: split, duplicate, cartesian, save_npy and load_npy. exchange() is not compared,
// because only neighbours exchange messages.
namespace weft {

namespace mpi {

/// How allreduce and reduce join the elements of the ranks.
enum class operation : unsigned char { sum, prod, min, max };
inline constexpr operation sum = operation::sum;
inline constexpr operation prod = operation::prod;
inline constexpr operation min = operation::min; ///< NaN if one is NaN
inline constexpr operation max = operation::max;

} // namespace mpi

namespace detail {

/// Stands for the root of collective calls whose result is on all ranks.
inline constexpr int every_rank = (std::numeric_limits<int>::min)();

/// Compares the function and its root on all ranks. Throws mpi_error on each if the root is no rank.
WEFT_API void require_same_root(char const* operation, mpi::communicator const& world, int root, bool checked);
/// Calls f() on each rank. If one throws, every rank throws its error.
WEFT_API void call_on_ranks(char const* operation, mpi::communicator const& world, void (*call)(void const* f),
                            void const* f);
template <class F>
WEFT_FN void call_on_ranks(char const* operation, mpi::communicator const& world, F const& f) {
  call_on_ranks(operation, world, [](void const* g) { (*static_cast<F const*>(g))(); }, &f);
}
WEFT_API void wait_for_all(mpi::communicator const& world, bool checked);
WEFT_API void broadcast_memory(mpi::communicator const& world, mpi_memory const& memory, int root, bool checked);
/// Reduces dense elements in place.
WEFT_API void reduce_memory(mpi::communicator const& world, mpi_piece const& piece, mpi::operation how, int root,
                            bool checked);
/// Gathers a piece of each rank in dense memory, at `all`.
WEFT_API void gather_memory(mpi::communicator const& world, mpi_piece const& mine, void* every, int root, bool checked);
/// Sends each rank the piece of its number along axis 0 of `every`, which counts on the root alone.
WEFT_API void scatter_memory(mpi::communicator const& world, mpi_piece const& every, mpi_piece const& mine, int root,
                             bool checked);

inline constexpr bool checks_calls = WEFT_CHECK_BOUNDS != 0;

template <class X>
WEFT_FN auto reduced_over_ranks(char const* operation, mpi::communicator const& world, X&& x, mpi::operation how,
                                int root) {
  auto out = [&] {
    if constexpr (HasDtype<std::remove_cvref_t<X>>)
      return std::remove_cvref_t<X>(x);
    else
      return eval(static_cast<X&&>(x));
  }();
  with_target(operation, out, [&](auto const& m) { reduce_memory(world, m.pieces[0], how, root, checks_calls); });
  return out;
}

/// Returns an empty tensor for operands X along a new axis 0.
template <class X>
WEFT_FN auto new_gathered() {
  if constexpr (HasDtype<X>)
    return tensor<X, 1>();
  else if constexpr (X::static_rank < 0)
    return tensor<value_t<X>, runtime_rank>();
  else
    return tensor<value_t<X>, X::static_rank + 1>();
}
template <class X>
WEFT_FN auto gathered_over_ranks(char const* operation, mpi::communicator const& world, X const& x, int root) {
  auto out = new_gathered<X>();
  with_message(operation, x, [&](auto const& m) {
    dynamic_extents shape(m.pieces[0].rank + 1);
    shape.set(0, root == every_rank || root == world.rank() ? world.size() : 0);
    for (int k = 0; k < m.pieces[0].rank; ++k)
      shape.set(k + 1, m.pieces[0].extents[k]);
    out = decltype(out)(uninit, shape);
    gather_memory(world, m.pieces[0], out.data(), root, checks_calls);
  });
  return out;
}

template <class X>
inline constexpr bool is_single_operand = HasDtype<X> || (Tensorial<X> && Storable<X>);
/// Operands of one block of memory, which are no records.
template <class X>
concept SingleOperand = is_single_operand<std::remove_cvref_t<X>>;

} // namespace detail

namespace mpi {

/// Returns when all ranks have called it.
WEFT_FN inline void barrier(communicator const& world) {
  detail::wait_for_all(world, detail::checks_calls);
}
/// Sends the elements of the root to all ranks, whatever the strides of each. Throws layout_error if elements of an
/// operand share memory by a stride of 0: in checked builds on every rank, otherwise on that one.
template <class X>
  requires Receivable<X&&>
WEFT_FN void broadcast(communicator const& world, X&& x, int root = 0) {
  detail::with_target("mpi::broadcast", x,
                      [&](auto const& m) { detail::broadcast_memory(world, m, root, detail::checks_calls); });
}
/// Returns a tensor, or a number, of the sums over all ranks, element by element, or of their products, minima or
/// maxima. Every rank gets the same, but for the sign and payload of a NaN of sums and products; of zeros of both signs
/// -0 is the minimum, and +0 the maximum. It has the element type of the operand, so integers are summed modulo 2^n,
/// and numbers of 16 bits are rounded at each step. An expression is evaluated once. The order of the sums is MPI's.
///   auto const mean = mpi::allreduce(world, u, mpi::sum) / double(world.size());
template <detail::SingleOperand X>
[[nodiscard]] WEFT_FN auto allreduce(communicator const& world, X&& x, operation how) {
  return detail::reduced_over_ranks("mpi::allreduce", world, static_cast<X&&>(x), how, detail::every_rank);
}
/// Returns on the root what allreduce returns, and on other ranks the elements that they gave.
template <detail::SingleOperand X>
[[nodiscard]] WEFT_FN auto reduce(communicator const& world, X&& x, operation how, int root = 0) {
  return detail::reduced_over_ranks("mpi::reduce", world, static_cast<X&&>(x), how, root);
}
/// Returns on the root the operands of all ranks, which have one shape, along a new axis 0 in the order of the ranks;
/// on other ranks a tensor whose axis 0 has extent 0. The result is row-major.
template <detail::SingleOperand X>
[[nodiscard]] WEFT_FN auto gather(communicator const& world, X const& x, int root = 0) {
  return detail::gathered_over_ranks("mpi::gather", world, x, root);
}
/// Returns on every rank what gather returns on its root.
template <detail::SingleOperand X>
[[nodiscard]] WEFT_FN auto allgather(communicator const& world, X const& x) {
  return detail::gathered_over_ranks("mpi::allgather", world, x, detail::every_rank);
}
/// Sends x(r) of the root to the target of rank r. On other ranks the elements of x are not sent, and it may be
/// empty; an expression is evaluated on every rank. Throws shape_error unless x of the root has the shape of the target
/// behind an axis of an element for each rank: in checked builds on every rank, otherwise on the root.
template <Storable A, class X>
  requires(Receivable<X &&> && detail::SingleOperand<X>)
WEFT_FN void scatter(communicator const& world, A const& x, X&& target, int root = 0) {
  detail::with_message("mpi::scatter", x, [&](auto const& every) {
    detail::with_target("mpi::scatter", target, [&](auto const& m) {
      detail::scatter_memory(world, every.pieces[0], m.pieces[0], root, detail::checks_calls);
    });
  });
}

template <class X>
  requires(!Receivable<X &&>)
void broadcast(communicator const&, X&&, int = 0) WEFT_REFUSED("weft: mpi: the target is const or a temporary");
template <int = 0>
void allreduce(communicator const&, detail::other, operation) WEFT_REFUSED("weft: mpi: its elements have no dtype");
template <int = 0>
void reduce(communicator const&, detail::other, ...) WEFT_REFUSED("weft: mpi: its elements have no dtype");
template <int = 0>
void gather(communicator const&, detail::other, int = 0) WEFT_REFUSED("weft: mpi: its elements have no dtype");
template <int = 0>
void allgather(communicator const&, detail::other) WEFT_REFUSED("weft: mpi: its elements have no dtype");

} // namespace mpi
} // namespace weft
