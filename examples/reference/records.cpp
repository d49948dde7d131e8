// doc/reference: Records
#include "show.hpp"

#include <weft/records.hpp>

using namespace weft;

namespace {

struct shown_state {
  BOOST_HANA_DEFINE_STRUCT(shown_state, (tensor<double, 2>, u), (tensor<double, 1>, w), (double, h));
};
struct shown_pair {
  BOOST_HANA_DEFINE_STRUCT(shown_pair, (shown_state, inner), (float, t));
};
template <template <class> class C>
struct R {
  C<double> x, v;
  C<int> cell;
};
struct pendulum {
  BOOST_HANA_DEFINE_STRUCT(pendulum, (double, angle), (double, speed));
};

} // namespace

void records() {
  // [a record and another one]
  shown_state y{{{1, 2}, {3, 4}}, {5, 6}, 0.5}, k{{{1, 1}, {1, 1}}, {2, 2}, 1};
  shown_pair pair{y, 2};
  // [end]
  SHOW(Record<shown_state>);
  SHOW(record_access<shown_state>::count);
  RUN(r.u, shown_state r = y + 0.5 * k);
  RUN(r.w, into(r) = y - k);
  RUN(r.w, into(r) = y + 0.1 * k);
  RUN(r.h, r += 2.0 * k);
  RUN(twice.inner.w, record_expression e = pair * 2.0; shown_pair twice = e);
  RUN(paths, std::string paths;
      for_each_field(pair, [&](std::string_view path, auto const&) { paths.append(path).append(" "); }));
  RUN(r.u, into(r) = transform_fields(y, [](auto const& x) { return x * x; }));
  SHOW(dot(y, k));
  SHOW(norm(y));
  SHOW(max_abs(y - k));
  SHOW(all_close(y, y + 1e-12));
  RUN(r.u, r = zeros_like(y));
  RUN(r.w, r = copy(y));
  SHOW(flatten_fields(y));
  SHOW(element_count(y));
  RUN(r.u, r = unflatten_fields(2.0 * flatten_fields(y), y));
  RUN(r.u, save_npz("y.npz", y); load_npz("y.npz", r));
  RUN(printed.str(), std::ostringstream printed; printed << y);
}

void tables() {
  // [a table of particles]
  columns<R> p({{0.5, 1.5, 2.5}, {1, 2, 3}, {7, 5, 7}});
  // [end]
  SHOW(p.size());
  SHOW(p.x);
  RUN(p.x, p[0].x = -1.0; p[2] = p[1]);
  RUN(p.cell, p = sort_by(p, p.cell, -p.x));
  RUN(q.x, columns<R> q = take(p, tensor<int, 1>{2, 0}));
  RUN(q.x, q = compress(p.x > 0.0, p));
  RUN(q.x, q = concatenate(q, p));
  RUN(q.size(), q.resize(2));
  SHOW(column_names<R>().size());
  RUN(q.v, save_csv_columns("a.csv", p); q = load_csv_columns<R>("a.csv"));
  RUN(q.cell, q = parse_csv_columns<R>("cell;x;v\n4;0,5;1\n", {.delimiter = ';', .decimal = ','}));
  RUN(q.v, save_npy_columns("a.npy", p); q = load_npy_columns<R>("a.npy"));
}

void equations() {
  // [a pendulum]
  auto f = [](double, pendulum const& p) { return boost::hana::make_tuple(p.speed, -std::sin(p.angle)); };
  pendulum p{1, 0};
  double t = 0;
  // [end]
  RUN(p.angle, t = ode::rk4(f, p, t, 0.1));
  RUN(p.angle, t = ode::ssp_rk3(f, p, t, 0.1));
  RUN(p.angle, t = ode::euler(f, p, t, 0.1));
  RUN(t, ode::rk4_stepper<pendulum> step; t = step(f, p, t, 0.1));
  RUN(t, ode::ssp_rk3_stepper<pendulum> strong; t = strong(f, p, t, 0.1));
  RUN(t, ode::euler_stepper<pendulum> simple; t = simple(f, p, t, 0.1));
  RUN(report.accepted, ode::dormand_prince_options options{.relative = 1e-9, .absolute = 1e-12};
      ode::dormand_prince_report report = ode::dormand_prince(f, p, t, 10.0, options));
  SHOW(report.end == ode::dormand_prince_end::reached);
  SHOW(report.is_stiff);
  RUN(std::string(worst.path), ode::field_error worst = report.errors[0]);
  RUN(seen, int seen = 0; ode::step_progress count = [&](ode::step_state const& q) { return ++seen < 3 && q.time + q.step < 20; };
      report = ode::dormand_prince(f, p, 10.0, 20.0, {.progress = count}));
}
