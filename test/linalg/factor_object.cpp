#include "counting_resource.hpp"
#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/factor_object.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/tensor/memory.hpp>

#include <utility>

using namespace weft;
using namespace decomposition_test;

TEST_CASE("factor objects: any strides of operands and right sides; mixed types") {
  const auto a = random_matrix<double>(6, 6), b = random_matrix<double>(6, 6, 5);
  const auto f = linalg::lu_factor(a);
  in_each_layout(a, [&](auto const& x) { CHECK(backward_error<double>(a, linalg::lu_factor(x).solve(b), b) < 1e-14); });
  in_each_layout(b, [&](auto const& y) {
    CHECK(backward_error<double>(a, tensor<double, 2>(f.solve(y)), b) < 1e-14);
  });
  const auto h = positive<double>(5), r = random_matrix<double>(5, 2);
  in_each_layout(h, [&](auto const& x) {
    CHECK(backward_error<double>(h, linalg::cholesky_factor(x).solve(r), r) < 1e-14);
    if (!without_lapack())
      CHECK(backward_error<double>(h, linalg::ldlt_factor(x).solve(r), r) < 1e-14);
  });
  // Real factors and a complex right side: the real and the imaginary part have solutions of their own.
  const auto z = random_matrix<std::complex<double>>(6, 3, 9);
  const auto x = f.solve(z);
  static_assert(std::same_as<decltype(x), const tensor<std::complex<double>, 2>>);
  CHECK(backward_error<std::complex<double>>(tensor<std::complex<double>, 2>(a), x, z) < 1e-14);
  const auto xf = f.solve(cast<std::complex<float>>(z));
  static_assert(std::same_as<decltype(xf), const tensor<std::complex<double>, 2>>);
  const tensor<int, 1> whole{1, 0, 2, 0, 0, 3};
  CHECK(backward_error<double>(a, tensor<double, 2>(f.solve(whole)(all, newaxis)),
                               tensor<double, 2>(cast<double>(whole)(all, newaxis))) < 1e-14);
  static_assert(std::same_as<decltype(linalg::lu_factor(cast<int>(a)))::value_type, double>);
  CHECK(backward_error<double>(a, tensor<double, 2>(f.solve(b + b)), tensor<double, 2>(2.0 * b)) < 1e-14);
}

TEST_CASE("factor objects: batches, broadcast right sides, static and run-time rank") {
  tensor<double, 4> a(2, 3, 4, 4), b(2, 3, 4, 2);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      a(i, j, all, all) = positive<double>(4) + double(i + 2 * j) * random_matrix<double>(4, 4);
      b(i, j, all, all) = random_matrix<double>(4, 2, 30 + static_cast<unsigned long>(3 * i + j));
    }
  const tensor<double, 1> v{1, 2, 3, 4};
  const auto check = [&](auto const& f) {
    const auto x = f.solve(b), one = f.solve(b(1, 2, all, all));
    const auto vectors = f.solve(v);
    const auto rcond = f.rcond();
    const auto det = f.det();
    const auto inverse = f.inverse();
    REQUIRE(det.shape() == shape(2, 3));
    REQUIRE(vectors.shape() == shape(2, 3, 4));
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j) {
        const tensor<double, 2> m = a(i, j, all, all);
        const auto single = linalg::lu_factor(m);
        const auto of = [&](auto const& t) { return slice(slice(t, 0, i), 0, j); };
        CHECK(all_close(of(x), single.solve(b(i, j, all, all)), 1e-12, 1e-12));
        CHECK(all_close(of(one), single.solve(b(1, 2, all, all)), 1e-12, 1e-12));
        CHECK(all_close(of(vectors), single.solve(v), 1e-12, 1e-12));
        CHECK(all_close(of(inverse), single.inverse(), 1e-12, 1e-12));
        CHECK(det[{i, j}] == doctest::Approx(single.det()).epsilon(1e-12));
        CHECK(rcond[{i, j}] == doctest::Approx(single.rcond()).epsilon(1e-12));
      }
  };
  check(linalg::lu_factor(a));
  check(linalg::lu_factor(tensor<double, 4, column_major>(a)));
  check(linalg::lu_factor(tensor<double>(a)));
  const auto many = linalg::lu_factor(a(1, 2, all, all)).solve(b); // one matrix, a batch of right sides
  CHECK(many.shape() == shape(2, 3, 4, 2));
  CHECK(all_close(many(0, 1, all, all), linalg::lu_factor(a(1, 2, all, all)).solve(b(0, 1, all, all)), 1e-12, 1e-12));
  const tensor<double, fixed<2, 2>> known{{2, 1}, {1, 3}};
  const auto f = linalg::cholesky_factor(known);
  static_assert(std::same_as<decltype(f.l()), tensor<double, fixed<2, 2>>>);
  static_assert(std::same_as<decltype(f.solve(tensor<double, fixed<2>>{3, 4})), tensor<double, fixed<2>>>);
  CHECK(all_close(f.solve(tensor<double, fixed<2>>{3, 4}), tensor<double, 1>{1, 1}, 1e-15, 1e-15));
  CHECK(linalg::lu_factor(tensor<double, 3>(0, 4, 4)).det().shape() == shape(0));
  CHECK(linalg::lu_factor(tensor<double, 3>(2, 0, 0)).det() == tensor<double, 1>{1, 1});
}

