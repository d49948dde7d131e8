#pragma once
#ifdef WEFT_WITHOUT_INDEX
#error "weft: this library was built without the component index: -DWEFT_COMPONENTS=all, or a list with index"
#endif
#include <weft/eval/parallel.hpp>
#include <weft/tensor/memory.hpp>

#include <tuple>
#include <utility>

namespace weft {

namespace detail {

/// Returns the number of tiles along each axis. Throws shape_error if the tile has another rank, or an extent below 1.
template <class E, Shape S>
WEFT_FN dims<E::static_rank> tile_counts(E const& whole, S const& tile) {
  bool fits = tile.rank() == whole.rank();
  for (int k = 0; fits && k < whole.rank(); ++k)
    fits = tile.entry(k) > 0;
  if (!fits) {
    auto const e = convert_extents<dynamic_extents>(whole), t = convert_extents<dynamic_extents>(tile);
    throw_shapes("tiles", e.value, e.rank(), t.value, t.rank(), "a tile has an extent of 1 or more for each axis");
  }
  auto counts = convert_extents<dims<E::static_rank>>(whole);
  for (int k = 0; k < whole.rank(); ++k)
    counts.set(k, whole.entry(k) / tile.entry(k) + index_t(whole.entry(k) % tile.entry(k) != 0));
  return counts;
}

/// A tensor or view that is cut into tiles; at() returns one tile.
template <class T, class Layout>
class tiled_leaf {
public:
  static constexpr int static_rank = Layout::static_rank;
  using place_type = layout<dims<static_rank>, view_order_t<typename Layout::order>>;
  using tile_type = view_of<T, place_type>;

  WEFT_FN tiled_leaf(strided_leaf<T, Layout, storage_ref>&& leaf, dims<static_rank> const& tile)
      : leaf_(std::move(leaf)), tile_(tile) {}
  template <Shape N>
  [[nodiscard]] WEFT_FN tile_type at(N const& number) const {
    auto extents = convert_extents<dims<static_rank>>(number);
    auto strides = extents;
    index_t offset = 0;
    for (int k = 0; k < number.rank(); ++k) {
      index_t const first = number.entry(k) * tile_.entry(k), rest = leaf_.place.extent(k) - first;
      offset += first * leaf_.place.stride(k);
      extents.set(k, rest < tile_.entry(k) ? rest : tile_.entry(k));
      strides.set(k, leaf_.place.stride(k));
    }
    return make_view(
        strided_leaf<T, place_type, storage_ref>(leaf_.data + offset, place_type(extents, strides), leaf_.keep));
  }

private:
  strided_leaf<T, Layout, storage_ref> leaf_;
  dims<static_rank> tile_;
};
template <class T, class Layout>
tiled_leaf(strided_leaf<T, Layout, storage_ref>&&, dims<Layout::static_rank> const&) -> tiled_leaf<T, Layout>;

template <Stored X, Shape S>
WEFT_FN auto tiled(X&& x, S const& tile) {
  auto leaf = static_cast<X&&>(x).window().window_leaf();
  return tiled_leaf(std::move(leaf), convert_extents<dims<std::remove_cvref_t<X>::static_rank>>(tile));
}

} // namespace detail

/// The tiles of tensors in row-major order: a random-access range of views, or of std::tuple of views if several
/// tensors are cut in step. See tiles().
template <int Rank, class... Tiled>
class tile_range {
  using item = typename std::conditional_t<sizeof...(Tiled) == 1,
                                           std::tuple_element<0, std::tuple<typename Tiled::tile_type...>>,
                                           std::type_identity<std::tuple<typename Tiled::tile_type...>>>::type;
  struct tile_at {
    tile_range const* range = nullptr;
    [[nodiscard]] WEFT_FN item operator()(index_t n) const { return (*range)[n]; }
  };

public:
  using value_type = item;

  /// Refers to the range, which must outlive it.
  using iterator = detail::item_iterator<index_t, tile_at>;

