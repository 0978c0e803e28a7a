#pragma once

#include "core/base/finding.h"
#include "core/rules/build/buildmesonreader.h"

#include <QByteArray>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// A switch among the options of a meson project: of type boolean or feature.
struct MesonOption
{
    QByteArray name; ///< "use_hip"
    bool isFeature = false;
    bool isOn = false;   ///< by default
    bool isAuto = false; ///< a feature that is on if its dependencies are found
    ByteRange range;     ///< of option(…)

    /// The value that enables it: "true", "enabled".
    [[nodiscard]] QByteArray on() const { return isFeature ? "enabled" : "true"; }
};

/// The options that `file`, "meson_options.txt" or "meson.options", declares; those whose name or
/// value is computed are left out.
std::vector<MesonOption> mesonOptions(const MesonFile& file);

/// Calls `use` for each statement with the option for AMD GPUs that is on there because of the
/// innermost arm that tests one: `if get_option('use_hip')`, `if get_option('hip').enabled() and
/// x`; empty: no arm around it tests one.
void forRocmOptions(const MesonFile& file,
                    const std::function<void(size_t, std::string_view)>& use);

/// Calls `use` for each definition that a statement passes to a compiler or writes into a header:
/// "USE_HIP", "USE_HIP=1"; "USE_HIP=?" if its value is not known; and whether it depends on the
/// option of the same name only: `conf.set('USE_HIP', get_option('use_hip'))`.
void forMesonDefinitions(const MesonFile& file, const MesonStatement& statement,
                         const std::function<void(std::string_view, bool)>& use);

/// The macro that an option of the same name stands for: "USE_HIP" for "use_hip" and "use-hip".
std::string mesonMacroOf(std::string_view option);

/// The option under which alone `file`, the top-level meson.build, defines `macro`: "rocm" for `if
/// get_option('rocm')` around -DHAVE_ROCM. Empty: none.
QByteArray mesonOptionThatDefines(const MesonFile& file, std::string_view macro);

/// Whether an option's name says that it enables CUDA: "cuda", "with-cuda".
bool namesCudaSwitch(const MesonOption& option);

} // namespace rocport
