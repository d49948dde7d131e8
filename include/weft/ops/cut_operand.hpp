#pragma once
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/continuation.hpp>

// An operand with elements beyond its ends, in a statement that ops/pieces.hpp cuts into pieces.
namespace weft::detail {

/// A box of indices of a target: count[k] indices from first[k] on along axis k.
template <int R>
struct target_box {
  static constexpr int room = capacity<R> > 0 ? capacity<R> : 1;
  index_t first[std::size_t(room)], count[std::size_t(room)];
};
/// Takes a box of a layout. @post out(j...) == in(first + j...), for j within the counts of the box
template <int R>
struct box_selector {
  static constexpr int rank_change = 0;
  target_box<R> const& box;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    for (int k = 0; k < in.rank; ++k) {
      out.offset += box.first[k] * in.stride[k];
      out.extent[k] = box.count[k];
    }
    return out;
  }
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    return forget_extent<int>(loosen_static<Layout>());
  }
};

/// Takes a line of a layout: a box with extent 1 along all axes but one. @post out(j) == in(first + j along one axis)
template <int R>
struct line_selector {
  static constexpr int rank_change = 1 - R;
  target_box<R> const& box;
  int axis;
  template <int C>
  WEFT_INLINE constexpr loose<(C > 1 ? C : 1)> operator()(loose<C> const& in) const {
    loose<(C > 1 ? C : 1)> out;
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k)
      out.offset += box.first[k] * in.stride[k];
    out.push(box.count[axis], in.stride[axis]);
    return out;
  }
};

template <int R>
WEFT_INLINE dims<R> extents_of_box(target_box<R> const& box, int rank) {
  dims<R> out{};
  if constexpr (R < 0)
    out = dims<R>(rank);
  for (int k = 0; k < rank; ++k)
    out.set(k, box.count[k]);
  return out;
}

/// How an axis of a dense row-major array moves in a window of that array: it begins at index `first`, and moves by
/// `step` along axis `along` of the window. If along is -1, it does not move.
struct axis_move {
  index_t first, step;
  int along;
};
/// Finds the moves of all axes. Returns false if an axis moves along two axes of the window, or by no fixed step.
WEFT_API bool find_moves(dynamic_extents const& whole, dynamic_extents const& extents, dynamic_extents const& strides,
                         index_t offset, axis_move* out) noexcept;

/// Computes an element beyond an end, on the line through the two elements at that end.
struct on_line {
  static constexpr char const* name = "extrapolated";
  static constexpr bool total = true;
  index_t distance;
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& end, A const& inner) const {
    return op::plus{}(end, op::times{}(op::minus{}(end, inner), static_cast<A>(distance)));
  }
};

/// One of several nested continuations, as in a roll of a roll.
template <class T, std::size_t Room>
struct cut_level {
  continued_axis const* axes;
  T const* constants;
  index_t extent[Room];
};
template <class Op, class E, class Level>
WEFT_INLINE void write_level(Op const& operation, E const& operand, Level& to) {
  to.axes = operation.axes;
  to.constants = operation.value;
  for (int a = 0; a < operand.extents().rank(); ++a)
    to.extent[a] = operand.extents().entry(a);
}
/// The continuations nested in E: `count` is their number, memory(e) the innermost operand. E must be whole, not a
/// window, and no continuation may be linear: a line is computed from two elements, which an outer continuation could
/// move apart.
template <class E, bool = true>
struct continued_levels {
  static constexpr int count = 0;
  WEFT_INLINE static auto const& memory(E const& e) { return e; }
  template <class Level>
  WEFT_INLINE static void write(E const&, Level*) {}
};
template <class T, class X, int C, class L, class E>
  requires(deferred<continuation<T, X, C, false>, L, E>::is_whole)
