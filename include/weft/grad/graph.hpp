#pragma once
#ifdef WEFT_WITHOUT_GRAD
#error "weft: this library was built without the component grad: -DWEFT_COMPONENTS=all, or a list with grad"
#endif
#include <weft/layout/layout.hpp>
#include <weft/memory/elements.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

// The graph that a program records: values, and the nodes that made them. A node knows its operands and hands a
// gradient on to them; the types that derive from it know the operations (grad/statement.hpp). Nothing here computes.
namespace weft::detail {

class graph_node;

/// A function of the program that is called with a gradient when all of it has come in. The type that derives from this
/// one has the function.
struct gradient_hook {
  void (*call)(gradient_hook& self, void* gradient);
  void (*destroy)(gradient_hook* self) noexcept;
  gradient_hook* next = nullptr;
};

/// A tensor in a graph: its elements, the node that made them, and the gradient that has come in so far. Shared by
/// variables and by the statements that read it; the last one frees it.
class graph_value {
public:
  /// Adds `count` elements.
  using add_elements = void (*)(void* to, void const* from, index_t count);

  WEFT_API graph_value(storage_ref memory, index_t count, std::size_t element_size, add_elements add) noexcept;
  graph_value(graph_value const&) = delete;
  graph_value& operator=(graph_value const&) = delete;

  [[nodiscard]] WEFT_INLINE void* data() const { return block_data(memory.get()); }
  /// True if a gradient by it can be asked for.
  [[nodiscard]] WEFT_INLINE bool is_followed() const { return maker != nullptr || is_variable; }
  /// True if the gradients that this thread computes need the gradient by this value.
  [[nodiscard]] WEFT_API bool is_asked_for() const;

  storage_ref memory;
  index_t count;                  ///< of elements
  graph_node* maker = nullptr;    ///< owned
  bool is_variable = false;       ///< made by the program; its gradient stays
  std::uint64_t version = 0;      ///< how often its elements were written
  storage_ref gradient;           ///< of backward(), summed
  storage_ref incoming;           ///< while gradients are computed
  gradient_hook* hooks = nullptr; ///< owned

  /// Room for the gradient that comes in, with elements of the value's type; new room is zero if `zeroed`.
  WEFT_API void* room_for_incoming(bool zeroed);
  /// Calls the hooks with the gradient that has come in, in the order in which they were added.
  WEFT_API void call_hooks();
  WEFT_API void add_hook(gradient_hook* hook) noexcept;
  /// Adds the incoming gradient to the gradient that stays.
  WEFT_API void keep_incoming();

  WEFT_INLINE void retain() noexcept { owners_.fetch_add(1, std::memory_order_relaxed); }
  /// Gives up a share. Values without an owner are freed one after the other, because a graph may be as deep as memory
  /// is large.
  WEFT_API void release() noexcept;

private:
  WEFT_API ~graph_value();

  std::atomic<std::int64_t> owners_{1};
  std::size_t element_size_;
  add_elements add_;
  graph_value* next_dead_ = nullptr;
};

/// A share in a value of a graph, by which a leaf keeps its memory.
class graph_ref {
public:
  /// Leaves that have one are followed: see is_followed in expr/deferred.hpp.
  static constexpr bool is_followed = true;

  WEFT_INLINE graph_ref() noexcept = default;
  /// Takes over the one share that the caller has.
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

  // A loop asks the owner of the memory that it reads for a watch on its life; memory of the graph outlives the loop.
  [[nodiscard]] WEFT_INLINE constexpr watch_ref watched() const noexcept { return {}; }
  WEFT_INLINE constexpr void check(char const*) const noexcept {}

private:
  graph_value* value_ = nullptr;
};

/// Values that somebody else owns.
struct value_list {
  graph_value* const* first = nullptr;
  int count = 0;
  [[nodiscard]] WEFT_INLINE graph_value* const* begin() const { return first; }
  [[nodiscard]] WEFT_INLINE graph_value* const* end() const { return first + count; }
};

/// The node of one statement, or of one deferred operand in it. The type that derives from it has the operands, and
/// passes the functions that use them to this one. No virtual functions: builds with other flags would share their
/// tables.
class graph_node {
public:
  struct functions {
    void (*hand_on)(graph_node& node, graph_value const& made); ///< adds to the incoming gradients of the inputs
    void (*give_up)(graph_node& node) noexcept;                 ///< the inputs
    void (*destroy)(graph_node* node) noexcept;
  };
  WEFT_API graph_node(char const* operation, functions const& how) noexcept;
  graph_node(graph_node const&) = delete;
  graph_node& operator=(graph_node const&) = delete;

  functions const& how;
  char const* operation;
  std::uint64_t number; ///< larger than the number of each node that it depends on
  value_list inputs;    ///< the values it was computed from; none once it has given them up
  bool spent = false, waits = false;

protected:
  WEFT_API ~graph_node();
};

/// How a gradient is computed.
struct gradient_request {
  value_list wanted;         ///< the values whose gradient is asked for
  bool retain = false;       ///< the graph is used again
  bool selected = false;     ///< of `wanted` only, for the caller; else of all variables of the program, where it stays
  std::uint64_t outside = 0; ///< nodes up to this number belong to another graph
};

/// Drops the incoming gradient of a value if it is left by an exception.
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

/// Hands the incoming gradient of `root` on to all values that it depends on, each node once, the latest first.
WEFT_API void hand_back(graph_value& root, gradient_request const& request);

/// While it lives, statements are recorded, even in a no_grad_scope, as a graph of their own. A node of another graph
/// uses it while it hands on its gradient, because its values are computed once more.
class graph_again {
public:
  WEFT_API graph_again() noexcept;
  graph_again(graph_again const&) = delete;
  graph_again& operator=(graph_again const&) = delete;
  WEFT_API ~graph_again();
  /// Hands on the gradient that has come in at `root`. Gradients that reach `inputs` stay there; other variables of the
  /// program get theirs as in a graph of its own. Throws error for a variable that a statement outside made.
  WEFT_API void hand_back(graph_value& root, value_list inputs) const;

private:
  std::uint64_t before_; ///< the number of the last node outside
  int scopes_;
};

/// False inside a no_grad_scope of this thread.
WEFT_API bool records_graph() noexcept;
WEFT_API [[noreturn]] void throw_changed(char const* operation);
WEFT_API [[noreturn]] void throw_no_gradient();
WEFT_API [[noreturn]] void throw_no_elements();
WEFT_API [[noreturn]] void throw_made();

} // namespace weft::detail

namespace weft::grad {

/// While it lives, statements of this thread over variables compute and are not recorded.
class [[nodiscard]] no_grad_scope {
public:
  WEFT_API no_grad_scope() noexcept;
  WEFT_API ~no_grad_scope();
  no_grad_scope(no_grad_scope const&) = delete;
  no_grad_scope& operator=(no_grad_scope const&) = delete;
};

/// Nodes that live now, in all threads.
[[nodiscard]] WEFT_API index_t count_nodes() noexcept;

} // namespace weft::grad
