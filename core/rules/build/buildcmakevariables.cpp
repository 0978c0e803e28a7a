#include "core/rules/build/buildcmake.h"
#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/nvccflags.h"
#include "core/text/ascii.h"

#include <algorithm>

namespace rocport {

namespace {

bool isFlagVariable(std::string_view name)
{
    return name.starts_with("CMAKE_CUDA_FLAGS") || name.starts_with("CUDA_NVCC_FLAGS");
}

/// CMAKE_CUDA_FLAGS_RELEASE -> CMAKE_HIP_FLAGS_RELEASE, CUDA_NVCC_FLAGS -> CMAKE_HIP_FLAGS.
QByteArray hipVariable(std::string_view name)
{
    QByteArray text = toBytes(name);
    text.replace("CUDA_NVCC_FLAGS", "CMAKE_HIP_FLAGS");
    text.replace("CMAKE_CUDA_", "CMAKE_HIP_");
    return text;
}

QByteArray joined(const QByteArray& text)
{
    return text.simplified();
}

/// set(CUDA_NVCC_FLAGS …), list(APPEND CUDA_NVCC_FLAGS …): a list becomes a string.
QByteArray oldFlagsLine(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts,
                        size_t variable, FlagText& flags, CMakeArm& arm)
{
    QByteArray values;
    qsizetype begin = command.range.end - 1;
    for (size_t i = variable + 1; i < command.arguments.size(); ++i) {
        if (command.text(i) == "CACHE" || command.text(i) == "PARENT_SCOPE") {
            break;
        }
        begin = std::min(begin, command.arguments[i].range.begin);
        values += ' ' + toBytes(command.text(i));
    }
    const QByteArray source = toBytes(file.source().substr(
        static_cast<size_t>(begin), static_cast<size_t>(command.range.end - 1 - begin)));
    flags = hipFlags(source);
    const QByteArray own = "${" + toBytes(command.text(variable)) + "}";
    values.replace(own, "");
    values.replace(';', ' ');
    values = hipFlags(values).text;
    arm.edit = leaveNvccValues(arm, values, command.arguments[variable + 1].range, facts);
    values = joined(values);
    values.replace("${CUDA_NVCC_FLAGS", "${CMAKE_HIP_FLAGS");
    return values.isEmpty()
               ? QByteArray()
               : "string(APPEND " + hipVariable(command.text(variable)) + " \" " + values + "\")";
}

/// "14" of "-std=c++14", the last one, where CMake knows the number; else empty.
QByteArray standardOfFlags(const QByteArray& flags)
{
    for (const QByteArray& sign : {QByteArray("-std=c++"), QByteArray("-std=gnu++")}) {
        const qsizetype at = flags.lastIndexOf(sign);
        QByteArray number = at < 0 ? QByteArray() : flags.mid(at + sign.size(), 2);
        if (QByteArrayList{"98", "11", "14", "17", "20", "23"}.contains(number)) {
            return number;
        }
    }
    return {};
}

/// What it costs where HIP has none of the flags of a variable: nothing where all of them are for
/// nvcc alone, such as those that silence it.
Severity lossOfFlags(const FlagText& flags, std::string_view variable)
{
    QByteArray rest = flags.text;
    Severity loss = Severity::Info;
    for (const FlagChange& change : flags.changes) {
        loss = std::max(loss, change.loss);
        rest.replace(change.now.isEmpty() ? QByteArray("\n") : change.now.toUtf8(), "");
    }
    rest.replace(toBytes(variable), "");
    const bool isOther = std::any_of(rest.begin(), rest.end(), isNameByte);
    return isOther ? Severity::Warning : loss;
}

CMakeArm armOfFlags(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts,
                    size_t variable)
{
    CMakeArm arm;
    const std::string_view name = command.text(variable);
    const Rule* rule = facts.rules.flags;
    if (rule == nullptr || variable + 1 >= command.arguments.size()) {
        return arm;
    }
    FlagText flags;
    if (name.starts_with("CUDA_NVCC_FLAGS")) {
        const QByteArray line = oldFlagsLine(file, command, facts, variable, flags, arm);
        if (arm.edit && !line.isEmpty()) {
            arm.lines = {line};
            // FindCUDA calls nvcc itself; for HIP CMake adds a standard behind these flags.
            const QByteArray standard = standardOfFlags(line);
            if (name == "CUDA_NVCC_FLAGS" && !standard.isEmpty()) {
                arm.lines.append("set(CMAKE_HIP_STANDARD " + standard + ')');
            }
        }
    } else {
        const qsizetype begin = command.arguments[variable].range.end;
        const QByteArray original = toBytes(file.source().substr(
            static_cast<size_t>(begin), static_cast<size_t>(command.range.end - 1 - begin)));
        flags = hipFlags(original);
        QByteArray text = flags.text;
        arm.edit = leaveNvccValues(arm, text, command.arguments[variable + 1].range, facts);
        text.replace("CMAKE_CUDA_FLAGS", "CMAKE_HIP_FLAGS");
        const QByteArray head = toBytes(file.source().substr(
            static_cast<size_t>(command.range.begin),
            static_cast<size_t>(command.arguments[variable].range.begin - command.range.begin)));
        if (arm.edit) {
            arm.lines = {head + hipVariable(name) + text + ')'};
        }
    }
    BuildPlace read{rule,
                    command.arguments[variable].range,
                    toText(name),
                    QStringLiteral("is read for CUDA only; HIP reads `%1`.")
                        .arg(QString::fromUtf8(hipVariable(name))),
                    {}};
    read.loss = lossOfFlags(flags, name);
    arm.places.push_back(read);
    const qsizetype values = command.arguments[variable + 1].range.begin;
    addFlagPlaces(
        flags, name.starts_with("CUDA_NVCC_FLAGS") ? values : command.arguments[variable].range.end,
        facts.rules, arm.places);
    return arm;
}

bool isTrueWord(std::string_view text)
{
    return text == "ON" || text == "TRUE" || text == "1" || text == "YES" || text == "on" ||
           text == "true";
}

/// The flags by which clang links device code, for links that HIP's compiler makes; others, which
/// have no device code, would refuse them.
QByteArray deviceLink(const QByteArray& condition)
{
    const QByteArray isHip = "$<LINK_LANGUAGE:HIP>";
    return "\"$<" + (condition.isEmpty() ? isHip : "$<AND:" + isHip + ',' + condition + '>') +
           ":-fgpu-rdc;--hip-link>\"";
}

CMakeArm armOfCompat(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts,
                     std::string_view name)
{
    CMakeArm arm;
    const ByteRange range = command.arguments[0].range;
    const auto place = [&](const Rule* rule, const QString& note, const QString& wayOut) {
        if (rule != nullptr) {
            arm.places.push_back({rule, range, toText(name), note, wayOut});
        }
    };
    if (name == "CMAKE_CUDA_ARCHITECTURES" || name == "CUDA_ARCH_LIST" ||
        name == "CUDA_ARCHITECTURES") {
        place(facts.rules.arch, QStringLiteral("names NVIDIA GPUs and does nothing for HIP."),
              QStringLiteral("Nothing to do here: CMAKE_HIP_ARCHITECTURES is set where the file "
                             "enables HIP, from the GPUs that are found."));
        return arm;
    }
    if (name == "CMAKE_CUDA_SEPARABLE_COMPILATION") {
        place(facts.rules.flags,
              QStringLiteral("asks nvcc to link device code; clang has flags for it."), {});
        arm.edit = true;
        if (isTrueWord(command.text(1))) {
            arm.lines = {"string(APPEND CMAKE_HIP_FLAGS \" -fgpu-rdc\")",
                         "add_link_options(" + deviceLink({}) + ')'};
        }
        return arm;
    }
    if (name == "CMAKE_CUDA_STANDARD" || name == "CMAKE_CUDA_STANDARD_REQUIRED" ||
        name == "CMAKE_CUDA_EXTENSIONS") {
        place(facts.rules.language, QStringLiteral("is read for CUDA only."), {});
        for (BuildPlace& one : arm.places) {
            one.severity = Severity::Warning; // clang has a standard of its own
        }
        arm.edit = true;
        arm.lines = {commandText(file, command, {{range, hipVariable(name)}})};
        return arm;
    }
    return arm;
}

} // namespace

CMakeArm armOfVariable(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts)
{
    const size_t variable = command.name == "set" ? 0 : 1;
    const std::string_view name = command.text(variable);
    const bool appends = variable == 0 || command.text(0) == "APPEND" ||
                         command.text(0) == "PREPEND" || command.text(0) == "CONCAT";
    if (appends && isFlagVariable(name) && command.text(0) != "CONCAT") {
        return armOfFlags(file, command, facts, variable);
    }
    if (command.name == "set") {
        return armOfCompat(file, command, facts, name);
    }
    return {};
}

namespace {

/// What add_library() and add_executable() take before the sources, and FindCUDA's commands
/// anywhere.
bool isTargetKeyword(std::string_view word)
{
    constexpr std::string_view kWords[] = {"STATIC", "SHARED",        "MODULE",
                                           "WIN32",  "MACOSX_BUNDLE", "EXCLUDE_FROM_ALL"};
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// The configuration that an option of FindCUDA is for: "DEBUG", "RELEASE", "MYCONFIG".
bool isConfiguration(std::string_view word)
{
    return !word.empty() && std::all_of(word.begin(), word.end(),
                                        [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
}

/// What cuda_add_library() and cuda_add_executable() are given (CMake 3.26, FindCUDA.cmake,
/// CUDA_GET_SOURCES_AND_OPTIONS): keywords stand anywhere, flags behind OPTIONS.
struct OldTarget
{
    QByteArray options; ///< blanks between
    std::vector<ArgumentEdit> edits;
    bool hasConfigurations = false; ///< options for some configurations only
    bool hasQuotedBlanks = false;   ///< an option of several words
};

/// An argument as it is written between quotes.
QByteArray betweenQuotes(const CMakeArgument& argument)
{
    QByteArray text = toBytes(argument.text);
    for (qsizetype at = 0; argument.kind == CMakeArgument::Kind::Bare && at < text.size(); ++at) {
        if (text.at(at) == '\\') {
            ++at;
        } else if (text.at(at) == '"') {
            text.insert(at++, '\\');
        }
    }
    return text;
}

/// Whether an argument has quotes of its own that a list of options cannot be trusted to keep.
bool hasQuotedBlanks(const CMakeArgument& argument)
{
    const std::string_view text = argument.text;
    const bool isBracket = argument.kind == CMakeArgument::Kind::Bracket;
    return (text.find('"') != std::string_view::npos &&
            (isBracket || text.find_first_of(" \t\n;") != std::string_view::npos)) ||
           (isBracket && text.find_first_of("\\$") != std::string_view::npos);
}

OldTarget readOldTarget(const CMakeCommand& command, const CMakeFacts& facts, CMakeArm& arm)
{
    OldTarget result;
    QByteArray keywords;
    bool hasSources = false;
    const int from = command.find("OPTIONS");
    for (size_t i = 1; i < command.arguments.size(); ++i) {
        const CMakeArgument& argument = command.arguments[i];
        const bool behind = from >= 0 && i > static_cast<size_t>(from);
        if (isTargetKeyword(argument.text)) {
            if (hasSources || behind) {
                keywords += ' ' + toBytes(argument.text);
                result.edits.push_back({argument.range, {}});
            }
            continue;
        }
        hasSources = true;
        if (from < 0 || i < static_cast<size_t>(from)) {
            continue;
        }
        result.edits.push_back({argument.range, {}});
        if (behind) {
            result.options += ' ' + betweenQuotes(argument);
            result.hasQuotedBlanks = result.hasQuotedBlanks || hasQuotedBlanks(argument);
            result.hasConfigurations = result.hasConfigurations || isConfiguration(argument.text);
            const FlagText flags = hipFlags(toBytes(argument.text));
            addFlagPlaces(flags, argument.range.begin, facts.rules, arm.places);
        }
    }
    if (!keywords.isEmpty()) {
        const qsizetype end = command.arguments[0].range.end;
        result.edits.insert(result.edits.begin(), {{end, end}, keywords});
    }
    return result;
}

/// Sources, and behind OPTIONS the flags, of cuda_add_library() and cuda_add_executable().
CMakeArm armOfOldTarget(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    const QByteArray target = toBytes(command.text(0));
    arm.edit = true;
    arm.places.push_back(
        {facts.rules.language,
         {command.range.begin, command.range.begin + qsizetype(command.name.size())},
         toText(command.name),
         QStringLiteral("is a command of FindCUDA, which calls nvcc itself."),
         {}});
    const OldTarget old = readOldTarget(command, facts, arm);
    if (old.hasConfigurations) {
        arm.edit = false;
        arm.places.front().wayOut = QStringLiteral("Some of its OPTIONS are for one configuration "
                                                   "only: write `%1` under the guard, and "
                                                   "hand each flag to HIP by `$<$<CONFIG:…>:…>`.")
                                        .arg(toText(command.name.substr(5)));
        return arm;
    }
    if (old.hasQuotedBlanks) {
        arm.edit = false;
        arm.places.front().wayOut = QStringLiteral("One of its OPTIONS holds blanks or semicolons "
                                                   "between quotes: write `%1` under the guard, "
                                                   "and hand each flag to HIP by "
                                                   "`target_compile_options`.")
                                        .arg(toText(command.name.substr(5)));
        return arm;
    }
    QByteArray options = old.options;
    QByteArray text = commandText(file, command, old.edits);
    text = "add_" + text.mid(9); // cuda_add_library -> add_library
    arm.lines = {text, "get_target_property(rocm_sources " + target + " SOURCES)",
                 "list(FILTER rocm_sources INCLUDE REGEX \"[.]cu$\")",
                 "set_source_files_properties(${rocm_sources} PROPERTIES LANGUAGE HIP)"};
    if (facts.strategy == Strategy::Sibling) {
        arm.lines[2] = "list(TRANSFORM rocm_sources REPLACE \"[.]cu$\" \".hip\")";
        arm.lines[3] =
            "set_target_properties(" + target + " PROPERTIES SOURCES \"${rocm_sources}\")";
    }
    arm.compilesHip = true;
    options = hipFlags(options).text;
    if (!leaveNvccValues(arm, options, command.arguments[0].range, facts)) {
        arm.edit = false;
        arm.lines.clear();
        return arm;
    }
    options = options.simplified();
    if (!options.isEmpty()) {
        const bool isList = options.contains(' ') || options.contains('"');
        const QByteArray expression =
            "$<$<COMPILE_LANGUAGE:HIP>:" + options.replace(' ', ';') + '>';
        arm.lines.append("target_compile_options(" + target + " PRIVATE " +
                         (isList ? '"' + expression + '"' : expression) + ')');
    }
    arm.lines.append("target_link_libraries(" + target +
                     " ${CUDA_LINK_LIBRARIES_KEYWORD} hip::host)");
    return arm;
}

} // namespace

CMakeArm armOfOldCommand(const CMakeFile& file, const CMakeCommand& command,
                         const CMakeFacts& facts)
{
    const std::string& name = command.name;
    const Rule* rule = facts.rules.language;
    const bool known = name == "cuda_add_library" || name == "cuda_add_executable" ||
                       name == "cuda_include_directories" || name == "cuda_build_clean_target" ||
                       name == "cuda_select_nvcc_arch_flags" || name == "cuda_compile" ||
                       name == "cuda_add_cublas_to_target" || name == "cuda_add_cufft_to_target" ||
                       name == "cuda_compile_ptx" || name == "cuda_compile_cubin" ||
                       name == "cuda_compile_fatbin" || name == "cuda_wrap_srcs" ||
                       name == "cuda_link_separable_compilation_objects" ||
                       name == "cuda_compute_separable_compilation_object_file_name";
    if (!known || rule == nullptr) {
        return {};
    }
    if (name.starts_with("cuda_add_lib") || name.starts_with("cuda_add_exe")) {
        return armOfOldTarget(file, command, facts);
    }
    CMakeArm arm;
    const qsizetype begin = command.range.begin;
    arm.places.push_back({rule,
                          {begin, begin + qsizetype(name.size())},
                          toText(name),
                          QStringLiteral("is a command of FindCUDA, which calls nvcc itself."),
                          {}});
    arm.edit = true;
    const QByteArray first = toBytes(command.text(0));
    if (name == "cuda_include_directories") {
        const QByteArray text = commandText(file, command, {});
        arm.lines = {text.mid(5)};
    } else if (name == "cuda_select_nvcc_arch_flags") {
        arm.lines = {"set(" + first + " \"\")"};
        if (facts.rules.arch != nullptr) {
            arm.places.back().rule = facts.rules.arch;
        }
    } else if (name == "cuda_add_cublas_to_target") {
        arm.lines = {"find_package(hipblas REQUIRED)",
                     "target_link_libraries(" + first +
                         " ${CUDA_LINK_LIBRARIES_KEYWORD} roc::hipblas)"};
    } else if (name == "cuda_add_cufft_to_target") {
        arm.lines = {"find_package(hipfft REQUIRED)",
                     "target_link_libraries(" + first +
                         " ${CUDA_LINK_LIBRARIES_KEYWORD} hip::hipfft)"};
    } else if (name != "cuda_build_clean_target") {
        arm.edit = false;
        arm.places.back().wayOut = QStringLiteral(
            "This command has no counterpart: make the .cu files sources of an OBJECT library and "
            "give them LANGUAGE HIP; code objects come from `hipcc --genco`.");
    }
    return arm;
}

namespace {

struct PropertyArm
{
    std::vector<ArgumentEdit> edits;
    bool rdc = false;
    size_t left = 0; ///< properties that stay
};

/// One property name with its value.
void readProperty(const CMakeCommand& command, size_t name, size_t valueEnd,
                  const CMakeFacts& facts, PropertyArm& result, std::vector<BuildPlace>& places)
{
    const CMakeArgument& argument = command.arguments[name];
    const std::string_view text = argument.text;
    const std::string_view value = command.text(name + 1);
    const auto place = [&](const Rule* rule, const char* note, const QString& wayOut = {}) {
        if (rule != nullptr) {
            places.push_back(
                {rule, argument.range, toText(text), QString::fromLatin1(note), wayOut});
        }
    };
    if (text == "LANGUAGE" && value == "CUDA") {
        place(facts.rules.language, "sets a language that only nvcc compiles.");
        result.edits.push_back({command.arguments[name + 1].range, "HIP"});
        ++result.left;
        return;
    }
    if (!text.starts_with("CUDA_")) {
        ++result.left;
        return;
    }
    const bool renamed =
        text == "CUDA_STANDARD" || text == "CUDA_STANDARD_REQUIRED" || text == "CUDA_EXTENSIONS";
    if (renamed) {
        place(facts.rules.language, "is read for CUDA only.");
        if (facts.rules.language != nullptr) {
            places.back().severity = Severity::Warning; // clang has a standard of its own
        }
        result.edits.push_back({argument.range, "HIP_" + toBytes(text.substr(5))});
        ++result.left;
        return;
    }
    if (text == "CUDA_PTX_COMPILATION" || text == "CUDA_FATBIN_COMPILATION" ||
        text == "CUDA_CUBIN_COMPILATION") {
        place(facts.rules.language, "makes PTX or code for NVIDIA GPUs.",
              QStringLiteral("Make code objects with `hipcc --genco` in a custom command."));
    } else if (text == "CUDA_SEPARABLE_COMPILATION") {
        place(facts.rules.flags, "asks nvcc to link device code; clang has flags for it.");
        result.rdc = result.rdc || isTrueWord(value);
    } else if (text == "CUDA_ARCHITECTURES") {
        place(facts.rules.arch, "names NVIDIA GPUs.");
    } else {
        place(facts.rules.language, "has no counterpart for HIP and needs none.");
        if (facts.rules.language != nullptr) {
            places.back().severity = Severity::Info;
        }
    }
    for (size_t i = name; i < valueEnd; ++i) {
        result.edits.push_back({command.arguments[i].range, {}});
    }
}

} // namespace

CMakeArm armOfProperties(const CMakeFile& file, const CMakeCommand& command,
                         const CMakeFacts& facts)
{
    CMakeArm arm;
    const bool single = command.name == "set_property";
    const int keyword = command.find(single ? "PROPERTY" : "PROPERTIES");
    const size_t count = command.arguments.size();
    if (keyword < 0 || static_cast<size_t>(keyword) + 2 >= count + (single ? 1 : 0)) {
        return arm;
    }
    PropertyArm result;
    const auto begin = static_cast<size_t>(keyword) + 1;
    if (single) {
        if (begin < count) {
            readProperty(command, begin, count, facts, result, arm.places);
        }
    } else {
        for (size_t i = begin; i + 1 < count; i += 2) {
            readProperty(command, i, i + 2, facts, result, arm.places);
        }
    }
    if (arm.places.empty() || result.edits.empty()) {
        return arm;
    }
    arm.edit = true;
    if (result.left > 0) {
        arm.lines.append(commandText(file, command, result.edits));
    }
    if (result.rdc) {
        for (size_t i = single ? 1 : 0; i + 1 < begin; ++i) {
            if (command.text(i) == "APPEND" || command.text(i) == "APPEND_STRING") {
                continue;
            }
            const QByteArray target = toBytes(command.text(i));
            arm.lines.append("target_compile_options(" + target +
                             " PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)");
            arm.lines.append("target_link_options(" + target + " PRIVATE " + deviceLink({}) + ')');
            // Where the target is no link of its own, whoever links its objects links device code.
            arm.lines.append("target_link_options(" + target + " INTERFACE " +
                             deviceLink("$<IN_LIST:$<TARGET_PROPERTY:" + target +
                                        ",TYPE>,STATIC_LIBRARY;OBJECT_LIBRARY>") +
                             ')');
        }
    }
    return arm;
}

} // namespace rocport