struct continued_levels<deferred<continuation<T, X, C, false>, L, E>, true> {
  using operand = deferred<continuation<T, X, C, false>, L, E>;
  using inner = continued_levels<E>;
  static constexpr int count = 1 + inner::count;
  WEFT_INLINE static auto const& memory(operand const& e) { return inner::memory(get<0>(e.operands)); }
  template <class Level>
  WEFT_INLINE static void write(operand const& e, Level* to) {
    write_level(e.operation, get<0>(e.operands), *to);
    inner::write(get<0>(e.operands), to + 1);
  }
};
/// An operand with elements beyond its ends, in a statement over R axes that is cut into pieces. It holds memory with
/// Own axes, the rules for elements beyond its ends, and how its axes move along the axes of the statement.
template <class T, int R, int Own, int Levels, bool Linear>
struct cut_operand {
  using weft_node = void;
  using value_type = T;
  using extents_type = dims<R>;
  static constexpr int static_rank = R;
  static constexpr bool is_deferred = false;
  static constexpr std::size_t room = [] {
    int const most = capacity<Own> > capacity<R> ? capacity<Own> : capacity<R>;
    return std::size_t(most > 0 ? most : 1);
  }();
  using keep_type = std::conditional_t<Linear, storage_ref, watch_ref>;
  using piece_leaf = strided_leaf<T const, layout<dims<R>, strided>, keep_type>;
  using line_leaf = strided_leaf<T const, layout<dims<1>, strided>, keep_type>;

  T const* data;
  watch_ref keep;
  storage_ref hold; ///< owns memory that was allocated for this statement
  extents_type space;
  axis_move move[room];
  int rank_, levels = 0;
  int moved[room]; ///< the axis of the memory that moves along an axis of the statement, or -1
  index_t extent[room], stride[room];
  cut_level<T, room> level[std::size_t(Levels)]; ///< the outermost continuation first
  pad_run begin[room], now[room];

  /// Takes memory with these moves. write_levels(level) writes the rules for elements beyond its ends. If `holds` is
  /// true, the memory was made for this statement, and is kept.
  template <class Source, class F>
  WEFT_FN cut_operand(Source const& source, extents_type const& e, axis_move const* m, bool holds,
                      F const& write_levels)
      : data(source.data), keep(source.keep.watched()), space(e), rank_(source.place.rank()), levels(Levels) {
    source.place.read(extent, stride);
    for (int a = 0; a < rank(); ++a)
      move[a] = m[a];
    if (holds)
      hold = source.keep;
    write_levels(level);
    find_all();
  }
  /// Takes a window of memory that the statement reads as it is.
  template <class L>
  WEFT_FN cut_operand(strided_leaf<T const, L, storage_ref> const& source)
      : data(source.data), hold(source.keep), space(convert_extents<extents_type>(source.extents())),
        rank_(source.place.rank()) {
    source.place.read(extent, stride);
    for (int k = 0; k < rank(); ++k)
      move[k] = {0, 1, k};
    find_all();
  }

  [[nodiscard]] WEFT_INLINE extents_type const& extents() const { return space; }
  [[nodiscard]] WEFT_INLINE int rank() const {
    if constexpr (Own == R && R >= 0)
      return R;
    else
      return rank_;
  }
  /// Goes to index 0 of axis k of the statement. The run that begins there was looked up once; each cut shortens it.
  WEFT_INLINE void restart(int k) {
    if (int const a = moved[k]; a >= 0)
      now[a] = begin[a];
  }
  /// Returns how many indices of axis k are left in the current run, at most `limit`.
  WEFT_INLINE index_t left(int k, index_t limit) const {
    int const a = moved[k];
    return a >= 0 && now[a].count < limit ? now[a].count : limit;
  }
  /// Goes to index p of axis k, which is `by` after the current one.
  WEFT_INLINE void advance(int k, index_t p, index_t by) {
    int const a = moved[k];
    if (a < 0)
      return;
    now[a].count -= by;
    if (now[a].count == 0)
      find(a, p);
    else if (now[a].source >= 0)
      now[a].source += by * now[a].step;
  }
  /// True if the memory has a byte in common with a footprint.
  WEFT_FN bool meets(footprint const& bytes) const {
    index_t extents[max_rank], strides[max_rank];
    for (int a = 0; a < rank(); ++a) {
      extents[a] = extent[a];
      strides[a] = extent[a] > 1 ? stride[a] * index_t(sizeof(T)) : 0;
    }
    return shares_a_byte({reinterpret_cast<index_t>(data), sizeof(T), rank(), extents, strides}, bytes);
  }
  /// Returns the operand in a box. The current runs must begin where the box does.
  WEFT_FN piece_leaf piece(target_box<R> const& box, session& s) {
    if constexpr (Linear) {
      index_t constant = -1; // number of the constant that a line meets, or -1
      begin_of_piece(constant);
      for (int a = 0; constant < 0 && a < rank(); ++a)
        if (now[a].distance != 0)
          return piece_on_line(a, box, s);
    }
    return window(box);
  }

