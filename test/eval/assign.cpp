#include "expressions.hpp"
#include "stored_modulo.hpp"

#include <weft/eval/assign.hpp>

#include <cstdint>

using namespace grid;

namespace {

void run_doubles(dice& r, list const& extents, order target) {
  run_all<double, one_leaf, two_leaves_and_a_constant, plus_equals, minus_equals, times_equals, divide_equals,
          chosen_with_cast, six_leaves, with_generator>(r, extents, target);
}

} // namespace

TEST_CASE("assign: every shape, order and expression gives what index loops give, and writes nothing else") {
  dice r(1);
  for (int rank = 0; rank <= 2; ++rank)
    for (list const& extents : shapes(r, rank, 0))
      for (order target : writable)
        run_doubles(r, extents, target);
  for (int rank = 3; rank <= 4; ++rank)
    for (list const& extents : shapes(r, rank, 40))
      run_doubles(r, extents, r.of(writable));
}

TEST_CASE("assign: sizes beside the limits of buffers and tiles") {
  dice r(2);
  for (list const& extents : cut_shapes())
    for (order target : writable)
      run_all<double, one_leaf, plus_equals, six_leaves, with_generator>(r, extents, target);
}

TEST_CASE("assign: other element types") {
  dice r(3);
  std::vector<list> all = cut_shapes();
  for (int rank = 0; rank <= 3; ++rank)
    for (list const& extents : shapes(r, rank, 20))
      all.push_back(extents);
  for (list const& extents : all) {
    const order target = r.of(writable);
    run_all<float, two_leaves_and_a_constant, six_leaves>(r, extents, target);
    run_all<int, one_leaf, two_leaves_and_a_constant, chosen_with_cast>(r, extents, target);
    run_all<std::uint8_t, one_leaf, plus_equals, with_generator>(r, extents, target);
    run_all<std::complex<double>, one_leaf, two_leaves_and_a_constant, plus_equals>(r, extents, target);
  }
}

TEST_CASE("assign: integers stored into integers are modulo 2^n") {
  check_all_stored_modulo();
}
