#pragma once
// Files, images and memory of others: what core prints and saves, and the component io. weft/io/fmt.hpp needs {fmt}.
#include <weft/io/c_tensor.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/dlpack.hpp>
#include <weft/io/formatter.hpp>
#include <weft/io/image.hpp>
#include <weft/io/map.hpp>
#include <weft/io/mdspan.hpp>
#include <weft/io/npy.hpp>
#include <weft/io/npz.hpp>
#include <weft/io/print.hpp>
