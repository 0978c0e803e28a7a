#include "core/rules/build/buildcmakeswitch.h"

#include "core/rules/build/buildcmake.h"
#include "core/rules/build/nvccflags.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace rocport {

namespace {

constexpr qsizetype kMostSwitches = 20;

std::string upper(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
}

} // namespace

bool namesCudaSwitch(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kEnds = {"USE_CUDA",   "WITH_CUDA", "ENABLE_CUDA",
                                                       "BUILD_CUDA", "HAVE_CUDA", "CUDA_ENABLED"};
    const std::string whole = upper(name);
    return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) {
        if (!std::string_view(whole).ends_with(end)) {
            return false;
        }
        const std::string_view front = std::string_view(whole).substr(0, whole.size() - end.size());
        return front.empty() || (front.ends_with('_') && !front.ends_with("NO_") &&
                                 !front.ends_with("NOT_") && !front.ends_with("DONT_"));
    });
}

namespace {

/// option(X "…" OFF), set(X OFF CACHE BOOL "…"), a project's own foo_option(X "…" OFF): whether
/// the value that stands there switches on.
bool isOnByItself(const CMakeCommand& command)
{
    const size_t value = command.name == "set" ? 1 : 2;
    return isOneOf(upper(command.text(value)), {"ON", "TRUE", "YES", "1"});
}

/// Whether the command declares an option ("WITH_CUDA") by which the file decides to build for
/// CUDA, and which is not on by itself.
bool declaresCudaSwitch(const CMakeCommand& command, const CMakeFacts& facts)
{
    const bool declares =
        command.name.ends_with("option") || (command.name == "set" && command.find("CACHE") > 0);
    const std::string name(command.text(0));
    const bool isAsked =
        facts.conditions.count(name) != 0 || facts.conditions.count("${" + name + "}") != 0;
    return declares && isAsked && namesCudaSwitch(name) &&
           facts.decidedVariables.count(name) == 0 && !command.decided && !isOnByItself(command);
}

} // namespace

void readConditions(const CMakeCommand& command, CMakeFacts& facts)
{
    const std::string& name = command.name;
    if (name == "if" || name == "elseif" || name == "while") {
        for (const CMakeArgument& argument : command.arguments) {
            facts.conditions.emplace(argument.text);
        }
    } else if (name == "set" && command.decided) {
        facts.decidedVariables.emplace(command.text(0));
    }
}

QVector<QByteArray> cudaSwitches(std::string_view text, std::string_view guardMacro)
{
    const CMakeFile file(text, guardMacro);
    CMakeFacts facts;
    for (const CMakeCommand& command : file.commands()) {
        readConditions(command, facts);
    }
    facts.decidedVariables.clear();
    QVector<QByteArray> names;
    for (const CMakeCommand& command : file.commands()) {
        const std::string_view name = command.text(0);
        const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
            return std::isalnum(c) != 0 || c == '_';
        });
        if (plain && names.size() < kMostSwitches && declaresCudaSwitch(command, facts)) {
            names.append(toBytes(name));
        }
    }
    return names;
}

CMakeArm armOfSwitch(const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    if (facts.ownPath || facts.rules.language == nullptr || !declaresCudaSwitch(command, facts)) {
        return arm;
    }
    const CMakeArgument& name = command.arguments.front();
    arm.places.push_back({facts.rules.language,
                          name.range,
                          toText(name.text),
                          QStringLiteral("switches on what is built for CUDA, and with it what is "
                                         "built for AMD GPUs."),
                          {}});
    arm.edit = true;
    arm.after = true;
    arm.lines = {"set(" + toBytes(name.text) + " ON)"};
    return arm;
}

