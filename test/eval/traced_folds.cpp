#include "traced.hpp"

#include <weft/eval/deterministic.hpp>

#include <mutex>
#include <vector>

#include <doctest/doctest.h>

using namespace traced;

// As traced.cpp, of folds: sums of first + 2 * second along random axes.
namespace {

constexpr int most_read = 2;
constexpr index_t room = 40000; ///< of each operand, and of the results

struct call {
  index_t rows, columns, position[1 + most_read];
};
std::vector<call> calls;
index_t words = 1; ///< of an accumulator; the sum is the first one
std::mutex calls_mutex;

template <bool IntoColumns>
void counting_fold(void const* core, loop_frame const& f) {
  const int read = *static_cast<int const*>(core);
  call c{f.rows, f.columns, {}};
  std::copy_n(f.position, 1 + read, c.position);
  {
    const std::lock_guard lock(calls_mutex);
    calls.push_back(c);
  }
  for (index_t r = 0; r < f.rows; ++r)
    for (index_t i = 0; i < f.columns; ++i) {
      auto* const to = reinterpret_cast<double*>(f.position[0] + (IntoColumns || r == 0 ? 0 : r * f.row[0]));
      for (int j = 1; j <= read; ++j)
        to[IntoColumns ? i * words : 0] +=
            j * reinterpret_cast<double const*>(f.position[j] + (r == 0 ? 0 : r * f.row[j]))[i];
    }
}
template <bool IntoColumns>
constexpr kernel_variant counting() {
  constexpr loop_kernel k = &counting_fold<IntoColumns>;
  return {0, {{k, k, k}}};
}

fold_kind kind_of(int read) {
  fold_kind kind{};
  kind.operands = 1 + read;
  kind.operations = read;
  kind.acc_size = kind.partial_step = words * index_t(sizeof(double));
  kind.init = [](void const*, void* acc, index_t n) { std::fill_n(static_cast<double*>(acc), n * words, 0.0); };
  kind.merge = [](void const*, void* into, void const* from, index_t n) {
    for (index_t i = 0; i < n * words; ++i)
      static_cast<double*>(into)[i] += static_cast<double const*>(from)[i];
  };
  kind.finish = [](void const*, void* out, index_t step, void const* acc, index_t n, index_t) {
    for (index_t i = 0; i < n; ++i)
      *reinterpret_cast<double*>(reinterpret_cast<index_t>(out) + i * step) =
          static_cast<double const*>(acc)[i * words];
  };
  kind.rows = counting<false>();
  kind.columns = counting<true>();
  return kind;
}

class traced_fold {
public:
  traced_fold(dice& r, index_t most) : read_(1 + int(r.below(most_read))), memory_(std::size_t((1 + read_) * room)) {
    index_t extents[4]{};
    const int rank = 1 + int(r.below(3));
    do
      for (int k = 0; k < rank; ++k)
        extents[k] = r.of(sizes);
    while (product(extents, rank) > most);
    index_t narrow[1 + most_read][4]; // along each axis one operand at most repeats
    for (int j = 0; j <= read_; ++j)
      std::copy_n(extents, rank, narrow[j]);
    for (int k = 0; k < rank; ++k)
      if (read_ > 1 && r.below(4) == 0)
        narrow[1 + r.below(read_)][k] = 1;
    for (int j = 1; j <= read_; ++j)
      of_[j] = laid_out(r, rank, narrow[j], 100);
    of_[0] = laid_out(r, rank, extents, 100);
    for (int k = 0; k < rank; ++k)
      if (r.below(2) == 0)
        of_[0].strides[k] = 0;
    of_[0].offset = 0;
    of_[0].offset = 100 - of_[0].low();
    for (std::size_t i = 0; i < memory_.size(); ++i)
      memory_[i] = double(i * 31 % 64);
  }
  bool fits() const {
    bool all = true;
    for (int j = 0; j <= read_; ++j)
      all = all && of_[j].low() >= 0 && of_[j].high() < room;
    return all;
  }

  void check() {
    window_table described(of_[0], 1 + read_);
    for (int j = 0; j <= read_; ++j)
      described.enter(j, of_[j], base(j));
    window_table run = described;
    const fold_kind kind = kind_of(read_);
    const std::vector<double> before = memory_;
    plan_report report;
    session plan(&report), s;
    calls.clear();
    run_fold(kind, described.table(), &read_, nullptr, plan);
    CHECK(calls.empty());
    run_fold(kind, run.table(), &read_, nullptr, s);
    check_values(before);
    REQUIRE(report.loop_list.size() == 1);
    loop_report const& loop = report.loop_list[0];
    index_t computed = 0;
    for (call const& k : calls) {
      computed += k.rows * k.columns;
      for (int j = 1; j <= read_; ++j)
        CHECK(lies_in(j, k.position[j]) == is_in_place(loop.operands[std::size_t(j - 1)]));
    }
    CHECK(computed == of_[0].count());
    CHECK(report.temporaries == 0);
  }

private:
  double* base(int j) { return memory_.data() + j * room; }
  bool lies_in(int j, index_t position) {
    auto const* const p = reinterpret_cast<double const*>(position);
    return p >= base(j) + of_[j].low() && p <= base(j) + of_[j].high();
  }
  void check_values(std::vector<double> want) {
    strided_doubles const& to = of_[0];
    const std::vector<double> before = want;
    for_each_index(to, [&](index_t const* index) { want[std::size_t(to.place(index, to.rank))] = 0; });
    for_each_index(to, [&](index_t const* index) {
      for (int j = 1; j <= read_; ++j)
        want[std::size_t(to.place(index, to.rank))] += j * before[std::size_t(j * room + of_[j].place(index, to.rank))];
    });
    CHECK(memory_ == want);
  }

  int read_;
  std::vector<double> memory_;
  strided_doubles of_[1 + most_read];
};

void check_folds(unsigned seed, int cases, index_t most, index_t accumulator = 1) {
  words = accumulator;
  check_random(seed, cases, [&](dice& r, int) { return traced_fold(r, most); });
}

} // namespace

TEST_CASE("folds call the kernels of the report: 1 to 64 values") {
  check_folds(1, 2000, 64);
}
TEST_CASE("folds call the kernels of the report: up to 20 000 values") {
  check_folds(2, 1000, 20000);
}
TEST_CASE("folds call the kernels of the report: accumulators of 72 bytes") {
  check_folds(4, 1000, 3000, 9);
}
TEST_CASE("folds call the kernels of the report, in logical order") {
  const deterministic_scope in_order;
  check_folds(3, 1000, 3000);
}
