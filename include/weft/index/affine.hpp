#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/index/symbol.hpp>

#include <string_view>

namespace weft {

class affine;

namespace detail {
struct affine_state;

/// offset + the sum of coefficient[k] * _k.
struct affine_terms {
  index_t offset = 0;
  index_t coefficient[max_rank]{};
};
/// The expression as a sum of multiples of the loop indices _0, _1, ... of `loops` loops; its other names are numbers,
/// which have values. Throws error where it is no sum of multiples of the indices.
WEFT_API affine_terms terms_of(affine const& f, int loops);
} // namespace detail

/// Text that is read as the same expression: constants computed, no brackets that are not needed.
[[nodiscard]] WEFT_API std::string to_string(affine const& f);

/// An integer expression of names that is read from text, such as places in memory whose extents are known when the
/// program runs:
///
///   affine f("b*H*W + y*W + x");
///   f["H"] = 480; f["W"] = 640; f["b"] = 2; f["y"] = 3; f["x"] = 4;
///   f();                                  // 616324
///
/// It has integers, names, brackets and + - * / %, all exact in 64 bits: division rounds down, the remainder has the
/// sign of the divisor. indices<N>() (index/symbol.hpp) gives the same expressions as types. A call takes some
/// nanoseconds: a step for each operation, constants are computed before. Copies have values of their own.
class affine {
public:
  using weft_subscript_text = void;
  /// Throws parse_error, which gives line and column, and a caret under the place, for text that is no such expression;
  /// also for more than 65536 bytes, and for more than 200 levels of brackets and signs.
  WEFT_API explicit affine(std::string_view text);
  /// The same expression; its names are _0, _1.
  template <IndexForm E>
  WEFT_FN explicit affine(E const& e) : affine(std::string_view(to_string(e))) {}
  WEFT_API affine(affine const&);
  WEFT_API affine& operator=(affine const&);
  WEFT_API ~affine();

  /// A name in the expression; it stays one as long as the expression lives, and is not assigned to.
  class symbol {
  public:
    /// Sets the value of the name.
    template <detail::IndexNumber N>
    WEFT_INLINE symbol const& operator=(N n) const {
      *value_ = detail::exact_index(n);
      *missing_ -= *bound_ == 0;
      *bound_ = 1;
      return *this;
    }

  private:
    friend class affine;
    WEFT_INLINE symbol(index_t* value, unsigned char* bound, int* missing)
        : value_(value), bound_(bound), missing_(missing) {}
    index_t* value_;
    unsigned char* bound_;
    int* missing_;
  };
  /// Throws error, which says the names there are, for one that is not in it. Looking for it takes longer than a call:
  /// const auto i = f["i"]; for (...) { i = k; g(f()); }
  [[nodiscard]] WEFT_API symbol operator[](std::string_view name);
  /// The value. Throws error for a name without one, where a result leaves 64 bits, and for a division by 0.
  [[nodiscard]] WEFT_API index_t operator()() const;

  /// In the order in which they come.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> const& names() const;
  /// The names that have no value yet.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> unbound() const;

private:
  friend std::string to_string(affine const& f);
  friend detail::affine_terms detail::terms_of(affine const& f, int loops);
  detail::affine_state* state_; ///< its own
};

} // namespace weft
