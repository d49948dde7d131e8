#pragma once
#include "loop/nest.hpp"

#include <weft/eval/row_blocks.hpp>
#include <weft/memory/storage.hpp>

#include <vector>

// Private to src: statements that are run some rows at a time.
namespace weft::detail {

/// The temporaries of a statement, in the order in which its loops ask for them.
using row_temporaries = std::vector<storage_ref>;

/// The rows that the loops of a statement take now, and the bytes of its operands. Until begin() there are no rows:
/// narrow() only surveys the loops. A copy allocates nothing; it uses the same temporaries and has rows of its own.
class row_blocks {
public:
  row_blocks(row_statement const& e, row_temporaries& temporaries);

  index_t rows() const { return rows_; }
  /// Returns the bytes that survey_rows() returns.
  index_t bytes() const { return fits_ ? bytes_ : 0; }

  /// Makes loops take `count` rows from `first` on. They get the memory of the temporaries of the rows before again.
  void begin(index_t first, index_t count);
  /// Cuts the operands of a loop, as they were entered, down to the current rows. Returns false if nothing is to be
  /// run, because the loops are only surveyed.
  bool narrow(nest& n);
  block* temporary_block(index_t count, std::size_t size);

private:
  void admit(nest const& n, int row_axis);
  bool admit_operand(nest const& n, int j, int row_axis);
  bool is_new(index_t position);

  footprint target_;
  int axis_;
  index_t rows_, bytes_;
  bool fits_ = true;
  static constexpr int most_seen = 8;
  index_t seen_[most_seen];
  int seen_count_ = 0;
  index_t first_ = 0, count_ = 0;
  row_temporaries* temporaries_;
  std::size_t next_ = 0;
};

} // namespace weft::detail
