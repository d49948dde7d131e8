// The archives of scipy_npz.hpp were written by SciPy; scipy.sparse.load_npz has read those that are written here.
#include <support/message.hpp>
#include "files.hpp"
#include "scipy_npz.hpp"

#include <weft/linalg/build_info.hpp>
#include <weft/sparse.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace weft;
using files::temporary;
using support::message_of;

namespace {

template <class T = double, class Order = row_major, class Index = std::int32_t>
sparse<T, Order, Index> read(std::string const& bytes, conversion how = conversion::none) {
  const temporary file(bytes);
  return load_sparse_npz<T, Order, Index>(file.path, how);
}
const tensor<double, 2> csr_matrix{{0, 1.5, 0, 0.1}, {0, 0, 0, 0}, {-2, 0, 0, 0}};
const tensor<std::complex<float>, 2> csc_matrix{{0, {0, -1}}, {{1, 2}, 0}};
const tensor<std::int64_t, 2> coo_matrix{{0, 0, 5}, {3, 0, 0}};

/// The members of an archive, and what becomes of them when it is read.
struct archive {
  std::string format = "csr";
  std::vector<std::int64_t> shape{2, 3};
  std::vector<std::int64_t> offsets{0, 1, 2}, indices{2, 0}, rows{0, 1};
  std::vector<double> data{1.5, -2};

  void write(std::string const& path) const {
    const auto whole = [](auto const& values) {
      tensor<std::remove_cvref_t<decltype(values[0])>, 1> out(static_cast<index_t>(values.size()));
      std::copy(values.begin(), values.end(), out.data());
      return out;
    };
    npz_writer file(path);
    file.add("indptr", whole(offsets));
    file.add("indices", whole(indices));
    file.add("col", whole(indices));
    file.add("row", whole(rows));
    file.add("shape", whole(shape));
    file.add("data", whole(data));
    if (format == "unicode")
      detail::npz_access::add(file, "format", npy("<U3", std::string("c\0\0\0s\0\0\0r\0\0\0", 12)));
    else if (format == "raw")
      detail::npz_access::add(file, "format", "csr");
    else if (!format.empty())
      detail::npz_access::add(file, "format", npy("|S" + std::to_string(format.size()), format));
    file.close();
  }
  static std::string npy(std::string const& type, std::string const& bytes) {
    const std::string head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (), }\n";
    return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(head.size()) + '\0' + head + bytes;
  }
};

using change = std::function<void(archive&)>;
template <class Error, class T = double, class Index = std::int32_t, class Order = row_major>
std::string refused(change const& f) {
  archive a;
  f(a);
  const temporary file;
  a.write(file.path);
  const auto load = [&] { static_cast<void>(load_sparse_npz<T, Order, Index>(file.path)); };
  CHECK_THROWS_AS(load(), Error);
  std::string message = message_of(load);
  const std::size_t at = message.find(file.path);
  CHECK(at != std::string::npos);
  return at == std::string::npos ? message : message.replace(at, file.path.size(), "FILE");
}

} // namespace

TEST_CASE("sparse npz: what SciPy writes of csr, csc and coo") {
  const auto a = read(scipy::csr());
  CHECK((to_dense(a) == csr_matrix && a.nonzeros() == 3));
  CHECK(a.indices() == tensor<int, 1>{1, 3, 0});
  CHECK(to_dense(read<double, column_major>(scipy::csr())) == csr_matrix);
  CHECK(to_dense(read<double, row_major, std::int64_t>(scipy::csr())) == csr_matrix);

  const auto b = read<std::complex<float>, column_major>(scipy::csc());
  CHECK((to_dense(b) == csc_matrix && b.nonzeros() == 2));
  CHECK(to_dense(read<std::complex<float>>(scipy::csc())) == csc_matrix);
  CHECK(to_dense(read<std::complex<float>, row_major, std::int64_t>(scipy::csc())) == csc_matrix);

  const auto c = read<std::int64_t>(scipy::coo());
  CHECK((to_dense(c) == coo_matrix && c.nonzeros() == 2));
  CHECK(to_dense(read<std::int64_t, column_major, std::int64_t>(scipy::coo())) == coo_matrix);
}

