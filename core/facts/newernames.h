#pragma once

#include <span>
#include <string_view>

namespace rocport {

/// The name that HIP has from a release on, if the tables have a different one or none; empty: HIP
/// lacks what the tables name (a row of resources/facts/newer_names.tsv).
struct NewerName
{
    std::string_view cuda;
    std::string_view hip;
    std::string_view hipAdded;
    std::string_view hipUntil; ///< the release in which the tables are right again; empty: none
};

/// All rows, sorted by CUDA name.
std::span<const NewerName> allNewerNames();

} // namespace rocport
