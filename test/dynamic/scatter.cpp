#include <support/untyped.hpp>

#include <weft/dynamic/scatter.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/scatter.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>

using namespace weft;
using namespace untyped;

TEST_CASE("add_at, max_at, min_at of an any_tensor: every type, an index that occurs again") {
  each_type([]<class T>(std::type_identity<T>) {
    tensor<int, 2> const at{{2, 0}, {2, 3}};
    tensor<T> const values = numbers<T>(shape(2, 2, 3));
    if constexpr (!std::is_same_v<T, bool>) {
      tensor<T> a = numbers<T>(shape(4, 3));
      any_tensor u(a);
      for (index_t n = 0; n < 4; ++n) // by hand, in the order of the indices
        for (index_t j = 0; j < 3; ++j)
          a(at(n / 2, n % 2), j) = static_cast<T>(a(at(n / 2, n % 2), j) + values(n / 2, n % 2, j));
      add_at(u, any_tensor(at), any_tensor(values));
      check_same(u, a);
    }
    if constexpr (!is_complex<T>) {
      tensor<T> a = numbers<T>(shape(4, 3)), b = a;
      any_tensor u(a), v(a);
      for (index_t n = 0; n < 4; ++n)
        for (index_t j = 0; j < 3; ++j) {
          T &high = a(at(n / 2, n % 2), j), &low = b(at(n / 2, n % 2), j), x = values(n / 2, n % 2, j);
          high = x > high || x != x ? x : high;
          low = x < low || x != x ? x : low;
        }
      max_at(u, at, any_tensor(values));
      min_at(v, any_tensor(at), values);
      check_same(u, a);
      check_same(v, b);
    }
  });
}

TEST_CASE("add_at, max_at, min_at: of each dtype") {
  for (int k = 1; k <= static_cast<int>(dtype::bfloat16); ++k) {
    dtype const t = static_cast<dtype>(k);
    any_tensor const small = cast(any_tensor(tensor<int, 1>{1, 100, 3}), t);
    any_tensor u = small, v = small, w = small;
    add_at(u, tensor<int, 1>{0, 2, 0}, tensor<std::int8_t, 1>{4, 5, 6});
    CHECK(any_tensor(cast(u, dtype::complex128)) == any_tensor(tensor<std::complex<double>, 1>{11, 100, 8}));
    if (t == dtype::complex64 || t == dtype::complex128)
      continue;
    max_at(v, tensor<int, 1>{0, 1, 0}, tensor<std::int8_t, 1>{4, 99, 2});
    min_at(w, tensor<int, 1>{2, 1, 2}, tensor<std::int8_t, 1>{2, 101, 7});
    CHECK(any_tensor(cast(v, dtype::float64)) == any_tensor(tensor<double, 1>{4, 100, 3}));
    CHECK(any_tensor(cast(w, dtype::float64)) == any_tensor(tensor<double, 1>{1, 100, 2}));
  }
  any_tensor wraps(tensor<std::int8_t, 1>{100});
  add_at(wraps, tensor<int, 1>{0}, std::int8_t(100));
  CHECK(int(wraps(0)) == -56);
  any_tensor high(tensor<std::uint64_t, 1>{5});
  max_at(high, tensor<int, 1>{0}, ~std::uint64_t(0));
  CHECK(std::uint64_t(high(0)) == ~std::uint64_t(0));
}

TEST_CASE("add_at of parts: strides of either sign, numbers, values and indices in the memory that is written") {
  any_tensor u(tensor<double, 2>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  add_at(u(range(2, -1, -1), range(0, 3, 2)), tensor<std::uint8_t, 1>{0, 0, 2}, tensor<float, 2>{{10, 20}, {1, 2}, {5, 5}});
  CHECK(u == any_tensor(tensor<double, 2>{{6, 2, 8}, {4, 5, 6}, {18, 8, 31}}));
  add_at(u(all, 1), tensor<int, 1>{1, 1}, 0.5);
  CHECK(double(u(1, 1)) == 6);
  add_at(u(1, all), any_tensor(tensor<std::int64_t, 1>{2, 0, 2}), u(1, range(2, -1, -1)));
  CHECK(any_tensor(u(1, all)) == any_tensor(tensor<double, 1>{10, 6, 16}));
  any_tensor order(tensor<index_t, 1>{2, 0, 1, 2});
  add_at(order, order, 10);
  CHECK(order == any_tensor(tensor<index_t, 1>{12, 10, 21, 2}));
  add_at(order, tensor<int, 1>(0), 1);
  CHECK(order == any_tensor(tensor<index_t, 1>{12, 10, 21, 2}));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  any_tensor v(tensor<float, 1>{1, float(nan), 3});
  max_at(v, tensor<int, 1>{0, 1, 0}, tensor<double, 1>{nan, 5, 7});
  CHECK(any_tensor(equal(v, v)) == any_tensor(tensor<bool, 1>{false, false, true}));
  any_tensor mask(tensor<bool, 1>{false, true});
  max_at(mask, tensor<int, 1>{0}, true);
  min_at(mask, tensor<int, 1>{1}, false);
  CHECK(mask == any_tensor(tensor<bool, 1>{true, false}));
}

TEST_CASE("add_at of an any_tensor: what does not fit is refused, and nothing is written") {
  any_tensor u(tensor<int, 2>{{1, 2}, {3, 4}}), before = u;
  tensor<int, 2> a{{1, 2}, {3, 4}};
  auto const same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  same([&] { add_at(u, tensor<int, 1>{0, 2}, 1); }, [&] { add_at(a, tensor<int, 1>{0, 2}, 1); });
  same([&] { add_at(u, tensor<int, 1>{0, -1}, 1); }, [&] { add_at(a, tensor<int, 1>{0, -1}, 1); });
  same([&] { min_at(u, tensor<int, 1>{0}, tensor<int, 1>{1, 2, 3}); },
       [&] { min_at(a, tensor<int, 1>{0}, tensor<int, 1>{1, 2, 3}); });
  CHECK_THROWS_AS(add_at(u, tensor<int, 1>{0}, 0.5), dtype_error);
  CHECK_THROWS_AS(add_at(u, any_tensor(tensor<double, 1>{0}), 1), dtype_error);
  CHECK_THROWS_AS(add_at(u, any_tensor(tensor<std::uint64_t, 1>{~std::uint64_t(0)}), 1), index_error);
  CHECK(u == before);
  any_tensor mask(tensor<bool, 1>{true}), z(tensor<std::complex<double>, 1>{{1, 2}}), one(dtype::float64, shape());
  CHECK_THROWS_AS(add_at(mask, tensor<int, 1>{0}, true), dtype_error);
  CHECK_THROWS_AS(max_at(z, tensor<int, 1>{0}, 1), dtype_error);
  CHECK_THROWS_AS(add_at(one, tensor<int, 1>{0}, 1), index_error);
}
