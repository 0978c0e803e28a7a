#pragma once

#include "core/base/result.h"
#include "core/base/words.h"

#include <QDateTime>
#include <QString>
#include <QStringList>
#include <QVector>

class QJsonObject;

namespace rocport {

/// One thing that a probe read.
struct ProbeFact
{
    QString group;  ///< "System", "GPU", "ROCm", "Python", "Packages", "Inductor", "Caches"
    QString key;    ///< stable: "gpu.0.arch", "rocm.version", "package.torch"
    QString label;  ///< "Architecture"
    QString value;  ///< "gfx942"
    QString source; ///< command or file that it comes from
};

/// One thing that needs attention, by a rule of phase 0.
struct ProbeFinding
{
    QString ruleId; ///< "node-numa-balancing"
    Severity severity = Severity::Info;
    QString title;                ///< "NUMA balancing is on"
    QString message;              ///< why it matters, a sentence or two
    QString fix;                  ///< what to do, a sentence; empty: nothing to do
    QString command;              ///< exact command lines for the node; empty: none
    bool needsRoot = false;       ///< the command is copied, never run from here
    bool setsEnvironment = false; ///< the command is an export or unset, which env.sh holds
};

/// One variable of the node's environment that matters.
struct ProbeVariable
{
    QString name;
    QString value; ///< "(hidden)" for secret-looking names: the value never left the node
    bool hidden = false;
    Severity severity = Severity::Info;
    QString note; ///< what it does here; may be empty
};

/// How one isolated check of the probe ended.
struct ProbeCheck
{
    QString id;    ///< "gemm"
    QString title; ///< "Small GEMM"
    enum class State : quint8 {
        Done,
        Failed,
        TimedOut,
        Crashed,
        Missing,
        Skipped
    } state = State::Done;
    QString detail;
    qint64 elapsedMs = 0;
};

/// What a probe found on a node, or inside a container on it. A value type.
struct ProbeReport
{
    QString nodeId, nodeName;
    QDateTime time; ///< UTC
    QString hostName;
    QString image, imageDigest; ///< of the container; empty: none
    int gpuCount = 0;
    QStringList architectures; ///< "gfx942", distinct, without feature suffixes
    QString gpuName;           ///< of the first
    Version rocm, torch;       ///< empty: not there
    bool torchIsRocm = false;
    QVector<ProbeFact> facts;
    QVector<ProbeFinding> findings; ///< most severe first
    QVector<ProbeVariable> variables;
    QVector<ProbeCheck> checks;
    /// Whether the script ran to its end; if the connection broke, the report has what was read
    /// before.
    bool complete = true;

    [[nodiscard]] int count(Severity severity) const;
    /// The value of a fact; empty: unknown.
    [[nodiscard]] QString fact(const QString& key) const;
};

/// Whether a variable's value must never be stored or shown: its name contains TOKEN, KEY, SECRET,
/// PASSWORD, PASSWD, CREDENTIAL or AUTH.
bool isSecretName(const QString& name);
/// "done", "failed", "timed-out", "crashed", "missing", "skipped".
QString probeStateId(ProbeCheck::State state);

QJsonObject probeToJson(const ProbeReport& report);
/// Errors: ParseFailed.
Result<ProbeReport> probeFromJson(const QJsonObject& object);

/// One difference between two probes.
struct ProbeDifference
{
    QString group, label;
    QString before, after; ///< empty: not there
    bool matters = false;  ///< a version, an architecture, a finding
};
QVector<ProbeDifference> compareProbes(const ProbeReport& before, const ProbeReport& after);

/// Shell text to source before a job: what the findings say to export or unset, each with a
/// comment.
QByteArray environmentScript(const ProbeReport& report);

/// What is known about one container image (docs/probe.md).
struct ImageRecord
{
    QString reference; ///< "rocm/pytorch:…"
    QString digest;    ///< empty: unknown
    Version rocm, torch, triton;
    QString architectures;
    QStringList defects; ///< sentences
    QDateTime seen;      ///< newest probe; invalid: known from the notes only
    QString source;      ///< "probe of mi300-a", "porting notes"
    int probes = 0;
};
/// The images of the porting notes, with their known defects.
QVector<ImageRecord> seededImages();
/// The history with a probe's image added or updated.
QVector<ImageRecord> withImage(QVector<ImageRecord> images, const ProbeReport& report);

} // namespace rocport
