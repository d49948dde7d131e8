#pragma once
#include <weft/fft/transform.hpp>
#include <weft/grad/complex_components.hpp>
#include <weft/grad/variable.hpp>
#include <weft/ops/generate.hpp>

#include <cmath>
#include <numbers>

// Gradients of transforms with respect to real variables, also where complex spectra stand between them and a real
// result: sum(abs2(fft::rfft(x))), fft::irfft(fft::rfft(x) * h). The adjoint of a transform is the transform in the
// other direction, with the same factor. An element of half a spectrum that stands for two counts twice, or half.
namespace weft::detail {

/// Weights along one axis: `first` at index 0, `middle` at the others, but `first` at index `last` too.
template <class R>
struct end_weights {
  int axis;
  index_t last;
  R first, middle;
  template <std::same_as<index_t>... At>
  WEFT_INLINE R operator()(At... i) const {
    index_t const at[] = {i..., 0};
    return of(at[axis]);
  }
  WEFT_INLINE R operator()(dynamic_extents const& i) const { return of(i.entry(axis)); }

private:
  WEFT_INLINE R of(index_t k) const { return k == 0 || k == last ? first : middle; }
};

/// Returns the adjoint of a transform applied to x, which has the extents of its result: a transform of another kind
/// with a result of the given extents.
template <transform_kind Kind, class F, class R, class S, class X>
WEFT_FN auto turned_transform(F const& f, std::type_identity<R>, S const& extents, X const& x) {
  using fft::norm_mode;
  transform_name const name{f.function.name, !f.function.forward, f.function.axes};
  norm_mode const norm = f.norm == norm_mode::ortho      ? norm_mode::ortho
                         : f.norm == norm_mode::backward ? norm_mode::forward
                                                         : norm_mode::backward;
  transform_operation<Kind, R, S> operation{{}, name, norm, f.count, {}};
  for (int k = 0; k < f.count; ++k)
    operation.axes[k] = f.axes[k];
  return make_deferred(name.name, operation, extents, capture(x));
}

template <transform_kind Kind, class R, class Extents>
struct transform_task {
  using F = transform_operation<Kind, R, Extents>;
  using T = typename F::value_type;
  F function;
  whole_layout<F> place;

  template <class A, class... B>
  WEFT_FN void operator()(graph_value const& made, A const& re, B const&... im) const {
    auto const g = incoming_leaf<T>(made, place);
    constexpr std::type_identity<R> real{};
    int const last = function.axes[function.count - 1];
    if constexpr (Kind == transform_kind::whole) {
      hand_to(re, make_unary<op::real>(turned_transform<transform_kind::complex>(function, real, place.extents(), g)));
    } else if constexpr (Kind == transform_kind::halved) {
      index_t const n = re.extents()[last];
      auto const half = from_function(place.extents(), end_weights<R>{last, n % 2 == 0 ? n / 2 : 0, R(1), R(0.5)});
      hand_to(re, turned_transform<transform_kind::restored>(function, real, re.extents(),
                                                             make_binary<op::times>(g, half)));
    } else if constexpr (Kind == transform_kind::restored) {
      auto extents = convert_extents<dims<Extents::static_rank>>(place.extents());
      index_t const n = extents[last];
      extents.set(last, n / 2 + 1);
      auto const twice = from_function(extents, end_weights<R>{last, n % 2 == 0 ? n / 2 : 0, R(1), R(2)});
      hand_components(
          make_binary<op::times>(turned_transform<transform_kind::halved>(function, real, extents, g), twice), re,
          im...);
    } else {
      hand_components(turned_transform<transform_kind::complex>(function, real, place.extents(), g), re, im...);
    }
  }

private:
  template <class Z, class A, class... B>
  WEFT_FN static void hand_components(Z const& z, A const& re, B const&... im) {
    session s;
    auto const values = evaluated(z, s);
    hand_to(re, component_of_leaf<0>(values));
    (hand_to(im, component_of_leaf<1>(values)), ...);
  }
};

template <transform_kind Kind, class R, class Extents>
struct complex_adjoint<transform_operation<Kind, R, Extents>> {
  using F = transform_operation<Kind, R, Extents>;
  using T = typename F::value_type;

