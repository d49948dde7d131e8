#pragma once
#include <weft/mpi/cartesian.hpp>
#include <weft/mpi/message.hpp>

#include <memory>
#include <vector>

namespace weft {

namespace detail {

/// Returns the first index of a block along an axis. Blocks differ by one index at most, and depend on the
/// extent and the number of ranks alone.
WEFT_FN constexpr index_t block_begin(index_t extent, index_t ranks, index_t number) {
  return extent / ranks * number + (extent % ranks) * number / ranks;
}
/// Throws shape_error, on every rank alike, if a block would have fewer layers than there are ghosts.
WEFT_API void require_blocks(index_t const* extents, index_t const* ranks, field::width const* widths, int rank);
WEFT_API [[noreturn]] void throw_exchange(char const* reason);
/// Throws mpi_error unless two communicators have the same ranks in the same order.
WEFT_API void require_same_ranks(char const* operation, mpi::communicator const& a, mpi::communicator const& b);

/// The messages of an exchange, whose memory is that of somebody else: it waits for all of them before it is destroyed
/// or assigned to. A copy has none. An exchange is under way from begin() on.
class pending_exchange {
public:
  WEFT_FN pending_exchange() = default;
  WEFT_FN pending_exchange(pending_exchange const&) {}
  WEFT_FN pending_exchange(pending_exchange&&) noexcept = default;
  WEFT_FN pending_exchange& operator=(pending_exchange other) noexcept {
    requests_.swap(other.requests_);
    return *this;
  }
  WEFT_FN ~pending_exchange() { end_all(); }

  WEFT_FN void begin() {
    if (requests_ == nullptr)
      requests_ = std::make_unique<std::vector<mpi::request>>();
  }
  /// Begins a message of memory that lives until it has ended.
  WEFT_FN void add(bool is_send, mpi::communicator const& world, mpi_memory const& memory, int peer, int tag) {
    begin();
    requests_->push_back(start_message(is_send, world, memory, peer, tag));
  }
  WEFT_FN void send(mpi::communicator const& world, mpi_piece const& piece, int to) {
    add(true, world, {&piece, 1}, to, 0);
  }
  WEFT_FN void receive(mpi::communicator const& world, mpi_piece const& piece, int from) {
    add(false, world, {&piece, 1}, from, 0);
  }
  /// Throws mpi_error if messages are under way.
  WEFT_FN void require_none() const {
    if (requests_ != nullptr)
      throw_exchange("an exchange is under way: finish() ends it");
  }
  /// Waits for all messages. Throws the first error.
  WEFT_FN void finish() {
    pending_exchange const ended(std::move(*this));
    if (ended.requests_ != nullptr)
      for (mpi::request& one : *ended.requests_)
        one.wait();
  }
  /// Waits for all messages, whether they succeed or not.
  WEFT_FN void end_all() noexcept {
    if (requests_ != nullptr)
      for (mpi::request& one : *requests_)
        end_message(one);
    requests_.reset();
  }

private:
  std::unique_ptr<std::vector<mpi::request>> requests_; ///< a vector itself has more bytes in debug modes
};

/// The directions of a grid of R axes, by numbers. The numbers of opposite directions add up to the last number.
template <int R>
inline constexpr int grid_directions = 3 * grid_directions<R - 1>;
template <>
inline constexpr int grid_directions<0> = 1;
template <int R>
WEFT_FN axis_array<field::side, R> direction_of(int number) {
  axis_array<field::side, R> out{};
  for (std::size_t k = std::size_t(R); k-- > 0; number /= 3)
    out[k] = static_cast<field::side>(number % 3 - 1);
  return out;
}

template <class V>
WEFT_FN mpi_piece piece_of_stored(V const& v) {
  mpi_piece out{};
  with_memory("mpi::exchange", v, [&](untyped_view const& a) { out = piece_of_view(a); });
  return out;
}

/// Begins to fill the ghosts of fields that are divided alike: a message from and to each neighbour. `ghosts_of(u, d)`
/// and `faces_of(u, d)` are their pieces in a direction.
template <class C, class... G>
WEFT_FN void start_halo(pending_exchange& out, C const& ranks, G&... grids) {
  constexpr int R = C::static_rank, last = grid_directions<R> - 1;
  auto const each = [&](bool sends) {
    for (int number = 0; number <= last; ++number) {
      auto const direction = direction_of<R>(number);
      int const peer = 2 * number == last ? -1 : ranks.neighbour(direction);
      if (peer < 0)
        continue;
      mpi_piece const pieces[] = {
          (sends ? piece_of_stored(grids.face(direction)) : piece_of_stored(grids.ghost(direction)))...};
      mpi_memory const memory{pieces, int(sizeof...(G))};
      if (holds_elements(memory))
        out.add(sends, ranks.world(), memory, peer, sends ? number : last - number);
    }
  };
  each(false);
  each(true);
}

} // namespace detail

namespace mpi {

/// A grid of the given shape whose interior is divided among the ranks of a process grid. Each rank holds a block,
/// which is a grid with ghosts of its own: statements on local() are as on one machine, and exchange() fills the
/// ghosts from the neighbours.
///
///   mpi::cartesian<2> ranks(world, {true, false});                                   // axis 0 is periodic
///   mpi::distributed<field::grid<double, 2>> u(ranks, shape(1000, 800), field::ghosts(1));
///   u.exchange();
///   r.local().interior() = ... u.local().widened(0) ...
///
/// Blocks along an axis differ by one index at most. Ghosts beyond an end of the whole that is not periodic are the
/// program's (is_edge). All ranks construct it with the same arguments; it throws shape_error on each alike if a block
/// has fewer layers than there are ghosts, as when an axis of a few elements is divided among many ranks. Without
/// ghosts blocks may be empty. A copy copies the elements of the rank, and no exchange that is under way. A field that
/// is destroyed or assigned to while an exchange of it is under way waits for the messages first.
template <class G>
class distributed {
  static constexpr bool is_divided = [] {
    if constexpr (detail::AnyGrid<G>)
      return detail::Owning<typename G::memory_type>;
    else
      return false;
  }();
  static_assert(is_divided,
                "weft: mpi::distributed: it divides a grid that owns its memory, as field::grid<double, 2>");
  static constexpr int R = G::static_rank;

public:
  using grid_type = G;
  using value_type = typename G::value_type;
  using weft_reduced = void;
  static constexpr int static_rank = R;

