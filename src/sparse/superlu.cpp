#ifdef WEFT_WITH_SUPERLU
// These headers define names outside of any namespace, so no other file includes them.
#include <slu_cdefs.h>
#include <slu_ddefs.h>
#include <slu_sdefs.h>
#include <slu_zdefs.h>
#endif

#include "sparse/direct.hpp"

#include <algorithm>
#include <limits>
#include <new>

// Factors LU by SuperLU, version 5.0 or later. SuperLU prints a message and ends the program if an argument is wrong or
// some memory is missing. So structures that allow no pivots are refused before, and sizes at which its integers
// overflow.
namespace weft::detail {

bool has_superlu() noexcept {
#ifdef WEFT_WITH_SUPERLU
  return true;
#else
  return false;
#endif
}

#ifdef WEFT_WITH_SUPERLU

namespace {

template <class T>
struct superlu_routines;
template <>
struct superlu_routines<float> {
  static constexpr auto type = SLU_S;
  static constexpr auto factor = &sgstrf;
  static constexpr auto solve = &sgstrs;
};
template <>
struct superlu_routines<double> {
  static constexpr auto type = SLU_D;
  static constexpr auto factor = &dgstrf;
  static constexpr auto solve = &dgstrs;
};
template <>
struct superlu_routines<std::complex<float>> {
  static constexpr auto type = SLU_C;
  static constexpr auto factor = &cgstrf;
  static constexpr auto solve = &cgstrs;
};
template <>
struct superlu_routines<std::complex<double>> {
  static constexpr auto type = SLU_Z;
  static constexpr auto factor = &zgstrf;
  static constexpr auto solve = &zgstrs;
};

using number = std::int32_t;
static_assert(sizeof(int) == sizeof(number));

/// A matrix by columns as SuperLU takes it. Its indices are not copied if SuperLU's integers have 32 bits.
class superlu_matrix {
public:
  superlu_matrix(index_t n, Dtype_t type, std::vector<index_t> const& offsets, std::vector<number> const& indices,
                 void const* values)
      : offsets_(offsets.size()) {
    std::transform(offsets.begin(), offsets.end(), offsets_.begin(), [](index_t k) { return int_t(k); });
    int_t* places = nullptr;
    if constexpr (sizeof(int_t) == sizeof(number)) {
      places = const_cast<number*>(indices.data()); // SuperLU only reads the arrays
    } else {
      indices_.assign(indices.begin(), indices.end());
      places = indices_.data();
    }
    columns_ = {offsets_.back(), const_cast<void*>(values), places, offsets_.data()};
    matrix_ = {SLU_NC, type, SLU_GE, int(n), int(n), &columns_};
  }
  superlu_matrix(superlu_matrix const&) = delete;
  superlu_matrix& operator=(superlu_matrix const&) = delete;
  SuperMatrix* get() { return &matrix_; }

private:
  std::vector<int_t> offsets_, indices_;
  NCformat columns_;
  SuperMatrix matrix_;
};

/// The columns of a matrix in the order of elimination. If options.Fact is DOFACT, the order and the tree are written,
/// else they are read.
class ordered_columns {
public:
  ordered_columns(superlu_options_t& options, superlu_matrix& a, int* order, int* tree) {
    sp_preorder(&options, a.get(), order, tree, &matrix_);
  }
  ordered_columns(ordered_columns const&) = delete;
  ordered_columns& operator=(ordered_columns const&) = delete;
  ~ordered_columns() { Destroy_CompCol_Permuted(&matrix_); }
  SuperMatrix* get() { return &matrix_; }

private:
  SuperMatrix matrix_{};
};

class statistics {
public:
  statistics() { StatInit(&numbers_); }
  statistics(statistics const&) = delete;
  statistics& operator=(statistics const&) = delete;
  ~statistics() { StatFree(&numbers_); }
  SuperLUStat_t* get() { return &numbers_; }

private:
  SuperLUStat_t numbers_{};
};

void require_accepted(lapack_call const& call, int_t info) {
  if (info < 0)
    throw_linalg(call, "argument " + std::to_string(-info) + " was refused", -1);
}

/// Returns the sign of a permutation: -1 if it is odd, else 1.
int sign_of(std::vector<int> const& permutation) {
  std::vector<bool> met(permutation.size());
  int sign = 1;
  for (std::size_t k = 0; k < permutation.size(); ++k)
    for (std::size_t i = k; !met[i]; i = std::size_t(permutation[i])) {
      met[i] = true;
      sign = std::size_t(permutation[i]) == k ? sign : -sign;
    }
  return sign;
}

/// Throws shape_error if SuperLU would count beyond its integers: the lengths of its work memory, or of the factors as
/// it guesses them.
void check_integers(char const* operation, index_t n, index_t entries, index_t bytes) {
  auto const most = double(std::numeric_limits<int>::max());
  double const rows = double(n), panel = sp_ienv(1), tile = std::max(sp_ienv(3), sp_ienv(7)) + sp_ienv(4);
  if ((2 * panel + 8) * rows * sizeof(int) > most ||
      (panel * rows + std::max(rows, tile * panel)) * double(bytes) > most ||
      sp_ienv(6) * double(entries) > double(std::numeric_limits<int_t>::max()))
    throw_shape_reason(operation, "the matrix has more rows or entries than SuperLU can count in integers of 32 bits");
}

/// The order in which the columns of a structure are eliminated.
struct lu_plan {
  superlu_options_t options;
  std::vector<int> order, tree; ///< column k is eliminated as number order[k]; tree: the elimination tree
};

template <class T>
class lu_factors final : public numeric_factors<T> {
public:
  lu_factors(std::shared_ptr<lu_plan const> plan, lapack_call const& call, kept_structure const& s, T const* values)
      : plan_(std::move(plan)), by_rows_(s.by_rows), rows_(plan_->order.size()) {
    superlu_options_t options = plan_->options;
    options.Fact = SamePattern;
    int* const order = const_cast<int*>(plan_->order.data()); // SuperLU only reads order and tree
    int* const tree = const_cast<int*>(plan_->tree.data());
    superlu_matrix a(s.n, superlu_routines<T>::type, s.offsets, s.indices, values);
    ordered_columns columns(options, a, order, tree);
    statistics counts;
    GlobalLU_t shared{};
    int_t info = 0;
    {
      lapack_turn const turn(s.n, s.n);
      superlu_routines<T>::factor(&options, columns.get(), sp_ienv(2), sp_ienv(1), tree, nullptr, 0, order,
                                  rows_.data(), &l_, &u_, &shared, counts.get(), &info);
    }
    require_accepted(call, info);
    if (info > s.n)
      throw std::bad_alloc();
    zero_ = info == 0 ? -1 : std::find(plan_->order.begin(), plan_->order.end(), info - 1) - plan_->order.begin();
  }
  ~lu_factors() override {
    if (l_.Store != nullptr)
      Destroy_SuperNode_Matrix(&l_);
    if (u_.Store != nullptr)
      Destroy_CompCol_Matrix(&u_);
  }

