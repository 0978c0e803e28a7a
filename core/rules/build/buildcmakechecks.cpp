#include "core/rules/build/buildcmakechecks.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmake.h"
#include "core/rules/build/buildlibraries.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <set>

namespace rocport {

namespace {

/// Whether an if() compares versions of CUDA with written ones and asks for nothing else.
bool isVersionQuestion(const CMakeCommand& command)
{
    bool asks = false;
    for (const CMakeArgument& argument : command.arguments) {
        const std::string_view text = argument.text;
        const bool isVersion =
            !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
        const bool isWord = text.starts_with("VERSION_") || text.starts_with("LESS") ||
                            text.starts_with("GREATER") || text == "EQUAL" || text == "AND" ||
                            text == "OR" || text == "NOT" || text == "(" || text == ")";
        if (isEmptyWithoutCuda(variableIn(text))) {
            asks = true;
        } else if (!isVersion && !isWord) {
            return false;
        }
    }
    return asks && command.name == "if";
}

/// For which GPUs an arm is, as far as its condition says.
enum class Arm : quint8 { Any, Cuda, Amd };

/// The arms around each command.
class Arms
{
public:
    explicit Arms(std::string_view macro) : m_macro(macro) {}

    void read(const CMakeCommand& command)
    {
        const std::string& name = command.name;
        if (name == "if") {
            m_open.push_back({around(), conditionOf(command)});
        } else if (name == "endif" && !m_open.empty()) {
            m_open.pop_back();
        } else if (name == "elseif" && !m_open.empty()) {
            m_open.back().arm = conditionOf(command);
        } else if (name == "else" && !m_open.empty()) {
            // Behind an arm for AMD GPUs come NVIDIA's, or none.
            m_open.back().arm = m_open.back().arm == Arm::Amd ? Arm::Cuda : Arm::Any;
        }
    }

    [[nodiscard]] Arm around() const
    {
        if (m_open.empty()) {
            return Arm::Any;
        }
        const Open& last = m_open.back();
        return last.arm == Arm::Any ? last.outer : last.arm;
    }

private:
    struct Open
    {
        Arm outer = Arm::Any;
        Arm arm = Arm::Any;
    };

    [[nodiscard]] Arm conditionOf(const CMakeCommand& command) const
    {
        bool cuda = false;
        bool amd = false;
        bool negated = false;
        for (const CMakeArgument& argument : command.arguments) {
            amd = amd || argument.text == m_macro || namesRocm(argument.text);
            cuda = cuda || argument.text.find("CUDA") != std::string_view::npos;
            negated = negated || argument.text == "NOT";
        }
        if (cuda == amd || (negated && command.arguments.size() != 2)) {
            return Arm::Any;
        }
        return amd == negated ? Arm::Cuda : amd ? Arm::Amd : Arm::Any;
    }

