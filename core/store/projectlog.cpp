#include "core/store/bytecodec.h"
#include "core/store/guardsteps.h"
#include "core/store/projectfile_p.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

QString batchKindId(BatchKind kind)
{
    switch (kind) {
    case BatchKind::Undo:
        return QStringLiteral("undo");
    case BatchKind::Redo:
        return QStringLiteral("redo");
    case BatchKind::Decide:
        break;
    }
    return QStringLiteral("decide");
}

std::optional<BatchKind> batchKindFromId(const QString& id)
{
    for (const BatchKind kind : {BatchKind::Decide, BatchKind::Undo, BatchKind::Redo}) {
        if (batchKindId(kind) == id) {
            return kind;
        }
    }
    return std::nullopt;
}

Result<void> writeDecisions(const Database& database, qint64 batch,
                            const QVector<Decision>& decisions)
{
    Statement insert(
        database,
        QStringLiteral("INSERT INTO decision (batch_id, position, hunk_key, kind, "
                       "edited_text, note, override_reason) VALUES (?, ?, ?, ?, ?, ?, ?)"));
    for (qsizetype i = 0; i < decisions.size(); ++i) {
        const Decision& decision = decisions[i];
        insert.number(batch).number(i).ascii(decision.hunkKey).text(decisionId(decision.kind));
        if (decision.kind == DecisionKind::Edited) {
            insert.blob(decision.editedText);
        } else {
            insert.null();
        }
        insert.text(decision.note).text(decision.overrideReason);
        if (Result<void> run = insert.run(); !run) {
            return run;
        }
    }
    return {};
}

/// Beside the batch, in the same transaction: both are there or neither is.
Result<void> writeGuardStep(const Database& database, qint64 batch, const GuardStep& step)
{
    if (step.isEmpty()) {
        return {};
    }
    Statement insert(
        database,
        QStringLiteral("INSERT INTO journal (kind, subject, time, body) VALUES (?, ?, ?, ?)"));
    insert.text(journalKindId(JournalKind::GuardStep)).text(QString::number(batch));
    insert.number(QDateTime::currentMSecsSinceEpoch()).blob(guardStepToBody(step));
    return insert.run();
}

} // namespace

void LogSize::add(const DecisionBatch& batch)
{
    ++batches;
    bytes += batch.label.toUtf8().size() + batch.author.toUtf8().size();
    for (const Decision& decision : batch.decisions) {
        add(decision);
    }
}

void LogSize::add(const Decision& decision)
{
    ++decisions;
    bytes += decision.editedText.size() + decision.note.toUtf8().size() +
             decision.overrideReason.toUtf8().size();
}

QString LogSize::problem() const
{
    if (batches > kMostBatches) {
        return QStringLiteral("its decisions were made in more than %1 steps").arg(kMostBatches);
    }
    if (decisions > kMostDecisions) {
        return QStringLiteral("it contains more than %1 decisions").arg(kMostDecisions);
    }
    if (bytes > kMostBytes) {
        return QStringLiteral("its decisions contain more than %1 MiB of text")
            .arg(kMostBytes / (1024 * 1024));
    }
    return {};
}

Result<void> ProjectFile::Private::measureLog() const
{
    Statement batches(*database,
                      QStringLiteral("SELECT count(*), ifnull(sum(length(CAST(label AS BLOB)) + "
                                     "length(CAST(author AS BLOB))), 0) FROM decision_batch"));
    Statement decisions(
        *database,
        QStringLiteral("SELECT count(*), ifnull(sum(ifnull(length(CAST(edited_text AS BLOB)), 0) + "
                       "length(CAST(note AS BLOB)) + length(CAST(override_reason AS BLOB))), 0) "
                       "FROM decision"));
    LogSize size;
    for (const auto& [statement, count] :
         {std::pair(&batches, &LogSize::batches), std::pair(&decisions, &LogSize::decisions)}) {
        if (Result<void> run = statement->run(); !run) {
            return run;
        }
        if (statement->next()) {
            size.*count = statement->numberAt(0);
            size.bytes += statement->numberAt(1);
        }
        if (Result<void> done = statement->finish(); !done) {
            return done;
        }
    }
    logSize = size;
    return {};
}

Result<qint64> ProjectFile::appendBatch(const DecisionBatch& batch)
{
    return appendBatches({batch});
}

