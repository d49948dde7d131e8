#include <weft/linalg/product.hpp>

#include "gemm_oracle.hpp"

#include <weft/eval/threads.hpp>

#include <algorithm>

using namespace linalg_test;

// Products whose route takes no memory, one and rows of them: run where a plan says that they are, not elsewhere.

namespace {

template <class T>
bool is_run_direct(product_job<T, T, T> const& job) {
  product_route route{};
  return run_direct(job, route);
}

/// Matrices of one shape, one after the other.
template <class T>
struct matrix_row {
  std::vector<guarded<T>> each;
  std::vector<T> memory;

  matrix_row(index_t count, index_t rows, index_t cols, stride_class kind)
      : each(std::size_t(count), guarded<T>(rows, cols, kind)) {}
  void fill(generator& g) {
    for (guarded<T>& m : each)
      m.fill(g);
  }
  index_t step() const { return index_t(each[0].memory.size()); }
  /// The first of them, all being copied to one place.
  T* join() {
    memory.clear();
    for (guarded<T> const& m : each)
      memory.insert(memory.end(), m.memory.begin(), m.memory.end());
    return memory.data() + each[0].first;
  }
  void part() {
    for (std::size_t p = 0; p < each.size(); ++p)
      std::copy_n(memory.begin() + index_t(p) * step(), step(), each[p].memory.begin());
  }
};

struct row_case {
  index_t count, m, n, k;
  stride_class a, b, c;
  int conj;
  bool prefetched;
};

/// Rows of C or its columns have unit stride and fill a vector; there is no more of B than what may be copied.
template <class T>
bool must_be_done(row_case const& r) {
  constexpr index_t size = sizeof(T);
  bool const by_rows = r.c == stride_class::rows || r.c == stride_class::padded,
             by_columns = r.c == stride_class::columns;
  return (by_rows && r.n * size >= 16) || (by_columns && r.m * size >= 16);
}

bool takes_no_memory(product_route const& route) {
  return route.way == product_way::dot || route.way == product_way::vector || route.way == product_way::direct;
}
/// One, as programs ask for it; several, as a stack does.
template <class T>
bool is_run(product_job<T, T, T> const& job, product_batch const& batch) {
  if (batch.count == 1)
    return is_run_direct(job);
  gemm_plan const plan = job.plan();
  if (plan.route.way != product_way::direct)
    return false;
  run_batch(plan.route, job, batch);
  return true;
}

template <class T>
void check_row(row_case const& r, T alpha, T beta) {
  generator g{std::uint64_t(r.m * 10007 + r.n * 101 + r.k)};
  matrix_row<T> a(r.count, r.m, r.k, r.a), b(r.count, r.k, r.n, r.b), c(r.count, r.m, r.n, r.c);
  a.fill(g);
  b.fill(g);
  if (beta != T{}) // what is left is NaN
    c.fill(g);
  for (guarded<T>& m : a.each)
    m.shape.conj = r.conj & 1;
  for (guarded<T>& m : b.each)
    m.shape.conj = r.conj & 2;
  matrix_row<T> const before = c;
  T const *const first_a = a.join(), *const first_b = b.join();
  T* const first_c = c.join();
  product_job<T, T, T> const job{
      alpha, {first_a, a.each[0].shape}, {first_b, b.each[0].shape}, beta, {first_c, c.each[0].shape}};
  product_batch batch{r.count, {a.step(), b.step(), c.step()}};
  if (r.prefetched)
    batch.prefetched[0] = r.m * r.k * index_t(sizeof(T)), batch.prefetched[1] = r.k * r.n * index_t(sizeof(T));
  bool const done = is_run(job, batch);
  c.part();
  INFO(r.count << " of " << r.m << " x " << r.n << " x " << r.k << " strides " << int(r.a) << int(r.b) << int(r.c)
               << " conj " << r.conj << " done " << done);
  product_route const route = job.plan().route;
  CHECK(done == takes_no_memory(route));
  if (must_be_done<T>(r))
    CHECK(done == route.own());
  int wrong = 0;
  for (std::size_t p = 0; p < c.each.size(); ++p)
    wrong += done ? wrong_elements(alpha, a.each[p], b.each[p], beta, before.each[p], c.each[p])
                  : std::memcmp(before.each[p].memory.data(), c.each[p].memory.data(),
                                sizeof(T) * std::size_t(c.step())) != 0;
  CHECK(wrong == 0);
}

} // namespace