    std::string_view m_macro;
    std::vector<Open> m_open;
};

/// "src/scan_cuda.cu" -> "scan": what an AMD version of it is called too.
std::string stemOf(std::string_view path)
{
    const size_t slash = path.rfind('/');
    std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    name = name.substr(0, name.find('.'));
    std::string stem;
    for (const char c : name) {
        if (c != '_') {
            stem.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
        }
    }
    for (const std::string_view word : {"cuda", "hip", "rocm"}) {
        const size_t at = stem.find(word);
        if (at != std::string::npos && stem.size() > word.size()) {
            stem.erase(at, word.size());
        }
    }
    return stem;
}

bool isSource(std::string_view text)
{
    constexpr std::string_view kEnds[] = {".cu", ".hip", ".cpp", ".cc", ".cxx"};
    return text.find_first_of("$*?") == std::string_view::npos &&
           std::any_of(std::begin(kEnds), std::end(kEnds),
                       [&](std::string_view end) { return text.ends_with(end); });
}

/// "hip/*.hip"
bool isPattern(std::string_view text)
{
    return text.find('*') != std::string_view::npos &&
           (text.ends_with(".cu") || text.ends_with(".hip") || text.ends_with(".cpp"));
}

} // namespace

bool isEmptyWithoutCuda(std::string_view name)
{
    constexpr std::string_view kEmpty[] = {
        "CMAKE_CUDA_COMPILER_VERSION", "CMAKE_CUDA_COMPILER_ID", "CUDA_VERSION",
        "CUDA_VERSION_MAJOR",          "CUDA_VERSION_STRING",    "CUDAToolkit_VERSION",
        "CUDAToolkit_VERSION_MAJOR"};
    return std::find(std::begin(kEmpty), std::end(kEmpty), name) != std::end(kEmpty);
}

CMakeArm armOfTargetQuestion(const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    std::set<std::string> asked;
    for (size_t i = 1; i < command.arguments.size() && facts.rules.targets != nullptr; ++i) {
        const CMakeArgument& argument = command.arguments[i];
        const std::string name(argument.text);
        if (command.text(i - 1) != "TARGET" || !name.starts_with("CUDA::") ||
            facts.targets.count(name) != 0) {
            continue;
        }
        const BuildLibrary* library = libraryOfArgument(name);
        const std::string_view target = library != nullptr ? library->target : "";
        BuildPlace place{facts.rules.targets, argument.range, toText(name), {}, {}};
        if (target == "-") {
            continue; // the part behind it is not needed
        }
        if (target.empty() || name.find('$') != std::string::npos) {
            place.note = QStringLiteral("is not a target on ROCm, and this condition tests it.");
            place.wayOut = QStringLiteral("Decide which arm AMD GPUs need, and add `OR %1` or `AND "
                                          "NOT %1` to the condition.")
                               .arg(facts.target.guardMacro);
            arm.places.push_back(place);
            continue;
        }
        place.note = QStringLiteral("is `%1` of ROCm, and this condition asks whether it is there.")
                         .arg(toText(target));
        arm.places.push_back(place);
        if (asked.insert(name).second) {
            const QByteArray ours = toBytes(target);
            arm.lines += {QByteArray("find_package(") + library->package + ")",
                          "if(TARGET " + ours + " AND NOT TARGET " + toBytes(name) + ")",
                          "  add_library(" + toBytes(name) + " ALIAS " + ours + ")", "endif()"};
        }
    }
    arm.before = true;
    arm.edit = command.name == "if" && !arm.lines.isEmpty();
    return arm;
}

bool listsToolkitTargets(const CMakeCommand& command)
{
    const bool fills =
        command.name == "set" ||
        (command.name == "list" && isOneOf(command.text(0), {"APPEND", "PREPEND", "INSERT"}));
    return fills &&
           std::any_of(command.arguments.begin(), command.arguments.end(),
                       [](const CMakeArgument& one) { return one.text.starts_with("CUDA::"); });
}

CMakeArm armOfListedTargets(const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    if (facts.rules.targets == nullptr || !listsToolkitTargets(command)) {
        return arm;
    }
    for (size_t i = 1; i < command.arguments.size(); ++i) {
        const CMakeArgument& argument = command.arguments[i];
        const std::string name(argument.text);
        // Behind `TARGET` in a condition of the file, ROCm's library has the name too.
        if (!name.starts_with("CUDA::") || facts.targets.count(name) != 0 ||
            facts.conditions.count(name) != 0) {
            continue;
        }
        const BuildLibrary* library = libraryOfArgument(name);
        const std::string_view target = library != nullptr ? library->target : "";
        const bool isThere = !target.empty() && target != "-";
        const QString guard = facts.target.guardMacro;
        BuildPlace place{facts.rules.targets, argument.range, toText(name), {}, {}};
        place.note =
            isThere
                ? QStringLiteral("is `%1` of ROCm, and a variable holds it.").arg(toText(target))
                : QStringLiteral("is not a target on ROCm, and a variable holds it.");
        place.wayOut =
            isThere ? QStringLiteral("Put `%1` into the variable where `%2` is set: where the "
                                     "variable is linked, CMake would stop at the name of CUDA.")
                          .arg(toText(target), guard)
                    : QStringLiteral("Leave it out of the variable where `%1` is set: where the "
                                     "variable is linked, CMake would stop at it.")
                          .arg(guard);
        arm.places.push_back(place);
    }
    return arm;
}

const CMakeCommand* endOfVersionCheck(const CMakeFile& file, const CMakeCommand& command)
{
    if (!isVersionQuestion(command)) {
        return nullptr;
    }
    const auto& all = file.commands();
    bool stops = false;
    for (auto i = static_cast<size_t>(&command - all.data()) + 1; i < all.size(); ++i) {
        const CMakeCommand& one = all[i];
        if (one.name == "endif") {
            return stops && command.ownsLines && one.ownsLines ? &one : nullptr;
        }
        if (one.name != "message") {
            break;
        }
        stops = stops || one.text(0) == "FATAL_ERROR" || one.text(0) == "SEND_ERROR";
    }
    return nullptr;
}

namespace {

/// Whether an argument defines a macro: "-DX", "$<$<COMPILE_LANGUAGE:CUDA>:-DX>", "/DX",
/// "--define-macro=X", COMPILE_DEFINITIONS.
bool defines(std::string_view argument)
{
    return argument.find("-D") != std::string_view::npos || argument.starts_with("/D") ||
           argument.find(" /D") != std::string_view::npos ||
           argument.find("define-macro") != std::string_view::npos ||
           argument.find("COMPILE_DEFINITIONS") != std::string_view::npos;
}

/// set(nvcc_flags …), list(APPEND known_archs …), string(APPEND CMAKE_CUDA_FLAGS …), message().
bool onlySetsFlags(const CMakeCommand& command)
{
    const std::string& name = command.name;
    if (name == "message" || name == "if" || name == "elseif" || name == "else" ||
        name == "endif" || name == "cuda_select_nvcc_arch_flags") {
        return true;
    }
    const bool isList = name == "list" || name == "string";
    if (!isList && name != "set" && name != "unset" && name != "set_property" &&
        name != "set_target_properties" && name != "set_source_files_properties" &&
        name != "add_compile_options" && name != "target_compile_options") {
        return false;
    }
    // What a macro switches on is more than a flag.
    if (std::any_of(command.arguments.begin(), command.arguments.end(),
                    [](const CMakeArgument& one) { return defines(one.text); })) {
        return false;
    }
    if (name == "add_compile_options" || name == "target_compile_options") {
        return true;
    }
    if (name.starts_with("set_")) {
        return command.find("CUDA_ARCHITECTURES") >= 0 || command.find("COMPILE_FLAGS") >= 0 ||
               command.find("COMPILE_OPTIONS") >= 0;
    }
    const std::string what = lowered(command.text(isList ? 1 : 0));
    if (what.starts_with("cmake_c_flags") || what.starts_with("cmake_cxx_flags")) {
        return false; // which ROCm's sources get too
    }
    constexpr std::string_view kWords[] = {"flag",    "arch",  "gencode", "compute_cap",
                                           "options", "_ptx",  "warn",    "nvcc",
                                           "sm_",     "c_cap", "codegen", "gpu_targets"};
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](std::string_view word) { return what.find(word) != std::string::npos; });
}

} // namespace

