#pragma once
#include "loop/limits.hpp"
#include "run/local_array.hpp"

#include <weft/eval/loop.hpp>

#include <cstring>

// Private to src: partial results of folds, and how they are joined.
namespace weft::detail {

/// Memory for n accumulators, on the stack if they are few.
class accumulators {
public:
  accumulators(fold_kind const& f, index_t n)
      : size_(f.acc_size), room_("partial results", static_cast<std::size_t>(n * size_ + line)) {
    auto const p = reinterpret_cast<index_t>(room_.data());
    first_ = room_.data() + ((p + line - 1) / line * line - p);
  }
  std::byte* at(index_t i) { return first_ + i * size_; }
  /// The number of bytes of partial results that fit on the stack, and the number of accumulators that fit into these
  /// bytes.
  static constexpr index_t bytes_on_stack = limits::accumulators_on_stack;
  static index_t on_stack(fold_kind const& f) { return bytes_on_stack / f.acc_size; }
  /// Throws if the constructor would throw for n accumulators under a no_alloc_scope.
  static void check(fold_kind const& f, index_t n) {
    if (auto const bytes = static_cast<std::size_t>(n * f.acc_size + line); bytes > most_inside)
      check_memory("partial results", bytes);
  }

private:
  static constexpr index_t line = limits::line;
  static constexpr std::size_t most_inside = bytes_on_stack + line;
  index_t size_;
  std::byte* first_;
  local_array<std::byte, most_inside> room_;
};

/// Joins `count` rows of n partial results each into the first row. The upper half of the rows is joined into the lower
/// half until one row is left.
inline void join_partials(fold_kind const& f, void const* reducer, std::byte* partials, index_t count, index_t n) {
  while (count > 1) {
    index_t const half = (count + 1) / 2;
    f.merge(reducer, partials, partials + half * n * f.acc_size, (count - half) * n);
    count = half;
  }
}

/// Joins partial results pairwise, as in a binary counter: level l holds a result of 2^l blocks. So the rounding error
/// of a sum of n blocks is of order log n, not n.
class cascade {
public:
  cascade(fold_kind const& f, void const* reducer, index_t n)
      : f_(f), reducer_(reducer), n_(n), bytes_(static_cast<std::size_t>(n * f.acc_size)) {}

  /// Throws if `levels` levels of n results would allocate under a no_alloc_scope.
  static void check(fold_kind const& f, index_t n, int levels) {
    if (auto const bytes = static_cast<std::size_t>(levels * n * f.acc_size); bytes > limits::levels_on_stack)
      check_memory("partial results", bytes);
  }
  /// Adds the partial result in `added`, and overwrites `added`.
  void push(std::byte* added) {
    int level = 0;
    for (; (blocks_ >> level & 1u) != 0; ++level) {
      f_.merge(reducer_, at(level), added, n_);
      std::memcpy(added, at(level), bytes_);
    }
    ++blocks_;
    reserve(level + 1);
    std::memcpy(at(level), added, bytes_);
  }
  /// Joins all results into `into`, which must hold the result of no values.
  void collect(std::byte* into) {
    bool first = true;
    for (int level = 0; blocks_ >> level != 0; ++level) {
      if ((blocks_ >> level & 1u) == 0)
        continue;
      if (!first)
        f_.merge(reducer_, at(level), into, n_);
      std::memcpy(into, at(level), bytes_);
      first = false;
    }
  }

private:
  std::byte* at(int level) { return (many_ ? many_.get() : inside_) + static_cast<std::size_t>(level) * bytes_; }
  void reserve(int levels) {
    std::size_t const bytes = static_cast<std::size_t>(levels) * bytes_;
    if (bytes <= room_)
      return;
    std::size_t const room = 2 * bytes;
    auto larger = allocate_room<std::byte>("partial results", room);
    std::memcpy(larger.get(), at(0), bytes - bytes_);
    many_ = static_cast<std::unique_ptr<std::byte[]>&&>(larger);
    room_ = room;
  }
  fold_kind const& f_;
  void const* reducer_;
  index_t n_;
  std::size_t bytes_, room_ = limits::levels_on_stack;
  unsigned long long blocks_ = 0;
  std::unique_ptr<std::byte[]> many_;
  alignas(64) std::byte inside_[limits::levels_on_stack];
};

/// Collects partial results of one result. The order in which they are joined depends on their number alone, not on the
/// calls that filled them. A reducer without merge has one accumulator for all values.
class partial_list {
public:
  partial_list(fold_kind const& f, void const* reducer)
      : f_(f), reducer_(reducer), room_(f, f.merge == nullptr ? 1 : limits::fold_partials), joined_(f, reducer, 1) {
    if (f.merge == nullptr)
      f.init(reducer, room_.at(0), 1);
  }

  /// Returns how many partial results one call of append() may return, at least 1.
  index_t left() const {
    return used_ == limits::fold_partials ? limits::fold_partials : limits::fold_partials - used_;
  }
  /// Returns n more partial results, each the result of no values; without merge the only accumulator.
  std::byte* append(index_t n) {
    if (f_.merge == nullptr)
      return room_.at(0);
    if (used_ == limits::fold_partials) {
      join_partials(f_, reducer_, room_.at(0), used_, 1);
      joined_.push(room_.at(0));
      pushed_ = true;
      used_ = 0;
    }
    f_.init(reducer_, room_.at(used_), n);
    used_ += n;
    return room_.at(used_ - n);
  }
  /// Joins all partial results and returns the result.
  /// @pre append() was called
  std::byte* result() {
    if (f_.merge == nullptr)
      return room_.at(0);
    join_partials(f_, reducer_, room_.at(0), used_, 1);
    if (pushed_) {
      joined_.push(room_.at(0));
      joined_.collect(room_.at(0));
    }
    return room_.at(0);
  }

private:
  fold_kind const& f_;
  void const* reducer_;
  accumulators room_;
  cascade joined_;
  index_t used_ = 0;
  bool pushed_ = false;
};

} // namespace weft::detail