  template <class E>
  WEFT_FN static auto components(E const& e, statement_record& r) {
    return make_pack(component<0>(e, value_of(e, r)), component<1>(e, value_of(e, r)));
  }
  template <class E>
  WEFT_FN static auto real_result(E const& e, statement_record& r) {
    return leaf_of_value<R>(value_of(e, r), e.place, e.offset);
  }

private:
  /// Returns a component of each element that e reads; both lie side by side.
  template <int Component, class E>
  WEFT_FN static auto component(E const& e, graph_ref value) {
    using place = layout<typename E::extents_type, strided>;
    auto steps = convert_extents<typename place::strides_type>(e.place.strides());
    for (int k = 0; k < e.place.rank(); ++k)
      steps.set(k, 2 * e.place.stride(k));
    return leaf_of_value<R>(std::move(value), place(e.place.extents(), steps), 2 * e.offset + Component);
  }
  template <class E>
  WEFT_FN static graph_ref value_of(E const& e, statement_record& r) {
    if (graph_value* const found = r.find(e.id)) {
      found->retain();
      return graph_ref(found);
    }
    whole_layout<F> const place(e.whole);
    graph_ref value = new_value<R>(place.size() * index_t(sizeof(T) / sizeof(R)));
    strided_leaf<T, whole_layout<F>> const target(static_cast<T*>(value->data()), place, {});
    record(e, *value, target, get<0>(e.operands), r);
    r.note(e.id, value);
    return value;
  }
  template <class E, class L, class X>
  WEFT_FN static void record(E const& e, graph_value& value, L const& target, X const& x, statement_record& r) {
    transform_task<Kind, R, Extents> task{e.operation, target.place};
    if constexpr (is_complex<typename X::value_type>) {
      auto const p = components_of_complex(x, r);
      auto const whole = new_temporary<std::complex<R>>(x.extents(), r.work);
      auto const both = whole.template borrowed<std::complex<R>>();
      assign(component_of_leaf<0>(both), get<0>(p), r.work);
      using imaginary = std::remove_cvref_t<decltype(get<1>(p))>;
      if constexpr (is_no_component<imaginary>)
        assign(component_of_leaf<1>(both), constant_leaf<R>(0), r.work);
      else
        assign(component_of_leaf<1>(both), get<1>(p), r.work);
      e.operation.evaluate(target, r.work, both.template borrowed<std::complex<R> const>());
      if constexpr (is_no_component<imaginary>)
        record_maker(value, e.operation.function.name, task, make_pack(get<0>(p)));
      else
        record_maker(value, e.operation.function.name, task, p);
    } else {
      auto const settled = settled_operand(x, r);
      e.operation.evaluate(target, r.work, settled);
      record_maker(value, e.operation.function.name, task, make_pack(settled));
    }
  }
};

/// A cosine transform is an orthogonal one whose results are scaled along the axis, and its inverse one whose operands
/// are. The inverse of an orthogonal one is its adjoint.
template <class R, class Extents>
struct adjoint<transform_operation<transform_kind::cosine, R, Extents>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e) {
    F turned = f;
    turned.function.forward = !f.function.forward;
    turned.norm = fft::norm_mode::ortho;
    auto const transform = [&](auto const& x) {
      return make_deferred(f.function.name, turned, g.extents(), capture(x));
    };
    if (f.norm == fft::norm_mode::ortho)
      return hand_to(e, transform(g));
    R const n = static_cast<R>(2 * g.extents()[f.axes[0]]);
    R const forward = std::sqrt(n) / (f.norm == fft::norm_mode::forward ? n : R(1));
    R const rest = f.function.forward ? forward : 1 / forward;
    R const root = f.function.forward ? std::numbers::sqrt2_v<R> : 1 / std::numbers::sqrt2_v<R>;
    auto const scale = from_function(g.extents(), end_weights<R>{f.axes[0], 0, rest * root, rest});
    if (f.function.forward)
      hand_to(e, transform(make_binary<op::times>(g, scale)));
    else
      hand_to(e, make_binary<op::times>(transform(g), scale));
  }
};

} // namespace weft::detail
