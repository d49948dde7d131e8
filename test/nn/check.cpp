#include <weft/nn.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("nn: models that cannot be say why") {
  CHECK_THROWS_WITH_AS(nn::batches(10, 0, 1), "batches: a batch has at least one row", error);
  CHECK_THROWS_WITH_AS(nn::dropout<double>(1.0, 1), "dropout: the probability is at least 0 and less than 1", error);
  CHECK_THROWS_WITH_AS(nn::self_attention<double>(8, 3, 1), "self_attention: the heads divide the width", error);
  CHECK_THROWS_WITH_AS(nn::conv2d<double>(1, 1, 2, 2, 1, {.stride = 0}),
                       "conv2d: the stride is at least 1, the padding at least 0", error);
}
