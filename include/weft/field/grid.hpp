#pragma once
#include <weft/field/grid_operators.hpp>
#include <weft/field/policy.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <initializer_list>

namespace weft::field {

/// An end of an axis, or the interior between both ends.
enum class side : signed char { lower = -1, inside = 0, upper = 1 };
inline constexpr side lower = side::lower;
inline constexpr side inside = side::inside;
inline constexpr side upper = side::upper;

/// The numbers of layers at the two ends of an axis. A single number applies to both.
struct width {
  index_t lower = 0, upper = 0;
  WEFT_FN constexpr width() = default;
  WEFT_FN constexpr width(index_t both) : lower(both), upper(both) {}
  WEFT_FN constexpr width(index_t l, index_t u) : lower(l), upper(u) {}
  [[nodiscard]] WEFT_FN friend constexpr bool operator==(width, width) = default;
};

/// The numbers of ghost layers of a grid, for each axis and end.
class ghosts {
public:
  /// Makes ghosts with the same number of layers at both ends of each axis.
  WEFT_FN constexpr explicit ghosts(index_t everywhere) : everywhere_(everywhere) {}
  /// Makes ghosts with a width for each axis: ghosts({1, {0, 2}}) has one layer at both ends of axis 0, and two at the
  /// upper end of axis 1.
  WEFT_FN constexpr ghosts(std::initializer_list<width> axes) : ghosts(axes.begin(), axes.size()) {}
  template <std::size_t N>
  WEFT_FN constexpr explicit ghosts(std::array<width, N> const& axes) : ghosts(axes.data(), N) {}

  /// Returns the number of axes that have a width, or -1 if one number is for all axes.
  [[nodiscard]] WEFT_FN constexpr int rank() const { return rank_; }
  /// Returns the widths of an axis, which are 0 if none were given.
  [[nodiscard]] WEFT_FN constexpr width operator[](index_t axis) const {
    return rank_ < 0 ? width(everywhere_) : of_[weft::detail::asked_axis("field::ghosts", axis, max_rank)];
  }

private:
  WEFT_FN constexpr ghosts(width const* axes, std::size_t count)
      : rank_(weft::detail::check_rank(static_cast<index_t>(count))) {
    for (int k = 0; k < rank_; ++k)
      of_[k] = axes[k];
  }
  index_t everywhere_ = 0;
  int rank_ = -1;
  width of_[max_rank];
};

} // namespace weft::field

namespace weft::detail {

/// An array with one T for each of R axes.
template <class T, int R>
using axis_array = std::array<T, std::size_t(R)>;

/// A box of elements: along each axis its first index and its number of elements.
template <int R>
struct grid_box {
  index_t first[std::size_t(R)], count[std::size_t(R)];
};

/// Throws shape_error unless the widths fit an interior of these extents. `given` is the number of axes that have
/// widths, or -1 for all.
WEFT_API void check_ghosts(field::width const* widths, int given, index_t const* extents, int rank);
/// Throws index_error for sides that select no ghosts.
WEFT_API [[noreturn]] void throw_no_side(char const* operation, int rank);
/// Throws shape_error: a part would have `wanted` layers, but only `there` exist.
WEFT_API [[noreturn]] void throw_width(char const* operation, int axis, index_t wanted, index_t there);
/// Throws index_error for a subscript of an axis whose subscripts go from `lower` to `upper`.
WEFT_API [[noreturn]] void throw_based(index_t subscript, int axis, index_t lower, index_t upper);
WEFT_API [[noreturn]] void throw_moved_grid();

/// Returns a view of a box of a tensor or view.
template <int R, class X>
WEFT_FN auto box_view(X& x, grid_box<R> const& box) {
  decltype(auto) whole = stored_leaf(x);
  using layout_type = typename std::remove_cvref_t<decltype(whole)>::layout_type;
  using place = layout<dims<R>, view_order_t<typename layout_type::order>>;
  dims<R> e{}, s{};
  index_t offset = 0;
  bool empty = false;
  for (int k = 0; k < R; ++k) {
    e.set(k, box.count[k]);
    s.set(k, whole.place.stride(k));
    offset += box.first[k] * whole.place.stride(k);
    empty = empty || box.count[k] == 0;
  }
  using element = std::remove_pointer_t<decltype(whole.data)>;
  return make_view(strided_leaf<element, place, storage_ref>(whole.data + (empty ? 0 : offset), place(e, s),
                                                             storage_ref(whole.keep)));
}

/// The type of view through which a grid holds the memory of a tensor or view X. Its extents are known at run time.
template <class X, class W = std::remove_cvref_t<decltype(std::declval<X>().window())>>
using grid_memory = view<typename W::element_type, W::static_rank, view_order_t<typename W::layout_type::order>>;

} // namespace weft::detail

