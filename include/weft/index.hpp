#pragma once
#include <weft/index/affine.hpp>
#include <weft/index/affine_view.hpp>
#include <weft/index/hierarchical_layout.hpp>
#include <weft/index/hierarchical_view.hpp>
#include <weft/index/notation.hpp>
#include <weft/index/symbol.hpp>
#include <weft/index/tiles.hpp>
