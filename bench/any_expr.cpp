// What does it cost to decide an expression at run time? Beside each stands the expression that the types decide.
#include "ratio.hpp"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t, weft::any_expr, weft::any_tensor;

namespace {

using vector = tensor<double, 1>;

void add_expressions(index_t n) {
  const std::string size = std::to_string(n);
  const auto make = [n](double value) { return vector(weft::shape(n), value); };
  bench::compare("any_expr/one expression/" + size, {1, 150}, [=](bench::runner& run) {
    vector a = make(1.5), b = make(2.25), c = make(0.75), d(n);
    const any_expr<double> e = a * b + c * 2.0 - a / (b + 1.0);
    run(d.data(), n, [&] { d = e; }, [&] { d = a * b + c * 2.0 - a / (b + 1.0); });
  });
  bench::compare("any_expr/step by step/" + size, {n < 1000000 ? 1.6 : 1.15, n < 1000 ? 150.0 : 0.0},
                 [=](bench::runner& run) {
                   vector a = make(1.5), b = make(2.25), c = make(0.75), d(n);
                   const any_expr<double> x = a, y = b, z = c, product = x * y, twice = z * 2.0, next = y + 1.0,
                                          sum = product + twice, quotient = x / next, e = sum - quotient;
                   run(d.data(), n, [&] { d = e; }, [&] { d = a * b + c * 2.0 - a / (b + 1.0); });
                 });
  bench::compare("any_expr/step by step, exp/" + size, {n < 1000 ? 1.6 : 1.1, n < 1000 ? 150.0 : 0.0},
                 [=](bench::runner& run) {
                   vector a = make(1.5), b = make(-2.25), c = make(0.75), d(n);
                   const any_expr<double> x = a, y = b, z = c, product = x * y, power = exp(product), e = power + z;
                   run(d.data(), n, [&] { d = e; }, [&] { d = exp(a * b) + c; });
                 });
  bench::compare("any_expr/sum, step by step/" + size, {n < 1000000 ? 1.6 : 1.15, n < 1000 ? 600.0 : 0.0},
                 [=](bench::runner& run) {
                   vector a = make(1.5), b = make(2.25), c = make(0.75), d(1);
                   const any_expr<double> x = a, y = b, z = c, product = x * y, sum = product + z, e = sum * 2.0;
                   run(d.data(), 1, [&] { d(0) = weft::sum(e); }, [&] { d(0) = weft::sum((a * b + c) * 2.0); });
                 });
}

/// Where the element type is decided at run time too: each statement makes its expression anew, or keeps it.
void add_untyped(index_t n) {
  const std::string size = std::to_string(n);
  const auto make = [n](double value) { return vector(weft::shape(n), value); };
  bench::compare("any_tensor/product/" + size, {1.6, 300}, [=](bench::runner& run) {
    vector a = make(1.5), b = make(2.25), c(n);
    const any_tensor x(a), y(b);
    any_tensor z(c);
    run(z.as<double, 1>().data(), n, [&] { z = x * y; }, [&] { c = a * b; });
  });
  bench::compare("any_tensor/six operations/" + size, {1.6, 3000}, [=](bench::runner& run) {
    vector a = make(1.5), b = make(2.25), c = make(0.75), d(n);
    const any_tensor x(a), y(b), z(c);
    any_tensor w(d);
    run(
        w.as<double, 1>().data(), n, [&] { w = x * y + z * 2.0 - x / (y + 1.0); },
        [&] { d = a * b + c * 2.0 - a / (b + 1.0); });
  });
  bench::compare("any_tensor/six operations, kept/" + size, {n < 1000000 ? 1.6 : 1.15, n < 1000 ? 150.0 : 0.0},
                 [=](bench::runner& run) {
                   vector a = make(1.5), b = make(2.25), c = make(0.75), d(n);
                   const any_tensor x(a), y(b), z(c);
                   any_tensor w(d);
                   const any_expr<> e = x * y + z * 2.0 - x / (y + 1.0);
                   run(w.as<double, 1>().data(), n, [&] { w = e; }, [&] { d = a * b + c * 2.0 - a / (b + 1.0); });
                 });
}

} // namespace

int main(int argc, char** argv) {
  weft::set_num_threads(1);
  for (index_t n : {16, 1000, 10000, 30000, 1000000}) {
    add_expressions(n);
    add_untyped(n);
  }
  return bench::run_all(argc, argv);
}
