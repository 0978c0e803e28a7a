#include "core/rules/build/buildcmake.h"
#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/nvccflags.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

QByteArray argumentText(const CMakeFile& file, const CMakeCommand& command)
{
    const std::string_view whole = file.source().substr(static_cast<size_t>(command.range.begin),
                                                        static_cast<size_t>(command.range.size()));
    const size_t open = whole.find('(');
    return toBytes(whole.substr(open + 1, whole.size() - open - 2));
}

QByteArray commandText(const CMakeFile& file, const CMakeCommand& command,
                       const std::vector<ArgumentEdit>& edits)
{
    const QByteArray source =
        QByteArray::fromRawData(file.source().data(), static_cast<qsizetype>(file.source().size()));
    QByteArray text;
    qsizetype copied = command.range.begin;
    for (const ArgumentEdit& edit : edits) {
        qsizetype begin = edit.range.begin;
        qsizetype end = edit.range.end;
        if (edit.text.isEmpty()) {
            while (begin > copied && QByteArrayView(" \t\r\n").contains(source.at(begin - 1))) {
                --begin;
            }
            if (source.at(begin - 1) == '(') {
                while (end < command.range.end && source.at(end) == ' ') {
                    ++end;
                }
            }
        }
        text += source.mid(copied, begin - copied) + edit.text;
        copied = end;
    }
    return text + source.mid(copied, command.range.end - copied);
}

void addFlagPlaces(const FlagText& flags, qsizetype offset, const BuildRules& rules,
                   std::vector<BuildPlace>& places)
{
    for (const FlagChange& change : flags.changes) {
        const Rule* rule = change.isArch ? rules.arch : rules.flags;
        if (rule == nullptr) {
            continue;
        }
        BuildPlace place;
        place.rule = rule;
        place.range = {offset + change.offset, offset + change.offset + change.size};
        place.symbol = change.flag;
        place.severity = change.severity;
        place.loss = change.loss;
        if (change.isArch) {
            place.note = QStringLiteral("names NVIDIA GPUs.");
            place.namesGpus = true;
        } else if (change.now.isEmpty()) {
            place.note = QStringLiteral("is a flag of nvcc: %1.").arg(change.why);
        } else {
            place.note = QStringLiteral("is `%1` for HIP: %2.").arg(change.now, change.why);
        }
        places.push_back(place);
    }
}

namespace {

/// Whether the sources of a target are set to HIP behind the command: in the same function, where
/// its name may be a parameter of that function.
bool isMarked(const std::string& target, const CMakeCommand& command, const CMakeFacts& facts)
{
    const auto [first, last] = facts.marked.equal_range(target);
    return std::any_of(first, last, [&](const auto& one) {
        return one.second->range.begin > command.range.begin &&
               one.second->routine == command.routine;
    });
}

} // namespace

CMakeArm armOfSources(const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    if (facts.rules.language == nullptr || facts.strategy == Strategy::TorchExtension ||
        command.arguments.size() < 2) {
        return arm;
    }
    for (const char* word : {"ALIAS", "IMPORTED", "INTERFACE"}) {
        if (command.find(word) == 1) {
            return arm;
        }
    }
    const CMakeArgument* first = nullptr;
    for (size_t i = 1; i < command.arguments.size(); ++i) {
        const CMakeArgument& argument = command.arguments[i];
        std::string_view variable = argument.text;
        const bool isList =
            variable.starts_with("${") && variable.ends_with('}') &&
            facts.cudaLists.count(std::string(variable.substr(2, variable.size() - 3))) != 0;
        // In a function that is given .cu files any variable may hold them.
        const bool mayHold = variable.find("${") != std::string_view::npos &&
                             facts.takesCuda.count(command.range.begin) != 0;
        if (argument.text.ends_with(".cu") || isList || mayHold) {
            first = &argument;
            break;
        }
    }
    const std::string target(command.text(0));
    if (first == nullptr || isMarked(target, command, facts)) {
        return arm;
    }
    arm.places.push_back({facts.rules.language,
                          first->range,
                          toText(first->text),
                          QStringLiteral("is compiled as CUDA because of its name."),
                          {}});
    arm.edit = true;
    arm.after = true;
    arm.compilesHip = true;
    const QByteArray name = toBytes(target);
    arm.lines.append("get_target_property(rocm_sources " + name + " SOURCES)");
    if (facts.strategy == Strategy::Sibling) {
        arm.lines.append("list(TRANSFORM rocm_sources REPLACE \"[.]cu$\" \".hip\")");
        arm.lines.append("set_target_properties(" + name +
                         " PROPERTIES SOURCES \"${rocm_sources}\")");
    } else {
        arm.lines.append("list(FILTER rocm_sources INCLUDE REGEX \"[.]cu$\")");
        arm.lines.append(command.name == "target_sources"
                             ? "set_source_files_properties(${rocm_sources} TARGET_DIRECTORY " +
                                   name + " PROPERTIES LANGUAGE HIP)"
                             : "set_source_files_properties(${rocm_sources} PROPERTIES LANGUAGE "
                               "HIP)");
    }
    return arm;
}

