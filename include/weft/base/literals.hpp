#pragma once
#include <boost/hana/integral_constant.hpp>

namespace weft::literals {
/// 0_c, 1_c: constants of Boost.Hana, of which types know the value. As arguments they keep shapes static: sum(x, 1_c),
/// range(0_c, end, 2_c). With using namespace weft::literals.
using boost::hana::literals::operator""_c;
} // namespace weft::literals
