#include "traced.hpp"

#include <mutex>
#include <vector>

#include <doctest/doctest.h>

using namespace traced;

// Kernels that count their calls: a report says what ran, and every element is computed once, from the elements that
// loops over indices meet. Shapes, strides, broadcasting and overlaps are random.
namespace {

constexpr int most_read = 3;

struct call {
  unsigned held;
  bool strided;
  index_t rows, columns, position[1 + most_read];
};
std::vector<call> calls;
std::mutex calls_mutex;

/// target = 1 * first + 2 * second + ..., of so many operands as the core says.
template <unsigned Held, bool Strided>
void counting_kernel(void const* core, loop_frame const& f) {
  const int read = *static_cast<int const*>(core);
  call c{Held, Strided, f.rows, f.columns, {}};
  std::copy_n(f.position, 1 + read, c.position);
  {
    const std::lock_guard lock(calls_mutex);
    calls.push_back(c);
  }
  const auto at = [&](int j, index_t r, index_t i) -> double& {
    const bool held = j > 0 && (Held >> (j - 1) & 1u) != 0;
    const index_t column = held ? 0 : Strided ? f.column[j] : index_t(sizeof(double));
    return *reinterpret_cast<double*>(f.position[j] + (r == 0 ? 0 : r * f.row[j]) + i * column);
  };
  for (index_t r = 0; r < f.rows; ++r)
    for (index_t i = 0; i < f.columns; ++i) {
      double sum = 0;
      for (int j = 1; j <= read; ++j)
        sum += j * at(j, r, i);
      at(0, r, i) = sum;
    }
}
template <unsigned Held, bool Strided = false>
constexpr kernel_variant counting() {
  constexpr loop_kernel k = &counting_kernel<Held, Strided>;
  return {Held, {{k, k, k}}};
}

map_kind kind_of(int read, bool takes_strides) {
  map_kind kind{1 + read, 1, read, true, {counting<0>()}, {}};
  if (read > 1) {
    kind.variants = 1 + read;
    kind.variant[1] = counting<1>();
    kind.variant[2] = counting<2>();
    if (read == 3) {
      kind.variant[3] = counting<4>();
      kind.variant[4] = counting<6>();
      kind.variants = 5;
    }
  }
  if (takes_strides)
    kind.strided = counting<0, true>();
  return kind;
}

struct traced_case {
  static constexpr index_t room = 40000; ///< of each operand, and of the target
  int read;
  strided_doubles target, from[most_read];
  bool shares[most_read]; ///< the memory of the target

  traced_case(dice& r, index_t most) : read(1 + int(r.below(most_read))) {
    index_t extents[4]{};
    const int rank = int(r.below(5));
    do
      for (int k = 0; k < rank; ++k)
        extents[k] = r.of(sizes);
    while (product(extents, rank) > most);
    target = laid_out(r, rank, extents, 100);
    for (int j = 0; j < read; ++j) {
      const int lead = r.below(3) == 0 && rank > 0 ? int(r.below(rank + 1)) : 0;
      index_t narrow[4]{};
      for (int k = lead; k < rank; ++k)
        narrow[k - lead] = r.below(5) == 0 ? 1 : extents[k];
      shares[j] = r.below(3) == 0;
      from[j] = laid_out(r, rank - lead, narrow, 100 + r.below(5) - 2);
      if (shares[j] && lead == 0 && r.below(2) == 0) {
        from[j] = target; // itself, or shifted
        from[j].offset += r.below(3) == 0 ? r.below(7) - 3 : 0;
      }
    }
  }
  bool fits() const {
    bool all = target.high() < room;
    for (int j = 0; j < read; ++j)
      all = all && from[j].low() >= 0 && from[j].high() < room;
    return all;
  }
};

class traced_run {
public:
  traced_run(traced_case const& c, bool takes_strides)
      : c_(c), kind_(kind_of(c.read, takes_strides)), memory_(std::size_t((1 + c.read) * traced_case::room)) {
    for (std::size_t i = 0; i < memory_.size(); ++i)
      memory_[i] = double(i * 31 % 64);
    before_ = memory_;
  }
  bool fits() const { return c_.fits(); }

  void check() {
    window_table described(c_.target, 1 + c_.read);
    for (int j = 0; j <= c_.read; ++j)
      described.enter(j, of(j), base(j));
    window_table run = described;
    calls.clear();
    plan_report report;
    session plan(&report), s;
    CHECK(run_map(kind_, described.table(), &c_.read, plan));
    CHECK(calls.empty());
    CHECK(run_map(kind_, run.table(), &c_.read, s));
    check_values();
    if (c_.target.count() == 0)
      return;
    index_t computed = 0;
    for (call const& k : calls)
      computed += k.rows * k.columns;
    CHECK(computed == c_.target.count());
    REQUIRE(report.loop_list.size() == 1);
    if (report.temporaries == 0)
      check_access(report.loop_list[0]);
  }

private:
  strided_doubles const& of(int j) const { return j == 0 ? c_.target : c_.from[j - 1]; }
  double* base(int j) {
    const int own = j > 0 && !c_.shares[j - 1] ? j : 0;
    return memory_.data() + own * traced_case::room;
  }
  bool lies_in(int j, index_t position) {
    auto const* const p = reinterpret_cast<double const*>(position);
    return p >= base(j) + of(j).low() && p <= base(j) + of(j).high();
  }

  void check_values() {
    std::vector<double> want = before_;
    for_each_index(c_.target, [&](index_t const* index) {
      double sum = 0;
      for (int j = 1; j <= c_.read; ++j)
        sum += j * before_[std::size_t(base(j) - memory_.data() + of(j).place(index, c_.target.rank))];
      want[std::size_t(c_.target.place(index, c_.target.rank))] = sum;
    });
    CHECK(memory_ == want);
  }

  void check_access(loop_report const& loop) {
    bool direct = is_in_place(loop.target);
    for (int j = 1; j <= c_.read; ++j)
      direct = direct && is_in_place(loop.operands[std::size_t(j - 1)]);
    index_t elements = 1;
    for (const index_t n : loop.extents)
      elements *= n;
    CHECK(elements == c_.target.count());
    if (direct && loop.extents.size() <= 2) // one call takes all rows
      CHECK(calls.size() == 1);
    for (call const& k : calls) {
      CHECK(lies_in(0, k.position[0]) == is_in_place(loop.target));
      CHECK((k.strided || !is_any_strided(loop)));
      for (int j = 1; j <= c_.read; ++j) {
        const operand_access how = loop.operands[std::size_t(j - 1)];
        CHECK(lies_in(j, k.position[j]) == is_in_place(how));
        if (!k.strided)
          CHECK((k.held >> (j - 1) & 1u) == (how == operand_access::held ? 1u : 0u));
      }
    }
  }
  static bool is_any_strided(loop_report const& loop) {
    return loop.target == operand_access::strided ||
           std::find(loop.operands.begin(), loop.operands.end(), operand_access::strided) != loop.operands.end();
  }

  traced_case c_;
  map_kind kind_;
  std::vector<double> memory_, before_;
};

void check_cases(unsigned seed, int cases, index_t most) {
  check_random(seed, cases, [&](dice& r, int n) { return traced_run(traced_case(r, most), n % 2 == 0); });
}

} // namespace

TEST_CASE("calls of kernels are those of the report: 1 to 64 elements") {
  check_cases(1, 3000, 64);
}
TEST_CASE("calls of kernels are those of the report: up to 1100 elements") {
  check_cases(2, 1500, 1100);
}
TEST_CASE("calls of kernels are those of the report: up to 20 000 elements") {
  check_cases(3, 500, 20000);
}
