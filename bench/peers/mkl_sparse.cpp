// Sparse matrices by MKL, a program of its own: it is linked with MKL's threads, of which run.py allows one or more.
// Products are inspected beforehand, with hints, which is not timed.
#include "sparse.hpp"

#include <mkl.h>
#include <mkl_spblas.h>

#include <stdexcept>

namespace {

using peer::block, peer::run;

void require(sparse_status_t status) {
  if (status != SPARSE_STATUS_SUCCESS)
    throw std::runtime_error("MKL refuses: " + std::to_string(int(status)));
}

/// A handle.
class matrix {
public:
  matrix() = default;
  matrix(matrix const&) = delete;
  matrix(matrix&& other) noexcept : a_(std::exchange(other.a_, nullptr)) {}
  matrix& operator=(matrix&& other) noexcept {
    std::swap(a_, other.a_);
    return *this;
  }
  ~matrix() {
    if (a_ != nullptr)
      mkl_sparse_destroy(a_);
  }
  /// It reads the vectors of `a` where they lie.
  explicit matrix(peer::compressed& a, bool by_columns = false) {
    auto* const create = by_columns ? mkl_sparse_d_create_csc : mkl_sparse_d_create_csr;
    const int n = int(a.rows);
    require(create(&a_, SPARSE_INDEX_BASE_ZERO, n, n, a.offsets.data(), a.offsets.data() + 1, a.indices.data(),
                   a.values.data()));
  }
  sparse_matrix_t get() const { return a_; }
  sparse_matrix_t* to_write() { return &a_; }
  struct parts {
    long rows;
    int const *offsets, *indices;
    double const* values;
    long entries() const { return offsets[rows]; }
  };
  parts stored() const {
    sparse_index_base_t base;
    int rows = 0, columns = 0;
    int *begin = nullptr, *end = nullptr, *indices = nullptr;
    double* values = nullptr;
    require(mkl_sparse_d_export_csr(a_, &base, &rows, &columns, &begin, &end, &indices, &values));
    return {rows, begin, indices, values};
  }

private:
  sparse_matrix_t a_ = nullptr;
};

constexpr matrix_descr general{SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT};
constexpr int many_calls = 1000;

/// It may rearrange the matrix.
void inspect(matrix const& a) {
  mkl_sparse_set_memory_hint(a.get(), SPARSE_MEMORY_AGGRESSIVE);
  require(mkl_sparse_optimize(a.get()));
}
void times_vector(run& r, peer::compressed a, bool by_columns, sparse_operation_t operation) {
  const matrix m(a, by_columns);
  mkl_sparse_set_mv_hint(m.get(), operation, general, many_calls);
  inspect(m);
  block<double> x(1, a.rows), y(a.rows);
  r(a.rows, [&] { mkl_sparse_d_mv(operation, 1, m.get(), general, x.data(), 0, y.data()); }, y);
}
void csr(run& r) {
  times_vector(r, peer::matrix(r), false, SPARSE_OPERATION_NON_TRANSPOSE);
}
void csc(run& r) {
  times_vector(r, peer::turned(peer::matrix(r)), true, SPARSE_OPERATION_NON_TRANSPOSE);
}
void transposed(run& r) {
  times_vector(r, peer::matrix(r), false, SPARSE_OPERATION_TRANSPOSE);
}
void columns(run& r) {
  constexpr int count = peer::right_sides;
  peer::compressed a = peer::matrix(r);
  const matrix m(a);
  mkl_sparse_set_mm_hint(m.get(), SPARSE_OPERATION_NON_TRANSPOSE, general, SPARSE_LAYOUT_ROW_MAJOR, count, many_calls);
  inspect(m);
  block<double> x(1, count * a.rows), y(count * a.rows);
  r(
      count * a.rows,
      [&] {
        mkl_sparse_d_mm(SPARSE_OPERATION_NON_TRANSPOSE, 1, m.get(), general, SPARSE_LAYOUT_ROW_MAJOR, x.data(), count,
                        count, 0, y.data(), count);
      },
      y);
}

/// f(handle) makes a matrix each time. Its rows are sorted where they are compared.
void compare_matrix(run& r, auto f) {
  matrix c;
  const auto made = [&]() -> matrix& {
    matrix next;
    require(f(next.to_write()));
    return c = std::move(next);
  };
  std::vector<double> values(std::size_t(made().stored().entries()));
  r(
      long(values.size()), made,
      [&](matrix const& m) {
        require(mkl_sparse_order(m.get()));
        auto const s = m.stored();
        std::copy_n(s.values, s.entries(), values.begin());
      },
      values);
}
void triplets(run& r) {
  peer::entry_list list = peer::entries(peer::structure_of(r), r.size);
  const int n = int(list.rows);
  matrix entries;
  require(mkl_sparse_d_create_coo(entries.to_write(), SPARSE_INDEX_BASE_ZERO, n, n, int(list.size()), list.row.data(),
                                  list.column.data(), list.value.data()));
  compare_matrix(r, [&](sparse_matrix_t* to) {
    return mkl_sparse_convert_csr(entries.get(), SPARSE_OPERATION_NON_TRANSPOSE, to);
  });
}
void sparse_sum(run& r, long n) {
  peer::compressed a = peer::matrix("laplacian", n), b = peer::matrix("convection", n);
  const matrix left(a), right(b);
  compare_matrix(r, [&](sparse_matrix_t* to) {
    return mkl_sparse_d_add(SPARSE_OPERATION_NON_TRANSPOSE, left.get(), 1, right.get(), to);
  });
}
void square(run& r) {
  peer::compressed a = peer::matrix(r);
  const matrix m(a);
  compare_matrix(
      r, [&](sparse_matrix_t* to) { return mkl_sparse_spmm(SPARSE_OPERATION_NON_TRANSPOSE, m.get(), m.get(), to); });
}

} // namespace

int main() {
  // Entries of one place are not added by its conversion: the beam and the graph are not asked.
  constexpr char const* without_sums[] = {"laplacian", "convection", "power"};
  peer::book book;
  peer::add_structures(book, "csr", peer::structures, csr);
  peer::add_structures(book, "csc", peer::structures, csc);
  peer::add_structures(book, "columns", peer::structures, columns);
  peer::add_structures(book, "turned", peer::structures, transposed);
  peer::add_structures(book, "triplets", without_sums, triplets);
  peer::add_structures(book, "square", peer::structures, square);
  book.add("sparse_sum", sparse_sum);
  MKLVersion version;
  mkl_get_version(&version);
  return book.serve("MKL", std::to_string(version.MajorVersion) + "." + std::to_string(version.UpdateVersion));
}
