# SPDX-License-Identifier: Apache-2.0
# Which folders decide what a simulation gives. A digest over their sources is in the key of every cached result, in
# checkpoints and in --version (cmake/identity.cmake): when one changes, results of the program before do not count for the
# new one. tests/identity proves that the list is whole: every folder of a library stands in one of the two lists, and
# whatever single_run.cpp includes, directly or not, is simulating or is named there as not deciding anything.
set(fsin_simulating_folders
  fsin/core fsin/config fsin/graph_file fsin/platform fsin/topology fsin/routing fsin/router fsin/network fsin/workload fsin/stats fsin/engine fsin/deadlock fsin/analysis fsin/live
  fsin/sources fsin/experiment fsin/run trgen/record trgen/io trgen/structure trgen/formats trgen/programs trgen/replay trgen/synth trgen/jobs trgen/kernels)
# Folders that ask for results, or show them.
set(fsin_other_folders fsin/cli fsin/calibration fsin/imports fsin/result fsin/report fsin/sweep fsin/timeline fsin/profile fsin/forecast fsin/study fsin/api fsin/python fsin/browser fsin/commands fsin/mpi trgen/commands trgen/pattern trgen/extrapolation)
