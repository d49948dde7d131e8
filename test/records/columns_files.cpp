#include <doctest/doctest.h>
#include <support/message.hpp>

#include <weft/records/columns_files.hpp>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

using namespace weft;
using support::message_of;

namespace {

template <template <class> class C>
struct station_of {
  C<std::string> station;
  C<double> t;
  C<float> n;
  C<double> wind;
  C<std::string> comment;
};
using stations = columns<station_of>;
template <template <class> class C>
struct particle {
  C<double> x, v;
  C<int> cell;
};
template <template <class> class C>
struct point {
  C<float> x, y;
};
template <template <class> class C>
struct mixed {
  C<bool> flag;
  C<std::int8_t> small;
  C<std::uint64_t> large;
  C<std::complex<float>> z;
  point<C> at;
  C<std::string> label;
};

struct temporary {
  std::string path = (std::filesystem::temp_directory_path() / ("weft_columns_" + std::to_string(getpid()))).string();
  temporary() = default;
  explicit temporary(std::string const& content) { std::ofstream(path, std::ios::binary) << content; }
  temporary(temporary const&) = delete;
  temporary& operator=(temporary const&) = delete;
  ~temporary() { std::filesystem::remove(path); }
  std::string bytes() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

template <class T>
std::vector<T> listed(tensor<T, 1> const& x) {
  return {x.begin(), x.end()};
}
template <template <template <class> class> class R = particle>
std::string refused(std::string const& text, csv_options const& options = {}) {
  CHECK_THROWS_AS(static_cast<void>(parse_csv_columns<R>(text, options)), parse_error);
  return message_of([&] { static_cast<void>(parse_csv_columns<R>(text, options)); });
}

/// A file of records with that descr, one after the other.
std::string npy(std::string const& descr, std::string const& shape, std::string const& data) {
  const std::string head = "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
  return "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(head.size() % 256) +
         static_cast<char>(head.size() / 256) + head + data;
}
template <class T>
std::string raw(T value, bool swapped = false) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  std::string out(bytes, sizeof(T));
  return swapped ? std::string(out.rbegin(), out.rend()) : out;
}
template <template <template <class> class> class R = particle>
std::string npy_refused(std::string const& bytes, conversion how = conversion::none) {
  const temporary file(bytes);
  std::string text = message_of([&] { static_cast<void>(load_npy_columns<R>(file.path, how)); });
  const std::size_t at = text.find(file.path);
  return at == std::string::npos ? text : text.replace(at, file.path.size(), "f");
}

} // namespace

// pd.read_csv(io.StringIO(text), sep=';', decimal=',', skiprows=1, usecols=['station', 't [C]', 'n', 'wind', 'comment'])
//   .to_dict('list') of pandas 3.1: {'station': ['Lyon; south', 'Paris', ...], 'comment': ['ok', 'said "hot"', nan],
//   't [C]': [21.5, -0.5, 1000.0], 'n': [3.0, nan, 7.0], 'wind': [12.5, nan, nan]}
TEST_CASE("csv columns: as pandas reads them") {
  const std::string text = "Measured in June\n"
                           "station;comment;\"t [C]\";n;wind;x\n"
                           "\"Lyon; south\";ok;21,5;3;1,25e1;1\n"
                           "Paris;\"said \"\"hot\"\"\";-0,5;NA;;2\n"
                           " Nice ; ;1e3;7;NA;3\n";
  const csv_options options{.delimiter = ';',
                            .decimal = ',',
                            .skip_rows = 1,
                            .columns = {"station", "t [C]", "n", "wind", "comment"}};
  const stations s = parse_csv_columns<station_of>(text, options);
  CHECK(listed(s.station) == std::vector<std::string>{"Lyon; south", "Paris", "Nice"}); // blanks around are no text
  CHECK(listed(s.comment) == std::vector<std::string>{"ok", "said \"hot\"", ""});
  CHECK(listed(s.t) == std::vector<double>{21.5, -0.5, 1000});
  CHECK((s.n(0) == 3 && std::isnan(s.n(1)) && s.n(2) == 7));
  CHECK((s.wind(0) == 12.5 && std::isnan(s.wind(1)) && std::isnan(s.wind(2))));

  // ... usecols=['wind', 'x', 't [C]'] and header=None, usecols=[0, 2]: of numbers alone, in the order that is asked for
  csv_options some = options;
  some.header = true;
  some.columns = {"x", "t [C]"};
  const auto numbers = parse_csv(text, some);
  CHECK(numbers.values == tensor<double, 2>{{1, 21.5}, {2, -0.5}, {3, 1000}});
  CHECK(numbers.names == std::vector<std::string>{"x", "t [C]"});
  CHECK(parse_csv("1,a,2.5\n3,b,4.5\n", {.columns = {"2", "0"}}).values == tensor<double, 2>{{2.5, 1}, {4.5, 3}});
}

