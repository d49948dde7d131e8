#include <support/grid.hpp>

#include <array>
#include <doctest/doctest.h>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/memory.hpp>

using oracle::at;
using oracle::list;

namespace {

template <int First, int Count>
auto sum_of(std::array<weft::view<double const>, 80> const& v) {
  if constexpr (Count == 1)
    return v[First].leaf();
  else
    return sum_of<First, Count / 2>(v) + sum_of<First + Count / 2, Count - Count / 2>(v);
}

/// N leaves of one memory: in rows, strided, repeated, backwards, and overlapping the target where `onto` says so.
template <int N>
void check_leaves(bool onto) {
  std::vector<double> memory(3000), other(3000);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<double>(i * 7 % 31);
  std::array<weft::view<double const>, 80> v;
  std::vector<oracle::place> places;
  for (int k = 0; k < 80; ++k) {
    places.push_back({100 + k, {40}, {k % 4 == 0 ? 1 : k % 4 == 1 ? 3 : k % 4 == 2 ? 0 : -1}});
    oracle::place const& p = places.back();
    v[at(k)].rebind(weft::borrow(memory.data() + p.offset, weft::shape(p.extents), weft::strides(p.strides)));
  }
  std::vector<double> expected = onto ? memory : other;
  const oracle::place target{110, {40}, {2}};
  oracle::write(expected.data(), target, oracle::make({40}, [&](list const& i) {
                  double sum = 0;
                  for (std::size_t k = 0; k < N; ++k)
                    sum += memory[at(oracle::offset_of(places[k], i))];
                  return sum;
                }));
  double* const out = (onto ? memory : other).data();
  weft::borrow(out + 110, weft::shape(40), weft::strides(2)) = sum_of<0, N>(v);
  CHECK(oracle::difference<double>({{3000}, expected}, {{3000}, onto ? memory : other}) == "");
}

} // namespace

TEST_CASE("an expression of 70 leaves: more than tables on the stack, bits of `held` and bits of an overlap") {
  for (bool onto : {false, true})
    check_leaves<70>(onto);
}
