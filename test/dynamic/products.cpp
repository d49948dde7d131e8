#include <support/untyped.hpp>
#include <weft/dynamic/products.hpp>
#include <weft/linalg/einsum.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/linalg/vector.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>

using namespace weft;
using namespace untyped;

// The numbers are small integers, so that any order of sums gives the same.
TEST_CASE("products of any_tensors: every type, shape and view") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      check_same(vdot(u, x), single(vdot(x, x)));
      if (x.rank() <= 8)
        check_same(kron(u, u), kron(x, x));
      if (x.rank() == 1) {
        check_same(dot(u, x), single(dot(x, x)));
        check_same(outer(u, reverse(u, 0)), outer(x, reverse(x, 0)));
      }
      if (x.rank() == 2)
        check_same(trace(u), single(trace(x)));
      for (int n = 0; n <= (x.rank() > 0 ? 1 : 0); ++n)
        check_same(tensordot(u, transpose(u), n), tensordot(x, transpose(x), n));
      check_same(tensordot(u, u, x.rank() == 1 ? 1 : 0), tensordot(x, x, x.rank() == 1 ? 1 : 0));
      if (x.rank() == 3)
        check_same(tensordot(permute(u, 1, 2, 0), permute(u, 2, 0, 1), 2),
                   tensordot(permute(x, 1, 2, 0), permute(x, 2, 0, 1), 2));
      check_same(einsum("...,...->...", u, u), einsum("...,...->...", x, x));
      check_same(einsum("...", u), einsum("...", x));
      if (x.rank() > 1)
        check_same(einsum("...ij,...kj->ik...", u, x), einsum("...ij,...kj->ik...", x, x));
    });
  });
}

TEST_CASE("products of any_tensors: types of several") {
  tensor<std::uint8_t, 2> const a{{200, 100}, {3, 4}};
  tensor<float, 2> const b{{0.5, 2}, {1, -1}};
  tensor<std::complex<double>, 2> const c{{{1, 2}, 3}, {{0, -1}, 1}};
  any_tensor const u(a), v(b), w(c);
  check_same(matmul(u, u), matmul(a, a));
  check_same(matmul(u, v), matmul(a, b));
  check_same(matmul(v, w), matmul(b, c));
  check_same(matmul(transpose(u), 2 * v), matmul(transpose(a), 2 * b));
  check_same(tensordot(u, w, 1), tensordot(a, c, 1));
  check_same(kron(u, b), kron(a, b));
  check_same(einsum("ij,jk,kl->il", u, v, c), einsum("ij,jk,kl->il", a, b, c));
  check_same(einsum<"ij,kj">(u, u), einsum<"ij,kj">(a, a));
  check_same(einsum("ii->i", w), einsum("ii->i", c));
  check_same(vdot(w, v), single(vdot(c, b)));
  CHECK(matmul(u, u).dtype() == dtype::int32);
  CHECK(matmul(u, u) == any_tensor(tensor<int, 2>{{40300, 20400}, {612, 316}}));
}

// numpy.kron, numpy.cross, numpy.tensordot, numpy.vdot, numpy.einsum, numpy.trace, numpy.outer
TEST_CASE("products of any_tensors: as NumPy") {
  any_tensor const u(tensor<int, 2>{{1, 2}, {3, 4}}), v(tensor<int, 2>{{0, 1}, {1, 0}});
  CHECK(kron(u, v) == any_tensor(tensor<int, 2>{{0, 1, 0, 2}, {1, 0, 2, 0}, {0, 3, 0, 4}, {3, 0, 4, 0}}));
  CHECK(cross(any_tensor(tensor<double, 1>{1, 2, 3}), tensor<float, 1>{4, 5, 6}) ==
        any_tensor(tensor<double, 1>{-3, 6, -3}));
  any_tensor const x(tensor<double, 3>{{{0, 1, 2}, {3, 4, 5}}, {{6, 7, 8}, {9, 10, 11}}});
  CHECK(tensordot(x, tensor<double, 2>{{0, 1}, {2, 3}, {4, 5}}, axis<1>) ==
        any_tensor(tensor<double, 3>{{{10, 13}, {28, 40}}, {{46, 67}, {64, 94}}}));
  using complex = std::complex<double>;
  any_tensor const z(tensor<complex, 1>{complex(1, 2), 3});
  CHECK(complex(vdot(z, tensor<complex, 1>{complex(0, 1), 1})) == complex(5, 1));
  CHECK(einsum("ij,j->i", any_tensor(tensor<int, 2>{{3, 1, 2}, {2, 3, 1}}), tensor<int, 1>{1, 2, 3}) ==
        any_tensor(tensor<int, 1>{11, 11}));
  CHECK(int(any_expr<>(einsum("ii", u))) == 5);
  CHECK(double(trace(u)) == 5);
  CHECK(double(dot(u(0, all), u(1, all))) == 11);
  CHECK(outer(u(0, all), u(1, all)) == any_tensor(tensor<int, 2>{{3, 4}, {6, 8}}));
}

TEST_CASE("cross of any_tensors: leading axes broadcast") {
  tensor<double> const a = numbers<double>(shape(2, 1, 3)), b = numbers<double>(shape(4, 3));
  check_same(cross(any_tensor(a), b), cross(a, b));
  check_same(cross(2 * any_tensor(b), any_tensor(a)), cross(2 * b, a));
  check_same(cross(reverse(any_tensor(b), 1), any_tensor(b)), cross(reverse(b, 1), b));
}

TEST_CASE("products of any_tensors: lifetimes and memory") {
  any_expr<> product;
  {
    any_tensor u(tensor<double, 2>{{1, 2}, {3, 4}});
    product = matmul(u, u); // shares the memory
    u.as<double, 2>()(0, 0) = 0;
  }
  CHECK(product == any_tensor(tensor<double, 2>{{6, 8}, {12, 22}}));
  any_tensor v(tensor<double, 2>{{1, 2}, {3, 4}});
  v = matmul(v, transpose(v)); // into the memory that it reads
  CHECK(v == any_tensor(tensor<double, 2>{{5, 11}, {11, 25}}));
}

TEST_CASE("products of any_tensors: errors are those of typed operands") {
  tensor<double> const a = numbers<double>(shape(2, 3)), b = numbers<double>(shape(2)), c = numbers<double>(shape(3));
  any_tensor const u(a), v(b), w(c);
  const auto same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  same([&] { (void)dot(v, w); }, [&] { (void)dot(b, c); });
  same([&] { (void)dot(u, u); }, [&] { (void)dot(a, a); });
  same([&] { (void)vdot(v, w); }, [&] { (void)vdot(b, c); });
  same([&] { (void)outer(u, w); }, [&] { (void)outer(a, c); });
  same([&] { (void)kron(u, w); }, [&] { (void)kron(a, c); });
  same([&] { (void)cross(v, w); }, [&] { (void)cross(b, c); });
  same([&] { (void)trace(w); }, [&] { (void)trace(c); });
  same([&] { (void)tensordot(u, u, 1); }, [&] { (void)tensordot(a, a, 1); });
  same([&] { (void)tensordot(u, w, 2); }, [&] { (void)tensordot(a, c, 2); });
  same([&] { (void)tensordot(u, w, -1); }, [&] { (void)tensordot(a, c, -1); });
  same([&] { (void)einsum("ij,jk", u, u); }, [&] { (void)einsum("ij,jk", a, a); });
  same([&] { (void)einsum("ij,", u, u); }, [&] { (void)einsum("ij,", a, a); });
  same([&] { (void)einsum("i?", u); }, [&] { (void)einsum("i?", a); });
}
