#pragma once

#include <QString>
#include <QVector>

#include <array>
#include <optional>

/// The words of the product (docs/architecture.md) as types, with their stable spellings. The
/// spellings are what the project file, JSON, SARIF and rule packs hold; they never change.
namespace rocport {

/// The nine phases of a port, in the order in which they are worked.
enum class Phase : quint8 {
    Environment = 0,
    Detection = 1,
    Translation = 2,
    Wavefront = 3,
    Build = 4,
    Libraries = 5,
    Compile = 6,
    GraphCapture = 7,
    Verification = 8,
};
inline constexpr int kPhaseCount = 9;
inline constexpr std::array<Phase, kPhaseCount> kPhases = {
    Phase::Environment, Phase::Detection, Phase::Translation,  Phase::Wavefront,   Phase::Build,
    Phase::Libraries,   Phase::Compile,   Phase::GraphCapture, Phase::Verification};

/// "Source translation" and so on, in English, as in reports.
QString phaseName(Phase phase);
/// The phase of a number from 0 to 8; nothing for any other number.
std::optional<Phase> phaseFromInt(int number);

enum class Severity : quint8 { Info, Warning, Critical };
QString severityId(Severity severity); ///< "info", "warning", "critical"
std::optional<Severity> severityFromId(QStringView id);

/// What a file is, by its name and where needed by its content.
enum class Language : quint8 {
    Other,
    Cuda, ///< .cu, .cuh
    Cpp,  ///< .cpp .cc .cxx .c .h .hpp .hxx .inl
    Hip,  ///< .hip
    Python,
    CMake,
    Make,
    Shell,
    Toml,
    Requirements, ///< pip requirement and constraint files
    Yaml,
    Dockerfile,
    Json,
    Notebook,
    Markdown,
    SetupCfg,
    Meson, ///< meson.build, meson.options, meson_options.txt
};
QString languageId(Language language);   ///< "cuda", "cpp", ...
QString languageName(Language language); ///< "CUDA C++", "C++", ...
std::optional<Language> languageFromId(QStringView id);
/// The language by file name alone; of the content only a shebang counts, which `firstLine` gives.
Language languageOfFile(const QByteArray& fileName, const QByteArray& firstLine = {});

/// How much work a place that Rocport cannot translate is for a person.
enum class Effort : quint8 { None, Minutes, Hours, Rewrite };
QString effortId(Effort effort);
std::optional<Effort> effortFromId(QStringView id);

/// What is known about the NVIDIA path of an edit, weakest first. `Identical` is said of files
/// only.
enum class Verdict : quint8 {
    Violated,   ///< the projection differs from the original
    Unproved,   ///< could not be decided; the reason says why
    Equivalent, ///< equal after expanding the NVIDIA arm of a generated header
    Projected,  ///< the NVIDIA projection equals the original
    Identical,  ///< the file is untouched
    Compiled,   ///< in addition, compiler output or bytecode agrees
};
QString verdictId(Verdict verdict);
std::optional<Verdict> verdictFromId(QStringView id);
/// Whether `verdict` is machine evidence that the NVIDIA path is unchanged.
inline bool isProved(Verdict verdict)
{
    return verdict >= Verdict::Equivalent;
}

/// What was decided about a hunk. `Open` is the state before any decision and after an undo.
enum class DecisionKind : quint8 { Open, Accepted, Rejected, Edited, Deferred };
QString decisionId(DecisionKind kind);
std::optional<DecisionKind> decisionFromId(QStringView id);
/// Accepted or edited: the hunk is part of the port.
inline bool isTaken(DecisionKind kind)
{
    return kind == DecisionKind::Accepted || kind == DecisionKind::Edited;
}
/// Counted in "37 of 212 decided".
inline bool isDecided(DecisionKind kind)
{
    return isTaken(kind) || kind == DecisionKind::Rejected;
}

/// How C/C++ is ported (docs/architecture.md, "Strategies").
enum class Strategy : quint8 { CompatHeader, Sibling, TorchExtension, InPlace, ShimHeaders };
/// "compat-header", "sibling", "torch-extension", "in-place", "shim-headers"
QString strategyId(Strategy strategy);
/// Whether the strategy writes HIP's names into sources; else headers or PyTorch map them.
inline bool writesNames(Strategy strategy)
{
    return strategy == Strategy::Sibling || strategy == Strategy::InPlace;
}
/// Whether generated headers map CUDA's names to HIP's.
inline bool mapsNames(Strategy strategy)
{
    return strategy == Strategy::CompatHeader || strategy == Strategy::ShimHeaders;
}
std::optional<Strategy> strategyFromId(QStringView id);

/// Which Inductor settings a ROCm block contains.
enum class InductorProfile : quint8 {
    Safe,           ///< undoes what the environment turned on, changes no default
    TunedInference, ///< adds settings that cost compile time and suit inference only
};
QString inductorProfileId(InductorProfile profile); ///< "safe", "tuned-inference"
std::optional<InductorProfile> inductorProfileFromId(QStringView id);

/// A dotted version as numbers; compares number by number (7.14 is newer than 7.2). Empty: unknown.
class Version
{
public:
    Version() = default;
    Version(std::initializer_list<int> parts) : m_parts(parts) {}
    /// "7.0.2", "2.11.0+rocm7.1" (everything from the first character that is neither digit nor dot
    /// is dropped); nothing when the text does not begin with a number.
    static std::optional<Version> parse(QStringView text);

