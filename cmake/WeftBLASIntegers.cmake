# Sets WeftBLAS_INTEGER_BYTES to 4 or 8: asks the library itself, because file names and headers have been wrong. When
# cross-compiling without an emulator, CMake says how to give the answer.
if(NOT DEFINED WeftBLAS_INTEGER_BYTES)
  message(STATUS "Integers of BLAS")
  set(CMAKE_TRY_COMPILE_CONFIGURATION "${CMAKE_BUILD_TYPE}") # libraries of packages may stand for one configuration
  try_run(WeftBLAS_INTEGER_BYTES WeftBLAS_LINKS "${CMAKE_CURRENT_BINARY_DIR}/WeftBLASIntegers"
    "${CMAKE_CURRENT_LIST_DIR}/blas_integers.cpp"
    CMAKE_FLAGS -DCMAKE_CXX_STANDARD=20 LINK_LIBRARIES weft::blas COMPILE_OUTPUT_VARIABLE output)
  if(NOT WeftBLAS_LINKS)
    unset(WeftBLAS_INTEGER_BYTES CACHE)
    message(FATAL_ERROR "weft needs a BLAS with the C interface (CBLAS); this does not link with ${WeftBLAS_SOURCE}:\n"
      "${output}\nInstall OpenBLAS (libopenblas-dev), or configure with -DWEFT_WITH_BLAS=OFF")
  endif()
  if(NOT WeftBLAS_INTEGER_BYTES MATCHES "^[48]$")
    unset(WeftBLAS_INTEGER_BYTES CACHE)
    message(FATAL_ERROR "a program that calls ${WeftBLAS_SOURCE} fails; configure with -DWEFT_WITH_BLAS=OFF, or give "
      "-DWeftBLAS_INTEGER_BYTES=4 or 8")
  endif()
  message(STATUS "Integers of BLAS - ${WeftBLAS_INTEGER_BYTES} bytes")
endif()
