#include "dynamic/program/copying.hpp"
#include "dynamic/program/program.hpp"
#include "loop/limits.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory_resource>
#include <tuple>
#include <unordered_map>

// From the parts of an expression to steps: equal parts are computed once, constants are folded, registers are used
// again.
namespace weft::detail {

namespace {

thread_local index_t compared = 0;

/// -1, 0 or 1, as the values of a part come before, with or behind those of another one in a list without equal ones.
int order_of(leaf_part const& a, leaf_part const& b) {
  const auto key = [](leaf_part const& p) {
    return std::tuple(p.kind, p.type, p.position, reinterpret_cast<std::uintptr_t>(p.object.get()),
                      p.keep.watched().ticket(), p.shape.rank(), p.strides.rank());
  };
  const auto first = key(a), second = key(b);
  if (first != second)
    return first < second ? -1 : 1;
  const auto order = [](dynamic_extents const& x, dynamic_extents const& y) {
    for (int k = 0; k < x.rank(); ++k)
      if (x.entry(k) != y.entry(k))
        return x.entry(k) < y.entry(k) ? -1 : 1;
    return 0;
  };
  const int by_shape = order(a.shape, b.shape);
  return by_shape != 0 ? by_shape : order(a.strides, b.strides);
}
int order_of(constant_part_of const& a, constant_part_of const& b) {
  return a.type != b.type ? (a.type < b.type ? -1 : 1) : std::memcmp(a.bytes, b.bytes, item_size(a.type));
}

struct by_values {
  template <class Part>
  bool operator()(Part const* a, Part const* b) const {
    ++compared;
    return a != b && order_of(*a, *b) < 0;
  }
};

} // namespace

class program_maker {
public:
  explicit program_maker(program& p) : p_(p) {}

  void make() {
    for (program_part const* part : parts_in_order(p_.root_, room_))
      places_[part] = place_of(*part);
    join_steps();
    program_part const& root = p_.root_;
    if (root.kind == part_kind::call && p_.steps_.empty())
      return finish_constant();
    if (p_.steps_.empty())
      return finish_leaf();
    if (p_.steps_.size() == 1 && is_alone(p_.steps_[0]))
      return finish_alone(*p_.steps_[0].call);
    finish_steps();
  }

private:
  using source = program_place::source;
  using operand_places = std::pmr::vector<program_place>;

  program_place place_of(program_part const& part) {
    if (part.kind == part_kind::constant)
      return {source::constant, number_of(p_.constants_, constants_, constant_of(part))};
    if (part.kind == part_kind::slot)
      return {source::operand, static_cast<slot_part const&>(part).number};
    if (part.kind != part_kind::call)
      return {source::operand, 1 + number_of(p_.leaves_, leaves_, leaf_of(part))};
    call_part_of const& call = call_of(part);
    operand_places operands(&memory());
    operands.reserve(call.operands.size());
    for (program_ref const& operand : call.operands)
      operands.push_back(places_[operand.get()]);
    if (call.call.size != 0 && std::all_of(operands.begin(), operands.end(), is_constant))
      return folded(call, operands);
    return step_of(call, operands);
  }

  static bool is_constant(program_place const& p) { return p.from == source::constant; }

  template <class Part>
  using numbers = std::pmr::map<Part const*, int, by_values>;
  /// The number of a leaf, or a constant, in the list of those that differ. Formulas come from input files, so it is
  /// found in a tree, whose steps no text can make more than the logarithm of the list's length.
  template <class Part>
  static int number_of(std::vector<Part const*>& list, numbers<Part>& numbers, Part const& part) {
    auto const [place, is_new] = numbers.try_emplace(&part, static_cast<int>(list.size()));
    if (is_new)
      list.push_back(&part);
    return place->second;
  }

  program_place folded(call_part_of const& call, operand_places const& operands) {
    alignas(16) std::byte value[16];
    std::pmr::vector<index_t> position({reinterpret_cast<index_t>(value)}, &memory());
    for (program_place const& p : operands)
      position.push_back(reinterpret_cast<index_t>(p_.constants_[static_cast<std::size_t>(p.index)]->bytes));
    try {
      run_once(*call.call.kernel, call.core_object.get(), position.data());
    } catch (...) { // a refused value: it is thrown where elements are computed, if there are any
      return step_of(call, operands);
    }
    p_.made_.push_back(constant_part(call.type, value, call.shape));
    return {source::constant, number_of(p_.constants_, constants_, constant_of(*p_.made_.back()))};
  }