    [[nodiscard]] bool isEmpty() const { return m_parts.isEmpty(); }
    [[nodiscard]] QString toString() const;
    [[nodiscard]] int major() const { return m_parts.value(0, 0); }
    [[nodiscard]] int minor() const { return m_parts.value(1, 0); }

    friend bool operator==(const Version& a, const Version& b) { return compare(a, b) == 0; }
    friend bool operator!=(const Version& a, const Version& b) { return compare(a, b) != 0; }
    friend bool operator<(const Version& a, const Version& b) { return compare(a, b) < 0; }
    friend bool operator<=(const Version& a, const Version& b) { return compare(a, b) <= 0; }
    friend bool operator>(const Version& a, const Version& b) { return compare(a, b) > 0; }
    friend bool operator>=(const Version& a, const Version& b) { return compare(a, b) >= 0; }

private:
    static int compare(const Version& a, const Version& b);
    QVector<int> m_parts;
};

/// Whether text names a folder below a repository that can be written in build files as it is:
/// letters, digits, '_', '-' and '.', with '/' between; no part begins with '.' or '-'.
bool isCompatFolder(QStringView text);

/// What the port targets. Versions come from here or from a probed node, never from this machine.
struct TargetSettings
{
    Version rocm = {7, 2};                                  ///< of a port that does not name one
    Version torch = {2, 11};                                ///< likewise; facts may know newer ones
    QStringList architectures = {QStringLiteral("gfx942")}; ///< LLVM names, no feature suffixes
    QString guardMacro = QStringLiteral("USE_ROCM"); ///< C/C++ macro that is defined on ROCm only
    /// Nothing: the scan chooses by the kind of repository.
    std::optional<Strategy> strategy;
    InductorProfile inductor = InductorProfile::Safe;
    /// Dotted name of the one Python module that defines is_rocm for the others; empty: a package
    /// in which several modules need it gets one, and other modules define it themselves.
    QString flagModule;
    /// Strategy shim-headers: the folder in the repository for the headers that stand in for
    /// CUDA's; see isCompatFolder().
    QString compatFolder = QStringLiteral("rocm_compat");
    QStringList rulesOff; ///< ids of rules that are switched off, sorted

    friend bool operator==(const TargetSettings&, const TargetSettings&) = default;
};

} // namespace rocport
