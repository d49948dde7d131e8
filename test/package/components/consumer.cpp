// What core alone can do: elements, views, sums, a product, files of NumPy and text.
#include <weft/core.hpp>
#include <weft/io/csv.hpp>
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>

#include <cstdio>

int main() {
  using namespace weft;
  tensor<double, 2> a{{1, 2}, {3, 4}};
  a(all, 0) += 1.0;
  const tensor<double, 2> b = matmul(a, a);
  save_npy("consumer.npy", b);
  save_csv("consumer.csv", sort(b, 1));
  const auto c = load_npy<double, 2>("consumer.npy");
  const bool right = sum(c) == 72 && sum(load_csv("consumer.csv")) == 72;
  std::printf("%g\n", sum(c));
  return right ? 0 : 1;
}