  /// Makes a field of zeros.
  template <Shape S>
  WEFT_FN distributed(cartesian<R> const& ranks, S const& global_shape, field::ghosts const& around = field::ghosts(0))
      : ranks_(ranks), shape_(read_shape(global_shape)), local_(block_shape(around), around) {}

  WEFT_FN distributed(distributed const&) = default;
  WEFT_FN distributed(distributed&&) = default;
  WEFT_FN distributed& operator=(distributed other) noexcept(std::is_nothrow_move_assignable_v<G>) {
    pending_.end_all(); // before its memory is replaced
    ranks_ = std::move(other.ranks_);
    shape_ = other.shape_;
    local_ = std::move(other.local_);
    pending_ = std::move(other.pending_);
    return *this;
  }
  WEFT_FN ~distributed() = default;

  /// Returns the block of this rank.
  [[nodiscard]] WEFT_FN grid_type& local() WEFT_LIFETIMEBOUND { return local_; }
  [[nodiscard]] WEFT_FN grid_type const& local() const WEFT_LIFETIMEBOUND { return local_; }
  /// Returns the shape of the whole field, without ghosts.
  [[nodiscard]] WEFT_FN dims<R> shape() const { return shape_; }
  /// Returns the index, in the whole, of the first element of the interior of this rank's block.
  [[nodiscard]] WEFT_FN detail::axis_array<index_t, R> offset() const {
    auto const mine = block_of(ranks_.world().rank());
    return std::to_array(mine.first);
  }
  [[nodiscard]] WEFT_FN cartesian<R> const& ranks() const WEFT_LIFETIMEBOUND { return ranks_; }
  [[nodiscard]] WEFT_FN communicator const& world() const WEFT_LIFETIMEBOUND { return ranks_.world(); }
  /// Returns a view of the elements of this rank: the interior of its block.
  [[nodiscard]] WEFT_FN auto mine() WEFT_LIFETIMEBOUND { return local_.interior(); }
  [[nodiscard]] WEFT_FN auto mine() const WEFT_LIFETIMEBOUND { return local_.interior(); }
  /// True if another field has the same shape and a process grid of the same extents.
  template <class H>
  [[nodiscard]] WEFT_FN bool is_divided_as(distributed<H> const& other) const {
    return shape_ == other.shape() && ranks_.counts() == other.ranks().counts();
  }
  /// True if the block is at an end of the whole that is not periodic: the ghosts there are the program's.
  [[nodiscard]] WEFT_FN bool is_edge(index_t axis, field::side s) const {
    detail::axis_array<field::side, R> direction{};
    direction[static_cast<std::size_t>(detail::asked_axis("mpi::distributed", axis, R))] = s;
    return ranks_.neighbour(direction) < 0;
  }

