#include "explained.hpp"

TEST_CASE("explained: loops do what their plans say") {
  check_statements(loops, 12, 9);
  check_statements(loops, 4, 70);
  check_statements(loops, 2, 500);
}
TEST_CASE("explained: folds do what their plans say") {
  check_statements(folds, 12, 9);
  check_statements(folds, 4, 70);
  check_statements(folds, 2, 500);
}
TEST_CASE("explained: rearrangements do what their plans say") {
  check_statements(rearrangements, 12, 9);
  check_statements(rearrangements, 3, 70);
  check_statements(rearrangements, 1, 400);
}
