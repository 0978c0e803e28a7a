#include "core/scan/keptplaces.h"
#include "core/store/projectfile_p.h"
#include "core/store/scancodec.h"

#include <QCryptographicHash>
#include <QSet>

namespace rocport {

namespace {

constexpr qsizetype kDigestBytes = 16;

QByteArray digestOf(const QByteArray& payload)
{
    return QCryptographicHash::hash(payload, QCryptographicHash::Blake2b_160).left(kDigestBytes);
}

/// A row of scan_file to write.
struct FileRow
{
    const FileAnalysis* analysis = nullptr;
    QByteArray identity;
    QByteArray payload;
    QByteArray digest;
};

/// What could not be read again is not written: names in a git tree can be anything.
Result<void> checkNames(const FileAnalysis& file)
{
    const auto refuse = [&](const QString& problem) {
        return Error{ErrorCode::InvalidArgument, problem, file.path.display()};
    };
    if (file.path.isEmpty() || !isInsideRepository(file.path.bytes())) {
        return refuse(QStringLiteral("the path points outside the repository"));
    }
    for (const Hunk& hunk : file.hunks) {
        Hunk checked = hunk;
        checked.referenceUrl.clear();
        if (const QString problem = stored::problemOf(checked); !problem.isEmpty()) {
            return refuse(problem);
        }
    }
    return {};
}

Result<void> writeFile(Statement& statement, const FileRow& row)
{
    statement.blob(row.analysis->path.bytes())
        .blob(row.identity)
        .ascii(row.analysis->contentHash)
        .text(languageId(row.analysis->language))
        .number(row.analysis->findings.size())
        .number(row.analysis->hunks.size())
        .text(row.analysis->skipped)
        .blob(row.digest)
        .blob(row.payload);
    return statement.run();
}

Result<void> writeScanRow(const Database& database, const ScanResult& scan)
{
    qint64 findings = 0;
    for (const auto& file : scan.files) {
        findings += file->findings.size();
    }
    const QByteArray payload = encodeScan(scan);
    Statement statement(
        database, QStringLiteral("INSERT INTO scan (id, source, commit_id, files, findings, hunks, "
                                 "scanned, digest, payload) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?) "
                                 "ON CONFLICT (id) DO UPDATE SET source = excluded.source, "
                                 "commit_id = excluded.commit_id, files = excluded.files, "
                                 "findings = excluded.findings, hunks = excluded.hunks, "
                                 "scanned = excluded.scanned, digest = excluded.digest, "
                                 "payload = excluded.payload"));
    statement.text(scan.source)
        .ascii(scan.commit)
        .number(scan.files.size())
        .number(findings)
        .number(scan.hunks.size())
        .number(QDateTime::currentMSecsSinceEpoch())
        .blob(digestOf(payload))
        .blob(payload);
    return statement.run();
}

} // namespace

Result<void> ProjectFile::Private::readStored() const
{
    Statement statement(*database, QStringLiteral("SELECT path, identity, digest FROM scan_file"));
    if (Result<void> run = statement.run(); !run) {
        return run;
    }
    stored.clear();
    statement.allow(2 * Statement::kMaxRows); // there is a row for each source file
    while (statement.next()) {
        stored.insert(RepoPath(statement.blobAt(0)),
                      {{}, statement.blobAt(1), statement.blobAt(2)});
    }
    Result<void> done = statement.finish();
    storedKnown = done.ok();
    return done;
}

Result<void> ProjectFile::saveScan(const ScanResult& scan)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    if (!d->storedKnown) {
        if (Result<void> read = d->readStored(); !read) {
            return read;
        }
    }
    const auto before = d->stored;
    auto after = before;
    Transaction transaction(*d->database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun;
    }
    Statement insert(
        *d->database,
        QStringLiteral("INSERT INTO scan_file (path, identity, content_hash, language, "
                       "findings, hunks, skipped, digest, payload) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
                       "ON CONFLICT (path) DO UPDATE SET identity = excluded.identity, "
                       "content_hash = excluded.content_hash, "
                       "language = excluded.language, findings = excluded.findings, "
                       "hunks = excluded.hunks, skipped = excluded.skipped, "
                       "digest = excluded.digest, payload = excluded.payload"));
    Statement touch(*d->database,
                    QStringLiteral("UPDATE scan_file SET identity = ? WHERE path = ?"));
    Statement remove(*d->database, QStringLiteral("DELETE FROM scan_file WHERE path = ?"));
    QSet<RepoPath> present;
    present.reserve(scan.files.size());
    for (const auto& file : scan.files) {
        present.insert(file->path);
        const QByteArray identity = scan.identities.value(file->path);
        const Private::StoredFile old = before.value(file->path);
        const bool sameObject = !old.digest.isEmpty() && old.analysis.lock() == file;
        FileRow row{file.get(), identity, {}, old.digest};
        if (!sameObject) {
            if (Result<void> fine = checkNames(*file); !fine) {
                return fine;
            }
            row.payload = encodeAnalysis(*file);
            row.digest = digestOf(row.payload);
        }
        Result<void> written;
        if (row.digest != old.digest) {
            written = writeFile(insert, row);
        } else if (identity != old.identity) {
            written = touch.blob(identity).blob(file->path.bytes()).run();
        }
        if (!written) {
            return written;
        }
        after.insert(file->path, {file, identity, row.digest});
    }
    for (auto it = before.begin(); it != before.end(); ++it) {
        if (present.contains(it.key())) {
            continue;
        }
        if (Result<void> removed = remove.blob(it.key().bytes()).run(); !removed) {
            return removed;
        }
        after.remove(it.key());
    }
    if (Result<void> written = writeScanRow(*d->database, scan); !written) {
        return written;
    }
    if (Result<void> committed = transaction.commit(); !committed) {
        return committed;
    }
    d->stored = after;
    return {};
}

