// An expression of your own: its elements are computed from its index where a loop asks for them. It says which memory
// it reads, so that assignments to that memory are right.
#include "common.hpp"

#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

/// The matrix whose element (i, j) is v(i + j): no memory for the matrix, and views and products as of any other.
struct sliding_matrix : expression<sliding_matrix> {
  using value_type = double;
  using extents_type = dims<2>;

  view<const double, 1> v;
  index_t columns;

  sliding_matrix(view<const double, 1> values, index_t n) : v(values), columns(n) {}
  extents_type extents() const { return weft::shape(v.extent(0) - columns + 1, columns); }
  double element(index_t const* i) const { return v(i[0] + i[1]); }
  template <class R>
  void reads(R const& r) const {
    r(v);
  }
};

void use() {
  tensor<double, 1> v{0, 1, 4, 9, 16, 25};
  const sliding_matrix s(v, 3);
  std::cout << "s\n" << s << '\n';
  std::cout << "means of rows " << mean(s, 1) << '\n';
  const tensor<double, 1> weights{0.25, 0.5, 0.25};
  std::cout << "weighted " << matmul(s, weights) << '\n';
  tensor<double, 2> r = transpose(s) - 0.5 * s(0, all)(all, newaxis); // one loop
  std::cout << "in an expression\n" << r << '\n';
  check(explain(r, transpose(s) - 1.0).temporaries == 0, "nothing is stored in between");

  const tensor<double, 1> apart = s(all, 2) + s(all, 0);
  v(range(1, 5)) = s(all, 2) + s(all, 0); // reads what it writes: as if evaluated first
  check(v(range(1, 5)) == apart, "the values that v had");
  std::cout << "v " << v << '\n';

  any_expr<double> kept = own(sliding_matrix(tensor<double, 1>{1, 2, 3}, 2)); // with its values, as any expression
  std::cout << "kept\n" << kept << '\n';
}

int main() {
  return run("own_node", [] {
    use();
    return 0;
  });
}
