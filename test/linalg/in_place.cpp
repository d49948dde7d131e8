#include "counting_resource.hpp"
#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/in_place.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/tensor/memory.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// f(view) for views m x n of all classes of strides, which hold a; what lies between them stays as it was.
template <class T, class F>
void in_each_view(tensor<T, 2> const& a, F const& f) {
  const index_t m = a.extent(0), n = a.extent(1);
  tensor<T, 2> room(3 * (m + n) + 1, 3 * (m + n) + 1);
  const auto check = [&](auto const& v) {
    room = T(7);
    v = a;
    f(v);
    v = T(7);
    index_t changed = 0;
    for (T const& x : room)
      changed += x != T(7);
    CHECK(changed == 0);
  };
  const auto rows = range(1, 1 + m), columns = range(1, 1 + n);
  const auto far = range(0, 2 * m, 2), wide = range(1, 1 + 3 * n, 3);
  check(room(rows, columns));
  check(room(far, columns));
  check(room(rows, wide));
  check(room(far, wide));
  check(reverse(room(rows, columns), 0));
  check(reverse(room(rows, columns), 1));
  check(reverse(reverse(room(far, wide), 0), 1));
  check(transpose(room(columns, rows)));
  check(transpose(room(columns, far)));
  check(transpose(reverse(room(columns, rows), 0)));
  check(transpose(reverse(reverse(room(wide, far), 0), 1)));
}

} // namespace

TEST_CASE_TEMPLATE("cholesky_in_place: L, with zeros above, in all views", T, float, double, std::complex<float>,
                   std::complex<double>) {
  linalg::workspace w;
  for (const index_t n : {0, 1, 2, 5, 17, 40, 90}) {
    const auto a = positive<T>(n);
    const auto wide = widened(a);
    const auto check = [&](auto const& v) {
      for (index_t i = 0; i < n; ++i)
        for (index_t j = i + 1; j < n; ++j)
          v(i, j) = number<T>(std::nan(""), 1);
      linalg::cholesky_in_place(v, w);
      const auto l = widened(tensor<T, 2>(v));
      for (index_t i = 0; i < n; ++i)
        for (index_t j = i + 1; j < n; ++j)
          CHECK(l(i, j) == wide_of<T>(0));
      CHECK(distance(product(l, adjoint(l)), wide) <= few<T>(n) * size_of(wide));
    };
    in_each_view(a, check);
    tensor<T, 2> b = a;
    linalg::cholesky_in_place(b);
    CHECK(distance(product(widened(b), adjoint(widened(b))), wide) <= few<T>(n) * size_of(wide));
  }
}

TEST_CASE_TEMPLATE("solve_in_place, inv_in_place: all views of matrices and of right sides", T, float, double,
                   std::complex<float>, std::complex<double>) {
  linalg::workspace w;
  for (const index_t n : {0, 1, 2, 5, 17, 40}) {
    const auto a = random_matrix<T>(n, n, 5), b = random_matrix<T>(n, 3, 6);
    tensor<T, 2> one(n, n);
    for (index_t i = 0; i < n; ++i)
      one(i, i) = T(1);
    in_each_view(a, [&](auto const& v) {
      tensor<T, 2> x = b;
      linalg::solve_in_place(v, x, w);
      CHECK(backward_error<T>(a, x, b) <= few<T>(n));
      v = a;
      linalg::inv_in_place(v, w);
      CHECK(backward_error<T>(a, tensor<T, 2>(v), one) <= few<T>(n));
    });
    in_each_view(b, [&](auto const& x) {
      tensor<T, 2> m = a;
      linalg::solve_in_place(m, x);
      CHECK(backward_error<T>(a, tensor<T, 2>(x), b) <= few<T>(n));
    });
    tensor<T, 1> v = b(all, 0);
    tensor<T, 2, column_major> m = a;
    linalg::solve_in_place(m, v);
    CHECK(backward_error<T>(a, tensor<T, 2>(v(all, newaxis)), tensor<T, 2>(b(all, range(0, 1)))) <= few<T>(n));
    m = a;
    linalg::inv_in_place(m);
    CHECK(backward_error<T>(a, tensor<T, 2>(m), one) <= few<T>(n));
  }
}

