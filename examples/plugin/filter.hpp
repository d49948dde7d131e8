#pragma once
#include <weft/weft.hpp>

/// What a host knows of a plug-in. None of the functions is a template, so they can be virtual and live in a library
/// that is loaded at run time; yet every tensor and every view of double fits, whatever its order and its strides, and
/// none is copied on the way.
class filter {
public:
  virtual ~filter() = default;
  virtual char const* name() const = 0;
  /// Any number of dimensions: the rank of these views is known at run time. `to` has the shape of `from`, or is
  /// `from`.
  virtual void apply(weft::view<const double> from, weft::view<double> to) const = 0;
  /// Images only: whatever has another rank does not compile, or says as<2>().
  virtual double roughness(weft::view<const double, 2> image) const = 0;
  /// The length of the gradient, without the elements at the borders: an expression, which whoever asked for it
  /// computes with what else stands there. It reads `from` then, and keeps that memory alive where the view does.
  virtual weft::any_expr<double> edges(weft::view<const double> from) const = 0;
};

/// The name under which a plug-in exports its filter, a function without arguments.
inline constexpr char filter_entry[] = "get_filter";
using get_filter_function = filter const*();
