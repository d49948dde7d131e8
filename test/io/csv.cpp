#include <support/message.hpp>
#include "npy_bytes.hpp"

#include <weft/io/csv.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

using namespace weft;
using npy_bytes::bytes_of;
using npy_bytes::temporary;
using support::message_of;

namespace {

/// The elements in row-major order; NaN is written "nan", so that it compares.
template <class M>
std::string listed(M const& m) {
  std::string out = std::to_string(m.extent(0)) + "x" + std::to_string(m.extent(1)) + ":";
  for (index_t i = 0; i < m.extent(0); ++i)
    for (index_t j = 0; j < m.extent(1); ++j) {
      char text[64];
      std::snprintf(text, sizeof text, " %.17g", static_cast<double>(m(i, j)));
      out += text;
    }
  return out;
}
std::string read(std::string const& text, csv_options const& options = {}) {
  return listed(parse_csv(text, options).values);
}
template <class T = double>
std::string refused(std::string const& text, csv_options const& options = {}) {
  CHECK_THROWS_AS(static_cast<void>(parse_csv<T>(text, options)), parse_error);
  return message_of([&] { static_cast<void>(parse_csv<T>(text, options)); });
}

template <class X>
std::string saved(X const& x, csv_options const& options = {}, std::vector<std::string> const& names = {}) {
  temporary const file;
  save_csv(file.path, x, options, names);
  return bytes_of(file.path);
}

csv_options with(char delimiter, bool header = false) {
  csv_options o;
  o.delimiter = delimiter;
  o.header = header;
  return o;
}
csv_options with_fill(double fill) {
  csv_options o;
  o.fill = fill;
  return o;
}

} // namespace

TEST_CASE("csv: rows, blanks, blank lines, comments, every end of a line") {
  CHECK(read("1,2,3\n4,5.5,-6e2\n") == "2x3: 1 2 3 4 5.5 -600");
  CHECK(read("1,2,3\n4,5,6") == "2x3: 1 2 3 4 5 6");
  CHECK(read("1,2\r\n3,4\r\n") == "2x2: 1 2 3 4");
  CHECK(read("1,2\r3,4\r") == "2x2: 1 2 3 4");
  CHECK(read("\xEF\xBB\xBF" "1,2\n") == "1x2: 1 2");
  CHECK(read("\n  \n 1 ,\t2 \n\n# a comment, with a comma\n  # one more\n3,4 # and one behind\n\n") == "2x2: 1 2 3 4");
  CHECK(read("+1,.5,5.,1E3,-0\n") == "1x5: 1 0.5 5 1000 -0");
  CHECK(read("inf,-inf,nan,1e-5\n") == "1x4: inf -inf nan 1.0000000000000001e-05");
  CHECK(read("") == "0x0:");
  CHECK(read("\n# nothing\n") == "0x0:");
  CHECK(read("7") == "1x1: 7");
}

TEST_CASE("csv: a comment begins a line, or follows a blank or a quoted field; elsewhere its sign is text") {
  CHECK(read("1,2\n#3,4\n  #5,6\n7,8 #9\n") == "2x2: 1 2 7 8");
  CHECK(read("1,\"2\"#3\n4,5\t# 6\n") == "2x2: 1 2 4 5");
  CHECK(refused("\"1\"#N/A,2\n").find("the closing quote is followed by '#'") != std::string::npos);
  CHECK(read("1 2 # 3\n4\t5\t#6\n", with(' ')) == "2x2: 1 2 4 5");
  CHECK(read("1\t2 # 3\n", with('\t')) == "1x2: 1 2");
  CHECK(parse_csv("#a,b\nx#1,y # z\n1,2\n", with(',', true)).names == std::vector<std::string>{"x#1", "y"});
  CHECK(refused("3#4\n") == "cannot read 'text': line 1, column 1: '3#4' is no float64");
  CHECK(refused("1,1.#INF\n") == "cannot read 'text': line 1, column 3: '1.#INF' is no float64");
  CHECK(refused("1,2\n3,#4\n").find("line 2, column 3: '#4' is no float64") != std::string::npos);
  CHECK(refused("1\t#4\n", with('\t')).find("line 1, column 3: '#4' is no float64") != std::string::npos);
  CHECK(refused("1,2#\n").find("'2#' is no float64") != std::string::npos);
  csv_options percent;
  percent.comment = '%';
  CHECK(read("%1,2\n3,4 %5\n", percent) == "1x2: 3 4");
  CHECK(refused("50%,2\n", percent).find("'50%' is no float64") != std::string::npos);
}

