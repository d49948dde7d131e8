#include "../../src/product/cblas.hpp"

#include <support/blas_name.hpp>
#include <support/explained.hpp>
#include <support/grid.hpp>
#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/einsum.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

// The calls that reach BLAS are those that explain() names: these functions stand before those of the library, note
// their arguments, and call on.

namespace {

using weft::detail::blas_int;

std::vector<std::string> calls;

constexpr int row_major_order = 101, no_transposition = 111;

char letter(int order, int transposition) {
  return (order == row_major_order) == (transposition == no_transposition) ? 'N' : 'T';
}
std::string count(char const* label, blas_int n) {
  return label + std::to_string(n);
}

/// The function behind this one.
template <class F>
F* next(char const* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

} // namespace

#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED void cblas_dgemm(int order, int op_a, int op_b, blas_int m, blas_int n, blas_int k, double alpha,
                          double const* a, blas_int lda, double const* b, blas_int ldb, double beta, double* c,
                          blas_int ldc) {
  // Letters are those of row-major matrices; a column-major call is that of the transposed operands.
  calls.push_back(std::string("dgemm(") + letter(order, op_a) + "," + letter(order, op_b) + ")" + count(" m=", m) +
                  count(" n=", n) + count(" k=", k));
  next<decltype(weft::detail::cblas_dgemm)>(WEFT_BLAS_NAME(cblas_dgemm))(order, op_a, op_b, m, n, k, alpha, a, lda, b,
                                                                         ldb, beta, c, ldc);
}

EXPORTED void cblas_dgemv(int order, int op, blas_int m, blas_int n, double alpha, double const* a, blas_int lda,
                          double const* x, blas_int incx, double beta, double* y, blas_int incy) {
  blas_int const rows = order == row_major_order ? m : n, columns = order == row_major_order ? n : m;
  calls.push_back(std::string("dgemv(") + letter(order, op) + ")" + count(" m=", rows) + count(" n=", columns));
  next<decltype(weft::detail::cblas_dgemv)>(WEFT_BLAS_NAME(cblas_dgemv))(order, op, m, n, alpha, a, lda, x, incx, beta,
                                                                         y, incy);
}

EXPORTED double cblas_ddot(blas_int n, double const* x, blas_int incx, double const* y, blas_int incy) {
  calls.push_back("ddot" + count(" n=", n));
  return next<decltype(weft::detail::cblas_ddot)>(WEFT_BLAS_NAME(cblas_ddot))(n, x, incx, y, incy);
}

EXPORTED void cblas_dger(int order, blas_int m, blas_int n, double alpha, double const* x, blas_int incx,
                         double const* y, blas_int incy, double* a, blas_int lda) {
  calls.push_back("dger" + count(" m=", m) + count(" n=", n));
  next<decltype(weft::detail::cblas_dger)>(WEFT_BLAS_NAME(cblas_dger))(order, m, n, alpha, x, incx, y, incy, a, lda);
}

EXPORTED void cblas_dsyrk(int order, int triangle, int op, blas_int n, blas_int k, double alpha, double const* a,
                          blas_int lda, double beta, double* c, blas_int ldc) {
  calls.push_back(std::string("dsyrk(") + letter(order, op) + ")" + count(" n=", n) + count(" k=", k));
  next<decltype(weft::detail::cblas_dsyrk)>(WEFT_BLAS_NAME(cblas_dsyrk))(order, triangle, op, n, k, alpha, a, lda, beta,
                                                                         c, ldc);
}

using namespace weft;

namespace {

using texts = std::vector<std::string>;

std::string joined(texts const& list) {
  std::string all;
  for (auto const& s : list)
    all += (all.empty() ? "" : ", ") + s;
  return all;
}

/// The products of a statement: the calls of BLAS, and whether some stay with weft's own kernels.
struct products {
  texts calls;
  bool own;
};

products products_of(texts named) {
  bool const own = std::any_of(named.begin(), named.end(), [](auto const& s) { return s.rfind("own ", 0) == 0; });
  std::erase_if(named, [](std::string const& s) { return s[0] != 'd'; }); // blocked and scale are no calls
  return {named, own};
}

template <class Target, class E>
products check_calls(Target& target, E const& e) {
  products const named = products_of(explain(target, e).blas);
  calls.clear();
  target = e;
  INFO(joined(calls) << " | " << joined(named.calls));
  CHECK(calls == named.calls);
  return named;
}

/// `blas`, `own`, or nothing where each product may be of either kind.
std::string forced_kind() {
  char const* const mode = std::getenv("WEFT_GEMM");
  std::string const kind = build_info().blas == "none" ? "own" : mode == nullptr ? "" : mode;
  return kind == "own" || kind == "blas" ? kind : "";
}

/// What BLAS computes are the calls that are wanted; it computes all of them or none.
void expect(products const& is, texts const& want) {
  CHECK(joined(is.calls) == joined(is.own ? texts{} : want));
  if (std::string const kind = forced_kind(); !kind.empty())
    CHECK(is.own == (kind == "own"));
}

using matrix = tensor<double, 2>;
using vector = tensor<double, 1>;

} // namespace

