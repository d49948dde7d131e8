#include "sparse/direct.hpp"

#include <algorithm>
#include <numeric>

// Finds orders in which symmetric matrices are eliminated.
namespace weft::detail {

namespace {

/// The graph of a symmetric matrix. A node is a row, and each entry beside the diagonal makes two nodes neighbours.
class neighbours {
public:
  neighbours(index_t n, std::vector<index_t> const& offsets, std::vector<number> const& indices) : first_(at(n) + 2) {
    auto const each = [&](auto const& f) {
      for (index_t i = 0; i < n; ++i)
        for (index_t e = offsets[at(i)]; e < offsets[at(i) + 1]; ++e)
          if (indices[at(e)] != i) {
            f(static_cast<number>(i), indices[at(e)]);
            f(indices[at(e)], static_cast<number>(i));
          }
    };
    each([&](number i, number) { ++first_[at(i) + 2]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    nodes_.resize(at(first_.back()));
    each([&](number i, number j) { nodes_[at(first_[at(i) + 1]++)] = j; });
  }
  number const* begin(number i) const { return nodes_.data() + first_[at(i)]; }
  number const* end(number i) const { return nodes_.data() + first_[at(i) + 1]; }
  index_t degree(number i) const { return end(i) - begin(i); }

private:
  std::vector<index_t> first_;
  std::vector<number> nodes_;
};

/// Orders the nodes that are connected with one node, level by level from there.
class level_search {
public:
  explicit level_search(neighbours const& graph, index_t n) : graph_(graph), seen_(at(n)) {}

  /// Appends to `order` the nodes that are reached from root, the neighbours of each node by ascending degrees. Returns
  /// the index in `order` where the last level begins.
  std::size_t append(number root, std::vector<number>& order) {
    std::size_t level = order.size(), done = level;
    levels_ = 1;
    put(root, order);
    for (std::size_t end = order.size(); done < order.size(); ++done) {
      if (done == end) {
        level = end;
        end = order.size();
        ++levels_;
      }
      std::size_t const first = order.size();
      for (number const* j = graph_.begin(order[done]); j != graph_.end(order[done]); ++j)
        if (!seen_[at(*j)])
          put(*j, order);
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(),
                [&](number a, number b) { return std::pair(graph_.degree(a), a) < std::pair(graph_.degree(b), b); });
    }
    return level;
  }
  /// Removes the nodes from order[first] on, as if they had not been seen. Returns how many levels they had.
  index_t unmark(std::vector<number>& order, std::size_t first) {
    for (std::size_t k = first; k < order.size(); ++k)
      seen_[at(order[k])] = false;
    order.resize(first);
    return levels_;
  }
  bool seen(number i) const { return seen_[at(i)]; }

private:
  void put(number i, std::vector<number>& order) {
    seen_[at(i)] = true;
    order.push_back(i);
  }
  neighbours const& graph_;
  std::vector<bool> seen_;
  index_t levels_ = 0;
};

} // namespace

std::vector<number> elimination_order(index_t n, std::vector<index_t> const& offsets,
                                      std::vector<number> const& indices) {
  std::vector<number> order = superlu_order(n, offsets, indices);
  return order.empty() ? reverse_cuthill_mckee(n, offsets, indices) : order;
}

// The search begins at a node that is far from others (George and Liu, An implementation of a pseudoperipheral node
// finder, ACM TOMS 5, 1979): a node of the last level is tried as the next root, as long as that makes more levels.
std::vector<number> reverse_cuthill_mckee(index_t n, std::vector<index_t> const& offsets,
                                          std::vector<number> const& indices) {
  neighbours const graph(n, offsets, indices);
  level_search search(graph, n);
  std::vector<number> order;
  order.reserve(at(n));
  for (index_t i = 0; i < n; ++i) {
    number root = static_cast<number>(i);
    if (search.seen(root))
      continue;
    std::size_t const first = order.size();
    for (index_t levels = 0;;) {
      std::size_t const last = search.append(root, order);
      number const far =
          *std::min_element(order.begin() + static_cast<std::ptrdiff_t>(last), order.end(), [&](number a, number b) {
            return std::pair(graph.degree(a), a) < std::pair(graph.degree(b), b);
          });
      index_t const found = search.unmark(order, first);
      if (found <= levels)
        break;
      levels = found;
      root = far;
    }
    search.append(root, order);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

} // namespace weft::detail