Severity costOfCondition(const CMakeFile& file, const CMakeCommand& command)
{
    constexpr size_t kMost = 200;
    if (command.name == "while") {
        return Severity::Warning;
    }
    const auto& all = file.commands();
    const auto first = static_cast<size_t>(&command - all.data()) + 1;
    Severity cost = Severity::Info;
    int open = 1;
    for (size_t i = first; i < all.size() && open > 0; ++i) {
        const CMakeCommand& one = all[i];
        open += one.name == "if" ? 1 : one.name == "endif" ? -1 : 0;
        if (one.name == "message" &&
            (one.text(0) == "FATAL_ERROR" || one.text(0) == "SEND_ERROR")) {
            return Severity::Critical;
        }
        if (i - first >= kMost || !onlySetsFlags(one)) {
            cost = Severity::Warning;
        }
        if (i - first >= kMost) {
            break;
        }
    }
    return cost;
}

std::vector<LostSources> lostSources(const CMakeFile& file, std::string_view guardMacro)
{
    Arms arms(guardMacro);
    std::set<std::string> kept;
    std::vector<const CMakeCommand*> cuda;
    for (const CMakeCommand& command : file.commands()) {
        if (isWorkCancelled()) {
            return {};
        }
        arms.read(command);
        if (arms.around() == Arm::Cuda) {
            cuda.push_back(&command);
            continue;
        }
        const std::string& name = command.name;
        const bool isElsewhere = name == "add_subdirectory" || name == "include" ||
                                 name == "aux_source_directory" ||
                                 name.find("hipify") != std::string::npos;
        if (isElsewhere && arms.around() == Arm::Amd) {
            return {}; // what that compiles is not known here
        }
        for (const CMakeArgument& argument : command.arguments) {
            if (isSource(argument.text)) {
                kept.insert(stemOf(argument.text));
            } else if (isPattern(argument.text)) {
                return {};
            }
        }
    }
    std::vector<LostSources> lost;
    for (const CMakeCommand* command : cuda) {
        LostSources one;
        for (const CMakeArgument& argument : command->arguments) {
            if (argument.text.ends_with(".cu") && isSource(argument.text) &&
                kept.count(stemOf(argument.text)) == 0) {
                one.sources.push_back(&argument);
            }
        }
        if (!one.sources.empty()) {
            lost.push_back(std::move(one));
        }
    }
    return lost;
}

} // namespace rocport
