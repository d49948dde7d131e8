#include "interpreter.hpp"

#include <weft/ops/masked.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scatter.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/take.hpp>

namespace numpy {
namespace {

slot done() {
  return {};
}

/// Whether the operands were of types T and S; then the second is assigned to the first.
template <class T, class S>
bool assigned(call const& c) {
  const bool fits = c.holds<T>(0) && c.holds<S>(1);
  if (fits)
    c.as<T>(0)(weft::ellipsis) = c.as<S>(1);
  return fits;
}

} // namespace

// What they write to is a register, often a view of memory that they also read.
static void add_assignments(table& t) {
  t["assign"] = [](call const& c) {
    return with_two<double, complex64, int8_t, uint16_t>(
        c, [](auto const& a, auto const& b) { return a(weft::ellipsis) = b, done(); });
  };
  t["assign_other_type"] = [](call const& c) {
    if (!(assigned<complex64, complex128>(c) || assigned<complex128, double>(c) || assigned<complex128, int8_t>(c) ||
          assigned<float, uint16_t>(c) || assigned<uint8_t, whole>(c) || assigned<int16_t, int32_t>(c) ||
          assigned<whole, int16_t>(c)))
      throw missing_operand{};
    return done();
  };
  t["assign_whole"] = [](call const& c) { return c.index(0)(weft::ellipsis) = c.index(1), done(); };
  t["assign_mask"] = [](call const& c) { return c.mask(0)(weft::ellipsis) = c.mask(1), done(); };
  t["assign_from_whole"] = [](call const& c) { return c.real(0) = c.index(1), done(); };
  t["assign_number"] = [](call const& c) {
    return c.with<double, complex64>(0, [&](auto const& a) { return a = c.value(1), done(); });
  };
}
static void add_updates(table& t) {
  t["add"] = [](call const& c) {
    return with_two<double, complex128, uint8_t>(c, [](auto const& a, auto const& b) { return a += b, done(); });
  };
  t["subtract"] = [](call const& c) {
    return with_two<double, complex64, int16_t>(c, [](auto const& a, auto const& b) { return a -= b, done(); });
  };
  t["multiply"] = [](call const& c) {
    return with_two<double, complex128, int8_t>(c, [](auto const& a, auto const& b) { return a *= b, done(); });
  };
  t["divide_by"] = [](call const& c) { return c.real(0) /= c.real(1), done(); };
  t["add_whole"] = [](call const& c) { return c.index(0) += c.index(1), done(); };
  t["multiply_number"] = [](call const& c) {
    return c.with<double, complex64>(0, [&](auto const& a) { return a *= c.value(1), done(); });
  };
  t["assign_sum"] = [](call const& c) {
    return c.with<double, complex128, uint16_t>(0, [&](auto const& a) {
      return a = c.as<element_of<decltype(a)>>(1) + c.as<element_of<decltype(a)>>(2), done();
    });
  };
  t["add_product"] = [](call const& c) { return c.real(0) += c.real(1) * c.real(2), done(); };
  t["assign_smaller"] = [](call const& c) {
    auto const &a = c.real(1), &b = c.real(2);
    return c.real(0) = where(a < b, a, b), done();
  };
  t["assign_less_maximum"] = [](call const& c) {
    return c.real(0) = c.real(1) - max(c.real(1), c.axis(2), keep_dims), done();
  };
}
static void add_picked_updates(table& t) {
  t["assign_masked"] = [](call const& c) {
    return c.with<double, complex64, uint8_t>(
        0, [&](auto const& a) { return masked(a, c.mask(1)) = c.as<element_of<decltype(a)>>(2), done(); });
  };
  t["add_masked"] = [](call const& c) { return masked(c.real(0), c.mask(1)) += c.real(2), done(); };
  t["assign_where_less"] = [](call const& c) { return masked(c.real(0), c.real(0) < c.real(1)) = c.value(2), done(); };
  t["put"] = [](call const& c) { return put(c.real(0), c.index(1), c.real(2)), done(); };
  t["put_along"] = [](call const& c) { return put_along(c.real(0), c.index(1), c.real(2), c.axis(3)), done(); };
  t["assign_picked"] = [](call const& c) {
    return c.with<double, complex128, int16_t>(
        0, [&](auto const& a) { return a(c.index(1)) = c.as<element_of<decltype(a)>>(2), done(); });
  };
  t["assign_picked_second"] = [](call const& c) { return c.real(0)(all, c.index(1)) = c.real(2), done(); };
  t["add_picked"] = [](call const& c) { return c.real(0)(c.index(1), c.index(2)) += c.real(3), done(); };
  t["add_at"] = [](call const& c) {
    return c.with<double, complex128, complex64, whole, int16_t, uint8_t>(
        0, [&](auto const& a) { return add_at(a, c.index(1), c.as<element_of<decltype(a)>>(2)), done(); });
  };
  t["max_at"] = [](call const& c) {
    return c.with<double, float, whole, int16_t>(
        0, [&](auto const& a) { return max_at(a, c.index(1), c.as<element_of<decltype(a)>>(2)), done(); });
  };
  t["min_at"] = [](call const& c) {
    return c.with<double, float, whole, int16_t>(
        0, [&](auto const& a) { return min_at(a, c.index(1), c.as<element_of<decltype(a)>>(2)), done(); });
  };
  t["swap"] = [](call const& c) {
    return with_two<double, complex128, uint8_t>(c, [](auto const& a, auto const& b) { return swap(a, b), done(); });
  };
}

const commands_of_source added(add_assignments), updates_added(add_updates), picked_added(add_picked_updates);

} // namespace numpy
