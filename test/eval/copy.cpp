#include <support/guarded.hpp>
#include <support/isa.hpp>

#include <weft/eval/threads.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>

#include <doctest/doctest.h>

// Operands and targets whose elements lie some steps apart: rows longer than any vector, and matrices whose columns,
// or rows, are few.
using namespace weft;

namespace {

template <class T>
struct triple {
  T x, y, z;
  bool operator==(triple const&) const = default;
};

template <class T>
T value(index_t n) {
  if constexpr (requires { T{}.x; })
    return {value<decltype(T{}.x)>(n), value<decltype(T{}.x)>(n + 1), value<decltype(T{}.x)>(n + 2)};
  else
    return static_cast<T>(static_cast<int>(n * 7919 % 251));
}

/// What value() never is.
template <class T>
T untouched() {
  if constexpr (requires { T{}.x; })
    return {untouched<decltype(T{}.x)>(), {}, {}};
  else
    return static_cast<T>(253);
}

index_t const lengths[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 127, 130, 200, 1023, 1025, 2500};
index_t const steps[] = {1, 2, 3, 4, 5, 7};

/// Element i of a vector of n with step s, which is negative where they are read from the end.
index_t place(index_t i, index_t n, index_t step) {
  return step > 0 ? i * step : (n - 1 - i) * -step;
}
template <class T>
view<T, 1> window(tensor<T, 1>& memory, index_t n, index_t step) {
  view<T, 1> w = memory(range(0, (n - 1) * (step < 0 ? -step : step) + 1, step < 0 ? -step : step));
  if (step < 0)
    w.rebind(w(range(end - 1, -1, -1)));
  return w;
}

template <class T>
void check_vectors() {
  for (index_t n : lengths)
    for (index_t size : steps)
      for (index_t step : {size, -size}) {
        CAPTURE(n);
        CAPTURE(step);
        tensor<T, 1> from(n * size), to(n), back(shape(n * size), untouched<T>());
        for (index_t i = 0; i < from.size(); ++i)
          from(i) = value<T>(i);
        to = window(from, n, step);
        window(back, n, step) = to;
        int wrong = 0;
        for (index_t i = 0; i < n; ++i)
          wrong += !(to(i) == value<T>(place(i, n, step)));
        for (index_t k = 0; k < back.size(); ++k)
          wrong += !(back(k) == (k % size == 0 && k / size < n ? value<T>(k) : untouched<T>()));
        CHECK(wrong == 0);
      }
}

/// A matrix of few columns as one of few rows, and back; blocks of its columns, and all that lies between them.
template <class T>
void check_matrices() {
  for (index_t columns : {1, 2, 3, 4, 5, 6, 9, 40})
    for (index_t rows : {1, 2, 3, 4, 5, 17, 64, 700}) {
      CAPTURE(rows);
      CAPTURE(columns);
      tensor<T, 2> a(rows, columns), b(columns, rows), c(rows, columns), part(rows, (columns + 1) / 2);
      for (index_t k = 0; k < a.size(); ++k)
        a.data()[k] = value<T>(k);
      b = transpose(a);
      transpose(c) = b;
      part = a(all, range(0, end, 2));
      c(all, range(0, end, 2)) = a(range(end - 1, -1, -1), range(0, end, 2));
      int wrong = 0;
      for (index_t i = 0; i < rows; ++i)
        for (index_t j = 0; j < columns; ++j) {
          wrong += !(b(j, i) == value<T>(i * columns + j));
          wrong += !(c(i, j) == value<T>((j % 2 == 0 ? rows - 1 - i : i) * columns + j));
          wrong += j % 2 == 0 && !(part(i, j / 2) == value<T>(i * columns + j));
        }
      CHECK(wrong == 0);
    }
}

template <class T>
void check() {
  support::for_each_isa([] {
    check_vectors<T>();
    check_matrices<T>();
  });
}

} // namespace

TEST_CASE("elements some steps apart are copied, of 1, 2, 4 and 8 bytes") {
  check<std::uint8_t>();
  check<std::int16_t>();
  check<float>();
  check<double>();
}

TEST_CASE("elements some steps apart are copied, of 16 bytes and of sizes that no register has") {
  check<std::complex<double>>();
  check<triple<std::uint8_t>>();
  check<triple<double>>();
}

