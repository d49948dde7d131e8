#pragma once
#include <Python.h>

#include <weft/dynamic/any_tensor.hpp>
#include <weft/io/dlpack.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

// The casters of nanobind and pybind11 share this: arrays of Python as memory, and the reasons to refuse them.
namespace weft::detail::python {

/// The reason to refuse an object of Python: the class and the sentence of an error.
struct problem {
  PyObject* type = nullptr; ///< ValueError or TypeError; null: there is no problem
  std::string text;
  [[nodiscard]] WEFT_FN bool exists() const noexcept { return type != nullptr; }
};
WEFT_FN inline problem wrong_type(std::string text) {
  return {PyExc_TypeError, std::move(text)};
}
WEFT_FN inline problem wrong_value(std::string text) {
  return {PyExc_ValueError, std::move(text)};
}
/// Returns the class of errors by which a program ends that a class belongs to, or null if it belongs to none.
WEFT_FN inline PyObject* ending_class(PyObject* type) noexcept {
  for (PyObject* const ending : {PyExc_KeyboardInterrupt, PyExc_SystemExit})
    if (PyErr_GivenExceptionMatches(type, ending) != 0)
      return ending;
  return nullptr;
}
/// True if a problem is no reason to try another overload: the user interrupts the program, or it ends.
WEFT_FN inline bool ends_program(problem const& p) noexcept {
  return ending_class(p.type) != nullptr;
}

/// A reference to an object of Python that is given back, and no error if there is none.
class reference {
public:
  WEFT_FN explicit reference(PyObject* o) noexcept : object_(o) {
    if (o == nullptr)
      PyErr_Clear();
  }
  reference(reference const&) = delete;
  reference& operator=(reference const&) = delete;
  WEFT_FN ~reference() { Py_XDECREF(object_); }
  [[nodiscard]] WEFT_FN PyObject* get() const noexcept { return object_; }
  [[nodiscard]] WEFT_FN PyObject* yield() noexcept { return std::exchange(object_, nullptr); }

private:
  PyObject* object_;
};

/// Returns what str() of Python says of an object.
WEFT_FN inline std::string text_of(PyObject* o) {
  reference const text(o == nullptr ? nullptr : PyObject_Str(o));
  char const* const letters = text.get() == nullptr ? nullptr : PyUnicode_AsUTF8AndSize(text.get(), nullptr);
  if (letters == nullptr)
    PyErr_Clear();
  return letters == nullptr ? "an object without a text" : letters;
}
WEFT_FN inline std::string class_of(PyObject* o) {
  reference const name(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(o)), "__name__"));
  return text_of(name.get());
}
/// Returns the error that Python reports, which ends with this call, as the reason of a problem of the class `type`; an
/// error that ends the program keeps its class.
WEFT_FN inline problem problem_of_error(PyObject* type, std::string const& text) {
  PyObject *raised = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&raised, &value, &trace);
  PyErr_NormalizeException(&raised, &value, &trace);
  reference const first(raised), second(value), third(trace);
  PyObject* const ending = ending_class(raised);
  return {ending != nullptr ? ending : type,
          value == nullptr ? text : text + ": " + class_of(value) + ": " + text_of(value)};
}

/// Memory with elements of a type that the running program knows. It stays as long as copies of `keep` do.
struct array {
  dtype type = dtype::float64;
  void* data = nullptr;
  dynamic_extents shape{0}, strides{0}; ///< strides in elements
  bool only_reads = false;
  storage_ref keep;
};

/// A share in the memory of an object of Python. The last view may die in a thread that does not hold the interpreter.
struct held_buffer {
  Py_buffer buffer{};
  WEFT_FN held_buffer() = default;
  held_buffer(held_buffer const&) = delete;
  held_buffer& operator=(held_buffer const&) = delete;
  WEFT_FN ~held_buffer() {
    if (buffer.obj == nullptr || Py_IsInitialized() == 0) // a view of a static object outlives the interpreter
      return;
    PyGILState_STATE const state = PyGILState_Ensure();
    PyBuffer_Release(&buffer);
    PyGILState_Release(state);
  }
};

