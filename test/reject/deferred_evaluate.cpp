// reject: weft: a deferred operation has evaluate.target, session, operands
#include <weft/weft.hpp>

struct negated : weft::detail::result_of<double, weft::dims<1>> {
  static constexpr weft::detail::deferred_traits traits{};
  template <class Target, class E>
  void evaluate(Target const& target, weft::detail::session& s, E const& operand) const {
    assign(target, -operand, s);
  }
};

int main() {
  const weft::tensor<double, 1> v{1, 2, 3};
  const auto e = weft::detail::make_deferred("negated", negated{}, v.shape(), weft::detail::capture(v));
  static_cast<void>(e);
#ifdef WEFT_REJECT
  const auto none = weft::detail::make_deferred("negated", negated{}, v.shape());
  static_cast<void>(none);
#endif
}
