#pragma once

#include "core/rules/analyse.h"
#include "core/rules/build/buildcmakereader.h"
#include "core/rules/proposal.h"
#include "core/text/bytes.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace rocport {

/// The build rules for a file, by the name of their matcher; nullptr: not applicable.
struct BuildRules
{
    const Rule* language = nullptr;         ///< cmake-language
    const Rule* arch = nullptr;             ///< cmake-arch
    const Rule* targets = nullptr;          ///< cmake-targets
    const Rule* flags = nullptr;            ///< build-nvcc-flags
    const Rule* detect = nullptr;           ///< build-arch-detect
    const Rule* makeNvcc = nullptr;         ///< make-nvcc
    const Rule* extension = nullptr;        ///< setup-extension
    const Rule* mesonLanguage = nullptr;    ///< meson-language
    const Rule* mesonSources = nullptr;     ///< meson-sources
    const Rule* pattern = nullptr;          ///< setup-pattern
    const Rule* cudaSwitch = nullptr;       ///< build-switch
    const Rule* width = nullptr;            ///< build-width
    const Rule* environment = nullptr;      ///< build-environment
    const TargetSettings* target = nullptr; ///< of the context

    static BuildRules of(const AnalysisContext& context, Language language);
};

/// A place in a build file, for a finding.
struct BuildPlace
{
    const Rule* rule = nullptr;
    ByteRange range;
    QString symbol;
    QString note;                                    ///< {note} of the rule's message
    QString wayOut;                                  ///< if no edit is made; empty: the rule's
    std::optional<Severity> severity = std::nullopt; ///< nothing: the rule's
    std::optional<Severity> loss = std::nullopt;     ///< of a flag, see FlagChange
    bool namesGpus = false; ///< a flag; what is said is the same for all that name GPUs
};

/// What a command becomes in the ROCm arm.
struct CMakeArm
{
    std::vector<BuildPlace> places; ///< at least one when something was found
    bool edit = false;              ///< `lines` replace the command
    bool before = false;            ///< `lines` come before the command, which stays for both
    bool after = false;             ///< `lines` follow the command, which stays for both
    bool isAnchor = false;          ///< it enables the language; others need it
    bool compilesHip = false;       ///< it compiles sources as HIP
    QVector<QByteArray> lines;      ///< without indentation; a line may hold line ends
};

/// What the handlers of commands know about the file.
struct CMakeFacts
{
    BuildRules rules;
    TargetSettings target;
    Strategy strategy = Strategy::CompatHeader;
    QByteArray newline = "\n";
    /// Strategy shim-headers: the relative path from the file's folder to the headers
    /// ("../rocm_compat").
    QByteArray shimFolder;
    QVector<QByteArray> shimKeys;     ///< of the changes that create what every source needs from
                                      ///  them
    std::set<std::string> targets;    ///< names given to add_library and add_executable
    std::set<std::string> conditions; ///< words of if(), elseif() and while()
    std::set<std::string> cudaLists;  ///< variables that hold .cu files, including those of other
                                      ///  files
    std::set<qsizetype> takesCuda;    ///< offsets of commands in functions that take .cu files
    /// Targets whose sources the file already sets to HIP, and the commands that do.
    std::multimap<std::string, const CMakeCommand*> marked;
    /// The file's own variables that hold nvcc flags; true: only names of GPUs.
    std::map<std::string, bool, std::less<>> nvccVariables;
    std::set<std::string> packages;         ///< ROCm packages that targets of the file come from
    std::set<std::string> decidedVariables; ///< set where the file tests for ROCm
    bool listsTargets = false;              ///< see listsToolkitTargets(); true for some command of
                                            ///  the file
    bool ownPath = false;                   ///< the file has a path for AMD GPUs of its own
    bool findsToolkit = false;              ///< the file has find_package(CUDA) or CUDAToolkit
    bool enablesCuda = false;   ///< see namesCudaLanguage(); true for some command of the file
    bool languageComes = false; ///< the CUDA language is enabled by the file or one that reaches it
};

/// What becomes of one command; no places if it does not concern ROCm.
CMakeArm armOf(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts);

/// An entry among a file's lists of .cu files that says that the file enables the CUDA language,
/// which is passed on as variables are. No variable has this name.
inline const QByteArray kLanguageMark = "<CUDA>";

/// Whether the command is project() or enable_language() and names CUDA.
bool namesCudaLanguage(const CMakeCommand& command);