  static std::size_t hash_of(call_part_of const& call, operand_places const& operands) {
    std::uint64_t hash = std::hash<map_kind const*>()(call.call.kernel);
    for (program_place const& p : operands) // with a small factor, sums of many pairs would have one hash
      hash =
          0x9E3779B97F4A7C15u * (hash + 4 * static_cast<std::uint64_t>(p.index) + static_cast<std::uint64_t>(p.from));
    return static_cast<std::size_t>(hash);
  }
  /// A step computes a register of its own at first.
  program_place step_of(call_part_of const& call, operand_places const& operands) {
    auto& same = steps_by_hash_[hash_of(call, operands)];
    for (int k : same) {
      ++compared;
      program_step const& step = p_.steps_[static_cast<std::size_t>(k)];
      if (call.computes_as(*step.call) &&
          std::equal(operands.begin(), operands.end(), p_.places_.begin() + step.first + 1))
        return p_.places_[static_cast<std::size_t>(step.first)];
    }
    same.push_back(static_cast<int>(p_.steps_.size()));
    const program_place result{source::reg, static_cast<int>(p_.steps_.size())};
    p_.steps_.push_back({&call, static_cast<int>(p_.places_.size()), 1 + static_cast<int>(operands.size())});
    p_.places_.push_back(result);
    p_.places_.insert(p_.places_.end(), operands.begin(), operands.end());
    return result;
  }

  program_step* step_at(program_place const& p) {
    return p.from == source::reg ? &p_.steps_[static_cast<std::size_t>(p.index)] : nullptr;
  }
  program_place place_at(program_step const& step, int i) const { return p_.places_[step.place(i)]; }

  /// Steps of arithmetic go into the one that alone reads their results.
  void join_steps() {
    std::pmr::vector<int> readers(p_.steps_.size(), 0, &memory());
    for (program_step const& step : p_.steps_)
      for (int i = 1; i < step.count; ++i)
        if (const program_place p = place_at(step, i); p.from == source::reg)
          ++readers[static_cast<std::size_t>(p.index)];
    std::pmr::vector<bool> gone(p_.steps_.size(), false, &memory());
    for (program_step& step : p_.steps_)
      if (step.count == 3)
        join_step(step, readers, gone);
    drop_steps(gone);
  }
  void join_step(program_step& step, std::pmr::vector<int> const& readers, std::pmr::vector<bool>& gone) {
    call_kind const& outer = step.call->call;
    int joined[] = {-1, -1};
    for (int i = 0; i < 2; ++i) {
      const program_place p = place_at(step, 1 + i);
      if (program_step const* const from = step_at(p))
        if (from->call->call.operation < joined_operations && readers[static_cast<std::size_t>(p.index)] == 1 &&
            from->call->call.operands == outer.operands)
          joined[i] = from->call->call.operation;
    }
    compiled_kernel const& kernel = find_joined(outer.operation, joined[0], joined[1], outer.operands);
    if (kernel.kernel == nullptr)
      return;
    operand_places places({place_at(step, 0)}, &memory());
    std::vector<program_ref> operands;
    for (int i = 0; i < 2; ++i) {
      const program_place p = place_at(step, 1 + i);
      if (joined[i] < 0) {
        places.push_back(p);
        operands.push_back(step.call->operands[static_cast<std::size_t>(i)]);
        continue;
      }
      program_step const& from = *step_at(p);
      for (int k = 0; k < 2; ++k) {
        places.push_back(place_at(from, 1 + k));
        operands.push_back(from.call->operands[static_cast<std::size_t>(k)]);
      }
      gone[static_cast<std::size_t>(p.index)] = true;
    }
    p_.made_.push_back(called(kind_of(kernel, -1, outer.operands), no_core(), std::move(operands), step.call->shape));
    step = {&call_of(*p_.made_.back()), static_cast<int>(p_.places_.size()), static_cast<int>(places.size())};
    p_.places_.insert(p_.places_.end(), places.begin(), places.end());
  }
  /// Registers have the numbers of the steps that are left, and places those of their steps.
  void drop_steps(std::pmr::vector<bool> const& gone) {
    if (std::find(gone.begin(), gone.end(), true) == gone.end())
      return;
    std::pmr::vector<int> number(gone.size(), -1, &memory());
    std::vector<program_step> steps;
    std::vector<program_place> places;
    for (std::size_t k = 0; k < gone.size(); ++k) {
      if (gone[k])
        continue;
      number[k] = static_cast<int>(steps.size());
      program_step step = p_.steps_[k];
      auto const from = p_.places_.begin() + step.first;
      step.first = static_cast<int>(places.size());
      places.insert(places.end(), from, from + step.count);
      steps.push_back(step);
    }
    const auto renumber = [&](program_place& p) {
      if (p.from == source::reg)
        p.index = number[static_cast<std::size_t>(p.index)];
    };
    std::for_each(places.begin(), places.end(), renumber);
    renumber(places_[&p_.root_]);
    p_.steps_ = std::move(steps);
    p_.places_ = std::move(places);
  }

  // What a program is at last.

  void finish_constant() {
    const program_place p = places_[&p_.root_];
    only_copies(p_.constants_[static_cast<std::size_t>(p.index)]);
  }
  void finish_leaf() {
    if (p_.root_.kind == part_kind::constant)
      only_copies(&constant_of(p_.root_));
    else
      only_copies(nullptr);
  }
  /// A leaf, or a constant, which then is memory that repeats along all axes.
  void only_copies(constant_part_of const* constant) {
    if (constant != nullptr) {
      index_t const position = reinterpret_cast<index_t>(constant->bytes);
      p_.made_.push_back(
          memory_part(constant->type, position, {dynamic_extents(0), dynamic_extents(0)}, storage_ref()));
      const_cast<leaf_part&>(leaf_of(*p_.made_.back())).operand.fresh = true;
      p_.leaves_ = {&leaf_of(*p_.made_.back())};
    }
    p_.kind_ = copying(p_.root_.size());
    p_.core_ = &p_; // which kernels of copies do not look into: it has no members that they know
  }

