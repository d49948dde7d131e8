// Objects for debuggers, and what weft prints of each: printers.py compares.
#include <weft/index.hpp>
#include <weft/io/print.hpp>
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <sys/mman.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
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

struct coin {
  int cents;
};
/// What a step from the statement that calls it should enter.
[[gnu::noinline]] static double doubled(double x) {
  return 2 * x;
}
[[gnu::noinline]] static bool is_full(tensor<double, 2> const& x) {
  return x.size() == 6;
}
/// An expression of the program's own.
struct ramp : expression<ramp> {
  using value_type = double;
  using extents_type = dims<2>;
  dims<2> extents() const { return weft::shape(2, 3); }
  double element(index_t const* i) const { return double(i[0] + i[1]); }
};

struct body {
  BOOST_HANA_DEFINE_STRUCT(body, (tensor<double, 2>, place), (tensor<int, 1>, parts), (double, mass));
};
template <template <class> class C>
struct particle {
  C<double> x;
  C<int> cell;
};

/// An object that is not made yet: what lies there by chance are bytes of 5.
template <class X>
class unmade {
public:
  unmade() { std::memset(bytes_, 5, sizeof bytes_); }
  X& operator*() { return *std::launder(reinterpret_cast<X*>(bytes_)); }

private:
  alignas(X) unsigned char bytes_[sizeof(X)];
};

