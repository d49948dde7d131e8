#include <doctest/doctest.h>
#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/records/columns.hpp>
#include <weft/records/operators.hpp>
#include <weft/records/fields.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

// Clang 19 warns of what std::stable_sort of libstdc++ 12 calls.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

using namespace weft;
using support::message_of;

namespace {

template <template <class> class C>
struct point {
  C<float> x, y;
};
template <template <class> class C>
struct particle {
  C<double> x, v;
  C<int> cell;
  point<C> at;
  C<std::string> label;
};
using table = columns<particle>;
using row = table::value_type;

bool same(row const& a, row const& b) {
  return a.x == b.x && a.v == b.v && a.cell == b.cell && a.at.x == b.at.x && a.at.y == b.at.y && a.label == b.label;
}
/// The table holds these rows, read column by column.
bool holds(table const& p, std::vector<row> const& rows) {
  bool good = p.size() == static_cast<index_t>(rows.size()) && p.at.y.size() == p.size() && p.label.size() == p.size();
  for (index_t i = 0; good && i < p.size(); ++i)
    good = same(row{p.x(i), p.v(i), p.cell(i), {p.at.x(i), p.at.y(i)}, p.label(i)}, rows[static_cast<std::size_t>(i)]);
  return good;
}
std::vector<row> random_rows(std::mt19937& random, std::size_t n) {
  std::vector<row> rows;
  for (std::size_t k = 0; k < n; ++k) {
    const auto number = [&] { return static_cast<int>(random() % 7) - 3; };
    rows.push_back({number() * 0.5, double(k), number(), {float(number()), float(number())},
                    std::string(random() % 40, static_cast<char>('a' + random() % 5))});
  }
  return rows;
}

} // namespace

TEST_CASE("columns: zeros, owned and aligned; copies are deep, moves keep the memory") {
  table p(5);
  CHECK(holds(p, std::vector<row>(5)));
  CHECK(reinterpret_cast<std::uintptr_t>(p.x.data()) % 64 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(p.at.y.data()) % 64 == 0);
  CHECK(table().size() == 0);
  table q = p;
  q.x = 1.0;
  q.at.y(4) = 2;
  CHECK(holds(p, std::vector<row>(5)));
  CHECK(q.x(3) == 1);
  CHECK_FALSE(p == q);
  double const* const memory = q.x.data();
  table r = std::move(q);
  CHECK(r.x.data() == memory);
  p = r;
  CHECK(p == r);
  CHECK_FALSE(p == table(5));
  CHECK_FALSE(table(4) == table(5));
}

TEST_CASE("columns: of tensors in braces, of rows, and as statements over whole columns") {
  table p({tensor<double, 1>{1, 2}, tensor<double, 1>{3, 4}, tensor<int, 1>{5, 6},
           {tensor<float, 1>{7, 8}, tensor<float, 1>{9, 10}}, tensor<std::string, 1>{"a", "b"}});
  CHECK(holds(p, {{1, 3, 5, {7, 9}, "a"}, {2, 4, 6, {8, 10}, "b"}}));
  p.x += 2.0 * p.v;
  CHECK(holds(p, {{7, 3, 5, {7, 9}, "a"}, {10, 4, 6, {8, 10}, "b"}}));
  const std::vector<row> rows{{1, 2, 3, {4, 5}, "c"}};
  CHECK(holds(table(rows), rows));
  CHECK(holds(table(std::vector<row>{}), {}));
}

TEST_CASE("columns: a row is read, written and assigned, and is checked") {
  table p(3);
  p[1] = {1, 2, 3, {4, 5}, "b"};
  p[0].label = "a";
  p[0].at.y = 6;
  CHECK(holds(p, {{0, 0, 0, {0, 6}, "a"}, {1, 2, 3, {4, 5}, "b"}, {}}));
  p[2] = p[1];
  p[2].x = -1;
  auto first = p[0];
  first = p[2];
  CHECK(holds(p, {{-1, 2, 3, {4, 5}, "b"}, {1, 2, 3, {4, 5}, "b"}, {-1, 2, 3, {4, 5}, "b"}}));
  const row kept = p[0];
  p[0] = row{};
  CHECK(same(kept, {-1, 2, 3, {4, 5}, "b"}));
  table const& read = p;
  CHECK(same(read[1], {1, 2, 3, {4, 5}, "b"}));
  p[0] = read[1];
  CHECK(p.v(0) == 2);
  static_assert(std::is_same_v<decltype(read[1].x), double const&>);
  auto [x, v, cell, at, label] = p[1];
  x = v + cell + at.x;
  CHECK(p.x(1) == 9);
  CHECK(label == "b");
  CHECK_THROWS_AS(static_cast<void>(p[3]), index_error);
  CHECK_THROWS_AS(static_cast<void>(read[-1]), index_error);
}

