// Commits of the port's branch as the project file records them, and the step that is under way.
#include "core/store/branchsteps.h"
#include "core/store/projectfile_p.h"

namespace rocport {

namespace {

Result<void> insertCommit(const Database& database, const RecordedCommit& commit)
{
    if (commit.id.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("a commit needs an id"), {}};
    }
    if (Result<void> fine = stored::check(commit); !fine) {
        return fine;
    }
    Statement insert(database, QStringLiteral("INSERT INTO port_commit (commit_id, phase, branch, "
                                              "message, time) VALUES (?, ?, ?, ?, ?)"));
    insert.ascii(commit.id).number(qint64(commit.phase)).text(commit.branch).text(commit.message);
    insert.number(timeToFile(commit.time));
    if (Result<void> run = insert.run(); !run) {
        return run;
    }
    const qint64 row = insert.lastInsertId();
    Statement hunk(database, QStringLiteral("INSERT INTO port_commit_hunk (port_commit, position, "
                                            "hunk_key) VALUES (?, ?, ?)"));
    for (qsizetype i = 0; i < commit.hunkKeys.size(); ++i) {
        if (Result<void> run = hunk.number(row).number(i).ascii(commit.hunkKeys[i]).run(); !run) {
            return run;
        }
    }
    return {};
}

/// Gives the row of the commit.
Result<qint64> insertUndone(const Database& database, const QByteArray& id)
{
    Statement find(database, QStringLiteral("SELECT max(c.id) FROM port_commit AS c "
                                            "LEFT JOIN port_commit_undone AS u "
                                            "ON u.port_commit = c.id "
                                            "WHERE c.commit_id = ? AND u.port_commit IS NULL"));
    if (Result<void> run = find.ascii(id).run(); !run) {
        return run.error();
    }
    if (!find.next() || find.isNullAt(0)) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no such commit is recorded"),
                     QString::fromLatin1(id)};
    }
    const qint64 row = find.numberAt(0);
    if (Result<void> done = find.finish(); !done) {
        return done.error();
    }
    Statement insert(
        database,
        QStringLiteral("INSERT INTO port_commit_undone (port_commit, time) VALUES (?, ?)"));
    if (Result<void> run = insert.number(row).number(QDateTime::currentMSecsSinceEpoch()).run();
        !run) {
        return run.error();
    }
    return row;
}

Result<void> insertReplaced(const Database& database, const ReplacedCommit& replaced, int number)
{
    const Result<qint64> row = insertUndone(database, replaced.id);
    if (!row) {
        return row.error();
    }
    if (replaced.by.isEmpty()) {
        return {};
    }
    if (!stored::isCommitId(replaced.by)) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a commit is replaced by no commit"),
                     QString::fromLatin1(replaced.by)};
    }
    Statement insert(database, QStringLiteral("INSERT INTO port_commit_replaced (port_commit, "
                                              "by_commit, rewrite) VALUES (?, ?, ?)"));
    return insert.number(*row).ascii(replaced.by).number(number).run();
}

Result<void> insertRewrite(const Database& database, const CommitRewrite& rewrite)
{
    for (const ReplacedCommit& replaced : rewrite.replaced) {
        if (Result<void> done = insertReplaced(database, replaced, rewrite.number); !done) {
            return done;
        }
    }
    for (const RecordedCommit& commit : rewrite.made) {
        if (Result<void> done = insertCommit(database, commit); !done) {
            return done;
        }
    }
    return {};
}

/// The one subject of entries about steps of the branch; the newest counts.
JournalEntry stepEntry(const QByteArray& body)
{
    return {JournalKind::BranchStep, QStringLiteral("port"), {}, body};
}

const QByteArray kNoStep = QByteArrayLiteral("{}");

} // namespace

Result<void> ProjectFile::recordCommit(const RecordedCommit& commit)
{
    return recordRewrite({0, {}, {commit}});
}

Result<void> ProjectFile::recordUndoneCommit(const QByteArray& id)
{
    return recordRewrite({0, {{id, {}}}, {}});
}

