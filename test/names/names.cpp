// A program that says `using namespace std; using namespace weft;` at its top, and includes everything.
//
// These words of weft mean something else in std too, and such a program must qualify them:
//   weft::fixed       std::fixed, the stream manipulator
//   weft::end         std::end(container); `axis_end` is the same place, and needs no prefix
//   weft::map         std::map, the container
//   weft::slice       std::slice, of <valarray>
//   weft::stack       std::stack, the container
//   weft::is_scalar   std::is_scalar, of <type_traits> (it is specialised by its full name anyway)
//   weft::gcd, lcm    std::gcd and lcm, of <numeric>, which take two of anything (Clang 14 takes weft's)
// All the others are used here without a prefix, those that are functions of std as well among them (min, max, abs, sqrt,
// exp, norm, count, all_of, minmax, reduce, equal, copy, reverse, swap, size, data): each of weft's takes a tensor, a
// view or an expression, which std's do not, or fits better. The list is kept true by test/reject/names_*.cpp.
#include "std.hpp"

#include <weft/ops/digitize.hpp>
#include <weft/ops/histogram2d.hpp>
#include <weft/ops/lexsort.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/topk.hpp>
#include <weft/ops/unique.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace std;
using namespace weft;

TEST_CASE("types and constants need no prefix") {
  tensor<double, 2> a(3, 4);
  tensor<double> d(shape(3, 4));
  tensor<double, weft::fixed<2, 2>> f;
  tensor<double, weft::fixed<dyn, 3>, column_major> g(2);
  view<const double> v = a;
  view<double, 2, row_major> w = a;
  tensor<double, 1> u(uninit, 3);
  index_t n = a.size();
  CHECK(n == 12);
  CHECK(d.shape() == v.shape());
  CHECK(f.rank() + g.rank() == 4);
  CHECK(w.ownership() == borrowed);
  CHECK(a.ownership() == owned);
  CHECK(u.extent(0) == 3);
  CHECK(a.share().ownership() == shared);
  CHECK(max_rank == 16);
}

TEST_CASE("subscripts need no prefix, but for end, of which axis_end is another name") {
  static_assert(same_as<decltype(axis_end), decltype(weft::end)> && axis_end.from_end == weft::end.from_end);
  tensor<double, 2> a(3, 4);
  a(axis_end - 1, 0) = 5.0;
  CHECK(a(2, 0) == 5);
  CHECK(a(range(1, axis_end - 1), range(0, axis_end)).shape() == shape(1, 4));
  a(all, range(0, 2)) = 1.0;
  a(newaxis, ellipsis).fill(2.0);
  CHECK(a(range(0, weft::end - 1), all).extent(0) == 2);
  CHECK(begin(a) == a.begin());
  CHECK(size(a) == 12);
  CHECK(data(a) == a.data());
  CHECK(!empty(a));
}

TEST_CASE("functions of elements need no prefix, but for map") {
  tensor<double, 2> a{{1, 4}, {9, 16}}, b{{1, 2}, {3, 4}};
  const vector<double> numbers{3, 1, 2};
  CHECK(sum(a) == 30);
  CHECK(min(a) == 1);
  CHECK(max(a) == 16);
  CHECK(mean(a) == 7.5);
  CHECK(min(1, 2) == 1);
  CHECK(max(a, 0)(range(0, 1)).size() == 1);
  CHECK(argmin(a) == 0);
  CHECK(conj(a)(1, 1) == 16);
  CHECK(argmax(a, 0, keep_dims).rank() == 2);
  CHECK(eval(sqrt(a)) == b);
  CHECK(sqrt(4.0) == 2);
  CHECK(eval(abs(-a)) == a);
  CHECK(abs(-2) == 2);
  CHECK(eval(exp(a * 0.0))(0, 0) == 1);
  CHECK(eval(square(b)) == a);
  CHECK(count(a > 4) == 2);
  CHECK(count(numbers.begin(), numbers.end(), 3.0) == 1);
  CHECK(all_of(equal(a, a)));
  CHECK(any_of(not_equal(a, b)));
  CHECK(all_close(a, a));
  CHECK(same_shape_and_type(a, b));
  CHECK(eval(minimum(a, b)) == b);
  CHECK(eval(maximum(a, b)) == a);
  CHECK(eval(where(a > 4, a, b))(0, 1) == 2);
  CHECK(eval(cast<int>(a))(0, 1) == 4);
  CHECK(eval(weft::map([](double x) { return x + 1; }, a))(0, 0) == 2);
}

