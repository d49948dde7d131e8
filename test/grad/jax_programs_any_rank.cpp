#include "jax_programs.hpp"

TEST_CASE(
    "random programs of variables whose rank is known at run time have the values and gradients that JAX computes") {
  jax_programs::check<weft::grad::variable<double>>();
}
