#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildmakecompiler.h"
#include "core/rules/build/buildmakereader.h"
#include "core/text/bytes.h"

#include <set>

namespace rocport {

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

namespace {

/// The option in whose arm the file defines `macro`; empty: there is no such, there are several, or
/// the macro is defined elsewhere too.
QByteArray optionThatDefines(const CMakeFile& file, std::string_view macro)
{
    std::set<std::string_view> declared;
    std::set<std::string_view> options;
    const auto isDeclared = [&](std::string_view one) {
        return namesRocm(one) && declared.count(one) != 0;
    };
    for (const CMakeCommand& command : file.commands()) {
        if (declaresOption(command)) {
            declared.insert(command.text(0));
        }
        forDefinitions(command, [&](std::string_view one) {
            if (one.substr(0, one.find('=')) == macro) {
                const std::string_view option = file.conditionAround(command, isDeclared);
                options.insert(option.empty() ? file.conditionAround(command, namesRocm) : option);
            }
        });
    }
    const bool isOne = options.size() == 1 && declared.count(macro) == 0;
    return isOne && *options.begin() != macro ? toBytes(*options.begin()) : QByteArray();
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
        const QByteArrayView words(line.text);
        result = nextNvcc(words, 0) >= 0 ? BuildsFor::Cuda : result;
    }
    return result;
}

} // namespace

BuildSummary summariseBuild(std::string_view text, Language language, const QByteArray& guardMacro)
{
    const std::string_view macro = viewOf(guardMacro);
    switch (language) {
    case Language::CMake: {
        const CMakeFile file(text, macro);
        const BuildsFor what = cmakeBuildsFor(file);
        const CudaSources cuda = cudaSourcesOf(file);
        return {what, cuda, what == BuildsFor::Amd ? optionThatDefines(file, macro) : QByteArray(),
                reachOf(file, cuda.lists)};
    }
    case Language::Make:
        return {makeBuildsFor(text, macro), {}, {}, {}};
    default:
        return {};
    }
}

} // namespace rocport
