#pragma once
#ifdef WEFT_WITHOUT_GRAD
#error "weft: this library was built without the component grad: -DWEFT_COMPONENTS=all, or a list with grad"
#endif
#include <weft/layout/layout.hpp>
#include <weft/memory/elements.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

// The graph that a program records: values, and the nodes that made them. A node has its operands and hands a gradient
// on to them. Types that derive from graph_node have the operations (grad/statement.hpp), so nothing here computes
// elements.
namespace weft::detail {

class graph_node;

/// A function of the program that is called with the gradient of a value once the gradient is complete. A derived type
/// holds the function.
struct gradient_hook {
  void (*call)(gradient_hook& self, void* gradient);
  void (*destroy)(gradient_hook* self) noexcept;
  gradient_hook* next = nullptr;
};

/// A tensor in a graph: its elements, the node that made them, and the sum of the gradients that have arrived.
/// Variables, and the statements that read it, share ownership of it.
class graph_value {
public:
  /// Adds `count` elements at `from` to the elements at `to`.
  using add_elements = void (*)(void* to, void const* from, index_t count);

  WEFT_API graph_value(storage_ref memory, index_t count, std::size_t element_size, add_elements add) noexcept;
  graph_value(graph_value const&) = delete;
  graph_value& operator=(graph_value const&) = delete;

  [[nodiscard]] WEFT_INLINE void* data() const { return block_data(memory.get()); }
  /// Returns true if a gradient by this value can be computed.
  [[nodiscard]] WEFT_INLINE bool is_followed() const { return maker != nullptr || is_variable; }
  /// Returns true if the gradients that this thread is computing need the gradient by this value.
  [[nodiscard]] WEFT_API bool is_asked_for() const;

  storage_ref memory;
  index_t count;                  ///< the number of elements
  graph_node* maker = nullptr;    ///< the node that made the value, which owns that node; null if none
  bool is_variable = false;       ///< the program made the value, not a statement; backward() stores its gradient
  std::uint64_t version = 0;      ///< how many times the elements were overwritten
  storage_ref gradient;           ///< the sum of the gradients of all backward(); null if there is none
  storage_ref incoming;           ///< the sum of incoming gradients while they are computed, else null
  gradient_hook* hooks = nullptr; ///< the first hook of the value, which owns all of them

  /// Returns the memory of the incoming gradient, with elements of the value's type. Allocates it if there is none yet;
  /// then it is zero if `zeroed`, else not initialised.
  WEFT_API void* room_for_incoming(bool zeroed);
  /// Calls the hooks with the incoming gradient, in the order in which they were added.
  WEFT_API void call_hooks();
  WEFT_API void add_hook(gradient_hook* hook) noexcept;
  /// Adds the incoming gradient to `gradient`, and drops it.
  WEFT_API void keep_incoming();

  WEFT_INLINE void retain() noexcept { owners_.fetch_add(1, std::memory_order_relaxed); }
  /// Drops one owner. Values without an owner are freed in a loop, not by recursion, because a graph may be too deep
  /// for the stack.
  WEFT_API void release() noexcept;

private:
  WEFT_API ~graph_value();

  std::atomic<std::int64_t> owners_{1};
  std::size_t element_size_;
  add_elements add_;
  graph_value* next_dead_ = nullptr;
};

/// An owner of a value of a graph. A leaf that has one shares ownership of its memory.
class graph_ref {
public:
  /// Marks leaves that hold a graph_ref as followed (expr/deferred.hpp).
  static constexpr bool is_followed = true;

