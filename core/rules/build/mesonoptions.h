#pragma once

#include "core/base/finding.h"
#include "core/rules/build/buildmesonreader.h"

#include <QByteArray>

#include <vector>

namespace rocport {

/// An option of a meson project that switches something: of the type boolean or feature.
struct MesonOption
{
    QByteArray name; ///< "use_hip"
    bool isFeature = false;
    bool isOn = false;   ///< by itself
    bool isAuto = false; ///< a feature that is on where its dependencies are found
    ByteRange range;     ///< of option(…)

    /// The value that switches it on: "true", "enabled".
    [[nodiscard]] QByteArray on() const { return isFeature ? "enabled" : "true"; }
};

/// The options that `file`, "meson_options.txt" or "meson.options", declares; those whose name or
/// value is computed are left out.
std::vector<MesonOption> mesonOptions(const MesonFile& file);

/// Whether an option's name says that it switches CUDA on: "cuda", "with-cuda".
bool namesCudaSwitch(const MesonOption& option);

} // namespace rocport
