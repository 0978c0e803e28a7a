#pragma once

#include "core/base/place.h"
#include "core/base/result.h"
#include "core/tensor/comparison.h"
#include "core/verify/lanecheck.h"

#include <QDateTime>
#include <QString>
#include <QVector>

#include <array>
#include <chrono>
#include <optional>

class QJsonObject;

namespace rocport {

/// The levels of the verification pyramid. The values are those in records and requests, and say
/// nothing of the order: that is kVerifyLevels.
enum class VerifyLevel : quint8 { Static = 1, Build = 2, Load = 3, Numerical = 4, Lanes = 5 };
/// All of them from the lowest to the highest.
inline constexpr std::array kVerifyLevels{VerifyLevel::Static, VerifyLevel::Build,
                                          VerifyLevel::Lanes, VerifyLevel::Load,
                                          VerifyLevel::Numerical};
/// The place of a level among them, from 1: the 3 of "L3 Lanes".
int verifyLevelNumber(VerifyLevel level);
/// The level at a place; nothing: there is none.
std::optional<VerifyLevel> verifyLevelAt(int number);
/// The level with a value that was written into a record; nothing: there is none.
std::optional<VerifyLevel> verifyLevelOfRecord(qint64 value);
QString verifyLevelName(VerifyLevel level); ///< "L1 Static", "L3 Lanes", …
QString verifyLevelId(VerifyLevel level);   ///< "static", "lanes", …
/// Whether a level shows something only where it ran on an AMD GPU.
bool needsAmdGpu(VerifyLevel level);

enum class CheckState : quint8 { NotRun, Running, Passed, Failed, Skipped };
QString checkStateId(CheckState state); ///< "not-run", "running", "passed", "failed", "skipped"

/// One check of a level: a compiled file, a loaded module, a tensor.
struct VerifyCheck
{
    QString id;   ///< "load:model", "tensor:out"
    QString name; ///< for people
    CheckState state = CheckState::NotRun;
    QString detail; ///< a sentence: why it failed or was not run, or what was measured
    QString file;   ///< the file in the tree that it is about; empty: none
    int line = 0;   ///< 1-based, where the first problem in the file is; 0: the file as a whole
    PlaceSide side = PlaceSide::Port;           ///< on which the line is counted
    std::optional<TensorComparison> comparison; ///< of Numerical
    std::optional<LaneCopyCheck> lanes;         ///< of Lanes: what came back from the device
    qint64 elapsedMs = 0;
};

/// One iteration of the stability test.
struct StabilitySample
{
    int iteration = 0;
    double value = 0; ///< of the output (norm or loss)
    double milliseconds = 0;
    double memoryMb = 0; ///< allocated on the device; 0: unknown
    bool finite = true;
    bool equalToFirst = true; ///< bit for bit
};

/// One run of one level on one node or image. A value type.
struct VerifyRun
{
    QString id;
    VerifyLevel level = VerifyLevel::Static;
    QString title; ///< "Golden vectors block_float16"
    QString nodeId, nodeName, image;
    QString device;        ///< "gfx942 (AMD Instinct MI300X)"; empty: no GPU was used
    bool onGpu = false;    ///< on an AMD GPU: only then a pass counts as loaded or verified
    bool emulated = false; ///< on an AMD GPU that was emulated; then not `onGpu`
    QDateTime time;        ///< UTC, of the end
    QString jobId;         ///< empty: here, without a job
    QByteArray logHash;    ///< of the job's log
    QByteArray portKey;    ///< what was verified: hash of the accepted port
    QVector<VerifyCheck> checks;
    QVector<StabilitySample> stability;
    QStringList files;   ///< files of the tree that the run covers; empty: all that the port
                         ///  changed
    QStringList notes;   ///< sentences
    bool byHand = false; ///< two files that the user compared: not a run of the port, and of no
                         ///  level
    bool part = false;   ///< for requested files only: says nothing about the rest of its level

    /// Whether it tells the state of its level.
    [[nodiscard]] bool isOfLevel() const { return !byHand && !part; }
    /// Failed when one check failed; Passed when one passed and none failed; else NotRun.
    [[nodiscard]] CheckState state() const;
    [[nodiscard]] int count(CheckState state) const;
};

QJsonObject verifyRunToJson(const VerifyRun& run);
/// Errors: ParseFailed.
Result<VerifyRun> verifyRunFromJson(const QJsonObject& object);

/// How well a change is backed, weakest first.
enum class EvidenceGrade : quint8 {
    NotRun, ///< nothing is known
    Proposed,
    Accepted,
    Compiled,            ///< Build: hipcc compiled the file for the target
    ExecutedOnLanes,     ///< Lanes: its kernels ran on the CPU with 64 lanes, with equal results
    ExecutedEmulated,    ///< Load or Numerical, on an AMD GPU that was emulated
    Loaded,              ///< Load, on an AMD GPU
    NumericallyVerified, ///< Numerical, on an AMD GPU
};
QString evidenceGradeId(EvidenceGrade grade);   ///< "not-run", …, "numerically-verified"
QString evidenceGradeName(EvidenceGrade grade); ///< "Numerically verified"
/// The grades that a change can have in a report, weakest first.
inline constexpr std::array kReportGrades{
    EvidenceGrade::Proposed,           EvidenceGrade::Accepted,         EvidenceGrade::Compiled,
    EvidenceGrade::ExecutedOnLanes,    EvidenceGrade::ExecutedEmulated, EvidenceGrade::Loaded,
    EvidenceGrade::NumericallyVerified};

/// What to say where a run needs an AMD GPU and had none: "emulated", "no AMD GPU"; empty: it had
/// one.
QString missingGpuWords(const VerifyRun& run);

/// What to run, as the user asks for it.
struct VerifyRequest
{
    VerifyLevel level = VerifyLevel::Load;
    /// Static: only these; empty: all of the port. Lanes: sources of the program; empty: all that
    /// use the GPU.
    QVector<RepoPath> files;
    QStringList arguments;             ///< Lanes: of the program
    QStringList checks;                ///< Lanes: what it is looked over for (laneCheckNames())
    std::chrono::seconds timeLimit{0}; ///< Lanes: of each run of the program; zero: the usual one
    QString nodeId;
    /// For the harness of Load and Numerical: "package.module:callable", or the command line of a
    /// C/C++ program whose output files are compared.
    QString target;
    QString command;     ///< for programs; empty: a Python target
    QStringList outputs; ///< files that the command writes, relative to the tree
    QStringList shapes;  ///< of the arguments: "2,128,64"; empty: the harness's default set
    QStringList dtypes;  ///< "float32", "bfloat16"
    qint64 seed = 20240901;
    int iterations = 0; ///< of the stability test; 0: none
    QString reference;  ///< Numerical: folder of a golden bundle, or a tensor file, to compare with
    bool capture = false; ///< make a golden bundle instead of comparing
    bool sync = true;
};

} // namespace rocport