  /// Returns the first line whose pivot is 0, or -1.
  index_t zero() const { return zero_; }
  bool is_finite() const {
    return are_finite(lower().nzval, index_t(lower().nzval_colptr[l_.ncol])) &&
           are_finite(upper().nzval, index_t(upper().colptr[u_.ncol]));
  }

  void solve(lapack_call const& call, T* x, index_t columns) const override {
    DNformat dense{l_.nrow, x};
    SuperMatrix b{SLU_DN, superlu_routines<T>::type, SLU_GE, l_.nrow, int(columns), &dense};
    statistics counts;
    int info = 0;
    lapack_turn const turn(l_.nrow, l_.nrow);
    superlu_routines<T>::solve(by_rows_ ? TRANS : NOTRANS, const_cast<SuperMatrix*>(&l_), const_cast<SuperMatrix*>(&u_),
                               const_cast<int*>(plan_->order.data()), const_cast<int*>(rows_.data()), &b, counts.get(),
                               &info);
    require_accepted(call, info);
  }
  /// Returns the sign of both permutations, and the diagonal of U. SuperLU keeps the diagonal blocks of U with L.
  std::vector<T> pivots() const override {
    SCformat const& l = lower();
    std::vector<T> all{T(static_cast<real_t<T>>(sign_of(plan_->order) * sign_of(rows_)))};
    for (int k = 0; k < l_.ncol; ++k)
      all.push_back(static_cast<T const*>(l.nzval)[l.nzval_colptr[k] + k - l.sup_to_col[l.col_to_sup[k]]]);
    return all;
  }
  index_t entries() const override { return index_t(lower().nzval_colptr[l_.ncol]) + index_t(upper().colptr[u_.ncol]); }

private:
  SCformat const& lower() const { return *static_cast<SCformat const*>(l_.Store); }
  NCformat const& upper() const { return *static_cast<NCformat const*>(u_.Store); }
  static bool are_finite(void const* values, index_t n) {
    using R = real_t<T>;
    return are_finite_numbers(static_cast<R const*>(values), n * (is_complex<T> ? 2 : 1));
  }

