# weft::module, for programs that `import weft;`. CMake builds modules since 3.28, with Ninja or Visual Studio; tested is
# Clang 19. A target of its own: what links weft::weft needs none of that.
set(module_default OFF)
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.28 AND CMAKE_GENERATOR MATCHES "Ninja"
   AND CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19
   AND CMAKE_CXX_COMPILER_CLANG_SCAN_DEPS)
  set(module_default ON)
endif()
option(WEFT_MODULE "Build and install the module weft (CMake 3.28 or newer)" ${module_default})
if(NOT WEFT_MODULE)
  return()
endif()
if(CMAKE_VERSION VERSION_LESS 3.28)
  message(FATAL_ERROR "WEFT_MODULE needs CMake 3.28 or newer; this is ${CMAKE_VERSION}")
endif()

add_library(weft_module STATIC)
add_library(weft::module ALIAS weft_module)
target_sources(weft_module PUBLIC FILE_SET CXX_MODULES BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
  FILES "${PROJECT_SOURCE_DIR}/include/weft/weft.cppm")
target_link_libraries(weft_module PUBLIC weft)
target_compile_features(weft_module PUBLIC cxx_std_20)
set_target_properties(weft_module PROPERTIES EXPORT_NAME module)
if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
  set_target_properties(weft_module PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()
