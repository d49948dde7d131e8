#include "files.hpp"

#include <weft/sparse.hpp>
#ifndef WEFT_WITHOUT_IO
#include <weft/io/image.hpp>
#endif

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>

using namespace weft;

namespace {

template <class T = double, class Order = row_major, class Index = std::int32_t>
sparse<T, Order, Index> example() {
  triplets<T> t(3, 4);
  t.add(2, 3, T(3));
  t.add(0, 2, T(1.5));
  t.add(0, 0, T(-1));
  t.add(2, 1, T(0));
  return sparse<T, Order, Index>(t);
}
template <class S>
std::string streamed(S const& s, std::ostream&& out = std::ostringstream()) {
  out << s;
  return static_cast<std::ostringstream&>(out).str();
}

} // namespace

TEST_CASE("sparse print: a line for the whole, and one for each entry in its order") {
  const std::string csr = "sparse 3 x 4, 4 entries, csr\n(0, 0) -1.0\n(0, 2) 1.5\n(2, 1) 0.0\n(2, 3) 3.0";
  CHECK(to_string(example()) == csr);
  CHECK(to_string(example<double, row_major, std::int64_t>()) == csr);
  CHECK(streamed(example()) == csr);
  CHECK((to_string(example<double, column_major>()) ==
         "sparse 3 x 4, 4 entries, csc\n(0, 0) -1.0\n(2, 1) 0.0\n(0, 2) 1.5\n(2, 3) 3.0"));
  const auto s = example();
  CHECK(to_string(transpose(s)) == "sparse 4 x 3, 4 entries, csc\n(0, 0) -1.0\n(2, 0) 1.5\n(1, 2) 0.0\n(3, 2) 3.0");
  CHECK(to_string(example<std::int32_t>()) == "sparse 3 x 4, 4 entries, csr\n(0, 0) -1\n(0, 2) 1\n(2, 1) 0\n(2, 3) 3");
  CHECK(to_string(to_sparse(tensor<std::complex<float>, 2>{{{0, -2}}})) ==
        "sparse 1 x 1, 1 entry, csr\n(0, 0) 0.-2.j");
  CHECK(to_string(sparse<float>()) == "sparse 0 x 0, 0 entries, csr");
  CHECK(to_string(sparse<float>(0, 7)) == "sparse 0 x 7, 0 entries, csr");
}

TEST_CASE("sparse print: options of the call, of the thread and of the stream") {
  const auto one = to_sparse(tensor<double, 2>{{1.0 / 3}});
  const std::string head = "sparse 1 x 1, 1 entry, csr\n(0, 0) ";
  CHECK(to_string(one) == head + "0.33333333");
  CHECK(to_string(one, {.precision = 3}) == head + "0.333");
  CHECK(streamed(one, std::ostringstream() << std::fixed << std::setprecision(2) << std::showpos) == head + "+0.33");
  const print_scope scope({.precision = 2});
  CHECK(to_string(one) == head + "0.33");
  CHECK(streamed(one) == head + "0.33");
}

TEST_CASE("sparse print: many entries are shown at both ends") {
  const auto many = sparse_identity(1001);
  CHECK(to_string(many) == "sparse 1001 x 1001, 1001 entries, csr\n(0, 0) 1.0\n(1, 1) 1.0\n(2, 2) 1.0\n...\n"
                           "(998, 998) 1.0\n(999, 999) 1.0\n(1000, 1000) 1.0");
  CHECK(to_string(sparse_identity(1000)).find("...") == std::string::npos);
  CHECK(to_string(many, {.threshold = 1001}).find("...") == std::string::npos);
  const std::string few = "sparse 3 x 4, 4 entries, csr\n(0, 0) -1.0\n...\n(2, 3) 3.0";
  CHECK(to_string(example(), {.threshold = 3, .edge_items = 1}) == few);
  CHECK(to_string(example(), {.threshold = -1, .edge_items = -5}) == few);
  CHECK(to_string(example(), {.threshold = 0, .edge_items = 2}) == to_string(example()));
  CHECK(to_string(example(), {.threshold = 0, .edge_items = index_t(1) << 62}) == to_string(example()));
}

TEST_CASE("spy: a pixel for each element, or for a block of them") {
  using picture = tensor<std::uint8_t, 2>;
  const picture whole{{0, 255, 0, 255}, {255, 255, 255, 255}, {255, 0, 255, 0}};
  CHECK(spy(example()) == whole);
  CHECK((spy(example<double, column_major, std::int64_t>()) == whole));
  CHECK(spy(example(), 4) == whole);
  const auto s = example();
  CHECK(spy(transpose(s)) == transpose(whole));
  // Blocks of 2 x 2: (0, 0) and (0, 2) are alone, as (2, 1) and (2, 3) are.
  CHECK(spy(example(), 3) == picture{{0, 0}, {0, 0}});
  CHECK(spy(example(), 1) == picture{{0}});
  triplets<double> t(5, 5);
  for (index_t i = 0; i < 4; ++i)
    t.add(i / 2, i % 2, 1);
  t.add(0, 2, 1);
  t.add(4, 4, 1);
  t.add(3, 3, 1);
  t.add(3, 2, 1);
  // Four, one and no entries in the first blocks; a quarter of the most is three quarters of 192.
  CHECK(spy(sparse<double>(t), 3) == picture{{0, 144, 255}, {255, 96, 255}, {255, 255, 144}});
  CHECK(spy(sparse<double>(t), 4) == spy(sparse<double>(t), 3));
}

TEST_CASE("spy: shapes, and what is refused") {
  CHECK(spy(sparse<double>(0, 5)) == full(shape(1, 5), std::uint8_t(255)));
  CHECK(spy(sparse<double>(5, 0)) == full(shape(5, 1), std::uint8_t(255)));
  CHECK(spy(sparse<double>(0, 0)) == full(shape(1, 1), std::uint8_t(255)));
  CHECK(spy(sparse<double>(1000, 3)).shape() == shape(500, 2));
  CHECK(spy(sparse<double>(1024, 3)).shape() == shape(512, 2));
  CHECK(spy(sparse<double>(1025, 3)).shape() == shape(342, 1));
  CHECK(spy(sparse<double, column_major>(2000000000, 3), 100).shape() == shape(100, 1));
  const sparse<double, row_major, std::int64_t> widest(2, std::numeric_limits<index_t>::max() - 1);
  CHECK(spy(widest, 7).shape() == shape(1, 7));
  CHECK_THROWS_AS(static_cast<void>(spy(example(), 0)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(spy(example(), -1)), shape_error);
}

#ifndef WEFT_WITHOUT_IO
TEST_CASE("spy: the picture is saved") {
  const files::temporary file;
  for (auto const& s : {example(), sparse<double>(0, 5)}) {
    save_pnm(file.path, spy(s));
    CHECK((load_pnm<std::uint8_t, 2>(file.path) == spy(s)));
  }
}
#endif
