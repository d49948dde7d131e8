# Defines weft::spng: libspng.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::spng)
  add_library(weft::spng INTERFACE IMPORTED)
  find_package(SPNG CONFIG QUIET)
  if(TARGET spng::spng) # built with CMake: Conan, vcpkg
    target_link_libraries(weft::spng INTERFACE spng::spng)
    set(WeftSPNG_SOURCE spng::spng)
  elseif(TARGET spng::spng_static)
    target_link_libraries(weft::spng INTERFACE spng::spng_static)
    set(WeftSPNG_SOURCE spng::spng_static)
  else() # built with Meson: Debian
    find_path(WeftSPNG_INCLUDE_DIR spng.h)
    find_library(WeftSPNG_LIBRARY spng)
    mark_as_advanced(WeftSPNG_INCLUDE_DIR WeftSPNG_LIBRARY)
    if(WeftSPNG_INCLUDE_DIR AND WeftSPNG_LIBRARY)
      target_include_directories(weft::spng INTERFACE "${WeftSPNG_INCLUDE_DIR}")
      target_link_libraries(weft::spng INTERFACE "${WeftSPNG_LIBRARY}")
      set(WeftSPNG_SOURCE "${WeftSPNG_LIBRARY}")
    endif()
  endif()
  set(WeftSPNG_SOURCE "${WeftSPNG_SOURCE}" CACHE INTERNAL "")
endif()

find_package_handle_standard_args(WeftSPNG REQUIRED_VARS WeftSPNG_SOURCE
  REASON_FAILURE_MESSAGE "install libspng (libspng-dev), or configure with -DWEFT_WITH_PNG=OFF")
