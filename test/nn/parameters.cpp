#include <weft/nn/layers.hpp>
#include <weft/nn/parameters.hpp>
#include <weft/records.hpp>
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
  BOOST_HANA_DEFINE_STRUCT(model, (nn::linear<double>, first), (nn::linear<double>, second),
                           (grad::variable<double, 0>, scale));
  nn::dropout<double> drops{0.5, 3};
};
model small_model() {
  return {{3, 4, 1}, {4, 2, 2}, 1.5};
}

std::string path_of(char const* name) {
  return (std::filesystem::temp_directory_path() / name).string();
}

} // namespace

TEST_CASE("parameters: named in order, the same variables whatever their rank") {
  const model m = small_model();
  std::vector<std::string> names;
  for_each_field(m, [&](std::string_view path, auto const&) { names.emplace_back(path); });
  CHECK(names == std::vector<std::string>{"first.weight", "first.bias", "second.weight", "second.bias", "scale"});
  CHECK(element_count(m) == 12 + 4 + 8 + 2 + 1);
  const auto list = detail::parameters_of(m);
  REQUIRE(list.size() == 5);
  CHECK(list[0].shape() == shape(4, 3));
  backward(grad::variable<double, 0>(sum(square(m.first.weight)) + m.scale * 2.0));
  CHECK(list[0].gradient() == tensor<double, 2>(2.0 * m.first.weight.value()));
  CHECK(list[4].gradient() == tensor<double, 0>(2.0));
  CHECK(!list[2].has_gradient());
  grad::variable<double> weight = list[0];
  weight.overwrite(7.0);
  CHECK(m.first.weight.value() == tensor<double, 2>(shape(4, 3), 7.0));
  nn::drop_gradients(m);
  CHECK(!m.first.weight.has_gradient());
}

TEST_CASE("parameters: written and read again, by name; another shape, or none, changes nothing") {
  const std::string path = path_of("weft_parameters.npz");
  model m = small_model(), other = small_model();
  m.scale.overwrite(-3.0);
  save_npz(path, m);
  other.first = nn::linear<double>(3, 4, 77);
  CHECK(!(other.first.weight.value() == m.first.weight.value()));
  const grad::variable<double, 2> same = other.first.weight;
  load_npz(path, other);
  CHECK(same.value() == m.first.weight.value()); // the variable that it was
  CHECK(other.second.bias.value() == m.second.bias.value());
  CHECK(other.scale.item() == -3);

  model wider{{3, 4, 1}, {5, 2, 3}, 1.5};
  const tensor<double, 2> before = wider.first.weight.value();
  m.first.weight.overwrite(0.25);
  save_npz(path, m);
  const std::string text = message_of([&] { load_npz(path, wider); });
  CHECK(text.find("second.weight has shape (2,5), in the file (2,4)") != std::string::npos);
  CHECK(wider.first.weight.value() == before);
  save_npz(path, "first.weight", m.first.weight.value());
  CHECK_THROWS_AS(load_npz(path, other), io_error);
  CHECK(!(other.first.weight.value() == m.first.weight.value()));
  std::filesystem::remove(path);
}
