#pragma once
#include <weft/grad/variable.hpp>
#include <weft/io/npz.hpp>
#include <weft/nn/check.hpp>

#include <string>
#include <string_view>
#include <vector>

// The parameters of models. A module is a class with values that are variables and other modules; it lists them by
// name:
//   struct model {
//     nn::linear<double> first{64, 32, 1}, second{32, 10, 2};
//     template <class List>
//     void list_parameters(List& list) const {
//       list("first", first);
//       list("second", second);
//     }
//   };
// Copies of a module share their parameters, as copies of a variable are the same variable.
namespace weft::nn {

/// A variable of a model and its name; its rank is known at run time. It is the same variable, not a copy.
template <class T>
struct parameter {
  std::string name;
  grad::variable<T> value;
};

/// The parameters of a model, in the order in which it lists them. The parameters of a module within another are named
/// "second.weight".
template <class T>
class parameter_list {
public:
  using value_type = parameter<T>;

  WEFT_FN parameter_list() = default;
  /// The parameters of a module.
  template <class M>
    requires(!std::same_as<M, parameter_list>)
  WEFT_FN explicit parameter_list(M const& module) {
    module.list_parameters(*this);
  }

  /// Adds a variable, or a module with all of its own.
  template <class X>
  WEFT_FN void operator()(std::string_view name, X const& x) {
    if constexpr (detail::is_variable_of<T, X>) {
      parameters_.push_back({prefix_ + std::string(name), x.with_runtime_rank()});
    } else if constexpr (requires { x.list_parameters(*this); }) {
      const std::size_t length = prefix_.size();
      prefix_.append(name).push_back('.');
      x.list_parameters(*this);
      prefix_.resize(length);
    } else {
      static_assert(detail::always_false<X>,
                    "weft: a module lists variables of its element type, and modules with list_parameters()");
    }
  }

  [[nodiscard]] WEFT_FN auto begin() const { return parameters_.begin(); }
  [[nodiscard]] WEFT_FN auto end() const { return parameters_.end(); }
  [[nodiscard]] WEFT_FN std::size_t size() const { return parameters_.size(); }
  [[nodiscard]] WEFT_FN parameter<T> const& operator[](std::size_t k) const& WEFT_LIFETIMEBOUND {
    return parameters_[k];
  }
  [[nodiscard]] WEFT_FN parameter<T> operator[](std::size_t k) && { return parameters_[k]; }
  /// How many numbers they are together.
  [[nodiscard]] WEFT_FN index_t count() const {
    index_t n = 0;
    for (parameter<T> const& p : parameters_)
      n += p.value.size();
    return n;
  }

private:
  std::string prefix_;
  std::vector<parameter<T>> parameters_;
};

/// The parameters of a module with elements of M::value_type.
template <class M>
[[nodiscard]] WEFT_FN parameter_list<typename M::value_type> parameters(M const& module) {
  return parameter_list<typename M::value_type>(module);
}

/// Drops the gradients that parameters hold, so that the next backward() begins at 0.
template <class T>
WEFT_FN void drop_gradients(parameter_list<T> const& list) {
  for (parameter<T> p : list)
    p.value.drop_gradient();
}

/// Writes parameters as a .npz archive, a member for each, by its name. io_error as of npz_writer.
template <class M>
WEFT_FN void save_parameters(std::string const& path, M const& module) {
  npz_writer file(path);
  for (auto const& p : parameters(module))
    file.add(p.name, p.value.value());
  file.close();
}

/// Overwrites the parameters of a module with arrays of an archive. io_error where one is missing or has another
/// element type, shape_error with both shapes where one has another shape: all are looked at before any is overwritten.
template <class M>
WEFT_FN void load_parameters(std::string const& path, M const& module) {
  using T = typename M::value_type;
  const npz_file file(path);
  const parameter_list<T> list = parameters(module);
  std::vector<tensor<T>> values;
  for (parameter<T> const& p : list) {
    values.push_back(file.load<T>(p.name));
    if (values.back().shape() != p.value.shape())
      detail::throw_parameter_shape(p.name, p.value.shape(), path, values.back().shape());
  }
  for (std::size_t k = 0; k < list.size(); ++k)
    grad::variable<T>(list[k].value).overwrite(values[k]);
}

} // namespace weft::nn
