// reject: weft: the class offers a hook that is no member of it
#include <weft/weft.hpp>

template <class T>
struct first_value {
  using offers = weft::hooks::list<weft::hooks::in_order>;
  static constexpr char const* name = "first_value";
  static constexpr bool has_identity = true;
#ifdef WEFT_REJECT
  static constexpr bool inorder = true;
#else
  static constexpr bool in_order = true;
#endif
  struct accumulator {
    T value;
    bool is_there;
  };
  accumulator start() const { return {T(0), false}; }
  void add(accumulator& a, T const& x) const { a = a.is_there ? a : accumulator{x, true}; }
  void merge(accumulator&, accumulator const&) const {}
  T finish(accumulator const& a, weft::index_t) const { return a.value; }
};
inline constexpr weft::reduction<first_value> first_of{};

int main() {
  weft::tensor<double, 1> a{1, 2};
  double first = first_of(a);
}
