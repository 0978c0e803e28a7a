#include "core/project/session/packtruststore.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kVersion = 1;
constexpr qint64 kMostBytes = 4 * 1024 * 1024;
constexpr qsizetype kMostEntries = 2000;
constexpr qsizetype kHashLength = 64;

QString answerId(PackAnswer answer)
{
    return answer == PackAnswer::Trusted ? QStringLiteral("trusted") : QStringLiteral("refused");
}

QByteArray listText(const QVector<PackTrustEntry>& entries)
{
    QJsonArray packs;
    for (const PackTrustEntry& entry : entries) {
        packs.append(QJsonObject{{QStringLiteral("hash"), QString::fromLatin1(entry.hash)},
                                 {QStringLiteral("folder"), entry.folder},
                                 {QStringLiteral("answer"), answerId(entry.answer)}});
    }
    const QJsonObject root{{QStringLiteral("version"), kVersion}, {QStringLiteral("packs"), packs}};
    return QJsonDocument(root).toJson();
}

} // namespace

Result<PackTrust> PackTrustStore::read() const
{
    if (m_file.isEmpty()) {
        return PackTrust();
    }
    const Result<QByteArray> bytes = readFile(m_file, kMostBytes);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::FileNotFound) {
            return PackTrust();
        }
        return bytes.error();
    }
    QJsonParseError problem;
    const QJsonObject root = QJsonDocument::fromJson(*bytes, &problem).object();
    if (problem.error != QJsonParseError::NoError ||
        root.value(QStringLiteral("version")).toInt() != kVersion ||
        !root.value(QStringLiteral("packs")).isArray()) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("it is not a list of trusted rule packs"),
                     m_file + QStringLiteral(":1")};
    }
    QVector<PackTrustEntry> entries;
    const QJsonArray packs = root.value(QStringLiteral("packs")).toArray();
    for (const auto& value : packs) {
        const QJsonObject pack = value.toObject();
        const QString answer = pack.value(QStringLiteral("answer")).toString();
        PackTrustEntry entry;
        entry.hash = pack.value(QStringLiteral("hash")).toString().toLatin1();
        entry.folder = pack.value(QStringLiteral("folder")).toString();
        entry.answer =
            answer == answerId(PackAnswer::Trusted) ? PackAnswer::Trusted : PackAnswer::Refused;
        if (isPackHash(entry.hash)) {
            entries.append(entry);
        }
    }
    return PackTrust(std::move(entries));
}

Result<void> PackTrustStore::keep(const QByteArray& hash, const QString& folder,
                                  PackAnswer answer) const
{
    if (m_file.isEmpty() || !isPackHash(hash)) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the answer about rule packs cannot be stored"), folder};
    }
    const Result<PackTrust> known = read();
    if (!known) {
        return known.error();
    }
    QVector<PackTrustEntry> entries = known->entries();
    entries.removeIf([&](const PackTrustEntry& entry) {
        return entry.hash == hash || (answer == PackAnswer::Refused && entry.folder == folder);
    });
    if (answer != PackAnswer::None) {
        entries.append({hash, folder, answer});
    }
    // A trust that is lost is asked for again; what follows it stands as it was given.
    if (entries.size() > kMostEntries) {
        entries.remove(0, entries.size() - kMostEntries);
    }
    QByteArray text = listText(entries);
    while (text.size() > kMostBytes && entries.size() > 1) {
        const qsizetype each = text.size() / entries.size() + 1;
        const qsizetype tooMany = (text.size() - kMostBytes) / each;
        entries.remove(0, std::clamp<qsizetype>(tooMany, 1, entries.size() - 1));
        text = listText(entries);
    }
    return writeFile(m_file, text, FileAccess::Private);
}

bool isPackHash(const QByteArray& hash)
{
    return hash.size() == kHashLength && std::all_of(hash.begin(), hash.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

QString userPackTrustFile()
{
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return base.isEmpty() ? QString() : base + QStringLiteral("/rocport/trusted-packs.json");
}

} // namespace rocport
