// doc/reference: Models that learn
#include "show.hpp"

#include <weft/nn.hpp>

using namespace weft;

void learning() {
  // [operands of models that learn]
  tensor<double, 2> x{{-1, 2}, {3, -4}};
  // [end]
  SHOW(nn::attention(x, x, x));
  SHOW(nn::relu{}(x));
  SHOW(nn::tanh{}(x));
  SHOW(nn::sigmoid{}(x));
  SHOW(nn::gelu{}(x));
  SHOW(nn::softmax{}(x));
  SHOW(nn::log_softmax{}(x));
  SHOW(nn::batches(5, 2, 1).size());
  SHOW((*nn::batches(5, 5, 1).begin()).size());
}
