// Limits of src/loop.
#include "measure.hpp"
#include "operands.hpp"

#include <loop/limits.hpp>

#include <complex>
#include <unistd.h>

namespace measured {
namespace {

namespace table = weft::detail::limits;

/// r = x + y of every second element: both go through buffers.
statement gathered(index_t n) {
  auto x = made<double, 1>(2 * n), y = made<double, 1>(2 * n), r = made<double, 1>(n);
  return {sized("gathered x + y", n), [=](double) { *r = (*x)(range(0, end, 2)) + (*y)(range(0, end, 2)); }};
}

template <class T>
statement transposed(std::string const& of, index_t n, index_t m) {
  auto a = made<T, 2>(m, n), b = made<T, 2>(n, m), r = made<T, 2>(n, m);
  return {sized("transpose(A) + B of " + of, n, m), [=](double) { *r = transpose(*a) + *b; }};
}

limit least_divided() {
  limit l = variable("least_divided", table::least_divided, {256, 1024, 4096, 16384});
  for (const index_t n : {200, 500, 2000, 8000})
    l.statements.push_back(gathered(n));
  return l;
}

limit block() {
  limit l = variable("block", table::block, {256, 512, 1024, 2048, 4096});
  for (const index_t n : {700, 3000, 20000, 1000000})
    l.statements.push_back(gathered(n));
  for (const index_t n : {20, 300, 3000}) {
    auto a = made<float, 2>(1000, 2 * n), r = made<float, 2>(1000, n);
    l.statements.push_back(
        {sized("gathered floats * 2", 1000, n), [=](double) { *r = (*a)(all, range(0, end, 2)) * 2.0f; }});
  }
  for (const index_t n : {3000, 300000}) {
    auto r = made<double, 1>(n), x = made<double, 1>(n);
    l.statements.push_back({sized("x + arange(n)", n), [=](double) { *r = *x + weft::arange(double(n)); }});
  }
  return l;
}

limit buffers() {
  limit l = variable("buffers", table::buffers, {10240, 20480, 32768, 40960, 81920, 163840});
  for (const index_t n : {1000, 5000, 200000}) {
    auto x = made<double, 1>(12 * n), r = made<double, 1>(n);
    l.statements.push_back({sized("six gathered operands", n), [=](double) {
                              const auto part = [&](index_t k) { return (*x)(range(2 * k * n, 2 * (k + 1) * n, 2)); };
                              *r = part(0) * part(1) + part(2) * part(3) - part(4) * part(5);
                            }});
  }
  for (const index_t n : {100, 1000}) {
    auto a = made<double, 2>(n, n), b = made<double, 2>(n, n), c = made<double, 2>(n, n), r = made<double, 2>(n, n);
    l.statements.push_back({sized("three transposed operands", n, n),
                            [=](double) { *r = transpose(*a) * transpose(*b) + transpose(*c); }});
  }
  return l;
}

struct cell {
  double v[8];
  friend cell operator+(cell const& a, cell const& b) {
    cell c;
    for (int k = 0; k < 8; ++k)
      c.v[k] = a.v[k] + b.v[k];
    return c;
  }
};

/// Ten operands of 64 bytes an element.
limit least_block() {
  limit l = variable("least_block", table::least_block, {16, 32, 64, 128, 256});
  for (const index_t n : {50, 200, 2000}) {
    auto x = std::make_shared<weft::tensor<cell, 1>>(20 * n), r = std::make_shared<weft::tensor<cell, 1>>(n);
    l.statements.push_back({sized("ten gathered operands of 64 bytes", n), [=](double) {
                              const auto part = [&](index_t k) { return (*x)(range(2 * k * n, 2 * (k + 1) * n, 2)); };
                              *r = part(0) + part(1) + part(2) + part(3) + part(4) + part(5) + part(6) + part(7) +
                                   part(8) + part(9);
                            }});
  }
  return l;
}

limit tile() {
  limit l = variable("tile", table::tile, {16, 24, 32, 48, 64, 96});
  for (const index_t n : {60, 100, 300, 1000, 2048})
    l.statements.push_back(transposed<double>("doubles", n, n));
  for (const index_t n : {100, 1000})
    l.statements.push_back(transposed<float>("floats", n, n));
  return l;
}

limit least_tile() {
  limit l = variable("least_tile", table::least_tile, {2, 4, 8, 16, 32});
  for (const index_t n : {3, 6, 12, 24}) {
    l.statements.push_back(transposed<double>("doubles", n, 1000));
    l.statements.push_back(transposed<double>("doubles", 1000, n));
  }
  return l;
}

limit thin_block() {
  limit l = variable("thin_block", table::thin_block, {1, 2, 4, 8, 16});
  for (const index_t n : {2, 3, 6, 12})
    for (const bool high : {false, true}) {
      const index_t rows = high ? 1000 : n, columns = high ? n : 1000;
      auto a = made<std::complex<double>, 2>(columns, rows), r = made<std::complex<double>, 2>(rows, columns);
      l.statements.push_back({sized("transpose of complex", rows, columns), [=](double) { *r = transpose(*a); }});
      auto b = made<short, 2>(columns, rows), s = made<short, 2>(rows, columns);
      l.statements.push_back({sized("transpose of short", rows, columns), [=](double) { *s = transpose(*b); }});
    }
  return l;
}

limit short_row() {
  limit l = variable("short_row", table::short_row, {2, 4, 8, 16, 32});
  for (const index_t n : {3, 6, 12, 24, 100}) {
    auto a = made<double, 2>(500, 2 * n), b = made<double, 2>(500, n), c = made<double, 2>(500, n);
    l.statements.push_back(
        {sized("every second column = B + C", 500, n), [=](double) { (*a)(all, range(0, end, 2)) = *b + *c; }});
  }
  return l;
}

template <class F>
void add_strided(limit& l, std::string const& name, F f) {
  for (const index_t n : {100, 1000, 100000}) {
    auto a = made<double, 1>(2 * n), b = made<double, 1>(2 * n), r = made<double, 1>(2 * n);
    const auto half = [](auto& t) { return t(range(0, end, 2)); };
    l.statements.push_back({sized(name, n), [=](double) { half(*r) = f(half(*a), half(*b)); }});
  }
}
limit strided_cost() {
  limit l = variable("strided_cost", table::strided_cost, {0, 1, 2, 4, 6, 8});
  add_strided(l, "every second = a + b", [](auto const& a, auto const& b) { return a + b; });
  add_strided(l, "every second = a * b + a", [](auto const& a, auto const& b) { return a * b + a; });
  add_strided(l, "every second, three operations", [](auto const& a, auto const& b) { return (a * b + a) * b; });
  add_strided(l, "six operations", [](auto const& a, auto const& b) { return ((a * b + a) * b - a) * b + a; });
  add_strided(l, "a / b", [](auto const& a, auto const& b) { return a / b; });
  return l;
}
limit strided_bytes() {
  limit l = variable("strided_bytes", table::strided_bytes, {1, 8});
  for (const index_t n : {100, 1000, 100000}) {
    auto a = made<float, 1>(2 * n), r = made<float, 1>(2 * n);
    l.statements.push_back({sized("every second = a + 1, floats", n),
                            [=](double) { (*r)(range(0, end, 2)) = (*a)(range(0, end, 2)) + 1.0f; }});
  }
  return l;
}

/// Matrices of few elements, plus a row.
void add_short_rows(limit& l) {
  for (const index_t n : {1, 2, 3, 4, 6})
    for (const index_t rows : {3, 8, 30, 100}) {
      auto a = made<double, 2>(rows, n), r = made<double, 2>(rows, n);
      auto b = made<double, 1>(n);
      l.statements.push_back({sized("matrix + row", rows, n), [=](double) { *r = *a + *b; }});
    }
}
limit shortest_row() {
  limit l = variable("shortest_row", table::shortest_row, {0, 1, 2, 3, 5, 8});
  add_short_rows(l);
  return l;
}
limit few_in_rows() {
  limit l = variable("few_in_rows", table::few_in_rows, {1, 4, 16, 64, 256});
  add_short_rows(l);
  return l;
}

/// What the system reports is kept within two bounds; both are set to one value here.
limit last_cache() {
  limit l;
  l.name = "last_cache";
  l.present =
      std::min(std::max(double(sysconf(_SC_LEVEL3_CACHE_SIZE)), table::least_last_cache), table::most_last_cache);
  l.values = {4 << 20, 8 << 20, 16 << 20, 32 << 20, 64 << 20, 128 << 20};
  if (std::find(l.values.begin(), l.values.end(), l.present) == l.values.end())
    l.values.push_back(l.present);
  l.set = [](double v) { table::least_last_cache = table::most_last_cache = v; };
  for (const index_t n : {6, 12, 24, 48, 96}) {
    auto x = made<double, 1>(n << 17), r = made<double, 1>(n << 17);
    l.statements.push_back({sized("x + 1 of so many MiB", n), [=](double) { *r = *x + 1.0; }});
    l.statements.push_back({sized("copy of so many MiB, read again", n), [=](double) {
                              *r = *x;
                              *r += 1.0;
                            }});
  }
  return l;
}

limit stream_room() {
  limit l = variable("stream_room", table::stream_room, {512, 1024, 2048, 4096, 8192});
  const index_t n = 6000000;
  auto a = made<double, 1>(n), b = made<double, 1>(n), c = made<double, 1>(n), r = made<double, 1>(n);
  l.statements.push_back({"a * b + c * 2 - a / (b + 1)", [=](double) { *r = *a * *b + *c * 2.0 - *a / (*b + 1.0); }});
  l.statements.push_back({"a + 1", [=](double) { *r = *a + 1.0; }});
  l.statements.push_back({"sqrt(a) + b", [=](double) { *r = sqrt(*a) + *b; }});
  return l;
}

limit long_row() {
  limit l = variable("long_row", table::long_row, {512, 1024, 2048, 4096, 8192, 16384, 1 << 20});
  for (const index_t n : {100, 200, 400, 800, 1600, 10000}) // columns of some 48 MB
    for (const index_t gap : {3, 8}) {                      // each row begins elsewhere in its cache line, or all alike
      const index_t rows = 6000000 / n;
      auto a = made<double, 2>(rows, n + gap), r = made<double, 2>(rows, n + gap);
      l.statements.push_back({sized("columns of A + 1, of " + std::to_string(n + gap), rows, n),
                              [=](double) { (*r)(all, range(0, n)) = (*a)(all, range(0, n)) + 1.0; }});
    }
  return l;
}

/// Places that are interleaved: only the search finds out that none is shared, else the operand is copied.
limit overlap_steps() {
  limit l = variable("overlap_steps", table::overlap_steps, {20, 200, 2000, 20000, 200000});
  for (const index_t n : {10, 30, 100}) {
    auto a = made<double, 3>(n, n, 2 * n);
    l.statements.push_back({sized("even places = odd places of a cube", n), [=](double) {
                              (*a)(all, all, range(0, end, 2)) = (*a)(all, all, range(1, end, 2)) + 1.0;
                            }});
    auto b = made<double, 3>(n, n, 7 * n);
    l.statements.push_back({sized("every seventh = those 5 and 3 on", n), [=](double) {
                              (*b)(all, all, range(0, end, 7)) =
                                  (*b)(all, all, range(5, end, 7)) + reverse((*b)(all, all, range(3, end, 7)), 0);
                            }});
  }
  return l;
}

} // namespace

std::vector<limit> loop_limits() {
  return {least_divided(), block(),       buffers(),      least_block(),   tile(),         least_tile(),
          thin_block(),    short_row(),   strided_cost(), strided_bytes(), shortest_row(), few_in_rows(),
          last_cache(),    stream_room(), long_row(),     overlap_steps()};
}

} // namespace measured
