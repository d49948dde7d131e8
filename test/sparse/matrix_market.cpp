// Texts with a line of % alone were written by scipy.io.mmwrite of SciPy 1.17.1.
#include "files.hpp"
#include <support/message.hpp>

#include <weft/sparse.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace weft;
using files::temporary;
using support::message_of;

namespace {

using complex = std::complex<double>;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

template <class T = double, class Order = row_major, class Index = std::int32_t>
sparse<T, Order, Index> read(std::string const& text) {
  const temporary file(text);
  return load_mtx<T, Order, Index>(file.path);
}
template <class S>
std::string saved(S const& s) {
  const temporary file;
  save_mtx(file.path, s);
  return files::bytes_of(file.path);
}
/// Equal, with as many entries as the dense one has elements that are not 0.
template <class S, class D>
bool is(S const& s, D const& dense, index_t entries) {
  return s.shape() == dense.shape() && s.nonzeros() == entries && to_dense(s) == dense;
}
template <class T = double, class Error = parse_error>
std::string refused(std::string const& text) {
  const temporary file(text);
  CHECK_THROWS_AS(static_cast<void>(load_mtx<T>(file.path)), Error);
  const std::string message = message_of([&] { static_cast<void>(load_mtx<T>(file.path)); });
  const std::string head = "cannot read '" + file.path + "': ";
  CHECK(message.starts_with(head));
  return message.substr(std::min(head.size(), message.size()));
}
const std::string real_head = "%%MatrixMarket matrix coordinate real general\n";
const std::string integer_head = "%%MatrixMarket matrix coordinate integer general\n";

template <class T>
struct part {
  using type = T;
};
template <class F>
struct part<std::complex<F>> {
  using type = F;
};

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

} // namespace

TEST_CASE("matrix market: what SciPy writes of general matrices") {
  const tensor<double, 2> a{{3e22, 0, 1.5, 0}, {-2, 0, 0, 0}, {0, 1e-300, 0, 0.1}};
  const std::string entries = "3 4 5\n1 3 1.5\n2 1 -2\n3 4 1E-1\n3 2 1E-300\n1 1 3E22\n";
  CHECK(is(read(real_head + "%\n" + entries), a, 5));
  CHECK(is(read(real_head + "% made by hand\n% second\n" + entries), a, 5));
  CHECK(is(read<double, column_major>(real_head + "%\n" + entries), a, 5));
  CHECK(is(read<double, row_major, std::int64_t>(real_head + "%\n" + entries), a, 5));
  CHECK(is(read<complex>(real_head + "%\n" + entries), a, 5));
  CHECK(read<float>("%%MatrixMarket matrix coordinate real general\n%\n1 1 1\n1 1 1E-1\n")(0, 0) == 0.1f);

  const std::string integers = "%\n3 4 5\n1 1 -2147483648\n1 3 1\n2 1 -2\n3 2 0\n3 4 0\n";
  const tensor<std::int32_t, 2> b{{-2147483647 - 1, 0, 1, 0}, {-2, 0, 0, 0}, {0, 0, 0, 0}};
  CHECK(is(read<std::int32_t>(integer_head + integers), b, 5));
  CHECK(is(read<std::int64_t>(integer_head + integers), b, 5));
  CHECK(is(read<double>(integer_head + integers), b, 5));
  CHECK(is(read<std::complex<float>>(integer_head + integers),
           tensor<std::complex<float>, 2>(cast<std::complex<float>>(b)), 5));

  const tensor<complex, 2> c{{{3e22, 6e22}, {1.5, 3}}, {{-2, -4}, 0}};
  const auto z = read<complex>("%%MatrixMarket matrix coordinate complex general\n%\n2 2 3\n1 2 1.5 3\n2 1 -2 -4\n"
                               "1 1 3E22 6E22\n");
  CHECK(is(z, c, 3));
  const auto p = read("%%MatrixMarket matrix coordinate pattern general\n%\n3 4 5\n1 3\n2 1\n3 4\n3 2\n1 1\n");
  CHECK(is(p, tensor<double, 2>{{1, 0, 1, 0}, {1, 0, 0, 0}, {0, 1, 0, 1}}, 5));
  CHECK(is(read<std::int32_t>("%%MatrixMarket matrix coordinate unsigned-integer general\n%\n1 2 1\n1 1 1\n"),
           tensor<std::int32_t, 2>{{1, 0}}, 1));
  CHECK(is(read(real_head + "%\n2 3 0\n"), tensor<double, 2>(2, 3), 0));
  const auto names = read(real_head + "%\n1 3 3\n1 1 NaN\n1 2 Infinity\n1 3 -Infinity\n");
  CHECK((std::isnan(names(0, 0)) && names(0, 1) == inf && names(0, 2) == -inf));
}

