// doc/reference: Models that learn
#include "show.hpp"

#include <weft/nn/layers.hpp>

using namespace weft;

void layers() {
  tensor<double, 2> x{{-1, 2}, {3, -4}}; // as in learning.cpp
  // [operands of layers]
  tensor<double, 4> image = reshape(arange(16.0), shape(1, 1, 4, 4));
  tensor<index_t, 1> words{2, 0, 2};
  // [end]
  RUN(map(x), nn::linear<double> map(2, 3, 1));
  RUN(sums(image), nn::conv2d<double> sums(1, 1, 2, 2, 1, nn::convolution_options{.stride = 2});
      sums.weight.overwrite(1.0); sums.bias.overwrite(0.0));
  RUN(vectors(words), nn::embedding<double> vectors(3, 2, 1));
  RUN(norm(x), nn::layer_norm<double> norm(2));
  RUN(drop(x), nn::dropout<double> drop(0.5, 4));
  RUN(drop(x), drop.train(false));
  RUN(attend(x(newaxis, ellipsis)), nn::self_attention<double> attend(2, 2, 1));
  SHOW(nn::attention(x, x, x));
}
