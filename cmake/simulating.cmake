# SPDX-License-Identifier: Apache-2.0
# Which sources decide what a simulation gives. A digest over them is in the key of every cached result, in checkpoints and
# in --version (cmake/identity.cmake): when one changes, results of the program before do not count for the new one.
# tests/identity proves that the list is whole: every folder of a library stands in one of the two lists, and whatever
# single_run.cpp includes, directly or not, is simulating or is named below as not deciding anything.
set(fsin_simulating_folders
  fsin/core fsin/config fsin/graph_file fsin/topology fsin/routing fsin/router fsin/network fsin/workload fsin/stats fsin/engine
  trgen/record trgen/io trgen/formats trgen/replay trgen/synth trgen/kernels)
# What shows results, and asks for them.
set(fsin_other_folders fsin/analysis fsin/cli fsin/deadlock fsin/result fsin/report fsin/sweep fsin/timeline fsin/study fsin/commands fsin/mpi trgen/commands)
# Of fsin/study: what makes a run of an experiment and judges it, and what keeps its state. Without endings: .hpp and .cpp.
set(fsin_simulating_files
  fsin/study/bounds fsin/study/checkpoint_directory fsin/study/delays fsin/study/experiment fsin/study/experiment_checks
  fsin/study/layers fsin/study/left_out fsin/study/link_classes fsin/study/network_part fsin/study/pilot fsin/study/presets fsin/study/read_experiment
  fsin/study/replications fsin/study/run_options fsin/study/saturation fsin/study/single_run fsin/study/state_file
  fsin/study/workload_factory)
