#pragma once
#include <weft/python/values.hpp>
#include <weft/records/record.hpp>

#include <initializer_list>
#include <string>
#include <tuple>

namespace weft {
namespace python {
/// True for structs that pass between Python and C++ as dicts: all Structs of Hana. A program that makes a
/// class of Python of such a struct specialises it: template <> inline constexpr bool weft::python::is_dict<state> =
/// false.
template <class R>
inline constexpr bool is_dict = true;
} // namespace python

namespace detail::python {

template <class R>
WEFT_FN constexpr bool passes_as_dict() {
  if constexpr (Record<R> && std::is_class_v<R>)
    return record_access<R>::is_named && weft::python::is_dict<R>;
  else
    return false;
}
template <class R>
concept Dict = passes_as_dict<R>();

template <class R, int K>
WEFT_FN std::string name_of_member() {
  return std::string(record_access<R>::template name<K>().view());
}
/// Clears the error that is set, if any, where its class is one of `absent`: the object has no such item or attribute.
WEFT_FN inline void clear_if_one_of(std::initializer_list<PyObject*> absent) {
  for (PyObject* const type : absent)
    if (PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(type) != 0)
      PyErr_Clear();
}
/// Returns the item `name` of a dict, a structured array or another mapping, or else the attribute; null if neither is
/// there, and an error is set if it could not be computed. A dict has no members as attributes, but methods: `values`,
/// `items`.
WEFT_FN inline PyObject* item_of(PyObject* o, std::string const& name) {
  PyObject* found = PyMapping_Check(o) != 0 ? PyMapping_GetItemString(o, name.c_str()) : nullptr;
  clear_if_one_of({PyExc_LookupError, PyExc_TypeError, PyExc_ValueError});
  if (found != nullptr || PyErr_Occurred() != nullptr || PyDict_Check(o) != 0)
    return found;
  found = PyObject_GetAttrString(o, name.c_str());
  clear_if_one_of({PyExc_AttributeError});
  return found;
}

/// A record that is made of the items of an object of Python. Caster<M> is what the library of the casters has for a
/// member of type M.
template <class R, template <class> class Caster>
class opened_record {
public:
  WEFT_FN opened_record() = default;
  opened_record(opened_record const&) = delete;
  opened_record& operator=(opened_record const&) = delete;
  WEFT_FN ~opened_record() {
    for (PyObject* const item : items_)
      Py_XDECREF(item);
  }

  /// Calls load(caster, item) for each member. Returns false where the next overload is to be tried: if the object has
  /// none of the members, or, unless `last`, if one does not suit.
  template <class F>
  [[nodiscard]] WEFT_FN bool load(PyObject* o, bool last, F const& load) {
    why = {};
    int found = 0;
    [&]<int... K>(std::integer_sequence<int, K...>) { ((found += load_member<K>(o, load)), ...); }(members());
    return found > 0 && (last || !why.exists() || ends_program(why));
  }
  /// Returns the record. value.operator()<M>(caster) returns a member.
  template <class F>
  [[nodiscard]] WEFT_FN R make(F const& value) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      static_assert(
          requires { R{std::declval<member_t<R, K>>()...}; },
          "weft: a struct that is made of a dict is an aggregate of its members, in their order");
      return R { value.template operator()<member_t<R, K>>(std::get<K>(casters_))... };
    }(members());
  }
  problem why;

private:
  using members = member_numbers<R>;
  template <int K, class F>
  WEFT_FN int load_member(PyObject* o, F const& load) {
    Py_XDECREF(std::exchange(items_[K], item_of(o, name_of_member<R, K>())));
    std::string const name = name_of_member<R, K>();
    if (items_[K] == nullptr && PyErr_Occurred() != nullptr) {
      note(problem_of_error(PyExc_ValueError, "expected a member " + name));
      return 1;
    }
    if (items_[K] == nullptr) {
      note(wrong_value("expected a dict or an object with " + all_names() + ", got one without " + name));
      return 0;
    }
    auto& caster = std::get<K>(casters_);
    if (!load(caster, items_[K]))
      note(wrong_type(name + ": " + class_of(items_[K]) + " is not what this field is made of"));
    else if constexpr (requires { caster.problem_found(); })
      if (caster.problem_found().exists())
        note({caster.problem_found().type, name + ": " + caster.problem_found().text});
    return 1;
  }
  WEFT_FN void note(problem p) {
    if (!why.exists())
      why = std::move(p);
  }
  WEFT_FN static std::string all_names() {
    std::string text;
    [&]<int... K>(std::integer_sequence<int, K...>) {
      ((text += (K == 0 ? "" : K + 1 == record_access<R>::count ? " and " : ", ") + name_of_member<R, K>()), ...);
    }(members());
    return text;
  }
  template <class>
  struct tuple_of;
  template <int... K>
  struct tuple_of<std::integer_sequence<int, K...>> {
    using type = std::tuple<Caster<member_t<R, K>>...>;
  };
  typename tuple_of<members>::type casters_;
  PyObject* items_[record_access<R>::count] = {};
};

/// Returns a dict of the members of a record. cast(member) returns a new object of Python, or null with an error.
template <class R, class F>
WEFT_FN PyObject* dict_of(R&& y, F const& cast) {
  reference made(PyDict_New());
  auto const add = [&]<int K>(std::integral_constant<int, K>) {
    PyObject* const item = cast(member_of<K>(static_cast<R&&>(y)));
    bool const done = item != nullptr &&
                      PyDict_SetItemString(made.get(), name_of_member<std::remove_cvref_t<R>, K>().c_str(), item) == 0;
    Py_XDECREF(item);
    return done;
  };
  bool const done = [&]<int... K>(std::integer_sequence<int, K...>) {
    return (add(std::integral_constant<int, K>()) && ...);
  }(member_numbers<R>());
  return done ? made.yield() : nullptr;
}

} // namespace detail::python
} // namespace weft
