// SPDX-License-Identifier: Apache-2.0
// The links and routes of a platform file (fsin/platform) for the model `flow`, in place of those of the topology: node
// n is a host of the platform.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/engine/message/routes.hpp"
#include "fsin/platform/read.hpp"

namespace fsin::engine::message {

/// A platform, and the host of each node.
struct PlatformNodes {
  std::shared_ptr<const platform::PlatformFile> file;
  std::vector<std::uint32_t> host_of_node;

  /// Reads the platform; nodes are its hosts in their order, or those that the file `hosts` names, one a line. Null
  /// after an error, which is in the diagnostics.
  static std::shared_ptr<const PlatformNodes> read(const InputPath& file, const Mark& file_at,
                                                   const std::optional<InputPath>& hosts, const Mark& hosts_at,
                                                   Diagnostics& diagnostics);
};

class PlatformRoutes final : public Routes {
 public:
  explicit PlatformRoutes(std::shared_ptr<const PlatformNodes> nodes);

  const std::vector<LinkPart>& find(std::uint32_t source, std::uint32_t destination) override;
  std::string why_not() const override { return why_not_; }
  const std::vector<GivenLink>* given_links() const override { return &links_; }

 private:
  std::shared_ptr<const PlatformNodes> nodes_;
  std::vector<GivenLink> links_;
  std::vector<LinkPart> parts_;
  std::vector<platform::LinkNumber> route_;
  std::string why_not_;
};

}  // namespace fsin::engine::message