TEST_CASE("columns: resize keeps the first rows") {
  std::mt19937 random(5);
  std::vector<row> rows = random_rows(random, 6);
  table p(rows);
  for (std::size_t n : {9U, 4U, 0U, 2U}) {
    p.resize(static_cast<index_t>(n));
    rows.resize(n);
    CHECK(holds(p, rows));
  }
}

TEST_CASE("columns: sizes that differ are named") {
  table p(2);
  p.v = tensor<double, 1>(3);
  constexpr char const* sentence = "weft: columns: the columns have different numbers of rows: 'x' 2, 'v' 3, 'cell' 2, "
                                   "'at.x' 2, 'at.y' 2, 'label' 2";
  CHECK(message_of([&] { static_cast<void>(p.size()); }) == sentence);
  CHECK_THROWS_AS(static_cast<void>(take(p, tensor<int, 1>{0})), shape_error);
  CHECK_THROWS_AS(static_cast<void>(concatenate(table(2), p)), shape_error);
  CHECK_THROWS_AS(p.resize(1), shape_error);
  CHECK_THROWS_AS(table({p.x, p.v, p.cell, {p.at.x, p.at.y}, p.label}), shape_error);
  const table q(2);
  CHECK_THROWS_AS(static_cast<void>(sort_by(q, tensor<int, 1>(3))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(sort_by(q, q.cell, tensor<int, 1>(1))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(compress(tensor<bool, 1>(3), q)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(take(q, tensor<int, 1>{2})), index_error);
}

TEST_CASE("columns: random tables do what vectors of structs do") {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    const std::vector<row> rows = random_rows(random, random() % 30);
    const table p(rows);
    REQUIRE(holds(p, rows));
    const index_t n = p.size();

    std::vector<row> sorted = rows;
    std::stable_sort(sorted.begin(), sorted.end(), [](row const& a, row const& b) { return a.cell < b.cell; });
    CHECK(holds(sort_by(p, p.cell), sorted));
    sorted = rows;
    std::stable_sort(sorted.begin(), sorted.end(), [](row const& a, row const& b) {
      return a.label != b.label ? a.label < b.label : a.x != b.x ? a.x > b.x : a.cell < b.cell;
    });
    CHECK(holds(sort_by(p, p.label, -p.x, p.cell), sorted));
    // A key with a negative stride.
    sorted.assign(rows.rbegin(), rows.rend());
    if (n > 0)
      CHECK(holds(sort_by(p, arange(0, n)(range(end - 1, -1, -1))), sorted));

    std::vector<row> kept, taken, joined = rows;
    tensor<int, 1> numbers(n == 0 ? 0 : static_cast<index_t>(random() % 40));
    for (index_t k = 0; k < numbers.size(); ++k) {
      numbers(k) = static_cast<int>(random() % rows.size());
      taken.push_back(rows[static_cast<std::size_t>(numbers(k))]);
    }
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), [](row const& r) { return r.cell > 0; });
    joined.insert(joined.end(), taken.begin(), taken.end());
    joined.insert(joined.end(), rows.begin(), rows.end());
    CHECK(holds(take(p, numbers), taken));
    CHECK(holds(compress(p.cell > 0, p), kept));
    CHECK(holds(concatenate(p, take(p, numbers), p), joined));
    CHECK(holds(concatenate(p), rows));
  }
}

TEST_CASE("columns: a table is a record") {
  table p(2);
  std::vector<std::string> paths;
  for_each_field(p, [&](std::string_view path, auto& column) {
    paths.emplace_back(path);
    CHECK(column.size() == 2);
  });
  CHECK(paths == std::vector<std::string>{"x", "v", "cell", "at.x", "at.y", "label"});
  CHECK(column_names<particle>() == paths);
}

namespace {
template <template <class> class C>
struct numbers {
  C<double> a, b;
};
} // namespace

TEST_CASE("columns: expressions and sums of tables, as of records") {
  columns<numbers> p({{1, 2}, {3, 4}}), q({{10, 20}, {30, 40}});
  p += 2.0 * q;
  CHECK(p == columns<numbers>({{21, 42}, {63, 84}}));
  into(p) = q - p;
  CHECK(p == columns<numbers>({{-11, -22}, {-33, -44}}));
  CHECK(dot(p, q) == -11.0 * 10 - 22 * 20 - 33 * 30 - 44 * 40);
  CHECK(flatten_fields(q) == tensor<double, 1>{10, 20, 30, 40});
}