TEST_CASE("matmul: the calls that reach BLAS are those of the plan") {
  matrix a(3, 5), b(4, 5), c(3, 4), big(12, 12);
  tensor<double, 2, column_major> f(5, 4), g(3, 4);
  vector x(5), y(4), z(3);
  expect(check_calls(c, 2.0 * matmul(a, transpose(b)) + 0.5 * c), {"dgemm(N,T) m=3 n=4 k=5"});
  expect(check_calls(c, matmul(a, f)), {"dgemm(N,T) m=3 n=4 k=5"});
  check_calls(g, matmul(a, f));
  check_calls(g, matmul(transpose(matrix(5, 3)), f) - g);
  check_calls(c, matmul(big(range(0, 6, 2), range(0, 10, 2)), f));
  check_calls(c, matmul(c, matrix(4, 4)));
  auto turned = transpose(big(range(0, 4), range(0, 3)));
  check_calls(turned, matmul(big(range(1, 4), range(0, 5)), f) + 2.0 * turned);
  check_calls(c, matmul(matmul(a, f), matrix(4, 4)) + matmul(a, f));
  auto const p = matmul(a, f);
  expect(check_calls(c, p * p + p), {"dgemm(N,T) m=3 n=4 k=5"});

  expect(check_calls(z, matmul(a, x)), {"dgemv(N) m=3 n=5"});
  expect(check_calls(x, 2.0 * matmul(z, a) + x), {"dgemv(T) m=3 n=5"});
  expect(check_calls(y, matmul(transpose(f), x)), {"dgemv(N) m=4 n=5"});
  check_calls(y, matmul(x, f));
  check_calls(y, matmul(b(all, range(4, -1, -1)), reverse(x, 0)));
  check_calls(y, matmul(broadcast_to(x, shape(4, 5)), x));
  matrix row(1, 5), column(5, 1), one(1, 1);
  expect(check_calls(one, matmul(row, column)), {"ddot n=5"});
  check_calls(one, matmul(row(all, range(0, 0)), column(range(0, 0), all)));
  check_calls(a, matmul(column(range(0, 3), all), row));
  expect(check_calls(a, a - 2.0 * matmul(column(range(0, 3), all), row)), {"dger m=3 n=5"});
  auto column_major_part = transpose(big(range(0, 5), range(0, 3)));
  check_calls(column_major_part, matmul(column(range(0, 3), all), row) + column_major_part);

  matrix tall(64, 40), gram(40, 40), rows(64, 64);
  expect(check_calls(gram, 2.0 * matmul(transpose(tall), tall)), {"dsyrk(T) n=40 k=64"});
  expect(check_calls(rows, matmul(tall, transpose(tall))), {"dsyrk(N) n=64 k=40"});
  expect(check_calls(rows, matmul(tall, transpose(tall)) + rows), {"dgemm(N,T) m=64 n=64 k=40"});
  expect(check_calls(rows, maximum(matmul(tall, transpose(tall)) + 1.0, 0.0)), {"dsyrk(N) n=64 k=40"});

  // A chain of matrices before a vector is products with vectors only.
  expect(check_calls(z, matmul(matmul(a, f), y)), {"dgemv(T) m=4 n=5", "dgemv(N) m=3 n=5"});

  calls.clear();
  static_cast<void>(dot(x, reverse(x, 0)));
  expect({calls, products_of(explain(matmul(x, reverse(x, 0))).blas).own}, {"ddot n=5"});
  CHECK(check_calls(c, 0.0 * matmul(a, f)).own); // BLAS would not read a and f, in which there may be NaN
}

namespace {

/// A matrix in memory of its own: by rows, by columns, apart, or backwards.
view<double, 2> some_matrix(grid::dice& d, std::vector<tensor<double, 2>>& memory, index_t rows, index_t columns) {
  index_t const kind = d.below(5);
  memory.emplace_back(shape(2 * rows + 2 * columns, 2 * rows + 2 * columns), 0.5);
  view<double, 2> const all_of = memory.back();
  view<double, 2> const plain = all_of(range(1, rows + 1), range(1, columns + 1));
  return kind == 0   ? transpose(all_of)(range(0, rows), range(0, columns))
         : kind == 1 ? all_of(range(0, 2 * rows, 2), range(0, 2 * columns, 2))
         : kind == 2 ? reverse(plain, 1)
         : kind == 3 ? borrow(memory.back().data(), shape(rows, columns))
                     : plain;
}

void check_product_plan(grid::dice& d, index_t most) {
  support::call_counter none;
  std::vector<tensor<double, 2>> memory;
  memory.reserve(8);
  auto const n = [&] { return 1 + d.below(most); };
  index_t const i = n(), j = n(), k = n();
  auto const a = some_matrix(d, memory, i, k), b = some_matrix(d, memory, k, j), c = some_matrix(d, memory, i, j);
  auto const square = some_matrix(d, memory, j, j);
  support::check_assignment(c, matmul(a, b), none);
  support::check_assignment(c, 2.0 * matmul(a, b) - c, none);
  support::check_assignment(c, matmul(c, square), none);
  support::check_assignment(c, matmul(matmul(a, b), square) + 1.0, none);
  support::check_assignment(square, matmul(transpose(b), b), none);
  support::check_assignment(c(all, 0), matmul(a, b(all, 0)), none);
  support::check_recorded([&] { static_cast<void>(dot(a(0, all), b(all, 0))); }, none);
  view<const double, 3> const left = broadcast_to(a, shape(5, i, k)), right = expand_dims(b, 0);
  tensor<double, 3> stack(5, i, j);
  support::check_assignment(stack, matmul(copy(left), right), none);
  calls.clear();
  texts const named = explain(c, matmul(a, b) + matmul(a, b)).blas;
  c(ellipsis) = matmul(a, b) + matmul(a, b);
  CHECK(joined(calls) == joined(products_of(named).calls));
}

} // namespace

