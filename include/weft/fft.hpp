#pragma once
// The component fft: discrete Fourier and cosine transforms. weft/grad/transforms.hpp has their gradients.
#include <weft/fft/frequencies.hpp>
#include <weft/fft/transform.hpp>
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/fft/dynamic.hpp>
#endif
