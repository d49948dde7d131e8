// A short tour: shapes, views, what an expression holds, products, systems of equations, errors, files.
#include "common.hpp"

#include <weft/weft.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <vector>

using namespace weft;
using std::cout;

namespace {

void shapes() {
  // [shapes]
  tensor<double, 2> a(3, 4);                  // rank known to the compiler; 3 x 4 zeros
  tensor<double, 2> b{{1, 2, 3}, {4, 5, 6}};  // values
  tensor<double, fixed<3, 3>> r;              // shape known too: inside the object, loops unrolled
  tensor<double, fixed<dyn, 3>> x(100);       // one extent known
  tensor<double> d(shape(2, 3, 4));           // rank known at run time
  tensor<double, 2, column_major> f(3, 4);    // Fortran's order
  tensor t = 2.0 * transpose(b) + 1.0;        // deduced: tensor<double, 2>
  // [end]
  cout << t << '\n' << a.shape() << ' ' << f.strides() << ' ' << sizeof r << ' ' << x.size() << ' ' << d.rank() << "\n\n";
}

void views() {
  // [views]
  tensor<double, 2> m = from_function(shape(3, 4), [](index_t i, index_t j) { return double(10 * i + j); });
  m(0, all) = 0.5;                            // a row
  m(all, end - 1) += m(all, 0);               // the last column
  auto corner = m(range(1, 3), range(0, 2));  // no copy: writes reach m
  corner(ellipsis) = transpose(corner);       // operands may overlap the target
  reverse(m, 0)(0, all) *= 2.0;               // the last row
  tensor<double, 2> scaled = m / max(m, 1, keep_dims);
  // [end]
  cout << m << '\n' << scaled << "\n\n";
}

// [rebind]
class probe {
public:
  explicit probe(view<const double, 1> const& row) : row_(row) {}
  probe(probe const&) = default;
  probe& operator=(probe const& other) {
    row_.rebind(other.row_);                  // looks where the other looks; elements stay what they are
    return *this;
  }
  double mean() const { return weft::mean(row_); }

private:
  view<const double, 1> row_;
};
// [end]

void classes() {
  tensor<double, 2> m{{1, 2}, {3, 4}};
  probe p(m(0, all)), q(m(1, all));
  p = q;
  cout << p.mean() << ' ' << m << "\n\n";
}

void containers() {
  tensor<double, 2> m{{1, 2}, {5, 6}, {3, 4}};
  // [containers]
  std::vector<view<double, 1>> rows;
  for (auto row : lines(m, 1))
    rows.push_back(row);
  std::optional<view<double, 1>> best;
  for (auto const& row : rows)
    if (!best || sum(row) > sum(*best))
      best.emplace(row);                        // not *best = row, which might mean its elements
  best->rebind(rows[0]);
  std::vector<view<double, 1> const*> order;
  for (auto const& row : rows)
    order.push_back(&row);
  std::sort(order.begin(), order.end(), [](auto* v, auto* w) { return sum(*v) > sum(*w); });
  order.erase(order.begin());
  // [end]
  cout << best->data()[0] << ' ' << *order[0] << ' ' << *order[1] << "\n\n";
}

// [own]
auto ramp(double slope) {
  tensor<double, 1> local{0, 1, 2};
  return own(slope * local);                  // without own() it would read memory that is gone
}
// [end]

void capture() {
  // [capture]
  tensor<double, 1> a{1, 2, 3};
  double s = 2.0;
  auto e = s * a + tensor<double, 1>{10, 20, 30};
  s = 1000.0;                                 // nothing changes: a scalar was copied
  a(0) = 7.0;                                 // e sees it: a named tensor is borrowed; the unnamed one was moved into e
  std::cout << e << '\n';                     // [24. 24. 36.]
  // [end]
  cout << ramp(0.5) << "\n\n";
}

void several() {
  // [together]
  tensor<double, 1> rho{1, 2, 4}, m{2, 2, 2}, energy{10, 10, 10}, f(3), g(3);
  auto u = m / rho;
  auto pressure = 0.4 * (energy - 0.5 * m * u);
  together(f, g) = together(m * u + pressure, (energy + pressure) * u);
  cout << f << ' ' << g << '\n';              // [7.2 5.6 4.8] [26.4 13.6  6.9]
  together(f, g) = together(g, f);            // exchanges them: all is read before it is overwritten
  auto flux = [](double r, double k, double e) {
    const double v = k / r, p = 0.4 * (e - 0.5 * k * v);
    return std::pair(k * v + p, (e + p) * v);
  };
  together(f, g) = map(flux, rho, m, energy); // the same by a function of two results
  // [end]
  cout << f << ' ' << g << '\n';
  // [laplace]
  tensor<double, 2> w(100, 100), r(96, 96);
  auto laplace = [](auto const& x) {
    auto in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
    return x(before, in) + x(after, in) + x(in, before) + x(in, after) - 4.0 * x(in, in);
  };
  cout << explain(r, laplace(laplace(w))).repeated[0] << '\n';
  // [end]
  cout << '\n';
}

void at_run_time() {
  // [run time]
  tensor<double, 2> field{{1, 2}, {3, 4}}, weight{{1, 0}, {0, 1}};
  any_expr<double> e = field * field + 1.0;   // one expression: its own loop, as without any_expr
  for (int n = 0; n < 3; ++n)
    e = e + double(n) * weight;               // each assignment is one step more
  field = sqrt(e) - 1.0;                      // one loop: pieces of rows go through all steps in the first cache
  // [end]
  cout << field << "\n\n";

  // [untyped]
  any_tensor counts(tensor<std::uint8_t, 2>{{1, 2}, {250, 4}}); // as load_npy("counts.npy") gives one
  any_tensor scaled = where(counts > 200, 0, counts) * 0.5f;    // one program; float32, as uint8 times float is
  any_expr<> top = max(scaled, 0);
  cout << to_string(scaled.dtype()) << ' ' << top << ' ' << double(sum(top)) << '\n';
  visit(types<float, double>, [](auto const& v) { v(0, 0) = 7; }, scaled);
  // [end]
  cout << scaled << "\n\n";
}

void products() {
  // [product]
  tensor<double, 2> a(shape(3, 5), 1.0), b(shape(4, 5), 2.0), c(shape(3, 4), 8.0);
  c = 2.0 * matmul(a, transpose(b)) + 0.5 * c;  // one dgemm, no temporary
  // [end]
  const auto plan = explain(c, 2.0 * matmul(a, transpose(b)) + 0.5 * c);
  cout << c << '\n' << plan.loops << " loops, " << plan.temporaries << " temporaries, " << plan.blas.size() << " product\n\n";
}

void systems() {
  // [systems]
  tensor<double, 2> a{{4, 1, 0}, {1, 3, 1}, {0, 1, 2}};
  tensor<double, 1> b{1, 2, 3};
  tensor<double, 1> x = linalg::solve(a, b);     // LU with partial pivoting, straight into x
  x = linalg::solve(positive_definite(a), b);    // Cholesky; reads the lower triangle
  x = linalg::solve(lower(a), b);                // forward substitution where a lies
  auto f = linalg::lu_factor(a);                 // keeps the factors
  tensor<double, 2> columns = f.solve(eye<double>(3));
  tensor<double, 3> many(shape(100, 3, 3), 1.0); // a batch: the last two axes are a matrix
  many += 2.0 * a;
  tensor<double, 1> dets = linalg::det(many);
  // [end]
  cout << x << ' ' << f.det() << ' ' << dets(0) << '\n' << columns << '\n';
  try {
    many(7, all, all) = 1.0;
    x = sum(linalg::inv(many), axes<0, 1>);
  } catch (linalg_error const& e) {
    cout << e.what() << "\n\n";
  }
}

void errors() {
  // [errors]
  tensor<double, 2> p(3, 4), q(3, 5);
  try {
    p += q;
  } catch (shape_error const& e) {
    cout << e.what() << '\n';
  }
  try {
    p(range(2, 9), all) = 1.0;
  } catch (index_error const& e) {
    cout << e.what() << '\n';
  }
  // [end]
  try {
    static_cast<void>(load_npy<double, 2>("no_such_file.npy"));
  } catch (io_error const& e) {
    cout << e.what() << '\n';
  }
  try {
    static_cast<void>(load_npy<double, 2>(WEFT_EXAMPLE_DATA "digits.npy"));
  } catch (dtype_error const&) {
    cout << "digits.npy holds bytes, not double\n";
  }
}

} // namespace

int main() {
  return run("tour", [] {
    shapes();
    views();
  classes();
  containers();
    capture();
  several();
    at_run_time();
  products();
    systems();
    errors();
    return 0;
  });
}
