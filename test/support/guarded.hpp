#pragma once
#include <support/grid.hpp>

/// Memory for a window with sentinels before, between and after its elements: damage() says which of them was written.
template <class T>
class guarded {
public:
  guarded(oracle::place const& p, T const& sentinel)
      : place_(p), sentinel_(sentinel), memory_(oracle::at(grid::room(p) + 2 * margin), sentinel),
        inside_(memory_.size(), false) {
    place_.offset += margin;
    oracle::for_each(p.extents, [&](oracle::list const& i) { inside_[oracle::at(oracle::offset_of(place_, i))] = true; });
  }
  guarded(oracle::place const& p, T const& sentinel, oracle::array<T> const& values) : guarded(p, sentinel) {
    oracle::write(memory_.data(), place_, values);
  }

  /// The element with index 0.
  T* data() { return memory_.data() + place_.offset; }
  oracle::place const& place() const { return place_; }
  oracle::array<T> values() const { return oracle::read(memory_.data(), place_); }

  /// "" if no sentinel has changed.
  std::string damage() const {
    for (std::size_t i = 0; i < memory_.size(); ++i)
      if (!inside_[i] && !(memory_[i] == sentinel_))
        return "written outside the view, at offset " +
               std::to_string(static_cast<oracle::index_t>(i) - place_.offset) + ": " +
               oracle::detail::text(memory_[i]);
    return "";
  }
  /// What differs from the values expected, or what was written outside.
  std::string difference(oracle::array<T> const& expected) const {
    const std::string inside = oracle::difference(expected, values());
    return inside.empty() ? damage() : inside;
  }

private:
  static constexpr oracle::index_t margin = 40; // more than the widest vector register holds
  oracle::place place_;
  T sentinel_;
  std::vector<T> memory_;
  std::vector<bool> inside_;
};
