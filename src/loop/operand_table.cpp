#include "loop/plan.hpp"
#include "run/threads.hpp"

#include <weft/memory/storage.hpp>

#include <algorithm>

namespace weft::detail {

index_t const* extents_of(loop_operand const& o, index_t* room) {
  if (o.kind->statics == nullptr)
    return o.extents;
  index_t const* stored = o.extents;
  for (int k = 0; k < o.rank; ++k)
    room[k] = o.kind->statics[k] == dyn ? *stored++ : o.kind->statics[k];
  return room;
}

namespace {

/// Strides in units of `unit` bytes, whatever they follow from; 0 where an extent is 1: the operand repeats there.
void strides_of(loop_operand const& o, index_t const* extents, index_t unit, index_t* strides) {
  const int rank = o.rank;
  index_t run = unit;
  const auto take = [&](int k) {
    strides[k] = extents[k] == 1 ? 0 : run;
    run *= extents[k];
  };
  const stride_rule rule = o.kind->rule;
  if (rule == stride_rule::by_rows) {
    for (int k = rank - 1; k >= 0; --k)
      take(k);
  } else if (rule == stride_rule::by_columns) {
    for (int k = 0; k < rank; ++k)
      take(k);
  } else {
    const int one = rule == stride_rule::last_is_one ? rank - 1 : rule == stride_rule::first_is_one ? 0 : -1;
    for (int k = 0; k < rank; ++k)
      strides[k] = extents[k] == 1 ? 0 : k == one ? unit : o.strides[k] * unit;
  }
}

} // namespace

operand_table::operand_table(int operands, loop_operand const* operand, void const* core, index_t operations) {
  const int rank = operand[0].rank;
  const auto n = static_cast<std::size_t>(operands);
  q_.rank = rank;
  q_.extents = extents_;
  q_.operands = operands;
  q_.operand = operand_;
  q_.strides = strides_;
  q_.pitch = rank;
  q_.core = core;
  q_.operations = operations;
  void const** context = context_;
  if (operands > few) {
    check_memory("the tables of an expression",
                 n * (sizeof(table_operand) + sizeof(void*) + sizeof(index_t[max_rank])));
    operand_many_.resize(n);
    context_many_.resize(n);
    strides_many_.resize(n * static_cast<std::size_t>(rank));
    q_.operand = operand_many_.data();
    q_.strides = strides_many_.data();
    context = context_many_.data();
  }
  q_.context = context;
  for (int j = 0; j < operands; ++j) {
    loop_operand const& o = operand[j];
    operand_kind const& kind = *o.kind;
    if (o.ticket != 0)
      check_ticket(o.ticket, "assignment");
    context[j] = o.context;
    index_t room[max_rank];
    index_t const* const extents = extents_of(o, room);
    if (j == 0)
      for (int k = 0; k < rank; ++k)
        extents_[k] = extents[k];
    index_t* const strides = q_.strides + j * rank;
    const int lead = rank - o.rank;
    for (int k = 0; k < lead; ++k)
      strides[k] = 0;
    strides_of(o, extents, kind.fill != nullptr ? 1 : kind.size, strides + lead);
    q_.operand[j] = {o.position,
                     kind.size,
                     kind.fill,
                     o.context,
                     kind.fresh,
                     kind.numbers,
                     range_of({o.position, kind.size, o.rank, extents, strides + lead})};
  }
}

request_copy::request_copy(loop_request const& q) : q_(q) {
  const auto n = static_cast<std::size_t>(q.operands);
  q_.extents = extents_;
  q_.operand = operand_;
  q_.strides = strides_;
  if (q.operands > few) {
    check_memory("the tables of an expression", n * (sizeof(table_operand) + sizeof(index_t[max_rank])));
    operand_many_.resize(n);
    strides_many_.resize(n * static_cast<std::size_t>(q.pitch));
    q_.operand = operand_many_.data();
    q_.strides = strides_many_.data();
  }
  std::copy_n(q.extents, q.rank, q_.extents);
  std::copy_n(q.operand, q.operands, q_.operand);
  std::copy_n(q.strides, q.operands * q.pitch, q_.strides);
}

} // namespace weft::detail