  /// Fills the ghosts from the interiors of the neighbours, edges and corners too. All ranks call it.
  WEFT_FN void exchange() {
    start_exchange();
    finish();
  }
  /// Begins to fill the ghosts. Until finish() nothing writes to the interior, and nothing reads the ghosts; the pieces
  /// of the interior that need no ghosts can be computed meanwhile.
  WEFT_FN void start_exchange() {
    require_no_exchange();
    detail::pending_exchange messages; // if one of them cannot begin, it waits for the others
    messages.begin();
    detail::start_halo(messages, ranks_, local_);
    pending_ = std::move(messages);
  }
  /// Waits until all ghosts are filled.
  WEFT_FN void finish() { pending_.finish(); }

  /// Throws mpi_error if an exchange is under way.
  WEFT_FN void require_no_exchange() const { pending_.require_none(); }

  /// Returns the block of a rank as a box of the whole.
  [[nodiscard]] WEFT_FN detail::grid_box<R> block_of(int rank) const {
    detail::grid_box<R> out{};
    auto const at = ranks_.coordinates(rank);
    for (std::size_t k = 0; k < std::size_t(R); ++k) {
      index_t const n = shape_.entry(int(k)), ranks = ranks_.counts()[k];
      out.first[k] = detail::block_begin(n, ranks, at[k]);
      out.count[k] = detail::block_begin(n, ranks, at[k] + 1) - out.first[k];
    }
    return out;
  }
  /// Reduces over all ranks: sum(u), see mpi/distributed_reduce.hpp.
  template <class Reduction>
  [[nodiscard]] WEFT_FN auto reduced_by(Reduction const& r) const {
    return reduced_distributed(detail::answered_above{}, *this, r);
  }

private:
  template <Shape S>
  WEFT_FN static dims<R> read_shape(S const& s) {
    static_assert(S::static_rank < 0 || S::static_rank == R,
                  "weft: mpi::distributed: rank mismatch: an extent for each axis");
    if (s.rank() != R)
      detail::throw_shape_reason("mpi::distributed", "the shape has an extent for each axis");
    return detail::convert_extents<dims<R>>(s);
  }
  WEFT_FN dims<R> block_shape(field::ghosts const& around) const {
    index_t extents[std::size_t(R)];
    field::width widths[std::size_t(R)];
    dims<R> out{};
    auto const mine = block_of(ranks_.world().rank());
    for (int k = 0; k < R; ++k) {
      extents[k] = shape_.entry(k);
      widths[k] = around.rank() < 0 || k < around.rank() ? around[k] : field::width(0);
      out.set(k, mine.count[static_cast<std::size_t>(k)]);
    }
    detail::require_blocks(extents, ranks_.counts().data(), widths, R);
    return out;
  }

  cartesian<R> ranks_;
  dims<R> shape_;
  grid_type local_;
  detail::pending_exchange pending_;
};

/// Fills the ghosts of fields of one process grid, in one message to each neighbour. They may have different
/// element types and widths. Throws mpi_error if a field is divided by another process grid, or an exchange of it is
/// under way.
template <class G, class... H>
WEFT_FN void exchange(distributed<G>& u, distributed<H>&... others) {
  bool const alike = ((u.ranks().world().word() == others.ranks().world().word()) && ...);
  if (!alike)
    detail::throw_exchange("the fields are divided by different process grids");
  u.require_no_exchange();
  (others.require_no_exchange(), ...);
  detail::pending_exchange messages;
  detail::start_halo(messages, u.ranks(), u.local(), others.local()...);
  messages.finish();
}

} // namespace mpi
} // namespace weft