TEST_CASE("in-place forms: batches, run-time rank, matrices that meet many right sides") {
  tensor<double, 3> a(3, 4, 4), b(3, 4, 2);
  for (index_t k = 0; k < 3; ++k) {
    a(k, all, all) = positive<double>(4) * double(1 + k);
    b(k, all, all) = random_matrix<double>(4, 2, 30 + static_cast<unsigned long>(k));
  }
  const auto of = [](auto const& t, index_t k) { return tensor<double, 2>(slice(t, 0, k)); };
  tensor<double> l = a, inverse = a, m = a, x = b;
  linalg::cholesky_in_place(l);
  linalg::inv_in_place(inverse);
  linalg::solve_in_place(m, x);
  tensor<double, 2> single = a(1, all, all);
  tensor<double, 3> many = b;
  linalg::solve_in_place(single, many);
  tensor<double, 3, column_major> strided(3, 4, 4);
  strided = a;
  tensor<double, 3> y = b;
  linalg::solve_in_place(strided, y);
  const tensor<double, 2> one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  for (index_t k = 0; k < 3; ++k) {
    CHECK(all_close(product(of(l, k), adjoint(of(l, k))), of(a, k), 1e-13, 1e-13));
    CHECK(all_close(product(of(inverse, k), of(a, k)), one, 1e-13, 1e-13));
    CHECK(backward_error<double>(of(a, k), of(x, k), of(b, k)) < 1e-14);
    CHECK(backward_error<double>(of(a, k), of(y, k), of(b, k)) < 1e-14);
    CHECK(backward_error<double>(of(a, 1), of(many, k), of(b, k)) < 1e-14);
  }
  tensor<double, 3> none(0, 4, 4);
  linalg::cholesky_in_place(none);
  linalg::inv_in_place(none);
  CHECK(none.shape() == shape(0, 4, 4));
}

TEST_CASE("in-place forms: a workspace is filled once, then no memory is taken") {
  const index_t n = 200;
  const auto definite = positive<double>(n), a = random_matrix<double>(n, n), b = random_matrix<double>(n, 60);
  tensor<double, 2> room(2 * n, 2 * n), m = definite, x = b;
  const auto strided = room(range(0, 2 * n, 2), range(0, 2 * n, 2));
  const auto by_columns = transpose(room(range(0, n), range(0, n)));
  linalg_test::counting_resource resource;
  linalg::workspace w;
  const auto run = [&](auto const& target) {
    target(ellipsis) = definite;
    linalg::cholesky_in_place(target, w);
    target(ellipsis) = a;
    x(ellipsis) = b;
    linalg::solve_in_place(target, x, w);
    target(ellipsis) = a;
    linalg::inv_in_place(target, w);
  };
  const auto run_checked = [&](auto const& target) {
    run(target);
    CHECK(backward_error<double>(a, x, b) <= few<double>(n));
  };
  run_checked(strided);
  run_checked(by_columns);
  run_checked(m(ellipsis));
  CHECK(w.bytes() > 0);
  const int taken = resource.taken;
  const index_t bytes = w.bytes();
  { // products of the checks themselves take memory
    const no_alloc_scope none;
    const int before = resource.taken;
    run(strided);
    run(by_columns);
    run(m(ellipsis));
    CHECK(resource.taken == before);
  }
  CHECK(w.bytes() == bytes);
  CHECK(taken > 0);
  CHECK(backward_error<double>(a, x, b) <= few<double>(n));
}

