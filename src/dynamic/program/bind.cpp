#include "dynamic/program/program.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

// From the parts of an expression to the sequence of its calls: equal parts are found, constants are folded.
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
int order_of(leaf_part const* a, leaf_part const* b) {
  return order_of(*a, *b);
}
template <class Constant>
int order_of(Constant const& a, Constant const& b) {
  return a.type != b.type ? (a.type < b.type ? -1 : 1) : std::memcmp(a.bytes, b.bytes, sizeof a.bytes);
}

/// Whether two may be equal, by what tells most of them apart.
bool may_equal(leaf_part const* a, leaf_part const* b) {
  return a->position == b->position;
}
template <class Constant>
bool may_equal(Constant const& a, Constant const& b) {
  return a.type == b.type;
}

/// Up to this many parts are compared one after the other. Formulas come from input files, so more are found in a tree,
/// whose steps no text can make more than the logarithm of its length.
constexpr std::size_t few_parts = 16;

struct by_values {
  template <class Part>
  bool operator()(Part const& a, Part const& b) const {
    ++compared;
    return order_of(a, b) < 0;
  }
};

/// The numbers of parts in a list of those that differ.
template <class Part>
class numbers {
public:
  template <class List>
  int number_of(List& list, Part const& part) {
    if (list.size() > few_parts)
      return number_in_tree(list, part);
    for (std::size_t k = 0; k < list.size(); ++k)
      if (++compared; may_equal(list[k], part) && order_of(list[k], part) == 0)
        return static_cast<int>(k);
    list.push_back(part);
    return static_cast<int>(list.size()) - 1;
  }

private:
  template <class List>
  [[gnu::noinline]] int number_in_tree(List& list, Part const& part) {
    for (std::size_t k = tree_.size(); k < list.size(); ++k)
      tree_.try_emplace(list[k], static_cast<int>(k));
    auto const [place, is_new] = tree_.try_emplace(part, static_cast<int>(list.size()));
    if (is_new)
      list.push_back(part);
    return place->second;
  }
  std::map<Part, int, by_values> tree_;
};

/// The place of each part that has been read, found by its address.
class part_places {
public:
  program_place const* find(program_part const* part) const {
    if (!many_.empty()) {
      auto const found = many_.find(part);
      return found == many_.end() ? nullptr : &found->second;
    }
    for (std::size_t k = few_.size(); k-- > 0;)
      if (few_[k].part == part)
        return &few_[k].place;
    return nullptr;
  }
  void add(program_part const* part, program_place const& place) {
    if (few_.size() < 2 * few_parts)
      return few_.push_back({part, place});
    if (many_.empty())
      for (entry const& e : few_)
        many_.emplace(e.part, e.place);
    many_.emplace(part, place);
  }

private:
  struct entry {
    program_part const* part;
    program_place place;
  };
  growing_list<entry, 2 * few_parts> few_;
  std::unordered_map<program_part const*, program_place> many_;
};

} // namespace

class program_binder {
public:
  explicit program_binder(program& p, int slots) : p_(p) { s_.slots = slots; }

  void bind() {
    read_in_order(
        p_.root_, [&](program_part const* part) { return places_.find(part) != nullptr; },
        [&](program_part const* part) { places_.add(part, place_of(*part)); });
    s_.root = *places_.find(&p_.root_);
    s_.leaves = static_cast<int>(p_.leaves_.size());
    p_.plan_ = plan_of(s_);
  }

private:
  using source = program_place::source;

  program_place place_of(program_part const& part) {
    const int bytes = static_cast<int>(part.size());
    if (part.kind == part_kind::constant)
      return {source::constant, number_of_constant(part.type, constant_of(part).bytes), bytes};
    if (part.kind == part_kind::slot)
      return {source::operand, static_cast<slot_part const&>(part).number, bytes};
    if (part.kind != part_kind::call)
      return {source::operand, 1 + leaves_.number_of(p_.leaves_, &leaf_of(part)), bytes};
    call_part_of const& call = call_of(part);
    const int first = static_cast<int>(s_.places.size());
    const int count = 1 + call.operands.size();
    bool constant = call.call.size != 0;
    s_.places.push_back({source::reg, static_cast<int>(s_.steps.size()), bytes});
    for (program_ref const& operand : call.operands) {
      s_.places.push_back(*places_.find(operand.get()));
      constant = constant && s_.places.back().from == source::constant;
    }
    std::optional<program_place> found = constant ? folded(call, first, count) : std::nullopt;
    if (!found)
      found = equal_step(call, first, count);
    if (found) {
      while (s_.places.size() > static_cast<std::size_t>(first))
        s_.places.pop_back();
      return *found;
    }
    s_.steps.push_back({call.call, number_of_core(call), first, count});
    return s_.places[static_cast<std::size_t>(first)];
  }

