#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/eval/reads.hpp>
#include <weft/layout/transform.hpp>

#include <cstddef>

// Private to src/dynamic: elements of any type in memory. Functions that move elements without reading their values are
// compiled once, or once for each size of an element. The templates of ops/ that cut operands into windows work on the
// types below as they do on leaves.
namespace weft::detail {

using moved_layout = layout<dynamic_extents, strided>;

/// Memory to which elements of `size` bytes are moved.
struct moved_target {
  static constexpr int static_rank = -1;
  index_t position, size;
  moved_layout place;
  dynamic_extents extents() const { return place.extents(); }
};
moved_target target_of(any_tensor& x);
/// layout_error if the memory has died.
moved_target target_of(any_view const& v);

/// An expression whose elements have the type of the target's elements.
struct moved_operand {
  static constexpr int static_rank = -1;
  program_ref program;
  dynamic_extents const& extents() const { return extents_of_program(*program); }
  int rank() const { return extents().rank(); }
  index_t extent(int k) const { return extents()[k]; }
};
/// One element of any type, 0 at first.
struct moved_value {
  dtype type{};
  alignas(16) std::byte bytes[16]{};
};

template <class F>
moved_target window_of_leaf(moved_target const& e, F const& f) {
  auto const out = apply_transformation<F>(&f, e.place);
  return {e.position + out.offset * e.size, e.size, out.layout};
}
template <class F>
moved_operand window_of(moved_operand const& e, F const& f) {
  return {window_of_program(e.program, {&f, &apply_transformation<F>})};
}
/// target = e, which broadcasts to it and reads other memory.
void assign(moved_target const& target, moved_operand const& e, session& s);
void assign(moved_target const& target, constant_leaf<moved_value> const& e, session& s);

/// True for a tensor or a view of one.
bool is_in_memory(any_expr<> const& x);

/// Elements in memory: where they lie, if the operand is a tensor or a view of one, or computed now.
class memory_operand {
public:
  /// layout_error if the memory has died.
  explicit memory_operand(any_expr<> const& x);

  dtype type() const { return held_.dtype(); }
  index_t size() const { return static_cast<index_t>(item_size(type())); }
  dynamic_extents const& extents() const { return held_.shape(); }
  index_t position() const { return position_; }
  moved_layout const& place() const { return place_; }
  template <class T>
  T const* data() const {
    return reinterpret_cast<T const*>(position_);
  }
  template <class T>
  strided_leaf<T const, moved_layout> leaf() const {
    return {data<T>(), place_, {}};
  }
  /// A leaf that keeps the memory as the operand does.
  template <class T>
  strided_leaf<T const, moved_layout, storage_ref> kept_leaf() const {
    return {data<T>(), place_, keep_};
  }
  any_expr<> const& expression() const { return held_; }

private:
  any_expr<> held_;
  index_t position_;
  moved_layout place_;
  storage_ref keep_;
};

inline moved_target memory_of(memory_operand const& x) {
  return {x.position(), x.size(), x.place()};
}
/// The bytes of a target, as the rule of overlap takes them.
class target_bytes {
public:
  explicit target_bytes(moved_target const& x);
  target_bytes(target_bytes const&) = delete;
  target_bytes& operator=(target_bytes const&) = delete;
  footprint const& all() const { return all_; }

private:
  dynamic_extents extents_;
  index_t steps_[max_rank];
  footprint all_;
};
/// The elements of an expression, in memory that shares no byte with `written`: where they lie, or a copy.
memory_operand apart_from(footprint const& written, program_ref const& elements);

/// Real elements as a type for which comparisons are compiled, in the same order: integers as int64. Unsigned ones
/// have the bit of the sign turned.
program_ref in_order_of_int64(program_ref const& x);
program_ref from_order_of_int64(program_ref const& x, dtype type);

/// The elements of an operand, row by row without gaps: where they lie, or a copy.
memory_operand dense_operand(any_expr<> const& x);

} // namespace weft::detail