TEST_CASE("views need no prefix, but for slice") {
  tensor<double, 2> a{{1, 4}, {9, 16}}, b{{1, 2}, {3, 4}};
  CHECK(eval(transpose(a))(1, 0) == 4);
  CHECK(eval(permute(a, 1, 0))(1, 0) == 4);
  CHECK(eval(reverse(a, 0))(0, 0) == 9);
  CHECK(eval(reverse(a, axis<1>))(0, 0) == 4);
  CHECK(weft::slice(a, 0, 1)(0) == 9);
  CHECK(window(a, 0, 1, 1).size() == 2);
  CHECK(flatten(a, 0).rank() == 1);
  CHECK(reshape(a, shape(4))(3) == 16);
  CHECK(broadcast_to(a, shape(2, 2, 2)).rank() == 3);
  CHECK(diagonal(a)(1) == 16);
  CHECK(expand_dims(a, 0).rank() == 3);
  CHECK(swap_axes(a, 0, 1)(1, 0) == 4);
  CHECK(sliding_window(a, 0, 2).rank() == 3);
  CHECK(copy(a) == a);
  CHECK(eval(own(a + b)) == eval(a + b));
  double p[4] = {1, 2, 3, 4};
  CHECK(borrow(p, shape(2, 2), strides(1, 2))(0, 1) == 3);
  CHECK(adopt(vector<double>{1, 2}, shape(2))(1) == 2);
  CHECK(explain(a + b).loops == 1);
}

TEST_CASE("generators and reductions need no prefix") {
  tensor<double, 2> a{{1, 4}, {9, 16}}, b{{1, 2}, {3, 4}};
  const vector<double> numbers{3, 1, 2};
  CHECK(eval(zeros<double>(shape(2))) == eval(ones<double>(shape(2)) - 1.0));
  CHECK(eval(full(shape(2), 3.0))(1) == 3);
  CHECK(eval(from_function(shape(2, 2), [](index_t i, index_t j) { return double(i + j); }))(1, 1) == 2);
  CHECK(eval(sum(a, axes<0>))(0) == 10);
  CHECK(var(b) == 1.25);
  CHECK(stddev(a - a) == 0);
  CHECK(norm(tensor<double, 1>{3, 4}) == 5);
  CHECK(norm(complex<double>(3, 4)) == 25);
  CHECK(logsumexp(a * 0.0) == log(4.0));
  CHECK(ptp(a) == 15);
  CHECK(minmax(a).max == 16);
  CHECK(minmax(2, 1).first == 1);
  CHECK(nan_sum(a) == 30);
  CHECK(fold(a, 0, [](int n, double) { return n + 1; }) == 4);
  const auto [total, average, least] = reduce(a, sum, mean, smallest);
  CHECK((total == 30 && average == 7.5 && least == 1));
  CHECK(median(a) == 6.5);
  CHECK(quantile(a, 0.0, quantile_method::lower) == 1);
  CHECK(histogram(a, 3).counts(0) == 2);
  CHECK(bincount(tensor<int, 1>{1, 1})(1) == 2);
  CHECK(eval(cumsum(a, 0))(1, 1) == 20);
  CHECK(eval(diff(a))(0, 0) == 3);
  CHECK(reduce(numbers.begin(), numbers.end()) == 6);
}

TEST_CASE("element-wise functions need no prefix, but for gcd and lcm") {
  const tensor<double, 1> a{0.25, 0.5}, b{1, 4}; // const: std::clamp and std::polar take const references of any type
  const tensor<complex<double>, 1> z{{3, -4}, {0, 1}};
  const tensor<int, 1> n{6, 4};
  const tensor<bool, 1> m{true, false};
  const auto first = [](auto const& e) { return e(0); };
  for (double x : {first(sin(a)), first(cos(a)), first(tan(a)), first(asin(a)), first(acos(a)), first(atan(a)),
                   first(atan2(a, b)), first(sinh(a)), first(cosh(a)), first(tanh(a)), first(asinh(a)), first(acosh(b)),
                   first(atanh(a)), first(sinc(a)), first(degrees(a)), first(radians(a)), first(erf(a)), first(erfc(a)),
                   first(tgamma(a)), first(lgamma(a)), first(cbrt(a)), first(rsqrt(a)), first(reciprocal(a)),
                   first(pow(a, 3.0)), first(exp2(a)), first(exp10(a)), first(expm1(a)), first(log(a)), first(log2(a)),
                   first(log10(a)), first(log1p(a)), first(pow(a, b)), first(pow(a, a)), first(hypot(a, a)),
                   first(fma(a, a, a)), first(fma(a, b, 1.0)), first(fmod(a, a)), first(remainder(a, b)),
                   first(floor(a)), first(ceil(a)), first(trunc(a)), first(round(a)), first(rint(a)),
                   first(clamp(a, a, a)), first(clamp(a, 0.0, 1.0)), first(fmin(a, a)), first(fmax(a, a)),
                   first(copysign(a, a)), first(nextafter(a, b)), first(nan_to_num(a)), first(logistic(a)),
                   first(relu(a)), first(heaviside(a, a)), first(sign(a)), first(arg(z)), first(abs2(z)),
                   first(real(z)), first(imag(z)), first(imag(z + z)), first(conj(a))})
    CHECK(x == x);
  CHECK(first(polar(a, a)).real() == 0.25 * cos(0.25));
  CHECK(first(isfinite(a)));
  CHECK(!first(isnan(a) || isinf(a) || signbit(a)));
  CHECK(first(isclose(a, a)));
  CHECK(first(weft::gcd(n, n)) == 6);
  CHECK(first(weft::lcm(n, n)) == 6);
  CHECK(first(n & n) == 6);
  CHECK(first(n << 1) == 12);
  CHECK(first(!m || m));
  CHECK(pow(2.0, 3.0) == 8);
  CHECK(clamp(5, 1, 3) == 3);
  CHECK(gcd(12, 18) == 6);
  CHECK(round(2.5) == 3);
  CHECK(isnan(a(0)) == false);
  CHECK(real(z(0)) == 3);
}

