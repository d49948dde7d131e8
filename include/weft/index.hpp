#pragma once
#include <weft/index/affine.hpp>
#include <weft/index/symbol.hpp>
