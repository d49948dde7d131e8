#include <weft/grad/dual.hpp>
#include <weft/numerics/special.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace weft;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_close(double x, double wanted, double error) {
  return x == wanted || std::abs(x - wanted) <= error * std::abs(wanted);
}

/// Calls f with N arguments, of which `last` takes the place of the last one.
template <std::size_t N, class F, class Row, class X>
auto called(F const& f, Row const& row, X const& last) {
  if constexpr (N == 1)
    return f(last);
  else if constexpr (N == 2)
    return f(row[0], last);
  else
    return f(row[0], row[1], last);
}

/// Each row has N arguments, SciPy's value, and the slope by the last argument by SciPy's formula.
template <std::size_t N, class F>
void check_table(F const& f, std::vector<std::array<double, N + 2>> const& rows) {
  for (auto const& row : rows) {
    CAPTURE(row[N - 1]);
    tensor<double, 1> const x{row[N - 1], 0.5, row[N - 1]};
    tensor<double, 1> const y = called<N>(f, row, x(range(2, -1, -2)));
    CHECK(is_close(y(0), row[N], 2e-13));
    CHECK(y(1) == y(0));
    grad::dual<double> const d = called<N>(f, row, grad::dual<double>(row[N - 1], 1));
    CHECK(d.value == y(0));
    CHECK(is_close(d.tangent[0], row[N + 1], 5e-13));
  }
}

} // namespace

TEST_CASE("bessel_j, bessel_y: values and slopes of SciPy") {
  check_table<2>([](auto const& a, auto const& x) { return numerics::bessel_j(a, x); },
                 {{0.0, 0.25, 0.9844359292958527, -0.12402597732272697},
                  {0.0, 3.5, -0.38012773998726335, -0.13737752736232714},
                  {0.0, 40.0, 0.0073668905842372906, -0.12603831803758497},
                  {1.0, 0.25, 0.12402597732272697, 0.48833202000494497},
                  {1.0, 3.5, 0.13737752736232714, -0.41937846209078544},
                  {1.0, 40.0, 0.12603831803758497, 0.004215932633297665},
                  {2.5, 0.25, 0.0016548515714687574, 0.01648935514471571},
                  {2.5, 3.5, 0.45529828045470533, 0.031429605138396904},
                  {2.5, 40.0, -0.08751431140932356, 0.0919583241992165},
                  {1.0, -2.0, -0.5767248077568736, -0.06447162473720106},
                  {2.0, -2.0, 0.35283402861563773, -0.22389077914123579}});
  check_table<2>([](auto const& a, auto const& x) { return numerics::bessel_y(a, x); },
                 {{0.0, 0.25, -0.9315730249300587, 2.7041052293152825},
                  {0.0, 3.5, 0.1890219439208265, -0.410188417887512},
                  {0.0, 40.0, 0.12593641705826097, 0.005793505821549637},
                  {1.0, 0.25, -2.7041052293152825, 9.88484789233107},
                  {1.0, 3.5, 0.410188417887512, 0.07182525309582308},
                  {1.0, 40.0, -0.005793505821549637, 0.12608125470379972},
                  {2.5, 0.25, -77.40713981788204, 767.4919564836546},
                  {2.5, 3.5, -0.17334531863576935, 0.3875331759216616},
                  {2.5, 40.0, -0.09103096787621724, -0.08620806050536015}});
}

TEST_CASE("bessel_i, bessel_k: values and slopes of SciPy") {
  check_table<2>([](auto const& a, auto const& x) { return numerics::bessel_i(a, x); },
                 {{0.0, 0.25, 1.015686141223608, 0.12597910894546793},
                  {0.0, 3.5, 7.3782034322254795, 6.205834922258363},
                  {0.0, 40.0, 1.4894774793419894e+16, 1.4707396163259342e+16},
                  {1.0, 0.25, 0.12597910894546793, 0.5117697054417363},
                  {1.0, 3.5, 6.205834922258363, 5.60510774015166},
                  {1.0, 40.0, 1.4707396163259342e+16, 1.452708988933841e+16},
                  {2.5, 0.25, 0.0016696931985625242, 0.016756504822807827},
                  {2.5, 3.5, 2.7246583514849694, 3.1061366966322845},
                  {2.5, 40.0, 1.3761967080749736e+16, 1.361638996774956e+16},
                  {1.0, -2.0, -1.590636854637329, 1.4842668750174028},
                  {2.0, -2.0, 0.6889484476987382, -0.9016884069385909}});
  check_table<2>([](auto const& a, auto const& x) { return numerics::bessel_k(a, x); },
                 {{0.0, 0.25, 1.5415067512483027, -3.7470259744407115},
                  {0.0, 3.5, 0.01959889717036849, -0.022239392925923838},
                  {0.0, 40.0, 8.392861100099568e-19, -8.49713195486104e-19},
                  {1.0, 0.25, 3.7470259744407115, -16.529610649011147},
                  {1.0, 3.5, 0.022239392925923838, -0.025953009434918156},
                  {1.0, 40.0, 8.49713195486104e-19, -8.605289398971095e-19},
                  {2.5, 0.25, 119.0820078522444, -1200.5808988382018},
                  {2.5, 3.5, 0.042524221766292794, -0.05638440500495965},
                  {2.5, 40.0, 9.066005151810604e-19, -9.195904746810791e-19}});
}

