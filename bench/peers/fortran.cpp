// The questions answered by Fortran (fortran.f90): memory for it, and the calls.
#include "peer.hpp"

#include <cstddef>
#include <tuple>

namespace {

using peer::block, peer::run;
using size = std::ptrdiff_t;
using complex = std::complex<double>;

extern "C" {
void fused_double(size n, double* d, double const* a, double const* b, double const* c);
void fused_float(size n, float* d, float const* a, float const* b, float const* c);
void fused_static(double* d, double const* a, double const* b, double const* c);
void function_double(int which, size n, double* d, double const* a, double const* b);
void function_float(int which, size n, float* d, float const* a, float const* b);
void broadcast(size n, double* out, double const* x, double const* row, double const* column);
void add_transposed(size n, double* out, double const* a, double const* b);
void permute(size n, double* out, double const* a);
void stencil(size n, double* out, double const* u);
void strided(size n, double* d, double const* a, double const* b);
void choose(size n, double* d, double const* a, double const* b, double const* c);
void mixed(size n, double* d, float const* a, int const* b, double const* c);
void integers(size n, int* d, int const* a, int const* b, int const* c);
void complex_multiply_add(size n, complex* d, complex const* a, complex const* b, complex const* c);
void rows(size n, double* c, double const* a, double const* b);
double reduction(int which, size n, double const* a, double const* b);
double sum_transposed(size n, double const* a, double const* b);
void sum_axis(int axis, size outer, size n, size inner, double* s, double const* a);
void softmax(size n, double* out, double const* x);
void layer_norm(size n, double* out, double const* x);
void distances(size n, double* out, double const* x);
void gemm(size n, double* c, double const* a, double const* b);
void gemm_float(size n, float* c, float const* a, float const* b);
void gemm_update(size n, double* c, double const* a, double const* b);
void gemv(size n, double* y, double const* a, double const* x);
void batch(size n, double* c, double const* a, double const* b);
void heat_step(size n, double* u, double* next);
void water(size n, double* h, double const* start, double* u, double* v, double* next);
void conjugate_gradient(size n, double const* b, double* u, double* r, double* p, double* q);
void k_means(double const* x, double* centre);
void shift(size n, float* v, float const* c);
void block_assigned(size n, double* a, double const* b) asm("block");
void without_means(size n, double* out, double const* x);
void greatest_of_columns(size n, double* m, double const* a);
double laplace(size n, double* u, double* old);
}

/// f(n, result, operands ...), where the operands are numbers 0, 1 ... and have `of` (n) elements each.
template <class Result, class... Operands>
auto call(void (*f)(size, Result*, Operands const*...), long (*of)(long), long (*count)(long)) {
  return [=](run& r, long n) {
    constexpr int step = std::is_same_v<Result, complex> ? 2 : 1;
    int k = -step;
    std::tuple<block<Operands>...> operands{block<Operands>(k += step, of(n))...};
    block<Result> result(count(n));
    std::apply([&](auto&... a) { r(count(n), [&] { f(n, result.data(), a.data()...); }, result); }, operands);
  };
}

long line(long n) { return n; }
long square(long n) { return n * n; }
long cube(long n) { return n * n * n; }
long framed(long n) { return square(n + 2); }

void add_functions(peer::book& book) {
  char const* const names[] = {"exp", "log", "sin", "cos", "tan", "tanh", "erf", "atan", "sqrt", "pow"};
  for (int which = 0; which < 10; ++which) {
    book.add(names[which], [which](run& r, long n) {
      block<double> a(0, n), b(1, n), d(n);
      r(n, [&] { function_double(which, n, d.data(), a.data(), b.data()); }, d);
    });
    book.add(names[which], [which](run& r, long n) {
      block<float> a(0, n), b(1, n), d(n);
      r(n, [&] { function_float(which, n, d.data(), a.data(), b.data()); }, d);
    }, "float");
  }
}

void add_elementwise(peer::book& book) {
  book.add("fused", call(fused_double, line, line), call(fused_float, line, line));
  book.add("fused_static", [](run& r, long n) {
    block<double> a(0, n), b(1, n), c(2, n), d(n);
    r(n, [&] { fused_static(d.data(), a.data(), b.data(), c.data()); }, d);
  });
  add_functions(book);
  book.add("broadcast", [](run& r, long n) {
    block<double> x(0, n * n), row(1, n), column(2, n), out(n * n);
    r(n * n, [&] { broadcast(n, out.data(), x.data(), row.data(), column.data()); }, out);
  });
  book.add("transpose", call(add_transposed, square, square));
  book.add("permute", call(permute, cube, cube));
  book.add("stencil", call(stencil, framed, framed));
  book.add("strided", call(strided, line, line));
  book.add("where", call(choose, line, line));
  book.add("mixed", call(mixed, line, line));
  book.add("integers", call(integers, line, line));
  book.add("complex", call(complex_multiply_add, line, line));
  book.add("rows", call(rows, [](long n) { return 32 * n; }, [](long n) { return 32 * n; }));
}

void add_reductions(peer::book& book) {
  char const* const names[] = {"sum", "dot", "variance", "max", nullptr, "xtensor_2056"};
  for (int which : {0, 1, 2, 3, 5})
    book.add(names[which], [which](run& r, long n) {
      block<double> a(0, n), b(1, n);
      double s = 0;
      r(1, [&] { s = reduction(which, n, a.data(), b.data()); }, s);
    });
  book.add("argmax", [](run& r, long n) {
    block<double> a(n);
    peer::fill_peak(a.data(), n);
    long at = 0;
    r(1, [&] { at = long(reduction(4, n, a.data(), a.data())); }, at);
  });
  book.add("sum_transposed", [](run& r, long n) {
    block<double> a(0, n * n), b(1, n * n);
    double s = 0;
    r(1, [&] { s = sum_transposed(n, a.data(), b.data()); }, s);
  });
  const auto along = [](int axis, bool deep) {
    return [=](run& r, long n) {
      const long outer = deep ? n : 1, count = outer * n;
      block<double> a(0, count * n), s(count);
      r(count, [&] { sum_axis(axis, outer, n, n, s.data(), a.data()); }, s);
    };
  };
  book.add("sum_fast_axis", along(1, false));
  book.add("sum_slow_axis", along(2, false));
  book.add("sum_middle_axis", along(2, true));
  book.add("softmax", call(softmax, square, square));
  book.add("layer_norm", call(layer_norm, square, square));
  book.add("distances", call(distances, [](long n) { return 8 * n; }, square));
}

void add_products(peer::book& book) {
  book.add("gemm", call(gemm, square, square), call(gemm_float, square, square));
  book.add("gemm_update", [](run& r, long n) {
    block<double> a(0, n * n), b(1, n * n), c(2, n * n);
    r(n * n, [&] { gemm_update(n, c.data(), a.data(), b.data()); }, c);
  });
  book.add("gemv", [](run& r, long n) {
    block<double> a(0, n * n), x(1, n), y(n);
    r(n, [&] { gemv(n, y.data(), a.data(), x.data()); }, y);
  });
  book.add("batch", call(batch, [](long n) { return 1000 * n * n; }, [](long n) { return 1000 * n * n; }));
}

void add_applications(peer::book& book) {
  book.add("heat", [](run& r, long n) {
    const long count = (n + 2) * (n + 2) * (n + 2);
    block<double> u(0, count), v(count);
    r(count, [&] {
      heat_step(n, u.data(), v.data());
      heat_step(n, v.data(), u.data());
    }, u);
  });
  book.add("water", [](run& r, long n) {
    block<double> start(0, n * n), h(n * n), u(n * n), v(n * n), next(n * n);
    r(n * n, [&] { water(n, h.data(), start.data(), u.data(), v.data(), next.data()); }, h);
  });
  book.add("conjugate_gradient", [](run& run, long n) {
    block<double> b(0, n * n), u(n * n), r(n * n), p(n * n), q(n * n);
    for (long i = 0; i < n; ++i)
      for (long edge : {i, i * n, i * n + n - 1, n * (n - 1) + i})
        b[std::size_t(edge)] = 0;
    run(n * n, [&] { conjugate_gradient(n, b.data(), u.data(), r.data(), p.data(), q.data()); }, u);
  });
  book.add("k_means", [](run& r, long) {
    const block<double> x = peer::digits();
    block<double> centre(peer::clusters * peer::pixels);
    r(long(centre.size()), [&] { k_means(x.data(), centre.data()); }, centre);
  });
}

void add_complaints(peer::book& book) {
  book.add("xtensor_1603", [](run& r, long n) {
    block<double> a(0, n * n), b(1, n * n / 4);
    r(n * n, [&] { block_assigned(n, a.data(), b.data()); }, a);
  });
  book.add("xtensor_2776", [](run& r, long n) {
    block<float> v(0, 56 * n), c(1, 56 * n);
    r(56 * n, [&] { shift(n, v.data(), c.data()); }, v);
  }, "float");
  book.add("xtensor_2680", call(without_means, [](long n) { return 64 * n; }, [](long n) { return 64 * n; }));
  book.add("xtensor_2915", call(greatest_of_columns, square, line));
  book.add("read_it_later_8812", [](run& r, long n) {
    block<double> u(0, n * n), old(n * n);
    double moved = 0;
    r(1, [&] { moved = laplace(n, u.data(), old.data()); }, moved);
  });
}

} // namespace

int main() {
  peer::book book;
  add_elementwise(book);
  add_reductions(book);
  add_products(book);
  add_applications(book);
  add_complaints(book);
  return book.serve("gfortran", __VERSION__);
}
