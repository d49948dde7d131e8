// doc/reference: Models that learn
#include "show.hpp"

#include <weft/nn.hpp>

using namespace weft;

void learning() {
  // [operands of models that learn]
  tensor<double, 2> x{{-1, 2}, {3, -4}};
  tensor<index_t, 1> labels{1, 0};
  // [end]
  SHOW(nn::relu{}(x));
  SHOW(nn::tanh{}(x));
  SHOW(nn::sigmoid{}(x));
  SHOW(nn::softplus{}(x));
  SHOW(nn::log_sigmoid{}(x));
  SHOW(nn::gelu{}(x));
  SHOW(nn::softmax{}(x));
  SHOW(nn::log_softmax{}(x));
  SHOW(nn::mean_squared_error(x, 1.0));
  SHOW(nn::huber(x, 1.0, 0.5));
  SHOW(nn::cross_entropy(x, labels));
  SHOW(nn::batches(5, 2, 1).size());
  SHOW(*nn::batches(5, 2, 1).begin());
  WRITTEN(file, nn::progress bar("epoch", 4, file); bar.step("loss 0.50"));
}