/// Commands of well-known modules that hand their sources to add_library() in the folder of the
/// caller: pybind11_add_module(), nanobind_add_module(), Python_add_library() and its like, in
/// small letters. (Fact: pybind11, tools/pybind11NewTools.cmake; nanobind,
/// cmake/nanobind-config.cmake; CMake 3.25, FindPython/Support.cmake.)
bool makesModule(std::string_view name);

/// Whether the command enables the CUDA language, and its arm HIP, at that place; false in
/// functions and macros.
bool enablesCudaLanguage(const CMakeCommand& command);

/// What the file puts .cu files, or patterns for some, into, and whether it enables their language.
CudaSources cudaSourcesOf(const CMakeFile& file);

struct CMakeReach;
/// How the file shares `lists`, its variables with .cu files, with other files.
CMakeReach reachOf(const CMakeFile& file, const QSet<QByteArray>& lists);

/// include(FindCUDA), which does what find_package(CUDA) does.
bool isFindCuda(const CMakeCommand& command);

/// Fills cudaLists and takesCuda, with what other files of the project say.
void readCudaSources(const CMakeFile& file, const RepoPath& path, const AnalysisContext& context,
                     CMakeFacts& facts);

/// Lines that find the AMD GPUs of the machine, for CMAKE_HIP_ARCHITECTURES.
QVector<QByteArray> archDetectionLines();

/// Enables HIP after the project() of a file that has sources for it and whose project enables the
/// CUDA language in a function or not at all.
CMakeArm armOfProjectWithoutLanguage(const CMakeCommand& project, const CMakeFacts& facts);

/// Whether CMake stops where what a command looks for or runs is not there.
bool stopsWithout(const CMakeCommand& command);

/// The parts of armOf().
CMakeArm armOfLanguage(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts);
CMakeArm armOfFindPackage(const CMakeCommand& command, const CMakeFacts& facts);
CMakeArm armOfOldCommand(const CMakeFile& file, const CMakeCommand& command,
                         const CMakeFacts& facts);
CMakeArm armOfVariable(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts);
CMakeArm armOfSources(const CMakeCommand& command, const CMakeFacts& facts);
CMakeArm armOfLinking(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts);
CMakeArm armOfOptions(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts);
CMakeArm armOfSwitch(const CMakeCommand& command, const CMakeFacts& facts);
CMakeArm armOfProperties(const CMakeFile& file, const CMakeCommand& command,
                         const CMakeFacts& facts);

/// An if() that tests whether the toolkit's targets exist (`TARGET CUDA::cublas`): before it,
/// ROCm's libraries get those names. Elsewhere, and if ROCm has no such library, only places.
CMakeArm armOfTargetQuestion(const CMakeCommand& command, const CMakeFacts& facts);

/// Whether a set() or list() puts targets of CUDA's toolkit (`CUDA::nvJitLink`) into a variable.
bool listsToolkitTargets(const CMakeCommand& command);

/// Such a command yields only places, since what becomes of the variable is not known.
CMakeArm armOfListedTargets(const CMakeCommand& command, const CMakeFacts& facts);

/// Records what an if() tests and what the file sets where it tests for ROCm.
void readConditions(const CMakeCommand& command, CMakeFacts& facts);
/// What the variables in flags hold: nothing known to be nvcc's, names of NVIDIA GPUs, or arbitrary
/// flags written for nvcc.
enum class NvccValue : quint8 { None, Architectures, Unknown };
NvccValue nvccValue(std::string_view text, const CMakeFacts& facts);
/// Removes variables that hold names of NVIDIA GPUs from `text`, flags at `range` that an arm
/// passes to HIP. False: a variable may hold other nvcc flags, so that no edit can be made; the arm
/// then has a place that says so.
bool leaveNvccValues(CMakeArm& arm, QByteArray& text, ByteRange range, const CMakeFacts& facts);
/// Records what a set(), list() or string() puts into a variable, for nvccVariables.
void readNvccVariable(const CMakeCommand& command, CMakeFacts& facts);

/// One replacement inside a command; an empty text removes the argument and the blanks before it.
struct ArgumentEdit
{
    ByteRange range;
    QByteArray text;
};
/// The command's own text with `edits` (sorted) applied.
QByteArray commandText(const CMakeFile& file, const CMakeCommand& command,
                       const std::vector<ArgumentEdit>& edits);
/// The text between the command's parentheses.
QByteArray argumentText(const CMakeFile& file, const CMakeCommand& command);
struct FlagText;
/// Adds places for nvcc flags at `offset` of the file.
void addFlagPlaces(const FlagText& flags, qsizetype offset, const BuildRules& rules,
                   std::vector<BuildPlace>& places);

} // namespace rocport
