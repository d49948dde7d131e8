// doc/reference: Models that learn
#include "show.hpp"

#include <weft/nn.hpp>

using namespace weft;

void training() {
  // [a line to learn]
  tensor<double, 2> at = reshape(arange(5.0), shape(5, 1)), y = 2.0 * at + 1.0;
  struct line {
    using value_type = double;
    nn::linear<double> map{1, 1, 1};
    void list_parameters(nn::parameter_list<double>& list) const { list("map", map); }
  };
  line model, other;
  auto loss = [&] { return nn::mean_squared_error(model.map(at), y); };
  auto learn = [&](auto& optimiser, int steps) {
    for (int k = 0; k < steps; ++k) {
      backward(grad::variable<double, 0>(loss()));
      optimiser.step();
    }
  };
  // [end]
  RUN(parameters.count(), nn::parameter_list<double> parameters(model));
  RUN(weight.name, nn::parameter<double> weight = nn::parameters(model)[0]);
  SHOW(weight.value.value());
  RUN(listed.size(), nn::parameter_list<double> listed; model.list_parameters(listed));
  RUN(weight.value.value(), nn::sgd descent(parameters, nn::sgd_options{.rate = 0.1});
      backward(grad::variable<double, 0>(loss())); descent.step());
  RUN(weight.value.value(), learn(descent, 200));
  RUN(weight.value.value(), weight.value.overwrite(0.0); nn::adam adaptive(parameters, nn::adam_options{.rate = 0.1});
      learn(adaptive, 300));
  RUN(found.value < 1e-12, grad::minimum found = nn::lbfgs(parameters, loss));
  RUN(parameters[0].value.has_gradient(), backward(grad::variable<double, 0>(loss())); nn::drop_gradients(parameters));
  RUN(other.map.weight.value(), nn::save_parameters("line.npz", model); nn::load_parameters("line.npz", other));
  RUN(net(at).value(), nn::sequential net(nn::linear<double>(1, 2, 1), nn::tanh{}, nn::linear<double>(2, 1, 3)));
  RUN(net.module<0>().weight.shape(), net.train(false));
}
