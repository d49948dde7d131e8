# cmake -D CURRENT_PACKAGES_DIR=<prefix> -D FEATURES=<feature;...> -P install.cmake
#
# Runs the port without vcpkg: what it calls does here what vcpkg does for a release build, on the system's libraries.
cmake_minimum_required(VERSION 3.25)
set(PORT weft)
set(build "${CURRENT_PACKAGES_DIR}-build")

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" OUT_FEATURE_OPTIONS FEATURES)
  set(options "")
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    if(feature IN_LIST FEATURES)
      list(APPEND options -D${option}=ON)
    else()
      list(APPEND options -D${option}=OFF)
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} ${options} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  run("${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "${build}" -G Ninja -DCMAKE_BUILD_TYPE=Release
    "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG" -DWEFT_WERROR=ON # as .ci/functions
    "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" -DBUILD_SHARED_LIBS=OFF ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
  run("${CMAKE_COMMAND}" --build "${build}" --target install)
endfunction()

# The files move from lib/cmake/weft to share/weft, where the prefix is one folder less above them.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" CONFIG_PATH "")
  file(GLOB files "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/*")
  file(COPY ${files} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
  cmake_path(GET arg_CONFIG_PATH PARENT_PATH parent)
  file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/${parent}")
  foreach(file IN ITEMS weftConfig weftTargets)
    file(READ "${CURRENT_PACKAGES_DIR}/share/${PORT}/${file}.cmake" text)
    string(REPLACE "/../../../\"" "/../../\"" text "${text}")
    string(REGEX REPLACE "(\nget_filename_component[^\n]*_IMPORT_PREFIX}\" PATH\\))+" "\\1\\1" text "${text}")
    file(WRITE "${CURRENT_PACKAGES_DIR}/share/${PORT}/${file}.cmake" "${text}")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
  if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/weft.pc")
    message(FATAL_ERROR "no lib/pkgconfig/weft.pc")
  endif()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  set(texts)
  foreach(licence IN LISTS arg_FILE_LIST)
    file(READ "${licence}" text)
    string(APPEND texts "${text}\n")
  endforeach()
  file(WRITE "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${texts}")
endfunction()

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}" "${build}")
include("${CMAKE_CURRENT_LIST_DIR}/weft/portfile.cmake")
