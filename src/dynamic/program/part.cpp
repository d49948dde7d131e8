#include "dynamic/program/part.hpp"
#include "dynamic/program/program.hpp"
#include "loop/limits.hpp"
#include "run/spare_memory.hpp"
#include "run/system.hpp"

#include <algorithm>
#include <cstring>

namespace weft::detail {

namespace {

/// Memory of destroyed parts, which the next parts of the thread reuse, because most statements make and destroy some.
/// Without it, allocation took 420 of the 1 700 instructions of `any_expr<double> e = x + y; r = e` for four elements.
struct idle_parts {
  static constexpr int most = 32;
  static constexpr std::size_t bytes = 512; ///< a part of more bytes gets an allocation of its own
  static bool serve(std::size_t size) { return !is_sanitized && size <= bytes; }
  int count = 0, room = 0; ///< room: 0 before the thread's first part, and after its last
  void* idle[most]{};
};
constinit thread_local idle_parts parts_of_thread;

/// Lets the list of a thread hold parts, and frees them at the end of the thread. The list itself has no constructor
/// and no destructor, so that its use needs no check.
struct idle_parts_opened {
  idle_parts_opened() { parts_of_thread.room = idle_parts::most; }
  ~idle_parts_opened() {
    parts_of_thread.room = 0;
    while (parts_of_thread.count != 0)
      ::operator delete(parts_of_thread.idle[--parts_of_thread.count]);
  }
};
[[gnu::noinline]] void* new_part() {
  thread_local idle_parts_opened const opened;
  return ::operator new(idle_parts::bytes);
}

} // namespace

void* program_part::operator new(std::size_t size) {
  if (!idle_parts::serve(size))
    return ::operator new(size);
  idle_parts& parts = parts_of_thread;
  return parts.count != 0 ? parts.idle[--parts.count] : new_part();
}
void program_part::operator delete(void* part, std::size_t size) noexcept {
  idle_parts& parts = parts_of_thread;
  if (idle_parts::serve(size) && parts.count < parts.room)
    parts.idle[parts.count++] = part;
  else
    ::operator delete(part);
}

void program_part::destroy(program const* p) noexcept {
  delete p;
}

void program_ref::retain(program_part const* p) noexcept {
  p->owners.add();
}

namespace {

/// Parts without an owner. They are destroyed in a loop, not by recursion: an operand that a destructor releases is
/// destroyed after that destructor has returned.
struct dead_parts {
  program_part const* first = nullptr;
  bool busy = false;