TEST_CASE("sparse npz: elements are converted on request") {
  CHECK_THROWS_AS(read<float>(scipy::csr()), dtype_error);
  CHECK_THROWS_AS(read<double>(scipy::coo()), dtype_error);
  CHECK_THROWS_AS(read<double>(scipy::csc(), converting), dtype_error);
  CHECK_THROWS_AS(read<std::int32_t>(scipy::csr(), converting), dtype_error);
  CHECK(to_dense(read<double>(scipy::coo(), converting)) == coo_matrix);
  CHECK(read<float>(scipy::csr(), casting)(0, 3) == 0.1f);
  CHECK(read<std::int32_t>(scipy::csr(), casting)(0, 1) == 1);
}

TEST_CASE("sparse npz: what is written comes back, and has the members that SciPy looks for") {
  triplets<double> t(3, 4);
  t.add(2, 3, 0.1);
  t.add(0, 2, -1.5);
  t.add(1, 1, 0.0);
  const sparse<double> s(t);
  const temporary file;
  save_npz(file.path, s);
  CHECK((npz_file(file.path).names() ==
         std::vector<std::string>{"indices", "indptr", "format", "shape", "data"}));
  CHECK(npz_file(file.path).load<std::int64_t, 1>("shape") == tensor<std::int64_t, 1>{3, 4});
  CHECK(npz_file(file.path).load<std::int32_t, 1>("indptr") == tensor<std::int32_t, 1>{0, 1, 2, 3});
  const std::string bytes = files::bytes_of(file.path), scipys = scipy::csr();
  const auto member = [](std::string const& from) { return from.substr(from.find("format.npy") + 30, 131); };
  CHECK(member(bytes) == member(scipys)); // the text of the format, head and all
  const auto back = load_sparse_npz(file.path);
  CHECK((back == s && back.nonzeros() == 3));

  save_npz(file.path, transpose(s));
  CHECK(files::bytes_of(file.path).find("csc") != std::string::npos);
  CHECK((load_sparse_npz<double, column_major>(file.path) == transpose(s)));
  CHECK(load_sparse_npz(file.path) == transpose(s));

  const sparse<std::complex<double>, column_major, std::int64_t> wide(s * std::complex<double>(1, 2));
  save_npz(file.path, wide, {.sync = true});
  CHECK((load_sparse_npz<std::complex<double>, column_major, std::int64_t>(file.path) == wide));
  for (index_t rows : {0, 3}) {
    save_npz(file.path, sparse<std::int32_t>(rows, 0));
    CHECK(load_sparse_npz<std::int32_t>(file.path).shape() == shape(rows, 0));
  }
  CHECK_THROWS_AS(save_npz("/nowhere/a.npz", s), io_error);
  if (!build_info().zlib) {
    CHECK_THROWS_AS(save_npz_compressed(file.path, s), io_error);
    return;
  }
  save_npz_compressed(file.path, sparse_identity(1000));
  CHECK(load_sparse_npz(file.path) == sparse_identity(1000));
  CHECK(files::bytes_of(file.path).size() < 5000);
}

