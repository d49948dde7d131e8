#include <weft/nn/layers.hpp>
#include <weft/nn/parameters.hpp>
#include <weft/weft.hpp>

#include <support/message.hpp>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;
using support::message_of;

namespace {

struct model {
  using value_type = double;
  nn::linear<double> first{3, 4, 1}, second{4, 2, 2};
  grad::variable<double, 0> scale{1.5};

  template <class List>
  void list_parameters(List& list) const {
    list("first", first);
    list("second", second);
    list("scale", scale);
  }
};

std::string path_of(char const* name) {
  return (std::filesystem::temp_directory_path() / name).string();
}

} // namespace

TEST_CASE("parameters: named in order, the same variables whatever their rank") {
  model m;
  const auto list = nn::parameters(m);
  std::vector<std::string> names;
  for (auto const& p : list)
    names.push_back(p.name);
  CHECK(names == std::vector<std::string>{"first.weight", "first.bias", "second.weight", "second.bias", "scale"});
  CHECK(list.count() == 12 + 4 + 8 + 2 + 1);
  CHECK(list[0].value.shape() == shape(4, 3));
  backward(grad::variable<double, 0>(sum(square(m.first.weight)) + m.scale * 2.0));
  CHECK(list[0].value.gradient() == tensor<double, 2>(2.0 * m.first.weight.value()));
  CHECK(list[4].value.gradient() == tensor<double, 0>(2.0));
  CHECK(!list[2].value.has_gradient());
  grad::variable<double> weight = list[0].value;
  weight.overwrite(7.0);
  CHECK(m.first.weight.value() == tensor<double, 2>(shape(4, 3), 7.0));
  nn::drop_gradients(list);
  CHECK(!m.first.weight.has_gradient());
}

TEST_CASE("parameters: written and read again, by name; another shape, or none, changes nothing") {
  const std::string path = path_of("weft_parameters.npz");
  model m, other;
  m.scale.overwrite(-3.0);
  nn::save_parameters(path, m);
  other.first = nn::linear<double>(3, 4, 77);
  CHECK(!(other.first.weight.value() == m.first.weight.value()));
  nn::load_parameters(path, other);
  CHECK(other.first.weight.value() == m.first.weight.value());
  CHECK(other.second.bias.value() == m.second.bias.value());
  CHECK(other.scale.item() == -3);

  struct wider : model {
    wider() { second = nn::linear<double>(5, 2, 3); }
  } w;
  const tensor<double, 2> before = w.first.weight.value();
  m.first.weight.overwrite(0.25);
  nn::save_parameters(path, m);
  const std::string text = message_of([&] { nn::load_parameters(path, w); });
  CHECK(text.find("second.weight") != std::string::npos);
  CHECK(text.find("(2,5)") != std::string::npos);
  CHECK(text.find("(2,4)") != std::string::npos);
  CHECK(w.first.weight.value() == before);
  save_npz(path, "first.weight", m.first.weight.value());
  CHECK_THROWS_AS(nn::load_parameters(path, other), io_error);
  CHECK(!(other.first.weight.value() == m.first.weight.value()));
  std::filesystem::remove(path);
}