TEST_CASE("csv columns: any order, more columns, none, no header") {
  const auto p = parse_csv_columns<particle>("cell,x,v\n1,2,3\n4,5,6\n");
  CHECK(listed(p.x) == std::vector<double>{2, 5});
  CHECK(listed(p.v) == std::vector<double>{3, 6});
  CHECK(listed(p.cell) == std::vector<int>{1, 4});
  CHECK(parse_csv_columns<particle>("a,x,v,b,cell\n?,2,3,!,1\n", {.skip_others = true}) ==
        parse_csv_columns<particle>("2 3 1", {.delimiter = ' ', .header = false}));
  CHECK(parse_csv_columns<particle>("9,1,3,2", {.header = false, .columns = {"3", "2", "1"}}) ==
        parse_csv_columns<particle>("x,v,cell\n2,3,1"));
  CHECK(parse_csv_columns<particle>("2,3,1,7", {.header = false, .skip_others = true}).v(0) == 3);
  CHECK(parse_csv_columns<particle>("v,cell,x\n").size() == 0);
  CHECK(parse_csv_columns<particle>("x,v,cell\n1,2,\n", {.fill = -1}).cell(0) == -1);
  CHECK(parse_csv_columns<station_of>("station,t,n,wind,comment\nNA,1,2,3,\"\"\n").station(0) == "NA");
}

TEST_CASE("csv columns: mistakes are named together, or with their place") {
  CHECK(refused("x,w\n1,2\n") ==
        "cannot read 'text': it has no columns 'v' and 'cell'; its columns are 'x' and 'w'");
  CHECK(refused("x,a,v,b,cell,c\n") ==
        "cannot read 'text': nothing takes its columns 'a', 'b' and 'c'; .skip_others skips them");
  CHECK(refused("x,v,x,cell\n") == "cannot read 'text': the column 'x' occurs twice");
  CHECK(refused("x,v,cell\n", {.columns = {"x", "v", "v"}}) == "cannot read 'text': the column 'v' occurs twice");
  CHECK(refused("x,v,cell\n", {.columns = {"x", "v"}}) ==
        "cannot read 'text': 2 columns are read, and the table has 3: 'x', 'v' and 'cell'");
  CHECK(refused("1,2,3,4\n", {.header = false}) ==
        "cannot read 'text': 4 columns are read, and the table has 3: 'x', 'v' and 'cell'");
  CHECK(refused("1,2\n", {.header = false, .skip_others = true}).find("2 columns are read") != std::string::npos);
  CHECK(refused("1,2,3\n", {.header = false, .columns = {"0", "1", "7"}}) ==
        "cannot read 'text': it has no columns '7'; its columns are '0', '1' and '2'");
  CHECK(refused("") == "cannot read 'text': it has no columns 'x', 'v' and 'cell'; its columns are ");
  CHECK(refused("title\nx,v,cell\n1,2,3.5\n", {.skip_rows = 1}) ==
        "cannot read 'text': line 3, column 5: '3.5' is no int32");
  CHECK(refused("x,v,cell\n1,2,\n").find("line 2, column 5: the value is missing") != std::string::npos);
  CHECK(refused("x;v;cell\n1.5;2;3\n", {.delimiter = ';', .decimal = ','}) ==
        "cannot read 'text': line 2, column 1: '1.5' is no float64");
  CHECK_THROWS_AS(static_cast<void>(parse_csv("1", {.decimal = ','})), error);
  CHECK_THROWS_AS(static_cast<void>(parse_csv("1", {.decimal = ';'})), error);
  CHECK_THROWS_AS(static_cast<void>(parse_csv("1", {.skip_rows = -1})), error);
  CHECK_THROWS_AS(static_cast<void>(load_csv_columns<particle>("no such file")), io_error);
}

