#include "jax_programs.hpp"

TEST_CASE("random programs have the values and gradients that JAX computes") {
  jax_programs::check<weft::grad::variable<double, 2>>();
}
