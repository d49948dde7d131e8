# Defines weft::superlu: SuperLU, for one processor.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::superlu)
  add_library(weft::superlu INTERFACE IMPORTED)
  find_package(SuperLU CONFIG QUIET) # Conan
  if(NOT TARGET SuperLU::SuperLU)
    find_package(superlu CONFIG QUIET) # vcpkg, Debian from version 7 on
  endif()
  set(WeftSuperLU_SOURCE "")
  foreach(target IN ITEMS SuperLU::SuperLU superlu::superlu)
    if(TARGET ${target} AND NOT WeftSuperLU_SOURCE)
      target_link_libraries(weft::superlu INTERFACE ${target})
      set(WeftSuperLU_SOURCE ${target})
    endif()
  endforeach()
  if(NOT WeftSuperLU_SOURCE) # Debian
    find_path(WeftSuperLU_INCLUDE_DIR slu_ddefs.h PATH_SUFFIXES superlu SuperLU)
    find_library(WeftSuperLU_LIBRARY superlu)
    mark_as_advanced(WeftSuperLU_INCLUDE_DIR WeftSuperLU_LIBRARY)
    if(WeftSuperLU_INCLUDE_DIR AND WeftSuperLU_LIBRARY)
      target_include_directories(weft::superlu INTERFACE "${WeftSuperLU_INCLUDE_DIR}")
      target_link_libraries(weft::superlu INTERFACE "${WeftSuperLU_LIBRARY}")
      set(WeftSuperLU_SOURCE "${WeftSuperLU_LIBRARY}")
    endif()
  endif()
  set(WeftSuperLU_SOURCE "${WeftSuperLU_SOURCE}" CACHE INTERNAL "")
endif()

find_package_handle_standard_args(WeftSuperLU REQUIRED_VARS WeftSuperLU_SOURCE
  REASON_FAILURE_MESSAGE "install SuperLU (libsuperlu-dev), or configure with -DWEFT_WITH_SUPERLU=OFF")
