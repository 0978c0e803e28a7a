#include "core/files/writejournal.h"

#include "core/files/pending.h"
#include "core/files/repositoryname.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace rocport {

namespace {

constexpr std::array kStates{"preparing", "exchanging", "done"};
constexpr int kVersion = 1;

// Names are bytes, not text.
QString encoded(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray decoded(const QJsonValue& value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

} // namespace

QByteArray WriteJournal::toJson() const
{
    QJsonArray files;
    for (const Entry& entry : entries) {
        files.append(QJsonObject{{QStringLiteral("path"), encoded(entry.path.bytes())},
                                 {QStringLiteral("beside"), encoded(entry.temporary)},
                                 {QStringLiteral("new"), QString::fromLatin1(entry.newHash)},
                                 {QStringLiteral("old"), QString::fromLatin1(entry.oldHash)}});
    }
    QJsonArray made;
    for (const RepoPath& folder : folders) {
        made.append(encoded(folder.bytes()));
    }
    const auto* name = kStates.at(static_cast<size_t>(state));
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), kVersion},
                                     {QStringLiteral("state"), QString::fromLatin1(name)},
                                     {QStringLiteral("root"), root},
                                     {QStringLiteral("when"), when.toString(Qt::ISODateWithMs)},
                                     {QStringLiteral("files"), files},
                                     {QStringLiteral("folders"), made}})
        .toJson();
}

Result<WriteJournal> WriteJournal::fromJson(const QByteArray& bytes, const QString& root,
                                            const QString& place)
{
    const auto wrong = [&](const QString& why) {
        return Error{ErrorCode::ParseFailed, why, place};
    };
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    if (object.value(QStringLiteral("version")).toInt() != kVersion) {
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
        Entry entry;
        entry.path = RepoPath(decoded(value[QStringLiteral("path")]));
        entry.temporary = decoded(value[QStringLiteral("beside")]);
        entry.newHash = value[QStringLiteral("new")].toString().toLatin1();
        entry.oldHash = value[QStringLiteral("old")].toString().toLatin1();
        if (!checkRepositoryName(entry.path) ||
            !pending::isNameFor(entry.temporary, entry.path.fileName()) ||
            entry.newHash.isEmpty()) {
            return wrong(QStringLiteral("it contains a name that Rocport does not create"));
        }
        journal.entries.append(entry);
    }
    const QJsonArray folders = object.value(QStringLiteral("folders")).toArray();
    for (const auto& value : folders) {
        const RepoPath folder(decoded(value));
        if (!checkRepositoryName(folder)) {
            return wrong(QStringLiteral("it contains a folder that Rocport does not create"));
        }
        journal.folders.append(folder);
    }
    return journal;
}

} // namespace rocport
