#include "linalg/factor/update.hpp"

#include <algorithm>

namespace weft::detail {
namespace {

constexpr std::size_t line = 64, most_requests = 3;

index_t room_for(std::size_t bytes) {
  return bytes == 0 ? 0 : static_cast<index_t>(in_lines(bytes) + most_requests * line);
}

} // namespace

void* room_in(linalg::workspace& w, index_t bytes) {
  if (bytes > w.bytes_) {
    w = linalg::workspace();
    w.memory_ = storage_ref::adopt(allocate_block(bytes, 1, false, nullptr));
    w.bytes_ = bytes;
  }
  return bytes == 0 ? nullptr : block_data(w.memory_.get());
}

void factor_run::plan(std::size_t bytes) {
  room_ = std::max(room_, room_for(bytes));
}

void update_memory::begin(std::size_t bytes) {
  used_ = 0;
  auto const all = static_cast<std::size_t>(room_for(bytes));
  if (all <= bytes_)
    return;
  first_ = static_cast<char*>(room_in(grown_, static_cast<index_t>(all)));
  bytes_ = all;
}

void* update_memory::allocate_from(scratch& from, std::size_t bytes) {
  auto& me = static_cast<update_memory&>(from);
  char* const here = me.first_ + me.used_;
  me.used_ += in_lines(bytes);
  return here;
}

} // namespace weft::detail