TEST_CASE("matrix market: half of a matrix stands for the whole") {
  CHECK(is(read("%%MatrixMarket matrix coordinate real symmetric\n%\n3 3 5\n1 1 2\n2 1 -1\n2 2 2\n3 2 -1\n3 3 2\n"),
           tensor<double, 2>{{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}}, 7));
  const std::string skew = "%%MatrixMarket matrix coordinate real skew-symmetric\n%\n3 3 2\n2 1 1\n3 1 -3\n";
  const tensor<double, 2> k{{0, -1, 3}, {1, 0, 0}, {-3, 0, 0}};
  CHECK(is(read(skew), k, 4));
  CHECK(is(read<std::int32_t>(skew), k, 4));
  CHECK(is(read<complex>("%%MatrixMarket matrix coordinate complex hermitian\n%\n3 3 4\n1 1 2 0\n2 1 1 1\n2 2 3 0\n"
                         "3 3 5E-1 0\n"),
           tensor<complex, 2>{{2, {1, -1}, 0}, {{1, 1}, 3, 0}, {0, 0, 0.5}}, 5));
  CHECK(is(read<complex>("%%MatrixMarket matrix coordinate complex symmetric\n2 2 1\n2 1 1 1\n"),
           tensor<complex, 2>{{0, {1, 1}}, {{1, 1}, 0}}, 2));
  CHECK(is(read("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 2\n2 2\n"),
           tensor<double, 2>{{0, 1}, {1, 1}}, 3));
  CHECK(is(read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n1 1 0\n2 1 1\n"),
           tensor<double, 2>{{0, -1}, {1, 0}}, 3));
}

TEST_CASE("matrix market: arrays, column by column, of which zeros are left out") {
  const std::string array = "%%MatrixMarket matrix array ";
  CHECK(is(read(array + "real general\n%\n2 3\n1\n3\n0\n4\n2.5\n0\n"), tensor<double, 2>{{1, 0, 2.5}, {3, 4, 0}}, 4));
  CHECK(is(read(array + "real symmetric\n%\n2 2\n2\n-1\n5\n"), tensor<double, 2>{{2, -1}, {-1, 5}}, 4));
  CHECK(is(read<std::int64_t>(array + "integer general\n%\n2 2\n1\n3\n2\n4\n"), tensor<int, 2>{{1, 2}, {3, 4}}, 4));
  CHECK(is(read(array + "real skew-symmetric\n%\n2 2\n1\n"), tensor<double, 2>{{0, -1}, {1, 0}}, 2));
  CHECK(is(read(array + "real skew-symmetric\n3 3\n1\n2\n3\n"), tensor<double, 2>{{0, -1, -2}, {1, 0, -3}, {2, 3, 0}},
           6));
  CHECK(is(read<complex>(array + "complex hermitian\n%\n2 2\n1 0\n1 1\n3 0\n"),
           tensor<complex, 2>{{1, {1, -1}}, {{1, 1}, 3}}, 4));
  CHECK(is(read<complex>(array + "complex general\n1 2\n0 0\n0 1\n"), tensor<complex, 2>{{0, {0, 1}}}, 1));
  CHECK(read(array + "real general\n1 2\nnan\n-0\n").nonzeros() == 1);
  for (char const* empty : {"general\n0 0\n", "general\n0 5\n", "symmetric\n0 0\n", "skew-symmetric\n1 1\n"})
    CHECK(read(array + "real " + empty).nonzeros() == 0);
}

TEST_CASE("matrix market: blanks, comments, line ends, capitals, signs and sums") {
  CHECK(is(read("%%MatrixMarket MATRIX Coordinate REAL General\r\n\r\n% one\r\n\t 2  2\t3 \r\n \r\n1 1 +1.5\r\n"
                "  % two\r\n2 2 -.5e1\r\n1 1 +2\r\n%end\r\n"),
           tensor<double, 2>{{3.5, 0}, {0, -5}}, 2));
  CHECK(is(read(real_head + "1 1 1\n1 1 7"), tensor<double, 2>{{7}}, 1));
  const auto tiny = read(real_head + "1 3 3\n1 1 1e-999\n1 2 -1e-999\n1 3 4.9e-324\n");
  CHECK((same_bits(tiny(0, 0), 0.0) && same_bits(tiny(0, 1), -0.0) && same_bits(tiny(0, 2), 4.9e-324)));
  CHECK(read("%%MatrixMarket matrix coordinate double general\n1 1 1\n1 1 7\n")(0, 0) == 7);
}