TEST_CASE("factor objects are values") {
  const auto a = random_matrix<double>(5, 5), c = random_matrix<double>(5, 5, 9), b = random_matrix<double>(5, 1, 2);
  auto f = linalg::lu_factor(a);
  auto copied = f;
  f.refactor(c);
  CHECK(backward_error<double>(a, copied.solve(b), b) < 1e-14);
  CHECK(backward_error<double>(c, f.solve(b), b) < 1e-14);
  auto moved = std::move(f);
  CHECK(backward_error<double>(c, moved.solve(b), b) < 1e-14);
  const std::string none = "weft: linalg::lu_factor: there are no factors: they were moved away, or refactor has failed";
  CHECK(support::message_of([&] { (void)f.solve(b); }) == none); // NOLINT: what it says then
  CHECK(support::message_of([&] { (void)f.det(); }) == none);
  CHECK(support::message_of([&] { (void)f.rcond(); }) == none);
  f = copied;
  CHECK(backward_error<double>(a, f.solve(b), b) < 1e-14);
  f = std::move(moved);
  CHECK(backward_error<double>(c, f.solve(b), b) < 1e-14);
  moved.refactor(a);
  CHECK(backward_error<double>(a, moved.solve(b), b) < 1e-14);
  f.refactor(tensor<double, 2, column_major>(a));
  CHECK(backward_error<double>(a, f.solve(b), b) < 1e-14);
  tensor<double, 2> bad = a;
  bad(2, 3) = std::nan("");
  CHECK_THROWS_AS(f.refactor(bad), linalg_error);
  CHECK(support::message_of([&] { (void)f.solve(b); }) == none);
  CHECK(support::message_of([&] { f.refactor(random_matrix<double>(4, 4)); }) ==
        "weft: linalg::lu_factor: shape (5,5) and shape (4,4): refactor takes matrices of the shape that was factored "
        "first");
}

TEST_CASE_TEMPLATE("solve_in_place: targets of any strides", T, double, std::complex<float>) {
  const index_t n = 6, k = 3;
  const auto a = positive<T>(n), b = random_matrix<T>(n, k, 5);
  tensor<T, 2> room(20, 20);
  const auto check = [&](auto& f, auto const& target) {
    room = T(7);
    target = b;
    f.solve_in_place(target);
    CHECK(backward_error<T>(a, tensor<T, 2>(target), b) <= few<T>(n));
    index_t changed = 0;
    for (T const& x : room)
      changed += x != T(7);
    CHECK(changed == n * k);
  };
  const auto check_all = [&](auto& f) {
    check(f, room(range(0, 6), range(0, 3)));
    check(f, room(range(0, 12, 2), range(1, 10, 3)));
    check(f, reverse(room(range(0, 6), range(0, 3)), 0));
    check(f, reverse(room(range(0, 12, 2), range(0, 3)), 1));
    check(f, transpose(room(range(0, 3), range(0, 12, 2))));
    check(f, transpose(room(range(2, 5), range(0, 6))));
    check(f, reverse(transpose(room(range(0, 3), range(0, 6))), 1));
    tensor<T, 1> v = b(all, 1);
    f.solve_in_place(v);
    CHECK(backward_error<T>(a, tensor<T, 2>(v(all, newaxis)), tensor<T, 2>(b(all, range(1, 2)))) <= few<T>(n));
    tensor<T, 3, column_major> batch(2, n, k);
    batch(0, all, all) = b;
    batch(1, all, all) = T(2) * b;
    linalg::workspace w;
    std::as_const(f).solve_in_place(batch, w);
    CHECK(backward_error<T>(a, tensor<T, 2>(batch(1, all, all)), tensor<T, 2>(T(2) * b)) <= few<T>(n));
    CHECK(backward_error<T>(a, tensor<T, 2>(batch(0, all, all)), b) <= few<T>(n));
  };
  auto lu = linalg::lu_factor(a);
  check_all(lu);
  auto by_columns = linalg::lu_factor(tensor<T, 2, column_major>(a));
  check_all(by_columns);
  auto cholesky = linalg::cholesky_factor(a);
  check_all(cholesky);
  if (!without_lapack()) {
    auto ldlt = linalg::ldlt_factor(a);
    check_all(ldlt);
  }
}

