// Sparse matrices as one writes them by hand over three vectors; factors by calls of SuperLU.
#include "sparse.hpp"

#if defined(WEFT_BENCH_SUPERLU)
#include <slu_ddefs.h>
#endif

#include <thread>

namespace {

using peer::block, peer::compressed, peer::run;

/// c = a + 2b in as many threads as run.py allows: what memory can do.
void triad(run& r, long n) {
  char const* given = std::getenv("WEFT_NUM_THREADS");
  const long threads = given == nullptr ? 1 : std::max(1L, std::atol(given));
  block<double> a(0, n), b(1, n), c(n);
  const auto part = [&, o = c.data(), p = a.data(), q = b.data()](long k) {
#pragma GCC ivdep
    for (long i = n * k / threads; i < n * (k + 1) / threads; ++i)
      o[i] = p[i] + 2 * q[i];
  };
  r(
      n,
      [&] {
        std::vector<std::thread> others;
        for (long k = 1; k < threads; ++k)
          others.emplace_back(part, k);
        part(0);
        for (std::thread& other : others)
          other.join();
      },
      c);
}

void multiply(compressed const& a, double const* x, double* y) {
  for (long i = 0; i < a.rows; ++i) {
    double sum = 0;
    for (int e = a.offsets[std::size_t(i)]; e < a.offsets[std::size_t(i) + 1]; ++e)
      sum += a.values[std::size_t(e)] * x[a.indices[std::size_t(e)]];
    y[i] = sum;
  }
}
void multiply_transposed(compressed const& a, double const* x, double* y) {
  std::fill_n(y, a.rows, 0.0);
  for (long i = 0; i < a.rows; ++i)
    for (int e = a.offsets[std::size_t(i)]; e < a.offsets[std::size_t(i) + 1]; ++e)
      y[a.indices[std::size_t(e)]] += a.values[std::size_t(e)] * x[i];
}
void csr(run& r) {
  compressed const& a = peer::matrix(r);
  block<double> x(1, a.rows), y(a.rows);
  r(a.rows, [&] { multiply(a, x.data(), y.data()); }, y);
}
void csc(run& r) {
  const compressed a = peer::turned(peer::matrix(r));
  block<double> x(1, a.rows), y(a.rows);
  r(a.rows, [&] { multiply_transposed(a, x.data(), y.data()); }, y);
}
void transposed(run& r) {
  compressed const& a = peer::matrix(r);
  block<double> x(1, a.rows), y(a.rows);
  r(a.rows, [&] { multiply_transposed(a, x.data(), y.data()); }, y);
}
void columns(run& r) {
  constexpr int count = peer::right_sides;
  compressed const& a = peer::matrix(r);
  block<double> x(1, count * a.rows), y(count * a.rows);
  r(
      count * a.rows,
      [&] {
        for (long i = 0; i < a.rows; ++i) {
          double sum[count]{};
          for (int e = a.offsets[std::size_t(i)]; e < a.offsets[std::size_t(i) + 1]; ++e)
            for (int k = 0; k < count; ++k)
              sum[k] += a.values[std::size_t(e)] * x[std::size_t(count * a.indices[std::size_t(e)] + k)];
          std::copy_n(sum, count, y.data() + count * i);
        }
      },
      y);
}

/// The number of entries is not timed.
void compare_matrix(run& r, auto f) {
  compressed c;
  const long entries = f().entries();
  r(entries, [&] { c = f(); }, c.values);
}
void triplets(run& r) {
  const peer::entry_list list = peer::entries(peer::structure_of(r), r.size);
  compare_matrix(r, [&] { return peer::compress(list); });
}
compressed sum_of(compressed const& a, compressed const& b) {
  compressed c;
  c.indices.reserve(std::size_t(a.entries() + b.entries()));
  c.values.reserve(std::size_t(a.entries() + b.entries()));
  for (std::size_t i = 0; i < std::size_t(a.rows); ++i) {
    auto e = std::size_t(a.offsets[i]), f = std::size_t(b.offsets[i]);
    const auto last = std::size_t(a.offsets[i + 1]), end = std::size_t(b.offsets[i + 1]);
    while (e < last && f < end)
      if (a.indices[e] == b.indices[f])
        c.add(a.indices[e], a.values[e] + b.values[f]), ++e, ++f;
      else if (a.indices[e] < b.indices[f])
        c.add(a.indices[e], a.values[e]), ++e;
      else
        c.add(b.indices[f], b.values[f]), ++f;
    for (; e < last; ++e)
      c.add(a.indices[e], a.values[e]);
    for (; f < end; ++f)
      c.add(b.indices[f], b.values[f]);
    c.end_row();
  }
  return c;
}
void sparse_sum(run& r, long n) {
  const compressed a = peer::matrix("laplacian", n), b = peer::matrix("convection", n);
  compare_matrix(r, [&] { return sum_of(a, b); });
}
compressed product_of(compressed const& a, compressed const& b) {
  compressed c;
  std::vector<double> sum(std::size_t(b.rows));
  std::vector<long> seen(std::size_t(b.rows), -1);
  for (long i = 0; i < a.rows; ++i) {
    const std::size_t first = c.indices.size();
    for (auto e = std::size_t(a.offsets[std::size_t(i)]); e < std::size_t(a.offsets[std::size_t(i) + 1]); ++e)
      for (auto f = std::size_t(b.offsets[std::size_t(a.indices[e])]);
           f < std::size_t(b.offsets[std::size_t(a.indices[e]) + 1]); ++f) {
        const auto j = std::size_t(b.indices[f]);
        if (seen[j] != i) {
          seen[j] = i;
          sum[j] = 0;
          c.indices.push_back(int(j));
        }
        sum[j] += a.values[e] * b.values[f];
      }
    std::sort(c.indices.begin() + long(first), c.indices.end());
    for (std::size_t e = first; e < c.indices.size(); ++e)
      c.values.push_back(sum[std::size_t(c.indices[e])]);
    c.end_row();
  }
  return c;
}
void product(run& r) {
  compressed const& a = peer::matrix(r);
  compare_matrix(r, [&] { return product_of(a, a); });
}

/// Where the entries of triangle e stand among those of the matrix: 9 numbers.
std::vector<int> positions_of(peer::mesh const& m, compressed const& a) {
  std::vector<int> positions;
  for (long e = 0; e < m.triangles; ++e)
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        const auto i = std::size_t(m.corners[std::size_t(3 * e + k)]);
        const auto row = a.indices.begin() + a.offsets[i], end = a.indices.begin() + a.offsets[i + 1];
        positions.push_back(int(std::lower_bound(row, end, m.corners[std::size_t(3 * e + l)]) - a.indices.begin()));
      }
  return positions;
}
void assembly(run& r, long n) {
  const peer::mesh m(n);
  compressed a = peer::compress(m.list(false));
  const std::vector<int> positions = positions_of(m, a);
  const std::vector<double> blocks = m.list(true).value;
  r(
      a.entries(),
      [&] {
        std::fill(a.values.begin(), a.values.end(), 0.0);
        for (std::size_t e = 0; e < blocks.size(); ++e)
          a.values[std::size_t(positions[e])] += blocks[e];
      },
      a.values);
}
void assembly_scaled(run& r, long n) {
  const peer::mesh m(n);
  compressed a = peer::compress(m.list(false));
  const std::vector<int> positions = positions_of(m, a);
  r(
      a.entries(),
      [&] {
        std::fill(a.values.begin(), a.values.end(), 0.0);
        auto to = positions.begin();
        for (long e = 0; e < m.triangles; ++e)
          for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l)
              a.values[std::size_t(*to++)] += m.element(e, k, l);
      },
      a.values);
}
void add_at(run& r, long n) {
  constexpr long count = 1'000'000;
  block<double> w(1, count), b(n);
  std::vector<long> places(count);
  peer::fill_places(places.data(), count, n);
  r(
      n,
      [&, to = b.data(), from = w.data(), at = places.data()] {
        for (long k = 0; k < count; ++k)
          to[at[k]] += from[k];
      },
      b);
}

