#pragma once
#include <weft/io/npy_typed.hpp>
#include <weft/io/print_typed.hpp>
#include <weft/sparse/matrix.hpp>

#include <cstdint>
#include <ios>
#include <string>

// Sparse matrices as texts and as pictures.
namespace weft {

namespace detail {

/// Texts and pictures of structures of indices Index.
template <class Index>
struct sparse_shown {
  WEFT_API static std::string text(compressed_structure<Index> const& a, bool by_rows, untyped_view const& values,
                                   print_options const& options);
  /// Writes a picture with rows of `width` pixels; each pixel is for the entries of a square block of `block` lines.
  WEFT_API static void paint(compressed_structure<Index> const& a, bool by_rows, index_t block, std::uint8_t* picture,
                             index_t pixels, index_t width);
};

/// Returns the side of the smallest blocks of which neither extent has more than `pixels`. Throws shape_error if
/// `pixels` is less than 1.
WEFT_API index_t block_of_picture(index_t rows, index_t columns, index_t pixels);

template <Sparse S>
WEFT_FN std::string sparse_text(S const& s, print_options const& options) {
  constexpr bool by_rows = has_rows<sparse_order<S>>;
  std::string out;
  with_memory("print", s.values(), [&](untyped_view const& values) {
    out = sparse_shown<sparse_index<S>>::text(structure_of(s), by_rows, values, options);
  });
  return out;
}

} // namespace detail

/// Returns a line such as `sparse 3 x 4, 5 entries, csr`, and the entries in the order in which they are stored, one on
/// each line, such as `(0, 2) 1.5`: row, column and value. If there are more entries than options.threshold,
/// options.edge_items entries of both ends are shown, with a line ... between them. Values are written as the elements
/// of tensors are, each by itself.
template <Sparse S>
[[nodiscard]] WEFT_FN std::string to_string(S const& s, print_options const& options = current_print_options()) {
  return detail::sparse_text(s, options);
}
/// Writes to_string(s), with the digits and the sign that the stream asks for, as for a tensor.
template <class Traits, Sparse S>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, S const& s) {
  std::string const text = detail::sparse_text(s, detail::options_for(out).options);
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// A picture of where a matrix has entries, as save_png and save_pnm of weft/io/image.hpp take it: (rows, columns) of
/// pixels, each for a square block of elements. Blocks are the smallest by which neither side is longer than `pixels`:
/// a matrix of at most `pixels` rows and columns has a pixel for each element. A block without entries is 255, the one
/// with the most is 0, and the others are between, from 191 on downwards: darker where they have more. An axis without
/// elements is one pixel long. Stored zeros are entries. It takes one pass over the indices, and besides the picture
/// memory of 8 bytes for each pixel. Throws shape_error if `pixels` is less than 1.
template <Tensorial A>
[[nodiscard]] WEFT_FN tensor<std::uint8_t, 2> spy(A const& a, index_t pixels = 512) {
  auto const& s = detail::sparse_itself(a);
  using S = decltype(s);
  index_t const rows = s.extent(0), columns = s.extent(1);
  index_t const block = detail::block_of_picture(rows, columns, pixels);
  auto const sides = [&](index_t n) { return n == 0 ? 1 : (n - 1) / block + 1; };
  tensor<std::uint8_t, 2> picture(uninit, sides(rows), sides(columns));
  constexpr bool by_rows = detail::has_rows<detail::sparse_order<S>>;
  detail::sparse_shown<detail::sparse_index<S>>::paint(detail::structure_of(s), by_rows, block, picture.data(),
                                                       picture.size(), picture.extent(1));
  return picture;
}

} // namespace weft