TEST_CASE("matrix market: which numbers become which elements") {
  const auto one = [](std::string const& field, std::string const& value) {
    return "%%MatrixMarket matrix coordinate " + field + " general\n1 1 1\n1 1 " + value + "\n";
  };
  CHECK(refused<double, dtype_error>(one("complex", "1 0")) ==
        "line 1: its elements are complex, and never become float64");
  CHECK(read<std::int32_t>(one("real", "-3.0"))(0, 0) == -3);
  CHECK(read<std::int64_t>(one("real", "9007199254740993"))(0, 0) == 9007199254740993);
  CHECK(read<std::int64_t>(one("real", "1e3"))(0, 0) == 1000);
  CHECK(read<double>(one("integer", "18446744073709551616"))(0, 0) == 0x1p64);
  CHECK(read<std::int64_t>(one("integer", "-9223372036854775808"))(0, 0) == std::numeric_limits<std::int64_t>::min());
  CHECK(refused<std::int32_t, dtype_error>(one("real", "1.5")) == "line 3: '1.5' is no int32");
  CHECK(refused<std::int32_t, dtype_error>(one("real", "2147483648.0")) == "line 3: '2147483648.0' is no int32");
  CHECK(read<std::int32_t>(one("real", "-2147483648.0"))(0, 0) == std::numeric_limits<std::int32_t>::min());
  CHECK(refused<std::int64_t, dtype_error>(one("real", "9.3e18")) == "line 3: '9.3e18' is no int64");
  for (char const* value : {"nan", "inf", "-inf"})
    CHECK(refused<std::int64_t, dtype_error>(one("real", value)).ends_with("is no int64"));
  CHECK(refused<std::int32_t, dtype_error>(one("integer", "2147483648")) ==
        "line 3: '2147483648' is out of the range of int32");
  CHECK(refused<double, dtype_error>(one("real", "-1e400")) == "line 3: '-1e400' is out of the range of float64");
  CHECK(refused<float, dtype_error>(one("real", "1e39")) == "line 3: '1e39' is out of the range of float32");
  CHECK(refused<std::int32_t, dtype_error>(
            "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -2147483648\n") ==
        "line 3: the negative of -2147483648 is out of the range of int32");
  CHECK(refused(one("integer", "1.5")) == "line 3: '1.5' is no integer");
  CHECK(refused<std::int32_t>(one("integer", "-")) == "line 3: '-' is no integer");
  CHECK(refused(one("real", "1.5x")) == "line 3: '1.5x' is no number");
  CHECK(refused(one("real", "+-1")) == "line 3: '+-1' is no number");
  CHECK(refused<std::int32_t>(one("real", "0x10")) == "line 3: '0x10' is no number");
}

