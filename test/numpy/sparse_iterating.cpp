#include "sparse.hpp"

#include <weft/sparse/iterative.hpp>
#include <weft/sparse/preconditioner.hpp>

namespace numpy {

namespace {

template <class S>
linalg::iterative_options options_for() {
  linalg::iterative_options o;
  o.tolerance = sizeof(decltype(std::real(element_of_sparse<S>()))) == 4 ? 2e-6 : 1e-11;
  return o;
}

/// f(matrix, right side, options)
template <class F>
slot iterated(call const& c, F const& f) {
  return with_object(floating_kinds{}, c, 0, [&](auto const& s) {
    using S = std::remove_cvref_t<decltype(s.shown)>;
    return f(s.shown, as<1>(c.as<element_of_sparse<S>>(1)), options_for<S>());
  });
}
/// f(matrix, preconditioner) with the one of a name.
template <class S, class F>
slot with_preconditioner(S const& s, std::string const& name, F const& f) {
  return name == "jacobi" ? f(s, linalg::jacobi(s))
         : name == "ssor" ? f(s, linalg::ssor(s, 1.25))
         : name == "ilu0" ? f(s, linalg::ilu0(s))
                          : f(s, linalg::ic0(s));
}

void add_methods(table& t) {
  t["sparse_cg"] = [](call const& c) {
    return iterated(c, [](auto const& s, auto const& b, auto const& o) { return kept(linalg::cg(s, b, o).x); });
  };
  t["sparse_bicgstab"] = [](call const& c) {
    return iterated(c, [](auto const& s, auto const& b, auto const& o) { return kept(linalg::bicgstab(s, b, o).x); });
  };
  t["sparse_gmres"] = [](call const& c) {
    return iterated(c, [](auto const& s, auto const& b, auto const& o) { return kept(linalg::gmres(s, b, o).x); });
  };
  t["sparse_lsqr"] = [](call const& c) {
    return iterated(c, [](auto const& s, auto const& b, auto const& o) { return kept(linalg::lsqr(s, b, o).x); });
  };
  t["sparse_bicgstab_with"] = [](call const& c) {
    return iterated(c, [](auto const& s, auto const& b, auto const& o) {
      return kept(linalg::bicgstab(s, b, linalg::ilu0(s), o).x);
    });
  };
  t["sparse_gmres_with"] = [](call const& c) {
    return iterated(c, [](auto const& s, auto const& b, auto const& o) {
      return kept(linalg::gmres(s, b, linalg::jacobi(s), o).x);
    });
  };
  t["sparse_cg_from"] = [](call const& c) {
    return iterated(c, [](auto const& s, auto const& b, auto const& o) {
      return kept(linalg::cg(s, b, linalg::no_preconditioner, b, o).x);
    });
  };
  t["sparse_cg_with"] = [](call const& c) {
    return iterated(c, [&](auto const& s, auto const& b, auto const& o) {
      return with_preconditioner(s, c.word(2),
                                 [&](auto const& a, auto const& m) { return kept(linalg::cg(a, b, m, o).x); });
    });
  };
}

/// Values, or vectors.
void add_spectra(table& t) {
  t["sparse_eigsh"] = [](call const& c) {
    return with_object(floating_kinds{}, c, 0, [&](auto const& s) {
      const auto which = c.word(2) == "largest" ? linalg::largest : linalg::smallest;
      auto r = linalg::eigsh(s.shown, c.number(1), which, options_for<decltype(s.shown)>());
      return c.number(3) == 0 ? kept(r.values) : kept(r.vectors);
    });
  };
  t["sparse_svds"] = [](call const& c) {
    return with_object(floating_kinds{}, c, 0, [&](auto const& s) {
      auto r = linalg::svds(s.shown, c.number(1), options_for<decltype(s.shown)>());
      return c.number(2) == 0 ? kept(r.s) : c.number(2) == 1 ? kept(r.u) : kept(r.vh);
    });
  };
}

/// z = m(r), or a part of m.
void add_preconditioners(table& t) {
  t["sparse_precondition"] = [](call const& c) {
    return iterated(c, [&](auto const& s, auto const& r, auto const&) {
      return with_preconditioner(s, c.word(2), [&](auto const&, auto const& m) {
        tensor<element_of<decltype(r)>, 1> z(r);
        m(z, z);
        return kept(z);
      });
    });
  };
  t["sparse_factors"] = [](call const& c) {
    return with_object(floating_kinds{}, c, 0, [&](auto const& s) {
      const auto m = linalg::ilu0(s.shown);
      return c.number(1) == 0   ? kept_sparse(m.lower())
             : c.number(1) == 1 ? kept_sparse(m.upper())
                                : kept(m.inverse_diagonal());
    });
  };
}

const commands_of_source added(add_methods), spectra_added(add_spectra), preconditioners_added(add_preconditioners);

} // namespace
} // namespace numpy
