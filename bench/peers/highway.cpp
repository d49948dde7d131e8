// What comes with Highway: its sort, its dot product, and its functions, which err by 1 (exp) to 4 ULP (log, tanh). The
// sort is compiled for many processors and chooses when it runs; the others are headers.
#include "peer.hpp"

#include <hwy/contrib/dot/dot-inl.h>
#include <hwy/contrib/math/math-inl.h>
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>

namespace {

namespace simd = hwy::HWY_NAMESPACE;
using peer::block, peer::run;

template <class T>
void sort(run& r, long n) {
  block<T> a(n), d(n);
  peer::fill_shuffled(a.data(), n);
  const hwy::Sorter sorter;
  r(
      n,
      [&] {
        d = a;
        sorter(d.data(), std::size_t(n), hwy::SortAscending());
      },
      d);
}

template <class T>
void dot(run& r, long n) {
  block<T> a(0, n), b(1, n);
  T s = 0;
  r(1, [&] { s = simd::Dot::Compute<0>(simd::ScalableTag<T>(), a.data(), b.data(), std::size_t(n)); }, s);
}

template <class T, class F>
void function(peer::book& book, char const* name, F f) {
  book.add(
      name,
      [f](run& r, long n) {
        block<T> a(0, n), b(1, n), d(n);
        const simd::ScalableTag<T> tag;
        const long width = long(simd::Lanes(tag));
        const auto two = simd::Set(tag, T(2));
        r(
            n,
            [&, p = a.data(), q = b.data(), o = d.data()] {
              long i = 0;
              for (; i + width <= n; i += width)
                simd::StoreU(simd::MulAdd(two, f(tag, simd::LoadU(tag, p + i)), simd::LoadU(tag, q + i)), tag, o + i);
              const auto rest = simd::FirstN(tag, std::size_t(n - i));
              const auto x = simd::MaskedLoad(rest, tag, p + i), y = simd::MaskedLoad(rest, tag, q + i);
              simd::BlendedStore(simd::MulAdd(two, f(tag, x), y), rest, tag, o + i);
            },
            d);
      },
      std::is_same_v<T, double> ? "double" : "float");
}
template <class T>
void functions(peer::book& book) {
  function<T>(book, "exp", [](auto t, auto x) { return simd::Exp(t, x); });
  function<T>(book, "log", [](auto t, auto x) { return simd::Log(t, x); });
  function<T>(book, "sin", [](auto t, auto x) { return simd::Sin(t, x); });
  function<T>(book, "cos", [](auto t, auto x) { return simd::Cos(t, x); });
  function<T>(book, "tanh", [](auto t, auto x) { return simd::Tanh(t, x); });
  function<T>(book, "atan", [](auto t, auto x) { return simd::Atan(t, x); });
}

} // namespace

int main() {
  peer::book book;
  functions<double>(book);
  functions<float>(book);
  book.add("dot", dot<double>, dot<float>);
  book.add("sort", sort<double>, sort<float>);
  book.add("sort_integers", sort<std::int64_t>);
  return book.serve("Highway",
                    std::to_string(HWY_MAJOR) + "." + std::to_string(HWY_MINOR) + "." + std::to_string(HWY_PATCH));
}
