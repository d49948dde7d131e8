#include <weft/index/notation.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <support/grid.hpp>
#include <support/subscript.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <vector>

using namespace weft;
using oracle::list;
using support::subscript;

namespace {

template <int N>
using up_to = std::make_integer_sequence<int, N>;

/// v at random subscripts of L indices, as types, or as text.
template <int L, class V, int... R>
auto at_forms(V const& v, std::vector<subscript> const& s, std::integer_sequence<int, R...>) {
  return v(s[std::size_t(R)].form(up_to<L>{})...);
}
template <class V, int... R>
auto at_texts(V const& v, std::vector<subscript> const& s, std::integer_sequence<int, R...>) {
  return v(affine(s[std::size_t(R)].text())...);
}
template <class V, int... J>
auto at_indices(V const& v, std::integer_sequence<int, J...>) {
  return v(index_symbol<J>{}...);
}
template <int... R>
auto strided_view(int* memory, oracle::place const& p, std::integer_sequence<int, R...>) {
  return borrow(memory + p.offset, shape(p.extents[std::size_t(R)]...), strides(p.strides[std::size_t(R)]...));
}

std::vector<subscript> random_subscripts(grid::dice& dice, list const& extents, int loops) {
  std::vector<subscript> s(extents.size());
  for (std::size_t k = 0; k < s.size(); ++k) {
    s[k].offset = dice.below(std::max<index_t>(extents[k], 1));
    for (int j = 0; j < loops; ++j)
      s[k].coefficients.push_back(dice.below(2) == 0 ? 0 : dice.below(7) - 3);
  }
  return s;
}
bool is_inside(std::vector<subscript> const& s, list const& i, list const& extents) {
  for (std::size_t k = 0; k < s.size(); ++k)
    if (s[k].value(i) < 0 || s[k].value(i) >= extents[k])
      return false;
  return true;
}
index_t place_of(oracle::place const& p, std::vector<subscript> const& s, list const& i) {
  index_t at = p.offset;
  for (std::size_t k = 0; k < s.size(); ++k)
    at += s[k].value(i) * p.strides[k];
  return at;
}
list random_extents(grid::dice& dice, int rank, index_t least, index_t below) {
  list e;
  for (int k = 0; k < rank; ++k)
    e.push_back(least + dice.below(below));
  return e;
}

struct tally {
  int right = 0, outside = 0, twice = 0;
};

/// out(i, j, ...) = 3 * v(...) + w(...) - j, where out may overlap with v; all of the memory is compared.
template <int R, int L>
void read_randomly(grid::dice& dice, int turn, tally& count) {
  const list extents = random_extents(dice, R, turn % 4 == 0 ? 0 : 6, turn % 4 == 0 ? 10 : 4);
  const list loops = random_extents(dice, L, turn % 9 == 0 ? 0 : 1, turn % 3 == 0 ? 9 : 3);
  oracle::place v = grid::make_place(dice, extents, dice.of(grid::readable));
  oracle::place out = grid::make_place(dice, loops, dice.of(grid::writable));
  const index_t room = std::max<index_t>(grid::room(v), 1) + std::max<index_t>(grid::room(out), 1);
  const bool overlap = turn % 2 == 0;
  out.offset += overlap ? dice.below(grid::room(v) + 1) : grid::room(v);
  std::vector<int> memory(static_cast<std::size_t>(room) + 1);
  for (int& x : memory)
    x = int(dice.below(1000));
  const auto s = random_subscripts(dice, extents, L), t = random_subscripts(dice, extents, L);
  std::vector<int> expected = memory;
  bool fits = true;
  oracle::for_each(loops, [&](list const& i) {
    fits = fits && is_inside(s, i, extents) && is_inside(t, i, extents);
    if (!fits)
      return;
    index_t at = out.offset;
    for (std::size_t k = 0; k < i.size(); ++k)
      at += i[k] * out.strides[k];
    expected[std::size_t(at)] =
        3 * memory[std::size_t(place_of(v, s, i))] + memory[std::size_t(place_of(v, t, i))] - int(i.back());
  });
  if (!fits)
    expected = memory;
  const auto reads = strided_view(memory.data(), v, up_to<R>{});
  const auto writes = strided_view(memory.data(), out, up_to<L>{});
  const auto run = [&] {
    if (turn % 5 == 0)
      at_indices(writes, up_to<L>{}) =
          cast<int>(3 * at_texts(reads, s, up_to<R>{}) + at_forms<L>(reads, t, up_to<R>{}) - index_symbol<L - 1>{});
    else
      at_indices(writes, up_to<L>{}) =
          cast<int>(3 * at_forms<L>(reads, s, up_to<R>{}) + at_forms<L>(reads, t, up_to<R>{}) - index_symbol<L - 1>{});
  };
  if (fits)
    run();
  else
    CHECK_THROWS_AS(run(), index_error);
  CHECK(memory == expected);
  ++(fits ? count.right : count.outside);
}

/// Runs an assignment. Returns what it is counted as.
template <class Run>
int tally::* check_write(Run const& run, bool fits, bool repeats, bool may_refuse, std::vector<int> const& memory,
                         std::vector<int> const& expected) {
  const std::vector<int> before = memory;
  if (!fits) {
    CHECK_THROWS_AS(run(), index_error);
    CHECK(memory == before);
    return &tally::outside;
  }
  try {
    run();
    CHECK(!repeats);
    CHECK(memory == expected);
    return &tally::right;
  } catch (layout_error const&) {
    CHECK(may_refuse);
    CHECK(memory == before);
    return &tally::twice;
  }
}

/// v(...) = x(i, j, ...), and the same added.
template <int R, int L>
void write_randomly(grid::dice& dice, int turn, tally& count) {
  const list extents = random_extents(dice, R, 4, turn % 3 == 0 ? 14 : 5);
  const list loops = random_extents(dice, L, turn % 9 == 0 ? 0 : 1, 4);
  const oracle::place v = grid::make_place(dice, extents, dice.of(grid::writable));
  const oracle::place p = grid::make_place(dice, loops, dice.of(grid::readable));
  std::vector<int> memory(static_cast<std::size_t>(grid::room(v)) + 1), values(std::size_t(grid::room(p)) + 1);
  for (std::vector<int>* m : {&memory, &values})
    for (int& x : *m)
      x = int(dice.below(1000));
  const auto s = random_subscripts(dice, extents, L);
  std::vector<int> expected = memory;
  bool fits = true, repeats = false;
  std::set<index_t> places;
  const bool add = turn % 2 == 0;
  oracle::for_each(loops, [&](list const& i) {
    fits = fits && is_inside(s, i, extents);
    if (!fits)
      return;
    const index_t at = place_of(v, s, i);
    repeats = !places.insert(at).second || repeats;
    index_t from = p.offset;
    for (std::size_t k = 0; k < i.size(); ++k)
      from += i[k] * p.strides[k];
    expected[std::size_t(at)] = values[std::size_t(from)] + (add ? memory[std::size_t(at)] : 0);
  });
  const auto target = strided_view(memory.data(), v, up_to<R>{});
  const auto x = strided_view(values.data(), p, up_to<L>{});
  const auto run = [&] {
    if (add)
      at_forms<L>(target, s, up_to<R>{}) += at_indices(x, up_to<L>{});
    else
      at_forms<L>(target, s, up_to<R>{}) = at_indices(x, up_to<L>{});
  };
  const bool may_refuse = repeats || places.size() > 1; // also some targets in which no element is there twice
  ++(count.*check_write(run, fits, repeats, may_refuse, memory, expected));
}

} // namespace

TEST_CASE("index notation: random affine accesses against nested loops, inside and not, overlapping the target") {
  grid::dice dice(31);
  tally count;
  for (int turn = 0; turn < 700; ++turn) {
    read_randomly<1, 1>(dice, turn, count);
    read_randomly<1, 3>(dice, turn, count);
    read_randomly<2, 2>(dice, turn, count);
    read_randomly<3, 1>(dice, turn, count);
    read_randomly<5, 3>(dice, turn, count);
  }
  CHECK(count.right > 500);
  CHECK(count.outside > 500);
}

TEST_CASE("index notation: random affine targets against nested loops, each element once, or refused") {
  grid::dice dice(32);
  tally count;
  for (int turn = 0; turn < 900; ++turn) {
    write_randomly<1, 1>(dice, turn, count);
    write_randomly<1, 2>(dice, turn, count);
    write_randomly<2, 2>(dice, turn, count);
    write_randomly<4, 2>(dice, turn, count);
  }
  CHECK(count.right > 300);
  CHECK(count.outside > 300);
  CHECK(count.twice > 100);
}
