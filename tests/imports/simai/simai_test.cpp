// SPDX-License-Identifier: Apache-2.0
// Workloads of SimAI as programs.
#include "fsin/imports/simai/simai.hpp"

#include <doctest/doctest.h>

#include "tests/imports/imported.hpp"

namespace simai_test {

using fsin::test::Imported;

Imported workload(const std::string& text, const std::vector<std::string>& settings = {}) {
  return fsin::test::imported<fsin::imports::Simai>(text, settings);
}

const std::string head = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 1 all_gpus: 8 ";

bool has(const Imported& made, const std::string& text) { return made.companion.find(text) != std::string::npos; }

TEST_CASE("layers run forward and backward, and gradients of weights beside what follows") {
  const Imported made = workload(head +
                                 "checkpoints: 0 checkpoint_initiates: 0\n2\n"
                                 "a -1 100 ALLREDUCE 8192 30 ALLGATHER 8192 40 ALLREDUCE 1000 0\n"
                                 "b\t-1\t200\tNONE\t0\t50\tNONE\t0\t60\tREDUCESCATTER\t4000\t7\n");
  CHECK(made.messages == "");
  CHECK(has(made,
            "#clock ns\n#ranks 8\n#comm 1 0,1\n#comm 1 2,3\n#comm 1 4,5\n#comm 1 6,7\n#comm 2 0,2,4,6\n"
            "#comm 2 1,3,5,7\n"));
  CHECK(
      has(made,
          "0 compute 100\n0 allreduce 8192 0 6 comm=1\n0 compute 310\n"
          "0 ireducescatter 1000 1000 1000 1000 0 6 block=1 comm=2 req=0\n0 compute 30\n"
          "0 allgather 4096 4096 6 6 comm=1\n0 compute 40\n0 iallreduce 1000 0 6 comm=2 req=1\n0 waitall 2 req=0,1\n"));
  CHECK(has(made, "7 waitall 2 req=0,1\n"));
  CHECK(
      made.has("kernel: {type: time-independent, file: {companion.ti}}  # 2 layers on 8 ranks: tensor 2, pipeline 1, "
               "data 4, expert 2"));
  CHECK(made.has("collectives: {allreduce: ring, allgather: ring, reduce_scatter_block: ring}"));
  CHECK(made.left_out.find("the update times of 1 collective that run beside computing") != std::string::npos);
}

TEST_CASE(
    "the groups of experts have the same place in replicas that follow each other, or that are apart by so many") {
  const Imported made = workload(head + "\n1\na -1 0 ALLTOALL_EP 8192 0 NONE 0 0 ALLREDUCE_DP_EP 1000 5\n");
  CHECK(made.messages == "");
  CHECK(has(made,
            "#comm 3 0,2\n#comm 3 1,3\n#comm 3 4,6\n#comm 3 5,7\n#comm 4 0,4\n#comm 4 1,5\n#comm 4 2,6\n"
            "#comm 4 3,7\n"));
  CHECK(has(made, "0 alltoall 4096 4096 6 6 comm=3\n0 compute 5\n0 iallreduce 1000 0 6 comm=4 req=0\n"));
}

TEST_CASE("a layer that asks for it has the layers since the checkpoint computed again before its backward pass") {
  const std::string layers =
      "\n3\na -1 1 NONE 0 10 NONE 0 0 NONE 0 0\nb -1 2 NONE 0 20 NONE 0 0 NONE 0 0\nc -1 4 ALLREDUCE 8192 40 NONE 0 0 "
      "NONE 0 0\n";
  const Imported made = workload(head + "checkpoints: 2 0 1 checkpoint_initiates: 1 2" + layers);
  CHECK(made.messages == "");
  // Forward 1 + 2 + 4; then layer 1 again, and 40 + 20 + 10.
  CHECK(has(made, "0 compute 7\n0 allreduce 8192 0 6 comm=1\n0 compute 72\n"));
  CHECK(workload(head + "checkpoints: 1 2 checkpoint_initiates: 1 1" + layers)
            .messages.find("file:4:1: layer 1 computes again from a checkpoint, and none is before it") !=
        std::string::npos);
  CHECK(workload(head + "checkpoints: 1 0 checkpoint_initiates: 2 1 2" + layers)
            .messages.find("layers 1 and 2 compute again from the same checkpoint") != std::string::npos);
  CHECK(workload(head + "checkpoints: 1 9 checkpoint_initiates: 0" + layers).messages.find("there is no layer 9") !=
        std::string::npos);
}

TEST_CASE("data parallelism sends gradients alone, inference goes forward alone, and MICRO one after another") {
  const std::string layer = "\n1\na -1 5 ALLREDUCE 80 6 ALLREDUCE 800 7 ALLREDUCE 8000 1\n";
  CHECK(has(workload("DATA" + layer, {"ranks=2"}), "0 compute 12\n0 iallreduce 8000 0 6 req=0\n0 waitall 1 req=0\n"));
  CHECK(
      has(workload("DISTRIBUTED_INFERENCE" + layer, {"ranks=2"}), "0 compute 5\n0 allreduce 80 0 6\n0 compute 1\n1 "));
  CHECK(has(workload("MICRO" + layer, {"ranks=2"}), "#ranks 2\n0 allreduce 8000 0 6\n0 compute 1\n1 "));
  CHECK(has(workload("MICRO" + layer, {"ranks=2", "passes=2"}),
            "0 allreduce 8000 0 6\n0 compute 1\n0 allreduce 8000 0 6\n0 compute 1\n1 "));
}

TEST_CASE("small forward collectives have 4 KiB as in SimAI, and what it does not send is told") {
  const Imported made = workload(head + "pp_comm 77 gpu: 3\n1\na -1 9 ALLREDUCE 64 0 BROADCAST 64 0 NONE 0 0\nmore\n");
  CHECK(made.messages == "");
  CHECK(has(made, "0 allreduce 4096 0 6 comm=1\n"));
  CHECK(made.left_out.find("1 forward collective with fewer than 4096 B") != std::string::npos);
  CHECK(made.left_out.find("file:3:23: BROADCAST: SimAI, which does not know it, sends nothing") != std::string::npos);
  CHECK(made.left_out.find("the stages of the pipeline and its micro-batches") != std::string::npos);
  CHECK(made.left_out.find("gpu: 3: no key of an experiment says this") != std::string::npos);
  CHECK(made.left_out.find("file:4:1: what stands behind the 1 layer") != std::string::npos);
}

TEST_CASE("many ranks run a script, whose collectives end before the rank goes on") {
  std::string layers = "HYBRID_TRANSFORMER model_parallel_NPU_group: 8 ep: 4 pp: 2 all_gpus: 16384\n100\n";
  for (int i = 0; i < 100; ++i) layers += "a -1 5 ALLGATHER 80000 6 ALLTOALL_EP 800 7 REDUCESCATTER_DP_EP 8192 1\n";
  const Imported made = workload(layers);
  CHECK(made.messages == "");
  CHECK(made.has("kernel: {type: script, file: {companion.program.yaml}}"));
  CHECK(made.has("type: xgft, m: [32, 32, 16], w: [1, 32, 32]"));
  CHECK(has(made,
            "program: 1\ntitle: \"file\"\nranks: 16384\ncommunicators:\n  tensor: {color: rank / 8}\n"
            "  expert: {color: (rank / 16) / 4 * 16 + rank % 16}\n"
            "  data_of_expert: {color: (rank / 16) % 4 * 16 + rank % 16}\ndo:\n  - compute: 5 ns\n"
            "  - allgather: {bytes: 10000, communicator: tensor}\n"));
  CHECK(has(made, "  - reduce_scatter_block: {bytes: 32, communicator: data_of_expert}\n"));
  CHECK(made.left_out.find("gradients that are sent while the ranks compute") != std::string::npos);
}

TEST_CASE("mistakes of a workload have their line and column") {
  const std::string layer = "a -1 1 NONE 0 1 NONE 0 1 ALLREDUCE 8 1\n";
  const auto wrong = [&](const std::string& text) { return workload(text).messages; };
  CHECK(wrong("").find("file: the file is empty") != std::string::npos);
  CHECK(wrong("HYBRID_DLRM\n1\n" + layer).find("file:1:1: the policy \"HYBRID_DLRM\" has no counterpart") !=
        std::string::npos);
  CHECK(wrong(head + "pp:\n1\n" + layer).find("expected a whole number behind \"pp:\"") != std::string::npos);
  CHECK(wrong(head + "\nmany\n" + layer).find("file:2:1: expected the number of layers") != std::string::npos);
  CHECK(wrong(head + "\n99999999999999999999\n" + layer).find("file:2:1: expected the number of layers") !=
        std::string::npos);
  CHECK(wrong(head + "\n2\n" + layer).find("announces 2 layers, and there are 1") != std::string::npos);
  CHECK(wrong(head + "\n1\na -1 1 NONE 0\n").find("file:3:14: a layer has 12 columns, not 5") != std::string::npos);
  CHECK(wrong(head + "\n1\na -1 x NONE 0 1 NONE 0 1 NONE 8 1\n").find("file:3:6: expected a whole number") !=
        std::string::npos);
  CHECK(wrong(head + "\n1\na -1 1 ALLREDUCEALLTOALL 8 1 NONE 0 1 NONE 8 1\n")
            .find("file:3:8: the collective \"ALLREDUCEALLTOALL\" has no counterpart") != std::string::npos);
  CHECK(wrong("HYBRID_TRANSFORMER model_parallel_NPU_group: 3 all_gpus: 8\n1\n" + layer)
            .find("file:1:1: 8 ranks cannot be divided") != std::string::npos);
  CHECK(wrong("HYBRID_TRANSFORMER model_parallel_NPU_group: 1099511627776 pp: 1099511627776 all_gpus: 8\n1\n" + layer)
            .find("cannot be divided") != std::string::npos);
  CHECK(wrong("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 ep: 3 all_gpus: 8\n1\n" + layer)
            .find("experts cannot be spread over 3") != std::string::npos);
  CHECK(wrong("HYBRID_TRANSFORMER model_parallel_NPU_group: 2\n1\n" + layer).find("ranks=N behind the file gives it") !=
        std::string::npos);
  CHECK(
      wrong("MICRO all_gpus: 4\n1\na -1 0 NONE 0 0 NONE 0 0 NONE 0 0\n").find("no layer computes or sends anything") !=
      std::string::npos);
}

TEST_CASE("only workloads of SimAI are taken for such") {
  using fsin::imports::Simai;
  CHECK(Simai::sniff("MICRO\n3\n"));
  CHECK(Simai::sniff(head + "\n12\n"));
  CHECK(!Simai::sniff("MICRO\n"));
  CHECK(!Simai::sniff("topology = torus;\n3\n"));
}

}  // namespace simai_test
