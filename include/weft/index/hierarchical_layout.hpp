#pragma once
#include <weft/base/check.hpp>
#include <weft/base/index.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Extents and strides with a hierarchy: a mode is an extent and a stride, or a list of modes, as in
/// ((2,2),4):((1,4),2). It is a function from 0 ... size() - 1 to offsets in elements: the first mode varies fastest,
/// and within a list likewise. Layouts of blocked and interleaved matrices are of this kind, and the functions below
/// make them: the algebra is that of CuTe (Cecka, 2021; Graphene, ASPLOS 2023). Extents are 1 or more, strides 0 or
/// more. All is exact in 64 bits. Values are regular; a copy is deep.
class hierarchical_layout {
public:
  /// One mode. shape_error for an extent below 1, layout_error for a stride below 0.
  WEFT_API hierarchical_layout(index_t extent, index_t stride);
  /// A list of modes; an empty one is one place, 1:0.
  WEFT_API explicit hierarchical_layout(std::vector<hierarchical_layout> modes);
  /// From "((2,2),4):((1,4),2)", as to_string writes it; of extents alone, "(3,4)", the strides are those of memory
  /// without gaps, the first mode fastest. parse_error with a column for other text, and where strides have another
  /// hierarchy than extents.
  WEFT_API explicit hierarchical_layout(std::string_view text);

  /// Modes of a list; 1 of a mode.
  [[nodiscard]] WEFT_API int rank() const;
  /// Mode k of a list; a mode itself is its mode 0. index_error outside.
  [[nodiscard]] WEFT_API hierarchical_layout mode(int k) const;
  [[nodiscard]] WEFT_API bool is_list() const;
  /// Of a mode: its extent; of a list: of how many places it is.
  [[nodiscard]] WEFT_API index_t size() const;
  /// One more than the largest offset.
  [[nodiscard]] WEFT_API index_t cosize() const;
  /// Of a mode that is no list; of a list, layout_error.
  [[nodiscard]] WEFT_API index_t stride() const;
  /// The offset of place n: index_error outside 0 ... size() - 1.
  [[nodiscard]] WEFT_API index_t operator()(index_t n) const;
  /// The offset of the place with a number in each mode of the list: l(i, j).
  template <class... I>
    requires(sizeof...(I) > 1)
  [[nodiscard]] WEFT_FN index_t operator()(I... n) const {
    const index_t numbers[] = {static_cast<index_t>(n)...};
    return offset(numbers, int(sizeof...(I)));
  }

  /// The same hierarchy, extents and strides.
  [[nodiscard]] WEFT_FN friend bool operator==(hierarchical_layout const& a, hierarchical_layout const& b) {
    return a.list_ == b.list_ && a.extent_ == b.extent_ && a.stride_ == b.stride_ && a.modes_ == b.modes_;
  }

private:
  [[nodiscard]] WEFT_API index_t offset(index_t const* numbers, int count) const;
  bool list_ = false;
  index_t extent_ = 1, stride_ = 0; ///< of a mode
  std::vector<hierarchical_layout> modes_;
};

/// ((2,2),4):((1,4),2).
[[nodiscard]] WEFT_API std::string to_string(hierarchical_layout const& l);

/// A list of all modes that are no lists. @post flatten(l)(i) == l(i)
[[nodiscard]] WEFT_API hierarchical_layout flatten(hierarchical_layout const& l);

/// The fewest modes of the same function: no extents 1, no two that go on in one.
/// @post coalesce(l)(i) == l(i) for all places, and no hierarchy is left
[[nodiscard]] WEFT_API hierarchical_layout coalesce(hierarchical_layout const& l);

/// First b, then a: with the hierarchy of b. layout_error where that is no layout: an extent or stride of b does not
/// divide those of a, an offset of b is no place of a, or two modes of b add up to more than a mode of a has.
/// @post composition(a, b)(i) == a(b(i)) for all places of b
[[nodiscard]] WEFT_API hierarchical_layout composition(hierarchical_layout const& a, hierarchical_layout const& b);

/// What is left of 0 ... size - 1 beside the offsets of l, in rising order. layout_error where offsets of l repeat in a
/// way that leaves no such layout.
/// @post with c = complement(l, size): the offsets of (l, c) are all different, and 0 ... size - 1 are among them
[[nodiscard]] WEFT_API hierarchical_layout complement(hierarchical_layout const& l, index_t size);

/// Where the offsets 0, 1, ... of l are, as far as they go on without a gap.
/// @post l(right_inverse(l)(i)) == i for all places of the inverse
[[nodiscard]] WEFT_API hierarchical_layout right_inverse(hierarchical_layout const& l);
/// Of a layout of which no offset repeats, the place of each.
/// @post left_inverse(l)(l(i)) == i for all places of l
[[nodiscard]] WEFT_API hierarchical_layout left_inverse(hierarchical_layout const& l);

/// a cut by a tile: the first mode is the tile, the second one goes from tile to tile.
/// @post logical_divide(a, tile)(i, 0) == a(tile(i)), and its offsets are those of a
[[nodiscard]] WEFT_API hierarchical_layout logical_divide(hierarchical_layout const& a,
                                                          hierarchical_layout const& tile);
/// Each mode of a list by a tile of its own: ((tile, rest), (tile, rest), ...).
[[nodiscard]] WEFT_API hierarchical_layout logical_divide(hierarchical_layout const& a,
                                                          std::vector<hierarchical_layout> const& tiles);
/// Each mode by a tile of its own, tiles first: ((tile, tile, ...), (rest, rest, ...)).
[[nodiscard]] WEFT_API hierarchical_layout zipped_divide(hierarchical_layout const& a,
                                                         std::vector<hierarchical_layout> const& tiles);
/// Each mode by a tile of its own, tiles first and the rests side by side: ((tile, tile, ...), rest, rest, ...).
[[nodiscard]] WEFT_API hierarchical_layout tiled_divide(hierarchical_layout const& a,
                                                        std::vector<hierarchical_layout> const& tiles);

/// a repeated as b says: the first mode is a, the second one goes from copy to copy, whose offsets are different ones.
/// @post logical_product(a, b)(i, 0) == a(i), and no offset of one copy is one of another
[[nodiscard]] WEFT_API hierarchical_layout logical_product(hierarchical_layout const& a, hierarchical_layout const& b);
/// A matrix of blocks: each mode of a with that of b, ((a, b), (a, b), ...): whole blocks follow each other.
[[nodiscard]] WEFT_API hierarchical_layout blocked_product(hierarchical_layout const& a, hierarchical_layout const& b);
/// A matrix of blocks whose elements are interleaved: each mode of b with that of a, ((b, a), (b, a), ...).
[[nodiscard]] WEFT_API hierarchical_layout raked_product(hierarchical_layout const& a, hierarchical_layout const& b);

} // namespace weft
