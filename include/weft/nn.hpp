#pragma once
#include <weft/nn/batches.hpp>
#include <weft/nn/layers.hpp>
#include <weft/nn/losses.hpp>
#include <weft/nn/optimisers.hpp>
#include <weft/records.hpp> // for_each_field, save_npz and others of models
