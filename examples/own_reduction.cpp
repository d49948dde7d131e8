// A reduction of your own: what a partial result is, how a value joins it, and how two of them are joined.
#include "common.hpp"

#include <weft/weft.hpp>

#include <cmath>
#include <iostream>

// [own reduction]
/// The harmonic mean of positive numbers.
template <class T>
struct harmonic {
  static constexpr char const* name = "harmonic_mean"; // errors call it so
  static constexpr bool has_identity = false;          // of nothing there is none: shape_error
  using accumulator = T;
  T start() const { return 0; }
  void add(T& total, T const& x) const { total += 1 / x; }
  void merge(T& total, T const& other) const { total += other; }
  T finish(T const& total, weft::index_t count) const { return T(count) / total; }
};
inline constexpr weft::reduction<harmonic> harmonic_mean{};
// [end]

using namespace weft;

void use() {
  const tensor<double, 2> a{{1, 2, 4}, {2, 2, 8}};
  std::cout << "of all elements " << harmonic_mean(a) << ", of each column " << harmonic_mean(a, 0) << '\n';
  tensor<double, 2> relative = a / harmonic_mean(a, 1, keep_dims); // over axes it is lazy, like sum
  std::cout << "each row, relative to its own\n" << relative << '\n';
  check(explain(relative, a / harmonic_mean(a, 1, keep_dims)).temporaries == 1, "one temporary, the means");
  std::cout << "of an expression " << harmonic_mean(a * a) << ", of a view " << harmonic_mean(a(1, all)) << '\n';
  const auto [h, m, s] = reduce(a, harmonic_mean, mean, smallest); // one pass over memory
  std::cout << s << " <= " << h << " <= " << m << '\n';

  const tensor<double, fixed<2, 2>> known{{1, 2}, {3, 6}}; // a shape that the compiler knows
  const tensor<double> any(shape(2, 2, 2), 4.0);           // a rank that is known at run time
  std::cout << harmonic_mean(known, axis<1>) << ' ' << harmonic_mean(any, axes<0, 2>) << '\n';

  const tensor<double, 1> large = linspace(1.0, 2.0, 1'000'000);
  const double alone = harmonic_mean(large);
  check(std::abs(alone - 1 / std::log(2.0)) < 1e-6, "the integral of 1 / x");
  const thread_scope two{2};
  check(harmonic_mean(large) == alone, "the same bits in two threads");
  try {
    std::cout << harmonic_mean(a(range(0, 0), all)) << '\n';
  } catch (shape_error const& e) {
    std::cout << e.what() << '\n';
  }
}

int main() {
  return run("own_reduction", [] {
    use();
    return 0;
  });
}