  int number_of_constant(dtype type, void const* value) {
    program::constant c{type, {}};
    std::memcpy(c.bytes, value, item_size(type));
    return constants_.number_of(p_.constants_, c);
  }
  int number_of_core(call_part_of const& call) {
    if (call.core_object.get() == no_core().get())
      return -1;
    s_.of_library = false;
    p_.cores_.push_back(call.core_object.get());
    return static_cast<int>(p_.cores_.size()) - 1;
  }

  /// A call of constants alone; none where it refuses them: elements that are computed throw that, if there are any.
  std::optional<program_place> folded(call_part_of const& call, int first, int count) {
    alignas(16) std::byte value[16];
    growing_list<index_t, 8> position;
    position.push_back(reinterpret_cast<index_t>(value));
    program_place const* const places = s_.places.begin() + first;
    for (int i = 1; i < count; ++i)
      position.push_back(p_.constant_at(places[i]));
    try {
      run_once(*call.call.kernel, call.core_object.get(), position.begin());
    } catch (...) {
      return std::nullopt;
    }
    return program_place{source::constant, number_of_constant(call.type, value), static_cast<int>(call.size())};
  }

  bool computes_as(program_step const& step, call_part_of const& call) const {
    call_kind const &a = step.call, &b = call.call;
    if (a.kernel != b.kernel || a.type != b.type)
      return false;
    return a.stateless || (a.size != 0 && std::memcmp(p_.core_of(step), call.core_object.get(),
                                                      static_cast<std::size_t>(a.size)) == 0);
  }
  bool is_step(std::size_t k, call_part_of const& call, int first, int count) const {
    program_step const& step = s_.steps[k];
    ++compared;
    return computes_as(step, call) && step.count == count &&
           std::equal(s_.places.begin() + first + 1, s_.places.begin() + first + count,
                      s_.places.begin() + step.first + 1);
  }
  /// A step that computes the same; beyond a few they are found by a hash.
  std::optional<program_place> equal_step(call_part_of const& call, int first, int count) {
    const auto result_of = [&](std::size_t k) { return s_.places[s_.steps[k].place(0)]; };
    if (s_.steps.size() <= few_parts) {
      for (std::size_t k = 0; k < s_.steps.size(); ++k)
        if (is_step(k, call, first, count))
          return result_of(k);
      return std::nullopt;
    }
    for (; hashed_ < s_.steps.size(); ++hashed_) {
      program_step const& step = s_.steps[hashed_];
      by_hash_[hash_of(step.call, step.first, step.count)].push_back(hashed_);
    }
    for (std::size_t k : by_hash_[hash_of(call.call, first, count)])
      if (is_step(k, call, first, count))
        return result_of(k);
    return std::nullopt;
  }
  std::size_t hash_of(call_kind const& call, int first, int count) const {
    std::uint64_t hash = std::hash<map_kind const*>()(call.kernel);
    program_place const* const places = s_.places.begin() + first;
    for (int i = 1; i < count; ++i) { // with a small factor, sums of many pairs would have one hash
      program_place const& p = places[i];
      hash =
          0x9E3779B97F4A7C15u * (hash + 4 * static_cast<std::uint64_t>(p.index) + static_cast<std::uint64_t>(p.from));
    }
    return static_cast<std::size_t>(hash);
  }

  program& p_;
  program_sequence s_;
  part_places places_;
  numbers<leaf_part const*> leaves_;
  numbers<program::constant> constants_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> by_hash_;
  std::size_t hashed_ = 0; ///< steps that stand there
};

program::program(program_part const& root, int slots) : root_(root) {
  program_binder(*this, slots).bind();
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
