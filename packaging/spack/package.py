# SPDX-License-Identifier: Apache-2.0
"""Spack recipe: put this folder's package.py into packages/fsin/ of a repository of yours, and

    spack dev-build fsin@main      in the source tree
"""
from spack.package import *


class Fsin(CMakePackage):
    """Cycle-exact simulator of interconnection networks, driven by synthetic traffic, programs and MPI traces."""

    license("Apache-2.0")
    version("main", branch="main")

    variant("mpi", default=False, description="fsin-mpi: one run in several processes (MPICH)")
    variant("otf2", default=True, description="read and write OTF2 archives")
    variant("metis", default=True, description="estimate bisections without a closed form")

    depends_on("cxx", type="build")
    depends_on("cmake@3.24:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("fmt@9:10")
    depends_on("yaml-cpp@0.7:")
    depends_on("nlohmann-json@3.11:")
    depends_on("boost@1.74: +graph +program_options")
    depends_on("pugixml@1.13:")
    depends_on("zlib-api")
    depends_on("bzip2")
    depends_on("zstd")
    depends_on("xxhash@0.8:")
    depends_on("random123")
    depends_on("protobuf@3.21")
    depends_on("metis@5.1:", when="+metis")
    depends_on("otf2@3:", when="+otf2")
    depends_on("mpich@4:", when="+mpi")

    generator("ninja")

    def cmake_args(self):
        # D3 has no Spack package: fsin report writes no page, its --figures and all other results are there.
        return [
            self.define("FSIN_TESTS", False),
            self.define("FSIN_UNITY", True),
            self.define_from_variant("FSIN_MPI", "mpi"),
            self.define_from_variant("FSIN_OTF2", "otf2"),
            self.define_from_variant("FSIN_METIS", "metis"),
            self.define("FSIN_D3", "AUTO"),
        ]
