#pragma once

#include <QHashFunctions>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// What an analysis says of a file besides findings. The text of a value means what its kind says,
/// and nothing else: a package may be called as a trait is. A stored scan holds the numbers, so a
/// kind that is added goes to the end, or kAnalysisPayload is raised.
enum class FeatureKind : quint8 {
    /// "kernel", "cutlass", "torch-compile", ...: what the plan asks about, by an analyser or a
    /// rule pack; `detail` is the first line that has it. Without a line where only the name is
    /// known.
    Trait,

    CudaInclude,       ///< a header of CUDA, in brackets: "cuda_runtime.h"
    CudaIncludeQuoted, ///< the same in quotes
    AskedHeader,       ///< "nvml.h" of __has_include(<nvml.h>)
    CubNamespace,      ///< the file uses the namespace cub
    ThrustCuda,        ///< the file uses thrust::cuda
    /// "__dp4a": a function in use that headers made for the port hold, of those that the tables of
    /// names do not know.
    Supplied,
    /// "cudaFree": a name that a guard of the port leaves to NVIDIA.
    PortedUse,
    /// "thrust/sequence.h": a header whose names the file uses and that other headers bring.
    ThrustBrought,
    /// "HIPBLAS": a part of the generated header that a file of a port uses and does not ask for.
    UnaskedPart,
    PastedFirst, ///< "cuda" of a macro that makes names of CUDA from parts ("cuda##call")
    PastedLast,  ///< "Free" that is handed to a macro, as in CHECK(Free(data))

    OwnInclude,        ///< the name of a file of the project that the file includes
    OwnAmdPath,        ///< ported by the project itself: the generated header is not for it
    OwnAmdHeader,      ///< a header that includes HIP in an arm for AMD GPUs, and CUDA in none
    OwnAmdArms,        ///< arms for AMD GPUs, and no header of CUDA there
    OwnAmdArmsReached, ///< the same of a file that was told that it includes such a header
    WarpsUsed,         ///< warps are used
    WarpsOf32,         ///< warps of 32 lanes stay as they are, by what the file holds
    WarpsKept,         ///< because files do with which it shares code
    WarpWidth,         ///< a warp constant that the file defines as 32 lanes have it
    WarpWidthOther,    ///< one that it defines otherwise
    WarpWidthUnknown,  ///< one that it uses and of which nothing is known
    WarpWidthKnown,    ///< one of which the project says that it is 32

    FlagHome,       ///< path of the module with is_rocm that the file takes or could take it from
    AskedNames,     ///< a question to the other modules; `detail` is a digest of the answer
    AskedManifests, ///< a digest of the manifests that the analysis rests on

    // Of a module, see ModuleSummary.
    ModuleValue,  ///< a name; `detail` is its value, `count` is 1 where that is a string
    ModuleImport, ///< a module as imported
    ModuleEntry,  ///< a module in which a command begins
    ModuleStop,   ///< what the module stops on
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
    BuildsExtension, ///< Python that names what builds extensions of PyTorch
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
    TopInclude, ///< an include of the top folder "include"; `detail` is the line

    // Who wrote a file, see CodeOrigins.
    Origin,      ///< codeOriginId(), where the names of the folders do not say it
    HeadMark,    ///< what the file's first lines say of where it is from
    ProjectName, ///< a word by which the project calls itself, in lower case
};
inline constexpr auto kLastFeatureKind = FeatureKind::ProjectName;

/// One value of a kind. What it leaves out is empty or 0.
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

/// The features of a file by kind; the values of a kind stand in the order in which they came. A
/// value.
class FileFeatures
{
public:
    void add(FeatureKind kind, const FileFeature& value = {});
    void add(FeatureKind kind, const QString& text) { add(kind, FileFeature{text, {}, 0, 0}); }
    void addOnce(FeatureKind kind, const QString& text);
    /// Adds a trait and where it is; the bare name goes, because it says less.
    void addPlacedTrait(const FileFeature& trait);
    /// Makes `text` the only value of a kind.
    void set(FeatureKind kind, const QString& text) { m_values.insert(kind, {{text, {}, 0, 0}}); }
    /// Adds all of another.
    void add(const FileFeatures& other);
    /// Keeps the first of equal values.
    void removeDuplicates();

    [[nodiscard]] bool has(FeatureKind kind) const { return m_values.contains(kind); }
    [[nodiscard]] bool has(FeatureKind kind, QStringView text) const;
    [[nodiscard]] QVector<FileFeature> values(FeatureKind kind) const
    {
        return m_values.value(kind);
    }
    /// The texts of these values.
    [[nodiscard]] QStringList texts(FeatureKind kind) const;
    /// The first of the texts; empty where there is none.
    [[nodiscard]] QString text(FeatureKind kind) const { return texts(kind).value(0); }
    [[nodiscard]] bool isEmpty() const { return m_values.isEmpty(); }
    /// All kinds that have a value.
    [[nodiscard]] const QMap<FeatureKind, QVector<FileFeature>>& all() const { return m_values; }

    friend bool operator==(const FileFeatures&, const FileFeatures&) = default;

private:
    QMap<FeatureKind, QVector<FileFeature>> m_values; ///< none of them empty
};

} // namespace rocport