TEST_CASE("csv columns: what is saved is read") {
  stations s(3);
  s[0] = {"a;b", 1.5, 0.1F, -2e-300, " c "};
  s[1] = {"\"q\"", -0.0, std::numeric_limits<float>::infinity(), 1, "1\n2"};
  s[2] = {"", 7, 3, 1e22, "\xC3\xA4#"};
  const temporary file;
  const csv_options options{.delimiter = ';', .decimal = ',', .columns = {"s", "t [C]", "n", "w", "c"}};
  save_csv_columns(file.path, s, options);
  CHECK(file.bytes() == "s;\"t [C]\";n;w;c\n\"a;b\";1,5;0,1;-2e-300;\" c \"\n\"\"\"q\"\"\";-0;inf;1;\"1\n2\"\n"
                        "\"\";7;3;1e+22;\"\xC3\xA4#\"\n");
  const stations back = load_csv_columns<station_of>(file.path, options);
  CHECK(back == s);
  CHECK(std::signbit(back.t(1)));
  save_csv_columns(file.path, s, {.header = false});
  CHECK(load_csv_columns<station_of>(file.path, {.header = false}) == s);
  CHECK_THROWS_AS(save_csv_columns(file.path, s, {.columns = {"s"}}), shape_error);
  CHECK(load_csv_columns<station_of>(file.path, {.header = false}) == s); // the old file stays
  save_csv_columns(file.path, columns<mixed>(0));
  CHECK(file.bytes() == "flag,small,large,z,at.x,at.y,label\n");
  save_csv(file.path, tensor<double, 2>{{0.5, 2}}, {.delimiter = ';', .decimal = ','});
  CHECK(file.bytes() == "0,5;2\n");
}

// The descr are those that numpy.save of NumPy 1.24 writes of np.dtype([...]), of align=True, of offsets and itemsize, of
// records within records and of titles.
TEST_CASE("npy columns: gaps, order, byte order, records within records") {
  const auto check = [](std::string const& bytes) {
    const temporary file(bytes);
    const auto p = load_npy_columns<particle>(file.path);
    CHECK(listed(p.x) == std::vector<double>{1.5, -2});
    CHECK(listed(p.v) == std::vector<double>{3, 4e300});
    CHECK(listed(p.cell) == std::vector<int>{5, -6});
  };
  const std::string gap = "\x7F\x7F\x7F\x7F";
  const std::string order = std::endian::native == std::endian::little ? "<" : ">",
                    other = std::endian::native == std::endian::little ? ">" : "<";
  const std::string d = "'" + order + "f8'", i = "'" + order + "i4'";
  check(npy("[('x', " + d + "), ('v', " + d + "), ('cell', " + i + ")]", "(2,)",
            raw(1.5) + raw(3.0) + raw(5) + raw(-2.0) + raw(4e300) + raw(-6)));
  check(npy("[('cell', " + i + "), ('', '|V4'), ('v', " + d + "), ('x', '" + other + "f8'), ('', '|V4')]", "(2,)",
            raw(5) + gap + raw(3.0) + raw(1.5, true) + gap + raw(-6) + gap + raw(4e300) + raw(-2.0, true) + gap));
  check(npy("[('more', '|S3'), (('The title', 'x'), " + d + "), ('p', '<f4', (1, 2)), ('v', " + d + "), ('o', '<U1'), " +
                "('day', '<M8[s]'), ('q', [('cell', '<i8'), ('r', [('x', '<f8')], (2,))]), ('cell', '" + other + "i4')]",
            "(2,)",
            "abc" + raw(1.5) + gap + gap + raw(3.0) + gap + gap + gap + std::string(24, 'q') + raw(5, true) + "abc" +
                raw(-2.0) + gap + gap + raw(4e300) + gap + gap + gap + std::string(24, 'q') + raw(-6, true)));
}

