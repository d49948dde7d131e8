#pragma once
#include <weft/mpi/rows.hpp>

// The elements of other ranks that a product of a matrix by rows reads.
namespace weft::detail {

/// The elements that go to one rank, or come from it: some of a list, one behind the other.
struct halo_peer {
  int rank;
  index_t first, count;
};

/// How products by the rows of this rank are divided, and their messages. Inner rows read elements of this rank alone;
/// outer rows are those before and after them. `columns` are the indices, in the whole, that outer rows read. They
/// ascend, and those from own_first to own_last - 1 of the list are of this rank.
struct halo_plan {
  index_t inner_first = 0, inner_last = 0;
  tensor<index_t, 1> columns;
  index_t own_first = 0, own_last = 0;
  plain_vector<halo_peer> from; ///< of the list of columns
  plain_vector<halo_peer> to;   ///< of `sent`
  tensor<index_t, 1> sent;      ///< indices of elements of this rank
};

/// Makes the plan of the rows of this rank in compressed rows, and asks the other ranks for what they have. All ranks
/// call it. In inner rows it replaces the columns by indices of elements of this rank, and in outer rows by indices
/// of plan.columns; they still ascend. The inner rows are the longest sequence of rows that need no message.
WEFT_API halo_plan planned_halo(mpi::communicator const& world, mpi::row_division const& columns, index_t rows,
                                index_t const* offsets, index_t* indices);

/// The memory of the messages of a plan.
template <class T>
class halo_messages {
public:
  WEFT_FN halo_messages(mpi::communicator const& world, halo_plan const& plan)
      : world_(world), plan_(&plan), sent_(uninit, plan.sent.size()), read_(uninit, plan.columns.size()) {}

  /// Begins to send elements of x, which this rank has, and to receive elements of other ranks.
  WEFT_FN void start(T const* x) {
    pending_exchange messages;
    for (halo_peer const& peer : plan_->from)
      messages.receive(world_, piece_of(read_, peer), peer.rank);
    index_t const* const which = plan_->sent.data();
    T* const out = sent_.data();
    for (index_t k = 0; k < sent_.size(); ++k)
      out[k] = x[which[k]];
    for (halo_peer const& peer : plan_->to)
      messages.send(world_, piece_of(sent_, peer), peer.rank);
    pending_ = std::move(messages);
  }
  /// Returns the elements of all columns of the plan. x has the elements of this rank, from the column
  /// `first` on.
  WEFT_FN T const* finish(T const* x, index_t first) {
    index_t const* const columns = plan_->columns.data();
    T* const out = read_.data();
    for (index_t k = plan_->own_first; k < plan_->own_last; ++k)
      out[k] = x[columns[k] - first];
    pending_.finish();
    return out;
  }

private:
  WEFT_FN static mpi_piece piece_of(tensor<T, 1>& memory, halo_peer const& peer) {
    return {dtype_of<T>, memory.data() + peer.first, 1, {peer.count}, {1}};
  }

  mpi::communicator world_;
  halo_plan const* plan_;
  tensor<T, 1> sent_, read_;
  pending_exchange pending_;
};

} // namespace weft::detail
