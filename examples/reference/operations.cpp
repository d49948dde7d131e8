// doc/reference: Gradients
#include "show.hpp"
#include <weft/grad.hpp>

#include <functional>

// [an element type that counts the operations that made it]
struct counted {
  double value;
  int operations;
  counted(double v = 0, int n = 0) : value(v), operations(n) {}
};
template <class F, std::same_as<counted>... V>
struct weft::operation_on<F, V...> {
  struct type : F {
    type(F f) : F(f) {}
    counted operator()(V const&... x) const { return {F::operator()(x.value...), 1 + (x.operations + ...)}; }
  };
};
// [end]

using namespace weft;

void operations() {
  RUN(add(counts.at(0), 1).operations, tensor<counted, 1> n{{2}, {3}}; auto counts = sqrt(n * n + n);
      operation_on<std::plus<>, counted, counted>::type add(std::plus<>{}));
  RUN(x.gradient(), grad::variable<double, 1> x = tensor<double, 1>{1, 2}, y = tensor<double, 1>{3};
      grad::variable both = concatenate(0, x, y); backward(grad::variable<double, 0>(sum(both * both))));
}