TEST_CASE("swap needs no prefix") {
  tensor<double, 1> u{1, 2}, v{3, 4};
  swap(u, v);
  CHECK(u(0) == 3);
  auto x = u(range(0, 1)), y = v(range(0, 1));
  swap(x, y);
  CHECK(u(0) == 1);
  const view<const double> r = u;
  CHECK(sum(r) == 5);
}

TEST_CASE("the functions of POSIX need no prefix either") {
  CHECK(access("/", R_OK) == 0);
  CHECK(index("abc", 'b') != nullptr);
  struct tms t;
  CHECK(times(&t) != clock_t(-2));
}

TEST_CASE("rearranging needs no prefix, but for stack") {
  tensor<int, 2> a{{3, 1}, {2, 4}};
  const tensor<int, 1> i{1, 0};
  CHECK(eval(concatenate(0, a, a)).extent(0) == 4);
  CHECK(eval(weft::stack(0, a, a)).rank() == 3);
  CHECK(eval(tile(a, 2)).size() + eval(repeat(a, 2, 0)).size() + eval(pad(a, 1, padding::edge)).size() == 32);
  CHECK(eval(flip(roll(a, 1, 0)))(0, 0) == 1);
  CHECK(split(rot90(a), 2, 0).size() == 2);
  CHECK(sum(tril(a)) + sum(triu(a)) == 17);
  CHECK(compress(a > 2, a) == tensor<int, 1>{3, 4});
  CHECK(take(a, i, 0) == a(i, all));
  CHECK(nonzero(a)[0].size() == 4);
  masked(a, a > 3) = 0;
  put(a, i, 7);
  CHECK(sort(a) == tensor<int, 2>{{7, 7}, {0, 2}});
  add_at(a, i, 1);
  max_at(a, i, 0);
  min_at(a, i, 100);
  add_at(a, i, -1);
  CHECK(take_along(a, argsort(a, 0), 0) == sort(a, 0));
  CHECK(eval(partition(a, 1, 0))(1, 0) == 7);
  CHECK(unique(a) == tensor<int, 1>{0, 2, 7});
  CHECK(eval(searchsorted(unique(a), a, side::right))(0, 0) == 3);
}

TEST_CASE("the names of the array API standard need no prefix") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<double, 1> x{2, 1};
  CHECK(zeros_like(a)(0, 0) + ones_like(a)(0, 0) + full_like(a, 2.0)(0, 0) == 3);
  CHECK(empty_like(a).shape() == broadcast_shapes(a.shape(), x.shape()));
  const auto [u, v] = broadcast_arrays(a, x);
  CHECK(u(1, 1) + v(1, 0) == 6);
  CHECK(moveaxis(a, 0, 1)(0, 1) + matrix_transpose(a)(0, 1) + unstack(a, 0)[1](0) == 9);
  CHECK(count_nonzero(a) == 4);
  CHECK(sum(vecdot(a, x)) == 14);
  CHECK(floor_divide(a, 2.0)(1, 0) + floor_modulo(a, 2.0)(1, 0) + (+a)(0, 0) == 3);
  CHECK(logaddexp(x, x)(0) > 2.6);
  CHECK(percentile(x, 50) == 1.5);
  CHECK(histogram2d(x, x, 2, 2).counts(0, 0) == 1);
  CHECK(eval(digitize(x, tensor<double, 1>{1.5}))(0) == 1);
  CHECK(lexsort(x)(0) == 1);
  CHECK(topk(x, 1).values(0) == 2);
  CHECK(eval(isin(x, a))(0));
  CHECK(intersect1d(x, a).size() + union1d(x, a).size() + setdiff1d(a, x).size() + setxor1d(a, x).size() == 10);
  CHECK(sum(a(a > 2.0)) == 7);
  CHECK(can_cast<int, double>());
  CHECK(isdtype<int>(dtype_kind::integral));
  CHECK(result_type(dtype::int32, dtype::float32) == dtype::float32);
}
