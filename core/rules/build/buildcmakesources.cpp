#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmake.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Whether one of the values is a .cu file, or a pattern for some.
bool holdsCuda(const CMakeCommand& command, size_t from)
{
    for (size_t i = from; i < command.arguments.size(); ++i) {
        const std::string_view text = command.text(i);
        if (text.ends_with(".cu") || text.find(".cu;") != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

/// Whether one of the values is "${NAME}" with one of the names.
bool holdsOneOf(const CMakeCommand& command, size_t from, const std::set<std::string>& names)
{
    for (size_t i = from; i < command.arguments.size(); ++i) {
        const std::string_view text = command.text(i);
        if (text.starts_with("${") && text.ends_with('}') &&
            names.count(std::string(text.substr(2, text.size() - 3))) != 0) {
            return true;
        }
    }
    return false;
}

/// The variable that the command gives values, and where they begin; empty: none.
std::string_view variableOf(const CMakeCommand& command, size_t& values)
{
    const bool first = command.name == "set";
    const bool second = command.name == "list" || command.name == "aux_source_directory" ||
                        (command.name == "file" && command.text(0).starts_with("GLOB"));
    values = first ? 1 : 2;
    return first ? command.text(0) : second ? command.text(1) : std::string_view();
}

/// A variable that this file sets itself, not only adds to, holds what it says here.
void dropOwnVariables(const CMakeCommand& command, std::set<std::string>& lists)
{
    const std::string& name = command.name;
    const std::string variable(command.text(0));
    if (name == "set") {
        if (!holdsOneOf(command, 1, {variable})) {
            lists.erase(variable);
        }
    } else if (name == "foreach" || name == "get_filename_component") {
        lists.erase(variable);
    } else if (name == "file" && variable.starts_with("GLOB")) {
        lists.erase(std::string(command.text(1)));
    } else if (name == "function" || name == "macro") {
        for (size_t i = 1; i < command.arguments.size(); ++i) {
            lists.erase(std::string(command.text(i)));
        }
    }
}

/// Commands of CMake that may be given .cu files.
bool isOwnCommand(std::string_view name)
{
    constexpr std::array kKnown = {"set"sv,
                                   "list"sv,
                                   "file"sv,
                                   "string"sv,
                                   "add_library"sv,
                                   "add_executable"sv,
                                   "target_sources"sv,
                                   "set_source_files_properties"sv,
                                   "set_property"sv,
                                   "install"sv,
                                   "configure_file"sv,
                                   "source_group"sv,
                                   "message"sv,
                                   "foreach"sv,
                                   "if"sv,
                                   "elseif"sv,
                                   "add_test"sv,
                                   "while"sv};
    return std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end() &&
           !name.starts_with("cuda_") && !name.starts_with("add_custom_") &&
           !name.starts_with("get_") && !name.starts_with("cmake_") && !makesModule(name);
}

} // namespace

bool makesModule(std::string_view name)
{
    return name == "pybind11_add_module" || name == "nanobind_add_module" ||
           name == "python_add_library" || name == "python2_add_library" ||
           name == "python3_add_library";
}

bool namesCudaLanguage(const CMakeCommand& command)
{
    const bool isProject = command.name == "project"; // whose first argument is its name
    return (isProject || command.name == "enable_language") &&
           command.find("CUDA") >= (isProject ? 1 : 0);
}

bool enablesCudaLanguage(const CMakeCommand& command)
{
    if (command.routine >= 0) {
        return false; // of whoever calls it
    }
    return namesCudaLanguage(command) ||
           (command.name == "find_package" && command.text(0) == "CUDA") || isFindCuda(command);
}

CudaSources cudaSourcesOf(const CMakeFile& file)
{
    CudaSources sources;
    std::set<std::string> lists;
    for (const CMakeCommand& command : file.commands()) {
        if (isWorkCancelled()) {
            return sources;
        }
        if (enablesCudaLanguage(command)) {
            sources.lists.insert(kLanguageMark);
        }
        size_t values = 0;
        const std::string_view variable = variableOf(command, values);
        if (!variable.empty()) {
            if (holdsCuda(command, values) || holdsOneOf(command, values, lists)) {
                lists.emplace(variable);
                sources.lists.insert(toBytes(variable));
            }
        } else if (isOwnCommand(command.name) &&
                   (holdsCuda(command, 0) || holdsOneOf(command, 0, lists))) {
            sources.commands.insert(QByteArray::fromStdString(command.name));
        }
    }
    return sources;
}

void readCudaSources(const CMakeFile& file, const RepoPath& path, const AnalysisContext& context,
                     CMakeFacts& facts)
{
    std::set<std::string> commands;
    // Of a file by itself nobody knows what includes it.
    facts.languageComes = context.cudaSources == nullptr;
    if (context.cudaSources != nullptr) {
        for (const QByteArray& name : context.cudaSources->listsFor.value(path)) {
            if (name == kLanguageMark) {
                facts.languageComes = true;
            } else {
                facts.cudaLists.insert(name.toStdString());
            }
        }
        for (const QByteArray& name : context.cudaSources->commands) {
            commands.insert(name.toStdString());
        }
    }
    for (const CMakeCommand& command : file.commands()) {
        dropOwnVariables(command, facts.cudaLists);
    }
    for (const QByteArray& name : cudaSourcesOf(file).commands) {
        commands.insert(name.toStdString());
    }
    std::set<qsizetype> takers; // functions and macros that are given .cu files
    for (const CMakeCommand& command : file.commands()) {
        if (isWorkCancelled()) {
            return;
        }
        const std::string& name = command.name;
        size_t values = 0;
        const std::string_view variable = variableOf(command, values);
        if (!variable.empty() &&
            (holdsCuda(command, values) || holdsOneOf(command, values, facts.cudaLists))) {
            facts.cudaLists.emplace(variable);
        }
        if (name == "function" || name == "macro") {
            std::string routine(command.text(0));
            std::transform(routine.begin(), routine.end(), routine.begin(), [](char c) {
                return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            });
            if (commands.count(routine) != 0) {
                takers.insert(command.range.begin);
            }
        } else if (takers.count(command.routine) != 0 &&
                   (name == "add_library" || name == "add_executable" || name == "target_sources" ||
                    makesModule(name))) {
            facts.takesCuda.insert(command.range.begin);
        }
    }
}

} // namespace rocport
