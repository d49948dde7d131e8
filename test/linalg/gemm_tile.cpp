#include <weft/linalg/gemm.hpp>
#include <weft/linalg/gemm_tile.hpp>

#include "gemm_oracle.hpp"

#include <cstring>
#include <memory>
#include <string>

using namespace linalg_test;

TEST_CASE_TEMPLATE("gemm: every instruction set, more than one block of each extent", T, float, double,
                   std::complex<double>, int, std::int64_t) {
  index_t const sizes[][3] = {{100, 40, 300}, {20, 1030, 5}, {13, 17, 9}, {600, 1, 701}, {1, 530, 99}, {1, 1, 1501}};
  for (auto const& [m, n, k] : sizes)
    for (auto const c_kind : {stride_class::padded, stride_class::columns, stride_class::every_second})
      for (int const bytes : {16, 32, 64}) {
        generator g{7};
        bool const other_way = c_kind == stride_class::columns;
        guarded<T> a(m, k, other_way ? stride_class::rows : stride_class::columns);
        guarded<T> b(k, n, other_way ? stride_class::both_back : stride_class::rows_back), c(m, n, c_kind);
        a.fill(g);
        b.fill(g);
        c.fill(g);
        guarded<T> const before = c;
        element_info info = info_of<T, T, T, T>();
        info.kind = element_kind::other;
        gemm_plan plan = plan_gemm(a.shape, b.shape, c.shape, info);
        if (bytes > plan.route.vector_bytes)
          continue;
        plan.route.vector_bytes = bytes;
        counting_scratch memory;
        run_blocked<T>(plan.route, T(2), a.read(), b.read(), T(3), c.write(), memory);
        CHECK(wrong_elements(T(2), a, b, T(3), before, c) == 0);
      }
}

namespace {

/// 4 numbers of A times 2 vectors of a row of B of which the second one begins at `last`.
template <class R, int Bytes, bool Pairs>
void check_step(index_t a_row, index_t last) {
  using tile = register_tile<R, Bytes, 4, 2, Pairs>;
  R a[40], b[64], sums[std::size_t(tile::count)][std::size_t(tile::lanes::width)];
  for (int k = 0; k < 40; ++k)
    a[k] = R(k * k + 1);
  for (int k = 0; k < 64; ++k)
    b[k] = R(3 * k + 2);
  typename tile::V v[std::size_t(tile::count)] = {};
  tile::step(v, a, a_row, b, last);
  tile::step(v, a + 1, a_row, b + 1, last);
  std::memcpy(sums, v, sizeof v);
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 2; ++j)
      for (index_t k = 0; k < tile::lanes::width; ++k) {
        index_t const from_a = Pairs ? (i / 2) * a_row + i % 2 : i * a_row, from_b = (j == 0 ? 0 : last) + k;
        CHECK(sums[i * 2 + j][k] == a[from_a] * b[from_b] + a[from_a + 1] * b[from_b + 1]);
      }
}

} // namespace

TEST_CASE_TEMPLATE("register_tile: rows, pairs of parts, and a last vector that overlaps", R, float, double, std::uint32_t) {
  check_step<R, 16, false>(1, 16 / sizeof(R));
  check_step<R, 32, false>(9, 3);
  check_step<R, 64, false>(5, 1);
  check_step<R, 16, true>(6, 1);
  check_step<R, 64, true>(13, 64 / sizeof(R));
}

TEST_CASE("gemm: narrow integers are summed in the type of their product") {
  std::vector<std::uint8_t> const a(300, 255), b(300, 255);
  std::vector<int> c(1, -1);
  counting_scratch memory;
  gemm<int>(unit_or_zero<1>(), matrix_operand<std::uint8_t const>{a.data(), {1, 300, 300, 1}},
            matrix_operand<std::uint8_t const>{b.data(), {300, 1, 1, 1}}, unit_or_zero<0>(),
            matrix_operand<int>{c.data(), {1, 1, 1, 1}}, memory);
  CHECK(c[0] == 300 * 255 * 255);
}

TEST_CASE("gemm: a matrix of narrow integers times a vector") {
  std::vector<std::uint8_t> a(600 * 40), x(600);
  generator g{3};
  for (auto* const values : {&a, &x})
    for (auto& value : *values)
      value = std::uint8_t(g.below(256));
  for (bool const by_rows : {true, false}) {
    std::vector<int> y(40, -1), want(40, 0);
    matrix_shape const s = by_rows ? rows_of(40, 600) : columns_of(40, 600);
    for (index_t i = 0; i < 40; ++i)
      for (index_t l = 0; l < 600; ++l)
        want[std::size_t(i)] += a[std::size_t(i * s.row_stride + l * s.col_stride)] * x[std::size_t(l)];
    counting_scratch memory;
    gemv<int>(unit_or_zero<1>(), matrix_operand<std::uint8_t const>{a.data(), s},
              vector_operand<std::uint8_t const>{x.data(), 600, 1}, unit_or_zero<0>(),
              vector_operand<int>{y.data(), 40, 1}, memory);
    CHECK(y == want);
  }
}

