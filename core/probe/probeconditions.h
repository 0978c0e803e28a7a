#pragma once

#include "core/probe/probereport.h"

#include <QHash>

#include <optional>
#include <vector>

namespace rocport {

/// A condition that holds: its rule, and the values that fill the rule's texts.
struct ProbeHit
{
    QString rule;
    QHash<QString, QString> captures;
    QStringList notes;                               ///< symbols of the rule's notes, in their
                                                     ///  order
    std::optional<Severity> severity = std::nullopt; ///< where the facts give a different one
    bool withCommand = true;
    QString variable; ///< that it is about; empty: none
};

/// What a condition is checked against.
struct ProbeInput
{
    const ProbeReport& report;
    const QVector<ImageRecord>& images; ///< the history
};

/// One condition about nodes. The rule with this id (kind = "probe") has the texts.
struct ProbeCondition
{
    const char* rule;
    /// Appends a hit for each case that holds; every hit names `rule`.
    void (*find)(const ProbeInput& input, QVector<ProbeHit>& hits);
};

/// All conditions, in the order in which findings of equal severity are listed. Rule packs may name
/// these ids (registerProbeConditions()).
const std::vector<ProbeCondition>& probeConditions();

// Conditions about variables (environmentconditions.cpp).
void findMaxAutotune(const ProbeInput& input, QVector<ProbeHit>& hits);
void findPointwiseAutotune(const ProbeInput& input, QVector<ProbeHit>& hits);
void findDisabledCaches(const ProbeInput& input, QVector<ProbeHit>& hits);
void findCompileDebug(const ProbeInput& input, QVector<ProbeHit>& hits);
void findLaunchBlocking(const ProbeInput& input, QVector<ProbeHit>& hits);
void findTunableOp(const ProbeInput& input, QVector<ProbeHit>& hits);
void findThreads(const ProbeInput& input, QVector<ProbeHit>& hits);
void findAllocatorSplits(const ProbeInput& input, QVector<ProbeHit>& hits);
/// The four flags that the notes set everywhere: what is set, and what is worth setting.
void findTunedFlags(const ProbeInput& input, QVector<ProbeHit>& hits);
void findForcedKeys(const ProbeInput& input, QVector<ProbeHit>& hits);
void findDeviceLists(const ProbeInput& input, QVector<ProbeHit>& hits);
void findVariableAudit(const ProbeInput& input, QVector<ProbeHit>& hits);

// Conditions about what the node is and has (nodeconditions.cpp).
void findNumaBalancing(const ProbeInput& input, QVector<ProbeHit>& hits);
void findTorchNotRocm(const ProbeInput& input, QVector<ProbeHit>& hits);
void findGpus(const ProbeInput& input, QVector<ProbeHit>& hits);
void findInductorAutotune(const ProbeInput& input, QVector<ProbeHit>& hits);
void findGemmBackends(const ProbeInput& input, QVector<ProbeHit>& hits);
void findInductorGraphs(const ProbeInput& input, QVector<ProbeHit>& hits);
void findMemoryPlanning(const ProbeInput& input, QVector<ProbeHit>& hits);
void findRecompileLimit(const ProbeInput& input, QVector<ProbeHit>& hits);
void findSuppressedErrors(const ProbeInput& input, QVector<ProbeHit>& hits);
void findGemmFailures(const ProbeInput& input, QVector<ProbeHit>& hits);
void findAttentionFailure(const ProbeInput& input, QVector<ProbeHit>& hits);
void findPackages(const ProbeInput& input, QVector<ProbeHit>& hits);
void findImage(const ProbeInput& input, QVector<ProbeHit>& hits);
void findCaches(const ProbeInput& input, QVector<ProbeHit>& hits);
void findPatchedModules(const ProbeInput& input, QVector<ProbeHit>& hits);

/// The names of the allocator variables that this torch reads on this node, the most decisive
/// first: those found in its libraries, else by version (facts about torch 2.3 to 2.14). Empty: not
/// known.
QStringList allocatorVariables(const ProbeReport& report);
/// A variable of the report; null: not set. The value of a hidden one is "(hidden)".
const ProbeVariable* findVariable(const ProbeReport& report, const QString& name);
/// A word as sh reads it: quoted where necessary.
QString shellWord(const QString& text);

} // namespace rocport