namespace weft::field {

/// An array with ghost layers. The interior has the given shape, and `ghosts` gives the number of layers around it,
/// which may differ for each axis and end. All parts are views of the same memory, so making one copies nothing. The
/// parts of a const grid that owns its memory are read-only.
///
///   field::grid<double, 2> u(shape(64, 64), field::ghosts(1));                       // owns zeros
///   field::grid v(borrow(p, shape(66, 66), strides(1, 66)), field::ghosts(1));       // a handle to the memory at p
///
/// A grid over memory of the program is a handle, as views are: a const one can also write. Its interior has the shape
/// of the memory less the ghosts. Constructors throw shape_error if a width is negative, if the number of widths is not
/// R, and if one end has more ghost layers than the interior has layers, since then no neighbour could fill them.
template <class T, int R, class Order = row_major, class Memory = tensor<T, R, Order>>
class grid {
  static_assert(R > 0 && R <= max_rank, "weft: field::grid: a grid has a rank of 1 to 16; as<2>(v) fixes one");
  using box = weft::detail::grid_box<R>;
  using sides = weft::detail::axis_array<side, R>;

public:
  using weft_grid = void;
  using value_type = std::remove_const_t<T>;
  using element_type = T;
  using memory_type = Memory;
  static constexpr int static_rank = R;

  /// Makes a grid with extents 0 and no ghosts.
  WEFT_FN grid() = default;
  /// Makes an interior of zeros of the given shape, with ghosts around it.
  template <Shape S>
    requires(weft::detail::Owning<Memory>)
  WEFT_FN grid(S const& interior, ghosts const& around) : grid(unchecked{}, read_shape(interior), around) {}
  /// Makes a grid of memory that includes the ghosts: a view, or a tensor that is moved.
  WEFT_FN grid(Memory memory, ghosts const& around) : memory_(static_cast<Memory&&>(memory)) {
    index_t extents[std::size_t(R)];
    for (int k = 0; k < R; ++k)
      extents[k] = memory_.extent(k) - around[k].lower - around[k].upper;
    set_ghosts(around, extents);
  }

  template <Operand X>
  weft::detail::refused_value operator=(X const&) {
    return weft::detail::refused_grid<X>();
  }

  [[nodiscard]] WEFT_FN static constexpr int rank() { return R; }
  /// Returns the shape of the interior.
  [[nodiscard]] WEFT_FN dims<R> shape() const {
    dims<R> s{};
    for (int k = 0; k < R; ++k)
      s.set(k, interior_extent(k));
    return s;
  }
  /// Returns the numbers of ghost layers at the ends of an axis.
  [[nodiscard]] WEFT_FN width ghost_width(index_t axis) const { return widths_[check(axis)]; }