  /// Returns the operand along axis k of a box that is one line.
  WEFT_INLINE line_leaf line(target_box<R> const& box, int k, session& s) {
    if constexpr (Linear) {
      piece_leaf const whole = piece(box, s);
      return {whole.data, {shape(box.count[k]), shape(whole.place.stride(k))}, whole.keep};
    } else {
      index_t constant = -1;
      T const* const from = begin_of_piece(constant);
      return {from, {shape(box.count[k]), shape(stride_of_piece(k, constant))}, keep};
    }
  }

private:
  WEFT_INLINE void find_all() {
    for (int k = 0; k < space.rank(); ++k)
      moved[k] = -1;
    for (int a = 0; a < rank(); ++a) {
      if (move[a].along >= 0)
        moved[move[a].along] = a;
      find(a, 0);
      begin[a] = now[a];
    }
  }
  /// Finds the run of axis a from index p on. The number of a constant includes its level: if an outer continuation
  /// gives a constant, inner ones are not asked.
  WEFT_INLINE void find(int a, index_t p) {
    pad_run r{move[a].along < 0 ? 1 : space.entry(move[a].along) - p, move[a].first + p * move[a].step, move[a].step,
              0};
    for (int l = 0; l < levels && r.source >= 0 && r.distance == 0; ++l) {
      index_t const n = level[l].extent[a], at = r.source - level[l].axes[a].before, inside = n - at;
      if (at >= 0 && inside > 0 && r.step == 1)
        r = {inside < r.count ? inside : r.count, at, 1, 0};
      else
        r = find_pad_run(level[l].axes[a], n, at, r.step, r.count);
      if (r.source < 0)
        r.step += index_t(Levels - 1 - l) << 8; // the number of a constant is one byte
    }
    now[a] = r;
  }
  /// Returns the address of the first element of the operand. If that is a constant, `constant` becomes its number.
  WEFT_INLINE T const* begin_of_piece(index_t& constant) const {
    T const* from = data;
    for (int a = 0; a < rank(); ++a)
      if (pad_run const& r = now[a]; r.source >= 0)
        from += r.source * stride[a];
      else
        constant = r.step > constant ? r.step : constant;
    return constant < 0 ? from : level[Levels - 1 - (constant >> 8)].constants + (constant & 255);
  }
  WEFT_INLINE index_t stride_of_piece(int k, index_t constant) const {
    int const a = moved[k];
    return constant >= 0 || a < 0 ? 0 : now[a].step * stride[a];
  }
  WEFT_INLINE piece_leaf window(target_box<R> const& box) const {
    index_t constant = -1;
    T const* const from = begin_of_piece(constant);
    extents_type extents = space, strides = space;
    for (int k = 0; k < space.rank(); ++k) {
      extents.set(k, box.count[k]);
      strides.set(k, stride_of_piece(k, constant));
    }
    return {from, {extents, strides}, keep};
  }
  WEFT_FN piece_leaf piece_on_line(int a, target_box<R> const& box, session& s) {
    pad_run const run = now[a];
    now[a] = {1, run.source, 0, 0};
    piece_leaf const end = piece(box, s);
    now[a] = {1, run.source + run.step, 0, 0};
    piece_leaf const inner = piece(box, s);
    now[a] = run;
    auto values = new_temporary<T>(end.extents(), s);
    assign(values.template borrowed<T>(), node<on_line, piece_leaf, piece_leaf>(on_line{run.distance}, end, inner), s);
    return {values.data, convert_layout<layout<dims<R>, strided>>(values.place), values.keep};
  }
};
template <class E>
inline constexpr bool is_cut = false;
template <class T, int R, int Own, int Levels, bool Linear>
inline constexpr bool is_cut<cut_operand<T, R, Own, Levels, Linear>> = true;

} // namespace weft::detail