TEST_CASE("matrix market: what is refused, by line and reason") {
  CHECK(refused("") == "line 1: it is no Matrix Market file, which begins with %%MatrixMarket");
  CHECK(refused("\n" + real_head) == refused("%MatrixMarket matrix coordinate real general\n1 1 0\n"));
  CHECK(refused("%%MatrixMarket matrix coordinate real\n1 1 0\n").starts_with("line 1: behind %%MatrixMarket stand"));
  const auto head = [](std::string const& words) { return refused("%%MatrixMarket " + words + "\n1 1 0\n"); };
  CHECK(head("vector coordinate real general") == "line 1: it holds 'vector'; only a matrix is read");
  CHECK(head("matrix dense real general") == "line 1: the format 'dense' is neither coordinate nor array");
  CHECK(head("matrix array quaternion general") ==
        "line 1: elements are real, integer, complex or pattern, and not 'quaternion'");
  CHECK(head("matrix array real lower") ==
        "line 1: a matrix is general, symmetric, skew-symmetric or hermitian, and not 'lower'");
  CHECK(head("matrix array pattern general").starts_with("line 1: a pattern has no elements"));
  CHECK(head("matrix coordinate pattern skew-symmetric").starts_with("line 1: a pattern has no elements"));
  CHECK(head("matrix coordinate real hermitian") == "line 1: the elements of a hermitian matrix are complex");

  CHECK(refused(real_head) == "line 1: the file ends before the line with the numbers of rows and columns");
  const auto rest = [](std::string const& text) { return refused(real_head + text); };
  CHECK(rest("2 2\n") == "line 2: three numbers are wanted here: of rows, columns and entries");
  CHECK(refused("%%MatrixMarket matrix array real general\n2 2 4\n") ==
        "line 2: two numbers are wanted here: of rows and columns");
  CHECK(rest("% x\n2 two 1\n") == "line 3: 'two' is no number of columns");
  CHECK(rest("2 -2 1\n").starts_with("line 2: the number of columns '-2' is not in 0 to"));
  CHECK(rest("99999999999999999999 2 1\n").starts_with("line 2: the number of rows '99999999999999999999' is not in"));
  CHECK(rest("2 2 99999\n1 1 1\n") == "line 2: the file is too short for so many entries");
  CHECK(refused("%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n").starts_with("line 2: a matrix that is sy"));
  for (char const* sizes : {"general\n9223372036854775807 2\n", "general\n4294967296 4294967296\n",
                            "symmetric\n9223372036854775807 9223372036854775807\n", "symmetric\n50 50\n"})
    CHECK(refused("%%MatrixMarket matrix array real " + std::string(sizes)) ==
          "line 2: the file is too short for so many elements");

  CHECK(rest("2 2 2\n\n1 1 1\n") == "line 4: the file ends too early; lines that are missing: 1");
  CHECK(rest("2 2 1\n1 1 1\n% x\n2 2 2\n") == "line 5: a line follows the last one");
  CHECK(rest("2 2 1\n1 1\n") == "line 3: 2 words stand where 3 are wanted");
  CHECK(rest("2 2 1\n1 1 1 1 1 1 1\n") == "line 3: 7 words stand where 3 are wanted");
  CHECK(rest("2 2 1\n0 1 1\n") == "line 3: the row '0' is not in 1 to 2");
  CHECK(rest("2 2 1\n1 3 1\n") == "line 3: the column '3' is not in 1 to 2");
  CHECK(rest("2 2 1\n1 1.0 1\n") == "line 3: '1.0' is no column");
  CHECK(refused("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n") ==
        "line 3: the diagonal of a skew-symmetric matrix is 0");
  CHECK(refused<complex>("%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n1 1 1 1\n") ==
        "line 3: the diagonal of a hermitian matrix is real");
  CHECK_THROWS_AS(static_cast<void>(load_mtx("/nowhere/a.mtx")), io_error);
}

TEST_CASE("matrix market: rows that the file has no bytes for") {
  const std::string wide = real_head + "100000000 3 1\n7 1 2.5\n";
  CHECK(refused<double, io_error>(wide) == "it has 100000000 rows or columns, more than entries (1), and more "
                                           "than the argument most_lines allows (16777216)");
  CHECK(read<double, column_major>(wide)(6, 0) == 2.5);
  const temporary file(real_head + "1000 1000 2\n7 1 2.5\n1000 1000 1\n");
  CHECK_THROWS_AS(static_cast<void>(load_mtx(file.path, 999)), io_error);
  CHECK(load_mtx(file.path, 1000).nonzeros() == 2);
  const temporary beyond(real_head + "1 4294967296 0\n");
  CHECK_THROWS_AS(static_cast<void>(load_mtx(beyond.path)), shape_error);
  CHECK((load_mtx<double, row_major, std::int64_t>(beyond.path).extent(1) == 4294967296));
  CHECK_THROWS_AS((static_cast<void>(read<double, row_major, std::int64_t>(real_head + "9223372036854775807 1 0\n"))),
                  io_error);
}

TEST_CASE("matrix market: what is written, byte by byte, and comes back") {
  triplets<double> t(3, 4);
  t.add(2, 3, 0.1);
  t.add(0, 2, -1.5);
  t.add(2, 0, 1e300);
  t.add(1, 1, 0.0);
  const sparse<double> s(t);
  CHECK(saved(s) == real_head + "3 4 4\n1 3 -1.5\n2 2 0\n3 1 1e+300\n3 4 0.1\n");
  CHECK(saved(transpose(s)) == real_head + "4 3 4\n3 1 -1.5\n2 2 0\n1 3 1e+300\n4 3 0.1\n");
  CHECK(saved(sparse<double, column_major>(s)) == real_head + "3 4 4\n3 1 1e+300\n2 2 0\n1 3 -1.5\n3 4 0.1\n");
  CHECK(saved(sparse<std::int32_t>(2, 0)) == integer_head + "2 0 0\n");
  CHECK(saved(to_sparse(tensor<std::complex<float>, 2>{{{0.1f, -2}}})) ==
        "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 0.1 -2\n");
  CHECK(read(saved(s)).nonzeros() == 4);
  CHECK_THROWS_AS(save_mtx("/nowhere/a.mtx", s), io_error);
}

