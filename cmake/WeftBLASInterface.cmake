# What must be known of the BLAS that is linked: what its functions are called, and how wide its integers are. Asks the
# library itself, because file names and headers have been wrong. Sets
#   WeftBLAS_DEFINITIONS    of the preprocessor, for the sources that call BLAS
#   WeftBLAS_INTEGER_BYTES  4 or 8; when cross-compiling without an emulator, CMake says how to give the answer
#   WeftLAPACK_DEFINITIONS  for the sources that call LAPACK; with WEFT_WITH_LAPACK where the library has it
set(WEFT_BLAS_PREFIX "" CACHE STRING "What the library puts before the names of all functions of BLAS")
set(WEFT_BLAS_SUFFIX "" CACHE STRING "What the library puts behind the names of all functions of BLAS")

set(CMAKE_TRY_COMPILE_CONFIGURATION "${CMAKE_BUILD_TYPE}") # libraries of packages may stand for one configuration
set(weft_blas_program "${CMAKE_CURRENT_BINARY_DIR}/WeftBLASInterface" "${CMAKE_CURRENT_LIST_DIR}/blas_interface.cpp")
set(weft_blas_options CMAKE_FLAGS -DCMAKE_CXX_STANDARD=20 "-DINCLUDE_DIRECTORIES=${CMAKE_CURRENT_LIST_DIR}/../src"
  LINK_LIBRARIES weft::blas)

# The sources have the usual names, which macros turn into those of the library.
file(READ "${CMAKE_CURRENT_LIST_DIR}/../src/product/cblas.hpp" weft_blas_functions)
string(REGEX MATCHALL "(cblas|openblas|ddot)_[a-z_]*[(]" weft_blas_functions "${weft_blas_functions}")
list(REMOVE_DUPLICATES weft_blas_functions)
include("${CMAKE_CURRENT_LIST_DIR}/WeftLAPACKNames.cmake")
function(weft_blas_names variable functions prefix suffix)
  set(names "")
  if(NOT "${prefix}${suffix}" STREQUAL "")
    list(TRANSFORM functions REPLACE "(.+)[(]" "\\1=${prefix}\\1${suffix}" OUTPUT_VARIABLE names)
  endif()
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()

# Tries the names that were asked for, then those of Fedora's, conda's and Julia's libraries of 64-bit integers, then
# those of SciPy's.
function(weft_find_blas_names)
  message(STATUS "Names of BLAS")
  foreach(prefix IN ITEMS "${WEFT_BLAS_PREFIX}" scipy_)
    foreach(suffix IN ITEMS "${WEFT_BLAS_SUFFIX}" 64_)
      weft_blas_names(names "${weft_blas_functions}" "${prefix}" "${suffix}")
      list(TRANSFORM names PREPEND -D)
      try_compile(WeftBLAS_LINKS ${weft_blas_program} ${weft_blas_options} COMPILE_DEFINITIONS ${names}
        OUTPUT_VARIABLE output)
      if(NOT DEFINED complaint)
        set(complaint "${output}")
      endif()
      if(WeftBLAS_LINKS)
        set_property(CACHE WEFT_BLAS_PREFIX PROPERTY VALUE "${prefix}")
        set_property(CACHE WEFT_BLAS_SUFFIX PROPERTY VALUE "${suffix}")
        set(WeftBLAS_LINKED "${prefix}cblas_dgemm${suffix}" CACHE INTERNAL "")
        message(STATUS "Names of BLAS - ${WeftBLAS_LINKED}")
        return()
      endif()
    endforeach()
  endforeach()
  message(FATAL_ERROR "weft needs a BLAS with the C interface (CBLAS); this does not link with ${WeftBLAS_SOURCE}:\n"
    "${complaint}\nInstall OpenBLAS (libopenblas-dev), give what your library adds to the names as -DWEFT_BLAS_PREFIX "
    "and -DWEFT_BLAS_SUFFIX, or configure with -DWEFT_WITH_BLAS=OFF")
endfunction()

if(NOT WeftBLAS_LINKED STREQUAL "${WEFT_BLAS_PREFIX}cblas_dgemm${WEFT_BLAS_SUFFIX}")
  weft_find_blas_names()
endif()
weft_blas_names(WeftBLAS_DEFINITIONS "${weft_blas_functions}" "${WEFT_BLAS_PREFIX}" "${WEFT_BLAS_SUFFIX}")
weft_blas_names(WeftLAPACK_DEFINITIONS "${weft_lapack_functions}" "${WEFT_BLAS_PREFIX}" "${WEFT_BLAS_SUFFIX}")

if(NOT DEFINED WeftBLAS_INTEGER_BYTES)
  message(STATUS "Integers of BLAS")
  list(TRANSFORM WeftBLAS_DEFINITIONS PREPEND -D OUTPUT_VARIABLE weft_blas_flags)
  try_run(WeftBLAS_INTEGER_BYTES WeftBLAS_LINKS ${weft_blas_program} ${weft_blas_options}
    COMPILE_DEFINITIONS ${weft_blas_flags})
  if(NOT WeftBLAS_INTEGER_BYTES MATCHES "^[48]$")
    unset(WeftBLAS_INTEGER_BYTES CACHE)
    message(FATAL_ERROR "a program that calls ${WeftBLAS_SOURCE} fails; configure with -DWEFT_WITH_BLAS=OFF, or give "
      "-DWeftBLAS_INTEGER_BYTES=4 or 8")
  endif()
  message(STATUS "Integers of BLAS - ${WeftBLAS_INTEGER_BYTES} bytes")
endif()

list(APPEND WeftBLAS_DEFINITIONS WEFT_WITH_BLAS=1)
if(WeftBLAS_INTEGER_BYTES EQUAL 8)
  list(APPEND WeftBLAS_DEFINITIONS WEFT_BLAS_INT64=1)
endif()
list(APPEND WeftLAPACK_DEFINITIONS ${WeftBLAS_DEFINITIONS})

# A BLAS without LAPACK serves too: functions that need LAPACK then throw. A build folder asks again when weft calls other
# routines than before.
string(MD5 weft_lapack_routines "${weft_lapack_functions}")
set(weft_lapack_asked "${WEFT_BLAS_PREFIX}dgetrf_${WEFT_BLAS_SUFFIX} of ${WeftBLAS_SOURCE}: ${weft_lapack_routines}")
if(NOT WeftLAPACK_LINKED STREQUAL weft_lapack_asked)
  message(STATUS "LAPACK")
  list(TRANSFORM WeftLAPACK_DEFINITIONS PREPEND -D OUTPUT_VARIABLE weft_lapack_flags)
  try_compile(WeftLAPACK_LINKS "${CMAKE_CURRENT_BINARY_DIR}/WeftLAPACKInterface"
    "${CMAKE_CURRENT_LIST_DIR}/lapack_interface.cpp" ${weft_blas_options}
    COMPILE_DEFINITIONS ${weft_lapack_flags} -DWEFT_WITH_LAPACK=1)
  set(WeftLAPACK_LINKED "${weft_lapack_asked}" CACHE INTERNAL "")
  if(WeftLAPACK_LINKS)
    message(STATUS "LAPACK - ${WEFT_BLAS_PREFIX}dgetrf_${WEFT_BLAS_SUFFIX}")
  else()
    message(STATUS "LAPACK - none: functions of weft::linalg that need it will throw")
  endif()
endif()
if(WeftLAPACK_LINKS)
  list(APPEND WeftLAPACK_DEFINITIONS WEFT_WITH_LAPACK=1)
endif()
