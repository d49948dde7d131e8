import re
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd, stdcpp_library
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir, save
from conan.tools.scm import Version

required_conan_version = ">=2.2"

# The module for Fortran is compiled by the program that links weft::fortran.
FORTRAN_TARGET = "lib/cmake/weft-fortran.cmake"
FORTRAN_SOURCES = """set_property(TARGET weft::fortran PROPERTY INTERFACE_SOURCES
  "${CMAKE_CURRENT_LIST_DIR}/../../res/fortran/weft.f90" "${CMAKE_CURRENT_LIST_DIR}/../../res/fortran/descriptors.c")
"""


class WeftConan(ConanFile):
    """One recipe for two places: the sources beside it, or those of a release that conandata.yml names, as in Conan
    Center (test/package/conan/center.py makes its folders)."""
    name = "weft"
    description = "Expression-template tensors and linear algebra for C++20"
    license = "MIT", "BSD-3-Clause"  # the second is that of PocketFFT, in the component fft
    topics = ("tensor", "linear-algebra", "expression-templates", "blas")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "with_blas": [True, False],
               "with_zlib": [True, False], "with_png": [True, False], "with_hdf5": [True, False], "with_mpi": [True, False],
               "with_scalapack": [True, False], "with_superlu": [True, False],
               "with_cholmod": [True, False], "with_highway": [True, False],
               "with_c": [True, False],
               "components": ["ANY"]}  # besides core: all, or names with commas between them
    # OpenBLAS as a binary for any processor: kernels chosen at run time, the oldest one as the base.
    default_options = {
        "shared": False, "fPIC": True, "with_blas": True, "with_zlib": True, "with_png": False, "with_hdf5": False, "with_mpi": False,
        "with_scalapack": False, "with_superlu": True, "with_cholmod": False, "with_highway": False, "components": "all",
        "boost/*:header_only": True,
        "with_c": False,
        "openblas/*:dynamic_arch": True, "openblas/*:build_lapack": True,
    }
    implements = ["auto_shared_fpic"]
    components = ["dynamic", "linalg", "sparse", "fft", "index", "field", "records", "numerics", "geometry", "grad", "nn", "io", "hdf5"]

    def has(self, component):
        return str(self.options.components) == "all" or component in str(self.options.components).split(",")

    def set_version(self):
        # The version is written down once, in the header.
        header = Path(self.recipe_folder) / "include/weft/base/config.hpp"
        if not self.version and header.exists():
            self.version = ".".join(re.findall(r"#define WEFT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read_text()))

    def export_sources(self):
        if not self.conan_data:
            for part in ["CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cmake/*", "doc/*", "examples/*", "include/*",
                         "src/*"]:
                copy(self, part, self.recipe_folder, self.export_sources_folder)

    def layout(self):
        cmake_layout(self, src_folder="src" if self.conan_data else ".")

    def source(self):
        if self.conan_data:
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def libraries(self):
        """Names of other packages, and whether a build with these options needs them."""
        return [("openblas", self.options.with_blas), ("zlib", self.options.with_zlib and self.has("io")),
                ("libspng", self.options.with_png and self.has("io")), ("hdf5", self.options.with_hdf5 and self.has("hdf5")),
                ("superlu", self.options.with_superlu and self.has("sparse")),
                ("suitesparse-cholmod", self.options.with_cholmod and self.has("sparse")),
                ("highway", self.options.with_highway)]

    def requirements(self):
        self.requires("boost/[>=1.74.0 <2]", transitive_headers=True)  # Hana, in public headers
        versions = {"openblas": ">=0.3.21 <0.4", "zlib": ">=1.2.11 <2", "libspng": ">=0.7.3 <1", "hdf5": ">=1.10.8 <2",
                    "superlu": ">=5.2.2 <8", "suitesparse-cholmod": ">=3 <6", "highway": ">=1.0.3 <2"}
        for package, used in self.libraries():
            if used:
                self.requires(f"{package}/[{versions[package]}]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25 <5]")

    def validate(self):
        check_min_cppstd(self, 20)
        # doc/platforms.md: what was built and run, and what weft is written for.
        if self.settings.compiler == "msvc":
            raise ConanInvalidConfiguration("weft is written for GCC and Clang; on Windows for MinGW-w64")
        least = {"gcc": "12", "clang": "14"}.get(str(self.settings.compiler))
        if least and Version(self.settings.compiler.version) < least:
            raise ConanInvalidConfiguration(f"weft needs {self.settings.compiler} {least} or newer")
        if self.options.with_mpi and self.conan_data:
            raise ConanInvalidConfiguration("with_mpi takes the MPI of the system, which this package must not")
        if self.options.with_scalapack and not self.options.with_mpi:
            raise ConanInvalidConfiguration("with_scalapack needs with_mpi: ScaLAPACK divides matrices among ranks")
        if self.settings.os == "Windows" and self.options.shared:
            raise ConanInvalidConfiguration("weft is a static library on Windows")
        if self.options.with_c and not all(map(self.has, ["dynamic", "linalg", "io"])):
            raise ConanInvalidConfiguration("with_c needs the components dynamic, linalg and io")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for library in ["blas", "zlib", "png", "hdf5", "mpi", "scalapack", "superlu", "cholmod", "highway"]:
            toolchain.cache_variables[f"WEFT_WITH_{library.upper()}"] = bool(getattr(self.options, f"with_{library}"))
        toolchain.cache_variables["WEFT_COMPONENTS"] = str(self.options.components)
        toolchain.cache_variables["WEFT_WITH_C"] = bool(self.options.with_c)
        for part in ["TESTS", "EXAMPLES", "BENCH"]:
            toolchain.cache_variables[f"WEFT_BUILD_{part}"] = False
        toolchain.user_presets_path = False  # nothing is written beside the sources
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder) / "licenses"))
        if self.has("fft"):
            copy(self, "LICENSE.md", str(Path(self.source_folder) / "src/fft/pocketfft"),
                 str(Path(self.package_folder) / "licenses/pocketfft"))
        if self.conan_data:  # its rule: no package brings files of CMake or pkg-config
            for folder in ["cmake", "pkgconfig"]:
                rmdir(self, str(Path(self.package_folder) / "lib" / folder))
            rmdir(self, str(Path(self.package_folder) / "share"))
            if self.options.with_c:
                copy(self, "*", str(Path(self.source_folder) / "src/c/fortran"), str(Path(self.package_folder) / "res/fortran"))
                save(self, str(Path(self.package_folder) / FORTRAN_TARGET), FORTRAN_SOURCES)
            copy(self, "*.py", str(Path(self.source_folder) / "src" / "debug"), str(Path(self.package_folder) / "res"))

    def package_info(self):
        if self.conan_data:
            self.center_info()
        else:
            # CMake gets weft's own config, which finds what a static library leaves to the program; with
            # platform_requires CMakeDeps knows nothing of Boost and BLAS, and a config made by it would not link.
            self.cpp_info.set_property("cmake_find_mode", "none")
            self.cpp_info.builddirs = ["lib/cmake/weft"]
            self.library_info(self.cpp_info)
            if self.options.with_c:
                self.cpp_info.libs.insert(0, "weft_c")

    def center_info(self):
        """The targets of weft's own config: weft::weft, and a name of it for each component that was built. The target
        of the whole package is another one, because it brings the sources of weft::fortran."""
        self.cpp_info.set_property("cmake_target_name", "weft::all")
        core = self.cpp_info.components["core"]
        core.set_property("cmake_target_aliases", ["weft::weft"])
        self.library_info(core)
        core.requires = ["boost::headers"]
        core.requires += [f"{package}::{package}" for package, used in self.libraries() if used]
        if self.settings.os in ["Linux", "FreeBSD"]:
            core.system_libs = ["pthread", "m"]
        elif self.settings.os == "Windows":
            core.system_libs = ["pthread"]
        for name in filter(self.has, self.components):
            self.cpp_info.components[name].requires = ["core"]
        if self.options.with_c:
            self.cpp_info.components["c"].libs = ["weft_c"]
            self.cpp_info.components["c"].requires = ["core"]
            if not self.options.shared:  # a compiler for C or Fortran links the program
                self.cpp_info.components["c"].system_libs = [name for name in [stdcpp_library(self)] if name]
            self.cpp_info.components["fortran"].requires = ["c"]
            self.cpp_info.set_property("cmake_build_modules", [FORTRAN_TARGET])

    def library_info(self, info):
        info.libs = ["weft_mpi", "weft"] if self.options.with_mpi else ["weft"]  # with the system's MPI
        info.cxxflags = ["-fopenmp-simd"]
        info.defines = [f"WEFT_WITHOUT_{c.upper()}" for c in self.components if not self.has(c)]
        if self.settings.os == "Windows" and self.settings.compiler == "gcc":
            info.cxxflags.append("-Wa,-mbig-obj")
