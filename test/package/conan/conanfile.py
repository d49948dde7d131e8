from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class ConsumerConan(ConanFile):
    """A program that gets weft from Conan and find_package."""
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            has_c = self.dependencies["weft"].options.get_safe("with_c")
            for program in ["consumer", "whole", "string_c", "string_fortran"]:
                path = Path(self.build_folder) / self.cpp.build.bindir / program
                if program in ["consumer", "whole"] or (program == "string_c" and has_c) or path.exists():
                    self.run(str(path), env="conanrun")
