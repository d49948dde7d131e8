// The code of doc/site/cheat_sheet.md stands here, word for word (test/structure/documents.py): the shape of each result
// is NumPy's, or its value one that is written by hand.
#include <weft/field.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/npy.hpp>
#include <weft/ops/random.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/unique.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <vector>

// Some lines of the sheet need another tensor, or another number, of the same letter.
#pragma GCC diagnostic ignored "-Wshadow"

using namespace weft;

namespace {

using matrix = tensor<double, 2>;
using vector = tensor<double, 1>;
using list = std::vector<index_t>;

matrix const a{{4, 1, 0}, {1, 9, 2}, {0, 2, 16}}, b{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}},
    c{{9, 9, 9}, {9, 9, 9}, {9, 9, 9}};
vector const x{1, 2, 3, 4, 5}, y{0.5, 2.5}, v{2, 16, 1};
constexpr auto s = shape(2, 3);
index_t const i = 1, j = 2, n = 4;
int const k = 1;

/// The extents of e, and that all of its elements can be computed.
template <class E>
list shape_of(E const& e) {
  auto const now = eval(e);
  auto const extents = now.shape();
  return {extents.begin(), extents.end()};
}

} // namespace

TEST_CASE("make") {
  tensor<double, 2> t(3, 4);
  CHECK(shape_of(t) == list{3, 4});
  CHECK(sum(tensor<double, fixed<3, 3>>()) == 0);
  CHECK(shape_of(zeros<double>(s)) == list{2, 3});
  CHECK(sum(full(s, 1.5)) == 9);
  CHECK(shape_of(eye<double>(n)) == list{4, 4});
  CHECK(shape_of(arange(0, 10, 2)) == list{5});
  CHECK(shape_of(linspace(0.0, 1.0, n)) == list{4});
  CHECK(shape_of(random_normal(s, 42)) == list{2, 3});
  std::vector<double> memory{1, 2, 3, 4, 5, 6};
  double* p = memory.data();
  CHECK(sum(borrow(p, shape(2, 3))) == 21);
  CHECK(copy(v) == v);
}

TEST_CASE("ask") {
  CHECK(a.rank() == 2);
  CHECK(a.extent(k) == 3);
  CHECK(a.shape() == shape(3, 3));
  CHECK(a.size() == 9);
}

TEST_CASE("pick") {
  CHECK(a(i, j) == 2);
  CHECK(vector(a(all, j)) == vector{0, 2, 16});
  CHECK(shape_of(a(range(1, 3), all)) == list{2, 3});
  CHECK(vector(x(range(0, end, 2))) == vector{1, 3, 5});
  CHECK(vector(a(end - 1, all)) == vector{0, 2, 16});
  CHECK(shape_of(a(newaxis, all)) == list{1, 3, 3});
  CHECK(matrix(transpose(b))(0, 1) == 4);
  {
    tensor<double, 3> const a(2, 3, 4);
    CHECK(shape_of(permute(a, 2, 0, 1)) == list{4, 2, 3});
    CHECK(shape_of(reshape(a, shape(2, -1))) == list{2, 12});
  }
  CHECK(matrix(reverse(a, 0))(0, 2) == 16);
  CHECK(vector(diagonal(a)) == vector{4, 9, 16});
  {
    tensor<index_t, 1> const i{2, 0};
    CHECK(matrix(take(a, i, 0))(0, 2) == 16);
  }
  CHECK(vector(a(a > 9.0)) == vector{16});
  CHECK(shape_of(sliding_window(x, 0, 3)) == list{3, 3});
}

TEST_CASE("compute") {
  matrix t = b;
  CHECK(matrix(a + b)(0, 0) == 5);
  CHECK(matrix(2.0 * a)(2, 2) == 32);
  CHECK(matrix(sqrt(a))(2, 2) == 4);
  CHECK(matrix(exp(a))(0, 2) == 1);
  CHECK(matrix(pow(a, b))(1, 0) == 1);
  CHECK(matrix(abs(a)) == a);
  CHECK(matrix(minimum(a, b))(2, 2) == 9);
  CHECK(matrix(clamp(a, b, c))(0, 1) == 2);
  CHECK(matrix(where(a > 2.0, a, b))(0, 1) == 2);
  CHECK(tensor<int, 2>(cast<int>(a))(2, 2) == 16);
  auto const f = [](double p, double q) { return p < q ? p : q; };
  CHECK(matrix(map(f, a, b)) == matrix(minimum(a, b)));
  t += a;
  CHECK(t(2, 2) == 25);
}

TEST_CASE("compare") {
  CHECK(count(equal(a, b)) == 0);
  CHECK_FALSE(a == b);
  CHECK_FALSE(all_close(a, b));
  CHECK(count(isnan(a)) == 0);
  CHECK(count(isin(a, v)) == 5);
}