TEST_CASE("csv: a spreadsheet's errors are fields, wherever they stand") {
  for (std::string const word : {"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"}) {
    INFO(word);
    for (std::string const& text : {word + ",5\n", "1,2\n" + word + ",5\n", "1," + word + "\n", "1, " + word + "\n",
                                    word, word + " # and a comment\n", "  " + word + "\n"})
      CHECK(refused(text).find("'" + word + "' is no float64") != std::string::npos);
    CHECK(refused("1 " + word + " 3\n", with(' ')).find("'" + word + "' is no float64") != std::string::npos);
    csv_options absent;
    absent.missing = {word};
    CHECK(read(word + ",5\n1, " + word + "\n" + word + "x,7\n", absent) == "2x2: nan 5 1 nan");
  }
  csv_options signs;
  signs.missing = {"#none"};
  CHECK(read("#none,2\n# none,3\n#nonesuch,4\n", signs) == "1x2: nan 2");
  signs.missing = {"# x y"};
  CHECK(read("1, # x y\n# x y ,2\n# x y z\n", signs) == "2x2: 1 nan nan 2");
}

TEST_CASE("csv: other formats are named") {
  auto const is = [](std::string const& bytes, char const* reason) {
    CHECK(refused(bytes) == std::string("cannot read 'text': ") + reason);
  };
  is(std::string("\x1F\x8B\x08\0\0\0\0\0", 8), "it is packed by gzip");
  is("\xFD\x37zXZ", "it is packed by xz");
  is("\x28\xB5\x2F\xFD", "it is packed by zstd");
  is("PK\x03\x04", "it is a zip archive");
  is("\x93NUMPY\x01", "it is a .npy file");
  is(std::string("\xFF\xFE" "1\0,\0" "2\0", 8), "it is UTF-16 and must be UTF-8");
  is(std::string("\xFE\xFF" "\0" "1\0,", 6), "it is UTF-16 and must be UTF-8");
  is(std::string("\xFF\xFE\0\0" "1\0\0\0", 8), "it is UTF-32 and must be UTF-8");
  is(std::string("\0\0\xFE\xFF\0\0\0" "1", 8), "it is UTF-32 and must be UTF-8");
  is(std::string("1\0,\0" "2\0", 6), "it has zero bytes as UTF-16, and must be UTF-8");
  is(std::string("\0" "1\0,\0" "2", 6), "it has zero bytes as UTF-16, and must be UTF-8");
  temporary const file(std::string("\x1F\x8B\x08", 3));
  CHECK(message_of([&] { static_cast<void>(load_csv(file.path)); }) ==
        "cannot read '" + file.path + "': it is packed by gzip");
}