Result<std::shared_ptr<const ScanResult>> ProjectFile::loadScan() const
{
    // One read transaction, so that a reader beside a writer sees one scan and not two halves.
    Statement head(*d->database, QStringLiteral("SELECT digest, payload FROM scan WHERE id = 1"));
    Statement rows(*d->database,
                   QStringLiteral("SELECT path, identity, digest, payload FROM scan_file "
                                  "ORDER BY path"));
    if (Result<void> run = head.run(); !run) {
        return run.error();
    }
    if (!head.next()) {
        if (Result<void> done = head.finish(); !done) {
            return done.error();
        }
        return std::shared_ptr<const ScanResult>();
    }
    const QByteArray payload = head.blobAt(1);
    if (digestOf(payload) != head.blobAt(0)) {
        return d->corrupt(QStringLiteral("the stored scan does not match its digest"));
    }
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    auto scan = std::make_shared<ScanResult>();
    StringPool pool;
    QHash<RepoPath, Private::StoredFile> stored;
    qsizetype places = 0;
    rows.allow(2 * Statement::kMaxRows);
    while (rows.next()) {
        const QByteArray digest = rows.blobAt(2);
        const QByteArray filePayload = rows.blobAt(3);
        std::shared_ptr<const FileAnalysis> file;
        if (digestOf(filePayload) == digest) {
            file = decodeAnalysis(filePayload, pool);
        }
        if (!file || file->path.bytes() != rows.blobAt(0)) {
            return d->corrupt(QStringLiteral("the stored analysis of %1 is damaged")
                                  .arg(RepoPath(rows.blobAt(0)).display()));
        }
        const QByteArray identity = rows.blobAt(1);
        if (!identity.isEmpty()) {
            scan->identities.insert(file->path, identity);
        }
        stored.insert(file->path, {file, identity, digest});
        places += placesOf(*file);
        if (places > KeptPlaces::kMost) {
            return std::shared_ptr<const ScanResult>(); // of an older version: scanned anew
        }
        scan->files.append(std::move(file));
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    if (!decodeScan(payload, pool, *scan)) {
        return d->corrupt(QStringLiteral("the stored scan is damaged"));
    }
    d->stored = stored;
    d->storedKnown = true;
    return std::shared_ptr<const ScanResult>(scan);
}

Result<QDateTime> ProjectFile::scannedAt() const
{
    const Result<QVariant> time =
        d->database->scalar(QStringLiteral("SELECT scanned FROM scan WHERE id = 1"));
    if (!time) {
        return time.error();
    }
    return time->isValid() ? timeFromFile(time->toLongLong()) : QDateTime();
}

} // namespace rocport
