from conan import ConanFile
from conan.tools.gnu import PkgConfig


class SystemOpenblas(ConanFile):
    """The library of libopenblas-dev, with the target that a build with CMake would have."""
    name = "openblas"
    version = "0.3.21"
    user = "system"
    package_type = "shared-library"
    settings = "os", "arch"
    options = {"dynamic_arch": [True, False], "build_lapack": [True, False]}
    default_options = {"dynamic_arch": True, "build_lapack": True}

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "OpenBLAS")
        self.cpp_info.includedirs, self.cpp_info.libdirs, self.cpp_info.bindirs = [], [], []
        library = self.cpp_info.components["openblas_component"]
        PkgConfig(self, "openblas").fill_cpp_info(library, is_system=True)
        library.set_property("cmake_target_name", "OpenBLAS::OpenBLAS")
