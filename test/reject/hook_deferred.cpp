// reject: weft: the class offers a hook that is no member of it
#include <weft/weft.hpp>

struct ones_of_row : weft::detail::result_of<double, weft::dims<1>> {
  using offers = weft::hooks::list<weft::hooks::comparable>;
  static constexpr weft::detail::deferred_traits traits{};
#ifdef WEFT_REJECT
  static constexpr bool comparble = true;
#else
  static constexpr bool comparable = true;
#endif
  template <class Target>
  void evaluate(Target const& target, weft::detail::session& s) const {
    assign(target, weft::constant_leaf<double>(1), s);
  }
};

int main() {
  const auto e = weft::detail::make_deferred("ones", ones_of_row{}, weft::shape(3));
  static_cast<void>(e);
}
