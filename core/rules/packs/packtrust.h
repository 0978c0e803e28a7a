#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

struct PackText;

/// What the user said about rule packs that came with a repository.
enum class PackAnswer : quint8 {
    None,    ///< the user was not asked about this content
    Trusted, ///< they are used
    Refused, ///< they are not, and need not be asked about again
};

/// One answer. It applies to a content, wherever it is; the folder is used to tell later that packs
/// changed.
struct PackTrustEntry
{
    QByteArray hash; ///< packContentHash()
    QString folder;  ///< of the packs
    PackAnswer answer = PackAnswer::None;
    friend bool operator==(const PackTrustEntry&, const PackTrustEntry&) = default;
};

/// All answers; a value. Without any, no pack of a repository is used.
class PackTrust
{
public:
    PackTrust() = default;
    explicit PackTrust(QVector<PackTrustEntry> entries) : m_entries(std::move(entries)) {}
    /// Trust for one run: whatever the repository holds is used.
    static PackTrust all();

    [[nodiscard]] PackAnswer of(const QByteArray& hash) const;
    /// Whether packs of that folder were trusted once, with any content.
    [[nodiscard]] bool knows(const QString& folder) const;
    [[nodiscard]] const QVector<PackTrustEntry>& entries() const { return m_entries; }
    friend bool operator==(const PackTrust&, const PackTrust&) = default;

private:
    QVector<PackTrustEntry> m_entries;
    bool m_all = false;
};

/// Packs of a repository that are not used because nobody has allowed it. This is not an error.
struct WaitingPacks
{
    QString folder;                       ///< that contains them
    QStringList names;                    ///< of files, sorted
    QByteArray hash;                      ///< packContentHash() of what was read
    PackAnswer answer = PackAnswer::None; ///< None or Refused
    bool changed = false;                 ///< others in this folder were trusted before
    friend bool operator==(const WaitingPacks&, const WaitingPacks&) = default;
};

/// A hash over the names (without folder) and bytes of packs, sorted by name: 64 hex digits.
QByteArray packContentHash(const QVector<PackText>& packs);

} // namespace rocport
