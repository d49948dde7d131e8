#pragma once
#include <weft/grad/variable.hpp>
#include <weft/nn/check.hpp>
#include <weft/records/record.hpp>

#include <vector>

// The parameters of models. A model is a record (records/record.hpp). Its variables, and the variables of models in it,
// are its parameters; other fields are none.
//   struct model {
//     BOOST_HANA_DEFINE_STRUCT(model, (nn::linear<double>, first), (nn::linear<double>, second));
//   };
//   model m{{64, 32, 1}, {32, 10, 2}};
//   save_npz("model.npz", m);
// Copies of a model share their parameters, as copies of a variable are the same variable.
namespace weft::detail {

/// The element type of the variables of a record; void where there is none.
template <class... T>
struct first_parameter {
  using type = void;
};
template <class T, class... More>
struct first_parameter<T, More...>
    : std::conditional_t<std::is_void_v<T>, first_parameter<More...>, std::type_identity<T>> {};
template <class R>
struct parameter_element : first_parameter<> {};
template <class T, auto Shape>
struct parameter_element<grad::variable<T, Shape>> : std::type_identity<T> {};
template <class R, class Members = member_numbers<R>>
struct parameter_element_of_members;
template <class R, int... K>
struct parameter_element_of_members<R, std::integer_sequence<int, K...>>
    : first_parameter<typename parameter_element<member_t<R, K>>::type...> {};
template <Record R>
struct parameter_element<R> : parameter_element_of_members<R> {};
template <class R>
using parameter_t = typename parameter_element<R>::type;

/// The variables of a record, not copies, with ranks that are known at run time.
template <class T>
using parameter_list = std::vector<grad::variable<T>>;
template <Record R>
WEFT_FN parameter_list<parameter_t<R>> parameters_of(R const& model) {
  using T = parameter_t<R>;
  static_assert(!std::is_void_v<T>, "weft: this record has no variables to learn");
  parameter_list<T> out;
  visit_fields(model, [&]<static_text>(auto const& x) {
    using element = parameter_t<std::remove_cvref_t<decltype(x)>>;
    static_assert(std::is_void_v<element> || std::same_as<element, T>,
                  "weft: the variables of a model have one element type");
    if constexpr (std::same_as<element, T>)
      out.push_back(x.with_runtime_rank());
  });
  return out;
}

} // namespace weft::detail

namespace weft::nn {

/// Drops the gradients that the variables of a record hold, so that the next backward() begins at 0.
template <Record R>
WEFT_FN void drop_gradients(R const& model) {
  for (auto& x : detail::parameters_of(model))
    x.drop_gradient();
}

} // namespace weft::nn