TEST_CASE("csv: shapes without elements come back") {
  for (index_t const rows : {0, 1, 3})
    for (index_t const columns : {0, 1, 5}) {
      if (rows * columns != 0)
        continue;
      INFO(rows, " x ", columns);
      csv_options percent = with(';');
      percent.comment = '%';
      for (csv_options const& options : {csv_options{}, percent, with(' '), with(',', true)}) {
        temporary const file;
        save_csv(file.path, tensor<double, 2>(rows, columns), options);
        CHECK(load_csv(file.path, options).shape() == shape(rows, columns));
        CHECK(load_csv<int, column_major>(file.path, options).shape() == shape(rows, columns));
      }
    }
  CHECK(saved(tensor<double, 1>(0)) == "# shape (0, 1)\n");
  CHECK(saved(tensor<double, 2>(3, 0)) == "# shape (3, 0)\n");
  CHECK(read("\xEF\xBB\xBF# shape (0, 3)\n") == "0x3:");
  CHECK(saved(tensor<double, 2>(0, 0)) == "");
  CHECK(saved(tensor<double, 2>(0, 2), {}, {"a", "b"}) == "a,b\n");
  csv_options none;
  none.comment = '\0';
  CHECK(saved(tensor<double, 2>(0, 3), none) == "");
  CHECK(read("# shape (0, 3)\r\n# more\n") == "0x3:");
  CHECK(read("# shape (0, 3)\n1,2\n") == "1x2: 1 2");
  for (char const* const other :
       {"# shape (2, 3)", "# shape (-1, 0)", "# shape (0, -3)", "# shape (0,3)", "# shape (0, 3", "# shape (x, 0)",
        "# shape (0, 99999999999999999999)", "## shape (0, 3)", "\n# shape (0, 3)"})
    CHECK(read(other) == "0x0:");
}

TEST_CASE("csv: names that begin as another format come back") {
  for (std::string const& name : {std::string("\xEF\xBB\xBFx"), std::string("PK\x03\x04"), std::string("\x1F\x8B"),
                                  std::string("\xFF\xFE"), std::string("\x93NUMPY"), std::string("a\0b", 3),
                                  std::string("\0", 1), std::string("gr\xC3\xB6\xC3\x9F" "e")}) {
    INFO(name);
    temporary const file;
    save_csv(file.path, tensor<double, 2>{{1, 2}}, {}, {name, name});
    CHECK(load_csv_table(file.path, with(',', true)).names == std::vector<std::string>{name, name});
  }
}

TEST_CASE("csv: other delimiters") {
  CHECK(read("1;2\n3;4\n", with(';')) == "2x2: 1 2 3 4");
  CHECK(read("1\t\t3\n", with('\t')) == "1x3: 1 nan 3");
  CHECK(read("\t2\n", with('\t')) == "1x2: nan 2");
  CHECK(read("  1   2\t3 \n4 5 6\n", with(' ')) == "2x3: 1 2 3 4 5 6");
  CHECK(read("'1','2'\n", [] { csv_options o; o.quote = '\''; return o; }()) == "1x2: 1 2");
  CHECK(read("1,2 % more\n", [] { csv_options o; o.comment = '%'; return o; }()) == "1x2: 1 2");
  for (char const bad : {'1', '.', '-', '"', '#', 'e', '\n', '\0'})
    CHECK_THROWS_AS(static_cast<void>(parse_csv("1", with(bad))), error);
}

TEST_CASE("csv: quotes") {
  CHECK(refused("\"1\",\" 2\"\n") == "cannot read 'text': line 1, column 5: ' 2' is no float64");
  CHECK(read("\"1\" , \"-2.5\"\n") == "1x2: 1 -2.5");
  auto const t = parse_csv("\"a, b\",\"say \"\"x\"\"\",\"two\r\nlines\", plain name ,\"\"\n1,2,3,4,5\n", with(',', true));
  CHECK(t.names == std::vector<std::string>{"a, b", "say \"x\"", "two\r\nlines", "plain name", ""});
  CHECK(listed(t.values) == "1x5: 1 2 3 4 5");
}