TEST_CASE("reduce") {
  tensor<bool, 2> const m = a > 2.0;
  CHECK(sum(a) == 35);
  CHECK(vector(sum(a, 0)) == vector{5, 12, 18});
  CHECK(shape_of(sum(a, 0, keep_dims)) == list{1, 3});
  CHECK(mean(b) == 5);
  CHECK(mean(a) == sum(a) / 9);
  CHECK(shape_of(var(a, 0, ddof(1))) == list{3});
  CHECK(double(stddev(a)) > 0);
  CHECK(max(a) == 16);
  CHECK(argmax(a) == 8);
  CHECK(any_of(m));
  CHECK(count(m) == 3);
  CHECK(double(norm(a)) == doctest::Approx(19.0525588833));
  CHECK(median(a) == 2);
  CHECK(matrix(cumsum(a, 0))(2, 2) == 18);
  CHECK(shape_of(histogram(x, 20).counts) == list{20});
}

TEST_CASE("rearrange") {
  CHECK(shape_of(concatenate(0, a, b)) == list{6, 3});
  CHECK(shape_of(stack(0, a, b)) == list{2, 3, 3});
  CHECK(shape_of(tile(a, 2, 3)) == list{6, 9});
  CHECK(matrix(roll(a, 1, 0))(0, 2) == 16);
  CHECK(shape_of(pad(a, 1)) == list{5, 5});
  CHECK(matrix(sort(a, 0))(0, 0) == 0);
  CHECK(tensor<index_t, 2>(argsort(a, 0))(0, 0) == 2);
  CHECK(shape_of(unique(a)) == list{6});
  CHECK(tensor<index_t, 1>(searchsorted(x, y))(1) == 2);
  CHECK(shape_of(nonzero(a)[0]) == list{7});
}

TEST_CASE("multiply and solve") {
  CHECK(matrix(matmul(a, b))(0, 0) == 8);
  CHECK(dot(x, x) == 55);
  {
    vector const y{1, 1, 1, 1, 1};
    CHECK(dot(x, y) == 15);
  }
  CHECK(shape_of(outer(x, y)) == list{5, 2});
  CHECK(matrix(einsum<"ij,jk->ik">(a, b))(0, 0) == 8);
  CHECK(all_close(matmul(a, linalg::solve(a, b)), b));
  CHECK(all_close(matmul(a, linalg::inv(a)), eye<double>(3)));
  CHECK(double(linalg::det(a)) == doctest::Approx(544));
  if (build_info().lapack) {
    CHECK(all_close(matmul(a, linalg::lstsq(a, b).x), b));
    CHECK(sum(linalg::eigh(a).values) == doctest::Approx(29));
    CHECK(shape_of(linalg::svd(a).s) == list{3});
    CHECK(all_close(matmul(linalg::qr(a).q, linalg::qr(a).r), a));
  }
  CHECK(all_close(matmul(linalg::cholesky(a), transpose(linalg::cholesky(a))), a));
  CHECK(all_close(matmul(a, linalg::lu_factor(a).solve(b)), b));
}

TEST_CASE("step fields") {
  field::grid<double, 2> g(s, field::ghosts(1));
  g.interior() = 3.0;
  field::fill_ghosts(g, field::periodic);
  CHECK(g(-1, -1) == 3);
  CHECK(shape_of(g.interior()) == list{2, 3});
  CHECK(shape_of(g.face(0, field::lower)) == list{1, 3});
  CHECK(shape_of(field::difference(g.widened(0), 0, 0.1)) == list{3, 3});
  matrix t(3, 3), u(3, 3);
  together(t, u) = together(a + b, a - b);
  CHECK(t(0, 0) == 5);
  CHECK(u(0, 0) == 3);
  auto const f = [](double before, double now) { return before + now; };
  scan(0, f, into(t).from(0.0), a);
  CHECK(t(2, 2) == 18);
  {
    vector v{1, 1, 1};
    tensor<int, 1> const i{0, 2, 2};
    add_at(v, i, 1.0);
    CHECK(v == vector{2, 1, 3});
  }
  vector const l{0, 0, 0, 0}, d{2, 2, 2, 2, 2};
  CHECK(vector(linalg::solve_tridiagonal(l, d, l, x)) == 0.5 * x);
}

TEST_CASE("files") {
  std::filesystem::path const folder = std::filesystem::temp_directory_path() / "weft_cheat_sheet";
  std::filesystem::create_directories(folder);
  auto p = folder / "a.npy";
  save_npy(p, a);
  CHECK(load_npy<double, 2>(p) == a);
  p = folder / "a.csv";
  save_csv(p, a);
  CHECK(load_csv(p) == a);
  std::filesystem::remove_all(folder);
}

TEST_CASE("run") {
  matrix t(3, 3);
  CHECK(eval(a + b)(0, 0) == 5);
  CHECK(explain(t, 2.0 * a + 1.0).loops == 1);
  CHECK_FALSE(build_info().version.empty());
  set_num_threads(2);
  CHECK(num_threads() == 2);
  set_num_threads(1);
}