TEST_CASE_TEMPLATE("direct products: around the edges of tiles, one and rows of three", T, float, double,
                   std::complex<float>, std::complex<double>) {
  generator g{17};
  index_t const heights[] = {2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17};
  index_t const widths[] = {2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 17, 24, 25, 31};
  for (index_t const m : heights)
    for (index_t const n : widths)
      for (index_t const count : {1, 3}) {
        auto const plain = [&] { return stride_class(g.below(3)); };
        auto const any = [&] { return stride_class(g.below(all_classes)); };
        int const conj = is_complex<T> ? g.below(4) : 0;
        T const alpha = factor<T>(g.below(4), false), beta = factor<T>(g.below(4), true);
        check_row<T>({count, m, n, 1 + g.below(9), plain(), plain(), plain(), conj, g.below(2) == 1}, alpha, beta);
        check_row<T>(
            {count, m, n, 1 + g.below(9), any(), any(), stride_class(g.below(writable_classes)), conj, g.below(2) == 1},
            alpha, beta);
      }
}

TEST_CASE_TEMPLATE("direct products: vectors with any strides", T, float, double) {
  generator g{23};
  for (index_t const n : {1, 2, 5, 8, 33, 70})
    for (index_t const k : {1, 2, 7, 16, 37})
      for (int kind = 0; kind < all_classes; ++kind)
        for (bool const column : {false, true}) {
          row_case const r{1,
                           column ? n : 1,
                           column ? 1 : n,
                           k,
                           stride_class(kind),
                           stride_class((kind + g.below(4)) % all_classes),
                           stride_class(g.below(writable_classes)),
                           0,
                           false};
          check_row<T>(r, factor<T>(g.below(4), false), factor<T>(g.below(4), true));
        }
}

TEST_CASE("direct products: not where the target may overlap a factor, nor of nothing") {
  std::vector<double> memory(300, 1.0);
  double* const p = memory.data();
  matrix_shape const s{4, 4, 4, 1}, back{4, 4, -4, -1}, empty{4, 0, 0, 1}, of_nothing{0, 4, 4, 1};
  auto const runs = [&](double const* a, matrix_shape const& sa, double const* b, matrix_shape const& sb, double* c,
                        matrix_shape const& sc) {
    return is_run_direct(product_job<double, double, double>{1.0, {a, sa}, {b, sb}, 0.0, {c, sc}});
  };
  std::vector<double> const before = memory;
  CHECK_FALSE(runs(p, s, p + 100, s, p, s));
  CHECK_FALSE(runs(p + 100, s, p + 15, s, p, s));
  CHECK_FALSE(runs(p, s, p + 100, s, p + 15, s));
  CHECK_FALSE(runs(p + 30, back, p + 100, s, p, s)); // from 15 to 30
  CHECK_FALSE(runs(p, s, p + 100, s, p + 30, back));
  CHECK_FALSE(runs(p, empty, p + 100, of_nothing, p + 200, s)); // the target is scaled
  CHECK_FALSE(runs(p, of_nothing, p + 100, s, p + 200, of_nothing));
  CHECK(memory == before);
  bool const own = plan_gemm(s, s, s, info_of<double, double, double, double>()).route.own();
  CHECK(runs(p, s, p + 100, s, p + 16, s) == own);
  CHECK(std::count(memory.begin(), memory.end(), 4.0) == (own ? 16 : 0));
  CHECK(runs(p + 131, back, p + 100, s, p + 16, s) == own); // from 116 to 131
}

namespace {

/// n small numbers `stride` apart, from `first` elements on; what lies between them is not to be read.
template <class T>
struct spread_numbers {
  std::vector<T> memory;
  T* begin;
  spread_numbers(generator& g, index_t n, index_t stride, index_t first)
      : memory(std::size_t(std::abs(stride) * n + first + 8), not_to_be_read<T>()),
        begin(memory.data() + first + (stride < 0 ? -stride * std::max<index_t>(n - 1, 0) : 0)) {
    for (index_t i = 0; i < n; ++i)
      begin[i * stride] = small_value<T>(g);
  }
};

} // namespace

