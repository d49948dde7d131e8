#include <weft/base/check.hpp>
#include <weft/sparse/print.hpp>

#include <algorithm>
#include <vector>

namespace weft::detail {

namespace {

constexpr index_t lightest = 192; ///< blocks with entries have grey values below this

std::string count_text(index_t count) {
  return std::to_string(count) + (count == 1 ? " entry" : " entries");
}

} // namespace

template <class I>
std::string sparse_shown<I>::text(compressed_structure<I> const& a, bool by_rows, untyped_view const& values,
                                  print_options const& options) {
  index_t const entries = a.entries();
  index_t const edge = std::clamp<index_t>(options.edge_items, 1, index_t(1) << 61);
  bool const has_gap = entries > options.threshold && entries > 2 * edge;
  std::string out = "sparse " + std::to_string(by_rows ? a.lines : a.width) + " x " +
                    std::to_string(by_rows ? a.width : a.lines) + ", " + count_text(entries) +
                    (by_rows ? ", csr" : ", csc");
  for (index_t e = 0; e < entries; ++e) {
    if (has_gap && e == edge) {
      out += "\n...";
      e = entries - edge;
    }
    index_t const line = std::upper_bound(a.offsets, a.offsets + a.lines, static_cast<I>(e)) - a.offsets - 1;
    auto const other = static_cast<index_t>(a.indices[e]);
    out += "\n(" + std::to_string(by_rows ? line : other) + ", " + std::to_string(by_rows ? other : line) + ") ";
    void const* const value =
        static_cast<char const*>(values.data) + static_cast<std::size_t>(e) * item_size(values.type);
    out += format_array(untyped_view{values.type, value, 0, nullptr, nullptr}, options, true);
  }
  return out;
}

template <class I>
void sparse_shown<I>::paint(compressed_structure<I> const& a, bool by_rows, index_t block, std::uint8_t* picture,
                            index_t pixels, index_t width) {
  std::vector<index_t> counts(static_cast<std::size_t>(pixels));
  index_t const down = by_rows ? width : 1, across = by_rows ? 1 : width;
  for (index_t k = 0; k < a.lines; ++k)
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e)
      ++counts[static_cast<std::size_t>(k / block * down + index_t(a.indices[e]) / block * across)];
  auto const most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  std::transform(counts.begin(), counts.end(), picture, [&](index_t count) {
    double const lighter = static_cast<double>(lightest) * (1 - static_cast<double>(count) / most);
    return count == 0 ? std::uint8_t(255) : static_cast<std::uint8_t>(lighter);
  });
}

index_t block_of_picture(index_t rows, index_t columns, index_t pixels) {
  if (pixels < 1)
    throw_shape_reason("spy", "a picture has one pixel or more");
  index_t const longest = std::max(rows, columns);
  return longest <= pixels ? 1 : (longest - 1) / pixels + 1;
}

template struct sparse_shown<std::int32_t>;
template struct sparse_shown<std::int64_t>;

} // namespace weft::detail
