// Serrano's page on its tensor, from top to bottom, in weft's words. The name of a test case begins with the rows that
// it holds: rows.md.
#include "forms.hpp"

#include <weft/io/csv.hpp>
#include <weft/io/dlpack.hpp>
#include <weft/io/npy.hpp>
#include <weft/io/print.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/nested.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <vector>

using namespace weft;
using namespace sources;
using oracle::list;

namespace {

using rows = std::vector<std::vector<float>>;

constexpr float page_values[2][3] = {{1.0F, 0.5F, 1.3F}, {2.0F, 4.2F, 6.7F}};
float page(list const& i) {
  return page_values[i[0]][i[1]];
}

/// The page's three channels of two rows of two.
constexpr float channel_values[3][2][2] = {
    {{0.5F, 2.6F}, {1.1F, 9.3F}}, {{2.7F, 4.1F}, {6.3F, 1.7F}}, {{5.6F, 3.2F}, {1.9F, 9.1F}}};
float channel(list const& i) {
  return channel_values[i[0]][i[1]][i[2]];
}
using channels_of_shape = tensor<float, fixed<3, 2, 2>>;
using channels_of_rank = tensor<float, 3>;
using channels_of_any_rank = tensor<float>;
template <class X>
X channels() {
  X t(shape(3, 2, 2));
  oracle::for_each({3, 2, 2}, [&](list const& i) { t.data()[4 * i[0] + 2 * i[1] + i[2]] = channel(i); });
  return t;
}

/// A file with these bytes, while it lives.
struct file {
  std::string path;
  file(std::string const& ending, std::string const& bytes)
      : path(
            (std::filesystem::temp_directory_path() / ("weft_sources_" + std::to_string(getpid()) + ending)).string()) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  file(file const&) = delete;
  file& operator=(file const&) = delete;
  ~file() { std::filesystem::remove(path); }
};

} // namespace

TEST_CASE_TEMPLATE("B02: from a repeated value and a shape", T, tensor<float, fixed<255, 255, 3>>, tensor<float, 3>,
                   tensor<float>) {
  const T image(shape(255, 255, 3), 0.3F);
  CHECK(image.size() == 195075);
  CHECK(difference(image, {255, 255, 3}, [](list const&) { return 0.3F; }) == "");
}

TEST_CASE("B02: any_tensor, filled by way of a view") {
  any_tensor image(dtype::float32, shape(255, 255, 3));
  image.as<float>() = 0.3F;
  CHECK(difference(image.as<float>(), {255, 255, 3}, [](list const&) { return 0.3F; }) == "");
}

TEST_CASE("B03: from nested braces, and from nested containers of the standard library") {
  const tensor<float, 2> braces{{1.0F, 0.5F, 1.3F}, {2.0F, 4.2F, 6.7F}};
  const tensor<float, fixed<2, 3>> known{{1.0F, 0.5F, 1.3F}, {2.0F, 4.2F, 6.7F}};
  CHECK(difference(braces, {2, 3}, page) == "");
  CHECK(difference(known, {2, 3}, page) == "");
  const rows data{{1.0F, 0.5F, 1.3F}, {2.0F, 4.2F, 6.7F}};
  CHECK(difference(to_tensor(data), {2, 3}, page) == "");
  static_assert(std::is_same_v<decltype(to_tensor(data)), tensor<float, 2>>);
  const tensor<float, fixed<2, 3>> by_shape = to_tensor(data);
  const tensor<float> at_run_time = to_tensor(data);
  const any_tensor any(to_tensor(data));
  CHECK(difference(by_shape, {2, 3}, page) == "");
  CHECK(difference(at_run_time, {2, 3}, page) == "");
  CHECK(difference(any.as<float>(), {2, 3}, page) == "");
  const std::vector<std::array<std::vector<float>, 1>> deep{{rows::value_type{1, 2}}, {rows::value_type{3, 4}}};
  CHECK(difference(to_tensor(deep), {2, 1, 2}, [](list const& i) { return float(2 * i[0] + i[2] + 1); }) == "");
}