TEST_CASE("solve_in_place, refactor: no memory is taken the second time") {
  const index_t n = 150;
  const auto a = positive<double>(n), c = random_matrix<double>(n, n), b = random_matrix<double>(n, 70);
  const auto check = [&](auto f, auto const& other) {
    tensor<double, 2> x = b;
    const auto view = transpose(x);
    tensor<double, 2> y = transpose(b);
    const auto strided = transpose(y);
    tensor<double, 1> v = b(all, 0);
    linalg::workspace w;
    f.solve_in_place(x);
    f.solve_in_place(strided);
    f.solve_in_place(x, w);
    static_cast<void>(view);
    linalg_test::counting_resource resource;
    {
      const no_alloc_scope none;
      x = b;
      f.refactor(other);
      f.solve_in_place(x);
      strided = b;
      f.solve_in_place(strided);
      f.solve_in_place(v);
      f.solve_in_place(v, w);
    }
    CHECK(resource.taken == 0);
    CHECK(backward_error<double>(other, x, b) <= few<double>(n));
    CHECK(backward_error<double>(other, tensor<double, 2>(strided), b) <= few<double>(n));
  };
  check(linalg::lu_factor(a), c);
  check(linalg::cholesky_factor(a), tensor<double, 2>(2.0 * a));
  if (!without_lapack())
    check(linalg::ldlt_factor(a), hermitian<double>(n));
  linalg_test::counting_resource resource;
  {
    auto f = linalg::lu_factor(a);
    const int taken = resource.taken;
    auto moved = std::move(f);
    CHECK(resource.taken == taken);
    CHECK(taken > 0);
  }
  CHECK(resource.held == 0);
}

TEST_CASE("factor objects: what is refused") {
  tensor<double, 3> a(2, 2, 2);
  a(0, all, all) = tensor<double, 2>{{1, 0}, {0, 1}};
  a(1, all, all) = tensor<double, 2>{{1, 2}, {2, 4}};
  auto f = linalg::lu_factor(a);
  tensor<double, 3> x(2, 2, 1);
  x = 3.0;
  try {
    f.solve_in_place(x);
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(std::string(e.what()) ==
          "weft: linalg::lu_factor: matrix 1 of the batch: the matrix is singular: pivot 1 is 0 (lu)");
    CHECK(std::string(e.routine()) == "lu");
    CHECK(e.position() == 1);
    CHECK(e.batch_index() == 1);
  }
  CHECK(x == tensor<double, 3>(shape(2, 2, 1), 3.0));
  CHECK_THROWS_AS((void)f.inverse(), linalg_error);
  CHECK(f.det() == tensor<double, 1>{1, 0});
  CHECK(support::message_of([&] { (void)linalg::cholesky_factor(-1.0 * a); }) ==
        "weft: linalg::cholesky_factor: matrix 0 of the batch: the matrix is not positive definite, seen at column 0 "
        "(cholesky)");
  a(1, 0, 1) = HUGE_VAL;
  CHECK(support::message_of([&] { (void)linalg::lu_factor(a); }) ==
        "weft: linalg::lu_factor: matrix 1 of the batch: element (0,1) is NaN or infinite (lu)");
  CHECK(support::message_of([&] { (void)linalg::lu_factor(tensor<double, 2>(3, 2)); }) ==
        "weft: linalg::lu_factor: shape (3,2): the matrix is not square");
  CHECK(support::message_of([&] { (void)f.solve(tensor<double, 2>(3, 1)); }) ==
        "weft: linalg::lu_factor: shape (2,2,2) and shape (3,1): the right side has as many rows as the matrix");
  tensor<double, 2> narrow(2, 1);
  CHECK(support::message_of([&] { f.solve_in_place(narrow); }) ==
        "weft: linalg::lu_factor: shape (2,2,2) and shape (2,1): what is solved in place has the leading axes of both");
  double same = 1;
  auto g = linalg::lu_factor(tensor<double, 2>{{2, 1}, {1, 3}});
  CHECK(support::message_of([&] { g.solve_in_place(borrow(&same, shape(2, 3), strides(0, 0))); }) ==
        "weft: linalg::lu_factor: elements that are overwritten share memory: an axis has stride 0");
  CHECK(same == 1);
}
