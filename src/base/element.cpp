#include <weft/expr/element.hpp>

namespace weft::detail {

namespace {
/// Returns an offset, with checks: the caller is compiled with checks, even if this library is not.
template <class Layout, class Keep, class... I>
index_t checked_offset(Layout const& l, Keep const& keep, I... i) {
  keep.check_element();
  return element_offset<true>(l, unwatched{}, i...);
}
} // namespace

template <int Rank, class... I>
index_t compiled_offset<Rank, I...>::of(place<strided> const& l, storage_ref const& keep, I... i) {
  return checked_offset(l, keep, i...);
}
template <int Rank, class... I>
index_t compiled_offset<Rank, I...>::of(place<row_major> const& l, storage_ref const& keep, I... i) {
  return checked_offset(l, keep, i...);
}
template <int Rank, class... I>
index_t compiled_offset<Rank, I...>::of(place<column_major> const& l, storage_ref const& keep, I... i) {
  return checked_offset(l, keep, i...);
}
template <int Rank, class... I>
index_t compiled_offset<Rank, I...>::of(place<dense<row_major>> const& l, unwatched keep, I... i) {
  return checked_offset(l, keep, i...);
}
template <int Rank, class... I>
index_t compiled_offset<Rank, I...>::of(place<dense<column_major>> const& l, unwatched keep, I... i) {
  return checked_offset(l, keep, i...);
}

template struct compiled_offset<1, index_t>;
template struct compiled_offset<2, index_t, index_t>;
template struct compiled_offset<3, index_t, index_t, index_t>;
template struct compiled_offset<-1, index_t>;
template struct compiled_offset<-1, index_t, index_t>;
template struct compiled_offset<-1, index_t, index_t, index_t>;

} // namespace weft::detail
