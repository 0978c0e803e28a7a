#pragma once

#include <QHashFunctions>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// What an analysis says about a file besides findings. The text of a value means what its kind
/// says, and nothing else: a package may have the name of a trait. A stored scan holds the numbers,
/// so a new kind goes to the end, or kAnalysisPayload is raised.
enum class FeatureKind : quint8 {
    /// "kernel", "cutlass", "torch-compile", ...: what the plan asks about, set by an analyser or a
    /// rule pack; `detail` is the first line that has it. Has no line where only the name is known.
    Trait,

    CudaInclude,       ///< a CUDA header, in angle brackets: "cuda_runtime.h"
    CudaIncludeQuoted, ///< the same in quotes
    AskedHeader,       ///< "nvml.h" of __has_include(<nvml.h>)
    CubNamespace,      ///< the file uses the namespace cub
    ThrustCuda,        ///< the file uses thrust::cuda
    /// "__dp4a": a function in use that the tables of names do not know and that generated headers
    /// supply.
    Supplied,
    /// "cudaFree": a name that a guard of the port leaves to NVIDIA.
    PortedUse,
    /// "thrust/sequence.h": a header whose names the file uses and gets through other headers.
    ThrustBrought,
    /// "HIPBLAS": a part of the generated header that a ported file uses without asking for it.
    UnaskedPart,
    PastedFirst, ///< "cuda" in a macro that pastes CUDA names from parts ("cuda##call")
    PastedLast,  ///< "Free" where it is passed to a macro, as in CHECK(Free(data))

    OwnInclude,        ///< the name of a project file that the file includes
    OwnAmdPath,        ///< ported by the project itself, so it does not get the generated header
    OwnAmdHeader,      ///< a header that includes HIP in an arm for AMD GPUs, and CUDA in no such
                       ///  arm
    OwnAmdArms,        ///< has arms for AMD GPUs, without a CUDA header in them
    OwnAmdArmsReached, ///< the same, for a file that includes such a header
    WarpsUsed,         ///< warps are used
    WarpsOf32,         ///< warps of 32 lanes stay as they are, judging by the file itself
    WarpsKept,         ///< the same, because files that share code with it keep them
    WarpWidth,         ///< a warp constant that the file defines for 32 lanes
    WarpWidthOther,    ///< one that it defines differently
    WarpWidthUnknown,  ///< one that it uses and about which nothing is known
    WarpWidthKnown,    ///< one that the project says is 32

    FlagHome,       ///< path of the module from which the file takes, or could take, is_rocm
    AskedNames,     ///< a question to the other modules; `detail` is a digest of the answer
    AskedManifests, ///< a digest of the manifests that the analysis rests on

    // Of a module, see ModuleSummary.
    ModuleValue,  ///< a name; `detail` is its value, `count` is 1 where that is a string
    ModuleImport, ///< a module as imported
    ModuleEntry,  ///< a module in which a command begins
    ModuleStop,   ///< what the module stops at
    ProgramLine,
    CompileLine,
    TorchLine,
    SafeLine,
    GraphLine,
    FlagLine,
    ScriptLine,

    // Of a manifest, see ManifestSummary.
    ManifestEntry,   ///< a requirement; `detail` is its group
    ManifestInclude, ///< a path as written; `count` is 1 where it only bounds
    ManifestIndex,   ///< the address of an index; `detail` is its group
    ManifestPython,  ///< the bound on Python's version; `detail` is its group
    ManifestProject, ///< it makes an installable package

    // What is known before any file is analysed, see AheadMarks.
    BuildsExtension, ///< Python that names what builds PyTorch extensions
    BuildsForCuda,
    BuildsForAmd,
    CudaList,
    CudaCommand,
    CMakeInclude,
    CMakeFolder,
    CudaListOutward,
    CudaListEverywhere,
    GuardOption,
    Meson,      ///< what a meson.build says, see MesonProject
    TopInclude, ///< an include from the top-level folder "include"; `detail` is the line
};
inline constexpr auto kLastFeatureKind = FeatureKind::TopInclude;

/// One value of a kind. What a kind does not use is empty or 0.
struct FileFeature
{
    QString text;
    QString detail;
    int line = 0; ///< 1-based
    int count = 0;
    friend bool operator==(const FileFeature&, const FileFeature&) = default;
    friend size_t qHash(const FileFeature& value, size_t seed = 0)
    {
        return qHashMulti(seed, value.text, value.detail, value.line, value.count);
    }
};

/// The features of a file by kind; the values of a kind keep the order in which they were added. A
/// value type.
class FileFeatures
{
public:
    void add(FeatureKind kind, const FileFeature& value = {});
    void add(FeatureKind kind, const QString& text) { add(kind, FileFeature{text, {}, 0, 0}); }
    void addOnce(FeatureKind kind, const QString& text);
    /// Adds a trait with its line; a trait of that name without a line is removed, because it says
    /// less.
    void addPlacedTrait(const FileFeature& trait);
    /// Adds all values of `other`.
    void add(const FileFeatures& other);
    /// Keeps the first of equal values.
    void removeDuplicates();

    [[nodiscard]] bool has(FeatureKind kind) const { return m_values.contains(kind); }
    [[nodiscard]] bool has(FeatureKind kind, QStringView text) const;
    [[nodiscard]] QVector<FileFeature> values(FeatureKind kind) const
    {
        return m_values.value(kind);
    }
    /// The texts of the values of this kind.
    [[nodiscard]] QStringList texts(FeatureKind kind) const;
    /// The first of these texts; empty if there is none.
    [[nodiscard]] QString text(FeatureKind kind) const { return texts(kind).value(0); }
    [[nodiscard]] bool isEmpty() const { return m_values.isEmpty(); }
    /// All kinds that have a value.
    [[nodiscard]] const QMap<FeatureKind, QVector<FileFeature>>& all() const { return m_values; }

    friend bool operator==(const FileFeatures&, const FileFeatures&) = default;

private:
    QMap<FeatureKind, QVector<FileFeature>> m_values; ///< none of them empty
};

} // namespace rocport
