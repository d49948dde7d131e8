// weft's words beside NumPy's and Eigen's: what the table in README.md lists, run.
#include "common.hpp"

#include <weft/weft.hpp>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using namespace weft;

namespace {

template <class X>
void show(char const* what, X const& x) {
  std::cout << what << '\n' << x << '\n';
}

void tensors() {
  tensor<double, 2> z(3, 4);
  tensor<double, 2> a{{1, 2}, {3, 4}};
  tensor<double, fixed<3, 3>> r;
  tensor<double> d(shape(2, 3, 4));
  show("zeros", z);
  show("values", a);
  show("static", r.shape());
  show("runtime rank", d.rank());

  std::vector<double> memory(32, 1.0);
  const auto p = memory.data();
  borrow(p, shape(3, 4), strides(8, 2)) = 5.0;
  show("borrowed", borrow(memory)(range(0, 8)));
  const auto v = a(0, all);
  const auto b = copy(v);
  show("copy", b);
}

void elements() {
  const tensor<double, 2> a{{1, -2}, {-3, 4}}, b{{1, 2}, {3, 4}};
  const tensor<double, 1> v{10, 20};
  const auto f = [](double x) { return x * x * x; };
  show("arithmetic", a * b + 2.0);
  show("function", exp(a) + sqrt(abs(b)));
  show("map", map(f, a));
  show("where", where(a > 0.0, a, b));
  show("mask", count(equal(a, b)));
  show("row to each row", a + v);
  show("column to each column", a + v(all, newaxis));
  show("cast", cast<int>(a));
  show("equal", a == b);
  show("close", all_close(a, b));
}

void views() {
  tensor<double, 2> a = from_function(shape(4, 5), [](index_t i, index_t j) { return double(10 * i + j); });
  tensor<double, 3> t(2, 3, 4);
  show("row", a(0, all));
  show("column", a(all, end - 1));
  show("block", a(range(1, 3), range(0, 2)));
  show("every second", a(range(0, end, 2), all));
  show("backwards", reverse(a, 0));
  show("transposed", transpose(a));
  show("axes", permute(t, 2, 0, 1).shape());
  show("reshape", reshape(a, shape(2, 10)));
  show("diagonal", diagonal(a));
  auto square = a(all, range(0, 4));
  square(ellipsis) = transpose(square);
  show("overlap", a);
}

void folds() {
  const tensor<double, 2> a{{1, 2, 3}, {6, 5, 4}}, b = a;
  const tensor<double, 1> v{1, 2, 3}, w{4, 5, 6};
  show("sum", sum(a));
  show("columns", sum(a, 0));
  show("rows", sum(a, 1, keep_dims));
  show("mean", mean(a, 0));
  show("argmin", argmin(a, 1));
  show("count", count(a > 2.0));
  show("product", matmul(a, transpose(b)));
  show("dot", dot(v, w));
  const tensor<double, 3> s(shape(2, 2, 2), 1.0), t(shape(2, 2, 2), 0.5);
  show("stacks", matmul(s, t));
  show("a stack and a matrix", matmul(s, a));
}

void files(std::string const& path) {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  save_npy(path, a);
  show("file", load_npy<double, 2>(path));
  tensor<double, 2> c(2, 2);
  show("plan", explain(c, 2.0 * a + 1.0).temporaries);
}

} // namespace

int main(int argc, char** argv) {
  return run("words", [&] {
    tensors();
    elements();
    views();
    folds();
    files(std::string(argc > 1 ? argv[1] : ".") + "/words.npy");
    return 0;
  });
}
