#pragma once
#include <weft/layout/loose.hpp>

#include <algorithm>
#include <cstddef>
#include <doctest/doctest.h>
#include <random>
#include <string>
#include <vector>

// A strided array as plain vectors, walked by counting: what the layouts are compared with.
namespace oracle {

using weft::index_t;
using list = std::vector<index_t>;

struct strided_array {
  list shape, stride;
  int rank() const { return static_cast<int>(shape.size()); }
};

inline std::size_t at(int k) { return static_cast<std::size_t>(k); }

inline index_t count(list const& shape) {
  index_t n = 1;
  for (index_t e : shape)
    n *= e;
  return n;
}

/// Calls f with each index of a shape, the last axis fastest.
template <class F>
void for_each_index(list const& shape, F f) {
  list index(shape.size(), 0);
  for (index_t left = count(shape); left > 0; --left) {
    f(index);
    for (std::size_t k = shape.size(); k-- > 0;) {
      if (++index[k] < shape[k])
        break;
      index[k] = 0;
    }
  }
}

inline index_t address(strided_array const& a, list const& index) {
  index_t sum = 0;
  for (std::size_t k = 0; k < index.size(); ++k)
    sum += index[k] * a.stride[k];
  return sum;
}

/// The addresses of all elements, row by row.
inline list addresses(strided_array const& a) {
  list out;
  for_each_index(a.shape, [&](list const& index) { out.push_back(address(a, index)); });
  return out;
}

inline list row_major_strides(list const& shape) {
  list stride(shape.size());
  index_t run = 1;
  for (std::size_t k = shape.size(); k-- > 0; run *= shape[k])
    stride[k] = run;
  return stride;
}

class sampler {
public:
  index_t number(index_t low, index_t high) { return std::uniform_int_distribution<index_t>(low, high)(engine_); }

  list shape(int rank, index_t most = 4000) {
    static constexpr index_t extents[] = {0, 1, 2, 3, 7, 33};
    list out;
    do {
      out.clear();
      for (int k = 0; k < rank; ++k)
        out.push_back(extents[number(0, 19) == 0 ? 0 : number(1, 5)]);
    } while (count(out) > most);
    return out;
  }

  /// Strides of every kind: without gaps in any order of the axes, padded, negative, 0, and arbitrary.
  list strides(list const& shape) {
    list stride(shape.size());
    std::vector<std::size_t> order(shape.size());
    for (std::size_t k = 0; k < order.size(); ++k)
      order[k] = order.size() - 1 - k;
    if (number(0, 1) == 0)
      std::shuffle(order.begin(), order.end(), engine_);
    index_t run = number(0, 3) == 0 ? 2 : 1;
    for (std::size_t k : order) {
      stride[k] = run;
      run = run * shape[k] + (number(0, 4) == 0 ? number(1, 5) : 0);
    }
    for (index_t& s : stride) {
      const index_t kind = number(0, 9);
      s = kind == 0 ? -s : kind == 1 ? 0 : kind == 2 ? number(-9, 9) : s;
    }
    return stride;
  }

  strided_array array(int low = 0, int high = 5) {
    strided_array a;
    a.shape = shape(static_cast<int>(number(low, high)));
    a.stride = strides(a.shape);
    return a;
  }

private:
  std::mt19937_64 engine_{20260707};
};

/// What a layout says of itself; its members must agree with each other.
template <class Layout>
strided_array read(Layout const& l) {
  strided_array a;
  const auto all = l.strides();
  REQUIRE(all.rank() == l.rank());
  for (int k = 0; k < l.rank(); ++k) {
    a.shape.push_back(l.extent(k));
    a.stride.push_back(l.stride(k));
    REQUIRE(l.extents()[k] == l.extent(k));
    REQUIRE(all[k] == l.stride(k));
  }
  REQUIRE(l.size() == count(a.shape));
  return a;
}

template <class Extents, class Order = weft::strided>
weft::layout<Extents, Order> make_layout(strided_array const& a) {
  using result = weft::layout<Extents, Order>;
  typename result::strides_type s{};
  Extents e{};
  if constexpr (Extents::static_rank < 0) {
    e.count = a.rank();
    s.count = a.rank();
  }
  for (int k = 0; k < a.rank(); ++k) {
    e.set(k, a.shape[at(k)]);
    s.set(k, a.stride[at(k)]);
  }
  return result(e, s);
}

inline weft::detail::loose<weft::max_rank> make_loose(strided_array const& a, index_t offset) {
  weft::detail::loose<weft::max_rank> l;
  l.offset = offset;
  for (int k = 0; k < a.rank(); ++k)
    l.push(a.shape[at(k)], a.stride[at(k)]);
  return l;
}
template <int C>
strided_array read(weft::detail::loose<C> const& l) {
  strided_array a;
  for (int k = 0; k < l.rank; ++k) {
    a.shape.push_back(l.extent[k]);
    a.stride.push_back(l.stride[k]);
  }
  return a;
}

/// Calls f with a rank from Low to 5 as a constant.
template <int Low, class F>
void with_static_rank(int rank, F f) {
  if constexpr (Low <= 5) {
    if (rank == Low)
      f(std::integral_constant<int, Low>{});
    else
      with_static_rank<Low + 1>(rank, f);
  }
}

/// `out`, moved by `offset`, has this shape and these addresses.
inline void check_addresses(strided_array const& out, index_t offset, list const& shape, list const& wanted) {
  REQUIRE(out.shape == shape);
  list found = addresses(out);
  for (index_t& place : found)
    place += offset;
  CHECK(found == wanted);
}

/// The law of a transformation f: out(i...) == in(source(i...)) for each index of the shape expected. It is checked
/// with an offset, on layouts of run-time rank, and on layouts of static rank from Low.
template <int Low = 0, class F, class Source>
void check_law(strided_array const& in, F const& f, list const& shape, Source source) {
  list wanted;
  for_each_index(shape, [&](list const& index) { wanted.push_back(address(in, source(index))); });
  const auto loose = written_loose(f, make_loose(in, 1000));
  check_addresses(read(loose), loose.offset - 1000, shape, wanted);
  const auto dynamic = weft::detail::transform_layout(make_layout<weft::dynamic_extents>(in), f);
  check_addresses(read(dynamic.layout), dynamic.offset, shape, wanted);
  with_static_rank<Low>(in.rank(), [&](auto rank) {
    const auto fixed = weft::detail::transform_layout(make_layout<weft::dims<rank.value>>(in), f);
    check_addresses(read(fixed.layout), fixed.offset, shape, wanted);
  });
}

/// What a transformation says at compile time of its result is true at run time: the same layout with everything known
/// at run time gives the same elements.
template <class Layout, class F>
void check_known(Layout const& l, F const& f) {
  const auto rich = weft::detail::transform_layout(l, f);
  const auto poor = weft::detail::transform_layout(make_layout<weft::dynamic_extents>(read(l)), f);
  const auto a = read(rich.layout), b = read(poor.layout);
  CHECK(rich.offset == poor.offset);
  CHECK(a.shape == b.shape);
  CHECK(addresses(a) == addresses(b));
}

} // namespace oracle