TEST_CASE("explained: products do what their plans say, in every mode") {
  for (unsigned seed = 0; seed < 40; ++seed)
    for (int mode = 0; mode < 3; ++mode) {
      CAPTURE(seed);
      CAPTURE(mode);
      thread_scope const some(mode == 1 ? 2 : 1);
      grid::dice d(seed);
      index_t const most = seed < 20 ? 12 : seed < 35 ? 70 : 200;
      if (mode == 2) {
        deterministic_scope const scope;
        check_product_plan(d, most);
      } else {
        check_product_plan(d, most);
      }
    }
}

namespace {

/// How many calls of BLAS the text of a report stands for.
std::size_t calls_in(std::string const& text) {
  if (text[0] != 'd') // own, or blocked
    return 0;
  auto const batch = text.find(" batch=");
  return batch == std::string::npos ? 1 : std::stoul(text.substr(batch + 7));
}

/// The statement runs on the route that its report names.
template <class F>
void check_route(F const& statement) {
  plan_report const named = explain(statement);
  REQUIRE(named.blas.size() == 1);
  calls.clear();
  statement();
  INFO(named.blas[0] << " | " << joined(calls));
  CHECK(calls.size() == calls_in(named.blas[0]));
  if (std::string const kind = forced_kind(); !kind.empty())
    CHECK(calls.empty() == (kind == "own"));
}

void check_routes() {
  for (index_t const n : {2, 8, 33, 97, 130, 200}) {
    matrix a(shape(n, n), 1.0), b(shape(n, n), 1.0), c(shape(n, n), 0.0);
    check_route([&] { c = matmul(a, b); });
    check_route([&] { c = matmul(a, transpose(b)); });
    check_route([&] { transpose(c) += matmul(a, b); });
    vector const x(shape(n * n), 1.0), y(shape(n * n), 1.0);
    check_route([&] { return dot(x, y); }); // on either side of what OpenBLAS divides
    check_route([&] { return dot(x(range(0, n * n, 2)), y(range(0, n * n, 2))); });
    check_route([&] { return eval(matmul(x, y)); });
    vector z(n);
    check_route([&] { z = matmul(a, x(range(0, n))); });
    check_route([&] { z = matmul(x(range(0, n)), a); });
    tensor<double, 3> const stack(17, n, n), other(17, n, n);
    tensor<double, 3> products(17, n, n);
    check_route([&] { products = matmul(stack, other); });
  }
}

} // namespace

TEST_CASE("route: what explain names is what runs, for one product, stacks, vectors and sums") {
  check_routes();
  for (int const threads : {1, 2, 3}) {
    const thread_scope some{threads};
    CAPTURE(threads);
    check_routes();
    const deterministic_scope bits;
    check_routes();
  }
}

TEST_CASE("route: what explain names of einsum is what runs") {
  for (index_t const n : {8, 40, 130}) {
    matrix const a(shape(n, n), 1.0), b(shape(n, n), 1.0);
    vector const x(shape(n), 1.0);
    matrix c(n, n);
    vector y(n);
    tensor<double, 3> const stack(7, n, n), other(n, 7, n);
    tensor<double, 3> products(7, n, n);
    check_route([&] { c = 2.0 * einsum<"ji,kj->ki">(a, b) + c; });
    check_route([&] { products = einsum<"bij,jbk->bik">(stack, other); });
    check_route([&] { products = einsum<"bij,jk->bik">(stack, a); });
    check_route([&] { c = einsum<"bij,jbk->ik">(stack, other); });
    check_route([&] { y = einsum<"ij,i">(a, x); });
    check_route([&] { return eval(einsum<"ij,ij">(a, b)); });
  }
}

TEST_CASE("route: small static vectors are multiplied where they stand, and a report says so") {
  tensor<double, fixed<3>> const x{1, 2, 3}, y{4, 5, 6};
  plan_report const plan = explain([&] { return dot(x, y); });
  CHECK(plan.blas == texts{"inline m=1 n=1 k=3"});
  CHECK(plan.bytes_read == 48);
  calls.clear();
  CHECK(dot(x, y) == 32);
  CHECK(calls.empty());
}
