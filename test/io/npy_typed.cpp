// golden/*.npy were written by NumPy: make_golden.py.
#include <support/checked.hpp>
#include <support/message.hpp>
#include "npy_bytes.hpp"

#include <weft/io/npy_typed.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <string>

using namespace weft;
using namespace npy_bytes;

namespace {

/// Element k of float64_c.npy and its kin.
double pattern(index_t k) { return static_cast<double>(k - 5) * 0.375; }

template <class M>
void fill_pattern(M& m) {
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j)
      m(i, j) = static_cast<typename M::value_type>(pattern(4 * i + j));
}
template <class M>
int wrong(M const& m) {
  int n = m.rank() == 2 && m.extent(0) == 3 && m.extent(1) == 4 ? 0 : 100;
  for (index_t i = 0; i < 3 && n < 100; ++i)
    for (index_t j = 0; j < 4; ++j)
      n += m(i, j) == static_cast<typename M::value_type>(pattern(4 * i + j)) ? 0 : 1;
  return n;
}

template <class X>
std::string saved(X const& x) {
  temporary const file;
  save_npy(file.path, x);
  return bytes_of(file.path);
}
std::string numpy(char const* name) { return bytes_of(golden(name)); }

using support::message_of;

} // namespace

TEST_CASE("load_npy: either order and byte order, into either order and every kind of shape") {
  for (char const* const name : {"float64_c", "float64_fortran", "float64_big", "version2", "version3"}) {
    INFO(name);
    CHECK(wrong(load_npy<double, 2>(golden(name))) == 0);
    CHECK(wrong(load_npy<double, 2, column_major>(golden(name))) == 0);
    CHECK(wrong(load_npy<double>(golden(name))) == 0);
    CHECK(wrong(load_npy<double, fixed<3, 4>>(golden(name))) == 0);
    CHECK(wrong(load_npy<double, fixed<dyn, 4>>(golden(name))) == 0);
  }
  CHECK(wrong(load_npy<float, 2>(golden("float32_big"))) == 0);
  CHECK(load_npy<double, 0>(golden("scalar"))() == 2.5);
  CHECK(load_npy<double>(golden("scalar")).rank() == 0);
  CHECK(load_npy<double, 1>(golden("empty_0")).size() == 0);
  CHECK(load_npy<std::int16_t>(golden("empty_3_0_2")).shape() == shape(3, 0, 2));
  auto const z = load_npy<std::complex<float>, 2>(golden("complex64_fortran"));
  CHECK(z(1, 2) == std::complex<float>(static_cast<float>(pattern(6)), 7.5f));
  auto const t = load_npy<bool, 2>(golden("bool_fortran"));
  CHECK((t(0, 0) && !t(0, 1) && !t(0, 2) && t(0, 3)));
}

TEST_CASE("load_npy: what does not fit is an error that names the file") {
  std::string const name = golden("float64_c");
  CHECK_THROWS_AS((load_npy<float, 2>(name)), dtype_error);
  CHECK(message_of([&] { static_cast<void>(load_npy<float, 2>(name)); }).find(name) != std::string::npos);
  CHECK_THROWS_AS((load_npy<double, 3>(name)), shape_error);
  CHECK(message_of([&] { static_cast<void>(load_npy<double, 3>(name)); }).find(name) != std::string::npos);
  CHECK_THROWS_AS((load_npy<double, fixed<3, 5>>(name)), shape_error);
  CHECK_THROWS_AS((load_npy<double, 1>("/no/such/file.npy")), io_error);
  CHECK(message_of([&] { static_cast<void>(load_npy<double, 1>("/no/such/file.npy")); })
            .find("/no/such/file.npy") != std::string::npos);
  CHECK_THROWS_AS(save_npy("/no/such/folder/x.npy", tensor<double, 1>{1}), io_error);
}

TEST_CASE("save_npy: the bytes that NumPy writes, for every class of strides") {
  tensor<double, 2> c(3, 4);
  tensor<double, 2, column_major> f(3, 4);
  fill_pattern(c);
  fill_pattern(f);
  CHECK(saved(c) == numpy("float64_c"));
  CHECK(saved(f) == numpy("float64_fortran"));
  tensor<double, fixed<3, 4>> const inside = c;
  tensor<double> const runtime = c;
  CHECK(saved(inside) == numpy("float64_c"));
  CHECK(saved(runtime) == numpy("float64_c"));

  tensor<double, 2> big(8, 9);
  auto padded = big(range(2, 5), range(3, 7));
  fill_pattern(padded);
  CHECK(saved(padded) == numpy("float64_c"));
  CHECK(saved(view<double const>(padded)) == numpy("float64_c"));
  auto second = big(range(0, 6, 2), range(1, 9, 2));
  fill_pattern(second);
  CHECK(saved(second) == numpy("float64_c"));
  auto back = big(range(7, 4, -1), range(8, 4, -1));
  fill_pattern(back);
  CHECK(saved(back) == numpy("float64_c"));
  tensor<double, 2> turned(4, 3);
  auto permuted = transpose(turned);
  fill_pattern(permuted);
  CHECK(saved(permuted) == numpy("float64_fortran"));
  CHECK(saved(0.5 * (c + c)) == numpy("float64_c"));
  CHECK(saved(f * 1.0) == numpy("float64_fortran"));
  CHECK(saved(broadcast_to(tensor<double, 0>(1.5), shape(2, 3))) == saved(tensor<double, 2>(shape(2, 3), 1.5)));
  CHECK(saved(tensor<double, 0>(2.5)) == numpy("scalar"));
  CHECK(saved(tensor<double, 1>(0)) == numpy("empty_0"));
  CHECK(saved(tensor<std::int16_t, 3>(3, 0, 2)) == numpy("empty_3_0_2"));
  tensor<float, 2> single(3, 4);
  fill_pattern(single);
  CHECK(saved(single) == numpy("float32_c"));
}

TEST_CASE("save_npy: a view whose memory has died is refused") {
  view<double> v;
  {
    tensor<double, 1> const gone{1, 2, 3};
    v.rebind(borrow(const_cast<double*>(gone.data()), shape(3)));
    view<double const> watched = gone;
    CHECK(saved(watched).size() == saved(v).size());
  }
  auto dead = [] {
    tensor<double, 1> gone{1, 2, 3};
    return view<double, 1>(gone);
  }();
  if (support::checked)
    CHECK_THROWS_AS(static_cast<void>(saved(dead)), layout_error);
}
