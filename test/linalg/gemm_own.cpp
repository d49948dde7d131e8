#include <weft/linalg/gemm.hpp>

#include "gemm_oracle.hpp"

#include <weft/eval/threads.hpp>

using namespace linalg_test;

// Weft's own kernels, whoever computes products in this run: with alpha_is_zero a plan never goes to BLAS.

namespace {

struct layout_choice {
  stride_class a, b, c;
};

/// Cuts a product anew, after its route has been changed by hand.
template <class A, class B, class C>
void cut_again(gemm_plan& plan, A const& a, B const& b, C const& c) {
  if (plan.route.way == product_way::packed || plan.route.way == product_way::triangle)
    plan.blocks = own_blocks_of(a.shape, b.shape, c.shape, plan.kind, plan.route);
}

template <class T>
void check_own(index_t m, index_t n, index_t k, layout_choice const& l, int bytes, T alpha, T beta, int conj = 0) {
  generator g{std::uint64_t(m * 10007 + n * 101 + k)};
  guarded<T> a(m, k, l.a), b(k, n, l.b), c(m, n, l.c);
  a.fill(g);
  b.fill(g);
  if (beta != T{}) // what is left is NaN
    c.fill(g);
  a.shape.conj = conj & 1;
  b.shape.conj = conj & 2;
  guarded<T> const before = c;
  gemm_plan plan =
      plan_gemm(a.shape, b.shape, c.shape, info_of<T, T, T, T>(), {.alpha_is_zero = true, .old = old_value_for(beta)});
  REQUIRE(plan.route.own());
  if (bytes > plan.route.vector_bytes)
    return;
  bool const as_planned = bytes == plan.route.vector_bytes;
  plan.route.vector_bytes = bytes;
  cut_again(plan, a, b, c);
  INFO(route_text(plan) << " vectors of " << bytes << " strides " << int(l.a) << int(l.b) << int(l.c) << " conj "
                        << conj);
  {
    counting_scratch memory;
    gemm<T>(plan, alpha, a.read(), b.read(), beta, c.write(), memory);
    CHECK(wrong_elements(alpha, a, b, beta, before, c) == 0);
    if (as_planned)
      CHECK(memory.total == plan.temporary_bytes);
  }
  if (plan.route.way != product_way::direct)
    return;
  counting_scratch memory;
  plan.route.way = product_way::packed; // which large products of the same shapes take
  cut_again(plan, a, b, c);
  c = before;
  gemm<T>(plan, alpha, a.read(), b.read(), beta, c.write(), memory);
  CHECK(wrong_elements(alpha, a, b, beta, before, c) == 0);
}

layout_choice sampled(generator& g) {
  return {stride_class(g.below(all_classes)), stride_class(g.below(all_classes)),
          stride_class(g.below(writable_classes))};
}

constexpr int vector_sizes[] = {16, 32, 64};

/// What lies between the elements and around them too.
template <class T>
bool same_memory(guarded<T> const& x, guarded<T> const& y) {
  return x.memory.size() == y.memory.size() &&
         std::memcmp(x.memory.data(), y.memory.data(), x.memory.size() * sizeof(T)) == 0;
}

} // namespace

TEST_CASE_TEMPLATE("own gemm: around the edges of tiles and panels, every instruction set", T, float, double,
                   std::complex<float>, std::complex<double>) {
  generator g{11};
  index_t const heights[] = {2, 3, 4, 5, 7, 8, 9, 15, 16, 17};
  index_t const widths[] = {2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 17, 24, 25, 31, 33, 48, 49, 73};
  for (int const bytes : vector_sizes)
    for (index_t const m : heights)
      for (index_t const n : widths) {
        layout_choice const as_it_is{stride_class(g.below(3)), stride_class::padded, stride_class::padded};
        check_own<T>(m, n, 1 + g.below(5), g.below(2) ? as_it_is : sampled(g), bytes, factor<T>(g.below(4), false),
                     factor<T>(g.below(4), true), g.below(4));
      }
}