TEST_CASE("B03: what is ragged, or of another shape, is refused") {
  CHECK_THROWS_AS((tensor<float, 2>{{1, 2}, {3}}), shape_error);
  CHECK_THROWS_AS((tensor<float, 2>{{1}, {2, 3}}), shape_error);
  CHECK_THROWS_AS((tensor<float, fixed<2, dyn>>{{1, 2}, {3, 4}, {5, 6}}), shape_error);
  CHECK_THROWS_AS(to_tensor(rows{{1, 2}, {3}}), shape_error);
  CHECK_THROWS_AS(to_tensor(rows{{}, {3}}), shape_error);
  CHECK_THROWS_AS(to_tensor(std::vector<rows>{{{1, 2}}, {{3, 4}, {5, 6}}}), shape_error);
  const rows data{{1, 2, 3}, {4, 5, 6}};
  CHECK_THROWS_AS((tensor<float, fixed<dyn, 2>>(to_tensor(data))), shape_error);
  const std::vector<float> flat{1, 2, 3, 4, 5, 6};
  CHECK_THROWS_AS((tensor<float, 2>(shape(2, 2), flat)), shape_error);
  CHECK_THROWS_AS((tensor<float>(shape(2, 4), flat)), shape_error);
}

TEST_CASE("B04: loaded from .npy, from .csv and from a span, it is the literal") {
  const tensor<float, 2> literal{{1.0F, 0.5F, 1.3F}, {2.0F, 4.2F, 6.7F}};
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  header.resize(117, ' ');
  std::string bytes = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\n';
  for (auto const& row : page_values)
    for (float value : row) { // the lowest byte first
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, 4);
      for (int k = 0; k < 4; ++k)
        bytes += static_cast<char>(bits >> (8 * k));
    }
  const file npy(".npy", bytes);
  CHECK(load_npy<float, 2>(npy.path) == literal);
  CHECK(load_npy<float, fixed<2, 3>>(npy.path) == literal);
  CHECK(load_npy<float>(npy.path) == literal);
  const any_tensor any = load_npy(npy.path);
  CHECK(difference(any.as<float>(), {2, 3}, page) == "");
  const file csv(".csv", "1.0,0.5,1.3\n2.0,4.2,6.7\n");
  CHECK(load_csv<float>(csv.path) == literal);
  float memory[] = {1.0F, 0.5F, 1.3F, 2.0F, 4.2F, 6.7F};
  const std::span<float> span(memory);
  CHECK(reshape(borrow(span), shape(2, 3)) == literal);
  CHECK(tensor<float, 2>(shape(2, 3), span) == literal);
}

TEST_CASE("B05 B06 B08: a shape is a value of its own, made of integers, that lists them") {
  constexpr auto s = shape(10, 3);
  static_assert(s[0] == 10 && s[1] == 3 && s.size() == 2 && s.rank() == 2);
  std::vector<index_t> listed;
  for (index_t n : s)
    listed.push_back(n);
  CHECK(listed == std::vector<index_t>{10, 3});
  CHECK(shape(std::vector{10, 3}) == s);
  std::optional<decltype(shape(255, 255, 3))> kept;
  {
    const tensor<float, 3> image(255, 255, 3);
    kept = image.shape();
  }
  CHECK(*kept == shape(255, 255, 3)); // without the tensor
}

TEST_CASE_TEMPLATE("B05 B08: shape() of a tensor", T, channels_of_shape, channels_of_rank, channels_of_any_rank) {
  const auto t = channels<T>();
  std::vector<index_t> listed;
  for (index_t n : t.shape())
    listed.push_back(n);
  CHECK(listed == std::vector<index_t>{3, 2, 2});
  CHECK(t.shape()[2] == 2);
}

TEST_CASE("B06 B07 B09 B10: what kind of number the elements are is theirs, static or carried by any_tensor") {
  const any_tensor t(dtype::int32, shape(10, 3));
  CHECK(t.dtype() == dtype::int32);
  CHECK(t.shape() == shape(10, 3));
  static_assert(dtype_of<int> == dtype::int32 && dtype_of<float> == dtype::float32 &&
                dtype_of<double> == dtype::float64);
  CHECK(to_string(dtype::int32) == "int32");
  CHECK(to_string(dtype::float32) == "float32");
  CHECK(to_string(dtype::float64) == "float64");
  // What says int32 is stored as such: a float would not keep it.
  any_tensor n(dtype::int32, shape(2));
  n.as<int>()(0) = 16777217;
  n.as<int>()(1) = 7;
  static_assert(sizeof(*n.as<int>().data()) == 4);
  CHECK(n.as<int>()(0) == 16777217);
  CHECK(static_cast<int const*>(n.data())[1] == 7);
  CHECK_THROWS_AS(n.as<float>(), dtype_error);
  CHECK((tensor<int, 1>{16777217})(0) == 16777217);
}

