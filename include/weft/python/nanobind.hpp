#pragma once
#include <weft/python/record.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

// Tensors, views and records as arguments and results of functions that nanobind binds.
namespace weft {
namespace detail::python {

/// Throws the error of Python that is set, through nanobind.
[[noreturn]] WEFT_FN inline void throw_nanobind(problem const& p) {
  PyErr_SetString(p.type, p.text.c_str());
  throw nanobind::python_error();
}
WEFT_FN inline nanobind::dlpack::dtype nanobind_type(dtype t) {
  auto const [code, bits, lanes] = dlpack_type(t);
  return {code, bits, lanes};
}
/// Returns an array of NumPy that sees memory, which it keeps alive, or which the parent keeps alive.
WEFT_FN inline nanobind::handle nanobind_array(array const& a, nanobind::detail::cleanup_list* cleanup,
                                               bool in_parent) {
  require_numpy_type(a.type);
  std::size_t shape[max_rank];
  for (int k = 0; k < a.shape.rank(); ++k)
    shape[k] = static_cast<std::size_t>(a.shape.entry(k));
  nanobind::object const owner = nanobind::steal(new_owner(a.keep));
  bool const by_parent = !owner.is_valid() && in_parent && cleanup != nullptr;
  nanobind::handle const base = by_parent ? nanobind::handle(cleanup->self()) : nanobind::handle(owner);
  auto const made = [&]<class... Option>(Option...) {
    nanobind::ndarray<nanobind::numpy, Option...> const out(a.data, static_cast<std::size_t>(a.shape.rank()), shape,
                                                            base, a.strides.value, nanobind_type(a.type));
    return nanobind::cast(out, nanobind::rv_policy::reference).release();
  };
  return a.only_reads ? made(nanobind::ro()) : made();
}
WEFT_FN inline bool refers(nanobind::rv_policy p) {
  return p == nanobind::rv_policy::reference || p == nanobind::rv_policy::reference_internal;
}

/// Results, which become arrays.
template <class X>
struct nanobind_result {
  static constexpr auto Name = nanobind::detail::const_name(named<X>::text.value);
  template <class Y>
  WEFT_FN static nanobind::handle from_cpp(Y&& y, nanobind::rv_policy p,
                                           nanobind::detail::cleanup_list* cleanup) noexcept {
    try {
      return nanobind_array(result_memory(static_cast<Y&&>(y), refers(p)), cleanup,
                            p == nanobind::rv_policy::reference_internal);
    } catch (nanobind::python_error& e) {
      e.restore();
    } catch (...) {
      set_current_error();
    }
    return {};
  }
};
/// Makes the value of an argument where a caster of a container asks whether that can be done, because such a caster
/// may not throw afterwards. Returns false if it cannot be made.
template <class X, class F>
WEFT_FN bool make_early(std::optional<X>& out, F const& make) noexcept {
  try {
    out.emplace(make());
    return true;
  } catch (...) {
    return false;
  }
}
/// Arguments, which are made of arrays.
template <class X>
struct nanobind_argument {};
template <Argument X>
struct nanobind_argument<X> {
  using Value = X;
  template <class A>
  using Cast = std::conditional_t<std::same_as<A, any_tensor const&>, any_tensor const&, X>;
  template <class A>
  [[nodiscard]] WEFT_FN bool can_cast() const noexcept {
    return !array_.why.exists() && make_early(made_, [&] { return argument<X>::make(array_.memory); });
  }
  [[nodiscard]] WEFT_FN problem const& problem_found() const { return array_.why; }
  WEFT_FN bool from_python(nanobind::handle h, std::uint32_t flags, nanobind::detail::cleanup_list*) noexcept {
    return array_.load(h.ptr(), argument<X>::asks(),
                       (flags & std::uint32_t(nanobind::detail::cast_flags::convert)) != 0);
  }
  WEFT_FN explicit operator X() {
    require();
    return made_ ? X(std::move(*made_)) : argument<X>::make(array_.memory);
  }
  WEFT_FN explicit operator any_tensor const&()
    requires std::same_as<X, any_tensor>
  {
    require();
    return lent_.emplace(any_tensor(argument<any_tensor>::lend(array_.memory)));
  }

private:
  WEFT_FN void require() const {
    if (array_.why.exists())
      throw_nanobind(array_.why);
  }
  opened array_;
  mutable std::optional<X> made_;
  std::optional<std::conditional_t<std::same_as<X, any_tensor>, any_tensor, bool>> lent_;
};

} // namespace detail::python

namespace python {
/// Lets Python see what weft throws as the errors that NumPy would raise: shape_error, layout_error and parse_error as
/// ValueError, dtype_error as TypeError, index_error as IndexError, io_error as OSError, linalg_error as
/// numpy.linalg.LinAlgError. Call it once, while the module is made.
WEFT_FN inline void register_errors(nanobind::module_&) {
  nanobind::register_exception_translator(
      [](std::exception_ptr const& thrown, void*) { weft::detail::python::translate(thrown); });
}
} // namespace python
} // namespace weft

namespace nanobind::detail {

template <weft::detail::python::Result X>
struct type_caster<X> : weft::detail::python::nanobind_result<X>, weft::detail::python::nanobind_argument<X> {};

template <weft::detail::python::Dict R>
struct type_caster<R> {
  using Value = R;
  static constexpr auto Name = const_name("dict");
  template <class A>
  using Cast = R;
  template <class A>
  [[nodiscard]] WEFT_FN bool can_cast() const noexcept {
    return !record_.why.exists() && weft::detail::python::make_early(made_, [&] { return make(); });
  }
  [[nodiscard]] WEFT_FN weft::detail::python::problem const& problem_found() const { return record_.why; }
  WEFT_FN bool from_python(handle h, std::uint32_t flags, cleanup_list* cleanup) noexcept {
    try {
      return record_.load(h.ptr(), (flags & std::uint32_t(cast_flags::convert)) != 0,
                          [&](auto& caster, PyObject* item) { return caster.from_python(item, flags, cleanup); });
    } catch (...) {
      return false;
    }
  }
  WEFT_FN explicit operator R() {
    if (record_.why.exists())
      weft::detail::python::throw_nanobind(record_.why);
    return made_ ? R(std::move(*made_)) : make();
  }
  template <class Y>
  WEFT_FN static handle from_cpp(Y&& y, rv_policy policy, cleanup_list* cleanup) noexcept {
    return weft::detail::python::dict_of(static_cast<Y&&>(y), [&]<class M>(M&& member) {
      return make_caster<M>::from_cpp(static_cast<M&&>(member), policy, cleanup).ptr();
    });
  }

private:
  WEFT_FN R make() const {
    return record_.make([]<class M>(auto& caster) -> M { return caster.operator cast_t<M>(); });
  }
  mutable weft::detail::python::opened_record<R, make_caster> record_;
  mutable std::optional<R> made_;
};

} // namespace nanobind::detail
