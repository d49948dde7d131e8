# Defines weft::blas: BLAS and LAPACK with 32-bit integers, and the directory of the cblas.h that belongs to them.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::blas)
  find_package(OpenBLAS CONFIG QUIET)
  if(TARGET OpenBLAS::OpenBLAS) # built with CMake: Conan, vcpkg
    add_library(weft::blas INTERFACE IMPORTED)
    target_link_libraries(weft::blas INTERFACE OpenBLAS::OpenBLAS)
    set(WeftBLAS_SOURCE OpenBLAS::OpenBLAS)
  elseif(OpenBLAS_LIBRARIES AND OpenBLAS_INCLUDE_DIRS) # built with make: Debian; its config has variables only
    find_package(Threads REQUIRED)
    add_library(weft::blas INTERFACE IMPORTED)
    target_include_directories(weft::blas INTERFACE ${OpenBLAS_INCLUDE_DIRS})
    target_link_libraries(weft::blas INTERFACE ${OpenBLAS_LIBRARIES} Threads::Threads)
    set(WeftBLAS_SOURCE "${OpenBLAS_LIBRARIES}")
  else() # any other: netlib, BLIS, MKL, FlexiBLAS
    set(BLA_SIZEOF_INTEGER 4)
    find_package(BLAS QUIET)
    find_package(LAPACK QUIET)
    find_path(WeftBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas)
    mark_as_advanced(WeftBLAS_INCLUDE_DIR)
    if(TARGET BLAS::BLAS AND TARGET LAPACK::LAPACK AND WeftBLAS_INCLUDE_DIR)
      add_library(weft::blas INTERFACE IMPORTED)
      target_include_directories(weft::blas INTERFACE "${WeftBLAS_INCLUDE_DIR}")
      target_link_libraries(weft::blas INTERFACE LAPACK::LAPACK BLAS::BLAS)
      set(WeftBLAS_SOURCE "${BLAS_LIBRARIES}")
    endif()
  endif()
endif()

if(TARGET weft::blas AND NOT WeftBLAS_SOURCE)
  set(WeftBLAS_SOURCE weft::blas)
endif()
find_package_handle_standard_args(WeftBLAS REQUIRED_VARS WeftBLAS_SOURCE
  REASON_FAILURE_MESSAGE "install OpenBLAS (libopenblas-dev), or configure with -DWEFT_WITH_BLAS=OFF")
