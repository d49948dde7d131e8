// Sparse matrices by weft.
#include "sparse.hpp"

#include <weft/sparse.hpp>
#include <weft/weft.hpp>

namespace {

using namespace weft;
using peer::run;
using vector = tensor<double, 1>;
using csr_matrix = sparse<double>;
using csc_matrix = sparse<double, column_major>;

template <class S>
S stored(peer::compressed const& a) {
  return S(shape(a.rows, a.rows), borrow(a.offsets), borrow(a.indices), borrow(a.values));
}
csr_matrix rows_of(run const& r) {
  return stored<csr_matrix>(peer::matrix(r));
}
template <class... N>
auto operand(int k, N... extents) {
  tensor<double, int(sizeof...(N))> a(extents...);
  peer::fill(k, a.data(), a.size());
  return a;
}

void times_vector(run& r, auto const& a) {
  const vector x = operand(1, a.extent(1));
  vector y(a.extent(0));
  r(y.size(), [&] { y = matmul(a, x); }, y);
}
void csr(run& r) {
  times_vector(r, rows_of(r));
}
void csc(run& r) {
  times_vector(r, stored<csc_matrix>(peer::turned(peer::matrix(r))));
}
void transposed(run& r) {
  const csr_matrix a = rows_of(r);
  const vector x = operand(1, a.extent(0));
  vector y(a.extent(1));
  r(y.size(), [&] { y = matmul(transpose(a), x); }, y);
}
void columns(run& r) {
  const csr_matrix a = rows_of(r);
  const tensor<double, 2> x = operand(1, a.extent(1), peer::right_sides);
  tensor<double, 2> y(a.extent(0), peer::right_sides);
  r(y.size(), [&] { y = matmul(a, x); }, y);
}

/// f() makes a matrix each time.
void compare_matrix(run& r, auto f) {
  csr_matrix c = f();
  vector values;
  r(
      c.nonzeros(), [&]() -> auto& { return c = f(); }, [&](auto const& s) { values = s.values(); }, values);
}
void from_triplets(run& r) {
  const peer::entry_list list = peer::entries(peer::structure_of(r), r.size);
  weft::triplets<double> t(list.rows, list.rows);
  for (std::size_t e = 0; e < list.value.size(); ++e)
    t.add(list.row[e], list.column[e], list.value[e]);
  compare_matrix(r, [&] { return csr_matrix(t); });
}
void sparse_sum(run& r, long n) {
  const auto a = stored<csr_matrix>(peer::matrix("laplacian", n));
  const auto b = stored<csr_matrix>(peer::matrix("convection", n));
  compare_matrix(r, [&] { return a + b; });
}
void times_itself(run& r) {
  const csr_matrix a = rows_of(r);
  compare_matrix(r, [&] { return matmul(a, a); });
}

/// The corners of the triangles, the structure that they make, and where the triangles stand in it.
struct problem {
  explicit problem(long n)
      : mesh(n), corners(borrow(mesh.corners.data(), shape(mesh.triangles, 3))),
        matrix(element_structure<double>(shape(mesh.points, mesh.points), corners)),
        positions(element_positions(matrix, corners)), unit{{1, -0.5, -0.5}, {-0.5, 0.5, 0}, {-0.5, 0, 0.5}},
        conductivity(borrow(mesh.conductivity.data(), shape(mesh.triangles))) {}
  peer::mesh mesh;
  tensor<int, 2> corners;
  csr_matrix matrix;
  tensor<std::int32_t, 3> positions;
  tensor<double, 2> unit;
  vector conductivity;
};
void assembly(run& r, long n) {
  problem p(n);
  const tensor<double, 3> blocks = p.conductivity(all, newaxis, newaxis) * p.unit;
  vector values;
  r(
      p.matrix.nonzeros(),
      [&]() -> auto& {
        p.matrix.values() = 0.0;
        assemble(p.matrix, p.positions, blocks);
        return p.matrix;
      },
      [&](auto const& s) { values = s.values(); }, values);
}
void assembly_scaled(run& r, long n) {
  problem p(n);
  vector values;
  r(
      p.matrix.nonzeros(),
      [&]() -> auto& {
        p.matrix.values() = 0.0;
        assemble(p.matrix, p.positions, p.conductivity(all, newaxis, newaxis) * p.unit);
        return p.matrix;
      },
      [&](auto const& s) { values = s.values(); }, values);
}
void added(run& r, long n) {
  const vector w = operand(1, 1'000'000L);
  vector b(n);
  tensor<index_t, 1> places(w.size());
  peer::fill_places(places.data(), w.size(), n);
  r(n, [&] { add_at(b, places, w); }, b);
}
void triad(run& r, long n) {
  const vector a = operand(0, n), b = operand(1, n);
  vector c(n);
  r(n, [&] { c = a + 2 * b; }, c);
}

void jacobi_cg(run& r, long n) {
  const auto a = stored<csr_matrix>(peer::matrix("laplacian", n));
  const vector b = operand(1, a.extent(0));
  const auto m = linalg::jacobi(a);
  vector x;
  r(
      b.size(),
      [&] {
        x = linalg::cg(a, b, m, {.iterations = peer::jacobi_steps, .tolerance = 1e-30}).x;
      },
      x);
}
/// Factors, and one solution.
void factored(run& r, auto factor) {
  const csr_matrix a = rows_of(r);
  const vector b = operand(1, a.extent(0));
  vector x;
  r(b.size(), [&] { x = factor(a).solve(b); }, x);
}
void solved(run& r, auto factor) {
  const csr_matrix a = rows_of(r);
  const vector b = operand(1, a.extent(0));
  const auto f = factor(a);
  vector x;
  r(b.size(), [&] { x = f.solve(b); }, x);
}

} // namespace

void add_sparse(peer::book& book) {
  const auto lu = [](csr_matrix const& a) { return linalg::lu_factor(a); };
  const auto cholesky = [](csr_matrix const& a) { return linalg::cholesky_factor(a); };
  book.add("triad", triad);
  peer::add_structures(book, "csr", peer::structures, csr);
  peer::add_structures(book, "csc", peer::structures, csc);
  peer::add_structures(book, "columns", peer::structures, columns);
  peer::add_structures(book, "turned", peer::structures, transposed);
  peer::add_structures(book, "triplets", peer::structures, from_triplets);
  peer::add_structures(book, "square", peer::structures, times_itself);
  book.add("sparse_sum", sparse_sum);
  book.add("assembly", assembly);
  book.add("assembly_scaled", assembly_scaled);
  book.add("add_at", added);
  book.add("jacobi_cg", jacobi_cg);
  peer::add_structures(book, "lu", peer::structures, [lu](run& r) { factored(r, lu); });
  peer::add_structures(book, "lusolve", peer::structures, [lu](run& r) { solved(r, lu); });
  peer::add_structures(book, "cholesky", peer::structures, [cholesky](run& r) { factored(r, cholesky); });
  peer::add_structures(book, "cholsolve", peer::structures, [cholesky](run& r) { solved(r, cholesky); });
}