/// Finds the dtype with a letter of the module struct and a size in bytes. Returns false if weft has none.
WEFT_FN inline bool find_dtype(std::string_view letter, std::size_t size, dtype& out) {
  static constexpr std::string_view letters[] = {"?",      "bhilqn", "bhilqn", "bhilqn", "bhilqn", "BHILQN", "BHILQN",
                                                 "BHILQN", "BHILQN", "fd",     "fd",     "Zf",     "Zd",     "e"};
  for (int k = 0; k < static_cast<int>(std::size(letters)); ++k) {
    out = static_cast<dtype>(k);
    bool const named = letter.size() == 1 ? letters[k][0] != 'Z' && letters[k].find(letter) != std::string_view::npos
                                          : letters[k] == letter;
    if (named && item_size(out) == size)
      return true;
  }
  return false;
}
/// Returns a problem with the elements of a buffer, or sets their dtype.
WEFT_FN inline problem read_format(PyObject* o, Py_buffer const& b, dtype& out) {
  std::string_view format = b.format == nullptr ? "B" : b.format;
  bool swapped = false;
  if (!format.empty() && std::string_view("@=<>!^").find(format[0]) != std::string_view::npos) {
    bool const little = std::endian::native == std::endian::little;
    swapped = format[0] == (little ? '>' : '<') || (little && format[0] == '!');
    format.remove_prefix(1);
  }
  bool const found = find_dtype(format, static_cast<std::size_t>(b.itemsize), out);
  if (found && !swapped)
    return {};
  reference const type(PyObject_GetAttrString(o, "dtype"));
  std::string const name = type.get() == nullptr ? std::string(format) : text_of(type.get());
  return found ? wrong_type("expected elements in the byte order of the machine, got " + name +
                            ": a.astype(a.dtype.newbyteorder('=')) has them")
               : wrong_type("expected an array of numbers or bools, got elements of type " + name);
}

WEFT_FN inline std::size_t alignment_of(dtype t) {
  return t == dtype::complex64 || t == dtype::complex128 ? item_size(t) / 2 : item_size(t);
}
/// Sets the shape and strides of a buffer. Returns a problem if its elements lie where C++ could not read them.
WEFT_FN inline problem read_layout(Py_buffer const& b, array& out) {
  if (b.ndim > max_rank)
    return wrong_value("expected an array of at most " + std::to_string(max_rank) + " dimensions, got " +
                       std::to_string(b.ndim));
  out.shape = dynamic_extents(b.ndim);
  out.strides = dynamic_extents(b.ndim);
  bool even = reinterpret_cast<std::uintptr_t>(b.buf) % alignment_of(out.type) == 0;
  index_t step = b.itemsize;
  for (int k = b.ndim - 1; k >= 0; --k) {
    index_t const stride = b.strides == nullptr ? step : b.strides[k]; // arrays of ctypes have none: row-major
    step *= b.shape[k];
    out.shape.set(k, b.shape[k]);
    out.strides.set(k, stride / b.itemsize);
    even = even && (b.shape[k] < 2 || stride % b.itemsize == 0);
  }
  if (!even && b.len > 0)
    return wrong_value("expected elements of " + to_string(out.type) + " at multiples of their size, got an array " +
                       "whose address or strides lie between: numpy.ascontiguousarray(a) copies it");
  return {};
}
WEFT_FN inline problem open_buffer(PyObject* o, array& out) {
  kept<held_buffer> held(new held_buffer());
  Py_buffer& b = held.object->buffer;
  if (PyObject_GetBuffer(o, &b, PyBUF_RECORDS_RO) != 0) {
    b.obj = nullptr;
    return problem_of_error(PyExc_TypeError, "expected an array of numbers or bools");
  }
  if (problem p = read_format(o, b, out.type); p.exists())
    return p;
  if (problem p = read_layout(b, out); p.exists())
    return p;
  out.data = b.buf;
  out.only_reads = b.readonly != 0;
  block* const memory = adopt_block(b.buf, held.object, [](void* h) { delete static_cast<held_buffer*>(h); });
  held.object = nullptr;
  out.keep = storage_ref::adopt(memory);
  return {};
}

/// Shares the tensor in a capsule. A capsule without a version does not say whether it may be written to, so
/// out.only_reads stays as it was.
template <class Managed>
WEFT_FN problem adopt_capsule(PyObject* capsule, char const* name, char const* used, array& out) {
  auto* const m = static_cast<Managed*>(PyCapsule_GetPointer(capsule, name));
  try {
    out.type = dtype_of_managed(*m);
    foreign_tensor const found = check_managed(*m, out.type, false);
    out.data = found.data;
    out.shape = found.shape;
    out.strides = found.strides;
  } catch (dtype_error const& e) {
    return wrong_type(e.what());
  } catch (error const& e) {
    return wrong_value(e.what());
  }
  if constexpr (requires { m->flags; })
    out.only_reads = (m->flags & dlpack::read_only) != 0;
  out.keep = storage_ref::adopt(adopt_block(out.data, m, [](void* context) {
    auto* const held = static_cast<Managed*>(context);
    if (held->deleter != nullptr)
      held->deleter(held);
  }));
  PyCapsule_SetName(capsule, used); // says that the tensor has a new owner
  return {};
}
/// Takes the memory of an object with the method __dlpack__, as tensors of PyTorch have it.
WEFT_FN inline problem open_dlpack(PyObject* o, array& out) {
  reference const method(PyObject_GetAttrString(o, "__dlpack__")), none(PyTuple_New(0));
  reference const version(Py_BuildValue("{s:(ii)}", "max_version", 1, 0));
  if (method.get() == nullptr) // an attribute that was there a moment ago
    return wrong_type("expected an array with the method __dlpack__");
  PyObject* made = PyObject_Call(method.get(), none.get(), version.get());
  if (made == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) { // it knows the version before 1.0 only
    PyErr_Clear();
    made = PyObject_Call(method.get(), none.get(), nullptr);
  }
  if (made == nullptr)
    return problem_of_error(PyExc_ValueError, "expected an array that DLPack can share");
  reference const capsule(made);
  if (PyCapsule_IsValid(made, "dltensor_versioned") != 0)
    return adopt_capsule<dlpack::managed_tensor_versioned>(made, "dltensor_versioned", "used_dltensor_versioned", out);
  if (PyCapsule_IsValid(made, "dltensor") != 0)
    return adopt_capsule<dlpack::managed_tensor>(made, "dltensor", "used_dltensor", out);
  return wrong_type("expected a capsule of DLPack from __dlpack__, got " + class_of(made));
}