TEST_CASE("npy columns: texts, halves of complex numbers, bools and nested members") {
  const std::string order = std::endian::native == std::endian::little ? "<" : ">",
                    other = std::endian::native == std::endian::little ? ">" : "<";
  for (bool const swapped : {false, true}) {
    const std::string o = swapped ? other : order;
    const temporary file(npy("[('at', [('y', '" + o + "f4'), ('x', '" + o + "f4')]), ('flag', '|b1'), ('label', '" + o +
                                 "U3'), ('z', '" + o + "c8'), ('small', '|i1'), ('large', '" + o + "u8')]",
                             "(1,)",
                             raw(1.5F, swapped) + raw(2.5F, swapped) + "\x02" + raw(U'a', swapped) +
                                 raw(U'\u20AC', swapped) + raw(U'\U0001F600', swapped) + raw(3.5F, swapped) +
                                 raw(-4.5F, swapped) + "\xFE" + raw(std::uint64_t{1} << 63, swapped)));
    const columns<mixed> p = load_npy_columns<mixed>(file.path);
    REQUIRE(p.size() == 1);
    CHECK(p.at.y(0) == 1.5F);
    CHECK(p.at.x(0) == 2.5F);
    CHECK(std::bit_cast<unsigned char>(p.flag(0)) == 1);
    CHECK(p.label(0) == "a\xE2\x82\xAC\xF0\x9F\x98\x80");
    CHECK(p.z(0) == std::complex<float>(3.5F, -4.5F));
    CHECK(p.small(0) == -2);
    CHECK(p.large(0) == std::uint64_t{1} << 63);
  }
  const temporary file(npy("[('station', '|S4'), ('t', '<f8'), ('n', '<f4'), ('wind', '<f8'), ('comment', '<U2')]", "(1,)",
                           std::string("a\0b\0", 4) + std::string(20, '\0') + raw(U'c') + raw(U'\0')));
  const stations s = load_npy_columns<station_of>(file.path);
  CHECK(s.station(0) == std::string("a\0b", 3));
  CHECK(s.comment(0) == "c");
}

TEST_CASE("npy columns: the bytes that numpy.save writes, and read again") {
  const std::string order = std::endian::native == std::endian::little ? "<" : ">";
  columns<particle> p(2);
  p[0] = {1.5, 3, 5};
  p[1] = {-2, 4e300, -6};
  const temporary file;
  save_npy_columns(file.path, p);
  std::string head = "{'descr': [('x', '" + order + "f8'), ('v', '" + order + "f8'), ('cell', '" + order +
                     "i4')], 'fortran_order': False, 'shape': (2,), }";
  head += std::string(192 - 10 - head.size() - 1, ' ') + '\n'; // the shape may grow to 21 digits: 128 bytes are too few
  CHECK(file.bytes() == "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(head.size()) + std::string(1, '\0') +
                            head + raw(1.5) + raw(3.0) + raw(5) + raw(-2.0) + raw(4e300) + raw(-6));
  CHECK(load_npy_columns<particle>(file.path) == p);

  std::mt19937 random(3);
  for (index_t n : {0, 1, 40000}) {
    columns<mixed> q(n);
    for (index_t k = 0; k < n; ++k)
      q[k] = {random() % 2 == 0, static_cast<std::int8_t>(random()), random(), {float(k), -1}, {float(random()), 0.5F},
              std::string(random() % 4, 'x') + (k % 3 == 0 ? "\xC3\xA4" : "")};
    save_npy_columns(file.path, q);
    CHECK(load_npy_columns<mixed>(file.path) == q);
  }
  stations s(1);
  for (std::string const bad : {"\xFF", "a\xC3", "\xED\xA0\x80x\x80", "\xC0\x80"}) {
    s.comment(0) = bad;
    CHECK_THROWS_AS(save_npy_columns(file.path, s), io_error);
  }
}