Result<void> ProjectFile::recordRewrite(const CommitRewrite& rewrite)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    Transaction transaction(*d->database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun;
    }
    if (Result<void> done = insertRewrite(*d->database, rewrite); !done) {
        return done;
    }
    return transaction.commit();
}

Result<QVector<RecordedCommit>> ProjectFile::commits() const
{
    QVector<RecordedCommit> commits;
    Statement rows(*d->database,
                   QStringLiteral("SELECT c.id, c.commit_id, c.phase, c.branch, c.message, c.time, "
                                  "u.port_commit, h.hunk_key, r.by_commit, r.rewrite "
                                  "FROM port_commit AS c "
                                  "LEFT JOIN port_commit_undone AS u ON u.port_commit = c.id "
                                  "LEFT JOIN port_commit_replaced AS r ON r.port_commit = c.id "
                                  "LEFT JOIN port_commit_hunk AS h ON h.port_commit = c.id "
                                  "ORDER BY c.id, h.position"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    qint64 last = -1;
    while (rows.next()) {
        if (rows.numberAt(0) != last) {
            last = rows.numberAt(0);
            const std::optional<Phase> phase = phaseFromInt(int(rows.numberAt(2)));
            if (!phase) {
                return d->corrupt(QStringLiteral("a commit belongs to no phase"));
            }
            commits.append({rows.asciiAt(1),
                            *phase,
                            rows.textAt(3),
                            rows.textAt(4),
                            timeFromFile(rows.numberAt(5)),
                            {},
                            !rows.isNullAt(6),
                            rows.isNullAt(8) ? QByteArray() : rows.asciiAt(8),
                            rows.isNullAt(9) ? 0 : int(rows.numberAt(9))});
        }
        if (!rows.isNullAt(7)) {
            commits.last().hunkKeys.append(rows.asciiAt(7));
        }
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    for (const RecordedCommit& commit : std::as_const(commits)) {
        if (Result<void> fine = d->sound(commit); !fine) {
            return fine.error();
        }
    }
    return commits;
}

Result<void> ProjectFile::beginBranchStep(const BranchStep& step,
                                          const QVector<GeneratedFile>& generated)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    const JournalEntry entry = stepEntry(branchStepToBody(step));
    if (Result<void> fine = stored::check(entry); !fine) {
        return fine;
    }
    Transaction transaction(*d->database);
    Result<void> done = transaction.begin();
    if (done) {
        done = insertGenerated(*d->database, generated);
    }
    if (done) {
        done = insertJournal(*d->database, {entry});
    }
    return done ? transaction.commit() : done;
}

Result<void> ProjectFile::endBranchStep(const BranchStep& step)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    Transaction transaction(*d->database);
    Result<void> done = transaction.begin();
    for (const CommitRewrite& rewrite : step.rewrites) {
        done = done ? insertRewrite(*d->database, rewrite) : done;
    }
    if (done && !step.base.isEmpty()) {
        Statement update(*d->database, QStringLiteral("UPDATE project SET base_commit = ?"));
        done = update.ascii(step.base).run();
    }
    if (done) {
        done = insertJournal(*d->database, {stepEntry(kNoStep)});
    }
    return done ? transaction.commit() : done;
}

Result<void> ProjectFile::dropBranchStep()
{
    return appendJournal({stepEntry(kNoStep)});
}

Result<std::optional<BranchStep>> ProjectFile::openBranchStep() const
{
    const Result<QVector<JournalEntry>> entries = journal(JournalKind::BranchStep);
    if (!entries) {
        return entries.error();
    }
    if (entries->isEmpty() || entries->last().body == kNoStep) {
        return std::optional<BranchStep>();
    }
    Result<BranchStep> step = branchStepFromBody(entries->last().body);
    if (!step) {
        return d->corrupt(step.error().detail);
    }
    return std::optional<BranchStep>(*std::move(step));
}

} // namespace rocport