  WEFT_INLINE graph_ref() noexcept = default;
  /// Takes over the ownership of the caller.
  WEFT_INLINE explicit graph_ref(graph_value* v) noexcept : value_(v) {}
  WEFT_INLINE graph_ref(graph_ref const& other) noexcept : value_(other.value_) {
    if (value_ != nullptr)
      value_->retain();
  }
  WEFT_INLINE graph_ref(graph_ref&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  WEFT_INLINE graph_ref& operator=(graph_ref other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  WEFT_INLINE ~graph_ref() {
    if (value_ != nullptr)
      value_->release();
  }
  [[nodiscard]] WEFT_INLINE graph_value* get() const noexcept { return value_; }
  WEFT_INLINE graph_value* operator->() const noexcept { return value_; }
  WEFT_INLINE graph_value& operator*() const noexcept { return *value_; }

  // A loop calls these functions to check that memory that it reads has not been freed. Memory of the graph outlives
  // the loop, so there is nothing to check.
  [[nodiscard]] WEFT_INLINE constexpr watch_ref watched() const noexcept { return {}; }
  WEFT_INLINE constexpr void check(char const*) const noexcept {}

private:
  graph_value* value_ = nullptr;
};

/// A list of values that it does not own.
struct value_list {
  graph_value* const* first = nullptr;
  int count = 0;
  [[nodiscard]] WEFT_INLINE graph_value* const* begin() const { return first; }
  [[nodiscard]] WEFT_INLINE graph_value* const* end() const { return first + count; }
};

/// The node of one statement, or of one deferred operand in it. A derived type has the operands, and passes functions
/// that use them to the constructor. There are no virtual functions, because object files that were compiled with
/// different flags would share one virtual table.
class graph_node {
public:
  struct functions {
    void (*hand_on)(graph_node& node, graph_value const& made); ///< adds to the incoming gradients of the inputs
    void (*give_up)(graph_node& node) noexcept;                 ///< frees the operands, and empties `inputs`
    void (*destroy)(graph_node* node) noexcept;
  };
  WEFT_API graph_node(char const* operation, functions const& how) noexcept;
  graph_node(graph_node const&) = delete;
  graph_node& operator=(graph_node const&) = delete;

  functions const& how;
  char const* operation;
  std::uint64_t number; ///< the number of this node, which is larger than that of each node that it depends on
  value_list inputs;    ///< the values that the node was computed from; empty after give_up
  bool spent = false, waits = false;

protected:
  WEFT_API ~graph_node();
};

/// The arguments of a computation of gradients.
struct gradient_request {
  value_list wanted;         ///< the values by which gradients are computed
  bool retain = false;       ///< true if the graph is kept for another call
  bool selected = false;     ///< only `wanted` get gradients, which the caller takes; else all variables store theirs
  std::uint64_t outside = 0; ///< nodes with numbers up to this one do not belong to this graph
};

/// Drops the incoming gradient of a value if an exception ends the scope.
class incoming_scope {
public:
  WEFT_API explicit incoming_scope(graph_value& v) noexcept;
  incoming_scope(incoming_scope const&) = delete;
  incoming_scope& operator=(incoming_scope const&) = delete;
  WEFT_API ~incoming_scope();

private:
  graph_value& value_;
  int exceptions_;
};

/// Computes the gradients of all values that `root` depends on from the incoming gradient of `root`. Visits each node
/// once, the latest first.
WEFT_API void hand_back(graph_value& root, gradient_request const& request);

/// While it lives, statements of this thread are recorded as a separate graph, even in a no_grad_scope. A node of an
/// outer graph, such as a checkpoint, uses it to compute its values again while it hands on its gradient.
class graph_again {
public:
  WEFT_API graph_again() noexcept;
  graph_again(graph_again const&) = delete;
  graph_again& operator=(graph_again const&) = delete;
  WEFT_API ~graph_again();
  /// Hands on the incoming gradient of `root`. Gradients that reach `inputs` stay there as incoming ones; gradients of
  /// other variables are passed to the outer computation. Throws error for a variable that the outer computation has
  /// made by a statement.
  WEFT_API void hand_back(graph_value& root, value_list inputs) const;

private:
  std::uint64_t before_; ///< the number of the last node of the outer graph
  int scopes_;
};

/// Returns false inside a no_grad_scope of this thread.
WEFT_API bool records_graph() noexcept;
WEFT_API [[noreturn]] void throw_changed(char const* operation);
WEFT_API [[noreturn]] void throw_no_gradient();
WEFT_API [[noreturn]] void throw_no_elements();
WEFT_API [[noreturn]] void throw_made();

} // namespace weft::detail

namespace weft::grad {

/// While it lives, statements of this thread over variables are computed, but not recorded.
class [[nodiscard]] no_grad_scope {
public:
  WEFT_API no_grad_scope() noexcept;
  WEFT_API ~no_grad_scope();
  no_grad_scope(no_grad_scope const&) = delete;
  no_grad_scope& operator=(no_grad_scope const&) = delete;
};

/// Returns the number of nodes that exist, in all threads.
[[nodiscard]] WEFT_API index_t count_nodes() noexcept;

} // namespace weft::grad