namespace {

NvccValue valueOf(std::string_view name, const CMakeFacts& facts)
{
    if (name.starts_with("CMAKE_CUDA_FLAGS") || name.starts_with("CUDA_NVCC_FLAGS")) {
        return NvccValue::None; // HIP has a variable for it
    }
    const auto known = facts.nvccVariables.find(name);
    if (known != facts.nvccVariables.end()) {
        return known->second ? NvccValue::Architectures : NvccValue::Unknown;
    }
    const std::string whole = upper(name);
    const auto has = [&](const char* word) { return whole.find(word) != std::string::npos; };
    if (!has("NVCC") && !has("GENCODE") && !has("CUDA_ARCH")) {
        return NvccValue::None;
    }
    return has("ARCH") || has("GENCODE") ? NvccValue::Architectures : NvccValue::Unknown;
}

} // namespace

NvccValue nvccValue(std::string_view text, const CMakeFacts& facts)
{
    NvccValue found = NvccValue::None;
    for (size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 2)) {
        const size_t end = text.find('}', at);
        if (end == std::string_view::npos) {
            break;
        }
        const NvccValue value = valueOf(text.substr(at + 2, end - at - 2), facts);
        if (value == NvccValue::Unknown) {
            return value;
        }
        found = value == NvccValue::None ? found : value;
    }
    return found;
}

QByteArray withoutArchitectures(const QByteArray& text, const CMakeFacts& facts)
{
    QByteArray result;
    qsizetype copied = 0;
    for (qsizetype at = text.indexOf("${"); at >= 0; at = text.indexOf("${", at + 2)) {
        const qsizetype end = text.indexOf('}', at);
        if (end < 0) {
            break;
        }
        const std::string_view one(text.constData() + at, static_cast<size_t>(end + 1 - at));
        if (nvccValue(one, facts) == NvccValue::Architectures) {
            result += text.mid(copied, at - copied);
            copied = end + 1;
        }
    }
    return result + text.mid(copied);
}

bool leaveNvccValues(CMakeArm& arm, QByteArray& text, ByteRange range, const CMakeFacts& facts)
{
    const std::string_view view = viewOf(text);
    const NvccValue value = nvccValue(view, facts);
    if (value == NvccValue::Architectures) {
        text = withoutArchitectures(text, facts);
        if (facts.rules.arch != nullptr) {
            arm.places.push_back({facts.rules.arch,
                                  range,
                                  QStringLiteral("flags"),
                                  QStringLiteral("name NVIDIA GPUs by a variable."),
                                  {}});
        }
    } else if (value == NvccValue::Unknown && facts.rules.flags != nullptr) {
        arm.places.push_back(
            {facts.rules.flags, range, QStringLiteral("flags"),
             QStringLiteral("come from a variable that is filled for nvcc."),
             QStringLiteral("What the variable holds is not known here, and clang refuses flags of "
                            "nvcc: fill it with flags of clang under the guard, then hand it to "
                            "the HIP sources.")});
    }
    return value != NvccValue::Unknown;
}

void readNvccVariable(const CMakeCommand& command, CMakeFacts& facts)
{
    const bool adds = command.text(0) == "APPEND" || command.text(0) == "PREPEND";
    if (command.name != "set" && !adds) {
        return;
    }
    const size_t variable = adds ? 1 : 0;
    const std::string name(command.text(variable));
    if (name.starts_with("CMAKE_") || name.starts_with("CUDA_NVCC_FLAGS")) {
        return;
    }
    QByteArray values;
    for (size_t i = variable + 1; i < command.arguments.size(); ++i) {
        if (isOneOf(command.text(i), {"CACHE", "PARENT_SCOPE"})) {
            break;
        }
        values += toBytes(command.text(i)) + ' ';
    }
    values.replace("${" + toBytes(name) + "}", "");
    const FlagText flags = hipFlags(values);
    const bool changes = !flags.changes.isEmpty();
    const bool other =
        !flags.isEmpty() || std::any_of(flags.changes.begin(), flags.changes.end(),
                                        [](const FlagChange& change) { return !change.isArch; });
    const auto known = facts.nvccVariables.find(name);
    if (known != facts.nvccVariables.end()) {
        known->second = known->second && !other;
    } else if (changes) {
        facts.nvccVariables.emplace(name, !other);
    }
}

} // namespace rocport