TEST_CASE("gemm: integers wrap") {
  int const a[] = {2147483647, 2}, b[] = {2147483647, 2147483647};
  int c[] = {2147483647};
  counting_scratch memory;
  gemm<int>(3, matrix_operand<int const>{a, {1, 2, 2, 1}}, matrix_operand<int const>{b, {2, 1, 1, 1}}, 2,
            matrix_operand<int>{c, {1, 1, 1, 1}}, memory);
  std::uint64_t const most = 2147483647;
  CHECK(std::uint32_t(c[0]) == std::uint32_t(3 * (most * most + 2 * most) + 2 * most));
}

TEST_CASE_TEMPLATE("gemm: complex matrices of mixed types, conjugated, of more than one tile", T, std::complex<double>,
                   double, int) {
  for (index_t const m : {1, 2, 7, 40})
    for (index_t const n : {1, 5, 33})
      for (index_t const k : {1, 9, 70}) {
        std::vector<std::complex<float>> a;
        std::vector<T> b;
        generator g{11};
        for (index_t e = 0; e < m * k; ++e)
          a.emplace_back(float(g.below(9)) - 4, float(g.below(9)) - 4);
        for (index_t e = 0; e < k * n; ++e)
          b.push_back(T(double(g.below(9)) - 4));
        if constexpr (is_complex<T>)
          for (auto& x : b)
            x += T(0, double(g.below(9)) - 4);
        std::vector<std::complex<double>> c(std::size_t(m * n), {7, 7}), want(std::size_t(m * n));
        for (index_t i = 0; i < m; ++i)
          for (index_t j = 0; j < n; ++j)
            for (index_t l = 0; l < k; ++l) {
              std::complex<double> const x(a[std::size_t(i * k + l)]), y(b[std::size_t(l * n + j)]);
              want[std::size_t(i * n + j)] += std::conj(x) * y;
            }
        counting_scratch memory;
        gemm<std::complex<double>>(unit_or_zero<1>(), matrix_operand<std::complex<float> const>{a.data(), {m, k, k, 1, true}},
                                   matrix_operand<T const>{b.data(), {k, n, n, 1}}, unit_or_zero<0>(),
                                   matrix_operand<std::complex<double>>{c.data(), {m, n, n, 1}}, memory);
        CHECK(c == want);
      }
}

TEST_CASE("gemm: mixed element types") {
  std::complex<float> const a[] = {{1, 2}, {3, 4}};
  double const b[] = {5, 6};
  std::complex<double> c{};
  counting_scratch memory;
  gemm<std::complex<double>>(unit_or_zero<1>(), matrix_operand<std::complex<float> const>{a, {1, 2, 2, 1, true}},
                             matrix_operand<double const>{b, {2, 1, 1, 1}}, unit_or_zero<0>(),
                             matrix_operand<std::complex<double>>{&c, {1, 1, 1, 1}}, memory);
  CHECK(c == std::complex<double>(23, -34));
}

namespace {

/// Units: a length converts to nothing, and its product is of another type.
struct area {
  double value = 0;
  friend area operator+(area x, area y) { return {x.value + y.value}; }
};
struct length {
  double value = 0;
  friend area operator*(length x, length y) { return {x.value * y.value}; }
};

/// Owns memory, and x * y is not y * x.
struct word {
  std::unique_ptr<std::string> text = std::make_unique<std::string>();
  word() = default;
  explicit word(char const* s) : text(std::make_unique<std::string>(s)) {}
  word(word const& w) : text(std::make_unique<std::string>(*w.text)) {}
  word& operator=(word const& w) {
    *text = *w.text;
    return *this;
  }
  friend word operator*(word const& x, word const& y) { return word((*x.text + *y.text).c_str()); }
  friend word operator+(word const& x, word const& y) {
    return word((*x.text + (x.text->empty() ? "" : "+") + *y.text).c_str());
  }
};

} // namespace

TEST_CASE("gemm: elements with units") {
  length const a[] = {{2}, {3}}, b[] = {{5}, {7}};
  counting_scratch memory;
  area const sum = dot_of<area>(vector_operand<length const>{a, 2, 1}, vector_operand<length const>{b + 1, 2, -1}, memory);
  CHECK(sum.value == 29);
}

TEST_CASE("gemm: elements that own memory and do not commute, in either order of C") {
  word const a[] = {word("a"), word("b"), word("c"), word("d")}, b[] = {word("p"), word("q"), word("r"), word("s")};
  for (bool const by_columns : {false, true}) {
    word c[4];
    counting_scratch memory;
    gemm<word>(unit_or_zero<1>(), matrix_operand<word const>{a, rows_of(2, 2)}, matrix_operand<word const>{b, rows_of(2, 2)},
               unit_or_zero<0>(), matrix_operand<word>{c, by_columns ? columns_of(2, 2) : rows_of(2, 2)}, memory);
    CHECK(*c[0].text == "ap+br");
    CHECK(*c[by_columns ? 2 : 1].text == "aq+bs");
    CHECK(*c[by_columns ? 1 : 2].text == "cp+dr");
    CHECK(*c[3].text == "cq+ds");
  }
}
