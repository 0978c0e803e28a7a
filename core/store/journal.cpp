#include "core/store/journal.h"

#include "core/store/projectfile_p.h"

namespace rocport {

QString journalKindId(JournalKind kind)
{
    switch (kind) {
    case JournalKind::Probe:
        return QStringLiteral("probe");
    case JournalKind::Job:
        return QStringLiteral("job");
    case JournalKind::VerifyRun:
        return QStringLiteral("verify-run");
    case JournalKind::Tolerance:
        return QStringLiteral("tolerance");
    case JournalKind::GuardStep:
        return QStringLiteral("guard-step");
    case JournalKind::BranchStep:
        return QStringLiteral("branch-step");
    case JournalKind::Proposal:
        return QStringLiteral("proposed-decision");
    case JournalKind::Review:
        return QStringLiteral("port-review");
    case JournalKind::ReviewDecision:
        return QStringLiteral("port-review-decision");
    case JournalKind::ReviewThread:
        return QStringLiteral("port-review-thread");
    case JournalKind::ReviewChecks:
        return QStringLiteral("port-review-checks");
    case JournalKind::Choice:
        break;
    }
    return QStringLiteral("choice");
}

Result<void> insertJournal(const Database& database, const QVector<JournalEntry>& entries)
{
    Statement insert(
        database,
        QStringLiteral("INSERT INTO journal (kind, subject, time, body) VALUES (?, ?, ?, ?)"));
    for (const JournalEntry& entry : entries) {
        insert.text(journalKindId(entry.kind)).text(entry.subject);
        insert.number(entry.time.isValid() ? entry.time.toMSecsSinceEpoch()
                                           : QDateTime::currentMSecsSinceEpoch());
        insert.blob(entry.body);
        if (Result<void> run = insert.run(); !run) {
            return run;
        }
    }
    return {};
}

Result<void> ProjectFile::appendJournal(const QVector<JournalEntry>& entries)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    for (const JournalEntry& entry : entries) {
        if (Result<void> fine = stored::check(entry); !fine) {
            return Error{fine.error().code, fine.error().detail,
                         QStringLiteral("journal entry ") + entry.subject.left(200)};
        }
    }
    Transaction transaction(*d->database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun;
    }
    if (Result<void> done = insertJournal(*d->database, entries); !done) {
        return done;
    }
    return transaction.commit();
}

Result<QVector<JournalEntry>> ProjectFile::journal(JournalKind kind) const
{
    Statement rows(*d->database,
                   QStringLiteral("SELECT subject, time, body FROM journal WHERE id IN "
                                  "(SELECT max(id) FROM journal WHERE kind = ? GROUP BY subject) "
                                  "ORDER BY id"));
    rows.text(journalKindId(kind));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    QVector<JournalEntry> entries;
    while (rows.next()) {
        JournalEntry entry;
        entry.kind = kind;
        entry.subject = rows.textAt(0);
        entry.time = timeFromFile(rows.numberAt(1));
        entry.body = rows.blobAt(2);
        if (Result<void> fine = d->sound(entry); !fine) {
            return fine.error();
        }
        entries.append(entry);
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return entries;
}

} // namespace rocport