/// Room of which only the first and the last page can be read.
static double* room_with_hole(std::size_t pages, std::size_t page) {
  char* const p =
      static_cast<char*>(mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(p + page, (pages - 2) * page, PROT_NONE);
  return reinterpret_cast<double*>(p);
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

/// Where a number begins to print in another way, and beside it; of float as near as it comes.
static constexpr double no = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
static constexpr double limits[] = {1e-4,     9.999e-5, 1000,       1001, 999999.5, 1e6,
                                    99999999, 1e8,      9.999e15,   1e16, 0.1,      1.0 / 3,
                                    -2.0 / 3, 16777217, 123456.789, -0.0, 1e-45,    3.4028234663852886e38,
                                    -inf,     inf,      no};
static constexpr unsigned limit_count = sizeof limits / sizeof *limits;

/// A number by itself in each way it can be, and beside others.
template <class T>
struct at_limits {
  tensor<T, 0> lone[limit_count];
  tensor<std::complex<T>, 0> pair[limit_count];
  tensor<T, 1> single[limit_count], beside_one[limit_count], beside_none[limit_count];

  void show_as(std::string const& name) {
    for (unsigned k = 0; k < limit_count; ++k) {
      const T x = static_cast<T>(limits[k]), edge = static_cast<T>(k % 2 == 0 ? inf : -inf);
      lone[k] = x;
      pair[k] = std::complex<T>(k % 3 == 0 ? 0 : x, k % 2 == 0 ? x : -x);
      single[k] = tensor<T, 1>{x};
      beside_one[k] = tensor<T, 1>{x, 1};
      beside_none[k] = tensor<T, 1>{static_cast<T>(no), x, edge};
      const std::string place = "[" + std::to_string(k) + "]";
      show((name + ".lone" + place).c_str(), lone[k]), show((name + ".pair" + place).c_str(), pair[k]);
      show((name + ".single" + place).c_str(), single[k]), show((name + ".beside_one" + place).c_str(), beside_one[k]);
      show((name + ".beside_none" + place).c_str(), beside_none[k]);
    }
  }
};

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
  show("empty", empty), show("moved", moved), show("taken", taken), show("large", large),
      show("large_cube", large_cube);

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

  // Static shapes alike but for the extents. Clang 14 gives such types one name, and lldb takes them for one.
#if !defined __clang__ || __clang_major__ > 14
  tensor<float, fixed<3, 2>> inside_too{{1, 2}, {3, 4}, {5, 6}};
  tensor<double, fixed<40, 30>> on_heap_too;
  on_heap_too(39, 29) = 0.5;
  show("inside_too", inside_too), show("on_heap_too", on_heap_too);
#endif
  auto fixed_view = a.as<fixed<2, 3>, row_major>();
  tensor<int, 1> most(1000), too_many(1001);
  tensor<double, 1> wrapped(200);
  tensor<double, 2> wide(3, 60);
  tensor<std::complex<float>, 1> wide_pairs(40);
  tensor<int, 4> four(2, 7, 8, 20);
  tensor<int, 2> six_long(6, 200), full_lines(2, 36);
  tensor<int, 1> one_too_wide(shape(30), 10);
  tensor<std::complex<double>, 1> odd_pairs{{1, no}, {no, inf}, {-2, -inf}, {inf, 0.5}};
  for (int n = 0; n < 1200; ++n)
    six_long.data()[n] = n % 71 - 35;
  for (int n = 0; n < 1000; ++n)
    most(n) = n * n;
  for (int n = 0; n < 200; ++n)
    wrapped(n) = n / 7.0;
  for (int n = 0; n < 180; ++n)
    wide.data()[n] = n % 9 / 3.0 - 1;
  for (int n = 0; n < 40; ++n)
    wide_pairs(n) = {float(n), -float(n) / 3};
  for (int n = 0; n < 2240; ++n)
    four.data()[n] = n;
  auto reversed_four = four(range(1, -1, -1), range(0, 7, 2), all, range(19, -1, -4));
  auto vast = broadcast_to(large(range(1, 2)), shape(1LL << 31, 1LL << 31));
  auto countless = broadcast_to(large(range(1, 2)), shape(std::vector<int>(16, 7)));
  tensor<double> sixteen_axes(shape(std::vector<int>(16, 1)));
  auto around_hole = borrow(room_with_hole(64, 4096), shape(64 * 4096 / 8));
  around_hole(range(0, 2)) = 1.5;
  show("fixed_view", fixed_view), show("most", most), show("too_many", too_many), show("wrapped", wrapped);
  show("wide", wide), show("wide_pairs", wide_pairs), show("four", four), show("six_long", six_long);
  show("one_too_wide", one_too_wide), show("odd_pairs", odd_pairs), show("full_lines", full_lines),
      show("reversed_four", reversed_four);
  show("vast", vast), show("sixteen_axes", sixteen_axes), show("around_hole", around_hole);
  says("countless", "<too many elements to print: shape (7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7)>");

  tensor<double, 2> const& reference = a;
  tensor<double, 2>* pointer = &a; // printers.py looks at it too
  struct {
    tensor<double, 2> member;
    view<double, 2> part;
  } owner{a, a};
  auto alone = std::make_unique<tensor<double, 1>>(tensor<double, 1>{7, 8});
  show("reference", reference), show("*pointer", *pointer), show("owner.member", owner.member);
  show("owner.part", owner.part);
  view<double, 1> dead = *alone;
  alone.reset();
  view<double, 2> moved_view = a;
  const view<double, 2> taken_view(std::move(moved_view));
  show("moved_view", moved_view), show("taken_view", taken_view), says("dead", "<its memory has died>");
  unmade<tensor<double, 1>> unmade_vector;
  unmade<tensor<double, 2>> unmade_matrix;
  unmade<tensor<double>> unmade_any;
  unmade<view<double>> unmade_view;
  unmade<any_tensor> unmade_untyped;
  unmade<any_expr<double>> unmade_expr;
  unmade<hierarchical_layout> unmade_modes;
  [[maybe_unused]] auto& no_vector = *unmade_vector;
  [[maybe_unused]] auto& no_matrix = *unmade_matrix;
  [[maybe_unused]] auto& no_any = *unmade_any;
  [[maybe_unused]] auto& no_view = *unmade_view;
  [[maybe_unused]] auto& no_untyped = *unmade_untyped;
  [[maybe_unused]] auto& no_expr = *unmade_expr;
  [[maybe_unused]] auto& no_modes = *unmade_modes;
  says("no_vector", "<no memory at 0x505050505050505>");
  says("no_matrix", "<not made yet: extents (361700864190383365,361700864190383365)>");
  says("no_any", "<not made yet: a rank of 84215045>"), says("no_view", "<not made yet: a rank of 84215045>");
  says("no_untyped", "<not made yet: a rank of 84215045>");
#ifndef __clang__ // which does not describe a class that is not made in this file, and lldb no reference to it
  says("no_modes", "<not made yet>");
#endif
  says("no_expr", "an expression that is decided at run time, of a shape <not made yet: a rank of 84215045>");

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
  tensor<std::complex<float>, 0> no_number = std::complex<float>(1.1f, -std::numeric_limits<float>::infinity());
  tensor<bool, 0> yes = true;
  tensor<std::int8_t, 0> small = std::int8_t(65);
  tensor<float, 0> tenth = 0.1f;
  tensor<double, 0> large_number = 1e22;
  tensor<long long, 1> long_longs{1, -2};
  tensor<unsigned long long, 1> unsigned_long_longs{1, 2};
  tensor<char, 1> letters{'w', 'e', 'f', 't'};
  tensor<long double, 1> long_doubles{1.5L, 2.25L};
  tensor<coin, 1> coins(2); // printers.py looks at them
  coins(1).cents = 7;
  show("i8", i8), show("i16", i16), show("i32", i32), show("i64", i64), show("u8", u8), show("u16", u16);
  show("u32", u32), show("u64", u64), show("truth", truth), show("z", z), show("c", c), show("imaginary", imaginary);
  show("no_number", no_number), show("yes", yes), show("small", small), show("tenth", tenth);
  show("large_number", large_number), show("long_longs", long_longs), show("letters", letters);
  show("unsigned_long_longs", unsigned_long_longs), show("long_doubles", long_doubles);

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

  at_limits<double> of_double;
  at_limits<float> of_float;
  of_double.show_as("of_double"), of_float.show_as("of_float");

  any_tensor untyped(a), untyped_bytes(u8), untyped_truth(truth), untyped_z(z), untyped_empty, untyped_zero(zero);
  any_tensor untyped_i8(i8), untyped_i16(i16), untyped_i32(i32), untyped_i64(i64), untyped_u16(u16), untyped_u32(u32);
  any_tensor untyped_u64(u64), untyped_floats(inside), untyped_c(c), untyped_four(four), untyped_moved(a);
  const any_tensor untyped_taken(std::move(untyped_moved));
  show("untyped", untyped), show("untyped_bytes", untyped_bytes), show("untyped_truth", untyped_truth);
  show("untyped_z", untyped_z), show("untyped_empty", untyped_empty);
  show("untyped_zero", untyped_zero), show("untyped_i8", untyped_i8), show("untyped_i16", untyped_i16);
  show("untyped_i32", untyped_i32), show("untyped_i64", untyped_i64), show("untyped_u16", untyped_u16);
  show("untyped_u32", untyped_u32), show("untyped_u64", untyped_u64), show("untyped_floats", untyped_floats);
  show("untyped_c", untyped_c), show("untyped_four", untyped_four), show("untyped_moved", untyped_moved);
  show("untyped_taken", untyped_taken);

  [[maybe_unused]] auto extents = a.shape();
  [[maybe_unused]] auto no_extents = zero.shape();
  [[maybe_unused]] auto extents_inside = inside.shape();
  [[maybe_unused]] auto extents_mixed = mixed.shape();
  [[maybe_unused]] auto extents_any = any.shape();
  [[maybe_unused]] auto strides = backwards.strides();
  [[maybe_unused]] auto place = turned.window_leaf().place;
  layout<weft::extents<2, 3>, dense<column_major>> static_place;
  layout<dynamic_extents, weft::strided> any_place(any.shape(), any.strides());
  auto place_by_columns = by_columns(all, range(0, 2)).window_leaf().place;
  // Where the order says 1, what is stored is not read.
  layout<dims<2>, row_major> unit_rows(shape(2, 1), weft::strides(5, 7));
  layout<dims<2>, column_major> unit_columns(shape(1, 2), weft::strides(7, 5));
  show("unit_rows", unit_rows), show("unit_columns", unit_columns);
  hierarchical_layout modes("((2,2),4):((1,4),2)"), mode(4, 2);
  show("extents", extents), show("no_extents", no_extents), show("extents_inside", extents_inside);
  show("extents_mixed", extents_mixed), show("extents_any", extents_any), show("strides", strides);
  show("place", place), show("static_place", static_place), show("any_place", any_place);
  show("place_by_columns", place_by_columns), show("modes", to_string(modes)), show("mode", to_string(mode));

  [[maybe_unused]] auto added = a + 2.0 * by_columns;
  [[maybe_unused]] auto product = matmul(a, turned);
  [[maybe_unused]] auto chosen = where(a > 0.0, a, 7.0);
  [[maybe_unused]] auto numbers = arange(0.0, 3.0, 1.0);
  [[maybe_unused]] auto larger = a > 1.0;
  [[maybe_unused]] auto summed = sum(a, 1);
  [[maybe_unused]] auto mapped = map([](double x) { return x * 2; }, a);
  [[maybe_unused]] auto generated = from_function(shape(2, 2), [](index_t i, index_t j) { return double(i + j); });
  [[maybe_unused]] auto repeated_value = full(shape(2, 2), 7.5);
  [[maybe_unused]] auto over_own = ramp() * 2.0;
  [[maybe_unused]] auto taken_over = tensor<double, fixed<2, 3>, column_major>(2.0 * a) + 1.0;
  tensor<index_t, 1> places{1, 0};
  [[maybe_unused]] auto picked = a(places, all);
  unmade<decltype(added)> unmade_node;
  [[maybe_unused]] auto& no_node = *unmade_node;
  [[maybe_unused]] auto const& added_again = added;
  [[maybe_unused]] auto* added_by_address = &added;
  any_expr<double> decided = added;
  any_expr<float, 2> decided_rank = inside * 2.0f;
  any_expr<> undecided = untyped + 1;
  [[maybe_unused]] auto half_decided = decided + a;
  says("added", "plus of shape (2,3)"), says("product", "matmul of shape (2,2), not evaluated");
  says("chosen", "choose of shape (2,3)"), says("numbers", "spaced of shape (3)");
  says("larger", "greater of shape (2,3)"), says("summed", "sum of shape (2), not evaluated");
  says("mapped", "mapped of shape (2,3)"), says("generated", "values of a callable of shape (2,2)");
  says("repeated_value", "7.5 of shape (2,2)"), says("over_own", "times of shape (2,3)");
  says("taken_over", "plus of shape (2,3)"), says("picked", "gathering of shape (2,3), not evaluated");
  says("added_again", "plus of shape (2,3)"), says("*added_by_address", "plus of shape (2,3)");
  says("no_node", "plus of a shape <not made yet: extents (361700864190383365,361700864190383365)>");
  says("decided", "an expression that is decided at run time, of shape (2,3)");
  says("decided_rank", "an expression that is decided at run time, of shape (2,3)");
  says("undecided", "an expression that is decided at run time, of shape (2,3)");
  says("half_decided", "plus of shape (2,3)");

  body record{a, tensor<int, 1>{7, 8}, 0.5};
  [[maybe_unused]] auto record_sum = record + 2.0 * record;
  [[maybe_unused]] columns<particle> table({{0.5, 1.5}, {3, 4}});
  says("record_sum", "a record of expressions");
  std::cout << std::flush;
  stop_here();
  const bool full = is_full(2.0 * a + a); // the step
  const tensor<double, 2> made = map(doubled, 2.0 * a + a); // the backtrace
  return full && made.size() == 6 ? 0 : 1;
}
