from conan import ConanFile


class SystemHighway(ConanFile):
    """The libraries of libhwy-dev."""
    name = "highway"
    version = "1.0.3"
    user = "system"
    package_type = "shared-library"
    settings = "os", "arch"

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.includedirs, self.cpp_info.libdirs, self.cpp_info.bindirs = [], [], []
        self.cpp_info.system_libs = ["hwy_contrib", "hwy"]
        self.cpp_info.defines = ["HWY_SHARED_DEFINE"]
