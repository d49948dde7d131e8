#include <weft/dynamic/lines.hpp>

namespace weft {

any_lines::any_lines(any_view const& of, index_t axis)
    : of_(of), axis_(detail::check_axis("lines", axis, of.rank())), count_(1) {
  for (int k = 0; k < of.rank(); ++k)
    count_ *= k == axis_ ? 1 : of.shape().entry(k);
}

any_view any_lines::operator[](index_t n) const {
  any_subscript at[max_rank];
  for (int k = of_.rank() - 1; k >= 0; --k)
    if (k != axis_) {
      index_t const extent = of_.shape().entry(k);
      at[k] = n % extent;
      n /= extent;
    }
  return of_.at(std::span(at, static_cast<std::size_t>(of_.rank())));
}

} // namespace weft