TEST_CASE_TEMPLATE("B11 B17 B18: row by row, in one piece", T, of_shape<float>, of_rank<float>, of_any_rank<float>) {
  const auto t = cube<T>();
  CHECK(t.is_contiguous());
  CHECK(reshape(t, shape(24)).data() == t.data());
  index_t n = 0;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 4; ++k, ++n) {
        CHECK(t.data()[n] == float(cell(i, j, k)));
        CHECK(t.begin()[n] == float(cell(i, j, k)));
        CHECK(reshape(t, shape(24))(n) == t(i, j, k));
      }
  CHECK(t.end() - t.begin() == n);
  // A small static shape lies in the object itself.
  CHECK(allocations_of([] { T(shape(2, 3, 4), 1.0F); }) == (std::is_same_v<T, of_shape<float>> ? 0 : 1));
}

TEST_CASE("B11: the page's example") {
  const tensor<float, 2> t{{1.0F, 0.5F, 1.3F}, {2.0F, 4.2F, 6.7F}};
  const float flat[] = {1.0F, 0.5F, 1.3F, 2.0F, 4.2F, 6.7F};
  CHECK(std::equal(flat, flat + 6, t.data()));
  CHECK(std::equal(flat, flat + 6, t.begin(), t.end()));
}

TEST_CASE("B12 B31: elements and shapes print as nested lists") {
  const tensor<double, 2> t{{1.0, 0.5, 1.3}, {2.0, 4.2, 6.7}};
  CHECK(to_string(t) == "[[1.  0.5 1.3]\n [2.  4.2 6.7]]");
  CHECK(to_string(tensor<double, fixed<2, 3>>(t)) == to_string(t));
  CHECK(to_string(tensor<double>(t)) == to_string(t));
  CHECK(to_string(any_tensor(t)) == to_string(t));
  CHECK(to_string(t.shape()) == "(2,3)");
  CHECK(to_string(shape()) == "()");
}

TEST_CASE_TEMPLATE("B13: of an image, channel first, a channel is one piece", T, tensor<unsigned char, fixed<3, 4, 5>>,
                   tensor<unsigned char, 3>, tensor<unsigned char>) {
  T image(shape(3, 4, 5));
  const auto red = image(0, ellipsis);
  CHECK(red.is_contiguous());
  CHECK(red.size() == 20);
  CHECK(strides_of(red) == list{5, 1});
  const auto green = image(1, ellipsis);
  CHECK(green.data() == image.data() + 20);
  green = 200;
  CHECK(difference(image, {3, 4, 5}, [](list const& i) { return static_cast<unsigned char>(i[0] == 1 ? 200 : 0); }) ==
        "");
}

TEST_CASE_TEMPLATE("B14: rank 0 is a scalar, read and written", T, tensor<float, 0>, tensor<float>) {
  T s(shape());
  CHECK(s.rank() == 0);
  CHECK(s.size() == 1);
  CHECK(s() == 0);
  s() = 4;
  CHECK(s() == 4);
  s = 5.0F; // fills
  CHECK(s() == 5);
}

TEST_CASE("B15 B16: == compares shapes alone, same_shape_and_type the kind of number too") {
  const tensor<float, 3> a(255, 255, 3), c(255, 255, 3);
  const tensor<int> b(shape(255, 255, 3));
  CHECK(a.shape() == b.shape());
  CHECK(!same_shape_and_type(a, b));
  CHECK(same_shape_and_type(a, c));
  CHECK(a.shape() != shape(255, 3, 255));
  CHECK(a.shape() != shape(255, 255));
  const tensor<float, fixed<255, 255, 3>> d;
  CHECK(a.shape() == d.shape());
  CHECK(same_shape_and_type(a, d));
  CHECK(any_tensor(dtype::float32, shape(2, 3)).shape() == any_tensor(dtype::int32, shape(2, 3)).shape());
}

TEST_CASE("B17 B21: one block for a tensor, from a memory resource that the program may set") {
  support::counting_resource memory;
  std::pmr::monotonic_buffer_resource arena;
  for (std::pmr::memory_resource* const resource :
       {static_cast<std::pmr::memory_resource*>(&memory), static_cast<std::pmr::memory_resource*>(&arena)}) {
    const support::memory_scope scope(*resource);
    const auto t = channels<channels_of_rank>();
    CHECK(difference(t, {3, 2, 2}, channel) == "");
    const any_tensor any(t);
    CHECK(difference(any.as<float>(), {3, 2, 2}, channel) == "");
  }
  CHECK(memory.allocations() == 2);
  CHECK(memory.live_blocks() == 0);
  CHECK(memory.faults() == 0);
}

