// doc/reference: Tensors for C
#include "show.hpp"

#include <weft/c/weft.h>
#include <weft/io/print.hpp>
#include <weft/linalg/build_info.hpp>

#include <cstdint>
#include <string>

using namespace weft;

#ifdef WEFT_EXAMPLE_C
#define WITH_C RUN
#else
#define WITH_C LACKING
#endif

namespace {

void formulas_for_c() {
  // [two numbers]
  tensor<double, 1> v{1, 2};
  std::int64_t n = 2;
  double r = 0;
  // [end]
  static_cast<void>(n);
  static_cast<void>(r);
  WITH_C(v, weft_any_tensor * b; weft_borrow(v.data(), weft_dtype_float64, 1, &n, nullptr, &b));
  WITH_C(v, weft_formula * f; weft_parse("x^2 + y", &f); weft_formula_bind(f, "x", b);
         weft_formula_bind_number(f, "y", 1.5); weft_formula_assign(f, b));
  WITH_C(weft_describe(a).size, weft_any_tensor * a; weft_formula_evaluate(f, &a));
  WITH_C(v, weft_formula * g; weft_formula_copy(f, &g); weft_formula_bind_number(g, "y", 0); weft_formula_assign(g, b));
  WITH_C(r, weft_formula_free(g); weft_parse("sum(x)", &g); weft_formula_bind(g, "x", b); weft_formula_number(g, &r));
  WITH_C(std::string("freed"), weft_formula_free(f); weft_formula_free(g); weft_free(a); weft_free(b));
}

} // namespace

void interface_for_c() {
  // [memory and its description]
  tensor<double, 2> v{{4, 2}, {1, 3}};
  std::int64_t n[] = {2, 2}, m[] = {1, 2};
  std::int32_t d = weft_dtype_float64;
  double p[] = {5, 6, 7, 8};
  // [end]
  static_cast<void>(n);
  static_cast<void>(m);
  static_cast<void>(d);
  static_cast<void>(p);
  WITH_C(weft_describe(a).size, weft_any_tensor * a; weft_create(d, 2, n, &a));
  WITH_C(v, weft_any_tensor * b; weft_borrow(v.data(), d, 2, n, m, &b); weft_copy_in(b, p));
  WITH_C(weft_describe(b).strides[1]);
  WITH_C(p[1], weft_any_tensor * c; weft_borrow_const(v.data(), d, 2, n, m, &c); weft_copy_out(c, p));
  WITH_C(weft_describe(c).read_only);
  WITH_C(v, weft_free(a); weft_copy(b, &a); weft_assign(b, a));
  WITH_C(weft_describe(t).shape[0], weft_any_tensor * t; weft_subscript_t s[] = {weft_range(0, 2, 1), weft_at(1)};
         weft_slice(b, 2, s, &t));
  WITH_C(weft_describe(u).rank, weft_any_tensor * u; s[0] = weft_all(); weft_slice(b, 1, s, &u));
  WITH_C(weft_describe(w).strides[1], weft_any_tensor * w; weft_transpose(b, &w));
  WITH_C(*static_cast<double*>(weft_describe(x).values), weft_any_tensor * x; weft_matmul(b, t, &x));
  WITH_C(*static_cast<double*>(weft_describe(y).values), weft_any_tensor * y; weft_solve(b, x, &y));
  WITH_C(std::string(weft_last_error()), weft_status_t e = weft_assign(b, nullptr));
  WITH_C(std::string(weft_last_error()), e = weft_fail(e, "an error of a binding"));
  WITH_C(e == weft_argument_error);
  WITH_C(std::string(weft_version()) == build_info().version);
  WITH_C(std::string("freed"), for (weft_any_tensor* h : {a, b, c, t, u, w, x, y}) weft_free(h));
  formulas_for_c();
}