TEST_CASE("npy columns: conversions, on request") {
  const std::string file =
      npy("[('x', '<f4'), ('v', '<i8'), ('cell', '<f8')]", "(2,)",
          raw(1.5F) + raw(std::int64_t{7}) + raw(5.0) + raw(2.5F) + raw(std::int64_t{8}) + raw(5.25));
  const temporary kept(file);
  const auto p = load_npy_columns<particle>(kept.path, casting);
  CHECK(listed(p.x) == std::vector<double>{1.5, 2.5});
  CHECK(listed(p.v) == std::vector<double>{7, 8});
  CHECK(listed(p.cell) == std::vector<int>{5, 5});
  CHECK_THROWS_AS(static_cast<void>(load_npy_columns<particle>(kept.path)), dtype_error);
  CHECK(npy_refused(file) == "cannot read 'f: x' as float64: its elements are float32; `converting` as the last argument "
                             "converts them");
  CHECK(npy_refused(file, converting).find("f: cell' as int32: the element at (1) is 5.25, which int32 cannot hold") !=
        std::string::npos);
}

TEST_CASE("npy columns: mistakes") {
  const std::string d = "'<f8'), ";
  CHECK(npy_refused(npy("[('x', " + d + "('w', '<f8')]", "(0,)", "")) ==
        "cannot read 'f': its records have no fields 'v', 'cell'; their fields are 'x', 'w'");
  CHECK(npy_refused(npy("'<f8'", "(0,)", "")) == "cannot read 'f': its elements are no records; load_npy reads them");
  CHECK(npy_refused(npy("[]", "(0,)", "")) == "cannot read 'f': its elements are no records; load_npy reads them");
  CHECK(npy_refused(npy("[('x', '|S0')]", "(9223372036854775807,)", "")) ==
        "cannot read 'f': its records have no bytes");
  CHECK(npy_refused(npy("[('x', '<f8')]", "(0, 2)", "")).find("rank 1: its rank is 2") != std::string::npos);
  CHECK(npy_refused(npy("[('x', '<f8')]", "(3,)", raw(1.0) + raw(1.0))).find("need 24 bytes of data, but only 16") !=
        std::string::npos);
  CHECK(npy_refused(npy("[('x', " + d + "('v', '<f8', (2,)), ('cell', '<i4')]", "(0,)", "")) ==
        "cannot read 'f': the field 'v' is no column of float64: it is an array in each record");
  CHECK(npy_refused(npy("[('x', " + d + "('v', [('a', '<f8')], (2,)), ('cell', '<i4')]", "(0,)", ""))
            .find("'v' is no column of float64") != std::string::npos);
  CHECK(npy_refused(npy("[('x', " + d + "('v', '<U3'), ('cell', '<i4')]", "(0,)", "")).find("(text)") !=
        std::string::npos);
  CHECK(npy_refused(npy("[('x', " + d + "('v', '|O')]", "(0,)", "")).find("(Python objects)") != std::string::npos);
  CHECK(npy_refused(npy("[('x', '|f8')]", "(0,)", "")).find("gives no byte order") != std::string::npos);
  CHECK(npy_refused<station_of>(npy("[('station', '<f8'), ('t', '<f8'), ('n', '<f4'), ('wind', '<f8'), ('comment', "
                                    "'<U2')]",
                                    "(0,)", "")) == "cannot read 'f': the field 'station' is no column of texts");
  for (char const* broken : {"[('x' '<f8')]", "[('x', '<f8'", "[('x',)]", "['x']", "[(3, '<f8')]", "[('x', '<f8', 2)]",
                             "[('x', '<f8', (2,)", "[(('t' 'x'), '<f8')]", "[('x\\', '<f8')]",
                             "[('x', '|V9223372036854775807', (9223372036854775807,))]"})
    CHECK(npy_refused(npy(broken, "(0,)", "")).starts_with("cannot read 'f': "));
  const temporary escaped(npy("[('x', " + d + "('v', '<f8'), ('cell', '<i4'), ('it\\'s', '<f8')]", "(0,)", ""));
  CHECK(load_npy_columns<particle>(escaped.path).size() == 0);
  const std::string surrogate = npy("[('station', '<U1'), ('t', '<f8'), ('n', '<f4'), ('wind', '<f8'), ('comment', '<U1')]",
                                    "(1,)", raw(0xD800U) + std::string(24, '\0'));
  CHECK(npy_refused<station_of>(surrogate) == "cannot read 'f': a text holds 55296, which is no character");
}
