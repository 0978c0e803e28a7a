#pragma once

#include "core/base/place.h"
#include "core/base/result.h"
#include "core/tensor/comparison.h"

#include <QDateTime>
#include <QString>
#include <QVector>

#include <optional>

class QJsonObject;

namespace rocport {

/// The levels of the verification pyramid.
enum class VerifyLevel : quint8 { Static = 1, Build = 2, Load = 3, Numerical = 4 };
QString verifyLevelName(VerifyLevel level); ///< "L1 Static", …

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
    std::optional<TensorComparison> comparison; ///< of L4
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
    QString device;     ///< "gfx942 (AMD Instinct MI300X)"; empty: no GPU was used
    bool onGpu = false; ///< on an AMD GPU: only then a pass counts as loaded or verified
    QDateTime time;     ///< UTC, of the end
    QString jobId;      ///< empty: here, without a job
    QByteArray logHash; ///< of the job's log
    QByteArray portKey; ///< what was verified: hash of the accepted port
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
    Compiled,            ///< L2: hipcc compiled the file for the target
    Loaded,              ///< L3, on an AMD GPU
    NumericallyVerified, ///< L4, on an AMD GPU
};
QString evidenceGradeId(EvidenceGrade grade);   ///< "not-run", …, "numerically-verified"
QString evidenceGradeName(EvidenceGrade grade); ///< "Numerically verified"

/// What to run, as the user asks for it.
struct VerifyRequest
{
    VerifyLevel level = VerifyLevel::Load;
    QVector<RepoPath> files; ///< L1: only these; empty: all of the port
    QString nodeId;
    /// For the harness of L3 and L4: "package.module:callable", or the command line of a C/C++
    /// program whose output files are compared.
    QString target;
    QString command;     ///< for programs; empty: a Python target
    QStringList outputs; ///< files that the command writes, relative to the tree
    QStringList shapes;  ///< of the arguments: "2,128,64"; empty: the harness's default set
    QStringList dtypes;  ///< "float32", "bfloat16"
    qint64 seed = 20240901;
    int iterations = 0;   ///< of the stability test; 0: none
    QString reference;    ///< L4: folder of a golden bundle, or a tensor file, to compare with
    bool capture = false; ///< make a golden bundle instead of comparing
    bool sync = true;
};

} // namespace rocport