TEST_CASE_TEMPLATE("matrix market: every number comes back as it was", T, float, double, std::complex<float>, complex,
                   std::int32_t, std::int64_t) {
  constexpr bool is_complex = std::is_same_v<T, complex> || std::is_same_v<T, std::complex<float>>;
  using F = typename part<T>::type;
  std::mt19937_64 random(7);
  const auto number = [&]() -> F {
    if constexpr (std::is_integral_v<T>)
      return static_cast<F>(random());
    else
      return static_cast<F>(std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 240) - 180));
  };
  triplets<T> t(50, 4000);
  for (int k = 0; k < 6000; ++k)
    if constexpr (is_complex)
      t.add(k % 50, (k * 37) % 4000, T(number(), number()));
    else
      t.add(k % 50, (k * 37) % 4000, number());
  if constexpr (std::is_integral_v<T>) {
    t.add(0, 1, std::numeric_limits<T>::min());
    t.add(0, 3, std::numeric_limits<T>::max());
  } else {
    t.add(0, 1, T(std::numeric_limits<F>::max()));
    t.add(0, 3, T(std::numeric_limits<F>::denorm_min()));
    t.add(0, 5, T(-std::numeric_limits<F>::infinity()));
  }
  const sparse<T, column_major> s(t);
  const temporary file;
  save_mtx(file.path, s);
  const auto back = load_mtx<T, column_major>(file.path);
  CHECK((back.offsets() == s.offsets() && back.indices() == s.indices()));
  CHECK(std::memcmp(back.values().data(), s.values().data(), static_cast<std::size_t>(s.nonzeros()) * sizeof(T)) == 0);
  triplets<double> nans(1, 2);
  nans.add(0, 0, no_number);
  nans.add(0, 1, -no_number);
  const auto read_back = read(saved(sparse<double>(nans)));
  CHECK((std::isnan(read_back(0, 0)) && std::isnan(read_back(0, 1))));
}

namespace {

/// A text with one to three changes.
std::string damaged(std::string const& text, std::mt19937& random) {
  const std::string signs = "0123456789 \n\r%-+.eEinfa\0\x80\xFF";
  std::string changed = text;
  for (auto n = 1 + random() % 3; n > 0; --n) {
    const std::size_t at = random() % changed.size();
    const char sign = random() % 4 == 0 ? static_cast<char>(random()) : signs[random() % signs.size()];
    switch (random() % 4) {
    case 0:
      changed.insert(at, 1 + random() % 12, sign);
      break;
    case 1:
      changed.erase(at, 1 + random() % 5);
      break;
    case 2:
      changed += changed.substr(at, random() % 30);
      break;
    default:
      changed[at] = sign;
    }
    if (changed.empty())
      changed = "x";
  }
  return changed;
}

} // namespace

TEST_CASE("matrix market: damaged texts are refused, or are other matrices") {
  const std::string texts[] = {
      real_head + "% c\n3 4 5\n1 3 1.5\n2 1 -2\n3 4 1E-1\n3 2 1E-300\n1 1 3E22\n",
      "%%MatrixMarket matrix coordinate complex hermitian\n%\n3 3 4\n1 1 2 0\n2 1 1 1\n2 2 3 0\n3 3 5E-1 0\n",
      "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n-2\n3\n",
      "%%MatrixMarket matrix coordinate pattern symmetric\n\n4 4 3\n1 1\n3 2\n4 1\n",
  };
  int taken = 0, refusals = 0;
  const auto look_at = [&](std::string const& text) {
    const temporary file(text);
    try {
      const auto s = load_mtx<complex>(file.path, 1000);
      ++taken;
      if (s.extent(0) < 1000 && s.extent(1) < 1000)
        static_cast<void>(to_dense(s));
      (void)load_mtx<std::int32_t, column_major, std::int64_t>(file.path, 1000);
    } catch (weft::error const& e) {
      ++refusals;
      if (std::string(e.what()).find(file.path) == std::string::npos) // an index type that is too narrow
        CHECK(dynamic_cast<shape_error const*>(&e) != nullptr);
    }
  };
  std::mt19937 random(11);
  for (std::string const& text : texts) {
    for (std::size_t size = 0; size < text.size(); ++size)
      look_at(text.substr(0, size));
    for (int k = 0; k < 1500; ++k) {
      look_at(damaged(text, random));
    }
  }
  CHECK((taken > 100 && refusals > 1000));
}