TEST_CASE("csv: a header") {
  CHECK(parse_csv("x,y\n", with(',', true)).names == std::vector<std::string>{"x", "y"});
  CHECK(read("x,y\n", with(',', true)) == "0x2:");
  CHECK(read("x,y\n1,2\n", with(',', true)) == "1x2: 1 2");
  CHECK(parse_csv("1,2\n").names.empty());
  temporary const file("a,b\n1,2\n3,4\n");
  auto const [values, names] = load_csv_table<int, column_major>(file.path, with(',', true));
  CHECK(listed(values) == "2x2: 1 2 3 4");
  CHECK(names == std::vector<std::string>{"a", "b"});
  CHECK(listed(load_csv(file.path, with(',', true))) == "2x2: 1 2 3 4");
  CHECK(listed(load_csv<float>(file.path, with(',', true))) == "2x2: 1 2 3 4");
}

TEST_CASE("csv: missing values") {
  CHECK(read("1,,3\n,,\nNA,N/A,null\n") == "3x3: 1 nan 3 nan nan nan nan nan nan");
  CHECK(read("1,,3\n", with_fill(-1)) == "1x3: 1 -1 3");
  csv_options dots = with_fill(9);
  dots.missing = {"?"};
  CHECK(read("?,2\n", dots) == "1x2: 9 2");
  CHECK(refused(",2\n", dots) == "cannot read 'text': line 1, column 1: '' is no float64");
  CHECK(listed(parse_csv<int>("1,\n", with_fill(7)).values) == "1x2: 1 7");
  CHECK(refused<int>("1,\n") ==
        "cannot read 'text': line 1, column 3: the value is missing, which int32 cannot express");
  CHECK(refused<std::int8_t>("1,\n", with_fill(128)) ==
        "cannot read 'text': line 1, column 3: the value is missing, and the fill is no int8");
  CHECK(refused<int>("1,\n", with_fill(0.5)).find("the fill is no int32") != std::string::npos);
  CHECK(refused<std::uint64_t>("1,\n", with_fill(0x1p64)).find("the fill is no uint64") != std::string::npos);
  CHECK(parse_csv<std::int8_t>(",1", with_fill(-128)).values(0, 0) == -128);
  auto const z = parse_csv<std::complex<double>>("1,\n").values;
  CHECK((z(0, 0) == 1.0 && std::isnan(z(0, 1).real())));
}

TEST_CASE("csv: options by name") {
  static_assert(std::is_aggregate_v<csv_options> && std::is_trivially_copyable_v<csv_options>);
  temporary const file("a;b\n1;?\n3;NA\n");
  CHECK(listed(load_csv<double>(file.path, {.delimiter = ';', .header = true, .missing = {"?", "NA"}})) ==
        "2x2: 1 nan 3 nan");
  CHECK(listed(load_csv<float>(file.path, {.delimiter = ';', .header = true, .missing = {"?", "NA"}, .fill = 7})) ==
        "2x2: 1 7 3 7");
  CHECK(load_csv_table(file.path, {.delimiter = ';', .header = true, .missing = {"?", "NA"}}).names[1] == "b");
  CHECK(listed(parse_csv<int>("1 2\n", {.delimiter = ' '}).values) == "1x2: 1 2");
  save_csv(file.path, tensor<int, 2>{{1, 2}}, {.delimiter = ';'}, {"a", "b;c"});
  CHECK(bytes_of(file.path) == "a;\"b;c\"\n1;2\n");

  std::vector<std::string> const texts{"one", "", "two words"};
  csv_options options{.missing = texts};
  CHECK(read("one,,two words,4\n", options) == "1x4: nan nan nan 4");
  options.missing = {};
  CHECK(refused("1,\n", options) == "cannot read 'text': line 1, column 3: '' is no float64");
  options.missing = {std::string(255, 'x'), std::string(253, 'y')};
  csv_options const copy = options;
  CHECK(read(std::string(255, 'x') + "," + std::string(253, 'y') + "\n", copy) == "1x2: nan nan");
  CHECK_THROWS_AS((options.missing = {std::string(255, 'x'), std::string(254, 'y')}), weft::error);
  CHECK_THROWS_AS((options.missing = {std::string(256, 'x')}), weft::error);
}

