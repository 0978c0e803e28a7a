#include "core/remote/secretmask.h"

#include "core/remote/jobscript.h"
#include "core/remote/maskedtext.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <algorithm>

namespace rocport {

namespace {

constexpr quint32 kFactor = 0x01000193;
constexpr qsizetype kLongest = 4096; ///< of one; of a longer one the beginning is masked
constexpr qsizetype kMost = 200;
constexpr int kSaltBytes = 16;

quint32 quickOf(QByteArrayView bytes)
{
    quint32 hash = 0;
    for (const char c : bytes) {
        hash = hash * kFactor + static_cast<unsigned char>(c);
    }
    return hash;
}

} // namespace

SecretMask SecretMask::of(const JobSpec& job)
{
    QStringList secrets;
    const QVector<QPair<QString, QString>> environment = jobEnvironment(job);
    for (const auto& [name, value] : environment) {
        if (looksSecret(name)) {
            secrets += secretForms(value);
        }
        for (const QString& one : secretsIn(value)) {
            secrets += secretForms(one);
        }
    }
    QStringList texts{job.setup};
    for (const JobStage& stage : job.stages) {
        texts.append(stage.script);
    }
    for (const QString& text : std::as_const(texts)) {
        for (const QString& one : secretsIn(text)) {
            secrets += secretForms(one);
        }
    }
    return ofSecrets(secrets);
}

SecretMask SecretMask::ofSecrets(const QStringList& secrets)
{
    SecretMask mask;
    QByteArray salt(kSaltBytes, '\0');
    QRandomGenerator::system()->generate(salt.begin(), salt.end());
    mask.m_salt = salt;
    QByteArrayList lines; // a key of many lines is printed line by line
    for (const QString& secret : secrets) {
        for (const QByteArray& line : secret.toUtf8().replace('\r', '\n').split('\n')) {
            const QByteArray one = line.left(kLongest);
            if (one.size() >= kShortest && !lines.contains(one) && lines.size() < kMost) {
                lines.append(one);
            }
        }
    }
    for (const QByteArray& line : std::as_const(lines)) {
        mask.m_marks.append({line.size(), quickOf(line), mask.digestOf(line)});
    }
    std::sort(mask.m_marks.begin(), mask.m_marks.end(),
              [](const Mark& a, const Mark& b) { return a.size > b.size; });
    return mask;
}

QByteArray SecretMask::digestOf(QByteArrayView bytes) const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(m_salt);
    hash.addData(bytes);
    return hash.result();
}

QByteArray SecretMask::marks() const
{
    QJsonArray list;
    for (const Mark& mark : m_marks) {
        list.append(
            QJsonObject{{QStringLiteral("size"), mark.size},
                        {QStringLiteral("quick"), qint64(mark.quick)},
                        {QStringLiteral("sha256"), QLatin1StringView(mark.digest.toHex())}});
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), 1},
                                     {QStringLiteral("salt"), QLatin1StringView(m_salt.toHex())},
                                     {QStringLiteral("marks"), list}})
        .toJson();
}

Result<SecretMask> SecretMask::fromMarks(const QByteArray& marks)
{
    const QJsonObject object = QJsonDocument::fromJson(marks).object();
    const QJsonArray list = object.value(QStringLiteral("marks")).toArray();
    SecretMask mask;
    mask.m_salt = QByteArray::fromHex(object.value(QStringLiteral("salt")).toString().toLatin1());
    if (object.value(QStringLiteral("format")).toInt() != 1 || list.size() > kMost) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("marks of secrets"), {}};
    }
    for (const auto& value : list) {
        Mark mark;
        mark.size = value.toObject().value(QStringLiteral("size")).toInteger();
        mark.quick =
            static_cast<quint32>(value.toObject().value(QStringLiteral("quick")).toInteger());
        mark.digest = QByteArray::fromHex(
            value.toObject().value(QStringLiteral("sha256")).toString().toLatin1());
        if (mark.size < kShortest || mark.size > kLongest || mark.digest.size() != 32) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("a mark of a secret"), {}};
        }
        mask.m_marks.append(mark);
    }
    std::sort(mask.m_marks.begin(), mask.m_marks.end(),
              [](const Mark& a, const Mark& b) { return a.size > b.size; });
    return mask;
}

/// Marks of one size, over all of the text.
void SecretMask::maskSize(const QByteArray& text, qsizetype size, QByteArray& result) const
{
    if (text.size() < size) {
        return;
    }
    QVector<const Mark*> wanted;
    for (const Mark& mark : m_marks) {
        if (mark.size == size) {
            wanted.append(&mark);
        }
    }
    quint32 last = 1; // what the byte that goes had been multiplied by
    for (qsizetype i = 1; i < size; ++i) {
        last *= kFactor;
    }
    quint32 hash = quickOf(QByteArrayView(text).first(size));
    for (qsizetype at = 0;; ++at) {
        for (const Mark* mark : std::as_const(wanted)) {
            if (mark->quick == hash &&
                mark->digest == digestOf(QByteArrayView(text).sliced(at, size))) {
                std::fill_n(result.begin() + at, size, '*');
            }
        }
        if (at + size >= text.size()) {
            return;
        }
        hash = (hash - last * static_cast<unsigned char>(text.at(at))) * kFactor +
               static_cast<unsigned char>(text.at(at + size));
    }
}

QByteArray SecretMask::masked(QByteArray text) const
{
    const QByteArray original = text;
    qsizetype done = 0;
    for (const Mark& mark : m_marks) {
        if (mark.size != done) {
            done = mark.size;
            maskSize(original, mark.size, text);
        }
    }
    return text;
}

qsizetype SecretMask::unsureAtEnd(const QByteArray& text) const
{
    if (m_marks.isEmpty()) {
        return 0;
    }
    const qsizetype longest = m_marks.first().size - 1;
    const qsizetype inLine = text.size() - 1 -
                             std::max(text.lastIndexOf('\n'), //
                                      text.lastIndexOf('\r'));
    return std::min(longest, inLine);
}

} // namespace rocport