TEST_CASE_TEMPLATE("own gemm: around the edges of blocks, every instruction set", T, float, double,
                   std::complex<double>) {
  // The first has the smallest A and B that are packed for the widest vectors, where A does not lie by rows.
  index_t const height = is_complex<T> ? 30 : sizeof(T) == 4 ? 105 : 55, width = is_complex<T> ? 51 : 100;
  index_t const sizes[][3] = {{height, width, 385}, {17, 6170, 2}, {2, 3, 1000}, {100, 9, 384}, {9, 26, 769}};
  generator g{5};
  for (auto const& [m, n, k] : sizes)
    for (int const bytes : vector_sizes) {
      check_own<T>(m, n, k, sampled(g), bytes, T(2), T(real_t<T>(0.5)), g.below(4));
      check_own<T>(m, n, k, {stride_class::columns, stride_class::rows, stride_class::rows}, bytes, T(2), T(1), 0);
    }
  layout_choice const all_by_rows{stride_class::padded, stride_class::padded, stride_class::padded};
  // Long rows of C, some of them at a time, with B as it lies or packed.
  index_t const rows[][3] = {{37, 1100, 10}, {33, 1030, 24}, {70, 517, 3}, {300, 120, 7}, {32, 2100, 50}};
  for (auto const& [m, n, k] : rows)
    for (int const bytes : vector_sizes)
      for (layout_choice const& l : {all_by_rows, sampled(g)})
        check_own<T>(m, n, k, l, bytes, T(2), T(real_t<T>(0.5)), g.below(4));
  // A is packed and B, of most_direct_bytes, is not: nothing lies behind A but what counting_scratch watches.
  index_t const high = is_complex<T>    ? 53
                       : sizeof(T) == 4 ? 205
                                        : 105,
                wide = is_complex<T>    ? 50
                       : sizeof(T) == 4 ? 200
                                        : 100;
  for (int const bytes : vector_sizes)
    for (index_t const more : {0, 1, 3, 7})
      for (stride_class const of_a : {stride_class::columns, stride_class::every_second, sampled(g).a})
        check_own<T>(high + more, wide, 200, {of_a, stride_class::padded, stride_class::padded}, bytes, T(2),
                     T(real_t<T>(0.5)), 0);
}

TEST_CASE_TEMPLATE("own gemv and dot: every instruction set, more than one run", T, float, double,
                   std::complex<double>) {
  index_t const sizes[][3] = {{1, 1, 1},  {1, 1, 7},    {1, 1, 2500}, {1, 9, 33},    {13, 1, 70}, {65, 1, 5},
                              {1, 17, 3}, {3, 1, 2100}, {2100, 1, 3}, {1, 2300, 10}, {29, 1, 1},  {1, 30, 1}};
  generator g{3};
  for (auto const& [m, n, k] : sizes)
    for (int kind = 0; kind < all_classes; ++kind)
      for (int const bytes : vector_sizes)
        check_own<T>(m, n, k,
                     {stride_class(kind), stride_class((kind + g.below(3)) % all_classes),
                      stride_class(g.below(writable_classes))},
                     bytes, factor<T>(g.below(4), false), factor<T>(g.below(4), true), g.below(4));
}

TEST_CASE_TEMPLATE("own syrk: half of the tiles, and their mirror image", T, float, double, std::complex<double>) {
  index_t const sizes[][2] = {{65, 32}};
  for (auto const& [n, k] : sizes)
    for (int const bytes : vector_sizes)
      for (auto const target : {stride_class::rows, stride_class::columns, stride_class::every_second})
        for (int conj = 0; conj < (is_complex<T> && target != stride_class::every_second ? 4 : 1); ++conj) {
          generator g{9};
          guarded<T> a(n, k, conj % 2 ? stride_class::columns : stride_class::padded), c(n, n, target);
          a.fill(g);
          guarded<T> b = a;
          b.shape = transposed(a.shape);
          a.shape.conj = conj & 1;
          b.shape.conj = conj & 2;
          product_facts const facts{.alpha_is_zero = true, .old = old_value::ignored, .gram = true};
          gemm_plan plan = plan_gemm(a.shape, b.shape, c.shape, info_of<T, T, T, T>(), facts);
          CHECK((plan.route.way == product_way::triangle) == (target != stride_class::every_second));
          if (bytes > plan.route.vector_bytes)
            continue;
          plan.route.vector_bytes = bytes;
          cut_again(plan, a, b, c);
          guarded<T> const before = c;
          counting_scratch memory;
          gemm<T>(plan, T(2), a.read(), matrix_operand<T const>{a.read().data, b.shape}, T(0), c.write(), memory);
          INFO(route_text(plan) << " vectors of " << bytes << " conj " << conj);
          CHECK(wrong_elements(T(2), a, b, T(0), before, c) == 0);
        }
}