TEST_CASE("B19: memory begins at 64 bytes, and at a page from 2 MiB up") {
  const auto place_of = [](void const* p) { return reinterpret_cast<std::uintptr_t>(p); };
  for (index_t n : {1, 7, 1000, 524287}) {
    CHECK(place_of(tensor<float, 1>(n).data()) % 64 == 0);
    CHECK(place_of(tensor<float>(shape(n)).data()) % 64 == 0);
  }
  for (index_t n : {524288, 524289, 2000000}) {
    CHECK(place_of(tensor<float, 1>(n).data()) % 4096 == 0);
    CHECK(place_of(tensor<float>(shape(n)).data()) % 4096 == 0);
    CHECK(place_of(any_tensor(dtype::float32, shape(n)).data()) % 4096 == 0);
  }
}

TEST_CASE_TEMPLATE("B20: handed to another library without a copy", T, channels_of_rank, channels_of_any_rank) {
  auto t = channels<T>();
  CHECK(allocations_of([&] {
          auto* const m = to_dlpack(t);
          CHECK(m->tensor.data == t.data());
          const auto back = from_dlpack<float>(m);
          CHECK(back.data() == t.data());
          CHECK(difference(back, {3, 2, 2}, channel) == "");
        }) == 0);
}

TEST_CASE_TEMPLATE("B22 B23: the memory as a span, read and written", T, tensor<float, fixed<3, 2>>, tensor<float, 2>,
                   tensor<float>) {
  T t(shape(3, 2), 0.2F);
  const std::span<float> reader(t.begin(), t.end());
  CHECK(reader.data() == t.data());
  CHECK(reader.size() == 6);
  CHECK(reader[0] == 0.2F);
  reader[0] = 1.0F;
  CHECK(reader[0] == 1.0F);
  CHECK(difference(t, {3, 2}, [](list const& i) { return i == list{0, 0} ? 1.0F : 0.2F; }) == "");
}

TEST_CASE_TEMPLATE(
    "B24 B25 B26 B27 B28 B34: slices by leading indices, of which slices can be cut again, share the memory", T,
    channels_of_shape, channels_of_rank, channels_of_any_rank) {
  auto root = channels<T>();
  const auto one = root(0, ellipsis);
  CHECK(one.shape() == shape(2, 2));
  CHECK(difference(one, {2, 2}, [](list const& i) { return channel({0, i[0], i[1]}); }) == "");
  const auto two = root(1, 0, ellipsis);
  CHECK(two.shape() == shape(2));
  CHECK(difference(two, {2}, [](list const& i) { return i[0] == 0 ? 2.7F : 4.1F; }) == "");
  const auto three = one(0, ellipsis);
  CHECK(difference(three, {2}, [](list const& i) { return i[0] == 0 ? 0.5F : 2.6F; }) == "");
  const auto scalar = root(0, 1, 1, ellipsis);
  CHECK(scalar.rank() == 0);
  CHECK(scalar() == 9.3F);
  one(1, 1) = 42;
  CHECK(root(0, 1, 1) == 42);
  CHECK(scalar() == 42);
  root(0, 0, 0) = 43;
  CHECK(three(0) == 43);
  scalar() = 44;
  CHECK(one(1, 1) == 44);
  two(ellipsis) = reverse(two, 0);
  CHECK(difference(root, {3, 2, 2}, [](list const& i) {
          return i == list{0, 0, 0}   ? 43.0F
                 : i == list{0, 1, 1} ? 44.0F
                 : i == list{1, 0, 0} ? 4.1F
                 : i == list{1, 0, 1} ? 2.7F
                                      : channel(i);
        }) == "");
  CHECK_THROWS_AS(root(3, ellipsis), index_error);
}

TEST_CASE("B24 B25 B26 B27 B34: slices of any_tensor") {
  const any_tensor root(channels<channels_of_rank>());
  const any_tensor one = root(0, ellipsis), two = root(1, 0, ellipsis), three = root(0, ellipsis)(0, ellipsis);
  CHECK(difference(one.as<float>(), {2, 2}, [](list const& i) { return channel({0, i[0], i[1]}); }) == "");
  CHECK(difference(two.as<float>(), {2}, [](list const& i) { return i[0] == 0 ? 2.7F : 4.1F; }) == "");
  CHECK(difference(three.as<float>(), {2}, [](list const& i) { return i[0] == 0 ? 0.5F : 2.6F; }) == "");
  CHECK(float(root(0, 1, 1)) == 9.3F);
}

