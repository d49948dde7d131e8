#ifdef WEFT_WITH_CHOLMOD
#include <cholmod.h>
#endif

#include "sparse/direct.hpp"

#include <algorithm>
#include <cstdint>
#include <new>

// Factors L L^H by CHOLMOD, version 3.0 or later. It computes entry by entry, or in dense blocks by BLAS if these pay.
// It is called with integers of 64 bits, so no factor is too long for them. Its common state is made for each call,
// because several threads may solve with one object.
namespace weft::detail {

bool has_cholmod() noexcept {
#ifdef WEFT_WITH_CHOLMOD
  return true;
#else
  return false;
#endif
}

#ifdef WEFT_WITH_CHOLMOD

namespace {

static_assert(sizeof(index_t) == sizeof(std::int64_t));

class cholmod_session {
public:
  cholmod_session() {
    cholmod_l_start(&common_);
    common_.print = 0;
    common_.final_ll = 1;
    common_.quick_return_if_not_posdef = 1;
    limit_threads(common_);
  }
  cholmod_session(cholmod_session const&) = delete;
  cholmod_session& operator=(cholmod_session const&) = delete;
  ~cholmod_session() { cholmod_l_finish(&common_); }
  cholmod_common* get() { return &common_; }

  bool found_indefinite() const { return common_.status == CHOLMOD_NOT_POSDEF; }
  void require_done(lapack_call const& call) const {
    if (common_.status == CHOLMOD_OUT_OF_MEMORY)
      throw std::bad_alloc();
    if (common_.status == CHOLMOD_TOO_LARGE)
      throw_shape_reason(call.operation, "the factor has more entries than CHOLMOD can count");
    if (common_.status < 0)
      throw_linalg(call, "CHOLMOD has failed, status " + std::to_string(common_.status), -1);
  }

private:
  /// Allows CHOLMOD one thread: from version 4 on its small loops would take all threads of OpenMP.
  template <class Common>
  static void limit_threads(Common& common) {
    if constexpr (requires { common.nthreads_max; })
      common.nthreads_max = 1;
  }
  cholmod_common common_;
};

struct factor_end {
  void operator()(cholmod_factor* factor) const {
    cholmod_session session;
    cholmod_l_free_factor(&factor, session.get());
  }
};
using factor_ref = std::unique_ptr<cholmod_factor, factor_end>;

template <class T>
constexpr int cholmod_type = is_complex<T> ? CHOLMOD_COMPLEX : CHOLMOD_REAL;

/// A matrix as CHOLMOD takes it: by columns, with a real diagonal, of which it reads the lower triangle. If lines are
/// rows, they are the columns of the transposed matrix. CHOLMOD then reads their upper triangle, with conjugate
/// elements.
template <class T>
class triangle {
public:
  /// Takes the places of the entries, without values.
  explicit triangle(kept_structure const& s) : indices_(s.indices.begin(), s.indices.end()) {
    matrix_.nrow = matrix_.ncol = at(s.n);
    matrix_.nzmax = at(s.entries());
    matrix_.p = const_cast<index_t*>(s.offsets.data()); // CHOLMOD only reads offsets and values
    matrix_.i = indices_.data();
    matrix_.stype = s.by_rows ? 1 : -1;
    matrix_.itype = CHOLMOD_LONG;
    matrix_.xtype = CHOLMOD_PATTERN;
    matrix_.dtype = CHOLMOD_DOUBLE;
    matrix_.sorted = matrix_.packed = 1;
  }
  triangle(kept_structure const& s, T const* values) : triangle(s) {
    matrix_.xtype = cholmod_type<T>;
    matrix_.x = const_cast<T*>(values);
    if (!is_complex<T> && s.entries() > 0)
      return;
    values_.assign(at(std::max<index_t>(s.entries(), 1)), T()); // CHOLMOD takes no null
    for (index_t k = 0; k < s.n; ++k)
      for (index_t e = s.first_of(k); e < s.end_of(k); ++e)
        values_[at(e)] = s.index(e) == k ? T(std::real(values[e])) : conjugate_if(s.by_rows, values[e]);
    matrix_.x = values_.data();
  }
  triangle(triangle const&) = delete;
  triangle& operator=(triangle const&) = delete;
  cholmod_sparse* get() { return &matrix_; }

private:
  std::vector<std::int64_t> indices_;
  std::vector<T> values_;
  cholmod_sparse matrix_{};
};

std::int64_t const* numbers(void const* of_factor) {
  return static_cast<std::int64_t const*>(of_factor);
}

template <class T>
class cholmod_factors final : public numeric_factors<T> {
public:
  cholmod_factors(cholmod_factor const& symbolic, lapack_call const& call, kept_structure const& s, T const* values) {
    cholmod_session session;
    factor_.reset(cholmod_l_copy_factor(const_cast<cholmod_factor*>(&symbolic), session.get()));
    session.require_done(call);
    triangle<T> a(s, values);
    {
      lapack_turn const turn(s.n, s.n);
      cholmod_l_factorize(a.get(), factor_.get(), session.get());
    }
    session.require_done(call);
    if (session.found_indefinite())
      throw_not_definite(call, line_of(factor_->minor));
    std::size_t k = 0;
    each_column([&](T const& d, index_t) {
      if (!(std::real(d) > 0 && is_finite_number(d)))
        throw_not_definite(call, line_of(k));
      ++k;
    });
  }

