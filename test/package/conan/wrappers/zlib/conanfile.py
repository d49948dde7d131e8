from conan import ConanFile


class SystemZlib(ConanFile):
    """The library of zlib1g-dev."""
    name = "zlib"
    version = "1.2.13"
    user = "system"
    package_type = "shared-library"
    settings = "os", "arch"

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "ZLIB")
        self.cpp_info.set_property("cmake_target_name", "ZLIB::ZLIB")
        self.cpp_info.includedirs, self.cpp_info.libdirs, self.cpp_info.bindirs = [], [], []
        self.cpp_info.system_libs = ["z"]
