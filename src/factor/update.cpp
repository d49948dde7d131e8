#include "factor/update.hpp"

namespace weft::detail {
namespace {

constexpr std::size_t line = 64, most_requests = 3;

constexpr std::size_t lines_of(std::size_t bytes) {
  return (bytes + line - 1) / line * line;
}

} // namespace

void update_memory::begin(std::size_t bytes) {
  used_ = 0;
  if (bytes == 0)
    return;
  std::size_t const all = lines_of(bytes) + most_requests * line;
  if (all <= bytes_)
    return;
  memory_ = storage_ref::take(allocate_block(static_cast<index_t>(all), 1, false, nullptr));
  first_ = static_cast<char*>(block_data(memory_.get()));
  bytes_ = all;
}

void* update_memory::take_from(scratch& from, std::size_t bytes) {
  auto& me = static_cast<update_memory&>(from);
  char* const here = me.first_ + me.used_;
  me.used_ += lines_of(bytes);
  return here;
}

} // namespace weft::detail
