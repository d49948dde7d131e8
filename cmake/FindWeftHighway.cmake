# Defines weft::highway: Highway with its sort.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::highway)
  find_package(highway CONFIG QUIET) # Conan
  if(NOT TARGET highway::highway)
    find_package(hwy CONFIG QUIET) # Debian, vcpkg
  endif()
  set(WeftHighway_SOURCE "")
  foreach(target IN ITEMS highway::highway hwy::hwy_contrib)
    if(TARGET ${target} AND NOT WeftHighway_SOURCE)
      add_library(weft::highway INTERFACE IMPORTED)
      target_link_libraries(weft::highway INTERFACE ${target})
      set(WeftHighway_SOURCE ${target})
    endif()
  endforeach()
  set(WeftHighway_SOURCE "${WeftHighway_SOURCE}" CACHE INTERNAL "")
endif()

find_package_handle_standard_args(WeftHighway REQUIRED_VARS WeftHighway_SOURCE
  REASON_FAILURE_MESSAGE "install Highway (libhwy-dev), or configure with -DWEFT_WITH_HIGHWAY=OFF")
