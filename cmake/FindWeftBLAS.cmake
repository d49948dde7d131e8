# Defines weft::blas: BLAS with its C interface, and LAPACK where there is one. No header of theirs is needed.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::blas)
  if(NOT OpenBLAS_LIBRARIES) # of which the user may name one that has no config
    find_package(OpenBLAS CONFIG QUIET)
  endif()
  if(TARGET OpenBLAS::OpenBLAS) # built with CMake: Conan, vcpkg
    add_library(weft::blas INTERFACE IMPORTED)
    target_link_libraries(weft::blas INTERFACE OpenBLAS::OpenBLAS)
    set(WeftBLAS_SOURCE OpenBLAS::OpenBLAS)
  elseif(OpenBLAS_LIBRARIES) # built with make: Debian; its config has variables only
    find_package(Threads REQUIRED)
    add_library(weft::blas INTERFACE IMPORTED)
    target_link_libraries(weft::blas INTERFACE ${OpenBLAS_LIBRARIES} Threads::Threads)
    set(WeftBLAS_SOURCE "${OpenBLAS_LIBRARIES}")
  else() # any other: netlib, BLIS, MKL, FlexiBLAS
    find_package(BLAS QUIET)
    find_package(LAPACK QUIET)
    if(TARGET BLAS::BLAS)
      add_library(weft::blas INTERFACE IMPORTED)
      target_link_libraries(weft::blas INTERFACE $<TARGET_NAME_IF_EXISTS:LAPACK::LAPACK> BLAS::BLAS)
      set(WeftBLAS_SOURCE "${BLAS_LIBRARIES}")
    endif()
  endif()
endif()

if(TARGET weft::blas AND NOT WeftBLAS_SOURCE)
  set(WeftBLAS_SOURCE weft::blas)
endif()
find_package_handle_standard_args(WeftBLAS REQUIRED_VARS WeftBLAS_SOURCE
  REASON_FAILURE_MESSAGE "install OpenBLAS (libopenblas-dev), or configure with -DWEFT_WITH_BLAS=OFF")
