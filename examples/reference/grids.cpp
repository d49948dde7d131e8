// doc/reference: Grids
#include "show.hpp"

#include <weft/field.hpp>

using namespace weft;

void grids() {
  // [a grid and a mesh]
  field::grid<double, 2> g(shape(2, 3), field::ghosts(1));
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  field::mesh<2> m(shape(2, 3), {0.5, 0.1});
  // [end]
  RUN(g.with_ghosts(), g.interior() = a);
  SHOW(g.shape());
  SHOW(g.rank());
  SHOW(g.ghost_width(0).upper);
  RUN(g.with_ghosts(), field::fill_ghosts(g, field::periodic));
  RUN(g.with_ghosts(), field::fill_ghosts(g, {field::clamped, {field::padded(-1.0), field::extrapolated}}));
  RUN(g.with_ghosts(), field::policy<double> q = field::mirrored(field::edge_twice);
      field::fill_ghosts(g, {q, field::policies<double>(field::mirrored)}));
  SHOW(q.kind == field::boundary::mirrored_twice);
  SHOW(g(-1, 3));
  SHOW(g.ghost(0, field::lower));
  SHOW(g.face(0, field::upper));
  SHOW(g.face(1, field::side::lower, 2));
  SHOW(g.ghost({field::lower, field::upper}));
  SHOW(g.face({field::inside, field::upper}));
  SHOW(g.widened(1));
  RUN(h.interior(), std::vector<double> p(20, 1.0);
      field::grid h(borrow(p.data(), shape(4, 5), strides(1, 4)), field::ghosts({1, {0, 2}})));
  SHOW(field::width(1, 2) == field::width(2));
  RUN(b(-1, 3), field::based_view b = field::based(a, -1, 1));
  SHOW(b(range(-1, 1), 3));
  SHOW(b.lower(0));
  SHOW(b.upper(1));
  SHOW(field::based(g)(-1, all));
  RUN(message, auto message = field::packed(g.face(0, field::upper), g.face(1, field::lower)));
  RUN(g.ghost(0, field::lower), field::unpack_from(message, g.ghost(0, field::lower), g.ghost(1, field::upper)));
  RUN(message, field::pack_into(message, g.face(0, field::lower)));
  RUN(u[0].interior(), field::levels<field::grid<double, 2>, 2> u(g); u.next().interior() = u[1].interior() + 1.0; u.rotate());
  SHOW(u.size());
  RUN(w[0], tensor<double, 1> x{1, 2}, y{3, 4}; field::levels w(x, y); w.rotate());
  SHOW(field::mesh(shape(2)).coordinates(0));
  SHOW(m.coordinates(1));
  SHOW(m.coordinates(0, field::node));
  SHOW(m.shape(field::face(1)));
  SHOW(m.shape(field::edge(1)));
  RUN(m.shape(at), field::location at = field::cell);
  SHOW(field::difference(a, 0));
  SHOW(field::difference(g.widened(1), 1, 0.1));
  SHOW(field::average(a, 1));
  RUN(std::string("written"), field::save_vti("a.vti", m, {{"u", g}, {"v", a}}));
  RUN(f.name(), field::named_field f("w", a));
}
