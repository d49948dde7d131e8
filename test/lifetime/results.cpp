// An element of several results that have no name is moved into an expression, which then holds it: in a checked build
// an expression over memory that died throws, and AddressSanitizer sees it in any.
#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 1
#include <weft/grad.hpp>
#include <weft/index.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/npz.hpp>
#include <weft/nn.hpp>
#include <weft/ops/unique.hpp>
#include <weft/weft.hpp>

#include <cstdio>
#include <doctest/doctest.h>
#include <fstream>
#include <vector>

using namespace weft;

namespace {
using matrix = tensor<double, 2>;
using vector = tensor<double, 1>;

matrix values() {
  return matrix{{1, 0, 3}, {0, 5, 6}};
}
matrix diagonal_values() {
  return matrix{{2, 0}, {0, 8}};
}
/// e, whose operands have died by now, has these values in row-major order.
template <class E>
void check(char const* name, E const& e, std::vector<double> const& expected) {
  CAPTURE(name);
  const tensor<double> found = cast<double>(e);
  REQUIRE(found.size() == static_cast<index_t>(expected.size()));
  std::size_t k = 0;
  for (double x : found)
    CHECK(std::abs(x - expected[k++]) <= 1e-12);
}
} // namespace

TEST_CASE("an element of an unnamed list of tensors stays in the expression") {
  const auto places = [] { return nonzero(values()); };
  const auto e0 = places()[0] * 2;
  const auto e1 = places().at(1) * 2;
  const auto e2 = places().front() * 2;
  const auto e3 = places().back() * 2;
  const auto e4 = std::get<1>(places()) * 2;
  check("nonzero [0]", e0, {0, 0, 2, 2});
  check("nonzero at(1)", e1, {0, 4, 2, 4});
  check("nonzero front", e2, {0, 0, 2, 2});
  check("nonzero back", e3, {0, 4, 2, 4});
  check("nonzero get<1>", e4, {0, 4, 2, 4});
  const auto d0 = nonzero(tensor<double>(values()))[1] * 2;
  const auto d1 = nonzero(tensor<double>(values())).back() * 2;
  check("nonzero of run-time rank", d0, {0, 4, 2, 4});
  check("nonzero of run-time rank, back", d1, {0, 4, 2, 4});
  const vector numbers = {10, 20, 30, 40};
  const auto picked = take(numbers, nonzero(vector{0, 1, 0, 1})[0], 0);
  check("take", picked, {20, 40});
  const tensor<index_t, 1> n = {1, 5};
  const auto u0 = 10 * unravel_index(n, shape(2, 3))[0];
  const auto u1 = 10 * unravel_index(n, values().shape()).at(1);
  const auto u2 = 10 * unravel_index(n, tensor<double>(values()).shape())[1];
  check("unravel_index [0]", u0, {0, 10});
  check("unravel_index at(1)", u1, {10, 20});
  check("unravel_index of run-time rank", u2, {10, 20});
  const auto m0 = get<0>(meshgrid(vector{1, 2}, vector{3, 4})) * 2.0;
  const auto m1 = get<1>(meshgrid(vector{1, 2}, vector{3, 4})) * 2.0;
  check("meshgrid get<0>", m0, {2, 4, 2, 4});
  check("meshgrid get<1>", m1, {6, 6, 8, 8});
}

TEST_CASE("a part of an unnamed list of parts stays in the expression") {
  const auto s0 = split<3>(values(), 1)[2] * 2.0;
  const auto s1 = std::get<0>(array_split<2>(values(), 1)) * 2.0;
  const auto s2 = split(values(), 3, 1)[2] * 2.0;
  const auto s3 = split(values(), std::vector<int>{1}, 0)[1] * 2.0;
  const auto s4 = *array_split(values(), 2, 0).begin() * 2.0;
  const auto s5 = split<3>(values() + 1.0, 1)[2] * 2.0;
  check("split<3>", s0, {6, 12});
  check("array_split<2>", s1, {2, 0, 0, 10});
  check("split", s2, {6, 12});
  check("split at indices", s3, {0, 10, 12});
  check("array_split, first", s4, {2, 0, 6});
  check("split<3> of an expression", s5, {8, 14});
  const auto l0 = lines(values(), 0)[2] * 2.0;
  const auto l1 = *lines(values(), 1).begin() * 2.0;
  const auto t0 = tiles(values(), shape(1, 3))[1] * 2.0;
  const auto t1 = std::get<1>(tiles(shape(1, 3), values(), values())[1]) * 2.0;
  check("lines", l0, {6, 12});
  check("lines, first", l1, {2, 0, 6});
  check("tiles", t0, {0, 10, 12});
  check("tiles in step", t1, {0, 10, 12});
}

