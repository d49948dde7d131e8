// Kernels of single operations: integers over constants, masks, functions of complex numbers. The twins are the loops
// that one writes, with the constants in them.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

#include <complex>
#include <cstdint>
#include <random>
#include <string>

using weft::tensor, weft::index_t;

namespace {

using number = std::complex<double>;

/// The first, middle and last element of a result.
struct samples {
  double at[3];
  template <class T>
  void take(tensor<T, 1> const& x) {
    for (int k = 0; k < 3; ++k)
      at[k] = double(x(k * (x.size() - 1) / 2));
  }
};

/// Registers a statement of two vectors of T, which stores a vector of R.
template <class R, class T, class S>
void compare_values(std::string const& name, index_t n, bench::bar allowed, S statement,
                    void (*twin)(ptrdiff_t, R*, T const*, T const*)) {
  bench::compare("kernels/" + name + " " + std::to_string(n), allowed, [=](bench::runner& run) {
    std::mt19937_64 random(5);
    tensor<T, 1> a(n), b(n);
    tensor<R, 1> out(n);
    for (auto* x : {&a, &b})
      for (T& e : *x)
        e = static_cast<T>(random());
    samples seen{};
    run(
        seen.at, 3,
        [&] {
          statement(out, a, b);
          seen.take(out);
        },
        [&] {
          twin(n, out.data(), a.data(), b.data());
          seen.take(out);
        });
  });
}
void compare_integers(index_t n) {
  compare_values<std::uint8_t, std::uint8_t>(
      "u8 a * 3 / 4 + b", n, {1.5}, [](auto& o, auto& a, auto& b) { o = a * 3 / 4 + b; }, twin_u8_scaled);
  compare_values<std::uint8_t, std::uint8_t>(
      "u8 (a + b) / 2", n, {2}, [](auto& o, auto& a, auto& b) { o = (a + b) / 2; }, twin_u8_mean);
  compare_values<std::uint8_t, std::uint8_t>(
      "u8 where(a > 100, a, b)", n, {1.2}, [](auto& o, auto& a, auto& b) { o = where(a > 100, a, b); }, twin_u8_where);
  compare_values<std::uint16_t, std::uint16_t>(
      "u16 a / 7 + b", n, {1.5}, [](auto& o, auto& a, auto& b) { o = a / 7 + b; }, twin_u16_over_7);
  compare_values<std::int32_t, std::int32_t>(
      "i32 a % 10 + b", n, {1.2}, [](auto& o, auto& a, auto& b) { o = a % 10 + b; }, twin_i32_modulo_10);
  compare_values<std::uint64_t, std::uint64_t>(
      "u64 a / 1000 + b", n, {1.5}, [](auto& o, auto& a, auto& b) { o = a / 1000 + b; }, twin_u64_over_1000);
}

/// Registers a function of a mask, of which a share of the elements is true, and of elements of type T. It returns a
/// tensor.
template <class T, class S>
void compare_masks(std::string const& name, index_t n, int percent, bench::bar allowed, S statement,
                   void (*twin)(ptrdiff_t, double*, T*, unsigned char const*, T const*)) {
  std::string const size = std::to_string(n) + ", " + std::to_string(percent) + " %";
  bench::compare("kernels/" + name + " " + size, allowed, [=](bench::runner& run) {
    std::mt19937_64 random(6);
    tensor<bool, 1> m(n);
    tensor<T, 1> x(n), to(n);
    for (bool& e : m)
      e = int(random() % 100) < percent;
    for (T& e : x)
      e = T(random() % 1000);
    double found[2] = {};
    run(
        found, 2, [&] { statement(found, m, x); },
        [&] { twin(n, found, to.data(), reinterpret_cast<unsigned char const*>(m.data()), x.data()); });
  });
}
/// The number of elements of a result, and the last one.
template <class T>
void note_found(double* found, tensor<T, 1> const& out) {
  found[0] = double(out.size());
  found[1] = out.empty() ? 0 : double(out(out.size() - 1));
}
void compare_masks(index_t n, int percent) {
  auto const compressed = [](double* found, auto& m, auto& x) { note_found(found, compress(m, x)); };
  compare_masks<double>("compress(m, x)", n, percent, {1.2}, compressed, twin_compress);
  compare_masks<std::uint8_t>("u8 compress(m, x)", n, percent, {1.2}, compressed, twin_u8_compress);
  compare_masks<std::uint16_t>("u16 compress(m, x)", n, percent, {1.2}, compressed, twin_u16_compress);
  compare_masks<double>(
      "x(m)", n, percent, {1.2}, [](double* found, auto& m, auto& x) { note_found(found, tensor<double, 1>(x(m))); },
      twin_compress);
  compare_masks<double>(
      "count(m)", n, percent, {1}, [](double* found, auto& m, auto&) { found[0] = double(count(m)); }, twin_count);
}

/// Registers a statement of a vector of complex numbers.
template <class R, class S>
void compare_complex(std::string const& name, index_t n, bench::bar allowed, S statement,
                     void (*twin)(ptrdiff_t, double*, double const*)) {
  bench::compare("kernels/complex " + name + " " + std::to_string(n), allowed, [=](bench::runner& run) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    tensor<number, 1> z(n);
    tensor<R, 1> out(n);
    for (number& e : z)
      e = number(normal(random), normal(random));
    auto* const to = reinterpret_cast<double*>(out.data());
    run(
        to, n * index_t(sizeof(R) / sizeof(double)), [&] { statement(out, z); },
        [&] { twin(n, to, reinterpret_cast<double const*>(z.data())); });
  });
}
void compare_functions(index_t n) {
  compare_complex<double>("abs", n, {1}, [](auto& o, auto& z) { o = abs(z); }, twin_complex_abs);
  compare_complex<double>("arg", n, {0.5}, [](auto& o, auto& z) { o = arg(z); }, twin_complex_arg);
  compare_complex<number>("exp", n, {0.5}, [](auto& o, auto& z) { o = exp(z); }, twin_complex_exp);
  compare_complex<number>("log", n, {0.5}, [](auto& o, auto& z) { o = log(z); }, twin_complex_log);
  compare_complex<number>("sqrt", n, {0.5}, [](auto& o, auto& z) { o = sqrt(z); }, twin_complex_sqrt);
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {1000, 100000}) {
    compare_integers(n);
    for (int percent : {2, 50})
      compare_masks(n, percent);
  }
  compare_functions(1000);
  return bench::run_all(argc, argv);
}
