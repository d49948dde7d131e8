// The expected values are those of np.genfromtxt(text, delimiter=',', dtype=None, encoding='utf-8') of NumPy 1.24.2,
// with the differences that each case names.
#include <support/message.hpp>
#include "npy_bytes.hpp"

#include <weft/io/csv.hpp>
#include <weft/ops/arithmetic.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>

using namespace weft;
using npy_bytes::bytes_of;
using npy_bytes::temporary;
using support::message_of;

namespace {

using integers = tensor<std::int64_t, 2>;
using reals = tensor<double, 2>;
using complexes = tensor<std::complex<double>, 2>;
using bools = tensor<bool, 2>;
constexpr double NaN = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

/// True if the table has this type, this shape and these elements; NaN where NaN is wanted.
template <class T>
bool reads(std::string const& text, tensor<T, 2> const& wanted, csv_options const& options = {}) {
  any_tensor const u = parse_csv<any_tensor>(text, options).values;
  if (u.dtype() != dtype_of<T> || !(u.shape() == wanted.shape()))
    return false;
  auto const v = u.as<T, 2>();
  for (index_t i = 0; i < wanted.extent(0); ++i)
    for (index_t j = 0; j < wanted.extent(1); ++j)
      if (!(v(i, j) == wanted(i, j)) && !(wanted(i, j) != wanted(i, j) && v(i, j) != v(i, j)))
        return false;
  return true;
}
std::string refused(std::string const& text, csv_options const& options = {}) {
  CHECK_THROWS_AS(static_cast<void>(parse_csv<any_tensor>(text, options)), parse_error);
  return message_of([&] { static_cast<void>(parse_csv<any_tensor>(text, options)); });
}

} // namespace

TEST_CASE("load_csv<any_tensor>: columns of one kind, as NumPy finds them") {
  CHECK(reads("1,2\n3,4\n", integers{{1, 2}, {3, 4}}));
  CHECK(reads("0,1\n1,0\n", integers{{0, 1}, {1, 0}}));
  CHECK(reads("+5,-6\n7,8\n", integers{{5, -6}, {7, 8}}));
  CHECK(reads("007,8\n1,2\n", integers{{7, 8}, {1, 2}}));
  CHECK(reads(" 1 , 2 \n3,4\n", integers{{1, 2}, {3, 4}}));
  CHECK(reads("-9223372036854775808,9223372036854775807\n",
              integers{{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}}));
  CHECK(reads("True,False\nfalse,TRUE\n", bools{{true, false}, {false, true}}));
  CHECK(reads("nan,1\n2,inf\n", reals{{NaN, 1}, {2, inf}}));
  CHECK(reads("(1.5+2j),(0-1j)\n(0+2j),(-3+0j)\n", complexes{{{1.5, 2}, {0, -1}}, {{0, 2}, {-3, 0}}}));
  CHECK(reads("1.5+2j,-1j\n", complexes{{{1.5, 2}, {0, -1}}}));
}

TEST_CASE("load_csv<any_tensor>: one type for columns that NumPy gives a type each") {
  // [('f0', '<i8'), ('f1', '<f8')] and so on; the numbers are those of NumPy.
  CHECK(reads("1,2.5\n3,4\n", reals{{1, 2.5}, {3, 4}}));
  CHECK(reads("1,2\n3,4.0\n", reals{{1, 2}, {3, 4}}));
  CHECK(reads("1,2\n3,1e3\n", reals{{1, 2}, {3, 1000}}));
  CHECK(reads("1,9223372036854775808\n2,3\n", reals{{1, 9223372036854775808.0}, {2, 3}}));
  CHECK(reads("1,-9223372036854775809\n", reals{{1, -9223372036854775808.0}}));
  CHECK(reads("1,2+3j\n4,5\n", complexes{{{1, 0}, {2, 3}}, {{4, 0}, {5, 0}}}));
  CHECK(reads("1,2.5\n3,1j\n4,inf\n", complexes{{{1, 0}, {2.5, 0}}, {{3, 0}, {0, 1}}, {{4, 0}, {inf, 0}}}));
}

