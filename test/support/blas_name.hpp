#pragma once

/// What the linked library calls a function of BLAS, as text: its names may be macros (cmake/WeftBLASInterface.cmake).
#define WEFT_BLAS_NAME(function) WEFT_BLAS_TEXT(function)
#define WEFT_BLAS_TEXT(name) #name
