#include <support/message.hpp>
#include "npy_bytes.hpp"

#include <weft/io/image.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace weft;
using npy_bytes::bytes_of;
using npy_bytes::golden;
using npy_bytes::temporary;
using std::uint16_t;
using std::uint8_t;

#ifdef WEFT_TEST_PNG

namespace {

// What make_png.py wrote.
constexpr index_t rows = 9, columns = 11;

index_t sample(index_t i, index_t j, index_t c, int depth) {
  index_t const value = 37 * i + 11 * j + 101 * c + 5;
  return depth == 16 ? value % 256 * 257 : value % (index_t{1} << depth);
}

/// Compares each sample of a file, with one more axis if there is one channel.
template <class T, class F>
void check_image(std::string const& name, index_t channels, F const& expected) {
  INFO(name);
  any_tensor const image = load_png(golden(name + ".png"));
  REQUIRE(image.dtype() == dtype_of<T>);
  REQUIRE(image.shape() == shape(channels == 1 ? std::vector{rows, columns} : std::vector{rows, columns, channels}));
  tensor<T> const samples = reshape(image.as<T>(), shape(rows, columns, channels));
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      for (index_t c = 0; c < channels; ++c)
        CHECK(samples(i, j, c) == expected(i, j, c));
}

template <class T>
void check_plain(std::string const& name, index_t channels, int depth) {
  index_t const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
  check_image<T>(name, channels,
                 [&](index_t i, index_t j, index_t c) { return scale * sample(i, j, c, depth); });
}

void check_palette(std::string const& name, index_t channels, int depth) {
  check_image<uint8_t>(name, channels, [&](index_t i, index_t j, index_t c) {
    index_t const k = sample(i, j, 0, depth), alpha[] = {0, 40, 80, 255};
    return c == 0 ? 3 * k % 256 : c == 1 ? 255 - k : c == 2 ? 7 * k % 256 : alpha[k];
  });
}

std::string refused(std::string const& bytes) {
  temporary const file(bytes);
  auto const load = [&] { static_cast<void>(load_png(file.path)); };
  CHECK_THROWS_AS(load(), io_error);
  std::string const text = support::message_of(load);
  CHECK(text.find("'" + file.path + "'") != std::string::npos);
  return text;
}

} // namespace

TEST_CASE("png: each kind and depth of samples, by each filter, interlaced too") {
  for (int depth : {1, 2, 4, 8})
    check_plain<uint8_t>("grey" + std::to_string(depth), 1, depth);
  check_plain<uint16_t>("grey16", 1, 16);
  check_plain<uint8_t>("grey_alpha8", 2, 8);
  check_plain<uint16_t>("grey_alpha16", 2, 16);
  check_plain<uint8_t>("colour8", 3, 8);
  check_plain<uint16_t>("colour16", 3, 16);
  check_plain<uint8_t>("colour_alpha8", 4, 8);
  check_plain<uint16_t>("colour_alpha16", 4, 16);
  check_plain<uint8_t>("grey4_interlaced", 1, 4);
  check_plain<uint8_t>("colour8_interlaced", 3, 8);
  for (int depth : {1, 4, 8})
    check_palette("palette" + std::to_string(depth), 3, depth);
  check_palette("palette2_alpha", 4, 2);
  tensor<uint8_t, 2, column_major> const by_columns = load_png<uint8_t, 2, column_major>(golden("grey8.png"));
  CHECK(by_columns == load_png<uint8_t, 2>(golden("grey8.png")));
  CHECK_THROWS_AS((load_png<uint16_t, 2>(golden("grey8.png"))), dtype_error);
  CHECK_THROWS_AS((load_png<uint8_t, 3>(golden("grey8.png"))), shape_error);
}

