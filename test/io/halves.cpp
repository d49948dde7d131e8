// Elements of 16 bits in files, in text, and in the memory of others.
#include "npy_bytes.hpp"

#include <support/message.hpp>

#include <weft/dynamic.hpp>
#include <weft/io.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/c_tensor.hpp>
#include <weft/io/dlpack.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>

using namespace weft;
using namespace npy_bytes;
using support::message_of;

namespace {

tensor<float16, 1> some() {
  tensor<float16, 1> x(5);
  const float values[] = {0.1f, -2, 65504, 0x1p-24f, std::numeric_limits<float>::infinity()};
  for (index_t i = 0; i < 5; ++i)
    x(i) = float16(values[i]);
  return x;
}
/// The bytes of those, the lower one first: NumPy's np.array([0.1, -2, 65504, 2**-24, np.inf], '<f2').tobytes().
const std::string bytes("\x66\x2e\x00\xc0\xff\x7b\x01\x00\x00\x7c", 10);

} // namespace

TEST_CASE("npy: float16 is NumPy's <f2, in both directions") {
  temporary const file;
  save_npy(file.path, some());
  const std::string saved = bytes_of(file.path);
  CHECK(saved.find("{'descr': '<f2', 'fortran_order': False, 'shape': (5,), }") == 10);
  CHECK(saved.substr(saved.size() - 10) == bytes);
  CHECK(load_npy<float16, 1>(file.path) == some());
  const any_tensor x = load_npy(file.path);
  CHECK(x.dtype() == dtype::float16);
  CHECK(x == any_tensor(some()));

  file.fill(npy(dictionary("'<f2'", "(5,)")) + bytes);
  CHECK(load_npy<float16, 1>(file.path) == some());
  std::string swapped = bytes;
  for (std::size_t k = 0; k < swapped.size(); k += 2)
    std::swap(swapped[k], swapped[k + 1]);
  file.fill(npy(dictionary("'>f2'", "(5,)")) + swapped);
  CHECK(load_npy<float16, 1>(file.path) == some());
  const auto wide = load_npy<float, 1>(file.path, conversion::checked);
  CHECK(wide(2) == 65504);
  CHECK_THROWS_AS(static_cast<void>(load_npy<float, 1>(file.path)), dtype_error);
}
TEST_CASE("npy: bfloat16 is refused, because the format has no type for it") {
  temporary const file;
  CHECK(message_of([&] { save_npy(file.path, tensor<bfloat16, 1>(3)); }) ==
        "weft: save: the formats of NumPy have no bfloat16: cast<float>(x) keeps its values");
  CHECK_THROWS_AS(save_npy(file.path, any_tensor(dtype::bfloat16, shape(2))), dtype_error);
}

TEST_CASE("dlpack: elements of 16 bits there and back") {
  tensor<bfloat16, 2> a(2, 3);
  a = 1.5;
  a(1, 2) = bfloat16(-4);
  auto* const m = to_dlpack(transpose(a.share()));
  CHECK(m->tensor.type.code == 4);
  const auto back = from_dlpack<bfloat16, 2>(m);
  CHECK(back == transpose(a));
  CHECK(back.data() == a.data());
  auto* const other = to_dlpack(some());
  CHECK_THROWS_AS(static_cast<void>(from_dlpack<bfloat16, 1>(other)), dtype_error);
  other->deleter(other);
}
TEST_CASE("c_tensor: elements of 16 bits") {
  tensor<float16, 1> a = some();
  const weft_tensor_t t = to_c(a);
  CHECK(t.dtype == weft_dtype_float16);
  CHECK(from_c<float16, 1>(t) == a);
  CHECK_THROWS_AS(static_cast<void>(from_c<bfloat16, 1>(t)), dtype_error);
}

TEST_CASE("print: the shortest digits that read back") {
  tensor<float16, 1> x(4);
  x(0) = float16(0.1f);
  x(1) = float16(1.0f / 3);
  x(2) = float16(-2);
  x(3) = float16(100);
  CHECK(to_string(x) == "[  0.1      0.3333  -2.     100.    ]"); // NumPy
  CHECK(to_string(any_tensor(x)) == to_string(x));
  tensor<bfloat16, 1> b(2);
  b(0) = bfloat16(0.1f);
  b(1) = bfloat16(3.140625f);
  CHECK(to_string(b) == "[0.1  3.14]");
  x(1) = float16(std::numeric_limits<float>::quiet_NaN());
  x(3) = float16(-1e6);
  CHECK(to_string(x) == "[ 0.1  nan -2.  -inf]");
  CHECK(to_string(any_tensor(x)(0)) == "0.1");
}

TEST_CASE("csv: elements of 16 bits") {
  temporary const file("0.1, 2\n-65504, 3e-8\n");
  const auto x = load_csv<float16>(file.path);
  CHECK(x.shape() == shape(2, 2));
  CHECK(x(0, 0).bits() == 0x2e66);
  CHECK(x(1, 0).bits() == 0xfbff);
  CHECK(x(1, 1).bits() == 0x0001);
  file.fill("70000\n");
  CHECK(load_csv<bfloat16>(file.path)(0, 0).bits() == 0x4789);
  CHECK_THROWS_AS(static_cast<void>(load_csv<float16>(file.path)), parse_error);
  save_csv(file.path, x);
  CHECK(bytes_of(file.path) == "0.1,2\n-65500,6e-08\n");
  CHECK(load_csv<float16>(file.path) == x);
}