namespace {

bool isLinkKeyword(std::string_view word)
{
    constexpr std::string_view kWords[] = {"PUBLIC",
                                           "PRIVATE",
                                           "INTERFACE",
                                           "LINK_PUBLIC",
                                           "LINK_PRIVATE",
                                           "debug",
                                           "LINK_INTERFACE_LIBRARIES",
                                           "optimized",
                                           "general"};
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// Which says for which configuration the next argument is.
bool isConfigurationWord(std::string_view word)
{
    return word == "debug" || word == "optimized" || word == "general";
}

/// Takes an argument away, and the word before it that says for which configuration it is.
void dropArgument(const CMakeCommand& command, size_t index, std::vector<ArgumentEdit>& edits)
{
    const std::string_view before = index > 0 ? command.text(index - 1) : std::string_view();
    if (isConfigurationWord(before)) {
        edits.push_back({command.arguments[index - 1].range, {}});
    }
    edits.push_back({command.arguments[index].range, {}});
}

} // namespace

CMakeArm armOfLinking(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    if (facts.rules.targets == nullptr) {
        return arm;
    }
    std::vector<ArgumentEdit> edits;
    std::set<std::string> used; // with the keyword and the configuration that they are for
    std::string keyword;
    QVector<QByteArray> packages;
    int left = 0; // libraries of the ROCm arm
    const size_t begin = command.name == "link_libraries" ? 0 : 1;
    for (size_t i = begin; i < command.arguments.size(); ++i) {
        const CMakeArgument& argument = command.arguments[i];
        const BuildLibrary* library = libraryOfArgument(argument.text);
        if (library == nullptr || facts.targets.count(std::string(argument.text)) != 0) {
            const bool isKeyword = isLinkKeyword(argument.text);
            left += isKeyword ? 0 : 1;
            keyword = isKeyword && !isConfigurationWord(argument.text) ? std::string(argument.text)
                                                                       : keyword;
            continue;
        }
        BuildPlace place{facts.rules.targets, argument.range, toText(argument.text), {}, {}};
        const std::string_view target =
            comesWithHeaders(*library, facts.strategy) ? "-" : library->target;
        if (target.empty()) {
            place.note = withoutTwin(*library);
            place.wayOut = QStringLiteral("ROCm has no library with this interface: leave the part "
                                          "out on AMD GPUs, or port it by hand.");
            arm.places.push_back(place);
            if (argument.text.starts_with("CUDA::")) { // no such target there: CMake would stop
                dropArgument(command, i, edits);
            } else {
                ++left;
            }
            continue;
        }
        const std::string_view before = i > begin ? command.text(i - 1) : std::string_view();
        const bool isFor = before == "debug" || before == "optimized";
        const std::string use =
            keyword + ' ' + std::string(isFor ? before : "") + ' ' + std::string(target);
        const bool drops = target == "-" || !used.insert(use).second;
        place.note = target == "-" ? QStringLiteral("has no counterpart and needs none.")
                                   : QStringLiteral("is `%1` of ROCm.").arg(toText(target));
        arm.places.push_back(place);
        if (drops) {
            dropArgument(command, i, edits);
        } else {
            ++left;
            edits.push_back({argument.range, toBytes(target)});
        }
        const QByteArray find = QByteArray("find_package(") + library->package + " REQUIRED)";
        if (target != "-" && !packages.contains(find)) {
            packages.append(find);
        }
    }
    if (!edits.empty()) {
        arm.edit = true;
        // Found where the file looks for NVIDIA's toolkit, else right here.
        arm.lines = facts.findsToolkit ? QVector<QByteArray>() : packages;
        if (left > 0) {
            arm.lines.append(commandText(file, command, edits));
        }
    }
    return arm;
}

namespace {

/// Generator expressions that ask for CUDA, by what they ask on ROCm.
constexpr std::array<std::pair<const char*, const char*>, 8> kExpressions = {{
    {"COMPILE_LANGUAGE:CUDA", "COMPILE_LANGUAGE:HIP"},
    {"COMPILE_LANG_AND_ID:CUDA,NVIDIA", "COMPILE_LANG_AND_ID:HIP,Clang"},
    {"COMPILE_LANG_AND_ID:CUDA,Clang", "COMPILE_LANG_AND_ID:HIP,Clang"},
    {"CUDA_COMPILER_ID:NVIDIA", "HIP_COMPILER_ID:Clang"},
    {"CUDA_COMPILER_ID:Clang", "HIP_COMPILER_ID:Clang"},
    {"LINK_LANGUAGE:CUDA", "LINK_LANGUAGE:HIP"},
    {"${CUDAToolkit_INCLUDE_DIRS}", "${hip_INCLUDE_DIRS}"},
    {"${CUDA_INCLUDE_DIRS}", "${hip_INCLUDE_DIRS}"},
}};

constexpr std::array<std::pair<const char*, const char*>, 8> kFolders = {{
    {"${CUDA_TOOLKIT_ROOT_DIR}/include", "${hip_INCLUDE_DIRS}"},
    {"${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}", "${hip_INCLUDE_DIRS}"},
    {"/usr/local/cuda/include", "${hip_INCLUDE_DIRS}"},
    {"$ENV{CUDA_HOME}/include", "${hip_INCLUDE_DIRS}"},
    {"${CUDA_TOOLKIT_ROOT_DIR}/lib64", "${hip_LIB_INSTALL_DIR}"},
    {"${CUDAToolkit_LIBRARY_DIR}", "${hip_LIB_INSTALL_DIR}"},
    {"/usr/local/cuda/lib64", "${hip_LIB_INSTALL_DIR}"},
    {"$ENV{CUDA_HOME}/lib64", "${hip_LIB_INSTALL_DIR}"},
}};

template <size_t N>
void replaceAll(QByteArray& text, const std::array<std::pair<const char*, const char*>, N>& pairs,
                qsizetype offset, const Rule* rule, std::vector<BuildPlace>& places)
{
    for (const auto& [from, to] : pairs) {
        const qsizetype at = text.indexOf(from);
        if (at >= 0 && rule != nullptr) {
            // Only the first is a place of its own; the offset holds for it alone.
            const auto size = static_cast<qsizetype>(qstrlen(from));
            places.push_back({rule,
                              {offset + at, offset + at + size},
                              toText(from),
                              QStringLiteral("is `%1` for HIP.").arg(QLatin1StringView(to)),
                              {}});
            // A variable that is empty there adds no folder; an expression adds no flags.
            places.back().severity = Severity::Warning;
        }
        text.replace(from, to);
    }
}

bool isFolderCommand(const std::string& name)
{
    return name == "include_directories" || name == "target_include_directories" ||
           name == "link_directories" || name == "target_link_directories";
}

} // namespace

CMakeArm armOfOptions(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    if (command.arguments.empty()) {
        return arm;
    }
    const QByteArray original = argumentText(file, command);
    const qsizetype offset = command.range.end - 1 - original.size();
    QByteArray text = original;
    replaceAll(text, kExpressions, offset, facts.rules.language, arm.places);
    if (isFolderCommand(command.name)) {
        // Places of the first table moved nothing before them that matters for a line number.
        QByteArray folders = original;
        replaceAll(folders, kFolders, offset, facts.rules.targets, arm.places);
        for (const auto& [from, to] : kFolders) {
            text.replace(from, to);
        }
    }
    QVector<QByteArray> extra;
    if (command.name == "target_compile_features") {
        const size_t last = command.arguments.size();
        std::vector<ArgumentEdit> edits;
        for (size_t i = 1; i < last; ++i) {
            const std::string_view feature = command.text(i);
            if (feature.starts_with("cuda_std_") && facts.rules.language != nullptr) {
                arm.places.push_back({facts.rules.language,
                                      command.arguments[i].range,
                                      toText(feature),
                                      QStringLiteral("is a feature of CUDA compilers."),
                                      {}});
                edits.push_back({command.arguments[i].range, {}});
                extra.append("set_target_properties(" + toBytes(command.text(0)) +
                             " PROPERTIES HIP_STANDARD " + toBytes(feature.substr(9)) +
                             " HIP_STANDARD_REQUIRED ON)");
            }
        }
        const bool emptied = last == edits.size() + 2;
        if (!edits.empty()) {
            arm.edit = true;
            arm.lines = extra;
            if (!emptied) {
                arm.lines.prepend(commandText(file, command, edits));
            }
            return arm;
        }
    }
    const bool isList = command.name.find("options") != std::string::npos;
    if (isList || command.name == "add_definitions") {
        const FlagText flags = hipFlags(original, ';');
        addFlagPlaces(flags, offset, facts.rules, arm.places);
        text = hipFlags(text, ';').text;
    }
    const bool known = !(isList || command.name == "add_definitions") ||
                       leaveNvccValues(arm, text, command.arguments.back().range, facts);
    arm.edit = known && text != original;
    if (arm.edit) {
        arm.lines.append(toBytes(command.name) + '(' + text + ')');
    }
    return arm;
}

namespace {

/// Commands that run nvcc or look for it: what they make and what reads it is not known here.
CMakeArm armOfPrograms(const CMakeCommand& command, const CMakeFacts& facts)
{
    constexpr std::string_view kCompilers[] = {"nvcc", "${CMAKE_CUDA_COMPILER}",
                                               "${CUDA_NVCC_EXECUTABLE}",
                                               "${CUDAToolkit_NVCC_EXECUTABLE}"};
    CMakeArm arm;
    for (const CMakeArgument& argument : command.arguments) {
        std::string_view word = argument.text;
        word = word.ends_with(".exe") ? word.substr(0, word.size() - 4) : word;
        const bool compiler =
            word.ends_with("/nvcc") ||
            std::find(std::begin(kCompilers), std::end(kCompilers), word) != std::end(kCompilers);
        if (compiler && facts.rules.language != nullptr) {
            const bool variable = word.starts_with("${") && word.ends_with('}');
            const std::string_view shown = variable ? word.substr(2, word.size() - 3) : word;
            arm.places.push_back(
                {facts.rules.language, argument.range, toText(shown),
                 QStringLiteral("does not exist on a machine with ROCm."),
                 QStringLiteral("Under the guard, call the program of `CMAKE_HIP_COMPILER` with "
                                "`-x hip`, `-D%1` "
                                "and `--offload-arch` for each of `CMAKE_HIP_ARCHITECTURES`, or "
                                "leave the command out together with what reads its result.")
                     .arg(facts.target.guardMacro)});
            // Such a command fails, and what it was asked for stays empty.
            if (command.name == "execute_process" && !stopsWithout(command)) {
                arm.places.back().severity = Severity::Warning;
            }
        }
    }
    return arm;
}

} // namespace

namespace {

/// Commands that CMake's FindCUDAToolkit defines for itself; what they find is of CUDA.
CMakeArm armOfToolkitCommand(const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    if (facts.rules.targets != nullptr) {
        arm.edit = true;
        arm.places.push_back({facts.rules.targets,
                              command.arguments[0].range,
                              toText(command.text(0)),
                              QStringLiteral("is looked for by a command of FindCUDAToolkit, which "
                                             "the ROCm build does not have."),
                              {}});
    }
    return arm;
}

CMakeArm armOfAny(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts)
{
    const std::string& name = command.name;
    if (command.arguments.empty()) {
        return {};
    }
    if (name == "project" || name == "enable_language" || name == "check_language") {
        return armOfLanguage(file, command, facts);
    }
    if (name == "find_package" || isFindCuda(command)) {
        return armOfFindPackage(command, facts);
    }
    if (name == "find_program" || name == "execute_process" || name == "add_custom_command" ||
        name == "add_custom_target" ||
        (name == "set" &&
         (command.text(0) == "CMAKE_CUDA_COMPILER" || command.text(0) == "CUDA_NVCC_EXECUTABLE"))) {
        return armOfPrograms(command, facts);
    }
    if (name == "add_library" || name == "add_executable" || name == "target_sources" ||
        makesModule(name)) {
        return armOfSources(command, facts);
    }
    if (name == "target_link_libraries" || name == "link_libraries") {
        return armOfLinking(file, command, facts);
    }
    CMakeArm option = armOfSwitch(command, facts);
    if (option.edit) {
        return option;
    }
    if (name == "set" || name == "list" || name == "string") {
        CMakeArm arm = armOfVariable(file, command, facts);
        return arm.places.empty() ? armOfListedTargets(command, facts) : arm;
    }
    if (name == "set_target_properties" || name == "set_property" ||
        name == "set_source_files_properties") {
        return armOfProperties(file, command, facts);
    }
    if (name.starts_with("_cudatoolkit_")) {
        return armOfToolkitCommand(command, facts);
    }
    if (name.starts_with("cuda_")) {
        return armOfOldCommand(file, command, facts);
    }
    if (isFolderCommand(name) || name.starts_with("target_compile_") ||
        name.starts_with("add_compile_") || name == "target_link_options" ||
        name == "add_link_options" || name == "add_definitions") {
        return armOfOptions(file, command, facts);
    }
    return {};
}

} // namespace

CMakeArm armOf(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm = armOfAny(file, command, facts);
    if (arm.isAnchor && command.routine >= 0 && !facts.shimFolder.isEmpty()) {
        // CMAKE_CURRENT_LIST_DIR is the folder of the file that calls.
        arm.edit = false;
        arm.lines.clear();
        for (BuildPlace& place : arm.places) {
            place.wayOut = QStringLiteral("It stands in a function or macro, from where the way to "
                                          "the headers of the port is not known: enable HIP where "
                                          "the project begins, as other files of the port do.");
        }
    }
    return arm;
}

} // namespace rocport
