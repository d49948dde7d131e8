from conan import ConanFile


class SystemSpng(ConanFile):
    """The library of libspng-dev."""
    name = "libspng"
    version = "0.7.3"
    user = "system"
    package_type = "shared-library"
    settings = "os", "arch"

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "SPNG")
        self.cpp_info.set_property("cmake_target_name", "spng::spng")
        self.cpp_info.includedirs, self.cpp_info.libdirs, self.cpp_info.bindirs = [], [], []
        self.cpp_info.system_libs = ["spng"]