TEST_CASE("gamma and beta functions: values and slopes of SciPy") {
  check_table<1>([](auto const& x) { return numerics::digamma(x); },
                 {{-1.5, 0.7031566406452434, 9.379246644989124},
                  {0.25, -4.2274535333762655, 17.197329154507113},
                  {1.0, -0.5772156649015329, 1.6449340668482266},
                  {3.5, 1.103156640645243, 0.3303577561002349},
                  {40.0, 3.6763273740348428, 0.025315103841291032}});
  check_table<2>([](auto const& a, auto const& x) { return numerics::polygamma(a, x); },
                 {{0.0, 0.25, -4.2274535333762655, 17.197329154507113},
                  {0.0, 3.5, 1.103156640645243, 0.3303577561002349},
                  {1.0, 0.25, 17.197329154507113, -129.32773993753688},
                  {1.0, 3.5, 0.3303577561002349, -0.1082040516417274},
                  {3.0, 0.25, 1538.782144009189, -24584.375388637945},
                  {3.0, 3.5, 0.07030584881725205, -0.06799599950673135}});
  check_table<2>([](auto const& a, auto const& x) { return numerics::beta(a, x); },
                 {{0.5, 0.5, 3.1415926535897927, -4.355172180607204},
                  {2.0, 3.0, 0.08333333333333333, -0.04861111111111109},
                  {30.0, 0.1, 6.780830277757635, -93.65395847619091}});
  check_table<2>([](auto const& a, auto const& x) { return numerics::gamma_p(a, x); },
                 {{0.5, 0.1, 0.34527915398142317, 1.6143422587153617},
                  {2.0, 3.0, 0.8008517265285442, 0.1493612051035918},
                  {30.0, 20.0, 0.021818217525557418, 0.012515304368452664}});
  check_table<2>([](auto const& a, auto const& x) { return numerics::gamma_q(a, x); },
                 {{0.5, 0.1, 0.6547208460185768, -1.6143422587153617},
                  {2.0, 30.0, 2.9008631203404573e-12, -2.8072868906520526e-12},
                  {30.0, 20.0, 0.9781817824744425, -0.012515304368452664}});
  check_table<3>([](auto const& a, auto const& b, auto const& x) { return numerics::beta_inc(a, b, x); },
                 {{0.5, 0.5, 0.25, 0.33333333333333337, 0.7351051938957228},
                  {2.0, 3.0, 0.75, 0.94921875, 0.5625},
                  {30.0, 0.5, 0.9, 0.012282448499852758, 0.4583624036097712}});
}

TEST_CASE("inverse functions and expint: values and slopes of SciPy") {
  check_table<1>([](auto const& x) { return numerics::erfinv(x); }, {{-0.999, -2.3267537655135246, 198.93951776442498},
                                                                     {-0.25, -0.2253120550121781, 0.9323782346059724},
                                                                     {0.0, 0.0, 0.8862269254527579},
                                                                     {0.5, 0.4769362762044699, 1.1125848189719496}});
  check_table<1>([](auto const& x) { return numerics::ndtri(x); }, {{1e-10, -6.361340902404056, 1535723698.1963818},
                                                                    {0.025, -1.9599639845400545, 17.110083080332725},
                                                                    {0.5, 0.0, 2.5066282746310002},
                                                                    {0.9, 1.2815515655446004, 5.698059856117004}});
  check_table<1>([](auto const& x) { return numerics::expint(x); },
                 {{-40.0, -1.036773261451657e-19, -1.0620885638228973e-19},
                  {-1.0, -0.21938393439552062, -0.3678794411714424},
                  {-0.001, -6.331539364136149, -999.0004998333751},
                  {0.001, -6.329539364025038, 1001.0005001667083},
                  {1.0, 1.8951178163559368, 2.718281828459045},
                  {40.0, 6039718263611238.0, 5884631670925499.0}});
}