TEST_CASE("in-place forms: what is refused, and what is left then") {
  tensor<double, 3> a(3, 2, 2);
  a(0, all, all) = tensor<double, 2>{{4, 0}, {2, 5}};
  a(1, all, all) = tensor<double, 2>{{1, 2}, {2, 4}};
  a(2, all, all) = tensor<double, 2>{{9, 0}, {0, 1}};
  const tensor<double, 3> before = a;
  tensor<double, 3> b(shape(3, 2, 1), 3.0);
  const tensor<double, 3> right = b;
  CHECK(support::message_of([&] { linalg::cholesky_in_place(a); }) ==
        "weft: linalg::cholesky_in_place: matrix 1 of the batch: the matrix is not positive definite, seen at column 1 "
        "(cholesky)");
  CHECK(a(2, all, all) == before(2, all, all));
  CHECK(a(1, 0, 1) == 2); // above the diagonal nothing has changed
  a = before;
  CHECK(support::message_of([&] { linalg::inv_in_place(a); }) ==
        "weft: linalg::inv_in_place: matrix 1 of the batch: the matrix is singular: pivot 1 is 0 (lu)");
  CHECK(all_close(a(0, all, all), tensor<double, 2>{{0.25, 0}, {-0.1, 0.2}}, 1e-15, 1e-15));
  CHECK(a(range(1, 3), all, all) == before(range(1, 3), all, all));
  a = before;
  try {
    linalg::solve_in_place(a, b);
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(std::string(e.what()) ==
          "weft: linalg::solve_in_place: matrix 1 of the batch: the matrix is singular: pivot 1 is 0 (lu)");
    CHECK(e.position() == 1);
    CHECK(e.batch_index() == 1);
  }
  CHECK(b == right);
  a = before;
  a(2, 1, 0) = HUGE_VAL;
  const tensor<double, 3> infinite = a;
  const std::string at = " matrix 2 of the batch: element (1,0) is NaN or infinite (";
  CHECK(support::message_of([&] { linalg::cholesky_in_place(a); }) == "weft: linalg::cholesky_in_place:" + at + "cholesky)");
  CHECK(support::message_of([&] { linalg::solve_in_place(a, b); }) == "weft: linalg::solve_in_place:" + at + "lu)");
  CHECK(support::message_of([&] { linalg::inv_in_place(a); }) == "weft: linalg::inv_in_place:" + at + "lu)");
  CHECK(a == infinite);
  CHECK(b == right);
}

TEST_CASE("in-place forms: shapes that do not fit, and elements that share memory") {
  tensor<double, 3> a(3, 2, 2);
  tensor<double, 2> oblong(3, 2);
  CHECK(support::message_of([&] { linalg::cholesky_in_place(oblong); }) ==
        "weft: linalg::cholesky_in_place: shape (3,2): the matrix is not square");
  tensor<double, 2> small(2, 1);
  CHECK(support::message_of([&] { linalg::solve_in_place(a, small); }) ==
        "weft: linalg::solve_in_place: shape (3,2,2) and shape (2,1): what is solved in place has the leading axes of "
        "both");
  CHECK(support::message_of([&] { linalg::solve_in_place(a, oblong); }) ==
        "weft: linalg::solve_in_place: shape (3,2,2) and shape (3,2): the right side has as many rows as the matrix");
  double same = 1;
  CHECK(support::message_of([&] { linalg::inv_in_place(borrow(&same, shape(2, 2), strides(0, 1))); }) ==
        "weft: linalg::inv_in_place: elements that are overwritten share memory: an axis has stride 0");
  CHECK(same == 1);
  // Both would be overwritten.
  tensor<double, 2> both{{4, 1}, {2, 3}};
  const tensor<double, 2> kept = both;
  const std::string in_common = "weft: linalg::solve_in_place: the matrix and the right side share memory, and both are overwritten";
  CHECK(support::message_of([&] { linalg::solve_in_place(both, both); }) == in_common);
  CHECK(support::message_of([&] { linalg::solve_in_place(both, both(all, 1)); }) == in_common);
  CHECK(support::message_of([&] { linalg::solve_in_place(transpose(both), both(range(1, -1, -1), range(0, 1))); }) == in_common);
  CHECK(both == kept);
  tensor<double, 2> wide{{4, 1, 5}, {2, 3, 5}};
  linalg::solve_in_place(wide(all, range(0, 2)), wide(all, 2));
  CHECK(all_close(wide(all, 2), tensor<double, 1>{1, 1}, 1e-15, 1e-15));
}

TEST_CASE("in-place forms: what has no elements is not refused") {
  tensor<double, 2> a{{2, 1}, {1, 3}}, b(2, 0);
  linalg::solve_in_place(a, b);
  tensor<double, 3> none(2, 0, 0), matrices(2, 3, 3), right(2, 3, 0);
  linalg::cholesky_in_place(none);
  linalg::inv_in_place(none);
  linalg::solve_in_place(none, none);
  for (index_t k = 0; k < 3; ++k)
    matrices(0, k, k) = matrices(1, k, k) = 1;
  linalg::solve_in_place(matrices, right);
  CHECK(right.shape() == shape(2, 3, 0));
}
