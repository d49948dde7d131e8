from conan import ConanFile


class SystemSuperLU(ConanFile):
    """The library of libsuperlu-dev."""
    name = "superlu"
    version = "5.3.0"
    user = "system"
    package_type = "shared-library"
    settings = "os", "arch"

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.includedirs, self.cpp_info.libdirs, self.cpp_info.bindirs = ["/usr/include/superlu"], [], []
        self.cpp_info.system_libs = ["superlu"]