  WEFT_FN tile_range(dims<Rank> const& counts, Tiled... tiled)
      : counts_(counts), tiled_(static_cast<Tiled&&>(tiled)...) {}

  [[nodiscard]] WEFT_INLINE index_t size() const { return detail::count_of(counts_); }
  [[nodiscard]] WEFT_INLINE bool empty() const { return size() == 0; }
  /// Returns the number of tiles along each axis.
  [[nodiscard]] WEFT_INLINE dims<Rank> const& shape() const { return counts_; }
  [[nodiscard]] WEFT_INLINE iterator begin() const { return {0, {this}}; }
  [[nodiscard]] WEFT_INLINE iterator end() const { return {size(), {this}}; }
  /// Returns tile n in row-major order.
  [[nodiscard]] WEFT_FN value_type operator[](index_t n) const { return at(place(n)); }
  /// Returns the tile with this number along each axis. Throws index_error if there is not one number for each axis;
  /// the numbers themselves are not checked.
  template <Shape N>
  [[nodiscard]] WEFT_FN value_type at(N const& number) const {
    static_assert(Rank < 0 || N::static_rank < 0 || Rank == N::static_rank,
                  "weft: tiles: rank mismatch: a tile has a number along each axis");
    if (number.rank() != counts_.rank())
      detail::throw_subscripts(number.rank(), counts_.rank());
    if constexpr (sizeof...(Tiled) == 1)
      return std::get<0>(tiled_).at(number);
    else
      return std::apply([&](auto const&... t) { return value_type(t.at(number)...); }, tiled_);
  }
  /// Returns the number of tile n along each axis.
  [[nodiscard]] WEFT_FN dims<Rank> place(index_t n) const {
    auto number = counts_;
    for (int k = counts_.rank() - 1; k >= 0; --k) {
      number.set(k, n % counts_.entry(k));
      n /= counts_.entry(k);
    }
    return number;
  }

private:
  dims<Rank> counts_;
  std::tuple<Tiled...> tiled_;
};

namespace detail {
/// Returns the tiles of tensors of one shape. The rank of the range is static if one of the tensors has a static rank.
template <Shape S, class A, class... More>
WEFT_FN auto tiles_in_step(S const& tile, A&& a, More&&... more) {
  constexpr int rank = [] {
    int found = rank_of<A>;
    ((found = found < 0 ? rank_of<More> : found), ...);
    return found;
  }();
  static_assert((rank_of<A> < 0 || rank_of<A> == rank) && ((rank_of<More> < 0 || rank_of<More> == rank) && ...),
                "weft: tiles: rank mismatch: the tensors have one rank");
  static_assert(rank < 0 || S::static_rank < 0 || rank == S::static_rank,
                "weft: tiles: rank mismatch: a tile has an extent for each axis");
  auto const counts = tile_counts(a.shape(), tile);
  (require_one_shape("tiles", a.shape(), more.shape()), ...);
  auto const made = [&](auto... one) {
    return tile_range<rank, decltype(one)...>(convert_extents<dims<rank>>(counts), std::move(one)...);
  };
  return made(tiled(static_cast<A&&>(a), tile), tiled(static_cast<More&&>(more), tile)...);
}
} // namespace detail

/// Cuts a tensor or view into tiles of a shape, without a copy: for (auto tile : tiles(a, shape(32, 32))) tile = ...;
/// the last tiles along an axis are smaller if the extent is no multiple. Tiles of a const tensor are read-only. The
/// range keeps the memory of a tensor that is an rvalue. Throws shape_error if the tile has another rank, or an extent
/// below 1.
template <Stored X, Shape S>
[[nodiscard]] WEFT_FN auto tiles(X&& x, S const& tile) {
  return detail::tiles_in_step(tile, static_cast<X&&>(x));
}
/// Cuts several tensors of one shape in step: for (auto [p, q] : tiles(shape(32, 32), a, b)) p = 2.0 * q; some of them
/// may have run-time rank. Throws shape_error if the shapes differ.
template <Shape S, Stored A, Stored B, Stored... More>
[[nodiscard]] WEFT_FN auto tiles(S const& tile, A&& a, B&& b, More&&... more) {
  return detail::tiles_in_step(tile, static_cast<A&&>(a), static_cast<B&&>(b), static_cast<More&&>(more)...);
}

/// Calls f with each tile once, in as many threads as loops may use (set_num_threads): f(view), or f(view, view...) for
/// tiles in step. Loops within f run in one thread. An exception of f is rethrown here; if several tiles throw, it is
/// the exception of the tile with the lowest number. Other tiles may have been done by then. Tiles of one tensor do not
/// overlap, so f may write to them.
template <int Rank, class... Tiled, class F>
WEFT_FN void for_each_tile(tile_range<Rank, Tiled...> const& tiles, F&& f) {
  struct job {
    tile_range<Rank, Tiled...> const& tiles;
    F& f;
    WEFT_FN static void run(void* me, index_t n) {
      job& j = *static_cast<job*>(me);
      if constexpr (sizeof...(Tiled) == 1)
        j.f(j.tiles[n]);
      else
        std::apply(j.f, j.tiles[n]);
    }
  } whole{tiles, f};
  detail::parallel_for(num_threads(), tiles.size(), &job::run, &whole);
}

namespace detail {
/// Finds the longest contiguous run: the last axes of a layout along which elements follow each other without gaps.
/// `axis` is the first of these axes, `length` the number of elements in a run. Throws layout_error if the last axis
/// has not stride 1.
struct run_in_memory {
  int axis;
  index_t length;
};
WEFT_API run_in_memory run_of(index_t const* extents, index_t const* strides, int rank);
} // namespace detail

/// Calls f with contiguous parts of the memory of a tensor or view, as views of rank 1 with stride 1. A part is a row,
/// or several rows that follow each other without gaps, and has up to 16384 elements. Each element is in one part; the
/// parts are the same for any number of threads. Threads and exceptions are as in for_each_tile. Throws layout_error if
/// the last axis has not stride 1.
template <Stored X, class F>
WEFT_FN void for_each_run(X&& x, F&& f) {
  auto const v = x.window();
  auto const e = detail::convert_extents<dynamic_extents>(v.shape()),
             s = detail::convert_extents<dynamic_extents>(v.strides());
  detail::run_in_memory const run = detail::run_of(e.value, s.value, e.rank());
  if (v.size() == 0)
    return;
  using V = decltype(v.window_leaf());
  using T = std::remove_pointer_t<decltype(std::declval<V>().data)>;
  struct job {
    dynamic_extents const &extents, &strides;
    detail::run_in_memory run;
    index_t chunks; ///< number of parts of each run
    T* data;
    detail::storage_ref const& keep;
    F& f;
    WEFT_FN static void call(void* me, index_t n) {
      job& j = *static_cast<job*>(me);
      index_t const first = n % j.chunks * detail::longest_run, rest = j.run.length - first;
      index_t number = n / j.chunks, offset = first;
      for (int k = j.run.axis - 1; k >= 0; --k) {
        offset += number % j.extents.entry(k) * j.strides.entry(k);
        number /= j.extents.entry(k);
      }
      using place = layout<dims<1>, row_major>;
      j.f(detail::make_view(strided_leaf<T, place, detail::storage_ref>(
          j.data + offset, place(weft::shape(rest < detail::longest_run ? rest : detail::longest_run), weft::shape(1)),
          j.keep)));
    }
  };
  index_t const chunks = (run.length + detail::longest_run - 1) / detail::longest_run;
  job whole{e, s, run, chunks, v.data(), v.window_leaf().keep, f};
  detail::parallel_for(num_threads(), v.size() / run.length * chunks, &job::call, &whole);
}

} // namespace weft