TEST_CASE("png: what is written is read again, from every class of strides") {
  temporary const file;
  std::mt19937 random(5);
  for (index_t channels : {1, 2, 3, 4}) {
    tensor<uint8_t, 3> narrow(7, 5, channels);
    tensor<uint16_t, 3> wide(7, 5, channels);
    for (uint8_t& x : narrow)
      x = static_cast<uint8_t>(random());
    for (uint16_t& x : wide)
      x = static_cast<uint16_t>(random());
    auto const same_shape = [&](auto const& v) { return reshape(v, shape(v.extent(0), v.extent(1), channels)); };
    save_png(file.path, narrow);
    CHECK(tensor<uint8_t, 3>(same_shape(load_png<uint8_t>(file.path))) == narrow);
    auto const turned = reverse(swap_axes(wide, 0, 1), 1)(range(1, 4), all, all);
    save_png(file.path, turned);
    CHECK(tensor<uint16_t, 3>(same_shape(load_png<uint16_t>(file.path))) == turned);
    save_png(file.path, tensor<uint16_t, 3, column_major>(wide));
    CHECK(tensor<uint16_t, 3>(same_shape(load_png<uint16_t>(file.path))) == wide);
  }
  tensor<uint8_t, 2> const grey{{1, 2, 3}, {255, 0, 16}};
  save_png(file.path, transpose(grey));
  CHECK(bytes_of(file.path).substr(0, 8) == "\x89PNG\r\n\x1A\n");
  CHECK(load_png<uint8_t, 2>(file.path) == transpose(grey));
  save_png(file.path, cast<uint8_t>(grey + 1));
  CHECK(load_png<uint8_t, 2>(file.path) == tensor<uint8_t, 2>{{2, 3, 4}, {0, 1, 17}});
  CHECK_THROWS_AS(save_png(file.path, any_tensor(tensor<double, 2>(2, 2))), dtype_error);
  CHECK_THROWS_AS(save_png(file.path, tensor<uint8_t, 3>(2, 2, 5)), shape_error);
  CHECK_THROWS_AS(save_png(file.path, tensor<uint8_t, 3>(2, 2, 0)), shape_error);
  CHECK_THROWS_AS(save_png(file.path, tensor<uint8_t, 2>(0, 2)), shape_error);
  CHECK_THROWS_AS(save_png(file.path, tensor<uint8_t, 1>(2)), shape_error);
  CHECK_THROWS_AS(save_png("/no/such/folder/x.png", grey), io_error);
  CHECK_THROWS_AS(save_png("/dev/full", grey), io_error);
}

TEST_CASE("png: what is no image is refused with the reason, before memory is taken") {
  CHECK(refused("").find("cannot read") != std::string::npos);
  CHECK_THROWS_AS(load_png("/no/such/file.png"), io_error);
  std::string const good = bytes_of(golden("colour8.png"));
  refused("P5 2 2 255 1234");
  for (std::size_t n = 0; n < good.size() - 16; ++n) // without the end of the image
    refused(good.substr(0, n));
  std::string flipped = good;
  flipped[20] ^= 1; // the height; its sum does not fit
  refused(flipped);
  // A head that claims 2^20 x 2^20 grey samples, with its sum.
  std::string const head("\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\x10\0\0\0\x10\0\0\x08\0\0\0\0\x6E\x43\xFF\x19", 33);
  std::string const text = refused(head + good.substr(33));
  INFO(text);
  CHECK(text.find("more bytes than the file can hold") != std::string::npos);
}

TEST_CASE("png: mutated images are read or refused") {
  std::mt19937 random(3);
  std::string const seeds[] = {bytes_of(golden("colour8.png")), bytes_of(golden("palette2_alpha.png")),
                               bytes_of(golden("grey4_interlaced.png"))};
  for (int k = 0; k < 3000; ++k) {
    std::string bytes = seeds[random() % 3];
    for (std::size_t edits = 1 + random() % 3; edits > 0; --edits)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      detail::png_reader file(bytes, "memory");
      REQUIRE(file.header().data_bytes <= 32 * 1032 * bytes.size());
      static_cast<void>(detail::read_tensor(file));
    } catch (io_error const&) {
      continue;
    }
  }
}

TEST_CASE("png: build_info() says that they are known") {
  CHECK(build_info().png);
}

#else

TEST_CASE("png: a build without libspng says so") {
  CHECK(!build_info().png);
  temporary const file("anything");
  CHECK_THROWS_AS(load_png(file.path), io_error);
  CHECK_THROWS_AS(save_png(file.path, tensor<uint8_t, 2>(2, 2)), io_error);
  CHECK(support::message_of([&] { static_cast<void>(load_png(file.path)); })
            .find("WEFT_WITH_PNG") != std::string::npos);
}

#endif