/// A copy whose rows were columns, in tiles, of which the last are cut: into a target with sentinels around and, with
/// gaps, between its rows.
template <class T>
void check_transposed_copy(index_t rows, index_t columns, index_t gap) {
  std::vector<T> from(static_cast<std::size_t>(rows * columns));
  for (std::size_t k = 0; k < from.size(); ++k)
    from[k] = value<T>(static_cast<index_t>(k));
  guarded<T> to({0, {rows, columns}, {columns + gap, 1}}, untouched<T>());
  index_t const size = sizeof(T), extents[] = {rows, columns}, to_strides[] = {(columns + gap) * size, size},
                from_strides[] = {size, rows * size};
  detail::copy_strided(2, extents, size, reinterpret_cast<index_t>(to.data()), to_strides,
                       reinterpret_cast<index_t>(from.data()), from_strides);
  oracle::array<T> expected{{rows, columns}, {}};
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      expected.values.push_back(from[static_cast<std::size_t>(j * rows + i)]);
  CAPTURE(rows);
  CAPTURE(columns);
  CHECK(to.difference(expected) == "");
}
TEST_CASE("transposed copies of any number of rows and columns write nothing else") {
  for (index_t const rows : {1, 2, 31, 32, 33, 40, 65, 100})
    for (index_t const columns : {1, 31, 32, 33, 40, 64, 65, 100})
      for (index_t const gap : {0, 3}) {
        check_transposed_copy<std::uint8_t>(rows, columns, gap);
        check_transposed_copy<float>(rows, columns, gap);
        check_transposed_copy<double>(rows, columns, gap);
        check_transposed_copy<std::complex<double>>(rows, columns, gap);
      }
}

/// Copies of n elements into new and into old memory, in threads.
template <class T>
void check_large(index_t n) {
  tensor<T, 1> from(n), to(n);
  for (index_t i = 0; i < n; ++i)
    from.data()[i] = value<T>(i);
  for (int const threads : {1, 2, 3, 7}) {
    thread_scope const some{threads};
    std::fill_n(to.data(), n, untouched<T>());
    T const* const memory = to.data();
    to = from;
    tensor<T, 1> const made = from;
    index_t wrong = to.data() == memory ? 0 : 1;
    for (index_t i = 0; i < n; ++i)
      wrong += !(to.data()[i] == value<T>(i) && made.data()[i] == value<T>(i));
    CAPTURE(n);
    CAPTURE(threads);
    CHECK(wrong == 0);
  }
}

TEST_CASE("large tensors are copied in threads, and past the caches") {
  for (index_t const more : {-1, 0, 1, 3})
    check_large<std::uint8_t>(detail::planned_copy + more);
  check_large<std::uint8_t>(5000011); // two threads
  check_large<double>(600007);
  check_large<triple<double>>(200003);
  check_large<double>(4200001); // 32 MB are taken for the largest cache
  tensor<double, 1> a(600000), d(600000);
  thread_scope const two{2};
  plan_report const plan = explain([&] { d = a; });
  CHECK(plan.threads == 2);
  CHECK(plan.loops == 1);
  CHECK(plan.bytes_read == 4800000);
}

TEST_CASE("elements some steps apart are read and written within an expression of mixed types") {
  index_t const n = 1111;
  tensor<float, 2> a(n, 4);
  tensor<std::uint8_t, 2> b(n, 3);
  tensor<double, 1> d(2 * n);
  for (index_t i = 0; i < n; ++i) {
    for (index_t j = 0; j < 4; ++j)
      a(i, j) = value<float>(4 * i + j);
    for (index_t j = 0; j < 3; ++j)
      b(i, j) = value<std::uint8_t>(3 * i + j);
  }
  d = -1.0;
  d(range(1, end, 2)) = cast<double>(a(all, 3)) * 2.0 + b(range(end - 1, -1, -1), 1);
  int wrong = 0;
  for (index_t i = 0; i < n; ++i) {
    wrong += d(2 * i) != -1;
    wrong += d(2 * i + 1) != 2 * value<double>(4 * i + 3) + value<double>(3 * (n - 1 - i) + 1);
  }
  CHECK(wrong == 0);
}
