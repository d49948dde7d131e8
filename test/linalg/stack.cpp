#include "counting_resource.hpp"
#include "matmul_values.hpp"

#include <weft/eval/threads.hpp>
#include <weft/linalg/stack.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <algorithm>
#include <complex>
#include <vector>

// Products of stacks by NumPy's rule, against nested loops over single elements: every pair of leading shapes, vectors
// and matrices, strides of all kinds, both as operands and as targets, with what lies between the elements.
using namespace matmul_test;
using list = std::vector<index_t>;

namespace {

enum storage_kind { plain, gaps, backwards, last_first, storage_kinds };

/// A view of `extents` into a larger tensor.
template <class T>
struct window {
  tensor<T> memory;
  view<T> elements;

  window(list const& extents, int kind) : memory(shape(room(extents, kind)), T(77)), elements(cut(kind)) {}
  window(window const&) = delete;
  window& operator=(window const&) = delete;

private:
  static list room(list extents, int kind) {
    if (kind == gaps)
      for (index_t& n : extents)
        n = 2 * n + 1;
    return kind == last_first ? list(extents.rbegin(), extents.rend()) : extents;
  }
  view<T> cut(int kind) {
    const view<T> v = memory.window();
    if (kind == last_first)
      return transpose(v);
    if (kind == plain)
      return v;
    list extents, strides;
    index_t offset = 0;
    for (int k = 0; k < v.rank(); ++k) {
      const index_t n = v.extent(k), step = v.stride(k);
      extents.push_back(kind == gaps ? n / 2 : n);
      strides.push_back(kind == gaps ? 2 * step : -step);
      offset += kind == gaps ? step : (n - 1) * step;
    }
    return borrow(v.data() + (v.empty() ? 0 : offset), shape(extents), weft::strides(strides));
  }
};

bool next(list& index, list const& extents) {
  for (std::size_t k = extents.size(); k-- > 0;) {
    if (++index[k] < extents[k])
      return true;
    index[k] = 0;
  }
  return false;
}
bool is_empty(list const& extents) {
  for (index_t const n : extents)
    if (n == 0)
      return true;
  return false;
}

template <class T>
void fill(view<T> const& v, list const& extents, int seed) {
  if (is_empty(extents))
    return;
  list index(extents.size(), 0);
  index_t n = seed;
  do {
    v[index] = made<T>(static_cast<long>(n * n % 11 - 5));
    ++n;
  } while (next(index, extents));
}

/// The index of an operand for the leading index of the result.
list aligned(list const& lead, list const& extents, std::size_t matrix_axes) {
  list out;
  const std::size_t own = extents.size() - matrix_axes;
  for (std::size_t k = 0; k < own; ++k)
    out.push_back(extents[k] == 1 ? 0 : lead[lead.size() - own + k]);
  return out;
}
list joined(list a, list const& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// to = alpha * a * b + beta * to, by the definition.
template <class T>
void multiply_elements(T alpha, view<T> const& a, list const& na, view<T> const& b, list const& nb, T beta,
                       view<T> const& to, list const& nc) {
  if (is_empty(nc))
    return;
  const bool row = na.size() == 1, column = nb.size() == 1;
  list index(nc.size(), 0);
  do {
    list rest = index;
    index_t i = 0, j = 0;
    if (!column) {
      j = rest.back();
      rest.pop_back();
    }
    if (!row) {
      i = rest.back();
      rest.pop_back();
    }
    T sum{};
    for (index_t l = 0; l < na.back(); ++l) {
      const list x = row ? list{l} : joined(aligned(rest, na, 2), {i, l});
      const list y = column ? list{l} : joined(aligned(rest, nb, 2), {l, j});
      sum = static_cast<T>(sum + a[x] * b[y]);
    }
    T& old = to[index];
    old = beta == T(0) ? static_cast<T>(alpha * sum) : static_cast<T>(alpha * sum + beta * old);
  } while (next(index, nc));
}

list broadcast_lead(list const& a, list const& b) {
  list out(std::max(a.size(), b.size()), 1);
  for (list const* l : {&a, &b})
    for (std::size_t k = 0; k < l->size(); ++k) {
      index_t& n = out[out.size() - l->size() + k];
      n = n == 1 ? (*l)[k] : n;
    }
  return out;
}

struct problem {
  list a, b, c;
  int kind_a, kind_b, kind_c, form;
};

template <class T>
void check_problem(problem const& p) {
  window<T> a(p.a, p.kind_a), b(p.b, p.kind_b), c(p.c, p.kind_c), expected(p.c, p.kind_c);
  fill(a.elements, p.a, 1);
  fill(b.elements, p.b, 5);
  fill(c.elements, p.c, 9);
  fill(expected.elements, p.c, 9);
  const T two(2), three(3);
  switch (p.form) {
  case 0:
    c.elements = matmul(a.elements, b.elements);
    multiply_elements(T(1), a.elements, p.a, b.elements, p.b, T(0), expected.elements, p.c);
    break;
  case 1:
    c.elements += two * matmul(a.elements, b.elements);
    multiply_elements(two, a.elements, p.a, b.elements, p.b, T(1), expected.elements, p.c);
    break;
  default:
    c.elements = three * c.elements - matmul(a.elements, b.elements);
    multiply_elements(static_cast<T>(-1), a.elements, p.a, b.elements, p.b, three, expected.elements, p.c);
  }
  INFO("kinds ", p.kind_a, " ", p.kind_b, " ", p.kind_c, " form ", p.form, " ranks ", p.a.size(), " ", p.b.size());
  CHECK(c.memory == expected.memory); // with the elements between
}

const list leads[] = {{}, {1}, {2}, {3, 2}, {3, 1}, {1, 2}, {0}};

bool fit(list const& a, list const& b) {
  for (std::size_t k = 1; k <= std::min(a.size(), b.size()); ++k) {
    const index_t n = a[a.size() - k], m = b[b.size() - k];
    if (n != m && n != 1 && m != 1)
      return false;
  }
  return true;
}

template <class T, class F>
void each_problem(F const& run) {
  int n = 0;
  for (list const& la : leads)
    for (list const& lb : leads)
      for (int vectors = 0; vectors < 4; ++vectors) {
        const bool row = (vectors & 1) != 0, column = (vectors & 2) != 0;
        if (!fit(la, lb) || (row && !la.empty()) || (column && !lb.empty()))
          continue;
        for (index_t const depth : {3, 0}) {
          const list a = row ? list{depth} : joined(la, {2, depth});
          const list b = column ? list{depth} : joined(lb, {depth, 4});
          list c = broadcast_lead(la, lb);
          if (!row)
            c.push_back(2);
          if (!column)
            c.push_back(4);
          for (int k = 0; k < storage_kinds * storage_kinds * storage_kinds; ++k)
            if (depth != 0 || k % 7 == 0)
              run(problem{a, b, c, k % storage_kinds, k / storage_kinds % storage_kinds,
                          k / storage_kinds / storage_kinds, n++ % 3});
        }
      }
}

} // namespace

TEST_CASE_TEMPLATE("matmul: stacks of every shape on every kind of strides", T, float, double, int,
                   std::complex<double>) {
  each_problem<T>([](problem const& p) { check_problem<T>(p); });
}

TEST_CASE("matmul: stacks of static rank have the static rank of the rule") {
  const tensor<double, 3> a(2, 3, 4);
  const tensor<double, 2> b(4, 5);
  const tensor<double, 1> v(4), w(3);
  static_assert(decltype(matmul(a, b))::static_rank == 3 && decltype(matmul(a, v))::static_rank == 2);
  static_assert(decltype(matmul(w, a))::static_rank == 2 && decltype(matmul(v, v))::static_rank == 0);
  static_assert(decltype(matmul(v, tensor<double>(b)))::static_rank == -1);
  CHECK(matmul(a, b).shape() == shape(2, 3, 5));
  CHECK(matmul(a, v).shape() == shape(2, 3));
  CHECK(matmul(w, a).shape() == shape(2, 4));
  const tensor<double, 0> square = matmul(tensor<double, 1>{1, 2, 3}, tensor<double, 1>{4, 5, 6});
  CHECK(square() == 32);
  const tensor<double, 1> scaled = v + matmul(tensor<double, 1>{1, 2}, tensor<double, 1>{3, 4}); // a scalar beside v
  CHECK(scaled == tensor<double, 1>{11, 11, 11, 11});
}

TEST_CASE("matmul: a stack that overlaps its target, in every form") {
  for (list const& right : {list{3, 3}, list{3, 3, 3}}) // one product with more rows, and a stack
    for (int form = 0; form < 3; ++form) {
      tensor<double, 3> a(4, 3, 3);
      tensor<double> b(shape(right)), x(shape(3, 3, 3)), expected(shape(3, 3, 3));
      fill<double>(a, {4, 3, 3}, 2);
      fill<double>(b, right, 3);
      x = a(range(1, 4)); // what is read and what is written, apart
      expected = a(range(0, 3));
      const double alpha = form == 2 ? -1 : 1, beta = form == 0 ? 0 : form == 1 ? 1 : 3;
      multiply_elements<double>(alpha, x, {3, 3, 3}, b, right, beta, expected, {3, 3, 3});
      // Matrix n of the target is matrix n + 1 of the operand.
      const auto from = a(range(1, 4)), to = a(range(0, 3));
      switch (form) {
      case 0:
        to = matmul(from, b);
        break;
      case 1:
        to += matmul(from, b);
        break;
      default:
        to = 3.0 * to - matmul(from, b);
      }
      CHECK(tensor<double>(to) == expected);
      CHECK(a(3, 2, 2) == x(2, 2, 2));
    }
}

TEST_CASE("matmul: the plan of a stack") {
  const tensor<double, 3> a(7, 2, 3), b(7, 3, 4);
  const tensor<double, 2> one(3, 4);
  const auto each = explain(matmul(a, b));
  REQUIRE(each.blas.size() == 1);
  CHECK(each.blas[0].find(" batch=7") != std::string::npos);
  CHECK(each.flops == 2 * 7 * 2 * 3 * 4);
  CHECK(each.bytes_read == 7 * (2 * 3 + 3 * 4) * 8);
  CHECK(each.bytes_written == 7 * 2 * 4 * 8);
  // One right factor for all: the rows go on from matrix to matrix.
  const auto fused = explain(matmul(a, one));
  REQUIRE(fused.blas.size() == 1);
  CHECK(fused.blas[0].find("m=14 n=4 k=3") != std::string::npos);
  CHECK(fused.blas[0].find("batch") == std::string::npos);
  CHECK(fused.bytes_read == (7 * 2 * 3 + 3 * 4) * 8);
  CHECK(explain(matmul(tensor<double, 3>(0, 2, 3), one)).blas.empty());
}

TEST_CASE("matmul: the products of a stack are shared out among threads where they are many") {
  const list left{20, 15, 24, 24}, right{15, 24, 24}; // the right one repeats
  tensor<double> a(shape(left)), b(shape(right)), c(shape(left)), expected(shape(left));
  fill<double>(a, left, 1);
  fill<double>(b, right, 2);
  fill<double>(c, left, 3);
  expected = c;
  multiply_elements<double>(2, a, left, b, right, 1, expected, left);
  const thread_scope three{3};
  const auto plan = explain(c, 2.0 * matmul(a, b) + c);
  REQUIRE(plan.blas.size() == 1);
  CHECK(plan.threads == (plan.blas[0].rfind("own", 0) == 0 ? 3 : 1));
  c += 2.0 * matmul(a, b);
  CHECK(c == expected);
}

TEST_CASE("matmul: what the products of a shared stack pack is one block, taken by the caller") {
  const index_t n = 100;
  tensor<double, 3> a(40, n, n), b(40, n, n), c(40, n, n);
  a = 1;
  b = 2;
  const thread_scope three{3};
  const auto e = matmul(a, reverse(swap_axes(b, 1, 2), 2));
  const auto plan = explain(c, e);
  linalg_test::counting_resource memory;
  c = e;
  CHECK(memory.taken == (plan.temporaries == 0 ? 0 : 1));
  CHECK(memory.held == 0);
  CHECK(all_of(equal(c, 200.0)));
}

TEST_CASE("matmul: a stack that is larger than the caches, in either direction and either order") {
  const index_t count = 1500, n = 32; // 37 MB
  tensor<double, 3> a(count, n, n), b(count, n, n), forward(count, n, n), backward(count, n, n);
  const auto a_at = [](index_t m, index_t i, index_t k) { return static_cast<double>((m + 3 * i + 5 * k) % 7 - 3); };
  const auto b_at = [](index_t m, index_t k, index_t j) { return static_cast<double>((2 * m + k + 3 * j) % 5 - 2); };
  for (index_t m = 0; m < count; ++m)
    for (index_t i = 0; i < n; ++i)
      for (index_t k = 0; k < n; ++k) {
        a(m, i, k) = a_at(m, i, k);
        b(m, k, i) = b_at(m, i, k);
      }
  const auto turned = [](auto&& x) { return x(range(end - 1, -1, -1), all, all); };
  forward = matmul(a, swap_axes(b, 1, 2));
  turned(backward) = matmul(turned(a), swap_axes(turned(b), 1, 2));
  index_t wrong = 0;
  for (index_t m = 0; m < count; ++m)
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j) {
        double expected = 0;
        for (index_t k = 0; k < n; ++k)
          expected += a_at(m, i, k) * b_at(m, k, j);
        wrong += forward(m, i, j) != expected || backward(m, i, j) != expected ? 1 : 0;
      }
  CHECK(wrong == 0);
}

TEST_CASE("matmul: leading axes that do not broadcast are an error with both shapes") {
  CHECK(message_of([] { static_cast<void>(matmul(tensor<double, 3>(2, 3, 4), tensor<double, 3>(3, 4, 5))); }) ==
        "weft: matmul: shape (2,3,4) and shape (3,4,5): the leading axes do not broadcast");
  CHECK(message_of([] { static_cast<void>(matmul(tensor<double, 3>(2, 3, 4), tensor<double, 3>(2, 3, 4))); }) ==
        "weft: matmul: shape (2,3,4) and shape (2,3,4): the last axis of the first and the last but one of the second "
        "differ");
  CHECK_THROWS_AS(static_cast<void>(matmul(tensor<double>(shape(list{})), tensor<double>(shape(4)))), shape_error);
}
