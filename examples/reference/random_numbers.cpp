// doc/reference: Random
#include <weft/ops/choice.hpp>
#include <weft/ops/philox.hpp>
#include <weft/ops/random.hpp>
#include "show.hpp"

using namespace weft;

void random_numbers() {
  SHOW(random_uniform(shape(3), 42));
  SHOW(random_normal(shape(3), 42));
  SHOW(random_exponential(shape(3), 42));
  SHOW(random_integers(shape(5), 0, 10, 42));
  SHOW(random_permutation(5, 42));
  SHOW(random_choice(tensor<int, 1>{10, 20, 30}, 4, 42));
  RUN(words.word[0], philox_counter words = philox(philox_counter{1, 2, 3, 4}, philox_key{5, 6}));
}
