// The module weft: what the headers of each layer declare, exported. It is made of them and belongs to no module by name
// (extern "C++"), so a program may import it in some files and include headers in others: both mean the same entities and
// the same compiled library. Macros are not exported: WEFT_VERSION_MAJOR and its kin come with <weft/base/config.hpp>.
module;

// All that the headers include and that is not weft's (test/structure/module.py): it stays outside.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/at_key.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/fwd/integral_constant.hpp>
#include <boost/hana/fwd/keys.hpp>
#include <boost/hana/fwd/map.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <cmath>
#include <compare>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <ios>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <memory_resource>
#include <new>
#include <numbers>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <stdint.h>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <version>
#ifdef __cpp_lib_format
#include <format>
#endif
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

export module weft;

// Clang warns of headers that would belong to the module; these do not.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Winclude-angled-in-module-purview"
#endif

export extern "C++" {
#include <weft/fft.hpp>
#include <weft/field.hpp>
#include <weft/geometry.hpp>
#include <weft/grad.hpp>
#include <weft/hdf5.hpp>
#include <weft/index.hpp>
#include <weft/nn.hpp>
#include <weft/numerics.hpp>
#include <weft/records.hpp>
#include <weft/sparse.hpp>
#include <weft/dynamic.hpp>
#include <weft/io.hpp>
#include <weft/linalg.hpp>
#include <weft/weft.hpp>

// What none of those includes.
#include <weft/io/c_tensor.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/dlpack.hpp>
#include <weft/io/formatter.hpp>
#include <weft/io/image.hpp>
#include <weft/io/map.hpp>
#include <weft/io/mdspan.hpp>
#include <weft/linalg/eigsh.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/linalg/linear_operator.hpp>
#include <weft/linalg/svds.hpp>
#include <weft/ops/choice.hpp>
#include <weft/ops/digitize.hpp>
#include <weft/ops/histogram2d.hpp>
#include <weft/ops/lexsort.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/topk.hpp>
#include <weft/ops/unique.hpp>
#include <weft/sparse/gradients.hpp>
}
