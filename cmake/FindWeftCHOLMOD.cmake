# Defines weft::cholmod: CHOLMOD of SuiteSparse.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::cholmod)
  add_library(weft::cholmod INTERFACE IMPORTED)
  find_package(CHOLMOD CONFIG QUIET) # Conan, vcpkg, SuiteSparse from version 7 on
  set(WeftCHOLMOD_SOURCE "")
  foreach(target IN ITEMS SuiteSparse::CHOLMOD SuiteSparse::CHOLMOD_static)
    if(TARGET ${target} AND NOT WeftCHOLMOD_SOURCE)
      target_link_libraries(weft::cholmod INTERFACE ${target})
      set(WeftCHOLMOD_SOURCE ${target})
    endif()
  endforeach()
  if(NOT WeftCHOLMOD_SOURCE) # Debian 12
    find_path(WeftCHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
    find_library(WeftCHOLMOD_LIBRARY cholmod)
    mark_as_advanced(WeftCHOLMOD_INCLUDE_DIR WeftCHOLMOD_LIBRARY)
    if(WeftCHOLMOD_INCLUDE_DIR AND WeftCHOLMOD_LIBRARY)
      target_include_directories(weft::cholmod INTERFACE "${WeftCHOLMOD_INCLUDE_DIR}")
      target_link_libraries(weft::cholmod INTERFACE "${WeftCHOLMOD_LIBRARY}")
      set(WeftCHOLMOD_SOURCE "${WeftCHOLMOD_LIBRARY}")
    endif()
  endif()
  set(WeftCHOLMOD_SOURCE "${WeftCHOLMOD_SOURCE}" CACHE INTERNAL "")
endif()

find_package_handle_standard_args(WeftCHOLMOD REQUIRED_VARS WeftCHOLMOD_SOURCE
  REASON_FAILURE_MESSAGE "install CHOLMOD (libsuitesparse-dev), or configure with -DWEFT_WITH_CHOLMOD=OFF")
