// Statements without an effect: -Wall warns on each line that says so, and on no other.
#include <weft/io/csv.hpp>
#include <weft/ops/random.hpp>
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>

void discarded(weft::tensor<double, 2> a, weft::tensor<int, 2> n, weft::view<double, 2> v) {
  using namespace weft;
  a + 1.0; // warns
  -a; // warns
  a > 0; // warns
  a == a; // warns
  n << 1; // warns
  sort(a); // warns
  transpose(a); // warns
  a(0, all); // warns
  a(0, 0); // warns
  v(0, all); // warns
  reshape(a, shape(2, 3)); // warns
  sum(a); // warns
  sum(a, 0); // warns
  max(a); // warns
  norm(a); // warns
  all_of(a > 0); // warns
  dot(v(0, all), v(1, all)); // warns
  matmul(a, v); // warns
  exp(a); // warns
  map([](double x) { return x + 1; }, a); // warns
  where(a > 0, a, 0.0); // warns
  cast<int>(a); // warns
  concatenate(0, a, a); // warns
  zeros<double>(2, 3); // warns
  arange(5); // warns
  random_normal(shape(2, 3), 1); // warns
  eval(a + 1.0); // warns
  copy(v); // warns
  a.share(); // warns
  a.shape(); // warns
  a.rank(); // warns
  a.extent(0); // warns
  a.size(); // warns
  shape(2, 3); // warns
  to_string(a); // warns
  load_npy<double, 2>("a.npy"); // warns
  load_csv<double>("a.csv"); // warns
  borrow(a.data(), shape(6)); // warns
  explain(a + 1.0); // warns
  masked(a, a > 0); // warns
  thread_scope(2); // warns
  deterministic_scope(); // warns
  no_alloc_scope(); // warns
  print_scope(print_options()); // warns

  a = a + 1.0;
  a += 1.0;
  v = 0.0;
  a(0, all) = 1.0;
  a(0, 0) = 1.0;
  masked(a, a > 0) = 0.0;
  a(tensor<int, 1>{0, 1}, 0) += 1.0;
  a.fill(0.0);
  a.at(0, 0);
  v.rebind(a);
  swap(v, v);
  save_npy("a.npy", a);
  set_num_threads(2);
}