  /// True if the kernel of a step may run alone: it reads leaves, in the order in which it has them, or all slots in
  /// theirs.
  bool is_alone(program_step const& step) const {
    for (int i = 1; i < step.count; ++i)
      if (p_.slots_ != 0 ? place_at(step, i) != program_place{source::operand, i}
                         : !is_leaf(*step.call->operands[static_cast<std::size_t>(i - 1)]))
        return false;
    return p_.slots_ == 0 || step.count == 1 + p_.slots_;
  }
  void finish_alone(call_part_of const& call) {
    p_.leaves_.clear();
    if (p_.slots_ == 0)
      for (program_ref const& operand : call.operands)
        p_.leaves_.push_back(&leaf_of(*operand));
    p_.kind_ = *call.call.kernel;
    p_.core_ = call.core_object.get();
  }

  void finish_steps() {
    // The last step computes what is wanted, and writes the target.
    const program_place root = places_[&p_.root_];
    for (program_place& p : p_.places_)
      if (p == root)
        p = {source::operand, 0};
    share_registers();
    index_t of_element = 0, widest = p_.root_.size();
    for (index_t bytes : p_.register_bytes_) {
      of_element += bytes;
      widest = std::max(widest, bytes);
    }
    p_.piece_ = limits::program_register / widest;
    while (p_.piece_ > limits::least_block && p_.piece_ * of_element > limits::program_registers)
      p_.piece_ /= 2;
    p_.kind_.operands = 1 + p_.slots_ + static_cast<int>(p_.leaves_.size());
    p_.kind_.variants = 1;
    p_.kind_.bytewise = true;
    for (program_step const& step : p_.steps_) {
      p_.kind_.operations += step.call->call.kernel->operations;
      p_.kind_.cost += step.call->call.kernel->cost;
    }
    p_.kind_.variant[0] = {~0u, {{&program::run_block, &program::run_block, &program::run_block}}};
    p_.core_ = &p_;
  }

  /// A register is free for the steps after the last one that reads it. Not for that step itself: a kernel of several
  /// operations may write its result before it has read all its operands.
  void share_registers() {
    std::pmr::vector<int> last(p_.steps_.size(), -1, &memory());
    for (std::size_t k = 0; k < p_.steps_.size(); ++k)
      for (int i = 1; i < p_.steps_[k].count; ++i)
        if (program_place const& p = place(k, i); p.from == source::reg)
          last[static_cast<std::size_t>(p.index)] = static_cast<int>(k);
    std::pmr::vector<std::pmr::vector<std::size_t>> dying(p_.steps_.size(), &memory());
    for (std::size_t k = 0; k < last.size(); ++k)
      if (last[k] >= 0)
        dying[static_cast<std::size_t>(last[k])].push_back(k);
    std::pmr::vector<int> given(p_.steps_.size(), -1, &memory());
    std::pmr::map<index_t, std::pmr::vector<int>> idle(&memory()); // by bytes of an element
    for (std::size_t k = 0; k < p_.steps_.size(); ++k) {
      for (int i = 1; i < p_.steps_[k].count; ++i)
        if (program_place& p = place(k, i); p.from == source::reg)
          p.index = given[static_cast<std::size_t>(p.index)];
      if (program_place& result = place(k, 0); result.from == source::reg) {
        index_t const bytes = p_.steps_[k].call->size();
        auto& free = idle[bytes];
        if (free.empty()) {
          free.push_back(static_cast<int>(p_.register_bytes_.size()));
          p_.register_bytes_.push_back(bytes);
        }
        result.index = given[k] = free.back();
        free.pop_back();
      }
      for (std::size_t j : dying[k])
        idle[p_.steps_[j].call->size()].push_back(given[j]);
    }
  }
  program_place& place(std::size_t step, int i) { return p_.places_[p_.steps_[step].place(i)]; }

  std::pmr::memory_resource& memory() { return room_; }

  program& p_;
  part_room room_;
  std::pmr::unordered_map<program_part const*, program_place> places_{&memory()};
  numbers<leaf_part> leaves_{&memory()};
  numbers<constant_part_of> constants_{&memory()};
  /// A program may have tens of thousands of steps.
  std::pmr::unordered_map<std::size_t, std::pmr::vector<int>> steps_by_hash_{&memory()};
};

program::program(program_part const& root, int slots) : root_(root), slots_(slots) {
  program_maker(*this).make();
}

index_t parts_compared() {
  return compared;
}

program const& program_of(program_part const& root) {
  program const* made = root.made.load(std::memory_order_acquire);
  if (made != nullptr)
    return *made;
  auto mine = std::make_unique<program const>(root);
  if (root.made.compare_exchange_strong(made, mine.get(), std::memory_order_acq_rel))
    return *mine.release();
  return *made; // another thread was faster
}

} // namespace weft::detail