TEST_CASE("a member of an unnamed result stays in the expression") {
  const auto unique = unique_all(values()).values * 2.0;
  const auto inverse = unique_all(values()).inverse * 2;
  const auto counts = histogram(values(), vector{0, 2, 7}).counts * 2;
  const auto edges = histogram(values(), vector{0, 2, 7}).edges * 2.0;
  const auto least = minmax(values(), 0).min * 2.0;
  const auto reduced = get<0>(reduce(values(), sum, mean, 0)) * 2.0;
  check("unique", unique, {0, 2, 6, 10, 12});
  check("unique inverse", inverse, {2, 0, 4, 0, 6, 8});
  check("histogram counts", counts, {6, 6});
  check("histogram edges", edges, {0, 4, 14});
  check("minmax", least, {0, 0, 6});
  check("reduce", reduced, {2, 10, 18});
  const auto s = linalg::svd(diagonal_values()).s * 2.0;
  const auto r = abs(linalg::qr(diagonal_values()).r) * 2.0;
  const auto w = linalg::eigh(diagonal_values()).values * 2.0;
  const auto v = abs(linalg::eigh(diagonal_values()).vectors) * 2.0;
  const auto z = real(linalg::eig(matrix{{2, 0}, {0, 2}}).values) * 2.0;
  const auto u = linalg::lu(diagonal_values()).u * 2.0;
  const auto x = linalg::lstsq(diagonal_values(), vector{2, 16}).x * 2.0;
  const auto solved = linalg::lu_factor(diagonal_values()).solve(vector{2, 16}) * 2.0;
  check("svd", s, {16, 4});
  check("qr", r, {4, 0, 0, 16});
  check("eigh", w, {4, 16});
  check("eigh vectors", v, {2, 0, 0, 2});
  check("eig", z, {4, 4});
  check("lu", u, {4, 0, 0, 16});
  check("lstsq", x, {2, 4});
  check("lu_factor", solved, {2, 4});
}

TEST_CASE("gradients of an unnamed list stay in the expression") {
  const grad::variable<double, 1> x = vector{1, 2}, y = vector{3, 4};
  const auto loss = [&] { return grad::variable<double, 0>(sum(x * x * y)); };
  const auto g0 = get<0>(gradients(loss(), x, y)) * 2.0;
  const auto g1 = gradients(loss(), {x, y})[1] * 2.0;
  const auto g2 = gradients(loss(), {x, y}).front() * 2.0;
  const auto d = grad::jvp([](auto const& a) { return a * a; }, vector{1, 2}, vector{1, 1}).tangent * 2.0;
  check("gradients get<0>", g0, {12, 32});
  check("gradients [1]", g1, {2, 8});
  check("gradients front", g2, {12, 32});
  check("jvp", d, {4, 8});
}

TEST_CASE("a member of an unnamed archive or table stays in the expression") {
  const std::string path = "lifetime_results.npz", table = "lifetime_results.csv";
  save_npz(path, {{"x", any_tensor(vector{1, 2})}});
  const any_expr<> e0 = load_npz(path)["x"] * 2.0;
  const any_expr<> e1 = load_npz(path).at("x") * 2.0;
  const auto v = load_npz(path)["x"].as<double, 1>();
  const auto w = load_npz(path).at("x").as<double, 1>() * 2.0;
  check("load_npz [x]", any_tensor(e0).as<double, 1>(), {2, 4});
  check("load_npz at(x)", any_tensor(e1).as<double, 1>(), {2, 4});
  check("load_npz [x].as", v, {1, 2});
  check("load_npz at(x).as", w, {2, 4});
  std::ofstream(table) << "1,2\n";
  const auto c = load_csv_table<double>(table).values * 2.0;
  check("load_csv", c, {2, 4});
  std::remove(path.c_str());
  std::remove(table.c_str());
}