  void solve(lapack_call const& call, T* x, index_t columns) const override {
    std::size_t const n = factor_->n, count = n * at(columns);
    cholmod_dense b{};
    b.nrow = b.d = n;
    b.ncol = at(columns);
    b.nzmax = count;
    b.x = x;
    b.xtype = cholmod_type<T>;
    b.dtype = CHOLMOD_DOUBLE;
    auto const rows = index_t(n);
    lapack_turn const turn(rows, rows);
    cholmod_session session;
    cholmod_dense* solution = cholmod_l_solve(CHOLMOD_A, factor_.get(), &b, session.get());
    session.require_done(call);
    std::copy_n(static_cast<T const*>(solution->x), count, x);
    cholmod_l_free_dense(&solution, session.get());
  }
  std::vector<T> pivots() const override {
    std::vector<T> all;
    each_column([&](T const& d, index_t) { all.insert(all.end(), 2, d); });
    return all;
  }
  index_t entries() const override {
    index_t sum = 0;
    each_column([&](T const&, index_t count) { sum += count; });
    return sum;
  }

private:
  index_t line_of(std::size_t k) const { return numbers(factor_->Perm)[k]; }
  /// Calls f(diagonal element, number of elements) for each column of L, in order. The columns of a dense block lie one
  /// after the other and include elements above the diagonal.
  template <class F>
  void each_column(F const& f) const {
    T const* const x = static_cast<T const*>(factor_->x);
    if (factor_->is_super == 0) {
      for (std::size_t k = 0; k < factor_->n; ++k)
        f(x[numbers(factor_->p)[k]], numbers(factor_->nz)[k]);
      return;
    }
    for (std::size_t s = 0; s < factor_->nsuper; ++s) {
      index_t const columns = numbers(factor_->super)[s + 1] - numbers(factor_->super)[s];
      index_t const rows = numbers(factor_->pi)[s + 1] - numbers(factor_->pi)[s];
      for (index_t k = 0; k < columns; ++k)
        f(x[numbers(factor_->px)[s] + k * (rows + 1)], rows - k);
    }
  }

  factor_ref factor_;
};

template <class T>
class cholmod_symbolic final : public symbolic_factors<T> {
public:
  cholmod_symbolic(lapack_call const& call, kept_structure&& s) : symbolic_factors<T>(std::move(s)) {
    cholmod_session session;
    triangle<T> a(this->structure());
    factor_.reset(cholmod_l_analyze(a.get(), session.get()));
    session.require_done(call);
  }
  std::shared_ptr<numeric_factors<T> const> factor(lapack_call const& call, T const* values) const override {
    return std::make_shared<cholmod_factors<T>>(*factor_, call, this->structure(), values);
  }

private:
  factor_ref factor_;
};

} // namespace

template <class T>
symbolic_ref<T> analyse_by_cholmod(lapack_call const& call, kept_structure&& s) {
  return std::make_shared<cholmod_symbolic<T>>(call, std::move(s));
}

#else

template <class T>
symbolic_ref<T> analyse_by_cholmod(lapack_call const&, kept_structure&&) {
  return nullptr; // not called without CHOLMOD
}

#endif

template symbolic_ref<double> analyse_by_cholmod(lapack_call const&, kept_structure&&);
template symbolic_ref<std::complex<double>> analyse_by_cholmod(lapack_call const&, kept_structure&&);

} // namespace weft::detail