/// Returns true for arrays: memory that Python hands out, and that has a length, or a tensor of DLPack. A number of
/// NumPy hands out memory and has no length; a tensor of PyTorch is no sequence.
WEFT_FN inline bool is_array(PyObject* o) {
  if (PyBytes_Check(o) != 0 || PyUnicode_Check(o) != 0)
    return false;
  if (PyObject_CheckBuffer(o) != 0)
    return PySequence_Check(o) != 0;
  return reference(PyObject_GetAttrString(o, "__dlpack__")).get() != nullptr;
}
/// Sets `out` to the memory of an array, which it shares. Copies nothing.
WEFT_FN inline problem open_array(PyObject* o, array& out) {
  if (PyObject_CheckBuffer(o) == 0)
    return open_dlpack(o, out);
  problem of_buffer = open_buffer(o, out);
  // NumPy's buffers have no name for the bfloat16 of JAX, and DLPack has. Arrays of JAX never change, and their
  // capsules do not say so.
  if (!of_buffer.exists() || reference(PyObject_GetAttrString(o, "__dlpack__")).get() == nullptr)
    return of_buffer;
  out.only_reads = true;
  problem of_dlpack = open_dlpack(o, out);
  return !of_dlpack.exists() || ends_program(of_dlpack) ? of_dlpack : of_buffer;
}

/// The array that a C++ function asks for.
struct request {
  bool any_type;
  dtype type;
  bool writes;
  int rank; ///< -1: any
  index_t const* statics;
  int unit_axis; ///< whose elements lie side by side: 0, -1 for the last one, or 1 for none
};

WEFT_FN inline std::string wanted_shape(request const& r) {
  std::string text = "(";
  for (int k = 0; k < r.rank; ++k)
    text += (k > 0 ? ", " : "") + (r.statics[k] == dyn ? std::string("*") : std::to_string(r.statics[k]));
  return text + (r.rank == 1 ? ",)" : ")");
}
WEFT_FN inline std::string python_shape(dynamic_extents const& e) {
  std::string text = "(";
  for (int k = 0; k < e.rank(); ++k)
    text += (k > 0 ? ", " : "") + std::to_string(e.entry(k));
  return text + (e.rank() == 1 ? ",)" : ")");
}
/// Returns why an array is not what a function asks for.
WEFT_FN inline problem mismatch(request const& r, array const& a) {
  if (!r.any_type && a.type != r.type)
    return wrong_type("expected an array of " + to_string(r.type) + ", got " + to_string(a.type));
  bool fits = r.rank < 0 || r.rank == a.shape.rank();
  for (int k = 0; fits && k < r.rank; ++k)
    fits = r.statics[k] == dyn || r.statics[k] == a.shape.entry(k);
  if (!fits)
    return wrong_value("expected an array of shape " + wanted_shape(r) + ", got " + python_shape(a.shape));
  if (r.writes && a.only_reads)
    return wrong_value("expected an array that may be written to, got a read-only one");
  int const unit = r.unit_axis < 0 ? a.shape.rank() - 1 : 0;
  if (r.unit_axis < 1 && a.shape.rank() > 0 && a.shape.entry(unit) > 1 && a.strides.entry(unit) != 1)
    return wrong_value(std::string("expected an array in ") + (r.unit_axis < 0 ? "C" : "Fortran") +
                       " order, got strides of " + python_shape(a.strides) + " elements: numpy." +
                       (r.unit_axis < 0 ? "ascontiguousarray" : "asfortranarray") + "(a) has them in order");
  return {};
}

} // namespace weft::detail::python