  /// Returns a view of all elements, including ghosts.
  [[nodiscard]] WEFT_FN auto with_ghosts() WEFT_LIFETIMEBOUND { return view_of_box(memory_, whole()); }
  [[nodiscard]] WEFT_FN auto with_ghosts() const WEFT_LIFETIMEBOUND { return view_of_box(memory_, whole()); }
  /// Returns a view of the elements that are no ghosts.
  [[nodiscard]] WEFT_FN auto interior() WEFT_LIFETIMEBOUND { return view_of_box(memory_, ghost_box({})); }
  [[nodiscard]] WEFT_FN auto interior() const WEFT_LIFETIMEBOUND { return view_of_box(memory_, ghost_box({})); }
  /// Returns a view of the interior with `by` layers of ghosts at the ends of one axis. With one layer at each end,
  /// differences along the axis have one element more than the interior. Throws shape_error if the axis has fewer ghost
  /// layers.
  [[nodiscard]] WEFT_FN auto widened(index_t axis, width by = 1) WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, widened_box(check(axis), by));
  }
  [[nodiscard]] WEFT_FN auto widened(index_t axis, width by = 1) const WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, widened_box(check(axis), by));
  }
  /// Returns a view of the ghosts at one end of an axis, without edges and corners.
  [[nodiscard]] WEFT_FN auto ghost(index_t axis, side s) WEFT_LIFETIMEBOUND { return ghost(along(axis, s)); }
  [[nodiscard]] WEFT_FN auto ghost(index_t axis, side s) const WEFT_LIFETIMEBOUND { return ghost(along(axis, s)); }
  /// Returns a view of the ghosts in one direction, which is given as a side for each axis: g.ghost({field::lower,
  /// field::upper}) is a corner, {field::lower, field::inside, field::upper} an edge. Throws index_error if all sides
  /// are `inside`.
  [[nodiscard]] WEFT_FN auto ghost(sides const& s) WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, ghost_box(outer(s)));
  }
  [[nodiscard]] WEFT_FN auto ghost(sides const& s) const WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, ghost_box(outer(s)));
  }
  /// Returns a view of the layers of the interior at one end of an axis that fill the ghosts of a neighbour at that
  /// end. They are as many as this grid has ghost layers at the other end, so that g.ghost(k, field::lower) = g.face(k,
  /// field::upper) makes axis k periodic.
  [[nodiscard]] WEFT_FN auto face(index_t axis, side s) WEFT_LIFETIMEBOUND { return face(along(axis, s)); }
  [[nodiscard]] WEFT_FN auto face(index_t axis, side s) const WEFT_LIFETIMEBOUND { return face(along(axis, s)); }
  /// Returns a view of `layers` layers of the interior at one end of an axis. Throws shape_error if it has fewer.
  [[nodiscard]] WEFT_FN auto face(index_t axis, side s, index_t layers) WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, layers_box(check(axis), s, layers));
  }
  [[nodiscard]] WEFT_FN auto face(index_t axis, side s, index_t layers) const WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, layers_box(check(axis), s, layers));
  }
  /// Returns a view of the part of the interior that fills the ghosts of the neighbour in one direction, which is given
  /// as a side for each axis.
  [[nodiscard]] WEFT_FN auto face(sides const& s) WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, face_box(outer(s)));
  }
  [[nodiscard]] WEFT_FN auto face(sides const& s) const WEFT_LIFETIMEBOUND {
    return view_of_box(memory_, face_box(outer(s)));
  }

  /// Returns an element by its subscripts in the interior. Negative subscripts, and subscripts from the extent of the
  /// interior on, are ghosts. Throws index_error outside the ghosts in checked builds.
  template <std::integral... At>
    requires(sizeof...(At) == R)
  [[nodiscard]] WEFT_FN decltype(auto) operator()(At... i) WEFT_LIFETIMEBOUND {
    return element(memory_, std::make_integer_sequence<int, R>{}, static_cast<index_t>(i)...);
  }
  template <std::integral... At>
    requires(sizeof...(At) == R)
  [[nodiscard]] WEFT_FN decltype(auto) operator()(At... i) const WEFT_LIFETIMEBOUND {
    return element(memory_, std::make_integer_sequence<int, R>{}, static_cast<index_t>(i)...);
  }

