#include "core/store/projectfile_p.h"

#include <limits>

namespace rocport {

namespace {

/// Compressed content from elsewhere must not ask for more memory than a file may have.
constexpr quint32 kMaxContent = 256U * 1024 * 1024;

/// Out of range: -1, which is no line.
int lineAt(const Statement& rows, int column)
{
    const qint64 line = rows.numberAt(column);
    return line >= 0 && line <= std::numeric_limits<int>::max() ? static_cast<int>(line) : -1;
}

QString joined(const QVector<QByteArray>& ids)
{
    QString text;
    for (const QByteArray& id : ids) {
        text += (text.isEmpty() ? QString() : QStringLiteral(",")) + QString::fromLatin1(id);
    }
    return text;
}

QVector<QByteArray> split(const QString& ids)
{
    QVector<QByteArray> result;
    for (const QString& id : ids.split(u',', Qt::SkipEmptyParts)) {
        result.append(id.toLatin1());
    }
    return result;
}

Result<QByteArray> unpacked(const QByteArray& blob)
{
    const bool known = blob.size() >= 4;
    const auto byte = [&](int i) { return static_cast<quint32>(static_cast<uchar>(blob[i])); };
    const quint32 size =
        known ? (byte(0) << 24U) | (byte(1) << 16U) | (byte(2) << 8U) | byte(3) : kMaxContent;
    if (!known || size >= kMaxContent) {
        return Error{ErrorCode::ProjectCorrupt, QStringLiteral("a generated file is damaged"), {}};
    }
    const QByteArray content = qUncompress(blob);
    if (static_cast<quint32>(content.size()) != size) {
        return Error{ErrorCode::ProjectCorrupt, QStringLiteral("a generated file is damaged"), {}};
    }
    return content;
}

} // namespace

Result<void> ProjectFile::keepDecisionTexts(const QVector<DecisionText>& texts)
{
    if (Result<void> can = d->writable(); !can || texts.isEmpty()) {
        return can;
    }
    Transaction transaction(*d->database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun;
    }
    Statement insert(
        *d->database,
        QStringLiteral("INSERT INTO decision_text (hunk_key, source_path, target_path, first_line, "
                       "last_line, rule_ids, finding_ids, title, original, proposed, time) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hunk_key) DO UPDATE "
                       "SET first_line = excluded.first_line, last_line = excluded.last_line, "
                       "original = excluded.original, proposed = excluded.proposed, "
                       "time = excluded.time"));
    for (const DecisionText& text : texts) {
        if (Result<void> fine = stored::check(text); !fine) {
            return fine;
        }
        insert.ascii(text.hunkKey).blob(text.sourcePath.bytes()).blob(text.targetPath.bytes());
        insert.number(text.firstLine).number(text.lastLine).text(text.ruleIds.join(u','));
        insert.text(joined(text.findingIds)).text(text.title);
        insert.blob(text.original).blob(text.proposed).number(QDateTime::currentMSecsSinceEpoch());
        if (Result<void> run = insert.run(); !run) {
            return run;
        }
    }
    return transaction.commit();
}

Result<QVector<DecisionText>> ProjectFile::decisionTexts() const
{
    QVector<DecisionText> texts;
    Statement rows(*d->database,
                   QStringLiteral("SELECT hunk_key, source_path, target_path, first_line, "
                                  "last_line, rule_ids, finding_ids, title, original, proposed "
                                  "FROM decision_text ORDER BY hunk_key"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        DecisionText text;
        text.hunkKey = rows.asciiAt(0);
        text.sourcePath = RepoPath(rows.blobAt(1));
        text.targetPath = RepoPath(rows.blobAt(2));
        text.firstLine = lineAt(rows, 3);
        text.lastLine = lineAt(rows, 4);
        text.ruleIds = rows.textAt(5).split(u',', Qt::SkipEmptyParts);
        text.findingIds = split(rows.textAt(6));
        text.title = rows.textAt(7);
        text.original = rows.blobAt(8);
        text.proposed = rows.blobAt(9);
        if (Result<void> fine = d->sound(text); !fine) {
            return fine.error();
        }
        texts.append(text);
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return texts;
}

Result<void> insertGenerated(const Database& database, const QVector<GeneratedFile>& files)
{
    Statement insert(
        database,
        QStringLiteral("INSERT INTO generated_file (commit_id, path, content) VALUES (?, ?, ?)"));
    for (const GeneratedFile& file : files) {
        if (Result<void> fine = stored::check(file); !fine) {
            return fine;
        }
        insert.ascii(file.commit).blob(file.path.bytes()).blob(qCompress(file.content));
        if (Result<void> run = insert.run(); !run) {
            return run;
        }
    }
    return {};
}

Result<void> ProjectFile::recordGenerated(const QVector<GeneratedFile>& files)
{
    if (Result<void> can = d->writable(); !can || files.isEmpty()) {
        return can;
    }
    Transaction transaction(*d->database);
    Result<void> done = transaction.begin();
    if (done) {
        done = insertGenerated(*d->database, files);
    }
    return done ? transaction.commit() : done;
}

Result<QVector<GeneratedFile>> ProjectFile::generatedFiles() const
{
    QVector<GeneratedFile> files;
    Statement rows(
        *d->database,
        QStringLiteral("SELECT commit_id, path, content FROM generated_file ORDER BY id"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        const RepoPath path(rows.blobAt(1));
        Result<QByteArray> content = unpacked(rows.blobAt(2));
        if (!content) {
            return d->corrupt(content.error().detail);
        }
        files.append({rows.asciiAt(0), path, *std::move(content)});
        if (Result<void> fine = d->sound(files.last()); !fine) {
            return fine.error();
        }
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return files;
}

Result<void> ProjectFile::setGuardWidths(const QVector<GuardSetting>& settings)
{
    if (Result<void> can = d->writable(); !can || settings.isEmpty()) {
        return can;
    }
    Transaction transaction(*d->database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun;
    }
    Statement insert(
        *d->database,
        QStringLiteral("INSERT INTO guard_setting (subject, width, time) VALUES (?, ?, ?)"));
    for (const GuardSetting& setting : settings) {
        if (Result<void> fine = stored::check(setting); !fine) {
            return fine;
        }
        insert.text(setting.subject).text(setting.width);
        if (Result<void> run = insert.number(QDateTime::currentMSecsSinceEpoch()).run(); !run) {
            return run;
        }
    }
    return transaction.commit();
}

Result<QVector<GuardSetting>> ProjectFile::guardWidths() const
{
    QVector<GuardSetting> settings;
    Statement rows(*d->database,
                   QStringLiteral("SELECT subject, width FROM guard_setting WHERE id IN "
                                  "(SELECT max(id) FROM guard_setting GROUP BY subject) "
                                  "AND width <> '' ORDER BY id"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        settings.append({rows.textAt(0), rows.textAt(1)});
        if (Result<void> fine = d->sound(settings.last()); !fine) {
            return fine.error();
        }
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return settings;
}

Result<void> ProjectFile::setUserGuard(const UserGuard& guard, bool active)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    if (Result<void> fine = stored::check(guard); !fine) {
        return fine;
    }
    Statement insert(
        *d->database,
        QStringLiteral("INSERT INTO user_guard (guard_key, path, first_line, last_line, original, "
                       "reason, active, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
    insert.ascii(guard.key).blob(guard.path.bytes()).number(guard.firstLine);
    insert.number(guard.lastLine).blob(guard.original).text(guard.reason).number(active ? 1 : 0);
    return insert.number(QDateTime::currentMSecsSinceEpoch()).run();
}

Result<QVector<UserGuard>> ProjectFile::userGuards() const
{
    QVector<UserGuard> guards;
    Statement rows(*d->database,
                   QStringLiteral("SELECT guard_key, path, first_line, last_line, original, reason "
                                  "FROM user_guard WHERE id IN "
                                  "(SELECT max(id) FROM user_guard GROUP BY guard_key) "
                                  "AND active = 1 ORDER BY id"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        UserGuard guard;
        guard.key = rows.asciiAt(0);
        guard.path = RepoPath(rows.blobAt(1));
        guard.firstLine = lineAt(rows, 2);
        guard.lastLine = lineAt(rows, 3);
        guard.original = rows.blobAt(4);
        guard.reason = rows.textAt(5);
        if (Result<void> fine = d->sound(guard); !fine) {
            return fine.error();
        }
        guards.append(guard);
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return guards;
}

} // namespace rocport
