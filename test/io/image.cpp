#include <support/message.hpp>
#include "npy_bytes.hpp"

#include <weft/io/image.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>

using namespace weft;
using npy_bytes::bytes_of;
using npy_bytes::temporary;
using support::message_of;
using std::uint16_t;
using std::uint8_t;

namespace {

template <class X>
std::string saved(X const& x) {
  temporary const file;
  save_pnm(file.path, x);
  return bytes_of(file.path);
}
std::string refused(std::string const& bytes) {
  temporary const file(bytes);
  auto const load = [&] { static_cast<void>(load_pnm(file.path)); };
  CHECK_THROWS_AS(load(), io_error);
  std::string const text = message_of(load);
  CHECK(text.find("'" + file.path + "'") != std::string::npos);
  return text;
}

} // namespace

TEST_CASE("pnm: grey and colour, binary and plain, one and two bytes") {
  temporary const file("P5\n3 2\n255\n" + std::string("\x01\x02\x03\xFF\x00\x10", 6));
  tensor<uint8_t, 2> const grey{{1, 2, 3}, {255, 0, 16}};
  CHECK(load_pnm<uint8_t, 2>(file.path) == grey);
  CHECK(load_pnm<uint8_t, 2, column_major>(file.path) == grey);
  CHECK(load_pnm(file.path).as<uint8_t, 2>() == grey);
  CHECK_THROWS_AS((load_pnm<uint16_t, 2>(file.path)), dtype_error);
  CHECK_THROWS_AS((load_pnm<uint8_t, 3>(file.path)), shape_error);
  file.fill("P2 # plain\n# 9 9\n3\t2 255\n1 2 3\n255 000 16");
  CHECK(load_pnm<uint8_t, 2>(file.path) == grey);
  file.fill("P6 2 1 # a comment\r255 " + std::string("#\x02\x03\xFF\x00\x10", 6));
  tensor<uint8_t, 3> const colour(shape(1, 2, 3), {35, 2, 3, 255, 0, 16});
  CHECK(load_pnm<uint8_t, 3>(file.path) == colour);
  file.fill("P3 2 1 255 35 2 3 255 0 16\n");
  CHECK(load_pnm<uint8_t, 3>(file.path) == colour);
  file.fill("P5 2 1 65535\n" + std::string("\x01\x02\xFF\xFE", 4));
  CHECK(load_pnm<uint16_t, 2>(file.path) == tensor<uint16_t, 2>{{258, 65534}});
  file.fill("P2 2 1 1000\n258 1000");
  CHECK(load_pnm<uint16_t, 2>(file.path) == tensor<uint16_t, 2>{{258, 1000}});
  file.fill("P5 0 3 255\n");
  CHECK(load_pnm(file.path).shape() == shape(3, 0));
}

TEST_CASE("pnm: what is written, for every class of strides") {
  tensor<uint8_t, 2> const grey{{1, 2, 3}, {255, 0, 16}};
  CHECK(saved(grey) == "P5\n3 2\n255\n" + std::string("\x01\x02\x03\xFF\x00\x10", 6));
  CHECK(saved(tensor<uint8_t, 2, column_major>(grey)) == saved(grey));
  CHECK(saved(reverse(transpose(grey), 0)) == "P5\n2 3\n255\n" + std::string("\x03\x10\x02\x00\x01\xFF", 6));
  tensor<uint16_t, 3> colour(2, 2, 3);
  uint16_t value = 500;
  for (uint16_t& x : colour)
    x = value = static_cast<uint16_t>(value + 1237);
  temporary const file;
  auto const turned = reverse(swap_axes(colour, 0, 1), 1);
  save_pnm(file.path, turned);
  CHECK(bytes_of(file.path).substr(0, 15) == "P6\n2 2\n65535\n\x23\xC7");
  CHECK(load_pnm<uint16_t, 3>(file.path) == turned);
  CHECK_THROWS_AS(saved(any_tensor(tensor<double, 2>(2, 2))), dtype_error);
  CHECK_THROWS_AS(saved(tensor<uint8_t, 3>(2, 2, 4)), shape_error);
  CHECK_THROWS_AS(saved(tensor<uint8_t, 1>(2)), shape_error);
  CHECK_THROWS_AS(save_pnm("/no/such/folder/x.pgm", grey), io_error);
}

TEST_CASE("pnm: malformed images are refused with the reason") {
  auto const has = [](std::string const& bytes, char const* reason) {
    std::string const text = refused(bytes);
    INFO(text);
    CHECK(text.find(reason) != std::string::npos);
  };
  has("", "it is no PGM or PPM image");
  has("P4 1 1 ", "it is no PGM or PPM image");
  has("P5", "the width at byte 2 is no number");
  has("P5 x", "the width at byte 3 is no number");
  has("P5 3 -2", "the height at byte 5 is no number");
  has("P5 3 2 65536 ", "the greatest value at byte 7 is above 65535");
  has("P5 99999999999999999999 2 255 ", "the width at byte 3 is above");
  has("P5 3 2 0 ", "the greatest value is 0");
  has("P5 3 2 255", "no blank follows");
  has("P5 3 2 255#", "no blank follows");
  has("P5 3 2 255 12345", "need more bytes than follow the head");
  has("P6 1073741824 1073741824 65535 1", "need more bytes than follow the head");
  has("P2 3 2 255 1 2 3 4 5", "need more bytes than follow the head");
  has("P2 2 1 255 100 x", "the sample at byte 15 is no number");
  has("P2 2 1 255 1000 10", "the sample at byte 11 is above 255");
  has("P2 2 1 255 1000000", "the sample at byte 11 is above 255");
  CHECK_THROWS_AS(load_pnm("/no/such/file.pgm"), io_error);
}

TEST_CASE("pnm: mutated images are read or refused") {
  std::mt19937 random(3);
  std::string const seeds[] = {"P5 3 2 255\n123456", "P3 # c\n1 2 999\n1 2 3 4 5 6", "P6\n1 1\n65535\n123456"};
  int read = 0;
  for (int k = 0; k < 30000; ++k) {
    std::string bytes = seeds[random() % 3];
    for (std::size_t edits = 1 + random() % 3; edits > 0; --edits)
      bytes[random() % bytes.size()] = random() % 2 ? static_cast<char>(random()) : "0123456789 #P\n"[random() % 14];
    bytes.resize(bytes.size() - random() % 2);
    try {
      detail::pnm_reader file(bytes, "memory");
      REQUIRE(file.header().data_bytes <= 2 * bytes.size());
      static_cast<void>(detail::read_tensor(file));
      ++read;
    } catch (io_error const&) {
      continue;
    }
  }
  CHECK((read > 500 && read < 29500));
}
