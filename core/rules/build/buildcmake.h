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

/// The build rules of a file, by the name that their matcher has; nullptr: not applicable.
struct BuildRules
{
    const Rule* language = nullptr;      ///< cmake-language
    const Rule* arch = nullptr;          ///< cmake-arch
    const Rule* targets = nullptr;       ///< cmake-targets
    const Rule* flags = nullptr;         ///< build-nvcc-flags
    const Rule* detect = nullptr;        ///< build-arch-detect
    const Rule* makeNvcc = nullptr;      ///< make-nvcc
    const Rule* extension = nullptr;     ///< setup-extension
    const Rule* mesonLanguage = nullptr; ///< meson-language
    const Rule* mesonSources = nullptr;  ///< meson-sources

    static BuildRules of(const AnalysisContext& context, Language language);
};

/// A place in a build file, for a finding.
struct BuildPlace
{
    const Rule* rule = nullptr;
    ByteRange range;
    QString symbol;
    QString note;                                    ///< {note} of the rule's message
    QString wayOut;                                  ///< where no edit is made; empty: the rule's
    std::optional<Severity> severity = std::nullopt; ///< nothing: the rule's
    std::optional<Severity> loss = std::nullopt;     ///< of a flag, see FlagChange
};

/// What a command becomes where ROCm is asked for.
struct CMakeArm
{
    std::vector<BuildPlace> places; ///< at least one when something was found
    bool edit = false;              ///< `lines` stand in for the command
    bool before = false;            ///< `lines` stand before the command, which stays for both
    bool after = false;             ///< `lines` follow the command, which stays for both
    bool isAnchor = false;          ///< it switches the language on; others need it
    bool compilesHip = false;       ///< it gives sources to the language HIP
    QVector<QByteArray> lines;      ///< without indentation; a line may hold line ends
};

/// What the handlers of commands know of the file.
struct CMakeFacts
{
    BuildRules rules;
    TargetSettings target;
    Strategy strategy = Strategy::CompatHeader;
    QByteArray newline = "\n";
    /// Strategy shim-headers: the way from the file's folder to the headers ("../rocm_compat").
    QByteArray shimFolder;
    QVector<QByteArray> shimKeys;     ///< of the changes that make what every source needs of them
    std::set<std::string> targets;    ///< names given to add_library and add_executable
    std::set<std::string> conditions; ///< words of if(), elseif() and while()
    std::set<std::string> cudaLists;  ///< variables that hold .cu files, of other files too
    std::set<qsizetype> takesCuda;    ///< offsets of commands in functions that are given .cu files
    /// Targets of which the file sets sources to HIP already, and the commands that do.
    std::multimap<std::string, const CMakeCommand*> marked;
    /// Variables of the file's own that hold flags of nvcc; true: those that name GPUs alone.
    std::map<std::string, bool, std::less<>> nvccVariables;
    std::set<std::string> packages;         ///< of ROCm, that targets of the file come from
    std::set<std::string> decidedVariables; ///< set() where the file asks for ROCm
    bool listsTargets = false;              ///< see listsToolkitTargets(), of a command of the file
    bool ownPath = false;                   ///< the file has a path for AMD GPUs of its own
    bool findsToolkit = false;  ///< find_package(CUDA) or CUDAToolkit stands in the file
    bool enablesCuda = false;   ///< see namesCudaLanguage(), of a command of the file
    bool languageComes = false; ///< CUDA's language is enabled by the file or one that reaches it
};

/// What becomes of one command; no places where it does not concern ROCm.
CMakeArm armOf(const CMakeFile& file, const CMakeCommand& command, const CMakeFacts& facts);

/// Stands among a file's lists of .cu files where the file enables CUDA's language: the language
/// goes the ways that variables go. No variable is called so.
inline const QByteArray kLanguageMark = "<CUDA>";

/// Whether the command is project() or enable_language() and names CUDA.
bool namesCudaLanguage(const CMakeCommand& command);

/// Whether the command enables CUDA's language, and its arm HIP, where it stands; false in
/// functions and macros.
bool enablesCudaLanguage(const CMakeCommand& command);

/// What the file gives .cu files, or patterns for some, and whether it enables their language.
CudaSources cudaSourcesOf(const CMakeFile& file);

struct CMakeReach;
/// How the file shares `lists`, its variables with .cu files, with others.
CMakeReach reachOf(const CMakeFile& file, const QSet<QByteArray>& lists);

/// include(FindCUDA), which does what find_package(CUDA) does.
bool isFindCuda(const CMakeCommand& command);

/// Fills cudaLists and takesCuda, with what other files of the project say.
void readCudaSources(const CMakeFile& file, const RepoPath& path, const AnalysisContext& context,
                     CMakeFacts& facts);

/// Lines that find the AMD GPUs of the machine, for CMAKE_HIP_ARCHITECTURES.
QVector<QByteArray> archDetectionLines();

/// Enables HIP behind the project() of a file that has sources for it and whose project enables
/// CUDA's language in a function or not at all.
CMakeArm armOfProjectWithoutLanguage(const CMakeCommand& project, const CMakeFacts& facts);

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

/// An if() that asks whether the toolkit's targets are there (`TARGET CUDA::cublas`): before it,
/// ROCm's libraries get those names. Elsewhere, and where ROCm has no such library, places alone.
CMakeArm armOfTargetQuestion(const CMakeCommand& command, const CMakeFacts& facts);

/// Whether a set() or list() puts targets of CUDA's toolkit (`CUDA::nvJitLink`) into a variable.
bool listsToolkitTargets(const CMakeCommand& command);

/// Such a command: places alone, since what becomes of the variable is not known.
CMakeArm armOfListedTargets(const CMakeCommand& command, const CMakeFacts& facts);

/// Notes what an if() asks for and what the file sets where it asks for ROCm.
void readConditions(const CMakeCommand& command, CMakeFacts& facts);
/// What the variables in flags hold: nothing that is known to be nvcc's, names of NVIDIA GPUs, or
/// flags that are written for nvcc and may be any.
enum class NvccValue : quint8 { None, Architectures, Unknown };
NvccValue nvccValue(std::string_view text, const CMakeFacts& facts);
/// Takes variables that hold names of NVIDIA GPUs out of `text`, flags that an arm hands to HIP,
/// which stand at `range`. False: a variable may hold other flags of nvcc, so that no edit can be
/// made; the arm then has a place that says so.
bool leaveNvccValues(CMakeArm& arm, QByteArray& text, ByteRange range, const CMakeFacts& facts);
/// Notes what a set(), list() or string() puts into a variable, for nvccVariables.
void readNvccVariable(const CMakeCommand& command, CMakeFacts& facts);

/// One replacement inside a command; an empty text takes the argument and the blanks before it
/// away.
struct ArgumentEdit
{
    ByteRange range;
    QByteArray text;
};
/// The command's own text with `edits` (sorted) made.
QByteArray commandText(const CMakeFile& file, const CMakeCommand& command,
                       const std::vector<ArgumentEdit>& edits);
/// The text between the command's parentheses.
QByteArray argumentText(const CMakeFile& file, const CMakeCommand& command);
struct FlagText;
/// Findings for flags of nvcc that stand at `offset` of the file.
void addFlagPlaces(const FlagText& flags, qsizetype offset, const BuildRules& rules,
                   std::vector<BuildPlace>& places);

} // namespace rocport
