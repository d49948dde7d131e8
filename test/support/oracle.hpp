#pragma once
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// What the tests compare weft with: index loops over std::vector, slow and plain. Nothing of weft is used here.
namespace oracle {

using index_t = std::ptrdiff_t;
using list = std::vector<index_t>;

/// A strided window of memory: where element 0 is, and one extent and one stride (in elements) for each axis.
struct place {
  index_t offset = 0;
  list extents, strides;
};

inline std::size_t at(index_t i) { return static_cast<std::size_t>(i); }

inline index_t count(list const& extents) {
  index_t n = 1;
  for (index_t e : extents)
    n *= e;
  return n;
}

/// f(index) for each index of a shape, the last axis fastest.
template <class F>
void for_each(list const& extents, F f) {
  list index(extents.size(), 0);
  for (index_t n = count(extents); n > 0; --n) {
    f(std::as_const(index));
    for (std::size_t k = extents.size(); k-- > 0 && ++index[k] == extents[k];)
      index[k] = 0;
  }
}

inline index_t offset_of(place const& p, list const& index) {
  index_t o = p.offset;
  for (std::size_t k = 0; k < index.size(); ++k)
    o += index[k] * p.strides[k];
  return o;
}

/// Values with a shape, in row-major order.
template <class T>
struct array {
  list extents;
  std::vector<T> values;

  /// The element at an index of this shape, or of a wider one: axes of extent 1 and missing leading axes repeat.
  T const& operator()(list const& index) const {
    const std::size_t lead = index.size() - extents.size();
    index_t n = 0;
    for (std::size_t k = 0; k < extents.size(); ++k)
      n = n * extents[k] + (extents[k] == 1 ? 0 : index[lead + k]);
    return values[at(n)];
  }
};

/// f(index) at each index.
template <class F>
auto make(list const& extents, F f) {
  array<std::decay_t<decltype(f(extents))>> out{extents, {}};
  for_each(extents, [&](list const& index) { out.values.push_back(f(index)); });
  return out;
}

template <class T>
array<T> read(T const* memory, place const& p) {
  return make(p.extents, [&](list const& index) { return memory[offset_of(p, index)]; });
}
template <class T>
void write(T* memory, place const& p, array<T> const& values) {
  for_each(p.extents, [&](list const& index) { memory[offset_of(p, index)] = values(index); });
}

/// The shape that NumPy's rule gives two shapes which fit.
inline list broadcast(list a, list b) {
  if (a.size() < b.size())
    std::swap(a, b);
  for (std::size_t k = 0; k < b.size(); ++k) {
    index_t& wide = a[a.size() - b.size() + k];
    wide = wide == 1 ? b[k] : wide;
  }
  return a;
}

/// f of the elements of arrays at each index of a shape to which they broadcast.
template <class F, class... T>
auto map_to(list const& extents, F f, array<T> const&... a) {
  return make(extents, [&](list const& index) { return f(a(index)...); });
}

namespace detail {
template <class T>
std::string text(T const& x) {
  if constexpr (requires(std::ostream& s) { s << x; }) {
    std::ostringstream out;
    out.precision(17);
    if constexpr (sizeof(T) == 1)
      out << static_cast<int>(x);
    else
      out << x;
    return out.str();
  } else {
    return "?";
  }
}
inline std::string text_of(list const& l) {
  std::string s = "(";
  for (std::size_t k = 0; k < l.size(); ++k)
    s += (k == 0 ? "" : ",") + std::to_string(l[k]);
  return s + ")";
}
} // namespace detail

inline std::string text(place const& p) {
  return detail::text_of(p.extents) + ":" + detail::text_of(p.strides) + "+" + std::to_string(p.offset);
}

/// "" if shapes and all elements are equal, else what differs. A NaN is equal to nothing, so it never passes.
template <class T>
std::string difference(array<T> const& expected, array<T> const& got) {
  if (expected.extents != got.extents)
    return "shape " + detail::text_of(got.extents) + ", expected " + detail::text_of(expected.extents);
  if (got.values.size() != at(count(got.extents)) || expected.values.size() != got.values.size())
    return std::to_string(got.values.size()) + " values for shape " + detail::text_of(got.extents);
  std::string first;
  index_t wrong = 0;
  for_each(expected.extents, [&](list const& index) {
    if (expected(index) == got(index))
      return;
    if (wrong++ == 0)
      first = "at " + detail::text_of(index) + " " + detail::text(got(index)) + ", expected " +
              detail::text(expected(index));
  });
  return wrong == 0 ? "" : first + " (" + std::to_string(wrong) + " of " + std::to_string(got.values.size()) + " differ)";
}

} // namespace oracle
