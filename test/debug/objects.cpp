// Objects for debuggers, and what weft prints of each: printers.py compares.
#include <weft/io/print.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <cstdint>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <utility>

using namespace weft;

[[gnu::noinline]] static void stop_here() {
  asm volatile("");
}

template <class X>
static void show(char const* name, X const& x) {
  std::cout << "== " << name << '\n' << x << '\n';
}
static void says(char const* name, char const* text) {
  std::cout << "== " << name << '\n' << text << '\n';
}

/// Numbers of sizes that print in one way or another.
static double drawn(std::mt19937& engine, unsigned kind) {
  const double u = double(engine() % 20001) / 10000 - 1; // up to four digits
  switch (kind % 8) {
  case 0:
    return double(int(engine() % 2001) - 1000);
  case 1:
    return u;
  case 2:
    return u / 3;
  case 3:
    return u * 1e-5;
  case 4:
    return u * 1e9;
  case 5:
    return engine() % 4 == 0 ? std::numeric_limits<double>::infinity() * u : u;
  case 6:
    return engine() % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : u * 100;
  default:
    return engine() % 2 == 0 ? 0.0 * u : u * 1e300;
  }
}

template <class T>
static tensor<T, 2> counted() {
  tensor<T, 2> a(2, 3);
  for (int n = 0; n < 6; ++n)
    a.data()[n] = T(n * 20 - (std::numeric_limits<T>::is_signed ? 50 : 0));
  return a;
}

int main() {
  tensor<double, 2> a{{1, 2.5, 3}, {-4, 5, 1e-3}};
  tensor<double, 2, column_major> by_columns = a;
  tensor<float, fixed<2, 3>> inside{{1.1f, 2, 3}, {4, 5, 16777216}};
  tensor<double, fixed<2, 3>, column_major> inside_by_columns = a;
  tensor<double, fixed<dyn, 3>> mixed = a;
  tensor<double, fixed<30, 40>> on_heap;
  on_heap(3, 4) = 0.5;
  tensor<double> any(shape(2, 3, 2));
  for (int n = 0; n < 12; ++n)
    any.data()[n] = n * n - 7.25;
  tensor<double, 0> zero = 1.5;
  tensor<double> zero_any(shape(std::vector<int>{}));
  tensor<double, 2> empty(0, 3), moved = a;
  const tensor<double, 2> taken = std::move(moved);
  tensor<double, 1> large(5000);
  tensor<double, 3> large_cube(20, 30, 40);
  for (int n = 0; n < 5000; ++n)
    large(n) = n * 0.25;
  for (int n = 0; n < 24000; ++n)
    large_cube.data()[n] = n % 97 / 8.0;
  show("a", a), show("by_columns", by_columns), show("inside", inside), show("inside_by_columns", inside_by_columns);
  show("mixed", mixed), show("on_heap", on_heap), show("any", any), show("zero", zero), show("zero_any", zero_any);
  show("empty", empty), show("moved", moved), show("taken", taken), show("large", large), show("large_cube", large_cube);

  auto turned = transpose(a);
  view<const double> backwards = a(range(1, -1, -1), range(2, -1, -2));
  view<double, 2> strided = any(1, all, all).as<2>();
  auto column = by_columns(all, 1);
  auto repeated = broadcast_to(large(range(0, 3)), shape(2, 3));
  auto rows = large_cube(all, 0, range(0, 40, 13));
  auto shared_view = a.share();
  view<double, 2> nothing;
  show("turned", turned), show("backwards", backwards), show("strided", strided), show("column", column);
  show("repeated", repeated), show("rows", rows), show("shared_view", shared_view), show("nothing", nothing);

  auto i8 = counted<std::int8_t>();
  auto i16 = counted<std::int16_t>();
  auto i32 = counted<std::int32_t>();
  auto i64 = counted<std::int64_t>();
  auto u8 = counted<std::uint8_t>();
  auto u16 = counted<std::uint16_t>();
  auto u32 = counted<std::uint32_t>();
  auto u64 = counted<std::uint64_t>();
  u64(0, 0) = std::numeric_limits<std::uint64_t>::max();
  i64(0, 0) = std::numeric_limits<std::int64_t>::min();
  tensor<bool, 1> truth{true, false, true};
  tensor<std::complex<double>, 1> z{{1, 2}, {0, -1.5}, {1e-7, 3}};
  tensor<std::complex<float>, 2> c{{{1.25f, -2}, {0, 1}}};
  tensor<std::complex<double>, 0> imaginary = std::complex<double>(0, 2);
  show("i8", i8), show("i16", i16), show("i32", i32), show("i64", i64), show("u8", u8), show("u16", u16);
  show("u32", u32), show("u64", u64), show("truth", truth), show("z", z), show("c", c), show("imaginary", imaginary);

  std::mt19937 engine(7);
  tensor<double, 2> doubles[48];
  tensor<float, 1> floats[48];
  for (unsigned k = 0; k < 48; ++k) {
    doubles[k] = tensor<double, 2>(1 + k % 3, 1 + k % 5);
    floats[k] = tensor<float, 1>(1 + k % 7);
    for (double& x : doubles[k])
      x = drawn(engine, k);
    for (float& x : floats[k])
      x = static_cast<float>(drawn(engine, k) * (k % 8 == 7 ? 1e-270 : 1));
    show(("doubles[" + std::to_string(k) + "]").c_str(), doubles[k]);
    show(("floats[" + std::to_string(k) + "]").c_str(), floats[k]);
  }

  any_tensor untyped(a), untyped_bytes(u8), untyped_truth(truth), untyped_z(z), untyped_empty;
  show("untyped", untyped), show("untyped_bytes", untyped_bytes), show("untyped_truth", untyped_truth);
  show("untyped_z", untyped_z), show("untyped_empty", untyped_empty);

  [[maybe_unused]] auto extents = a.shape();
  [[maybe_unused]] auto extents_inside = inside.shape();
  [[maybe_unused]] auto extents_mixed = mixed.shape();
  [[maybe_unused]] auto extents_any = any.shape();
  [[maybe_unused]] auto strides = backwards.strides();
  [[maybe_unused]] auto place = turned.window_leaf().place;
  says("extents", "(2,3)"), says("extents_inside", "(2,3)"), says("extents_mixed", "(2,3)");
  says("extents_any", "(2,3,2)"), says("strides", "(-3,-2)"), says("place", "(3,2):(1,3)");

  [[maybe_unused]] auto added = a + 2.0 * by_columns;
  [[maybe_unused]] auto product = matmul(a, turned);
  [[maybe_unused]] auto chosen = where(a > 0.0, a, 7.0);
  [[maybe_unused]] auto numbers = arange(0.0, 3.0, 1.0);
  any_expr<double> decided = added;
  any_expr<> undecided = untyped + 1;
  says("added", "plus of shape (2,3)"), says("product", "matmul_operation of shape (2,2), not evaluated");
  says("chosen", "choose of shape (2,3)"), says("numbers", "spaced of shape (3)");
  says("decided", "an expression that is decided at run time, of shape (2,3)");
  says("undecided", "an expression that is decided at run time");
  std::cout << std::flush;
  stop_here();
  return 0;
}
