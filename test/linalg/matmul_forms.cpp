#include "counting_resource.hpp"
#include "gemm_oracle.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

// alpha * A * B + beta * C in all the ways to write it, on views of run-time strides.

using namespace linalg_test;
using weft::explain;
using weft::matmul;
using weft::view;

namespace {

template <class T>
view<T const, 2> reading(guarded<T> const& g) {
  auto const& s = g.shape;
  return weft::borrow(static_cast<T const*>(g.memory.data() + g.first), weft::shape(s.rows, s.cols),
                      weft::strides(s.row_stride, s.col_stride));
}
template <class T>
view<T, 2> writing(guarded<T>& g) {
  auto const& s = g.shape;
  return weft::borrow(g.memory.data() + g.first, weft::shape(s.rows, s.cols), weft::strides(s.row_stride, s.col_stride));
}

/// Runs an assignment and its plan: as many blocks are taken as the plan says, and none is kept.
template <class C, class E>
void assign_as_planned(C const& c, E const& e, index_t loops = 0) {
  weft::plan_report const plan = explain(c, e);
  counting_resource memory;
  c = e;
  CHECK(memory.taken == plan.temporaries);
  CHECK(memory.held == 0);
  CHECK(plan.loops <= loops); // none over an empty operand
}

template <class T>
struct factors {
  T alpha, beta;
};

constexpr int forms = 12;

/// Assigns form number `form` of p = A * B; answers what alpha and beta it stands for.
template <class T>
factors<T> assign_form(int form, view<T const, 2> const& a, view<T const, 2> const& b, view<T, 2> const& c, T x, T y) {
  T const minus_x = static_cast<T>(-x), minus_y = static_cast<T>(-y), none{}, one(1), minus_one = static_cast<T>(-one);
  // A factor of integers wraps before they meet the product, so it is not one of the product.
  index_t const own_pass = std::is_integral_v<T> ? 1 : 0;
  switch (form) {
  case 0: assign_as_planned(c, matmul(a, b)); return {one, none};
  case 1: assign_as_planned(c, x * matmul(a, b)); return {x, none};
  case 2: assign_as_planned(c, -matmul(a, b)); return {minus_one, none};
  case 3: c += x * matmul(a, b); return {x, one};
  case 4: c -= matmul(a, b) * x; return {minus_x, one};
  case 5: assign_as_planned(c, x * matmul(a, b) + y * c); return {x, y};
  case 6: assign_as_planned(c, y * c - x * matmul(a, b)); return {minus_x, y};
  case 7: assign_as_planned(c, matmul(a, b) * x - c * y); return {x, minus_y};
  case 8: assign_as_planned(c, c + matmul(a, b)); return {one, one};
  case 9: assign_as_planned(c, matmul(x * a, b) + y * c, own_pass); return {x, y};
  case 10: assign_as_planned(c, -(x * matmul(a, b * y)), own_pass); return {static_cast<T>(minus_x * y), none};
  default: c -= matmul(a, b); return {minus_one, one};
  }
}

struct problem {
  index_t m, n, k;
  int a, b, c, form;
};

template <class T>
void check_problem(problem const& p, generator& g) {
  guarded<T> a(p.m, p.k, stride_class(p.a)), b(p.k, p.n, stride_class(p.b)), c(p.m, p.n, stride_class(p.c));
  a.fill(g);
  b.fill(g);
  bool const reads_target = p.form >= 3 && p.form != 10;
  if (reads_target) // else C is NaN, which must not be read
    c.fill(g);
  guarded<T> const before = c;
  T x(3), y(-2);
  if constexpr (is_complex<T>) {
    x = T(2, -1);
    y = T(-1, 3);
  }
  factors<T> const used = assign_form<T>(p.form, reading(a), reading(b), writing(c), x, y);
  INFO("m=", p.m, " n=", p.n, " k=", p.k, " strides ", p.a, " ", p.b, " ", p.c, " form ", p.form);
  CHECK(wrong_elements(used.alpha, a, b, used.beta, before, c) == 0);
}

} // namespace

TEST_CASE_TEMPLATE("matmul: every form on every class of strides", T, float, double, int, std::complex<double>) {
  generator g{5};
  index_t const sizes[] = {0, 1, 2, 5, 9};
  for (int a = 0; a < all_classes; ++a)
    for (int b = 0; b < all_classes; ++b)
      for (int c = 0; c < writable_classes; ++c)
        for (int form = 0; form < forms; ++form)
          check_problem<T>({sizes[1 + g.below(4)], sizes[1 + g.below(4)], sizes[1 + g.below(4)], a, b, c, form}, g);
  for (index_t m : sizes)
    for (index_t n : sizes)
      for (index_t k : sizes)
        for (int form = 0; form < forms; ++form)
          check_problem<T>({m, n, k, g.below(all_classes), g.below(all_classes), g.below(writable_classes), form}, g);
}
