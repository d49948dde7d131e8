from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Weft(CMakePackage):
    """Expression-template tensors and linear algebra for C++20."""

    url = "@URL@"

    license("MIT AND BSD-3-Clause")

    version("@VERSION@", sha256="@SHA256@")

    variant("shared", default=True, description="Build a shared library")
    variant("blas", default=True, description="Hand matrix work to OpenBLAS")
    variant("zlib", default=True, description="Read and write compressed .npz members")
    variant("superlu", default=True, description="Factor sparse matrices by SuperLU")
    variant("cholmod", default=False, description="Factor definite sparse matrices by CHOLMOD")
    variant("png", default=False, description="Read and write PNG images")
    variant("hdf5", default=False, description="Read and write files of HDF5")
    variant("highway", default=False, description="Sort numbers by Highway")
    variant("mpi", default=False, description="Messages between ranks")
    variant("scalapack", default=False, when="+mpi", description="Hand matrices that are divided among ranks to ScaLAPACK")
    variant("elpa", default=False, when="+scalapack", description="Compute eigenvectors of such matrices by ELPA")
    variant("c", default=False, description="A library for programs in C and Fortran")
    variant(
        "components",
        description="Components besides core",
        values=disjoint_sets(
            ("all",),
            ("dynamic", "linalg", "sparse", "fft", "index", "field", "records", "numerics", "geometry", "grad", "nn", "io",
             "hdf5"),
            ("core",),
        ).with_default("all"),
    )

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("boost@1.74:")
    depends_on("openblas@0.3.21:", when="+blas")
    depends_on("zlib-api", when="+zlib")
    depends_on("superlu@5.2.2:", when="+superlu")
    depends_on("suite-sparse", when="+cholmod")
    depends_on("libspng@0.7.3:", when="+png")
    depends_on("hdf5@1.10.8:", when="+hdf5")
    depends_on("highway@1.0.3:", when="+highway")
    depends_on("mpi", when="+mpi")
    depends_on("elpa@2021.11:", when="+elpa")
    depends_on("scalapack", when="+scalapack")

    conflicts("%gcc@:11", msg="weft needs GCC 12")
    conflicts("%clang@:13", msg="weft needs Clang 14")
    conflicts("%msvc", msg="weft is written for GCC and Clang")

    def cmake_args(self):
        options = ["blas", "zlib", "superlu", "cholmod", "png", "hdf5", "highway", "mpi", "scalapack", "elpa", "c"]
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            *(self.define_from_variant(f"WEFT_WITH_{option.upper()}", option) for option in options),
            self.define("WEFT_COMPONENTS", ",".join(self.spec.variants["components"].value)),
            *(self.define(f"WEFT_BUILD_{part}", False) for part in ("TESTS", "EXAMPLES", "BENCH")),
        ]
