#include "sparse/direct.hpp"

#include <algorithm>

// Finds defects that all matrices with one structure have.
namespace weft::detail {

namespace {

constexpr std::int32_t none = -1;

/// Matches each line with the index of one of its entries, a different one for each line. A depth-first search looks
/// for a path along which lines change their indices, so that one more line finds one (Duff, On algorithms for
/// obtaining a maximum transversal, ACM TOMS 7, 1981).
class line_matching {
public:
  explicit line_matching(kept_structure const& s)
      : s_(s), line_of_(at(s.n), none), next_free_(s.offsets.begin(), s.offsets.end() - 1), next_(at(s.n)),
        seen_in_(at(s.n), none), taken_(at(s.n)) {}

  /// Returns the first line that cannot be matched, or -1.
  index_t first_unmatched() {
    for (index_t k = 0; k < s_.n; ++k)
      if (!match(static_cast<std::int32_t>(k)))
        return k;
    return -1;
  }

private:
  bool match(std::int32_t root) {
    path_.assign(1, root);
    next_[at(root)] = s_.first_of(root);
    seen_in_[at(root)] = root;
    while (!path_.empty()) {
      std::int32_t const line = path_.back();
      if (match_free(line))
        return true;
      if (!go_on(line, root))
        path_.pop_back();
    }
    return false;
  }
  /// Looks for an index of the line that no line has. If there is one, the search is done: each line on the path takes
  /// its index in taken_. Returns false if there is none.
  bool match_free(std::int32_t line) {
    for (index_t& e = next_free_[at(line)]; e < s_.end_of(line); ++e)
      if (line_of_[at(s_.index(e))] == none) {
        taken_[at(line)] = s_.index(e);
        for (std::int32_t const each : path_)
          line_of_[at(taken_[at(each)])] = each;
        return true;
      }
    return false;
  }
  /// Extends the path by a line that has an index of this line and was not seen yet. Returns false if there is none.
  bool go_on(std::int32_t line, std::int32_t root) {
    for (index_t& e = next_[at(line)]; e < s_.end_of(line); ++e) {
      std::int32_t const owner = line_of_[at(s_.index(e))];
      if (seen_in_[at(owner)] == root)
        continue;
      taken_[at(line)] = s_.index(e);
      seen_in_[at(owner)] = root;
      next_[at(owner)] = s_.first_of(owner);
      path_.push_back(owner);
      return true;
    }
    return false;
  }

  kept_structure const& s_;
  std::vector<std::int32_t> line_of_; ///< line_of_[index]: the line that has the index, or -1
  std::vector<index_t> next_free_;    ///< entry of a line, before which no entry has a free index
  std::vector<index_t> next_;         ///< next entry of a line on the path
  std::vector<std::int32_t> seen_in_; ///< the line whose search met this line last
  std::vector<std::int32_t> taken_;   ///< the index that a line on the path takes at the end
  std::vector<std::int32_t> path_;
};

std::string name_of(bool row, index_t number) {
  return (row ? "row " : "column ") + std::to_string(number);
}

} // namespace

bool is_symmetric_with_diagonal(kept_structure const& s) {
  // Lines are visited in ascending order, so the transposed entries of each line are met in the order of its entries.
  std::vector<index_t> next(s.offsets.begin(), s.offsets.end() - 1);
  for (index_t k = 0; k < s.n; ++k) {
    bool diagonal = false;
    for (index_t e = s.first_of(k); e < s.end_of(k); ++e) {
      std::int32_t const j = s.index(e);
      index_t& other = next[at(j)];
      if (other == s.end_of(j) || s.index(other) != k)
        return false;
      ++other;
      diagonal = diagonal || j == k;
    }
    if (!diagonal)
      return false;
  }
  return true;
}

structural_defect find_defect(kept_structure const& s) {
  std::vector<bool> met(at(s.n));
  for (std::int32_t const i : s.indices)
    met[at(i)] = true;
  for (index_t k = 0; k < s.n; ++k) {
    bool const line = s.first_of(k) == s.end_of(k);
    if (line || !met[at(k)])
      return {"the matrix is singular: " + name_of(line == s.by_rows, k) + " has no entries", k};
  }
  index_t const bad = line_matching(s).first_unmatched();
  if (bad < 0)
    return {};
  return {"the matrix is singular: " + name_of(s.by_rows, bad) + " and others have entries in fewer " +
              (s.by_rows ? "columns" : "rows") + " than they are",
          bad};
}

} // namespace weft::detail
