// Where CUDA's language is enabled or its toolkit is looked for, and HIP in its place.
#include "core/rules/build/buildcmake.h"
#include "core/text/bytes.h"

#include <QVersionNumber>

#include <algorithm>

namespace rocport {

QVector<QByteArray> archDetectionLines()
{
    return {"# The AMD GPUs to build for: -DCMAKE_HIP_ARCHITECTURES, else those of this machine.",
            "if(NOT CMAKE_HIP_ARCHITECTURES)",
            "  find_program(ROCM_ARCH_PROGRAM NAMES amdgpu-arch rocm_agent_enumerator",
            "    HINTS $ENV{ROCM_PATH} /opt/rocm PATH_SUFFIXES bin llvm/bin lib/llvm/bin)",
            "  set(rocm_archs \"\")",
            "  if(ROCM_ARCH_PROGRAM)",
            QByteArray("    execute_process(COMMAND ${ROCM_ARCH_PROGRAM} ") +
                "OUTPUT_VARIABLE rocm_archs ERROR_QUIET)",
            "  endif()",
            "  # gfx000 is how the CPU is listed; features behind a colon are left out.",
            "  string(REPLACE \"gfx000\" \"\" rocm_archs \"${rocm_archs}\")",
            "  string(REGEX MATCHALL \"gfx[0-9a-f]+\" rocm_archs \"${rocm_archs}\")",
            "  if(NOT rocm_archs)",
            QByteArray("    message(FATAL_ERROR \"No AMD GPU was found on this machine. ") +
                "Name one with -DCMAKE_HIP_ARCHITECTURES=<name>.\")",
            "  endif()",
            "  list(REMOVE_DUPLICATES rocm_archs)",
            "  set(CMAKE_HIP_ARCHITECTURES ${rocm_archs} CACHE STRING \"AMD GPUs to build for\")",
            "endif()"};
}

namespace {

void addLanguage(CMakeArm& arm, const CMakeFacts& facts, const QByteArray& command)
{
    arm.lines += archDetectionLines();
    arm.lines.append("list(APPEND CMAKE_PREFIX_PATH $ENV{ROCM_PATH} /opt/rocm)");
    arm.lines.append(command);
    arm.lines.append("add_compile_definitions(" + facts.target.guardMacro.toUtf8() + ")");
    if (!facts.shimFolder.isEmpty()) {
        const QByteArray folder = "${CMAKE_CURRENT_LIST_DIR}/" + facts.shimFolder;
        arm.lines.append("# Headers that stand in for CUDA's; nvcc includes the first by itself.");
        arm.lines.append("include_directories(BEFORE \"" + folder + "\")");
        arm.lines.append("add_compile_options(\"$<$<COMPILE_LANGUAGE:HIP>:-include" + folder +
                         "/cuda_runtime.h>\")");
    }
    arm.edit = true;
    arm.isAnchor = true;
}

void addPackages(CMakeArm& arm, const CMakeFacts& facts, bool required)
{
    const QByteArray tail = required ? " REQUIRED)" : ")";
    arm.lines.append("find_package(hip" + tail);
    for (const std::string& package : facts.packages) {
        if (package != "hip") {
            arm.lines.append("find_package(" + toBytes(package) + tail);
        }
    }
}

/// The release of CUDA whose interfaces HIP has, for conditions that ask for the toolkit's: without
/// it they take the arm of an ancient one, and what stands in the other is lost. `find`:
/// find_package(), which may ask for a newer one. None where variables of the file hold targets of
/// the toolkit: an arm that is taken then may link what ROCm lacks, and CMake would stop.
void addRelease(CMakeArm& arm, const CMakeCommand& find, const CMakeFacts& facts, bool old,
                bool required)
{
    if (facts.listsTargets) {
        return;
    }
    const QVersionNumber known(12, 0);
    const QVersionNumber asked = QVersionNumber::fromString(toText(find.text(1)));
    const QVersionNumber release = std::max(known, asked);
    const std::string name = old ? "CUDA_VERSION" : "CUDAToolkit_VERSION";
    const QByteArray indent = required ? "" : "  ";
    QVector<QByteArray> lines;
    const auto set = [&](const char* end, const QString& value) {
        const std::string variable = name + end;
        if (facts.conditions.count(variable) != 0 ||
            facts.conditions.count("${" + variable + "}") != 0) {
            lines.append(indent + "set(" + toBytes(variable) + ' ' + value.toUtf8() + ')');
        }
    };
    const QString whole =
        release.segmentCount() > 1 ? release.toString() : release.toString() + QStringLiteral(".0");
    set("", whole);
    set("_STRING", whole);
    set("_MAJOR", QString::number(release.majorVersion()));
    set("_MINOR", QString::number(release.minorVersion()));
    set("_PATCH", QString::number(release.microVersion()));
    if (!required && !lines.isEmpty()) {
        lines.prepend("if(hip_FOUND)");
        lines.append("endif()");
    }
    arm.lines += lines;
}

} // namespace

CMakeArm armOfLanguage(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    const int at = command.find("CUDA");
    if (at < (command.name == "project" ? 1 : 0) || facts.rules.language == nullptr) {
        return arm;
    }
    const ByteRange range = command.arguments[static_cast<size_t>(at)].range;
    const QString symbol = command.name == "project"
                               ? QStringLiteral("LANGUAGES CUDA")
                               : toText(command.name) + QStringLiteral("(CUDA)");
    arm.places.push_back({facts.rules.language,
                          range,
                          symbol,
                          QStringLiteral("enables a language that only nvcc compiles."),
                          {}});
    const QByteArray text = commandText(file, command, {{range, "HIP"}});
    if (command.name == "check_language") {
        arm.edit = true;
        arm.lines = {text};
        if (facts.conditions.count("CMAKE_CUDA_COMPILER") != 0) {
            arm.lines.append("set(CMAKE_CUDA_COMPILER ${CMAKE_HIP_COMPILER})");
        }
        return arm;
    }
    if (command.name == "enable_language" || command.name == "project") {
        addLanguage(arm, facts, text);
    }
    return arm;
}

CMakeArm armOfFindPackage(const CMakeCommand& command, const CMakeFacts& facts)
{
    CMakeArm arm;
    const bool module = command.name == "include";
    const std::string_view name = module ? "CUDA" : command.text(0);
    const bool old = name == "CUDA";
    if ((!old && name != "CUDAToolkit" && name != "CUDAtoolkit") || !facts.rules.language) {
        return arm;
    }
    const bool required = command.find("REQUIRED") > 0;
    arm.places.push_back({facts.rules.language,
                          command.arguments[0].range,
                          module ? QStringLiteral("include(FindCUDA)")
                                 : QStringLiteral("find_package(%1)").arg(toText(name)),
                          QStringLiteral("looks for NVIDIA's toolkit."),
                          {}});
    if (old && !facts.enablesCuda) {
        addLanguage(arm, facts, "enable_language(HIP)");
    }
    arm.edit = true;
    addPackages(arm, facts, required);
    addRelease(arm, command, facts, old, required);
    const std::string found = std::string(name) + "_FOUND";
    if (!required || facts.conditions.count(found) != 0) {
        arm.lines.append("set(" + toBytes(found) + " ${hip_FOUND})");
    }
    return arm;
}

CMakeArm armOfProjectWithoutLanguage(const CMakeCommand& project, const CMakeFacts& facts)
{
    CMakeArm arm;
    arm.places.push_back({facts.rules.language,
                          project.arguments[0].range,
                          toText(project.text(0)),
                          QStringLiteral("has sources for HIP, and no file of the project enables "
                                         "that language outside a function."),
                          {}});
    addLanguage(arm, facts, "enable_language(HIP)");
    addPackages(arm, facts, true);
    arm.after = true;
    return arm;
}

bool isFindCuda(const CMakeCommand& command)
{
    return command.name == "include" && command.text(0) == "FindCUDA";
}

} // namespace rocport
