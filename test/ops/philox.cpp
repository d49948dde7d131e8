#include <weft/ops/philox.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {

constexpr bool gives(philox_counter counter, philox_key key, philox_counter expected) {
  const philox_counter x = philox(counter, key);
  for (int k = 0; k < 4; ++k)
    if (x.word[k] != expected.word[k])
      return false;
  return true;
}

constexpr std::uint32_t all_bits = 0xffffffff;

} // namespace

// The known answers that the authors publish with their library: kat_vectors, philox4x32 with 10 rounds.
TEST_CASE("philox gives the published answers, at compile time too") {
  static_assert(gives({{0, 0, 0, 0}}, {{0, 0}}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}));
  static_assert(gives({{all_bits, all_bits, all_bits, all_bits}}, {{all_bits, all_bits}}, {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}));
  static_assert(gives({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, {{0xa4093822, 0x299f31d0}},
                      {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}));
  volatile std::uint32_t zero = 0;
  CHECK(gives({{zero, 0, 0, 0}}, {{0, zero}}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}));
  CHECK(gives({{0x243f6a88, 0x85a308d3, 0x13198a2e + zero, 0x03707344}}, {{0xa4093822, 0x299f31d0}},
              {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}));
}