TEST_CASE_TEMPLATE("direct dot: every length up to a few vectors, nothing around and between them", T, float, double) {
  generator g{29};
  std::vector<index_t> lengths(150);
  for (std::size_t n = 0; n < lengths.size(); ++n)
    lengths[n] = index_t(n);
  for (index_t const n : {1000, 2051, 4099})
    lengths.push_back(n);
  struct sample {
    index_t x_stride, y_stride, apart;
  };
  for (index_t const n : lengths)
    for (auto const& [x_stride, y_stride, apart] :
         {sample{1, 1, 0}, {1, 1, 1}, {1, 1, 3}, {1, -1, 0}, {3, 1, 1}, {-2, 5, 0}, {-1, -1, 2}}) {
      spread_numbers<T> const x(g, n, x_stride, 1), y(g, n, y_stride, apart);
      long double sum = 0, sizes = 0;
      for (index_t i = 0; i < n; ++i) {
        long double const product =
            static_cast<long double>(x.begin[i * x_stride]) * static_cast<long double>(y.begin[i * y_stride]);
        sum += product;
        sizes += std::abs(product);
      }
      T found = not_to_be_read<T>();
      vector_operand<T const> const of_x{x.begin, n, x_stride}, of_y{y.begin, n, y_stride};
      matrix_operand<T> const to{&found, {1, 1, 1, 1}};
      bool const done = run_direct(n, x.begin, x_stride, y.begin, y_stride, found);
      CAPTURE(n);
      CHECK(done == (n == 0 || plan_of<T>(T(1), as_row(of_x), as_column(of_y), T(0), to).route.way == product_way::dot));
      if (!done)
        continue;
      CHECK(std::abs(static_cast<long double>(found) - sum) <=
            static_cast<long double>(n) * std::numeric_limits<T>::epsilon() * sizes);
    }
}

TEST_CASE_TEMPLATE("dot of long vectors: pieces, and the same bits in any number of threads", T, float, double) {
  generator g{37};
  for (index_t const n : {16384, 16385, 100001, 524289, 1500000}) {
    CAPTURE(n);
    std::vector<T> x(static_cast<std::size_t>(n)), y(static_cast<std::size_t>(n));
    long double sum = 0, sizes = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = small_value<T>(g), y[i] = small_value<T>(g);
      sum += static_cast<long double>(x[i]) * static_cast<long double>(y[i]);
      sizes += std::abs(static_cast<long double>(x[i]) * static_cast<long double>(y[i]));
    }
    std::vector<T> found;
    for (int const threads : {1, 2, 3, 7}) {
      weft::thread_scope const budget{threads};
      T value = not_to_be_read<T>();
      if (!run_direct(n, x.data(), 1, y.data(), 1, value))
        continue; // BLAS has more threads, or is asked for
      CHECK(std::abs(static_cast<long double>(value) - sum) <=
            static_cast<long double>(std::sqrt(double(n))) *
                static_cast<long double>(std::numeric_limits<T>::epsilon()) * sizes);
      found.push_back(value);
      CHECK(same_bits(value, found[0]));
    }
    weft::thread_scope const many{7};
    if (plan_gemm(rows_of(2, n), rows_of(n, 1), rows_of(2, 1), info_of<T, T, T, T>()).route.own()) // chosen as two sums are
      CHECK(found.size() > 0);
  }
}

TEST_CASE("direct products: one B for a batch, copied, and what is too large to be copied, or for one thread") {
  generator g{31};
  for (auto const kind : {stride_class::rows, stride_class::columns, stride_class::every_second})
    for (index_t const side : {9, 32, 33}) { // 8 KiB of doubles are 32 x 32
      matrix_row<double> a(3, 8, side, stride_class::rows), b(1, side, side, kind), c(3, 8, side, stride_class::padded);
      a.fill(g);
      b.fill(g);
      matrix_row<double> const before = c;
      double const *const first_a = a.join(), *const first_b = b.join();
      double* const first_c = c.join();
      product_job<double, double, double> const job{
          2.0, {first_a, a.each[0].shape}, {first_b, b.each[0].shape}, 0.0, {first_c, c.each[0].shape}};
      bool const done = is_run(job, {3, {a.step(), 0, c.step()}});
      CAPTURE(side);
      CAPTURE(int(kind));
      CHECK(done == (job.plan().route.own() && (kind == stride_class::rows || side <= 32)));
      c.part();
      int wrong = 0;
      for (std::size_t p = 0; p < 3 && done; ++p)
        wrong += wrong_elements(2.0, a.each[p], b.each[0], 0.0, before.each[p], c.each[p]);
      CHECK(wrong == 0);
    }
  guarded<std::complex<double>> a(128, 128, stride_class::rows), b(128, 128, stride_class::rows),
      c(128, 128, stride_class::rows);
  a.fill(g);
  b.fill(g);
  product_job<std::complex<double>, std::complex<double>, std::complex<double>> const job{
      1.0, {a.read().data, a.shape}, {b.read().data, b.shape}, 0.0, c.write()};
  weft::thread_scope const four{4};
  if (job.plan().route.own() && job.plan().route.threads > 1)
    CHECK_FALSE(is_run_direct(job));
  for (index_t const side : {40, 64, 90}) {
    matrix_shape const s{side, side, 128, 1};
    product_job<std::complex<double>, std::complex<double>, std::complex<double>> const part{
        1.0, {a.read().data, s}, {b.read().data, s}, 0.0, {c.write().data, s}};
    CHECK(is_run_direct(part) == takes_no_memory(part.plan().route));
  }
}
