#include "core/rules/buildfile.h"
#include "core/rules/buildmakecompiler.h"
#include "core/rules/buildmakereader.h"

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

BuildsFor cmakeBuildsFor(const CMakeFile& file)
{
    BuildsFor result = BuildsFor::Nothing;
    for (const CMakeCommand& command : file.commands()) {
        const std::string& name = command.name;
        const bool isOwn = command.foreign || !command.decided;
        const bool project = name == "project";
        if (project || name == "enable_language") {
            const int first = project ? 1 : 0;
            if (command.find("HIP") >= first && isOwn) {
                return BuildsFor::Amd;
            }
            result = command.find("CUDA") >= first ? BuildsFor::Cuda : result;
        } else if (name == "find_package") {
            const std::string_view package = command.text(0);
            if ((package == "hip" || package == "HIP") && isOwn) {
                return BuildsFor::Amd;
            }
            result = package == "CUDA" ? BuildsFor::Cuda : result;
        }
    }
    return result;
}

/// The option in whose arm the file defines `macro`; empty: there is no such, there are several, or
/// the macro is defined elsewhere too.
QByteArray optionThatDefines(const CMakeFile& file, std::string_view macro)
{
    std::vector<std::string_view> asked; // by the conditions around
    std::string_view option;
    for (const CMakeCommand& command : file.commands()) {
        const std::string& name = command.name;
        if (name == "if" || name == "elseif" || name == "else") {
            if (name == "if" || asked.empty()) {
                asked.emplace_back();
            }
            asked.back() = name != "else" && command.arguments.size() == 1 ? command.text(0)
                                                                           : std::string_view();
        } else if (name == "endif" && !asked.empty()) {
            asked.pop_back();
        } else if (declaresOption(command) && command.text(0) == macro) {
            return {};
        } else if (definesMacro(command, macro)) {
            const auto found = std::find_if(asked.rbegin(), asked.rend(),
                                            [](const auto& one) { return namesRocm(one); });
            if (found == asked.rend() || *found == macro || (!option.empty() && option != *found)) {
                return {};
            }
            option = *found;
        }
    }
    return toBytes(option);
}

BuildsFor makeBuildsFor(std::string_view text, std::string_view macro)
{
    BuildsFor result = BuildsFor::Nothing;
    for (const MakeLine& line : readMake(text, macro)) {
        if (line.kind == MakeLine::Kind::Blank) {
            continue;
        }
        if ((line.foreign || !line.decided) && line.text.find("hipcc") != std::string_view::npos) {
            return BuildsFor::Amd;
        }
        const QByteArrayView words(line.text.data(), static_cast<qsizetype>(line.text.size()));
        result = nextNvcc(words, 0) >= 0 ? BuildsFor::Cuda : result;
    }
    return result;
}

} // namespace

BuildSummary summariseBuild(std::string_view text, Language language, const QByteArray& guardMacro)
{
    const std::string_view macro(guardMacro.constData(), static_cast<size_t>(guardMacro.size()));
    switch (language) {
    case Language::CMake: {
        const CMakeFile file(text, macro);
        const BuildsFor what = cmakeBuildsFor(file);
        return {what, cudaSourcesOf(file),
                what == BuildsFor::Amd ? optionThatDefines(file, macro) : QByteArray(),
                reachOf(file)};
    }
    case Language::Make:
        return {makeBuildsFor(text, macro), {}, {}, {}};
    default:
        return {};
    }
}

} // namespace rocport
