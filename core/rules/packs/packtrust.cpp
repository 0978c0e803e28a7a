#include "core/rules/packs/packtrust.h"

#include "core/rules/rule.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace rocport {

PackTrust PackTrust::all()
{
    PackTrust trust;
    trust.m_all = true;
    return trust;
}

PackAnswer PackTrust::of(const QByteArray& hash) const
{
    if (m_all) {
        return PackAnswer::Trusted;
    }
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(),
                     [&](const PackTrustEntry& entry) { return entry.hash == hash; });
    return found == m_entries.end() ? PackAnswer::None : found->answer;
}

bool PackTrust::knows(const QString& folder) const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const PackTrustEntry& entry) {
        return entry.folder == folder && entry.answer == PackAnswer::Trusted;
    });
}

QByteArray packContentHash(const QVector<PackText>& packs)
{
    QVector<std::pair<QByteArray, QByteArray>> parts;
    for (const PackText& pack : packs) {
        parts.append({QFileInfo(pack.file).fileName().toUtf8(), pack.text});
    }
    std::sort(parts.begin(), parts.end());
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&](const QByteArray& part) {
        hash.addData(QByteArray::number(part.size()) + ':' + part);
    };
    for (const auto& [name, bytes] : std::as_const(parts)) {
        add(name);
        add(bytes);
    }
    return hash.result().toHex();
}

} // namespace rocport
