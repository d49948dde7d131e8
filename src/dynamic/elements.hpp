#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/eval/reads.hpp>
#include <weft/layout/transform.hpp>

#include <cstddef>

// Private to src/dynamic: types for operands in memory whose element type is known at run time. Functions that only
// move elements are compiled once, or once for each size of an element. The templates of ops/ that cut operands into
// windows take the types below in place of leaves.
namespace weft::detail {

using moved_layout = layout<dynamic_extents, strided>;

/// Memory to which elements are moved. `position` is the address of its first element, and `size` the size of an
/// element in bytes; strides are in elements.
struct moved_target {
  static constexpr int static_rank = -1;
  index_t position, size;
  moved_layout place;
  dynamic_extents extents() const { return place.extents(); }
};
moved_target target_of(any_tensor& x);
/// Throws layout_error if the memory has been freed.
moved_target target_of(any_view const& v);

/// An expression whose elements are moved to a target, whose elements have the same type.
struct moved_operand {
  static constexpr int static_rank = -1;
  program_ref program;
  dynamic_extents const& extents() const { return extents_of_program(*program); }
  int rank() const { return extents().rank(); }
  index_t extent(int k) const { return extents()[k]; }
};
/// The bytes of one element of any type, by default 0.
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
/// Assigns e, which broadcasts to the target and does not read its memory.
void assign(moved_target const& target, moved_operand const& e, session& s);
void assign(moved_target const& target, constant_leaf<moved_value> const& e, session& s);

/// Returns true for a tensor or a view of one, whose elements need no evaluation.
bool is_in_memory(any_expr<> const& x);

/// The elements of an operand in memory: in place, if the operand is a tensor or a view of one, else in a new tensor.
class memory_operand {
public:
  /// Throws layout_error if the memory has been freed.
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
  /// Returns a leaf that shares ownership of the memory.
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
/// The bytes of a target as a footprint, for tests of overlap.
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
/// Returns the elements of an expression in memory. If the expression reads a byte of `written`, they are in a new
/// tensor.
memory_operand apart_from(footprint const& written, program_ref const& elements);

/// Converts real elements to a type for which comparisons are compiled, and keeps their order: integers to int64,
/// float16 and bfloat16 to float32. Elements of uint64 also have the sign bit flipped. from_order_of_int64 converts
/// back.
program_ref in_order_of_int64(program_ref const& x);
program_ref from_order_of_int64(program_ref const& x, dtype type);

/// Returns the elements of an operand in row-major order without gaps: in place, if they lie so, else in a new tensor.
memory_operand dense_operand(any_expr<> const& x);

} // namespace weft::detail