private:
  struct unchecked {};
  WEFT_FN grid(unchecked, dims<R> const& interior, ghosts const& around) : memory_(around_shape(interior, around)) {
    index_t extents[std::size_t(R)];
    for (int k = 0; k < R; ++k)
      extents[k] = interior.entry(k);
    set_ghosts(around, extents);
  }
  template <Shape S>
  WEFT_FN static dims<R> read_shape(S const& s) {
    static_assert(S::static_rank < 0 || S::static_rank == R,
                  "weft: field::grid: rank mismatch: an extent for each axis");
    if (s.rank() != R)
      weft::detail::throw_shape_reason("field::grid", "the shape has an extent for each axis");
    return weft::detail::convert_extents<dims<R>>(s);
  }
  /// Returns the shape of the memory. Widths that do not fit are not added: set_ghosts() refuses them after the memory
  /// is made.
  WEFT_FN static dims<R> around_shape(dims<R> s, ghosts const& around) {
    for (int k = 0; k < R; ++k)
      if (index_t const n = s.entry(k); around[k].lower >= 0 && around[k].lower <= n && around[k].upper <= n)
        s.set(k, n + around[k].lower + around[k].upper);
    return s;
  }
  WEFT_FN void set_ghosts(ghosts const& around, index_t const* extents) {
    for (int k = 0; k < R; ++k)
      widths_[k] = around[k];
    weft::detail::check_ghosts(widths_, around.rank(), extents, R);
  }
  WEFT_FN static int check(index_t axis) {
    if (axis < 0 || axis >= R)
      weft::detail::throw_axis("field::grid", axis, R);
    return static_cast<int>(axis);
  }
  WEFT_FN static sides along(index_t axis, side s) {
    sides all{};
    all[static_cast<std::size_t>(check(axis))] = s;
    return all;
  }
  WEFT_FN static sides const& outer(sides const& s) {
    for (side one : s)
      if (one != side::inside)
        return s;
    weft::detail::throw_no_side("field::grid", R);
  }
  template <class X>
  WEFT_FN static auto view_of_box(X& memory, box const& b) {
    return weft::detail::box_view<R>(memory, b);
  }
  /// Throws if this grid was moved from: then it has no elements, but still its widths.
  WEFT_FN index_t interior_extent(int k) const {
    index_t const w = widths_[k].lower + widths_[k].upper, n = memory_.shape().entry(k);
    if (n < w)
      weft::detail::throw_moved_grid();
    return n - w;
  }
  WEFT_FN box whole() const {
    box b;
    for (int k = 0; k < R; ++k) {
      b.first[k] = 0;
      b.count[k] = memory_.shape().entry(k);
    }
    return b;
  }
  WEFT_FN box ghost_box(sides const& s) const {
    box b;
    for (int k = 0; k < R; ++k) {
      side const at = s[static_cast<std::size_t>(k)];
      index_t const n = interior_extent(k);
      width const w = widths_[k];
      b.first[k] = at == side::lower ? 0 : at == side::inside ? w.lower : w.lower + n;
      b.count[k] = at == side::lower ? w.lower : at == side::inside ? n : w.upper;
    }
    return b;
  }
  WEFT_FN box face_box(sides const& s) const {
    box b = ghost_box({});
    for (int k = 0; k < R; ++k)
      if (side const at = s[static_cast<std::size_t>(k)]; at != side::inside)
        b = layers_of(b, k, at, at == side::lower ? widths_[k].upper : widths_[k].lower);
    return b;
  }
  WEFT_FN box layers_box(int axis, side s, index_t layers) const {
    if (s == side::inside)
      weft::detail::throw_no_side("field::grid", R);
    if (layers < 0 || layers > interior_extent(axis))
      weft::detail::throw_width("face", axis, layers, interior_extent(axis));
    return layers_of(ghost_box({}), axis, s, layers);
  }
  WEFT_FN static box layers_of(box b, int axis, side s, index_t layers) {
    b.first[axis] += s == side::lower ? 0 : b.count[axis] - layers;
    b.count[axis] = layers;
    return b;
  }
  WEFT_FN box widened_box(int axis, width by) const {
    box b = ghost_box({});
    if (by.lower < 0 || by.lower > widths_[axis].lower)
      weft::detail::throw_width("widened", axis, by.lower, widths_[axis].lower);
    if (by.upper < 0 || by.upper > widths_[axis].upper)
      weft::detail::throw_width("widened", axis, by.upper, widths_[axis].upper);
    b.first[axis] -= by.lower;
    b.count[axis] += by.lower + by.upper;
    return b;
  }
  template <class X, int... K, class... At>
  WEFT_FN decltype(auto) element(X& memory, std::integer_sequence<int, K...>, At... i) const {
    if constexpr (WEFT_CHECK_BOUNDS != 0)
      (check_subscript(K, i), ...);
    return memory(i + widths_[K].lower...);
  }
  WEFT_FN void check_subscript(int k, index_t i) const {
    index_t const first = -widths_[k].lower, count = memory_.shape().entry(k);
    if (i < first || i >= first + count)
      weft::detail::throw_based(i, k, first, first + count - 1);
  }

  Memory memory_{};
  width widths_[std::size_t(R)];
};

/// A grid over a tensor or view borrows one that has a name, and shares or takes ownership of the memory of a
/// temporary.
template <Stored X>
grid(X&&, ghosts) -> grid<typename weft::detail::grid_memory<X>::element_type, std::remove_cvref_t<X>::static_rank,
                          weft::detail::view_order_t<typename weft::detail::grid_memory<X>::layout_type::order>,
                          weft::detail::grid_memory<X>>;

} // namespace weft::field
