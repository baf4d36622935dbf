# SPDX-License-Identifier: Apache-2.0
# Which sources decide what a simulation gives. A digest over them is in the key of every cached result, in checkpoints and
# in --version (cmake/identity.cmake): when one changes, results of the program before do not count for the new one.
# tests/identity proves that the list is whole: every folder of a library stands in one of the two lists, and whatever
# single_run.cpp includes, directly or not, is simulating or is named below as not deciding anything.
set(fsin_simulating_folders
  fsin/core fsin/config fsin/graph_file fsin/platform fsin/topology fsin/routing fsin/router fsin/network fsin/workload fsin/stats fsin/engine fsin/deadlock fsin/analysis
  trgen/record trgen/io trgen/formats trgen/programs trgen/replay trgen/synth trgen/jobs trgen/kernels)
# What shows results, and asks for them.
set(fsin_other_folders fsin/cli fsin/calibration fsin/result fsin/report fsin/sweep fsin/timeline fsin/profile fsin/study fsin/commands fsin/mpi trgen/commands)
# Of fsin/study: what makes a run of an experiment and judges it, and what keeps its state. Without endings: .hpp and .cpp.
set(fsin_simulating_files
  fsin/study/checks/bounds fsin/study/runs/checkpoint_directory fsin/study/experiments/delays fsin/study/experiments/experiment fsin/study/experiments/facts fsin/study/checks/experiment_checks
  fsin/study/experiments/layers fsin/study/checks/left_out fsin/study/models/link_estimate fsin/study/models/model_checks fsin/study/experiments/link_classes fsin/study/experiments/network_part fsin/study/experiments/platform_part fsin/study/runs/flow_jobs fsin/study/runs/link_history fsin/study/checks/pattern_demand fsin/study/runs/observers fsin/study/runs/packet_log fsin/study/runs/pilot fsin/study/experiments/presets fsin/study/experiments/read_experiment
  fsin/study/runs/replications fsin/study/runs/run_options fsin/study/runs/sampling fsin/study/runs/saturation fsin/study/runs/simulation fsin/study/runs/single_run fsin/study/runs/state_file
  fsin/study/runs/trace_pool fsin/study/runs/whole_trace fsin/study/runs/workload_demand fsin/study/runs/workload_factory fsin/study/runs/workload_jobs)