Result<qint64> ProjectFile::appendBatches(const QVector<DecisionBatch>& batches)
{
    if (Result<void> can = d->writable(); !can) {
        return can.error();
    }
    for (const DecisionBatch& batch : batches) {
        for (const Decision& decision : batch.decisions) {
            if (Result<void> fine = stored::check(decision); !fine) {
                return fine.error();
            }
        }
    }
    if (!d->logSize) {
        if (Result<void> measured = d->measureLog(); !measured) {
            return measured.error();
        }
    }
    LogSize size = *d->logSize;
    for (const DecisionBatch& batch : batches) {
        size.add(batch);
    }
    if (const QString problem = size.problem(); !problem.isEmpty()) {
        return Error{
            ErrorCode::StoreFailed,
            QStringLiteral("with this, %1; what follows needs a new project file").arg(problem),
            d->path};
    }
    Transaction transaction(*d->database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun.error();
    }
    qint64 id = 0;
    for (const DecisionBatch& batch : batches) {
        Statement insert(*d->database,
                         QStringLiteral("INSERT INTO decision_batch (kind, label, author, "
                                        "time) VALUES (?, ?, ?, ?)"));
        insert.text(batchKindId(batch.kind)).text(batch.label).text(batch.author);
        insert.number(timeToFile(batch.time));
        if (Result<void> run = insert.run(); !run) {
            return run.error();
        }
        id = insert.lastInsertId();
        if (Result<void> written = writeDecisions(*d->database, id, batch.decisions); !written) {
            return written.error();
        }
        if (Result<void> written = writeGuardStep(*d->database, id, batch.guards); !written) {
            return written.error();
        }
    }
    if (Result<void> committed = transaction.commit(); !committed) {
        return committed.error();
    }
    d->logSize = size;
    return id;
}

Result<QVector<DecisionBatch>> ProjectFile::batches() const
{
    QVector<DecisionBatch> batches;
    LogSize size;
    StringPool pool; // most batches are one person's, and say the same
    Statement rows(
        *d->database,
        QStringLiteral("SELECT b.id, b.kind, b.label, b.author, b.time, d.hunk_key, d.kind, "
                       "d.edited_text, d.note, d.override_reason "
                       "FROM decision_batch AS b LEFT JOIN decision AS d "
                       "ON d.batch_id = b.id ORDER BY b.id, d.position"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    rows.allow(2 * Statement::kMaxRows); // LogSize is the bound
    while (size.problem().isEmpty() && rows.next()) {
        const qint64 id = rows.numberAt(0);
        if (batches.isEmpty() || batches.last().id != id) {
            const std::optional<BatchKind> kind = batchKindFromId(rows.textAt(1));
            if (!kind) {
                return d->corrupt(
                    QStringLiteral("the kind of decision batch %1 is not known").arg(id));
            }
            batches.append({id,
                            *kind,
                            pool.shared(rows.textAt(2)),
                            pool.shared(rows.textAt(3)),
                            timeFromFile(rows.numberAt(4)),
                            {},
                            {}});
            size.add(batches.last());
        }
        if (rows.isNullAt(5)) {
            continue;
        }
        const std::optional<DecisionKind> kind = decisionFromId(rows.textAt(6));
        if (!kind) {
            return d->corrupt(
                QStringLiteral("the kind of a decision of batch %1 is not known").arg(id));
        }
        batches.last().decisions.append(
            {rows.asciiAt(5), *kind, rows.blobAt(7), rows.textAt(8), rows.textAt(9)});
        size.add(batches.last().decisions.last());
        if (Result<void> fine = d->sound(batches.last().decisions.last()); !fine) {
            return fine.error();
        }
    }
    if (const QString problem = size.problem(); !problem.isEmpty()) {
        return d->corrupt(problem);
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    d->logSize = size;
    const Result<QVector<JournalEntry>> steps = journal(JournalKind::GuardStep);
    if (!steps) {
        return steps.error();
    }
    for (const JournalEntry& entry : *steps) {
        const qint64 id = entry.subject.toLongLong();
        const auto batch = std::lower_bound(
            batches.begin(), batches.end(), id,
            [](const DecisionBatch& one, qint64 wanted) { return one.id < wanted; });
        Result<GuardStep> step = guardStepFromBody(entry.body);
        if (!step || batch == batches.end() || batch->id != id) {
            return d->corrupt(step ? QStringLiteral("a guard step belongs to no decision batch")
                                   : step.error().detail);
        }
        batch->guards = *std::move(step);
    }
    return batches;
}

Result<void> ProjectFile::setOverride(const PlanOverride& planOverride, bool active)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    if (planOverride.subject.isEmpty() || (active && planOverride.reason.trimmed().isEmpty())) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("an override needs a reason"),
                     planOverride.subject};
    }
    if (Result<void> fine = stored::check(planOverride); !fine) {
        return fine;
    }
    Statement insert(*d->database,
                     QStringLiteral("INSERT INTO plan_override (subject, value, reason, "
                                    "active, time) VALUES (?, ?, ?, ?, ?)"));
    insert.text(planOverride.subject).number(planOverride.value ? 1 : 0).text(planOverride.reason);
    insert.number(active ? 1 : 0).number(QDateTime::currentMSecsSinceEpoch());
    return insert.run();
}

