#include "core/store/proposeddecision.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

bool isAgentName(const QString& name)
{
    return !name.isEmpty() && name.size() <= kLongestAgentName &&
           std::all_of(name.begin(), name.end(), [](QChar c) { return c.isPrint(); });
}

/// What is wrong with a proposal, as a clause; empty: nothing.
QString faultOf(const ProposedDecision& proposed)
{
    const bool isHex = std::all_of(proposed.hunkKey.begin(), proposed.hunkKey.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
    if (proposed.hunkKey.isEmpty() || proposed.hunkKey.size() > 64 || !isHex) {
        return QStringLiteral("the key of a change is hexadecimal digits");
    }
    if (!isAgentName(proposed.by)) {
        return QStringLiteral("the name of an agent is one line of at most %1 characters")
            .arg(kLongestAgentName);
    }
    if (proposed.reason.trimmed().isEmpty() || proposed.reason.size() > kLongestProposedReason) {
        return QStringLiteral("a proposed decision has a reason of at most %1 characters")
            .arg(kLongestProposedReason);
    }
    if (proposed.kind != DecisionKind::Accepted && proposed.kind != DecisionKind::Rejected &&
        proposed.kind != DecisionKind::Edited) {
        return QStringLiteral("a proposed decision is to accept, to reject or to edit");
    }
    if ((proposed.kind == DecisionKind::Edited) == proposed.editedText.isNull() ||
        proposed.editedText.size() > kLongestProposedText) {
        return QStringLiteral("an edit, and nothing else, has a text, of at most 1 MiB");
    }
    return {};
}

} // namespace

Result<JournalEntry> journalEntry(const ProposedDecision& proposed)
{
    const QString fault = faultOf(proposed);
    if (!fault.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, fault, QString::fromLatin1(proposed.hunkKey)};
    }
    QJsonObject body{{QStringLiteral("key"), QString::fromLatin1(proposed.hunkKey)},
                     {QStringLiteral("decision"), decisionId(proposed.kind)},
                     {QStringLiteral("reason"), proposed.reason},
                     {QStringLiteral("by"), proposed.by}};
    if (proposed.kind == DecisionKind::Edited) {
        body.insert(QStringLiteral("text"), QString::fromLatin1(proposed.editedText.toBase64()));
    }
    return JournalEntry{JournalKind::Proposal,
                        QString::fromLatin1(proposed.hunkKey) + u' ' + proposed.by, proposed.time,
                        QJsonDocument(body).toJson(QJsonDocument::Compact)};
}

Result<QVector<ProposedDecision>> proposedDecisions(const ProjectFile& file)
{
    const auto entries = file.journal(JournalKind::Proposal);
    if (!entries) {
        return entries.error();
    }
    QVector<ProposedDecision> all;
    for (const JournalEntry& entry : *entries) {
        const QJsonObject body = QJsonDocument::fromJson(entry.body).object();
        ProposedDecision one;
        one.hunkKey = body.value(u"key").toString().toLatin1();
        const auto kind = decisionFromId(body.value(u"decision").toString());
        one.kind = kind.value_or(DecisionKind::Open);
        if (one.kind == DecisionKind::Edited) {
            one.editedText = QByteArray::fromBase64(body.value(u"text").toString().toLatin1());
            one.editedText.append("", 0); // empty, not null
        }
        one.reason = body.value(u"reason").toString();
        one.by = body.value(u"by").toString();
        one.time = entry.time;
        if (faultOf(one).isEmpty()) {
            all.append(one);
        }
    }
    return all;
}

} // namespace rocport