double dot(block<double> const& x, block<double> const& y) {
  double s = 0;
#pragma omp simd reduction(+ : s)
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * y[i];
  return s;
}
void jacobi_cg(run& run, long n) {
  compressed const& a = peer::matrix("laplacian", n);
  block<double> b(1, a.rows), inverse(a.rows), x(a.rows), r(a.rows), z(a.rows), p(a.rows), q(a.rows);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (auto e = std::size_t(a.offsets[i]); e < std::size_t(a.offsets[i + 1]); ++e)
      if (a.indices[e] == int(i))
        inverse[i] = 1 / a.values[e];
  run(
      a.rows,
      [&] {
        std::fill(x.begin(), x.end(), 0.0);
        r = b;
        for (std::size_t i = 0; i < x.size(); ++i)
          p[i] = z[i] = inverse[i] * r[i];
        double rz = dot(r, z);
        for (int step = 0; step < peer::jacobi_steps; ++step) {
          multiply(a, p.data(), q.data());
          const double alpha = rz / dot(p, q);
          double next = 0;
#pragma omp simd reduction(+ : next)
          for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            z[i] = inverse[i] * r[i];
            next += r[i] * z[i];
          }
          const double beta = next / rz;
          for (std::size_t i = 0; i < x.size(); ++i)
            p[i] = z[i] + beta * p[i];
          rz = next;
        }
      },
      x);
}

