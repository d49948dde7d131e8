from conan import ConanFile


class SystemBoost(ConanFile):
    """The headers of libboost-dev."""
    name = "boost"
    version = "1.74.0"
    user = "system"
    package_type = "header-library"
    options = {"header_only": [True, False]}
    default_options = {"header_only": True}

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "Boost")
        headers = self.cpp_info.components["headers"]
        headers.set_property("cmake_target_name", "Boost::headers")
        for info in [self.cpp_info, headers]:  # the compiler finds the system's folders by itself
            info.includedirs, info.libdirs, info.bindirs = [], [], []