Result<QVector<PlanOverride>> ProjectFile::overrides() const
{
    QVector<PlanOverride> overrides;
    Statement rows(*d->database,
                   QStringLiteral("SELECT subject, value, reason FROM plan_override WHERE id IN "
                                  "(SELECT max(id) FROM plan_override GROUP BY subject) "
                                  "AND active = 1 ORDER BY id"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        overrides.append({rows.textAt(0), rows.numberAt(1) != 0, rows.textAt(2)});
        if (Result<void> fine = d->sound(overrides.last()); !fine) {
            return fine.error();
        }
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return overrides;
}

Result<void> ProjectFile::setSummary(Phase phase, const QString& text)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    if (text.isEmpty()) {
        Statement remove(*d->database, QStringLiteral("DELETE FROM phase_summary WHERE phase = ?"));
        return remove.number(qint64(phase)).run();
    }
    if (text.size() > kLongestSummary) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a summary can have at most 200,000 characters"),
                     QStringLiteral("the summary of phase %1").arg(static_cast<int>(phase))};
    }
    Statement insert(
        *d->database,
        QStringLiteral("INSERT INTO phase_summary (phase, text, edited) VALUES (?, ?, ?) "
                       "ON CONFLICT (phase) DO UPDATE SET text = excluded.text, "
                       "edited = excluded.edited"));
    return insert.number(qint64(phase))
        .text(text)
        .number(QDateTime::currentMSecsSinceEpoch())
        .run();
}

Result<QVector<StoredSummary>> ProjectFile::summaries() const
{
    QVector<StoredSummary> summaries;
    Statement rows(*d->database,
                   QStringLiteral("SELECT phase, text, edited FROM phase_summary ORDER BY phase"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        const std::optional<Phase> phase = phaseFromInt(int(rows.numberAt(0)));
        if (!phase) {
            return d->corrupt(QStringLiteral("a summary belongs to no phase"));
        }
        QString text = rows.textAt(1);
        if (text.size() > kLongestSummary) {
            return d->corrupt(QStringLiteral("a summary is longer than 200,000 characters"));
        }
        summaries.append({*phase, std::move(text), timeFromFile(rows.numberAt(2))});
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return summaries;
}

Result<void> ProjectFile::recordExport(const RecordedExport& record)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    if (Result<void> fine = stored::check(record); !fine) {
        return fine;
    }
    Statement insert(*d->database, QStringLiteral("INSERT INTO report_export (format, path, time, "
                                                  "at_batch) VALUES (?, ?, ?, ?)"));
    insert.text(record.format).text(record.path).number(timeToFile(record.time));
    return insert.number(record.atBatch).run();
}

Result<QVector<RecordedExport>> ProjectFile::exports() const
{
    QVector<RecordedExport> exports;
    Statement rows(*d->database,
                   QStringLiteral("SELECT format, path, time, at_batch FROM report_export "
                                  "ORDER BY id"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        exports.append(
            {rows.textAt(0), rows.textAt(1), timeFromFile(rows.numberAt(2)), rows.numberAt(3)});
        if (Result<void> fine = d->sound(exports.last()); !fine) {
            return fine.error();
        }
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return exports;
}

} // namespace rocport
