// An element or a member of results that have no name, in an expression that is read in a later statement: each function
// that returns several. Without checks, which would tell; what dangles is AddressSanitizer's to find (job gccsan).
#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 0
#include <weft/grad.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/npz.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/ops/unique.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include <unistd.h>
#include <tuple>

using namespace weft;

namespace {

/// Reads an expression after the statement that made it, and after other blocks took memory that it may have given back.
template <class E, class T>
void is(E const& e, std::initializer_list<T> expected) {
  for (int k = 0; k < 4; ++k) {
    const tensor<T, 1> other(shape(static_cast<index_t>(expected.size())), T(77 + k));
    CHECK(other(0) == T(77 + k));
  }
  const auto values = eval(e);
  CHECK(std::equal(values.begin(), values.end(), expected.begin(), expected.end()));
}

const tensor<int, 2> marks{{0, 3, 0}, {4, 0, 5}};
const tensor<double, 2> spd{{2, 1}, {1, 2}};
const tensor<double, 1> two{1, 2};

} // namespace

TEST_CASE("unnamed: indices") {
  const auto a = nonzero(marks)[1] + index_t{1};
  const auto b = nonzero(marks).at(0) * index_t{2};
  const auto c = nonzero(marks).front() + index_t{0};
  const auto d = std::get<1>(nonzero(marks)) + index_t{0};
  const auto e = nonzero(tensor<int>(marks)).back() + index_t{1};
  is(a, {index_t{2}, index_t{1}, index_t{3}});
  is(b, {index_t{0}, index_t{2}, index_t{2}});
  is(c, {index_t{0}, index_t{1}, index_t{1}});
  is(d, {index_t{1}, index_t{0}, index_t{2}});
  is(e, {index_t{2}, index_t{1}, index_t{3}});
  const tensor<index_t, 1> places{1, 3, 5};
  const auto f = unravel_index(places, shape(2, 3))[1] + index_t{0};
  is(f, {index_t{1}, index_t{0}, index_t{2}});
  const auto g = unravel_index(places + index_t{0}, shape(2, 3)).at(0) + index_t{0};
  is(g, {index_t{0}, index_t{1}, index_t{1}});
}

TEST_CASE("unnamed: parts and meshes") {
  tensor<double, 1> x{1, 2, 3, 4};
  const auto a = split(copy(x), 2, 0)[1] + 1.0;
  const auto b = split<2>(copy(x), 0)[0] + 1.0;
  const auto c = array_split(copy(x), 3, 0)[2] + 1.0;
  const auto d = array_split<3>(copy(x), 0).front() + 1.0;
  const auto e = split(x * 2.0, 2, 0)[1] + 1.0;
  is(a, {4.0, 5.0});
  is(b, {2.0, 3.0});
  is(c, {5.0});
  is(d, {2.0, 3.0});
  is(e, {7.0, 9.0});
  const auto f = get<0>(meshgrid(two, tensor<double, 1>{5, 6})) + 1.0;
  const auto g = get<1>(meshgrid(tensor<double, 1>{1, 2}, two + 4.0)) + 1.0;
  is(f, {2.0, 3.0, 2.0, 3.0});
  is(g, {6.0, 6.0, 7.0, 7.0});
}

TEST_CASE("unnamed: members") {
  const tensor<double, 1> x{3, 1, 3};
  const auto a = unique_all(x).counts + index_t{0};
  const auto b = unique_all(x + 1.0).values + 1.0;
  const auto c = histogram(x, 2).counts + index_t{0};
  const auto d = histogram(x * 1.0, 2).edges + 0.0;
  is(a, {index_t{1}, index_t{2}});
  is(b, {3.0, 5.0});
  is(c, {index_t{1}, index_t{2}});
  is(d, {1.0, 2.0, 3.0});
  const tensor<double, 2> rows{{3, 1}, {2, 4}};
  const auto e = minmax(rows, 1).max + 0.0;
  const auto f = get<1>(reduce(rows, smallest, largest)) + 0.0;
  is(e, {3.0, 4.0});
  CHECK(f == 4.0);
}

TEST_CASE("unnamed: decompositions and solutions") {
  const auto a = linalg::eigh(spd).values + 1.0;
  const auto b = linalg::svd(spd).s + 1.0;
  const auto c = abs(linalg::qr(tensor<double, 2>{{2, 0}, {0, 3}}).r);
  const auto d = abs(linalg::lu(tensor<double, 2>{{2, 0}, {0, 3}}).u);
  const auto e = linalg::lstsq(spd, tensor<double, 1>{3, 3}).x + 1.0;
  const auto f = linalg::cg(spd, tensor<double, 1>{3, 3}).x + 1.0;
  const auto near = [](auto const& x, std::initializer_list<double> expected) {
    is(round(x * 1e6) / 1e6, expected);
  };
  near(a, {2.0, 4.0});
  near(b, {4.0, 2.0});
  near(c, {2.0, 0.0, 0.0, 3.0});
  near(d, {2.0, 0.0, 0.0, 3.0});
  near(e, {2.0, 2.0});
  near(f, {2.0, 2.0});
}

TEST_CASE("unnamed: gradients") {
  grad::variable<double, 1> x(copy(two)), y(copy(two));
  const auto loss = [&] { return grad::variable<double, 0>(sum(x * x * y)); };
  const auto a = get<0>(grad::gradients(loss(), x, y)) + 1.0;
  const auto b = grad::jvp([](auto const& v) { return v * v; }, two, two).tangent + 1.0;
  const auto c = get<0>(grad::gradients(loss(), y)) + 1.0;
  is(a, {3.0, 9.0});
  is(b, {3.0, 9.0});
  is(c, {2.0, 5.0});
}

TEST_CASE("unnamed: files") {
  const std::string path = (std::filesystem::temp_directory_path() / ("weft_unnamed_" + std::to_string(getpid()) + ".npz")).string();
  save_npz(path, "a", two);
  const auto a = load_npz(path)["a"].as<double, 1>() + 1.0;
  const auto b = load_npz(path).at("a").as<double, 1>() + 1.0;
  std::remove(path.c_str());
  const auto c = parse_csv("1,2\n").values + 1.0;
  is(a, {2.0, 3.0});
  is(b, {2.0, 3.0});
  is(c, {2.0, 3.0});
}
