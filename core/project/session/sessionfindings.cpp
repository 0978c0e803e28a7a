// Findings for which no change is proposed: what a person says of them.
#include "core/base/wording.h"
#include "core/plan/counts.h"
#include "core/project/session/sessionprivate.h"

namespace rocport {

Result<void> ProjectSession::tickFindings(const QVector<QByteArray>& ids, FindingState state,
                                          const QString& note)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    if (ids.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no finding is selected"), {}};
    }
    if (state == FindingState::NotNeeded && note.trimmed().isEmpty()) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a note is needed that says why nothing has to be done"),
                     {}};
    }
    QSet<QByteArray> missing(ids.cbegin(), ids.cend());
    QString place;
    forEachFindingForAPerson(
        *m_state->scan,
        [&](const Finding& finding) {
            if (missing.remove(finding.id)) {
                place = finding.path.display() + u':' + QString::number(finding.line);
            }
        },
        FindingTrees::All);
    if (!missing.isEmpty()) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the finding is not in this scan, or a change covers it"),
                     QString::fromLatin1(*missing.cbegin())};
    }
    DecisionBatch batch;
    const QString word = state == FindingState::Done        ? QStringLiteral("Done")
                         : state == FindingState::NotNeeded ? QStringLiteral("Not needed")
                                                            : QStringLiteral("Open again");
    batch.label =
        ids.size() == 1
            ? QStringLiteral("%1: finding at %2").arg(word, place)
            : QStringLiteral("%1: %2").arg(word, counted(ids.size(), "finding", "findings"));
    batch.author = authorOf(*m_state);
    batch.time = QDateTime::currentDateTimeUtc();
    batch.decisions.reserve(ids.size());
    for (const QByteArray& id : ids) {
        batch.decisions.append(findingDecision(id, state, note.trimmed()));
    }
    d->appendBatch(std::move(batch));
    return {};
}

} // namespace rocport