  std::shared_ptr<lu_plan const> plan_;
  bool by_rows_;
  std::vector<int> rows_; ///< row k is eliminated as number rows_[k]
  SuperMatrix l_{}, u_{};
  index_t zero_ = -1;
};

template <class T>
class lu_symbolic final : public symbolic_factors<T> {
public:
  lu_symbolic(lapack_call const& call, kept_structure&& s) : symbolic_factors<T>(std::move(s)) {
    kept_structure const& structure = this->structure();
    check_integers(call.operation, structure.n, structure.entries(), static_cast<index_t>(sizeof(T)));
    bool const symmetric = is_symmetric_with_diagonal(structure);
    if (!symmetric)
      defect_ = find_defect(structure);
    if (defect_.position >= 0)
      return;
    auto plan = std::make_shared<lu_plan>();
    set_default_options(&plan->options);
    if (symmetric) {
      plan->options.SymmetricMode = YES;
      plan->options.ColPerm = MMD_AT_PLUS_A;
      plan->options.DiagPivotThresh = 0.1;
    }
    plan->order.resize(structure.offsets.size() - 1);
    plan->tree.resize(plan->order.size());
    superlu_matrix a(structure.n, superlu_routines<T>::type, structure.offsets, structure.indices, nullptr);
    get_perm_c(plan->options.ColPerm, a.get(), plan->order.data());
    ordered_columns const columns(plan->options, a, plan->order.data(), plan->tree.data());
    plan_ = std::move(plan);
  }
  std::shared_ptr<numeric_factors<T> const> factor(lapack_call const& call, T const* values) const override {
    if (plan_ == nullptr)
      return std::make_shared<singular_factors<T>>(defect_.reason, defect_.position);
    kept_structure const& s = this->structure();
    auto factors = std::make_shared<lu_factors<T>>(plan_, call, s, values);
    if (!factors->is_finite())
      throw_linalg(call, factorisation_overflows, -1);
    if (factors->zero() < 0)
      return factors;
    std::string const line = (s.by_rows ? "row " : "column ") + std::to_string(factors->zero());
    return std::make_shared<singular_factors<T>>("the matrix is singular: the pivot of " + line + " is 0",
                                                 factors->zero());
  }

private:
  structural_defect defect_;
  std::shared_ptr<lu_plan const> plan_; ///< null: the structure has a defect
};

} // namespace

std::vector<number> superlu_order(index_t n, std::vector<index_t> const& offsets, std::vector<number> const& indices) {
  if (n == 0 || offsets.back() > std::numeric_limits<int_t>::max() / 4)
    return {};
  superlu_matrix a(n, SLU_D, offsets, indices, nullptr);
  std::vector<int> place(static_cast<std::size_t>(n));
  get_perm_c(MMD_AT_PLUS_A, a.get(), place.data());
  std::vector<number> order(place.size());
  for (std::size_t k = 0; k < place.size(); ++k)
    order[static_cast<std::size_t>(place[k])] = static_cast<number>(k);
  return order;
}

template <class T>
symbolic_ref<T> analyse_lu(lapack_call const& call, kept_structure&& s) {
  return std::make_shared<lu_symbolic<T>>(call, std::move(s));
}

#else

std::vector<number> superlu_order(index_t, std::vector<index_t> const&, std::vector<number> const&) {
  return {};
}

template <class T>
symbolic_ref<T> analyse_lu(lapack_call const&, kept_structure&&) {
  return nullptr; // not called without SuperLU
}

#endif

template symbolic_ref<float> analyse_lu(lapack_call const&, kept_structure&&);
template symbolic_ref<double> analyse_lu(lapack_call const&, kept_structure&&);
template symbolic_ref<std::complex<float>> analyse_lu(lapack_call const&, kept_structure&&);
template symbolic_ref<std::complex<double>> analyse_lu(lapack_call const&, kept_structure&&);

} // namespace weft::detail