TEST_CASE("special functions: limits, and NaN where they are not defined") {
  double const none = std::numeric_limits<double>::quiet_NaN();
  CHECK(numerics::bessel_j(0.0, infinity) == 0);
  CHECK(numerics::bessel_j(0.0, 0.0) == 1);
  CHECK(std::isnan(numerics::bessel_j(0.5, -1.0)));
  CHECK(numerics::bessel_y(1.0, 0.0) == -infinity);
  CHECK(std::isnan(numerics::bessel_y(1.0, -1.0)));
  CHECK(numerics::bessel_i(0.0, infinity) == infinity);
  CHECK(numerics::bessel_k(2.0, 0.0) == infinity);
  CHECK(numerics::bessel_k(2.0, infinity) == 0);
  CHECK(std::isnan(numerics::digamma(-2.0)));
  CHECK(std::isnan(numerics::polygamma(0.5, 1.0)));
  CHECK(std::isnan(numerics::polygamma(1, -1.0)));
  CHECK(std::isnan(numerics::beta(-0.5, 1.0)));
  CHECK(numerics::gamma_p(2.0, 0.0) == 0);
  CHECK(numerics::gamma_p(2.0, infinity) == 1);
  CHECK(numerics::gamma_q(2.0, infinity) == 0);
  CHECK(std::isnan(numerics::gamma_p(2.0, -1.0)));
  CHECK(std::isnan(numerics::gamma_q(-1.0, 1.0)));
  CHECK(numerics::beta_inc(2.0, 3.0, 0.0) == 0);
  CHECK(numerics::beta_inc(2.0, 3.0, 1.0) == 1);
  CHECK(std::isnan(numerics::beta_inc(2.0, 3.0, 1.5)));
  CHECK(numerics::erfinv(1.0) == infinity);
  CHECK(numerics::erfinv(-1.0) == -infinity);
  CHECK(std::isnan(numerics::erfinv(1.5)));
  CHECK(numerics::ndtri(0.0) == -infinity);
  CHECK(numerics::ndtri(1.0) == infinity);
  CHECK(std::isnan(numerics::ndtri(-0.5)));
  CHECK(numerics::expint(0.0) == -infinity);
  CHECK(numerics::expint(infinity) == infinity);
  CHECK(numerics::expint(-infinity) == 0);
  CHECK(std::isnan(numerics::bessel_j(0.0, none)));
  CHECK(std::isnan(numerics::beta_inc(2.0, none, 0.5)));
}

TEST_CASE("special functions: floats, whole numbers, operands that broadcast, an empty operand") {
  tensor<float, 1> const x{0.25F, 3.5F};
  static_assert(std::is_same_v<decltype(numerics::bessel_j(1, x))::value_type, float>);
  CHECK(eval(numerics::bessel_j(1, x)) == tensor<float, 1>{0.12402597732272697F, 0.13737752736232714F});
  CHECK(is_close(eval(numerics::erfinv(tensor<float, 1>{0.5F}))(0), 0.4769362762044699, 1e-7));
  CHECK(is_close(eval(numerics::gamma_p(tensor<int, 1>{2}, 3.0))(0), 0.8008517265285442, 1e-14));
  tensor<double, 2> const orders{{0}, {1}};
  tensor<double, 2> const y = numerics::bessel_j(orders, cast<double>(x));
  CHECK(y.shape() == shape(2, 2));
  CHECK(is_close(y(1, 0), 0.12402597732272697, 1e-13));
  CHECK(is_close(y(0, 1), -0.38012773998726335, 1e-13));
  CHECK(eval(numerics::beta_inc(2.0, 3.0, tensor<double, 2>(0, 3))).shape() == shape(0, 3));
  tensor<double, 1> target{0, 7, 0};
  target(range(2, -1, -2)) = numerics::digamma(tensor<double, 1>{1.0, 3.5});
  CHECK(target(1) == 7);
  CHECK(is_close(target(2), -0.5772156649015329, 1e-14));
  CHECK(is_close(target(0), 1.103156640645243, 1e-14));
}

TEST_CASE("special functions: second derivatives, and slopes by each operand") {
  using inner = grad::dual<double>;
  using twice = grad::dual<inner>;
  twice const x(inner(3.5, 1), inner(1, 0));
  // SciPy: jvp(1, 3.5, 2), beta's second derivative by b at (2, 3), of which 1 / (b (b + 1)) is the function
  CHECK(is_close(numerics::bessel_j(1.0, x).tangent[0].tangent[0], -0.006340617592525022, 1e-12));
  twice const b(inner(3, 1), inner(1, 0));
  CHECK(is_close(numerics::beta(2.0, b).tangent[0].tangent[0], 37.0 / 864, 1e-11));
  CHECK(is_close(numerics::beta(inner(2, 1), 3.0).tangent[0], -13.0 / 144, 1e-12));
  // the slope of x exp(-x), the density of gamma_p(2, x)
  CHECK(is_close(numerics::gamma_p(2.0, x).tangent[0].tangent[0], -2.5 * std::exp(-3.5), 1e-12));
  // 12 x (1 - x)^2, of which the slope is 12 (1 - x) (1 - 3 x)
  twice const part(inner(0.25, 1), inner(1, 0));
  CHECK(is_close(numerics::beta_inc(2.0, 3.0, part).tangent[0].tangent[0], 12 * 0.75 * 0.25, 1e-11));
  CHECK(std::isnan(numerics::gamma_p(inner(2, 1), 3.0).tangent[0]));
}