TEST_CASE_TEMPLATE("B28 B29 B30: a slice of a sharing view keeps the root alive, and so does a slice of it", T,
                   channels_of_rank, channels_of_any_rank) {
  support::counting_resource memory;
  const support::memory_scope scope(memory);
  view<float> last;
  {
    view<float> middle;
    {
      auto root = channels<T>();
      middle.rebind(root.share()(1, ellipsis));
      CHECK(middle.ownership() == shared);
      middle(0, 0) = 8;
      CHECK(root(1, 0, 0) == 8);
    }
    CHECK(difference(middle, {2, 2}, [](list const& i) { return i == list{0, 0} ? 8.0F : channel({1, i[0], i[1]}); }) ==
          "");
    last.rebind(middle(1, all));
  }
  CHECK(memory.live_blocks() == 1);
  CHECK(difference(last, {2}, [](list const& i) { return i[0] == 0 ? 6.3F : 1.7F; }) == "");
  last.rebind(view<float>());
  CHECK(memory.live_blocks() == 0);
}

TEST_CASE("B29 B30: a slice of a temporary keeps it; of any_tensor every typed view does") {
  const auto slice = channels<channels_of_shape>()(1, all, all)(0, all);
  CHECK(difference(slice, {2}, [](list const& i) { return i[0] == 0 ? 2.7F : 4.1F; }) == "");
  view<float> last;
  {
    any_tensor root(channels<channels_of_rank>());
    last.rebind(root.as<float>()(2, ellipsis)(1, all));
  }
  CHECK(difference(last, {2}, [](list const& i) { return i[0] == 0 ? 1.9F : 9.1F; }) == "");
}

TEST_CASE("B32: back to nested containers") {
  const rows second{{2.7F, 4.1F}, {6.3F, 1.7F}};
  const std::vector<rows> everything{{{0.5F, 2.6F}, {1.1F, 9.3F}}, second, {{5.6F, 3.2F}, {1.9F, 9.1F}}};
  const auto t = channels<channels_of_rank>();
  static_assert(std::is_same_v<decltype(to_nested(t)), std::vector<rows>>);
  CHECK(to_nested(t) == everything);
  CHECK(to_nested(t(1)) == second);
  CHECK(to_nested(transpose(t(1))) == rows{{2.7F, 6.3F}, {4.1F, 1.7F}});
  CHECK(to_nested(reverse(t(1), 0)) == rows{{6.3F, 1.7F}, {2.7F, 4.1F}});
  CHECK(to_nested(t(1, 0)) == std::vector<float>{2.7F, 4.1F});
  CHECK(to_nested(channels<channels_of_shape>()) == everything);
  const auto at_run_time = channels<channels_of_any_rank>();
  CHECK(to_nested<std::vector<rows>>(at_run_time) == everything);
  CHECK_THROWS_AS(to_nested<rows>(at_run_time), shape_error); // of a static rank it does not compile: reject/
  const any_tensor any(t);
  CHECK(to_nested<std::vector<rows>>(any.as<float>()) == everything);
  CHECK(to_nested(to_tensor(everything)) == everything);
}

TEST_CASE_TEMPLATE("B33: ranges, steps, ellipsis, newaxis and end, in any place, all without a copy", T, of_shape<int>,
                   of_rank<int>, of_any_rank<int>) {
  auto a = cube<T>();
  CHECK(allocations_of([&] {
          const auto middle = a(all, range(1, 3), all);
          CHECK(difference(middle, {2, 2, 4}, [](list const& i) { return cell(i[0], i[1] + 1, i[2]); }) == "");
          const auto steps = a(1, all, range(3, -1, -2));
          CHECK(difference(steps, {3, 2}, [](list const& i) { return cell(1, i[0], 3 - 2 * i[1]); }) == "");
          const auto last = a(ellipsis, end - 1);
          CHECK(difference(last, {2, 3}, [](list const& i) { return cell(i[0], i[1], 3); }) == "");
          const auto inner = a(0, 0, range(1, end - 1));
          CHECK(difference(inner, {2}, [](list const& i) { return cell(0, 0, i[0] + 1); }) == "");
          const auto wider = a(newaxis, ellipsis, newaxis);
          CHECK(difference(wider, {1, 2, 3, 4, 1}, [](list const& i) { return cell(i[1], i[2], i[3]); }) == "");
          steps = -1;
          middle(0, 0, 0) = -2;
        }) == 0);
  CHECK(difference(a, {2, 3, 4}, [](list const& i) {
          return i[0] == 1 && i[2] % 2 == 1 ? -1 : i == list{0, 1, 0} ? -2 : cell(i[0], i[1], i[2]);
        }) == "");
  CHECK_THROWS_AS(a(0, 0, range(1, end + 1)), index_error);
  CHECK_THROWS_AS(a.at(0, 0, -1), index_error); // a negative index never wraps: end - 1 is the last
}
