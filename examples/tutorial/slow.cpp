// Step 10 of doc/tutorial.md.
#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

int main() {
  // [explain]
  tensor<double, 2> a(shape(100, 100), 1.0), b(shape(100, 100), 2.0), c(100, 100);
  std::cout << explain(c, 2.0 * a + transpose(b));
  std::cout << explain(c, a - sum(b, 1, keep_dims) / sum(a));
  // [end]
  // [counts]
  const plan_report plan = explain(c, a - sum(b, 1, keep_dims));
  std::cout << plan.loops << ' ' << plan.temporaries << ' ' << plan.temporary_bytes << '\n';
  // [end]
  // [no alloc]
  {
    const no_alloc_scope quiet;
    c = 2.0 * a + b;                                               // takes no memory
    try {
      tensor<double, 2> d = a + b;                                 // would
    } catch (error const& e) {
      std::cout << e.what() << '\n';
    }
  }
  // [end]
}
