// reject: deferred_traits.*in_part\b|in_part\b.*deferred_traits
#include <weft/weft.hpp>

struct ones_of_row : weft::detail::result_of<double, weft::dims<1>> {
  static constexpr weft::detail::deferred_traits traits{.into_target = true};
#ifdef WEFT_REJECT
  static constexpr weft::detail::deferred_traits misspelt{.in_part = true};
#endif
  template <class Target>
  void evaluate(Target const& target, weft::detail::session& s) const {
    assign(target, weft::constant_leaf<double>(1), s);
  }
};

int main() {
  const auto e = weft::detail::make_deferred("ones", ones_of_row{}, weft::shape(3));
  static_assert(decltype(e)::traits.into_target);
}