TEST_CASE("load_csv<any_tensor>: missing fields are NaN, where NumPy writes -1 for integers") {
  CHECK(reads("1,2\n,4\n", reals{{1, 2}, {NaN, 4}}));
  CHECK(reads("NA,2\n3,4\n", reals{{NaN, 2}, {3, 4}}));
  CHECK(reads(",2\n3,4\n", integers{{-1, 2}, {3, 4}}, {.fill = -1}));
  CHECK(reads(",2\n3,4\n", reals{{0.5, 2}, {3, 4}}, {.fill = 0.5}));
  CHECK(reads(",2\n3,4\n", reals{{1e300, 2}, {3, 4}}, {.fill = 1e300}));
  CHECK(reads("?,2.5\n", reals{{7, 2.5}}, {.missing = {"?"}, .fill = 7}));
  CHECK(reads(",1j\n", complexes{{{NaN, 0}, {0, 1}}}));
  CHECK(reads("NA,NA\n", reals{{NaN, NaN}}));
  CHECK(reads("NA\nNA\n", reals{{3}, {3}}, {.fill = 3}));
  CHECK(reads("True,\n", bools{{true, true}}, {.fill = 1}));
  CHECK(refused("True,False\n,True\n") ==
        "cannot read 'text': line 2, column 1: the value is missing, which bool cannot express");
}

TEST_CASE("load_csv<any_tensor>: options, tables without rows, names, files") {
  CHECK(reads("# of x\n1;2 # two\n\n3;4", integers{{1, 2}, {3, 4}}, {.delimiter = ';'}));
  CHECK(reads("\"1\",\"2.5\"\n", reals{{1, 2.5}}));
  CHECK(reads("a,b\n1,2\n", integers{{1, 2}}, {.header = true}));
  CHECK(reads("a,b\n", reals(0, 2), {.header = true}));
  CHECK(reads("", reals(0, 0)));
  CHECK(reads("# shape (0, 3)\n", reals(0, 3)));
  auto const t = parse_csv<any_tensor>("n,value\n1,2.5\n", {.header = true});
  static_assert(std::is_same_v<decltype(t), csv_table<any_tensor> const>);
  CHECK(t.names == std::vector<std::string>{"n", "value"});
  CHECK(t.values == any_tensor(reals{{1, 2.5}}));

  temporary const file;
  any_tensor const u(integers{{1, -2}, {3, std::numeric_limits<std::int64_t>::max()}});
  save_csv(file.path, u, {}, {"a", "b"});
  CHECK(bytes_of(file.path) == "a,b\n1,-2\n3,9223372036854775807\n");
  any_tensor const back = load_csv<any_tensor>(file.path, {.header = true});
  CHECK(back == u);
  CHECK(load_csv_table<any_tensor>(file.path, {.header = true}).names == std::vector<std::string>{"a", "b"});
  any_tensor const z(complexes{{{1.5, -2}, {0, 0.1}}});
  save_csv(file.path, z);
  CHECK(load_csv<any_tensor>(file.path) == z);
}

TEST_CASE("load_csv<any_tensor>: texts that are refused, with their place") {
  CHECK(refused("x,y\n1,2\n") == "cannot read 'text': line 1, column 1: 'x' is no number and no bool");
  CHECK(refused("1,2\n3,4j5\n") == "cannot read 'text': line 2, column 3: '4j5' is no number and no bool");
  CHECK(refused("1,True\n") == "cannot read 'text': line 1, column 3: 'True' is a bool among numbers");
  CHECK(refused("True,0\n") == "cannot read 'text': line 1, column 6: '0' is a number among bools");
  CHECK(refused("1,1e999\n") == "cannot read 'text': line 1, column 3: '1e999' is out of the range of float64");
  CHECK(refused("1,2\n3\n").find("the row ends after 1 of 2 fields") != std::string::npos);
  CHECK_THROWS_AS(static_cast<void>(load_csv<any_tensor>("/no/such/file.csv")), io_error);
}

TEST_CASE("save_csv: views of any_tensors and expressions of them") {
  temporary const file;
  any_tensor u(integers{{1, 2, 3}, {4, 5, 6}});
  save_csv(file.path, u(all, range(end - 1, -1, -2)));
  CHECK(bytes_of(file.path) == "3,1\n6,4\n");
  save_csv(file.path, u * 2 + 0.5);
  CHECK(bytes_of(file.path) == "2.5,4.5,6.5\n8.5,10.5,12.5\n");
  save_csv(file.path, any_tensor(bools{{true}, {false}}));
  CHECK(bytes_of(file.path) == "1\n0\n");
}

TEST_CASE("the type of the columns that are read, and of numbers with a decimal comma") {
  csv_options options{.delimiter = ';', .header = true, .decimal = ',', .columns = {"c", "a"}};
  std::string const text = "a;b;c\n1;text;2,5\n3;more;4\n";
  CHECK(reads(text, reals{{2.5, 1}, {4, 3}}, options));
  options.columns = {"a"};
  CHECK(reads(text, integers{{1}, {3}}, options));
  options.columns = {"b"};
  CHECK_THROWS_AS((void)parse_csv<any_tensor>(text, options), parse_error);
}
