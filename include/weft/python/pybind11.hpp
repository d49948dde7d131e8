#pragma once
#include <weft/python/record.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <vector>

// Tensors, views and records as arguments and results of functions that pybind11 binds.
namespace weft {
namespace detail::python {

/// Raises the error of Python that a problem stands for, if something was loaded; else another overload is tried. It is
/// done while arguments are loaded, because a call_guard may give up the interpreter before they are handed on.
WEFT_FN inline bool raised_if_wrong(bool loaded, problem const& p) {
  if (!loaded || !p.exists())
    return loaded;
  PyErr_SetString(p.type, p.text.c_str());
  throw pybind11::error_already_set();
}
/// Returns an array of NumPy that sees memory, which it keeps alive, or which the parent keeps alive.
WEFT_FN inline pybind11::handle pybind11_array(array const& a, pybind11::handle parent) {
  require_numpy_type(a.type);
  auto const owner = pybind11::reinterpret_steal<pybind11::object>(new_owner(a.keep));
  std::vector<pybind11::ssize_t> shape, strides;
  for (int k = 0; k < a.shape.rank(); ++k) {
    shape.push_back(a.shape.entry(k));
    strides.push_back(a.strides.entry(k) * static_cast<index_t>(item_size(a.type)));
  }
  pybind11::handle base = owner ? pybind11::handle(owner) : parent;
  if (!base) // without any base pybind11 copies
    base = pybind11::none();
  pybind11::array out(pybind11::dtype(to_string(a.type)), std::move(shape), std::move(strides), a.data, base);
  if (a.only_reads)
    out.attr("setflags")(pybind11::arg("write") = false);
  return out.release();
}
WEFT_FN inline bool refers(pybind11::return_value_policy p) {
  return p == pybind11::return_value_policy::reference || p == pybind11::return_value_policy::reference_internal;
}

/// Results, which become arrays.
template <class X>
struct pybind11_result {
  static constexpr auto name = pybind11::detail::const_name(named<X>::text.value);
  template <class Y>
  WEFT_FN static pybind11::handle cast(Y&& y, pybind11::return_value_policy p, pybind11::handle parent) {
    try {
      return pybind11_array(result_memory(static_cast<Y&&>(y), refers(p)),
                            p == pybind11::return_value_policy::reference_internal ? parent : pybind11::handle());
    } catch (error const&) {
      set_current_error();
      throw pybind11::error_already_set();
    }
  }
};
/// Arguments, which are made of arrays.
template <class X>
struct pybind11_argument {};
template <Argument X>
struct pybind11_argument<X> {
  template <class A>
  using cast_op_type = std::conditional_t<std::same_as<A, any_tensor const&>, any_tensor const&, X>;
  /// Loads an array without raising an error: problem_found() is what is wrong with it.
  WEFT_FN bool open(pybind11::handle h, bool convert) { return array_.load(h.ptr(), argument<X>::asks(), convert); }
  WEFT_FN bool load(pybind11::handle h, bool convert) { return raised_if_wrong(open(h, convert), array_.why); }
  [[nodiscard]] WEFT_FN problem const& problem_found() const { return array_.why; }
  WEFT_FN explicit operator X() { return argument<X>::make(array_.memory); }
  WEFT_FN explicit operator any_tensor const&()
    requires std::same_as<X, any_tensor>
  {
    return lent_.emplace(any_tensor(argument<any_tensor>::lend(array_.memory)));
  }

private:
  opened array_;
  std::optional<std::conditional_t<std::same_as<X, any_tensor>, any_tensor, bool>> lent_;
};

} // namespace detail::python

namespace python {
/// As register_errors(nanobind::module_&) does, for the functions of a module of pybind11.
WEFT_FN inline void register_errors(pybind11::module_&) {
  pybind11::register_local_exception_translator(
      [](std::exception_ptr thrown) { weft::detail::python::translate(thrown); });
}
} // namespace python
} // namespace weft

namespace pybind11::detail {

template <weft::detail::python::Result X>
struct type_caster<X> : weft::detail::python::pybind11_result<X>, weft::detail::python::pybind11_argument<X> {};

template <weft::detail::python::Dict R>
struct type_caster<R> {
  static constexpr auto name = const_name("dict");
  template <class A>
  using cast_op_type = R;
  WEFT_FN bool open(handle h, bool convert) {
    return record_.load(h.ptr(), convert, [&](auto& caster, PyObject* item) {
      if constexpr (requires { caster.open(item, convert); })
        return caster.open(item, convert);
      else
        return caster.load(item, convert);
    });
  }
  WEFT_FN bool load(handle h, bool convert) {
    return weft::detail::python::raised_if_wrong(open(h, convert), record_.why);
  }
  [[nodiscard]] WEFT_FN weft::detail::python::problem const& problem_found() const { return record_.why; }
  WEFT_FN explicit operator R() {
    return record_.make([]<class M>(auto& caster) -> M { return cast_op<M>(caster); });
  }
  template <class Y>
  WEFT_FN static handle cast(Y&& y, return_value_policy policy, handle parent) {
    return weft::detail::python::dict_of(static_cast<Y&&>(y), [&]<class M>(M&& member) {
      return make_caster<M>::cast(static_cast<M&&>(member), policy, parent).ptr();
    });
  }

private:
  weft::detail::python::opened_record<R, make_caster> record_;
};

} // namespace pybind11::detail
