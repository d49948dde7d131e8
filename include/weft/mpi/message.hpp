#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/io/npy_typed.hpp>
#include <weft/mpi/communicator.hpp>

#include <memory>

// Messages have numbers, tensors, views of any strides, and expressions, which are evaluated once. Memory is handed to
// MPI where it lies, described by its strides; a message of up to 1 MiB whose elements lie in runs of 128 bytes or less
// is packed before, which MPI would do more slowly. mpi/record.hpp adds records, whose members are one message.
namespace weft {

namespace detail {

/// Strided memory of a message, as untyped_view, but with numbers of its own.
struct mpi_piece {
  dtype type;
  void* data;
  int rank;
  index_t extents[max_rank], strides[max_rank];
};
/// The memory of one message, piece after piece, each in row-major order.
struct mpi_memory {
  mpi_piece const* pieces;
  int count;
};

/// How messages reach the memory of an operand: with_memory<IsTarget>(operation, x, f) of a specialisation calls f with
/// an mpi_memory, which is written to if IsTarget.
template <class X>
struct mpi_operand {
  static constexpr bool is_sent = false, is_received = false;
};
template <HasDtype T>
struct mpi_operand<T> {
  static constexpr bool is_sent = true, is_received = true;

  template <bool IsTarget, class F>
  WEFT_FN static void with_memory(char const*, T const& x, F const& f) {
    mpi_piece const piece{dtype_of<T>, const_cast<T*>(&x), 0, {}, {}};
    f(mpi_memory{&piece, 1});
  }
};

WEFT_FN inline mpi_piece piece_of_view(untyped_view const& a) {
  mpi_piece piece{a.type, const_cast<void*>(a.data), a.rank, {}, {}};
  for (int k = 0; k < a.rank; ++k) {
    piece.extents[k] = a.extents[k];
    piece.strides[k] = a.strides[k];
  }
  return piece;
}
/// True if a message can be received into X, a tensor or a view of elements that are not const.
template <class X>
inline constexpr bool is_writable_memory = false;
template <Stored X>
inline constexpr bool is_writable_memory<X> =
    HasDtype<value_t<X>> && !std::is_const_v<std::remove_pointer_t<decltype(std::declval<X&>().data())>>;

template <Storable X>
struct mpi_operand<X> {
  static constexpr bool is_sent = true, is_received = is_writable_memory<X>;

  template <bool IsTarget, class F>
  WEFT_FN static void with_memory(char const* operation, X const& x, F const& f) {
    weft::detail::with_memory(operation, x, [&](untyped_view const& a) {
      mpi_piece const piece = piece_of_view(a);
      f(mpi_memory{&piece, 1});
    });
  }
};

/// Calls f with the memory of an operand that is sent, or received into.
template <class X, class F>
WEFT_FN void with_message(char const* operation, X const& x, F const& f) {
  mpi_operand<X>::template with_memory<false>(operation, x, f);
}
template <class X, class F>
WEFT_FN void with_target(char const* operation, X const& x, F const& f) {
  mpi_operand<X>::template with_memory<true>(operation, x, f);
}

struct request_state;

} // namespace detail

namespace mpi {

/// Operands of messages: numbers, tensors, views and expressions whose elements have a dtype, and, by mpi/record.hpp,
/// records of them.
template <class X>
concept Sendable = detail::mpi_operand<std::remove_cvref_t<X>>::is_sent;
/// Operands that messages are received into, which have their shapes before: variables, tensors, views of any strides,
/// and records of them.
template <class X>
concept Receivable = detail::mpi_operand<std::remove_cvref_t<X>>::is_received &&
                     ((std::is_lvalue_reference_v<X> && !std::is_const_v<std::remove_reference_t<X>>) ||
                      (Stored<X> && !detail::Owning<X>));

/// A message on its way. It keeps a copy of what it was given as a temporary, and the memory of views that share it. A
/// tensor or a record with a name must live until wait(), and meanwhile stay unchanged where it is sent, and unread
/// where it is received into. A request that is dropped unfinished says so on stderr: a receive is cancelled, and a
/// send goes on.
class [[nodiscard]] WEFT_API request {
public:
  request() noexcept;
  request(request&&) noexcept;
  request& operator=(request&&) noexcept;
  ~request();

  /// Waits for the end of the message. Throws mpi_error for an error of MPI, and shape_error if a message was shorter
  /// than its target. Does nothing for a request that is finished.
  void wait();
  /// Returns true if the message has ended, without waiting. Throws as wait() does.
  [[nodiscard]] bool test();
  /// Returns true if wait() or test() has found the end of the message, and for a request of no message.
  [[nodiscard]] bool is_finished() const noexcept;

