// What does a loop written by hand over a(i, j) cost? The twin is the same loop over pointers, compiled with the same
// flags, in this file.
#include "ratio.hpp"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t, weft::fixed, weft::dyn, weft::row_major, weft::column_major;

namespace {

template <class T>
constexpr bool is_column_major = std::same_as<typename T::layout_type::order, weft::dense<column_major>>;

/// A matrix as a pointer and its extents. Each has its own, as each tensor has: one number for both would save the loop
/// an addition.
template <class U>
struct pointed {
  U* p;
  index_t m, n;
  /// Static extents are constants in the twin, too.
  template <class T>
  void fix() {
    if (T::extents_type::statics[0] != dyn)
      m = T::extents_type::statics[0];
    if (T::extents_type::statics[1] != dyn)
      n = T::extents_type::statics[1];
  }
};
/// With extents that the compiler does not know.
template <class U>
pointed<U> point(U* p) {
  index_t m = 48, n = 60;
  benchmark::DoNotOptimize(m);
  benchmark::DoNotOptimize(n);
  return {p, m, n};
}

// sum of a * b
template <class T>
[[gnu::noinline]] double weft_dot(T const& a, T const& b) {
  double s = 0;
  if constexpr (is_column_major<T>) {
    for (index_t j = 0; j < a.extent(1); ++j)
      for (index_t i = 0; i < a.extent(0); ++i)
        s += a(i, j) * b(i, j);
  } else {
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = 0; j < a.extent(1); ++j)
        s += a(i, j) * b(i, j);
  }
  return s;
}
template <class T>
[[gnu::noinline]] double twin_dot(pointed<const double> a, pointed<const double> b) {
  a.fix<T>();
  b.fix<T>();
  double s = 0;
  if constexpr (is_column_major<T>) {
    for (index_t j = 0; j < a.n; ++j)
      for (index_t i = 0; i < a.m; ++i)
        s += a.p[i + j * a.m] * b.p[i + j * b.m];
  } else {
    for (index_t i = 0; i < a.m; ++i)
      for (index_t j = 0; j < a.n; ++j)
        s += a.p[i * a.n + j] * b.p[i * b.n + j];
  }
  return s;
}

// b = 0.5 * b + a
template <class T>
[[gnu::noinline]] void weft_update(T const& a, T& b) {
  if constexpr (is_column_major<T>) {
    for (index_t j = 0; j < a.extent(1); ++j)
      for (index_t i = 0; i < a.extent(0); ++i)
        b(i, j) = 0.5 * b(i, j) + a(i, j);
  } else {
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = 0; j < a.extent(1); ++j)
        b(i, j) = 0.5 * b(i, j) + a(i, j);
  }
}
template <class T>
[[gnu::noinline]] void twin_update(pointed<const double> a, pointed<double> b) {
  a.fix<T>();
  b.fix<T>();
  if constexpr (is_column_major<T>) {
    for (index_t j = 0; j < a.n; ++j)
      for (index_t i = 0; i < a.m; ++i)
        b.p[i + j * b.m] = 0.5 * b.p[i + j * b.m] + a.p[i + j * a.m];
  } else {
    for (index_t i = 0; i < a.m; ++i)
      for (index_t j = 0; j < a.n; ++j)
        b.p[i * b.n + j] = 0.5 * b.p[i * b.n + j] + a.p[i * a.n + j];
  }
}

template <class T>
void both(std::string const& form) {
  const auto filled = [] {
    T a(weft::shape(48, 60));
    for (index_t i = 0; i < a.size(); ++i)
      a.data()[i] = double(i % 97);
    return a;
  };
  bench::compare("element/dot/" + form, {1.05}, [filled](bench::runner& run) {
    const T a = filled(), b = filled();
    double s = 0;
    run(&s, 1, [&] { s = weft_dot(a, b); }, [&] { s = twin_dot<T>(point<const double>(a.data()), point<const double>(b.data())); });
  });
  bench::compare("element/update/" + form, {1.05}, [filled](bench::runner& run) {
    const T a = filled();
    T b = filled();
    run(b.data(), b.size(), [&] { weft_update(a, b); },
        [&] { twin_update<T>(point<const double>(a.data()), point<double>(b.data())); });
  });
}

} // namespace

int main(int argc, char** argv) {
  static_assert(WEFT_CHECK_BOUNDS == 0, "this question is asked of builds without checks");
  both<tensor<double, 2>>("2");
  both<tensor<double, 2, column_major>>("2, column_major");
  both<tensor<double, fixed<dyn, 60>>>("<dyn,60>");
  both<tensor<double, fixed<dyn, 60>, column_major>>("<dyn,60>, column_major");
  both<tensor<double, fixed<48, dyn>>>("<48,dyn>");
  both<tensor<double, fixed<48, dyn>, column_major>>("<48,dyn>, column_major");
  both<tensor<double, fixed<48, 60>>>("<48,60>");
  both<tensor<double, fixed<48, 60>, column_major>>("<48,60>, column_major");
  return bench::run_all(argc, argv);
}
