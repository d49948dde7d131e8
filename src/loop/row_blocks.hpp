#pragma once
#include "loop/nest.hpp"

#include <weft/eval/row_blocks.hpp>

#include <vector>

// Private to src: statements that take some rows at a time.
namespace weft::detail {

/// The rows that the loops of a statement take, and what was learnt of its operands. At first none: the loops are
/// surveyed.
class row_blocks {
public:
  explicit row_blocks(row_statement const& e);
  row_blocks(row_blocks const&) = delete;
  row_blocks& operator=(row_blocks const&) = delete;
  ~row_blocks();

  index_t rows() const { return rows_; }
  /// See survey_rows.
  index_t bytes() const { return fits_ ? bytes_ : 0; }

  /// From now on loops take these rows, and get the temporaries of the rows before.
  void begin(index_t first, index_t count);
  /// Cuts the operands of a loop, as they were entered, down to the rows. False if nothing is to be run: a survey looks
  /// at them only.
  bool narrow(nest& n);
  block* take(index_t count, std::size_t size);

private:
  void admit(nest const& n, int row_axis);
  bool admit_operand(nest const& n, int j, int row_axis);
  bool is_new(index_t position);

  footprint target_;
  int axis_;
  index_t rows_, bytes_;
  bool fits_ = true;
  static constexpr int most_known = 8;
  index_t seen_[most_known];
  int known_ = 0;
  index_t first_ = 0, count_ = 0;
  std::vector<block*> temporaries_;
  std::size_t next_ = 0;
};

} // namespace weft::detail