  explicit request(std::unique_ptr<detail::request_state> state) noexcept;

private:
  std::unique_ptr<detail::request_state> state_;
};

} // namespace mpi

namespace detail {

WEFT_API void send_memory(mpi::communicator const& world, mpi_memory const& memory, int to, int tag);
WEFT_API void receive_memory(mpi::communicator const& world, mpi_memory const& memory, int from, int tag);
/// Begins a message to a rank, or from it. `kept` lives until it ends.
[[nodiscard]] WEFT_API mpi::request start_message(bool is_send, mpi::communicator const& world,
                                                  mpi_memory const& memory, int peer, int tag,
                                                  std::shared_ptr<void const> kept = nullptr);
[[nodiscard]] WEFT_API bool holds_elements(mpi_memory const& memory);
/// Waits for the end of a message, whether it succeeds or not. Does nothing when MPI has ended.
WEFT_API void end_message(mpi::request& one) noexcept;

/// True for records with a name, whose members must live until the message has ended.
template <class X>
inline constexpr bool is_sent_in_place =
    std::is_lvalue_reference_v<X> && !AnyTensorial<X> && !HasDtype<std::remove_cvref_t<X>>;
/// Returns an object that lives as long as a message: a view of a tensor with a name, the memory of a view, and
/// anything else moved or evaluated.
template <class X>
WEFT_FN auto kept_operand(X&& x) {
  if constexpr (Tensorial<X>) {
    if constexpr (Owning<X> && std::is_lvalue_reference_v<X>)
      return x.window();
    else if constexpr (Stored<X>)
      return std::remove_cvref_t<X>(static_cast<X&&>(x));
    else
      return eval(static_cast<X&&>(x));
  } else {
    return std::remove_cvref_t<X>(static_cast<X&&>(x));
  }
}

template <bool IsSend, class X>
WEFT_FN mpi::request started_message(mpi::communicator const& world, X const& x, int peer, int tag,
                                     std::shared_ptr<void const> const& kept) {
  mpi::request out;
  mpi_operand<X>::template with_memory<!IsSend>(IsSend ? "mpi::isend" : "mpi::irecv", x, [&](mpi_memory const& memory) {
    out = start_message(IsSend, world, memory, peer, tag, kept);
  });
  return out;
}

} // namespace detail

namespace mpi {

/// Sends an operand to a rank, and returns when its memory may change. `tag`, from 0 to 32767, tells messages between
/// the same ranks apart. An expression is evaluated first. Throws mpi_error, also for a
/// rank or a tag that is negative or too large: cartesian::neighbour() is -1 where there is none, and MPI's wildcards
/// are no ranks.
template <Sendable X>
WEFT_FN void send(communicator const& world, X const& x, int to, int tag = 0) {
  detail::with_message("mpi::send", x, [&](auto const& memory) { detail::send_memory(world, memory, to, tag); });
}
/// Receives a message of a rank into an operand. Its strides may differ from the sender's. The elements are
/// assigned in row-major order, and both sides have one element type. Throws shape_error if the message is shorter than
/// the operand, mpi_error if it is longer and as send() does, and layout_error if elements of the operand share memory
/// by a stride of 0; other strides whose elements overlap are the program's to avoid.
template <class X>
  requires Receivable<X&&>
WEFT_FN void recv(communicator const& world, X&& x, int from, int tag = 0) {
  detail::with_target("mpi::recv", x, [&](auto const& memory) { detail::receive_memory(world, memory, from, tag); });
}
/// Begins to send an operand. The request keeps what has no name (see request).
template <Sendable X>
[[nodiscard]] WEFT_FN request isend(communicator const& world, X&& x, int to, int tag = 0) {
  if constexpr (detail::is_sent_in_place<X>) {
    return detail::started_message<true>(world, x, to, tag, nullptr);
  } else {
    auto const kept = std::make_shared<decltype(detail::kept_operand(static_cast<X&&>(x)))>(
        detail::kept_operand(static_cast<X&&>(x)));
    return detail::started_message<true>(world, *kept, to, tag, kept);
  }
}
/// Begins to receive into an operand, as recv. The elements are there when the request has ended.
template <class X>
  requires Receivable<X&&>
[[nodiscard]] WEFT_FN request irecv(communicator const& world, X&& x, int from, int tag = 0) {
  std::shared_ptr<void const> kept;
  if constexpr (Stored<X>)
    kept = std::make_shared<std::remove_cvref_t<decltype(x.window())>>(x.window());
  return detail::started_message<false>(world, x, from, tag, kept);
}

template <class X>
  requires(!Sendable<X>)
void send(communicator const&, X const&, int, int = 0) WEFT_REFUSED("weft: mpi: its elements have no dtype");
template <class X>
  requires(!Sendable<X>)
void isend(communicator const&, X&&, int, int = 0) WEFT_REFUSED("weft: mpi: its elements have no dtype");
template <class X>
  requires(!Receivable<X &&>)
void recv(communicator const&, X&&, int, int = 0) WEFT_REFUSED("weft: mpi: the target is const or a temporary");
template <class X>
  requires(!Receivable<X &&>)
void irecv(communicator const&, X&&, int, int = 0) WEFT_REFUSED("weft: mpi: the target is const or a temporary");

} // namespace mpi
} // namespace weft
