#include "core/files/writejournal.h"

#include "core/files/pending.h"
#include "core/files/repositoryname.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <optional>

namespace rocport {

namespace {

constexpr std::array kStates{"preparing", "exchanging", "done"};
constexpr int kVersion = 2;
constexpr int kWithoutRecords = 1;

// Names are bytes, not text.
QString encoded(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray decoded(const QJsonValue& value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QJsonArray encoded(const QVector<RepoPath>& folders)
{
    QJsonArray list;
    for (const RepoPath& folder : folders) {
        list.append(encoded(folder.bytes()));
    }
    return list;
}

QJsonObject encoded(const WriteJournal::Entry& entry)
{
    return {{QStringLiteral("path"), encoded(entry.path.bytes())},
            {QStringLiteral("beside"), encoded(entry.temporary)},
            {QStringLiteral("new"), QString::fromLatin1(entry.newHash)},
            {QStringLiteral("old"), QString::fromLatin1(entry.oldHash)}};
}

/// Nothing: a name that WriteSet does not make.
std::optional<WriteJournal::Entry> entryOf(const QJsonObject& object)
{
    WriteJournal::Entry entry;
    entry.path = RepoPath(decoded(object[QStringLiteral("path")]));
    entry.temporary = decoded(object[QStringLiteral("beside")]);
    entry.newHash = object[QStringLiteral("new")].toString().toLatin1();
    entry.oldHash = object[QStringLiteral("old")].toString().toLatin1();
    const bool known = checkRepositoryName(entry.path) &&
                       pending::isNameFor(entry.temporary, entry.path.fileName()) &&
                       !entry.newHash.isEmpty();
    return known ? std::optional(entry) : std::nullopt;
}

/// Nothing: as above.
std::optional<QVector<RepoPath>> foldersOf(const QJsonArray& list)
{
    QVector<RepoPath> folders;
    for (const auto& value : list) {
        folders.append(RepoPath(decoded(value)));
        if (!checkRepositoryName(folders.last())) {
            return std::nullopt;
        }
    }
    return folders;
}

} // namespace

QByteArray WriteJournal::toJson() const
{
    QJsonArray files;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        QJsonObject file = encoded(entries[i]);
        if (const auto record = records.constFind(i); record != records.cend()) {
            file.insert(QStringLiteral("record"), encoded(*record));
        }
        files.append(file);
    }
    const auto* name = kStates.at(static_cast<size_t>(state));
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), kVersion},
                                     {QStringLiteral("state"), QString::fromLatin1(name)},
                                     {QStringLiteral("root"), root},
                                     {QStringLiteral("when"), when.toString(Qt::ISODateWithMs)},
                                     {QStringLiteral("files"), files},
                                     {QStringLiteral("folders"), encoded(folders)},
                                     {QStringLiteral("recordRoot"), recordRoot},
                                     {QStringLiteral("recordFolders"), encoded(recordFolders)}})
        .toJson();
}

Result<WriteJournal> WriteJournal::fromJson(const QByteArray& bytes, const QString& root,
                                            const QString& place)
{
    const auto wrong = [&](const QString& why) {
        return Error{ErrorCode::ParseFailed, why, place};
    };
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    const int version = object.value(QStringLiteral("version")).toInt();
    if (version != kVersion && version != kWithoutRecords) {
        return wrong(QStringLiteral("a journal of version %1 is expected").arg(kVersion));
    }
    WriteJournal journal;
    journal.root = object.value(QStringLiteral("root")).toString();
    if (journal.root != root) {
        return wrong(QStringLiteral("it belongs to another folder"));
    }
    const QString state = object.value(QStringLiteral("state")).toString();
    bool known = false;
    for (size_t i = 0; i < kStates.size(); ++i) {
        if (state == QLatin1StringView(kStates.at(i))) {
            journal.state = static_cast<State>(i);
            known = true;
        }
    }
    if (!known) {
        return wrong(QStringLiteral("its state is not known"));
    }
    journal.when =
        QDateTime::fromString(object.value(QStringLiteral("when")).toString(), Qt::ISODateWithMs);
    const QJsonArray files = object.value(QStringLiteral("files")).toArray();
    for (const auto& value : files) {
        const QJsonObject file = value.toObject();
        const std::optional<Entry> entry = entryOf(file);
        const QJsonValue kept = file[QStringLiteral("record")];
        const std::optional<Entry> record = entryOf(kept.toObject());
        if (!entry || (kept.isObject() && !record)) {
            return wrong(QStringLiteral("it contains a name that Rocport does not create"));
        }
        if (record) {
            journal.records.insert(journal.entries.size(), *record);
        }
        journal.entries.append(*entry);
    }
    journal.recordRoot = object.value(QStringLiteral("recordRoot")).toString();
    const auto folders = foldersOf(object.value(QStringLiteral("folders")).toArray());
    const auto recordFolders = foldersOf(object.value(QStringLiteral("recordFolders")).toArray());
    if (!folders || !recordFolders) {
        return wrong(QStringLiteral("it contains a folder that Rocport does not create"));
    }
    journal.folders = *folders;
    journal.recordFolders = *recordFolders;
    return journal;
}

} // namespace rocport
