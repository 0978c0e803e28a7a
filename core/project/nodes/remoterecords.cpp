#include "core/project/nodes/remoterecords.h"

#include "core/project/session/projectstate.h"
#include "core/remote/maskedtext.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

QByteArray bytesOf(const QJsonObject& object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

/// Bodies of one kind, newest first; what is no JSON object counts as unreadable.
Result<QVector<std::pair<QString, QJsonObject>>> bodies(const ProjectFile& file, JournalKind kind,
                                                        int& unreadable)
{
    auto entries = file.journal(kind);
    if (!entries) {
        return entries.error();
    }
    QVector<std::pair<QString, QJsonObject>> found;
    for (auto it = entries->crbegin(); it != entries->crend(); ++it) {
        const QJsonDocument document = QJsonDocument::fromJson(it->body);
        if (document.isObject()) {
            found.append({it->subject, document.object()});
        } else {
            ++unreadable;
        }
    }
    return found;
}

JournalEntry entryOf(JournalKind kind, const QString& subject, const QDateTime& time,
                     const QJsonObject& body)
{
    return {kind, subject, time, bytesOf(body)};
}

Result<void> readProbes(const ProjectFile& file, RemoteRecords& records)
{
    const auto found = bodies(file, JournalKind::Probe, records.unreadable);
    if (!found) {
        return found.error();
    }
    QHash<QString, int> kept;
    for (const auto& [subject, body] : *found) {
        auto report = probeFromJson(body);
        if (!report) {
            ++records.unreadable;
        } else if (kept[report->nodeId]++ < kMaxProbesKept) {
            records.probes.append(*std::move(report));
        }
    }
    return {};
}

Result<void> readRuns(const ProjectFile& file, RemoteRecords& records)
{
    const auto found = bodies(file, JournalKind::VerifyRun, records.unreadable);
    if (!found) {
        return found.error();
    }
    for (const auto& [subject, body] : *found) {
        if (auto run = verifyRunFromJson(body)) {
            records.runs.append(*std::move(run));
        } else {
            ++records.unreadable;
        }
    }
    std::stable_sort(records.runs.begin(), records.runs.end(),
                     [](const VerifyRun& a, const VerifyRun& b) { return a.time > b.time; });
    return {};
}

Result<void> readChoices(const ProjectFile& file, RemoteRecords& records)
{
    const auto tolerances = bodies(file, JournalKind::Tolerance, records.unreadable);
    if (!tolerances) {
        return tolerances.error();
    }
    for (const auto& [tensor, body] : *tolerances) {
        const QString reason = body.value(u"reason").toString();
        if (!reason.isEmpty()) {
            records.tolerances.insert(
                tensor, {body.value(u"atol").toDouble(), body.value(u"rtol").toDouble(), reason});
        }
    }
    const auto choices = bodies(file, JournalKind::Choice, records.unreadable);
    if (!choices) {
        return choices.error();
    }
    for (const auto& [subject, body] : *choices) {
        if (subject == QLatin1StringView("current-node")) {
            records.currentNode = body.value(u"value").toString();
        }
    }
    return {};
}

} // namespace

Result<RemoteRecords> readRemoteRecords(const ProjectFile& file)
{
    RemoteRecords records;
    for (const auto& read : {readProbes, readRuns, readChoices}) {
        if (const Result<void> done = read(file, records); !done) {
            return done.error();
        }
    }
    return records;
}

Tolerances tolerancesOf(const RemoteRecords& records)
{
    Tolerances tolerances;
    for (auto it = records.tolerances.cbegin(); it != records.tolerances.cend(); ++it) {
        tolerances.overrides.append({it.key(), it.value()});
    }
    return tolerances;
}

JournalEntry journalEntry(const ProbeReport& report)
{
    const QString subject = report.nodeId + u' ' + QString::number(report.time.toMSecsSinceEpoch());
    return entryOf(JournalKind::Probe, subject, report.time, probeToJson(report));
}

JournalEntry journalEntry(const VerifyRun& run)
{
    return entryOf(JournalKind::VerifyRun, run.id, run.time, verifyRunToJson(run));
}

JournalEntry journalEntry(const JobEntry& job)
{
    QJsonObject body{{QStringLiteral("job"), jobToJson(job.spec)},
                     {QStringLiteral("state"), jobStateId(job.status.state)},
                     {QStringLiteral("sentence"), maskedText(job.status.sentence)},
                     {QStringLiteral("exitCode"), job.status.exitCode},
                     {QStringLiteral("logBytes"), job.status.logBytes},
                     {QStringLiteral("logHash"), QString::fromLatin1(job.status.logHash)}};
    return entryOf(JournalKind::Job, job.spec.id, {}, body);
}

JournalEntry journalEntry(const QString& tensor, const std::optional<Tolerance>& tolerance)
{
    QJsonObject body;
    if (tolerance) {
        body = {{QStringLiteral("atol"), tolerance->absolute},
                {QStringLiteral("rtol"), tolerance->relative},
                {QStringLiteral("reason"), tolerance->reason}};
    }
    return entryOf(JournalKind::Tolerance, tensor, {}, body);
}

JournalEntry currentNodeEntry(const QString& nodeId)
{
    return entryOf(JournalKind::Choice, QStringLiteral("current-node"), {},
                   {{QStringLiteral("value"), nodeId}});
}

QByteArray portKeyOf(const ProjectState& state)
{
    if (!state.scan) {
        return {};
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray& bytes) {
        hash.addData(QByteArray::number(bytes.size()) + ':');
        hash.addData(bytes);
    };
    add(state.scan->commit);
    add(state.meta.target.guardMacro.toUtf8());
    add(state.meta.target.flagModule.toUtf8());
    add(state.meta.target.compatFolder.toUtf8());
    add(strategyId(state.scan->strategy).toUtf8());
    for (const Hunk& hunk : state.scan->hunks) {
        const DecisionKind kind = state.decisions.kind(hunk.key);
        if (isTaken(kind)) {
            add(hunk.key);
            add(hunk.baseHash);
            add(state.editedText(hunk));
            for (const TextEdit& edit : hunk.edits) {
                add(edit.replacement);
            }
        }
    }
    return hash.result().toHex().left(16);
}

} // namespace rocport