TEST_CASE_TEMPLATE("own products divided among threads have the bits of one thread", T, float, double,
                   std::complex<double>) {
  // Parts without a whole tile, of one tile, of several blocks; more steps than a block has; vectors; a triangle.
  index_t const sizes[][3] = {{2, 3, 5},     {17, 25, 9}, {40, 300, 7}, {300, 40, 7}, {120, 130, 401},
                              {400, 400, 3}, {700, 1, 9}, {1, 700, 33}, {9, 1, 4000}};
  generator g{21};
  for (auto const& [m, n, k] : sizes)
    for (int const bytes : vector_sizes)
      for (int sample = 0; sample < 2; ++sample) {
        layout_choice const l = sampled(g);
        guarded<T> a(m, k, l.a), b(k, n, l.b), c(m, n, l.c);
        a.fill(g);
        b.fill(g);
        c.fill(g);
        guarded<T> const before = c;
        gemm_plan plan = plan_gemm(a.shape, b.shape, c.shape, info_of<T, T, T, T>(), {.alpha_is_zero = true});
        if (bytes > plan.route.vector_bytes)
          continue;
        plan.route.vector_bytes = bytes;
        counting_scratch memory;
        plan.route.threads = 1;
        if (plan.route.way == product_way::direct) // never divided
          plan.route.way = product_way::packed;
        cut_again(plan, a, b, c);
        gemm<T>(plan, T(2), a.read(), b.read(), T(real_t<T>(0.5)), c.write(), memory);
        INFO(route_text(plan) << " vectors of " << bytes << " strides " << int(l.a) << int(l.b) << int(l.c));
        CHECK(wrong_elements(T(2), a, b, T(real_t<T>(0.5)), before, c) == 0);
        for (int const threads : {2, 3, 6, 8}) {
          CAPTURE(threads);
          guarded<T> divided = before;
          counting_scratch more_memory;
          plan.route.threads = threads;
          cut_again(plan, a, b, c);
          weft::thread_scope const all{threads};
          gemm<T>(plan, T(2), a.read(), b.read(), T(real_t<T>(0.5)), divided.write(), more_memory);
          CHECK(same_memory(c, divided));
        }
      }
}

TEST_CASE_TEMPLATE("own products with a vector, divided: a piece of one row is read in the order of the whole", T,
                   float, double) {
  index_t const m = 129, k = 300;
  for (int kind = 0; kind < all_classes; ++kind) {
    guarded<T> a(m, k, stride_class(kind)), x(k, 1, stride_class::rows), c(m, 1, stride_class::rows);
    for (index_t l = 0; l < k; ++l) {
      x.at(l, 0) = T(1) / T(l + 1);
      for (index_t i = 0; i < m; ++i)
        a.at(i, l) = T(1) / T(l + i + 3);
    }
    guarded<T> divided = c;
    gemm_plan plan =
        plan_gemm(a.shape, x.shape, c.shape, info_of<T, T, T, T>(), {.alpha_is_zero = true, .old = old_value::ignored});
    counting_scratch memory;
    gemm<T>(plan, T(1), a.read(), x.read(), T(0), c.write(), memory);
    plan.route.threads = 2;
    weft::thread_scope const two{2};
    gemm<T>(plan, T(1), a.read(), x.read(), T(0), divided.write(), memory);
    INFO("strides " << kind);
    CHECK(same_memory(c, divided));
  }
}

