#include "dynamic/list_slicer.hpp"
#include "dynamic/program/part.hpp"
#include "dynamic/update.hpp"

#include <weft/dynamic/any_view.hpp>

#include <utility>

namespace weft {

namespace detail {

program_ref sliced_program(program_ref const& whole, any_subscript const* at, int count) {
  list_slicer const f{at, count};
  return window_of_program(whole, {&f, &apply_transformation<list_slicer>});
}

program_ref changed_program(char const* name, int operation, program_ref const& self, untyped_operand value) {
  if (operation < 0)
    return std::move(value.program);
  static_cast<void>(broadcast(name, (*self).shape, (*value.program).shape)); // its errors name the operation
  untyped_operand both[] = {{self}, std::move(value)};
  return untyped_call(operation, both, 2);
}

program_ref updated_program(char const* name, int operation, program_ref const& self, untyped_operand value) {
  program_ref stored = stored_program(name, changed_program(name, operation, self, std::move(value)), (*self).type);
  check_fits((*self).shape, (*stored).shape);
  return stored;
}

void write_memory(program_ref const& program, program_part const& target) {
  leaf_part const& to = leaf_of(target);
  if (count_of(to.shape) == 0)
    return;
  index_t strides[max_rank];
  for (int k = 0; k < to.shape.rank(); ++k)
    strides[k] = to.strides.entry(k) * to.size();
  session s;
  run_program(program, {to.position, to.size(), to.shape.rank(), to.shape.values(), strides}, s);
}

} // namespace detail

detail::program_ref any_view::program() const {
  return detail::memory_part(type_, reinterpret_cast<index_t>(data_), place_, keep_);
}

any_view any_view::window(detail::erased_transformation const& f) const {
  auto const out = f.apply(f.function, place_);
  index_t const offset = out.offset * static_cast<index_t>(item_size(type_));
  return any_view(type_, static_cast<char*>(data_) + offset, out.layout, keep_);
}

any_view any_view::subview(any_subscript const* at, int count) const {
  detail::list_slicer const f{at, count};
  return window({&f, &detail::apply_transformation<detail::list_slicer>});
}

any_view any_view::element(any_subscript const* at, int count) const {
  if (count != rank())
    detail::throw_subscripts(count, rank());
  return subview(at, count);
}

void any_view::update(char const* name, int operation, detail::untyped_operand value) const {
  detail::check_life(keep_, "assignment");
  detail::write_memory(detail::updated_program(name, operation, program(), std::move(value)), *program());
}

} // namespace weft
