#pragma once
#include <weft/python/array.hpp>

#include <concepts>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>

// How arguments of C++ functions are made of arrays, and arrays of results.
namespace weft::detail::python {

template <class T, auto S, class Order>
WEFT_FN view<T, S, Order> typed_view(array const& a) {
  return strided_view(static_cast<T*>(a.data), a.shape, a.strides, a.keep).template as<S, Order>();
}

/// How an argument of type X is made of an array: what it asks for, and make(array).
template <class X>
struct argument {};

template <class T, auto S, class Order>
  requires HasDtype<std::remove_const_t<T>>
struct argument<view<T, S, Order>> {
  using extents = extents_for_t<S>;
  WEFT_FN static request asks() {
    if constexpr (extents::static_rank < 0)
      return {false, dtype_of<std::remove_const_t<T>>, !std::is_const_v<T>, -1, nullptr, unit_axis};
    else
      return {false,    dtype_of<std::remove_const_t<T>>, !std::is_const_v<T>, extents::static_rank, extents::statics,
              unit_axis};
  }
  WEFT_FN static view<T, S, Order> make(array const& a) { return typed_view<T, S, Order>(a); }

private:
  static constexpr int unit_axis = std::same_as<Order, row_major> ? -1 : std::same_as<Order, column_major> ? 0 : 1;
};
template <class T, auto S, class Order>
  requires HasDtype<T>
struct argument<tensor<T, S, Order>> {
  WEFT_FN static request asks() { return argument<view<T const, S>>::asks(); }
  WEFT_FN static tensor<T, S, Order> make(array const& a) {
    return tensor<T, S, Order>(typed_view<T const, S, strided>(a));
  }
};
inline constexpr request any_array{true, {}, false, -1, nullptr, 1};
template <class X>
WEFT_FN X untyped_copy(array const& a) {
  return with_dtype(a.type,
                    [&]<class T>(std::type_identity<T>) { return X(typed_view<T const, runtime_rank, strided>(a)); });
}
template <>
struct argument<any_expr<>> {
  WEFT_FN static request asks() { return any_array; }
  WEFT_FN static any_expr<> make(array const& a) { return untyped_copy<any_expr<>>(a); }
};
template <>
struct argument<any_view> {
  WEFT_FN static request asks() { return {true, {}, true, -1, nullptr, 1}; }
  WEFT_FN static any_view make(array const& a) {
    return with_dtype(
        a.type, [&]<class T>(std::type_identity<T>) { return any_view(typed_view<T, runtime_rank, strided>(a)); });
  }
};
template <>
struct argument<any_tensor> {
  WEFT_FN static request asks() { return any_array; }
  WEFT_FN static any_tensor make(array const& a) { return untyped_copy<any_tensor>(a); }
  /// Returns the memory of the array itself where it is row-major without gaps. Nothing may be written to it.
  WEFT_FN static any_tensor lend(array const& a) {
    return is_gapless(layout<dynamic_extents, strided>(a.shape, a.strides), true)
               ? untyped_access::adopted(a.type, a.shape, a.keep)
               : make(a);
  }
};
template <class X>
concept Argument = requires(array const& a) { argument<X>::make(a); };
/// Types that Python receives as arrays: tensors, views, expressions of them, and untyped ones.
template <class X>
concept Result = Untyped<X> || (Tensorial<X> && HasDtype<value_t<X>>);

/// An array that was opened for an argument, and why it does not suit.
struct opened {
  array memory;
  problem why;
  /// Returns false where the next overload is to be tried: if `o` is no array, or, unless `last`, one that does not
  /// suit.
  [[nodiscard]] WEFT_FN bool load(PyObject* o, request const& asks, bool last) noexcept {
    try {
      if (!is_array(o))
        return false;
      why = open_array(o, memory);
      if (!why.exists())
        why = mismatch(asks, memory);
    } catch (std::exception const& e) {
      why = wrong_value(e.what());
    }
    return last || !why.exists() || ends_program(why);
  }
};

/// Returns the memory of an untyped result.
WEFT_FN inline array memory_of(any_view const& v, bool refers) {
  storage_ref const& keep = untyped_access::keep_of(v);
  if (!keep.owns() && !refers) {
    any_tensor copied(v);
    return memory_of(copied(ellipsis), true);
  }
  return {v.dtype(), v.data(), v.shape(), convert_extents<dynamic_extents>(v.strides()), false, keep};
}
template <class T, auto S, class Order>
WEFT_FN array memory_of(view<T, S, Order> const& v, bool refers) {
  if (!v.window_leaf().keep.owns() && !refers)
    return memory_of(copy(v).window(), true);
  return {dtype_of<std::remove_const_t<T>>,
          const_cast<std::remove_const_t<T>*>(v.data()),
          convert_extents<dynamic_extents>(v.shape()),
          convert_extents<dynamic_extents>(v.strides()),
          std::is_const_v<T>,
          v.window_leaf().keep};
}
/// Returns the memory of a result: that of an rvalue is moved, a view that owns a share shares it, an expression is
/// evaluated. Memory of somebody else is copied, unless the result refers to it.
template <class X>
WEFT_FN array result_memory(X&& x, bool refers) {
  using value = std::remove_cvref_t<X>;
  if constexpr (std::same_as<value, any_view>) {
    return memory_of(x, refers);
  } else if constexpr (std::same_as<value, any_tensor>) {
    if constexpr (!std::is_lvalue_reference_v<X>) {
      return memory_of(x(ellipsis), true);
    } else if (refers) {
      array shared = memory_of(const_cast<any_tensor&>(x)(ellipsis), true);
      shared.only_reads = std::is_const_v<std::remove_reference_t<X>>;
      return shared;
    } else {
      any_tensor copied(x);
      return memory_of(copied(ellipsis), true);
    }
  } else if constexpr (Untyped<value>) {
    any_tensor evaluated(x);
    return memory_of(evaluated(ellipsis), true);
  } else if constexpr (is_view<value>) {
    return memory_of(x, refers);
  } else if constexpr (!Stored<value>) {
    return memory_of(eval(x).window(), true);
  } else if constexpr (!std::is_lvalue_reference_v<X>) {
    return memory_of(static_cast<X&&>(x).window(), true);
  } else if (!refers) {
    return memory_of(copy(x).window(), true);
  } else if constexpr (!lies_inside<value_t<X>, typename value::extents_type>()) {
    return memory_of(x.share(), true);
  } else {
    return memory_of(x.window(), true);
  }
}
/// Returns an object of Python that owns a share in memory, or null for memory that somebody else keeps.
WEFT_FN inline PyObject* new_owner(storage_ref const& keep) {
  if (!keep.owns())
    return nullptr;
  auto share = std::make_unique<storage_ref>(keep);
  PyObject* const made = PyCapsule_New(share.get(), "weft.memory", [](PyObject* capsule) {
    delete static_cast<storage_ref*>(PyCapsule_GetPointer(capsule, "weft.memory"));
  });
  if (made == nullptr) {
    PyErr_Clear();
    throw std::bad_alloc();
  }
  share.release();
  return made;
}
WEFT_FN inline void require_numpy_type(dtype t) {
  if (t == dtype::bfloat16)
    throw dtype_error("weft: NumPy has no bfloat16: return cast<float>(x)");
}

template <class... Derived, class Base>
WEFT_FN bool is_any_of(Base const& e) {
  return ((dynamic_cast<Derived const*>(&e) != nullptr) || ...);
}
/// Sets the error of Python that an exception of weft stands for.
WEFT_FN inline void set_error(error const& e) {
  reference const linalg(is_any_of<linalg_error>(e) ? PyImport_ImportModule("numpy.linalg") : nullptr);
  reference const of_matrix(linalg.get() != nullptr ? PyObject_GetAttrString(linalg.get(), "LinAlgError") : nullptr);
  PyObject* type = PyExc_RuntimeError;
  if (of_matrix.get() != nullptr)
    type = of_matrix.get();
  else if (is_any_of<dtype_error>(e))
    type = PyExc_TypeError;
  else if (is_any_of<index_error>(e))
    type = PyExc_IndexError;
  else if (is_any_of<io_error>(e))
    type = PyExc_OSError;
  else if (is_any_of<shape_error, layout_error, parse_error>(e))
    type = PyExc_ValueError;
  PyErr_SetString(type, e.what());
}
/// Sets an error of Python for the exception that is handled. An exception of the standard library becomes the error
/// that nanobind and pybind11 make of it.
WEFT_FN inline void set_current_error() noexcept {
  PyObject* type = PyExc_RuntimeError;
  try {
    throw;
  } catch (error const& e) {
    set_error(e);
  } catch (std::bad_alloc const&) {
    PyErr_NoMemory();
  } catch (std::exception const& e) {
    if (is_any_of<std::out_of_range>(e))
      type = PyExc_IndexError;
    else if (is_any_of<std::overflow_error>(e))
      type = PyExc_OverflowError;
    else if (is_any_of<std::invalid_argument, std::domain_error, std::length_error, std::range_error>(e))
      type = PyExc_ValueError;
    PyErr_SetString(type, e.what());
  } catch (...) {
    PyErr_SetString(type, "C++ threw an object of an unknown type");
  }
}

/// Sets the error of Python that an exception of weft stands for. Throws exceptions of other libraries again.
WEFT_FN inline void translate(std::exception_ptr const& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (error const& e) {
    set_error(e);
  }
}

/// Text that a compiler knows, and that the signatures of functions show: ndarray[dtype=float64, shape=(*, 3)].
struct signature {
  char value[512]{}; // enough for 16 extents of 20 digits
  std::size_t size = 0;
  WEFT_FN constexpr void add(std::string_view text) {
    for (char const c : text)
      value[size++] = c;
  }
  WEFT_FN constexpr void add_number(index_t n) {
    if (n > 9)
      add_number(n / 10);
    value[size++] = static_cast<char>('0' + n % 10);
  }
};
template <class X>
WEFT_FN constexpr signature signature_of() {
  signature s;
  s.add("ndarray[");
  if constexpr (Untyped<X>) {
    s.add("dtype=*");
  } else {
    s.add("dtype=");
    s.add(dtype_names[static_cast<int>(dtype_of<value_t<X>>)]);
    using extents = typename X::extents_type;
    if constexpr (extents::static_rank >= 0) {
      s.add(", shape=(");
      for (int k = 0; k < extents::static_rank; ++k) {
        s.add(k > 0 ? ", " : "");
        if (extents::statics[k] == dyn)
          s.add("*");
        else
          s.add_number(extents::statics[k]);
      }
      s.add(")");
    }
    if constexpr (is_view<X>) {
      if constexpr (!std::same_as<view_order_t<typename X::layout_type::order>, strided>)
        s.add(std::same_as<typename X::layout_type::order, column_major> ? ", order='F'" : ", order='C'");
      if constexpr (std::is_const_v<typename X::element_type>)
        s.add(", writable=False");
    }
  }
  s.add("]");
  return s;
}
template <class X>
struct named {
  static constexpr signature whole = signature_of<X>();
  struct letters {
    char value[whole.size + 1];
  };
  WEFT_FN static constexpr letters make() {
    letters out{};
    for (std::size_t k = 0; k < whole.size; ++k)
      out.value[k] = whole.value[k];
    return out;
  }
  static constexpr letters text = make();
};

} // namespace weft::detail::python