#if defined(WEFT_BENCH_SUPERLU)
/// The factors of a matrix whose places are symmetric, by minimum degree and with pivots on the diagonal where they
/// will do. SuperLU takes columns: these are the rows, and the transposed system is solved.
class factors {
public:
  explicit factors(compressed const& a) : a_(a), order_(std::size_t(a.rows)), rows_(order_), tree_(order_) {
    superlu_options_t options;
    set_default_options(&options);
    options.SymmetricMode = YES;
    options.ColPerm = MMD_AT_PLUS_A;
    options.DiagPivotThresh = 0.1;
    StatInit(&counts_);
    const int n = int(a.rows);
    SuperMatrix columns, ordered;
    dCreate_CompCol_Matrix(&columns, n, n, int(a.entries()), a_.values.data(), a_.indices.data(), a_.offsets.data(),
                           SLU_NC, SLU_D, SLU_GE);
    get_perm_c(options.ColPerm, &columns, order_.data());
    sp_preorder(&options, &columns, order_.data(), tree_.data(), &ordered);
    GlobalLU_t shared;
    int info = 0;
    dgstrf(&options, &ordered, sp_ienv(2), sp_ienv(1), tree_.data(), nullptr, 0, order_.data(), rows_.data(), &l_, &u_,
           &shared, &counts_, &info);
    Destroy_CompCol_Permuted(&ordered);
    Destroy_SuperMatrix_Store(&columns);
  }
  factors(factors const&) = delete;
  ~factors() {
    Destroy_SuperNode_Matrix(&l_);
    Destroy_CompCol_Matrix(&u_);
    StatFree(&counts_);
  }
  void solve(block<double> const& b, block<double>& x) {
    x = b;
    SuperMatrix right;
    int info = 0;
    dCreate_Dense_Matrix(&right, l_.nrow, 1, x.data(), l_.nrow, SLU_DN, SLU_D, SLU_GE);
    dgstrs(TRANS, &l_, &u_, order_.data(), rows_.data(), &right, &counts_, &info);
    Destroy_SuperMatrix_Store(&right);
  }

private:
  compressed a_;
  std::vector<int> order_, rows_, tree_;
  SuperMatrix l_, u_;
  SuperLUStat_t counts_;
};
/// Also of positive definite matrices: there is no Cholesky in SuperLU.
void factored(run& r) {
  compressed const& a = peer::matrix(r);
  block<double> b(1, a.rows), x(a.rows);
  r(a.rows, [&] { factors(a).solve(b, x); }, x);
}
void solved(run& r) {
  compressed const& a = peer::matrix(r);
  block<double> b(1, a.rows), x(a.rows);
  factors f(a);
  r(a.rows, [&] { f.solve(b, x); }, x);
}
#endif

} // namespace

void add_sparse(peer::book& book) {
  book.add("triad", triad);
  peer::add_structures(book, "csr", peer::structures, csr);
  peer::add_structures(book, "csc", peer::structures, csc);
  peer::add_structures(book, "columns", peer::structures, columns);
  peer::add_structures(book, "turned", peer::structures, transposed);
  peer::add_structures(book, "triplets", peer::structures, triplets);
  peer::add_structures(book, "square", peer::structures, product);
  book.add("sparse_sum", sparse_sum);
  book.add("assembly", assembly);
  book.add("assembly_scaled", assembly_scaled);
  book.add("add_at", add_at);
  book.add("jacobi_cg", jacobi_cg);
#if defined(WEFT_BENCH_SUPERLU)
  peer::add_structures(book, "lu", peer::structures, factored);
  peer::add_structures(book, "lusolve", peer::structures, solved);
  peer::add_structures(book, "cholesky", peer::structures, factored);
  peer::add_structures(book, "cholsolve", peer::structures, solved);
#endif
}
