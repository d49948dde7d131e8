#pragma once
#include "loop/plan.hpp"
#include "run/threads.hpp"

#include <cstring>

// Private to src: partial results of folds, and how they are joined.
namespace weft::detail {

/// Blocks that are folded by one call of a kernel, each into a partial result of its own.
inline constexpr index_t fold_parts_at_once = 64;
/// Rows that go into one row of partial results, and columns of it: few enough for the caches, many enough that memory
/// is read in long runs (0.24 ns an element for rows of 3000, and 0.45 for runs of 1024).
inline constexpr index_t fold_rows = 128, fold_columns = 4096;

/// Room for n accumulators, on the stack where they are few.
class accumulators {
public:
  accumulators(fold_kind const& f, index_t n) : size_(f.acc_size) {
    const auto bytes = static_cast<std::size_t>(n * size_ + 64);
    if (bytes > sizeof few_) {
      check_memory("partial results", bytes);
      many_.reset(new std::byte[bytes]);
    }
    const auto p = reinterpret_cast<index_t>(many_ ? many_.get() : few_);
    first_ = reinterpret_cast<std::byte*>((p + 63) / 64 * 64);
  }
  accumulators(accumulators const&) = delete;
  accumulators& operator=(accumulators const&) = delete;
  std::byte* at(index_t i) { return first_ + i * size_; }

private:
  index_t size_;
  std::byte* first_;
  std::unique_ptr<std::byte[]> many_;
  std::byte few_[17 * 1024]; // left as it is: setting it to 0 would take longer than most folds
};

/// Joins `count` rows of n partial results each into the first one: always the upper half with the lower one.
inline void join_parts(fold_kind const& f, void const* reducer, std::byte* parts, index_t count, index_t n) {
  while (count > 1) {
    const index_t half = (count + 1) / 2;
    f.merge(reducer, parts, parts + half * n * f.acc_size, (count - half) * n);
    count = half;
  }
}

/// Joins partial results pairwise, as in a binary counter: level l holds a result of 2^l blocks. So a sum of n blocks
/// has an error of order log n, not n.
class cascade {
public:
  cascade(fold_kind const& f, void const* reducer, index_t n)
      : f_(f), reducer_(reducer), n_(n), bytes_(static_cast<std::size_t>(n * f.acc_size)) {}

  /// Adds the partial result in `part`, which it overwrites.
  void push(std::byte* part) {
    int level = 0;
    for (; (blocks_ >> level & 1u) != 0; ++level) {
      f_.merge(reducer_, at(level), part, n_);
      std::memcpy(part, at(level), bytes_);
    }
    ++blocks_;
    reserve(level + 1);
    std::memcpy(at(level), part, bytes_);
  }
  /// The result of all, in `into`, which holds the result of nothing.
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
  std::byte* at(int level) { return (many_ ? many_.get() : few_) + static_cast<std::size_t>(level) * bytes_; }
  void reserve(int levels) {
    const std::size_t bytes = static_cast<std::size_t>(levels) * bytes_;
    if (bytes <= room_)
      return;
    const std::size_t room = 2 * bytes;
    check_memory("partial results", room);
    std::unique_ptr<std::byte[]> larger(new std::byte[room]);
    std::memcpy(larger.get(), at(0), bytes - bytes_);
    many_ = static_cast<std::unique_ptr<std::byte[]>&&>(larger);
    room_ = room;
  }
  fold_kind const& f_;
  void const* reducer_;
  index_t n_;
  std::size_t bytes_, room_ = sizeof few_;
  unsigned long long blocks_ = 0;
  std::unique_ptr<std::byte[]> many_;
  alignas(64) std::byte few_[16 * 1024];
};

/// Partial results of one result, joined in an order that depends on how many there were, not on what took them. A
/// reducer without merge has one, and all go into it.
class part_list {
public:
  part_list(fold_kind const& f, void const* reducer)
      : f_(f), reducer_(reducer), room_(f, f.merge == nullptr ? 1 : fold_parts_at_once), joined_(f, reducer, 1) {
    if (f.merge == nullptr)
      f.init(reducer, room_.at(0), 1);
  }

  /// How many can be taken at once; 1 or more.
  index_t left() const { return used_ == fold_parts_at_once ? fold_parts_at_once : fold_parts_at_once - used_; }
  /// n more, which are nothing yet.
  std::byte* take(index_t n) {
    if (f_.merge == nullptr)
      return room_.at(0);
    if (used_ == fold_parts_at_once) {
      join_parts(f_, reducer_, room_.at(0), used_, 1);
      joined_.push(room_.at(0));
      pushed_ = true;
      used_ = 0;
    }
    f_.init(reducer_, room_.at(used_), n);
    used_ += n;
    return room_.at(used_ - n);
  }
  /// @pre something was taken
  std::byte* result() {
    if (f_.merge == nullptr)
      return room_.at(0);
    join_parts(f_, reducer_, room_.at(0), used_, 1);
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

/// One position for each operand.
class positions {
public:
  explicit positions(int operands)
      : many_(operands > few ? new index_t[static_cast<std::size_t>(operands)] : nullptr),
        first_(many_ ? many_.get() : few_) {}
  index_t* data() { return first_; }
  index_t& operator[](int j) { return first_[j]; }
  index_t operator[](int j) const { return first_[j]; }
  void take(positions const& from, int operands) {
    for (int j = 0; j < operands; ++j)
      first_[j] = from[j];
  }

private:
  static constexpr int few = 24;
  std::unique_ptr<index_t[]> many_;
  index_t* first_;
  index_t few_[few];
};

/// A fold whose last axis goes and whose first `kept` axes stay, with the elements of each result in logical order: in
/// blocks that depend on their number alone, copied together where they do not lie so.
void fold_rows_in_order(loop_request const& q, fold_kind const& f, void const* reducer, int kept);
/// True if numbers of elements do not run on from one reduced axis to the next, as kernels take for granted of a row.
bool has_uneven_numbers(loop_request const& q, int kept);

/// The number of elements if a fold takes them all and they lie alike in all operands, without gaps; else 0.
index_t elements_alike(fold_kind const& kind, loop_operand const* operand);

/// A fold of n elements that lie alike in all operands: one run over memory, and no plan. It falls into pieces whose
/// partial results depend on n alone, so that whoever computes them, the result has the same bits.
class flat_fold {
public:
  static constexpr index_t piece_size = fold_parts_at_once * fold_block;
  flat_fold(fold_kind const& kind, loop_operand const* operand, void const* core, void const* reducer, index_t n)
      : f_(kind), operand_(operand), core_(core), reducer_(reducer), n_(n) {}

  index_t pieces() const { return (n_ + piece_size - 1) / piece_size; }
  /// The partial result of piece p, in `parts`: room for fold_parts_at_once accumulators.
  void piece(index_t p, std::byte* parts) const;
  /// How many threads all of it pays for.
  int threads() const;
  void run(void* out) const;

private:
  void run_apart(int threads, std::byte* into) const;
  void call(index_t first, index_t rows, index_t columns, std::byte* acc) const;
  void in_one(void* out) const;

  fold_kind const& f_;
  loop_operand const* operand_;
  void const* core_;
  void const* reducer_;
  index_t n_;
};

} // namespace weft::detail