TEST_CASE("csv: what is wrong is told with line and column") {
  CHECK(refused("1,2\n3,x\n") == "cannot read 'text': line 2, column 3: 'x' is no float64");
  CHECK(refused("1,2\n\n# c\n3,  4 5\n") == "cannot read 'text': line 4, column 5: '4 5' is no float64");
  CHECK(refused("1,2\n3\n") == "cannot read 'text': line 2, column 2: the row ends after 1 of 2 fields");
  CHECK(refused("1,2\n3,4,5\n") ==
        "cannot read 'text': line 2, column 5: the row has more fields than the first, which has 2");
  CHECK(refused("a,b\n1\n", with(',', true)).find("line 2, column 2: the row ends after 1 of 2") != std::string::npos);
  CHECK(refused("\"1\n2\",3\nx,4\n").find("line 1, column 1: '1?2' is no float64") != std::string::npos);
  CHECK(refused("1,\"2\n") == "cannot read 'text': line 1, column 3: the quote is never closed");
  CHECK(refused("1,\"2\"3\n") == "cannot read 'text': line 1, column 6: the closing quote is followed by '3'");
  CHECK(refused("\"a\nb\",c\n1,2\n3,y\n", with(',', true)) == "cannot read 'text': line 4, column 3: 'y' is no float64");
  CHECK(refused("\"1\n\",2,3\n\"1\n\",2").find("line 4, column 4: the row ends after 2 of 3") != std::string::npos);
  for (char const* const bad : {"+-1", "--1", "1e", "0x10", "1,5e+", "1.2.3", "1j", "+", "-", ".", "e5", "1 2", "(1)"})
    CHECK_THROWS_AS(static_cast<void>(parse_csv(bad)), parse_error);
  CHECK(refused<std::int8_t>("127,128\n") == "cannot read 'text': line 1, column 5: '128' is out of the range of int8");
  CHECK(refused<unsigned>("-1\n").find("'-1' is no uint32") != std::string::npos);
  CHECK(refused<int>("1.0\n").find("'1.0' is no int32") != std::string::npos);
  CHECK(refused<bool>("2\n").find("'2' is no bool") != std::string::npos);
  CHECK(refused(std::string("1,\0\n", 4)).find("column 3: '?' is no float64") != std::string::npos);
  temporary const file("1,2\n3,oops\n");
  CHECK(message_of([&] { static_cast<void>(load_csv(file.path)); }) ==
        "cannot read '" + file.path + "': line 2, column 3: 'oops' is no float64");
  CHECK_THROWS_AS(static_cast<void>(load_csv("/no/such/file.csv")), io_error);
  CHECK_THROWS_AS(save_csv("/no/such/folder/x.csv", tensor<double, 1>{1}), io_error);
}

TEST_CASE("csv: numbers beyond the range are refused, those below it are 0") {
  std::string const zeros(400, '0');
  const std::vector<std::string> below{"1e-400", "0." + zeros + "1", "0." + zeros + "1e5", "1e-99999999999999999999",
                                       "1e-9223372036854775808"};
  for (std::string const& tiny : below)
    CHECK(parse_csv(tiny).values(0, 0) == 0);
  CHECK(std::signbit(parse_csv("-1e-400").values(0, 0)));
  const std::vector<std::string> beyond{"1e400", "1" + zeros, "0.001e4000", "1e99999999999999999999", "-1e400",
                                        "1e9223372036854775807"};
  for (std::string const& huge : beyond)
    CHECK(refused(huge).find("is out of the range of float64") != std::string::npos);
  CHECK(parse_csv("4.9406564584124654e-324").values(0, 0) == 4.9406564584124654e-324);
  CHECK(refused<float>("1e39").find("is out of the range of float32") != std::string::npos);
}

