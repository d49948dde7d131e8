from conan import ConanFile


class SystemCholmod(ConanFile):
    """The library of libsuitesparse-dev."""
    name = "suitesparse-cholmod"
    version = "3.0.14"
    user = "system"
    package_type = "shared-library"
    settings = "os", "arch"

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "CHOLMOD")
        self.cpp_info.set_property("cmake_target_name", "SuiteSparse::CHOLMOD")
        self.cpp_info.includedirs, self.cpp_info.libdirs, self.cpp_info.bindirs = ["/usr/include/suitesparse"], [], []
        self.cpp_info.system_libs = ["cholmod"]