  void add(program_part const* p) {
    p->next_dead = first;
    first = p;
  }
  /// Releases the operands of a call, and adds those operands to the list that have no owner left. release() would do
  /// the same, but would test `busy` for each operand, and most parts are operands.
  void add_operands(program_part const& part) {
    if (part.kind != part_kind::call)
      return;
    auto& operands = const_cast<part_operands&>(call_of(part).operands);
    program_ref* operand = operands.begin();
    for (int k = operands.size(); k > 0; --k, ++operand)
      if (program_part const* const p = operand->yield(); p->owners.remove())
        add(p);
  }
  void destroy() {
    busy = true;
    while (program_part const* const part = first) {
      first = part->next_dead;
      add_operands(*part);
      delete part;
    }
    busy = false;
  }
};
constinit thread_local dead_parts dead_of_thread;

} // namespace

void program_ref::release(program_part const* p) noexcept {
  if (!p->owners.remove())
    return;
  dead_parts& dead = dead_of_thread;
  dead.add(p);
  if (!dead.busy)
    dead.destroy();
}

program_ref kept_part::share() const {
  program_part const* const part = part_.load(std::memory_order_acquire);
  if (part != nullptr)
    part->owners.add();
  return program_ref(part);
}
void kept_part::keep(program_ref const& part) const noexcept {
  program_part const* none = nullptr;
  program_ref mine = part;
  if (part_.compare_exchange_strong(none, mine.get(), std::memory_order_acq_rel))
    mine.yield();
}

constant_part_of::constant_part_of(dtype t, void const* value, dynamic_extents const& s)
    : program_part(part_kind::constant, t, s) {
  std::memcpy(bytes, value, item_size(t));
}

namespace {

std::shared_ptr<void const> shared_object(erased_object const& e) {
  return {e.object, e.destroy};
}

program_ref shared_part(std::unique_ptr<program_part> part) {
  return program_ref(part.release());
}

program_ref same_part(program_part const& p) {
  p.owners.add();
  return program_ref(&p);
}

/// Returns a copy of a leaf with another layout.
std::unique_ptr<leaf_part> leaf_at(leaf_part const& from, layout<dynamic_extents, strided> const& place) {
  auto made = std::make_unique<leaf_part>(from.kind, from.type, place, from.keep);
  made->position = from.position;
  made->operand = from.operand;
  made->object = from.object;
  made->deferred = from.deferred;
  made->has_deferred = from.has_deferred;
  return made;
}

/// Returns the expression with each leaf replaced by leaf(part), and each constant by constant(part). Calls get the
/// shape shape(call). A part that several others share is replaced once.
template <class Leaf, class Constant, class Shape>
program_ref rebuilt(program_part const& root, Leaf const& leaf, Constant const& constant, Shape const& shape) {
  part_table<program_ref> made;
  auto const remade = [&](program_part const& part) {
    if (part.kind == part_kind::constant)
      return constant(constant_of(part));
    if (part.kind != part_kind::call)
      return leaf(leaf_of(part));
    call_part_of const& call = call_of(part);
    return called(call.call, call.core_object, call.operands.size(), shape(call),
                  [&](int k) { return *made.find(call.operands[k].get()); });
  };
  read_in_order(
      root, [&](program_part const* part) { return made.find(part) != nullptr; },
      [&](program_part const* part) { made.add(part, remade(*part)); });
  return *made.find(&root);
}

layout<dynamic_extents, strided> dense_place(dynamic_extents const& shape) {
  return {shape, layout<dynamic_extents, dense<row_major>>(shape).strides()};
}

/// Returns the layout of a part broadcast to the shape of the whole expression.
layout<dynamic_extents, strided> broadcast_place(layout<dynamic_extents, strided> const& place,
                                                 dynamic_extents const& whole) {
  return transform_layout(place, broadcaster<dynamic_extents>{whole}).layout;
}

} // namespace

program_ref memory_part(dtype type, index_t position, layout<dynamic_extents, strided> const& place,
                        storage_ref const& keep) {
  auto made = std::make_unique<leaf_part>(part_kind::memory, type, place, keep);
  made->position = position;
  made->operand.size = made->size();
  return shared_part(std::move(made));
}

program_ref constant_part(dtype type, void const* value, dynamic_extents const& shape) {
  return shared_part(std::make_unique<constant_part_of>(type, value, shape));
}

program_ref generator_part(dtype type, operand_kind const& kind, erased_object generator, index_t first,
                           layout<dynamic_extents, strided> const& place) {
  auto object = shared_object(generator);
  auto made = std::make_unique<leaf_part>(part_kind::generator, type, place);
  made->position = first;
  made->operand = kind;
  made->object = std::move(object);
  return shared_part(std::move(made));
}

program_ref deferred_part(dtype type, deferred_kind const& kind, erased_object operand,
                          layout<dynamic_extents, strided> const& place) {
  auto object = shared_object(operand);
  auto made = std::make_unique<leaf_part>(part_kind::deferred, type, place);
  made->operand.size = made->size();
  made->object = std::move(object);
  made->deferred = &kind;
  made->has_deferred = true;
  return shared_part(std::move(made));
}

program_ref call_part(call_kind const& kind, erased_object core, program_ref* operands, int count,
                      dynamic_extents const& shape) {
  return called(kind, shared_object(core), count, shape, [&](int k) { return std::move(operands[k]); });
}

program_ref operation_part(int operation, dtype type, program_ref* operands, int count, dynamic_extents const& shape) {
  return called(find_kernel(operation, type), nullptr, count, shape, [&](int k) { return std::move(operands[k]); });
}

program_ref window_of_program(program_ref const& whole, erased_transformation const& f) {
  dynamic_extents const& shape = (*whole).shape;
  dynamic_extents const window = f.apply(f.function, dense_place(shape)).layout.extents();
  return rebuilt(
      *whole,
      [&](leaf_part const& leaf) {
        auto const out = f.apply(f.function, broadcast_place(leaf.place(), shape));
        auto made = leaf_at(leaf, out.layout);
        made->position += out.offset * (leaf.kind == part_kind::generator ? 1 : leaf.size());
        return shared_part(std::move(made));
      },
      [&](constant_part_of const& c) { return constant_part(c.type, c.bytes, window); },
      [&](call_part_of const&) { return window; });
}

namespace {

/// Counts the programs that run inside each other in this thread, because a deferred part of one program runs the next.
/// Throws error if they are too many.
class nesting {
public:
  nesting() {
    if (depth == limits::nested_programs ||
        (depth >= limits::programs_on_any_stack && stack_left() < limits::stack_of_a_program))
      throw_error("any_expr", "too many results that are each computed from the one before: own(e) computes those "
                              "that an expression holds");
    ++depth;
  }
  nesting(nesting const&) = delete;
  nesting& operator=(nesting const&) = delete;
  ~nesting() { --depth; }

private:
  static thread_local int depth;
};
thread_local int nesting::depth = 0;

} // namespace

namespace {

void list_leaf(leaf_part const& leaf, memory_listener const& listener) {
  if (leaf.kind == part_kind::deferred)
    return leaf.deferred->list(leaf.object.get(), listener);
  if (leaf.kind == part_kind::generator) {
    if (leaf.operand.list != nullptr)
      leaf.operand.list(leaf.object.get(), listener);
    return;
  }
  dynamic_extents strides = leaf.strides;
  for (int k = 0; k < strides.rank(); ++k)
    strides.set(k, leaf.shape.entry(k) > 1 ? strides.entry(k) * leaf.size() : 0);
  listener.tell(listener.to, {leaf.position, leaf.size(), leaf.shape.rank(), leaf.shape.values(), strides.values()},
                leaf.keep.watched().ticket());
}

} // namespace

void list_program(program_part const& root, memory_listener const& listener) {
  nesting const inside;
  part_table<bool> seen;
  read_in_order(
      root, [&](program_part const* part) { return seen.find(part) != nullptr; },
      [&](program_part const* part) {
        seen.add(part, true);
        if (is_leaf(*part))
          list_leaf(leaf_of(*part), listener);
      });
}

bool lies_in_memory(program_part const& program, index_t* position, index_t* steps, int operands) {
  if (program.kind != part_kind::memory)
    return false;
  leaf_part const& leaf = leaf_of(program);
  check_life(leaf.keep, "assignment");
  *position = leaf.position;
  for (int k = 0; k < leaf.shape.rank(); ++k)
    steps[k * operands] = leaf.shape.entry(k) == 1 ? 0 : leaf.strides.entry(k) * leaf.size();
  return true;
}

program_ref evaluated_program(program_ref const& program, session& s) {
  if (!(*program).has_deferred)
    return program;
  nesting const inside;
  auto const evaluated = [&](leaf_part const& leaf) {
    if (leaf.kind != part_kind::deferred)
      return same_part(leaf);
    evaluated_operand const found = leaf.deferred->evaluate(leaf.object.get(), s);
    return memory_part(leaf.type, found.position + leaf.position, leaf.place(), storage_ref::adopt(found.memory));
  };
  if ((*program).kind == part_kind::deferred)
    return evaluated(leaf_of(*program));
  return rebuilt(
      *program, evaluated, [](constant_part_of const& c) { return same_part(c); },
      [](call_part_of const& call) { return call.shape; });
}

program_ref owned_program(program_ref const& program) {
  session s;
  program_ref const ready = evaluated_program(program, s);
  return rebuilt(
      *ready,
      [&](leaf_part const& leaf) {
        if (leaf.kind == part_kind::generator && leaf.operand.list == nullptr)
          return same_part(leaf);
        auto const place = dense_place(leaf.shape);
        index_t const count = checked_count(leaf.shape, "own");
        storage_ref memory =
            storage_ref::adopt(allocate_block(count, static_cast<std::size_t>(leaf.size()), false, nullptr));
        index_t const position = reinterpret_cast<index_t>(block_data(memory.get()));
        program_ref made = memory_part(leaf.type, position, place, memory);
        index_t steps[max_rank];
        write_row_major_steps(steps, place.rank(), leaf.shape.values(), leaf.size());
        run_program(same_part(leaf), {position, leaf.size(), place.rank(), leaf.shape.values(), steps}, s);
        return made;
      },
      [](constant_part_of const& c) { return same_part(c); }, [](call_part_of const& call) { return call.shape; });
}

} // namespace weft::detail
