// Object files of different compilers, optimisation levels, instruction sets and check settings in one program: they
// exchange tensors, views and unevaluated expressions, every one with every other. The parts named as arguments are linked
// but not called: on a processor that cannot run them, the program still works, so no function of theirs replaced one of
// another part.
#include "parts.hpp"

#include <cstdio>
#include <cstring>

namespace parts {
extern part WEFT_PARTS;
}

namespace {

using parts::matrix;
using parts::part;

int failures = 0;

void check(bool ok, char const* what, part const& p, part const& q) {
  if (ok)
    return;
  ++failures;
  std::printf("%s: %s, %s\n", what, p.name, q.name);
}

double at(weft::index_t i, weft::index_t j) { return static_cast<double>(10 * i + j); }

template <class F>
bool all_are(matrix const& m, weft::index_t rows, weft::index_t columns, F expected) {
  if (m.extent(0) != rows || m.extent(1) != columns)
    return false;
  for (weft::index_t i = 0; i < rows; ++i)
    for (weft::index_t j = 0; j < columns; ++j)
      if (m.data()[i * columns + j] != expected(i, j))
        return false;
  return true;
}

void check_sizes(part const& p, part const& q) {
  check(p.types == q.types, "number of types", p, q);
  for (int k = 0; k < p.types; ++k) {
    check(p.sizes[k].size == q.sizes[k].size, p.sizes[k].name, p, q);
    check(p.sizes[k].alignment == q.sizes[k].alignment, p.sizes[k].name, p, q);
  }
}

/// Numbers above the cut into unrolled and called loops, and odd.
constexpr weft::index_t n = 37;

void check_memory(part const& p, part const& q) {
  matrix m = p.make(n, n);
  double expected = 0;
  for (weft::index_t i = 0; i < n; ++i)
    for (weft::index_t j = 0; j < n; ++j)
      expected += at(i, j);
  check(q.total(m) == expected, "sum of a tensor", p, q);
  check(q.total_of_view(m) == expected, "sum of a view", p, q);

  q.scale(p.cut(m), 2.0);
  check(all_are(m, n, n, [](auto i, auto j) { return i == 0 ? at(i, j) : 2 * at(i, j); }), "write through a view", p, q);

  weft::view<double, 2> shared = [&] {
    matrix gone = p.make(n, n);
    return q.share(gone);
  }();
  check(p.total_of_view(shared) == expected && shared.data()[0] == at(0, n - 1), "a view that owns", p, q);

  check(all_are(q.consume(p.make(n, n)), n, n, [](auto i, auto j) { return at(i, j) + 1; }), "a moved tensor", p, q);

  const auto squared = p.square(q.square(parts::small{{1, 2}, {3, 4}}));
  check(squared.data()[1] == 16 && squared.data()[3] == 256, "a tensor of static shape", p, q);

  const auto scalar_product = [](auto i, auto j) {
    double sum = 0;
    for (weft::index_t k = 0; k < n; ++k)
      sum += at(i, n - 1 - k) * at(j, k);
    return sum;
  };
  check(all_are(p.product(p.make(n, n), q.make(n, n)), n, n, scalar_product), "a product", p, q);
}

void check_expressions(part const& p, part const& q) {
  const matrix a = p.make(n, n), b = q.make(n, n);
  const auto e = p.build_element_wise(a, b);
  check(all_are(q.evaluate_element_wise(e), n, n, [](auto i, auto j) { return 2 * at(i, j) + at(j, i); }),
        "an element-wise expression", p, q);
  check(q.element_of(e, 3, 5) == 2 * at(3, 5) + at(5, 3), "an element of an expression", p, q);
  weft::plan_report report;
  check(q.plan(e, report) == report.loops && report.bytes_written == n * n * 8, "a plan", p, q);

  double column = 0;
  for (weft::index_t i = 0; i < n; ++i)
    column += at(i, 0);
  check(all_are(q.evaluate_with_reduction(p.build_with_reduction(a, b)), n, n,
                [=](auto i, auto j) { return at(i, j) - column - static_cast<double>(n * j); }),
        "an expression with a reduction", p, q);
  check(all_are(q.evaluate_with_generator(p.build_with_generator(a)), n, n, [](auto i, auto j) { return 3 * at(i, j); }),
        "an expression with a generator", p, q);
  check(all_are(q.evaluate_with_owner(p.build_with_owner(p.make(n, n))), n, n, [](auto i, auto j) { return at(i, j) + 1; }),
        "an expression that owns", p, q);
  check(q.refuses(a, p.make(n, 3)), "an exception", p, q);
}

} // namespace

int main(int argc, char** argv) {
  part const* const list[] = {WEFT_PART_ADDRESSES};
  const auto called = [&](part const& p) {
    for (int k = 1; k < argc; ++k)
      if (std::strcmp(argv[k], p.name) == 0)
        return false;
    return true;
  };
  int pairs = 0;
  for (part const* p : list)
    for (part const* q : list)
      if (check_sizes(*p, *q); called(*p) && called(*q)) {
        ++pairs;
        check_memory(*p, *q);
        check_expressions(*p, *q);
      }
  std::printf("%d pairs of parts, %d failures\n", pairs, failures);
  return failures == 0 ? 0 : 1;
}
