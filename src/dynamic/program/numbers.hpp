#pragma once
#include "dynamic/program/part.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <tuple>

// Private to src: numbers the leaves and constants of an expression, so that equal ones have the same number.
namespace weft::detail {

/// Counts in this thread how often two parts, or two steps, are compared. Tests read it to see how the work grows with
/// the size of an expression.
extern constinit thread_local index_t compared_parts;

/// Compares parts in a total order of their values. Returns a negative number if a comes before b, 0 if they are equal,
/// and a positive number if b comes first.
[[gnu::noinline]] inline int order_of(leaf_part const& a, leaf_part const& b) {
  auto const key = [](leaf_part const& p) {
    return std::tuple(p.kind, p.type, p.position, reinterpret_cast<std::uintptr_t>(p.object.get()),
                      p.keep.watched().ticket(), p.shape.rank(), p.strides.rank());
  };
  auto const first = key(a), second = key(b);
  if (first != second)
    return first < second ? -1 : 1;
  auto const order = [](dynamic_extents const& x, dynamic_extents const& y) {
    for (int k = 0; k < x.rank(); ++k)
      if (x.entry(k) != y.entry(k))
        return x.entry(k) < y.entry(k) ? -1 : 1;
    return 0;
  };
  int const by_shape = order(a.shape, b.shape);
  return by_shape != 0 ? by_shape : order(a.strides, b.strides);
}
inline int order_of(leaf_part const* a, leaf_part const* b) {
  return order_of(*a, *b);
}
template <class Constant>
int order_of(Constant const& a, Constant const& b) {
  return a.type != b.type ? (a.type < b.type ? -1 : 1) : std::memcmp(a.bytes, b.bytes, sizeof a.bytes);
}

/// A quick test before are_equal(), which assumes that it returned true. Leaves with different positions are not equal.
inline bool may_be_equal(leaf_part const* a, leaf_part const* b) {
  return a->position == b->position;
}
inline bool are_equal(leaf_part const* a, leaf_part const* b) {
  return a == b || order_of(*a, *b) == 0;
}
template <class Constant>
bool may_be_equal(Constant const& a, Constant const& b) {
  return a.type == b.type && std::memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0;
}
template <class Constant>
bool are_equal(Constant const&, Constant const&) {
  return true;
}

struct by_values {
  template <class Part>
  bool operator()(Part const& a, Part const& b) const {
    ++compared_parts;
    return order_of(a, b) < 0;
  }
};

/// Numbers parts by their indices in a list of distinct parts, so that equal parts have the same number.
template <class Part>
class numbers {
public:
  template <class List>
  int number_of(List& list, Part const& part) {
    if (list.size() > few_parts)
      return number_in_tree(list, part);
    auto const* const first = list.begin();
    int const size = static_cast<int>(list.size());
    for (int k = 0; k < size; ++k)
      if (may_be_equal(first[k], part) && are_equal(first[k], part))
        return k;
    list.push_back(part);
    return size;
  }

private:
  template <class List>
  [[gnu::noinline]] int number_in_tree(List& list, Part const& part) {
    if (tree_ == nullptr)
      tree_ = std::make_unique<tree>();
    for (std::size_t k = tree_->size(); k < list.size(); ++k)
      tree_->try_emplace(list[k], static_cast<int>(k));
    auto const [place, is_new] = tree_->try_emplace(part, static_cast<int>(list.size()));
    if (is_new)
      list.push_back(part);
    return place->second;
  }
  using tree = std::map<Part, int, by_values>;
  std::unique_ptr<tree> tree_; ///< the numbers of parts; null while there are at most few_parts parts
};

} // namespace weft::detail
