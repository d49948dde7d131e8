// reject: weft: a deferred operation that accumulates has accumulate.target, alpha, beta, session
#include <weft/weft.hpp>

template <bool Adds>
struct twos : weft::detail::result_of<double, weft::dims<1>> {
  static constexpr weft::detail::deferred_traits traits{.accumulates = Adds};
  template <class Target>
  void evaluate(Target const& target, weft::detail::session& s) const {
    assign(target, weft::constant_leaf<double>(2), s);
  }
};

int main() {
  const auto e = weft::detail::make_deferred("twos", twos<false>{}, weft::shape(3));
  static_cast<void>(e);
#ifdef WEFT_REJECT
  const auto none = weft::detail::make_deferred("twos", twos<true>{}, weft::shape(3));
  static_cast<void>(none);
#endif
}
