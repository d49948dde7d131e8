// doc/reference: Models that learn
#include "show.hpp"

#include <weft/nn.hpp>

using namespace weft;

namespace {

// [a model]
struct line {
  BOOST_HANA_DEFINE_STRUCT(line, (nn::linear<double>, map));
};
// [end]

} // namespace

void training() {
  // [a line to learn]
  tensor<double, 2> at = reshape(arange(5.0), shape(5, 1)), y = 2.0 * at + 1.0;
  line model{{1, 1, 1}}, other{{1, 1, 2}};
  auto loss = [&] { return nn::mean_squared_error(model.map(at), y); };
  auto learn = [&](auto& optimiser, int steps) {
    for (int k = 0; k < steps; ++k) {
      backward(grad::variable<double, 0>(loss()));
      optimiser.step();
    }
  };
  // [end]
  SHOW(element_count(model));
  RUN(names, std::string names;
      for_each_field(model, [&](std::string_view path, auto const&) { names.append(path).append(" "); }));
  RUN(weight.value(), grad::variable weight = model.map.weight;
      nn::sgd descent(model, nn::sgd_options{.rate = 0.1}); backward(grad::variable<double, 0>(loss()));
      descent.step());
  RUN(weight.value(), learn(descent, 200));
  RUN(weight.value(), weight.overwrite(0.0); nn::adam adaptive(model, nn::adam_options{.rate = 0.1});
      learn(adaptive, 300));
  RUN(found.value < 1e-12, grad::minimum found = nn::lbfgs(model, loss));
  RUN(weight.has_gradient(), backward(grad::variable<double, 0>(loss())); nn::drop_gradients(model));
  RUN(element_count(m), line const& m = model);
  RUN(other.map.weight.value(), save_npz("line.npz", model); load_npz("line.npz", other));
  RUN(net(at).value(), nn::sequential net(nn::linear<double>(1, 2, 1), nn::tanh{}, nn::linear<double>(2, 1, 3)));
  RUN(net.module<0>().weight.shape(), net.train(false));
}