TEST_CASE("csv: every element type, bool and complex included") {
  auto const b = parse_csv<bool>("0,1,true,False,TRUE\n").values;
  CHECK(listed(b) == "1x5: 0 1 1 0 1");
  CHECK(listed(parse_csv<std::int64_t>("-9223372036854775808,+5\n").values) == "1x2: -9.2233720368547758e+18 5");
  CHECK(parse_csv<std::uint64_t>("18446744073709551615").values(0, 0) == std::numeric_limits<std::uint64_t>::max());
  using z = std::complex<double>;
  auto const c = parse_csv<z>("1+2j, -2.5e3-1e-2j, 3, 4j, (0.5+1j), -1j, 1e5+2e+3j\n").values;
  const z expected[] = {{1, 2}, {-2500, -0.01}, {3, 0}, {0, 4}, {0.5, 1}, {0, -1}, {1e5, 2e3}};
  for (index_t k = 0; k < 7; ++k)
    CHECK(c(0, k) == expected[k]);
  for (char const* const bad : {"1+2", "j", "1+j", "1+2i", "(1+2j", "1++2j", "1j2", "()"})
    CHECK_THROWS_AS(static_cast<void>(parse_csv<z>(bad)), parse_error);
}

TEST_CASE("csv: what is saved") {
  tensor<double, 2> const m{{1, 0.1, -0.0}, {1e300, 1.0 / 3.0, std::numeric_limits<double>::infinity()}};
  CHECK(saved(m) == "1,0.1,-0\n1e+300,0.3333333333333333,inf\n");
  CHECK(saved(transpose(m), with(';')) == "1;1e+300\n0.1;0.3333333333333333\n-0;inf\n");
  CHECK(saved(reverse(m, 1)(range(0, 1), range(0, 3, 2))) == "-0,1\n");
  CHECK(saved(tensor<double>(m), with('\t')) == saved(m, with('\t')));
  CHECK(saved(m + m, with(' ')) == "2 0.2 -0\n2e+300 0.6666666666666666 inf\n");
  CHECK(saved(tensor<std::uint8_t, 1>{7, 255}) == "7\n255\n");
  CHECK(saved(tensor<bool, 2>{{true, false}}) == "1,0\n");
  CHECK(saved(tensor<std::complex<float>, 1>{{1.5f, -2.0f}, {0.0f, 1.0f}}) == "1.5-2j\n0+1j\n");
  CHECK(saved(tensor<double, 2>(0, 3)) == "# shape (0, 3)\n");
  CHECK(saved(any_tensor(tensor<int, 2>{{1, 2}, {3, 4}})) == "1,2\n3,4\n");
  CHECK(saved(tensor<int, 2>{{1, 2}}, {}, {"a,b", "say \"x\""}) == "\"a,b\",\"say \"\"x\"\"\"\n1,2\n");
  CHECK(saved(tensor<int, 2>{{1, 2}}, {}, {"plain", ""}) == "plain,\"\"\n1,2\n");
  CHECK_THROWS_AS(saved(tensor<int, 2>{{1, 2}}, {}, {"one"}), shape_error);
  CHECK_THROWS_AS(saved(tensor<int>(shape(1, 2, 3))), shape_error);
  CHECK_THROWS_AS(saved(tensor<int>(shape())), shape_error);
}

TEST_CASE("csv: numbers come back to the last bit, and names as they were") {
  std::mt19937_64 random(7);
  tensor<double, 2> m(200, 3);
  for (double& x : m) {
    const std::uint64_t bits = random();
    std::memcpy(&x, &bits, sizeof x);
    if (std::isnan(x))
      x = 0;
  }
  std::vector<std::string> const names{" a ", "b\nc", "# d"};
  for (char const delimiter : {',', ' ', ';', '\t'}) {
    temporary const file;
    save_csv(file.path, m, with(delimiter), names);
    auto const back = load_csv_table(file.path, with(delimiter, true));
    CHECK(back.names == names);
    CHECK((back.values.shape() == m.shape() && std::memcmp(back.values.data(), m.data(), 600 * sizeof(double)) == 0));
  }
}