TEST_CASE("sparse npz: what is no matrix is refused by its reason") {
  CHECK(refused<io_error>([](archive& a) { a.format = ""; }) ==
        "cannot read 'FILE': it holds no sparse matrix of SciPy: it has no member 'format'");
  for (std::string const format : {"bsr", "dia", "csrx", "CSR"})
    CHECK(refused<io_error>([&](archive& a) { a.format = format; }) ==
          "cannot read 'FILE': the format of its matrix is '" + format + "'; only csr, csc and coo are read");
  CHECK(refused<io_error>([](archive& a) { a.format = "raw"; }).starts_with("cannot read 'FILE:format': it is no"));
  CHECK(refused<shape_error>([](archive& a) { a.shape = {2, 3, 1}; }) ==
        "weft: load_sparse_npz of 'FILE': 3 elements for a shape of 2");
  CHECK(refused<shape_error>([](archive& a) { a.shape = {2, -3}; }).starts_with("weft: load_sparse_npz of 'FILE'"));
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  CHECK(refused<shape_error>([](archive& a) { a.shape = {2, most}; }).find("can number") != std::string::npos);
  CHECK(refused<shape_error, double, std::int64_t>([](archive& a) { a.shape = {most - 1, 3}; }) ==
        "weft: load_sparse_npz of 'FILE': the matrix has 9223372036854775806 rows, or columns of csc, and indptr 3 "
        "elements, which are to be one more");
  CHECK(refused<shape_error>([](archive& a) { a.offsets = {}; }).find("indptr 0 elements") != std::string::npos);
  CHECK(refused<shape_error>([](archive& a) { a.offsets = {0, 3, 2}; })
            .ends_with(": offsets 0 and 1 are 0 and 3: they ascend to the number of entries"));
  CHECK(refused<shape_error>([](archive& a) { a.offsets = {0, 2000000000, 2}; })
            .ends_with(": offsets 0 and 1 are 0 and 2000000000: they ascend to the number of entries"));
  CHECK(refused<shape_error>([](archive& a) { a.offsets = {0, -1, 2}; })
            .ends_with(": offsets 0 and 1 are 0 and -1: they ascend to the number of entries"));
  CHECK(refused<shape_error>([](archive& a) { a.offsets = {1, 1, 2}; })
            .ends_with("the first offset is 1 and the last one 2: they are 0 and the number of entries, 2"));
  CHECK(refused<shape_error>([](archive& a) { a.indices = {2}; }).ends_with("1 elements for a shape of 2"));
  CHECK(refused<index_error>([](archive& a) { a.indices = {3, 0}; }) ==
        "weft: load_sparse_npz of 'FILE': index 3, number 0, is outside of an axis of extent 3");
  CHECK(refused<index_error>([](archive& a) { a.indices = {2, -1}; })
            .ends_with("index -1, number 1, is outside of an axis of extent 3"));
  CHECK(refused<dtype_error>([](archive& a) { a.indices = {2, 4294967296}; }).find("FILE:indices") !=
        std::string::npos);
  const auto coo = [](auto const& f) {
    return [&](archive& a) {
      a.format = "coo";
      f(a);
    };
  };
  CHECK(refused<index_error>(coo([](archive& a) { a.rows = {0, 2}; })).starts_with("weft: load_sparse_npz of 'F"));
  CHECK(refused<index_error>(coo([](archive& a) { a.indices = {0, -1}; })).starts_with("weft: load_sparse_npz of 'F"));
  CHECK(refused<shape_error>(coo([](archive& a) { a.rows = {0}; })).ends_with("1 elements for a shape of 2"));
  CHECK_THROWS_AS(static_cast<void>(load_sparse_npz("/nowhere/a.npz")), io_error);
}

TEST_CASE("sparse npz: texts of Python 2, indices in any order, and rows without bytes") {
  const temporary file;
  archive a;
  a.format = "unicode";
  a.write(file.path);
  CHECK(to_dense(load_sparse_npz(file.path)) == tensor<double, 2>{{0, 0, 1.5}, {-2, 0, 0}});
  a = archive{"csr", {2, 3}, {0, 4, 4}, {2, 0, 2, 1}, {}, {1, 2, 3, 4}};
  a.write(file.path);
  CHECK(to_dense(load_sparse_npz(file.path)) == tensor<double, 2>{{2, 4, 4}, {0, 0, 0}});
  CHECK(load_sparse_npz(file.path).nonzeros() == 3);

  CHECK(refused<io_error>([](archive& x) {
          x.format = "coo";
          x.shape = {100000000, 3};
        }) == "cannot read 'FILE': it has 100000000 rows or columns, more than entries (2), and more than the argument "
              "most_lines allows (16777216)");
  a = archive{};
  a.shape = {2, 100000000};
  a.write(file.path);
  CHECK(load_sparse_npz(file.path).extent(1) == 100000000);
  CHECK_THROWS_AS((static_cast<void>(load_sparse_npz<double, column_major>(file.path))), io_error);
  a.shape = {2, 300};
  a.write(file.path);
  CHECK_THROWS_AS((static_cast<void>(load_sparse_npz<double, column_major>(file.path, converting, 299))), io_error);
  CHECK((load_sparse_npz<double, column_major>(file.path, converting, 300).nonzeros() == 2));
}

TEST_CASE("sparse npz: damaged archives are refused") {
  int refusals = 0;
  const auto look_at = [&](std::string const& bytes) {
    const temporary file(bytes);
    try {
      static_cast<void>(to_dense(load_sparse_npz<double>(file.path, converting, 1000)));
    } catch (weft::error const&) {
      ++refusals;
    }
  };
  std::mt19937 random(3);
  for (std::string const& bytes : {scipy::csr(), scipy::csc(), scipy::coo()}) {
    for (std::size_t size = 0; size < bytes.size(); size += 7)
      look_at(bytes.substr(0, size));
    for (int k = 0; k < 500; ++k) {
      std::string changed = bytes;
      changed[random() % changed.size()] = static_cast<char>(random());
      look_at(changed);
    }
  }
  CHECK(refusals > 1000);
}
