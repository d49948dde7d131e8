#pragma once
#include <weft/base/dtype.hpp>
#include <weft/eval/core.hpp>
#include <weft/eval/loop.hpp>
#include <weft/expr/window.hpp>

#include <atomic>

// Expressions that are decided at run time. They are trees of parts, whose contents only the compiled library knows:
// memory, generators, constants, deferred operands, and calls of kernels on other parts. A tree runs as a program: for
// each short piece of a row, one kernel after the other runs, and the piece stays in the L1 cache
// (src/dynamic/program). In the type of an expression a tree is a leaf.
namespace weft {

namespace detail {

struct program_part; // defined in src/dynamic/program/part.hpp

/// Shares the ownership of a part of such an expression. A part never changes.
class program_ref {
public:
  WEFT_INLINE program_ref() noexcept = default;
  /// Takes over an ownership that the caller has.
  WEFT_INLINE explicit program_ref(program_part const* p) noexcept : part_(p) {}
  WEFT_INLINE program_ref(program_ref const& other) noexcept : part_(other.part_) {
    if (part_ != nullptr)
      retain(part_);
  }
  WEFT_INLINE program_ref(program_ref&& other) noexcept : part_(std::exchange(other.part_, nullptr)) {}
  WEFT_INLINE program_ref& operator=(program_ref other) noexcept {
    std::swap(part_, other.part_);
    return *this;
  }
  WEFT_INLINE ~program_ref() {
    if (part_ != nullptr)
      release(part_);
  }
  WEFT_INLINE program_part const& operator*() const { return *part_; }
  WEFT_INLINE program_part const* get() const { return part_; }
  /// Returns the part, and passes its ownership to the caller.
  WEFT_INLINE program_part const* yield() noexcept { return std::exchange(part_, nullptr); }

private:
  WEFT_API static void retain(program_part const* p) noexcept;
  WEFT_API static void release(program_part const* p) noexcept;
  program_part const* part_ = nullptr;
};

/// Keeps the part that an object in memory is in expressions, after it has been made once. Several threads may use it.
class kept_part {
public:
  WEFT_INLINE kept_part() noexcept = default;
  WEFT_INLINE kept_part(kept_part&& other) noexcept : part_(other.part_.exchange(nullptr)) {}
  WEFT_INLINE kept_part& operator=(kept_part&& other) noexcept {
    program_ref const before(part_.exchange(other.part_.exchange(nullptr)));
    return *this;
  }
  WEFT_INLINE ~kept_part() { program_ref const last(part_.load()); }
  [[nodiscard]] WEFT_API program_ref share() const;           ///< null: no part is kept yet
  WEFT_API void keep(program_ref const& part) const noexcept; ///< does nothing if another thread kept one

private:
  mutable std::atomic<program_part const*> part_{nullptr};
};

/// An object whose type only its maker knows, with the function that deletes it.
struct erased_object {
  void* object = nullptr;
  void (*destroy)(void* object) = nullptr;
};
template <class X>
WEFT_FN erased_object erase(X const& x) {
  return {new X(x), [](void* object) { delete static_cast<X*>(object); }};
}

/// A transformation of layouts (see transform_layout) whose type only its maker knows.
struct erased_transformation {
  void const* function;
  placed<layout<dynamic_extents, strided>> (*apply)(void const* function, layout<dynamic_extents, strided> const& l);
};
template <class F>
WEFT_FN placed<layout<dynamic_extents, strided>> apply_transformation(void const* function,
                                                                      layout<dynamic_extents, strided> const& l) {
  auto const out = transform_layout(l, *static_cast<F const*>(function));
  return {convert_layout<layout<dynamic_extents, strided>>(out.layout), out.offset};
}

/// Returns the window of an expression that a transformation makes. The transformation is applied to the leaves: a
/// transposed expression is an expression of transposed operands.
WEFT_API program_ref window_of_program(program_ref const& whole, erased_transformation const& f);
/// Writes the element at an index to out. Axes of extent 1 repeat.
WEFT_API void program_element(program_ref const& program, index_t const* index, void* out);
/// Calls a listener for all memory that an expression reads.
WEFT_API void list_program(program_part const& part, memory_listener const& listener);

} // namespace detail

/// An expression that is decided at run time, as a leaf of other expressions.
template <class T, class Extents>
struct virtual_leaf : expression<virtual_leaf<T, Extents>> {
  using weft_node = void;
  using value_type = T;
  using extents_type = Extents;
  using layout_type = layout<Extents, dense<row_major>>; ///< the layout of the row-major numbers of elements
  static constexpr int static_rank = Extents::static_rank;
  static constexpr bool is_deferred = true;
  static constexpr bool computes_elements = true;

  detail::program_ref program;
  [[no_unique_address]] Extents shape_;

  WEFT_INLINE virtual_leaf(detail::program_ref p, Extents const& e)
      : program(static_cast<detail::program_ref&&>(p)), shape_(e) {}
  WEFT_COPIED(virtual_leaf);
  [[nodiscard]] WEFT_INLINE Extents const& extents() const { return shape_; }
  /// Returns the element at `index`. Deferred operands are evaluated for it.
  [[nodiscard]] WEFT_FN T element(index_t const* index) const {
    T value{};
    detail::program_element(program, index, &value);
    return value;
  }
  template <class R>
  WEFT_FN void reads(R const& r) const {
    if constexpr (requires { r.listener(); })
      detail::list_program(*program, r.listener());
  }
};

namespace detail {

/// True if E contains an expression that is decided at run time. Operands of deferred operations do not count.
template <class E>
inline constexpr bool holds_virtual = false;
template <class T, class Extents>
inline constexpr bool holds_virtual<virtual_leaf<T, Extents>> = true;
template <class F, class... C>
inline constexpr bool holds_virtual<node<F, C...>> = (holds_virtual<C> || ...);

// If an expression becomes part of a program, its leaves that are decided at run time, and its deferred operands, are
// slots.
template <class T, class Extents>
struct core_type<virtual_leaf<T, Extents>> : leaf_core<virtual_leaf<T, Extents>, leaf_slot<slot<T>>> {};
template <class F, class L, class... C>
struct core_type<deferred<F, L, C...>> : leaf_core<deferred<F, L, C...>, leaf_slot<slot<typename F::value_type>>> {};

template <class T, class Extents, class F>
WEFT_INLINE auto window_of_leaf(virtual_leaf<T, Extents> const& e, F const& f) {
  using made = transformed_t<typename virtual_leaf<T, Extents>::layout_type, F>;
  auto const out = transform_layout(typename virtual_leaf<T, Extents>::layout_type(e.extents()), f).layout.extents();
  using extents_type = typename made::extents_type;
  return virtual_leaf<T, extents_type>(window_of_program(e.program, {&f, &apply_transformation<F>}), out);
}

} // namespace detail
} // namespace weft
