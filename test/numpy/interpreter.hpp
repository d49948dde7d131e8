#pragma once
#include <weft/tensor/memory.hpp>
#include <weft/tensor/tensor.hpp>

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

// Commands over registers that hold tensors of run-time rank: see check.py, which writes the programs.
namespace numpy {

using namespace weft;

using whole = weft::index_t;
using complex128 = std::complex<double>;
using complex64 = std::complex<float>;
using std::int16_t, std::int32_t, std::int8_t, std::uint16_t, std::uint32_t, std::uint64_t,
    std::uint8_t;

/// Contents of a register that are no tensor.
struct object {
  virtual ~object() = default;
  /// The line of the register, without its end.
  virtual std::string text() const = 0;
};

using views = std::variant<std::monostate, view<double>, view<float>, view<whole>, view<bool>, view<complex128>,
                           view<complex64>, view<int8_t>, view<uint8_t>, view<int16_t>, view<uint16_t>, view<int32_t>,
                           view<uint32_t>, view<uint64_t>, std::shared_ptr<object>>;
/// The line of a register: a letter for the type, the extents, the bytes of the elements.
std::string text_of(views const& v);

/// A register. Its assignment re-points: that of a view would write.
struct slot : views {
  using views::views;
  slot(slot const&) = default;
  slot& operator=(slot const& other) {
    std::visit([&](auto const& v) { this->emplace<std::remove_cvref_t<decltype(v)>>(v); },
               static_cast<views const&>(other));
    return *this;
  }
};

struct missing_operand {};

/// A command's operands: registers (r3), numbers, lists of numbers (2,3; - is the empty one), words.
struct call {
  std::vector<slot> const& registers;
  std::vector<std::string> words;

  std::string const& word(std::size_t k) const { return words.at(k); }
  slot const& operand(std::size_t k) const { return registers.at(std::stoul(words.at(k).substr(1))); }
  template <class T>
  view<T> const& as(std::size_t k) const {
    if (auto const* v = std::get_if<view<T>>(&operand(k)))
      return *v;
    throw missing_operand{};
  }
  template <class T>
  bool holds(std::size_t k) const {
    return std::holds_alternative<view<T>>(operand(k));
  }
  view<double> const& real(std::size_t k) const { return as<double>(k); }
  view<whole> const& index(std::size_t k) const { return as<whole>(k); }
  view<bool> const& mask(std::size_t k) const { return as<bool>(k); }
  whole number(std::size_t k) const { return std::stol(words.at(k)); }
  double value(std::size_t k) const { return std::strtod(words.at(k).c_str(), nullptr); }
  int axis(std::size_t k) const { return static_cast<int>(number(k)); }
  std::vector<whole> list(std::size_t k) const;
  dynamic_extents shape(std::size_t k) const { return weft::shape(list(k)); }

  /// f of an operand whose elements are among T.
  template <class... T, class F>
  slot with(std::size_t k, F const& f) const {
    slot out;
    if (!((holds<T>(k) && (out = f(as<T>(k)), true)) || ...))
      throw missing_operand{};
    return out;
  }
};

template <class V>
using element_of = typename std::remove_cvref_t<V>::value_type;

/// f of two operands of one type among T.
template <class... T, class F>
slot with_two(call const& c, F const& f, std::size_t first = 0) {
  return c.with<T...>(first, [&](auto const& a) { return f(a, c.as<element_of<decltype(a)>>(first + 1)); });
}

using handler = slot (*)(call const&);
using table = std::map<std::string, handler>;

/// The elements of an expression, or one value, in memory that the register shares.
template <Tensorial E>
slot kept(E const& e) {
  tensor<typename std::remove_cvref_t<E>::value_type> t(e);
  return view<typename std::remove_cvref_t<E>::value_type>(t.share());
}
template <class T>
  requires(!Tensorial<T>)
slot kept(T const& x) {
  tensor<T> t(weft::shape(), x);
  return view<T>(t.share());
}

/// A view as it is; a read-only one too, which no program writes to.
template <class T, auto S, class O>
slot viewed(view<T, S, O> const& v) {
  using V = std::remove_const_t<T>;
  if constexpr (std::is_const_v<T>)
    return view<V>(borrow(const_cast<V*>(v.data()), v.shape(), v.strides()));
  else
    return view<V>(v);
}

/// What a source adds to the commands of the interpreters that it is linked into.
struct commands_of_source {
  explicit commands_of_source(void (*add)(table&)) { add(all()); }
  static table& all() {
    static table commands;
    return commands;
  }
};

} // namespace numpy
