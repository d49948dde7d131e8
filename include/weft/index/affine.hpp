#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/index/symbol.hpp>

#include <string_view>

namespace weft {

class affine;

namespace detail {
struct affine_state;

/// The sum offset + coefficient[0] * _0 + coefficient[1] * _1 + ...
struct affine_terms {
  index_t offset = 0;
  index_t coefficient[max_rank]{};
};
/// Returns the expression as a sum of multiples of the loop indices _0 ... _(loops - 1). Its other names count as the
/// numbers that are their values. Throws error if the expression is no such sum.
WEFT_API affine_terms terms_of(affine const& f, int loops);
} // namespace detail

/// Returns text that affine reads as the same expression, with constants computed and without needless brackets.
[[nodiscard]] WEFT_API std::string to_string(affine const& f);

/// An integer expression that is read from text. Its names get values when the program runs, as here for the offset of
/// an element in an array:
///
///   affine f("b*H*W + y*W + x");
///   f["H"] = 480; f["W"] = 640; f["b"] = 2; f["y"] = 3; f["x"] = 4;
///   f();                                  // 616324
///
/// The text may have integers, names, brackets and + - * / %. Results are exact in 64 bits; division rounds down, and
/// the remainder has the sign of the divisor. indices<N>() (index/symbol.hpp) makes the same expressions as types. A
/// call takes some nanoseconds, with one step for each operation; constants are computed when the text is read. Each
/// copy has values of its own.
class affine {
public:
  using weft_subscript_text = void;
  /// Parses the text. Throws parse_error, which gives line and column, and a caret under the error, for text that is no
  /// such expression; also for more than 65536 bytes, and for more than 200 levels of brackets and signs.
  WEFT_API explicit affine(std::string_view text);
  /// Makes the affine of an expression of indices<N>(). Its names are _0, _1, ...
  template <IndexForm E>
  WEFT_FN explicit affine(E const& e) : affine(std::string_view(to_string(e))) {}
  WEFT_API affine(affine const&);
  WEFT_API affine& operator=(affine const&);
  WEFT_API ~affine();

  /// A name of the expression, to which a value is assigned: f["i"] = 3. It is valid until f dies or is assigned to.
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
  /// Returns the name, to which a value can be assigned. Throws error, which lists the names of the expression, if it
  /// has no such name. This lookup takes longer than a call, so do it before a loop:
  /// const auto i = f["i"]; for (...) { i = k; g(f()); }
  [[nodiscard]] WEFT_API symbol operator[](std::string_view name);
  /// Returns the value of the expression. Throws error if a name has no value, if a result needs more than 64 bits, and
  /// for a division by 0.
  [[nodiscard]] WEFT_API index_t operator()() const;

  /// Returns the names, in the order in which the text has them first.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> const& names() const;
  /// Returns the names that have no value yet.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> unbound() const;

private:
  friend std::string to_string(affine const& f);
  friend detail::affine_terms detail::terms_of(affine const& f, int loops);
  detail::affine_state* state_; ///< allocated and freed by this object
};

} // namespace weft
