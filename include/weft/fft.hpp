#pragma once
// The component fft: discrete Fourier and cosine transforms. weft/fft/gradients.hpp needs the component grad.
#include <weft/fft/frequencies.hpp>
#include <weft/fft/transform.hpp>
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/fft/dynamic.hpp>
#endif
