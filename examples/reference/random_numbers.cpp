// doc/reference: Random
#include <weft/ops/choice.hpp>
#include <weft/ops/philox.hpp>
#include <weft/numerics/random_multivariate_normal.hpp>
#include <weft/ops/random.hpp>
#include <weft/ops/random_distributions.hpp>
#include "show.hpp"

using namespace weft;

void random_numbers() {
  SHOW(random_uniform(shape(3), 42));
  SHOW(random_normal(shape(3), 42));
  SHOW(random_exponential(shape(3), 42));
  SHOW(random_integers(shape(5), 0, 10, 42));
  SHOW(random_permutation(5, 42));
  SHOW(random_choice(tensor<int, 1>{10, 20, 30}, 4, 42));
  SHOW(random_gamma(shape(3), 2.5, 42));
  SHOW(random_beta(shape(3), 2, 3, 42));
  SHOW(random_chi_squared(shape(3), 3, 42));
  SHOW(random_student_t(shape(3), 3, 42));
  SHOW(random_poisson(shape(5), 4.5, 42));
  SHOW(random_binomial(shape(5), 10, 0.25, 42));
  SHOW(random_multivariate_normal(2, tensor<double, 1>{1, 2}, tensor<double, 2>{{4, 1}, {1, 2}}, 42));
  SHOW(random_split(42, 1));
  RUN(words.word[0], philox_counter words = philox(philox_counter{1, 2, 3, 4}, philox_key{5, 6}));
}