TEST_CASE_TEMPLATE("own syrk divided among threads has the bits of one thread", T, float, double,
                   std::complex<double>) {
  for (index_t const n : {33, 100, 257})
    for (auto const target : {stride_class::rows, stride_class::columns}) {
      generator g{std::uint64_t(n)};
      guarded<T> a(n, 64, stride_class::padded), c(n, n, target);
      a.fill(g);
      guarded<T> b = a;
      b.shape = transposed(a.shape);
      matrix_operand<T const> const b_of_a{a.read().data, b.shape};
      product_facts const facts{.alpha_is_zero = true, .old = old_value::ignored, .gram = true};
      gemm_plan plan = plan_gemm(a.shape, b.shape, c.shape, info_of<T, T, T, T>(), facts);
      REQUIRE(plan.route.way == product_way::triangle);
      guarded<T> const before = c;
      counting_scratch memory;
      gemm<T>(plan, T(2), a.read(), b_of_a, T(0), c.write(), memory);
      INFO(route_text(plan));
      CHECK(wrong_elements(T(2), a, b, T(0), before, c) == 0);
      for (int const threads : {2, 3, 7}) {
        CAPTURE(threads);
        guarded<T> divided = before;
        counting_scratch more_memory;
        plan.route.threads = threads;
        cut_again(plan, a, b, c);
        weft::thread_scope const all{threads};
        gemm<T>(plan, T(2), a.read(), b_of_a, T(0), divided.write(), more_memory);
        CHECK(same_memory(c, divided));
      }
    }
}

TEST_CASE("own products: the plan divides what is worth a thread, and says what its parts pack") {
  auto const info = info_of<double, double, double, double>();
  auto const plan = [&](index_t m, index_t n, index_t k, bool gram = false) {
    return plan_gemm(rows_of(m, k), gram ? columns_of(k, n) : rows_of(k, n), rows_of(m, n), info,
                     {.alpha_is_zero = true, .old = old_value::ignored, .gram = gram});
  };
  gemm_plan const alone = plan(1000, 1000, 1000);
  CHECK(alone.route.threads == 1);
  weft::thread_scope const six{6};
  CHECK(plan(20, 20, 20).route.threads == 1);
  CHECK(plan(1000, 1000, 1000).route.threads == 6);
  CHECK(plan(1000, 1000, 1000).temporary_bytes > alone.temporary_bytes);
  CHECK(plan(1000, 1000, 1000, true).route.threads == 6);
  CHECK(plan(4, 6, 1000000).route.threads == 1); // one tile
  CHECK(plan(10000, 1, 10000).route.threads == 6);
  CHECK(plan(8, 1, 1000000).route.threads == 1); // fewer rows than a piece has
  CHECK(plan(130, 1, 1000000).route.threads == 3);
  gemm_plan const narrow = // so few columns that only B is packed, whatever the instruction set
      plan_gemm(rows_of(40000, 16), columns_of(16, 16), rows_of(40000, 16), info, {.alpha_is_zero = true});
  CHECK(narrow.route.threads == 6);
  CHECK(narrow.temporary_bytes == 0); // what a part packs fits on the stack of its thread
  weft::thread_scope const one{1};
  CHECK(plan(1000, 1000, 1000).route.threads == 1);
}

TEST_CASE("own gemm: what the plan says") {
  auto const info = info_of<double, double, double, double>();
  product_facts const own{.alpha_is_zero = true};
  auto const text = [&](matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
    return route_text(plan_gemm(a, b, c, info, own));
  };
  CHECK(text(rows_of(3, 5), columns_of(5, 4), rows_of(3, 4)) == "own direct m=3 n=4 k=5");
  CHECK(text({3, 5, -10, 2}, rows_of(5, 4), rows_of(3, 4)) == "own direct m=3 n=4 k=5");
  CHECK(text(rows_of(3, 4), rows_of(4, 1), rows_of(3, 1)) == "own vector m=3 n=1 k=4");
  CHECK(text(rows_of(1, 3), rows_of(3, 4), rows_of(1, 4)) == "own vector m=1 n=4 k=3");
  CHECK(text(rows_of(1, 5), rows_of(5, 1), rows_of(1, 1)) == "own dot n=5");
  // What is packed goes on the stack as long as it fits there.
  CHECK(plan_gemm(rows_of(30, 30), columns_of(30, 30), rows_of(30, 30), info, own).temporary_bytes == 0);
  CHECK(plan_gemm(rows_of(300, 300), columns_of(300, 300), rows_of(300, 300), info, own).temporary_bytes > 0);
}
