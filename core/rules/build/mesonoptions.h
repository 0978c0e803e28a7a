#pragma once

#include "core/base/finding.h"
#include "core/rules/build/buildmesonreader.h"

#include <QByteArray>

#include <functional>
#include <string>
#include <string_view>
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

/// Calls `use` for each statement with the option for AMD GPUs that is on there by the innermost
/// arm that asks for one: `if get_option('use_hip')`, `if get_option('hip').enabled() and x`;
/// empty: no arm around it does.
void forRocmOptions(const MesonFile& file,
                    const std::function<void(size_t, std::string_view)>& use);

/// Calls `use` for each definition that a statement hands to a compiler or writes into a header:
/// "USE_HIP", "USE_HIP=1"; "USE_HIP=?" where its value is not known; and whether it is made by the
/// option of the same name alone: `conf.set('USE_HIP', get_option('use_hip'))`.
void forMesonDefinitions(const MesonFile& file, const MesonStatement& statement,
                         const std::function<void(std::string_view, bool)>& use);

/// The macro that an option of the same name stands for: "USE_HIP" for "use_hip" and "use-hip".
std::string mesonMacroOf(std::string_view option);

/// The option in whose arms alone `file`, the meson.build at the top, defines `macro`: "rocm" of
/// `if get_option('rocm')` around -DHAVE_ROCM. Empty: there is no such.
QByteArray mesonOptionThatDefines(const MesonFile& file, std::string_view macro);

/// Whether an option's name says that it switches CUDA on: "cuda", "with-cuda".
bool namesCudaSwitch(const MesonOption& option);

} // namespace rocport
