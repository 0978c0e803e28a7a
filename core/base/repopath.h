#pragma once

#include <QByteArray>
#include <QHash>
#include <QMetaType>
#include <QString>

namespace rocport {

/// A path inside a repository: the bytes that git stores, '/' between parts, no leading '/', not
/// necessarily UTF-8; a name may hold any byte but NUL and '/'. Empty means "no file".
class RepoPath
{
public:
    RepoPath() = default;
    explicit RepoPath(QByteArray bytes) : m_bytes(std::move(bytes)) {}

    [[nodiscard]] const QByteArray& bytes() const { return m_bytes; }
    [[nodiscard]] bool isEmpty() const { return m_bytes.isEmpty(); }

    /// For people: visibleName() of the bytes, so that nothing in it affects a terminal or the
    /// window.
    [[nodiscard]] QString display() const;
    /// The last part, for people.
    [[nodiscard]] QString displayName() const;
    /// The folder, for people, without a trailing '/'; empty at the top level.
    [[nodiscard]] QString displayFolder() const;
    /// The folder's path; empty at the top level.
    [[nodiscard]] RepoPath folder() const;
    /// The last part's bytes.
    [[nodiscard]] QByteArray fileName() const;
    /// What follows the last '.', in lower case; empty when there is no dot.
    [[nodiscard]] QByteArray suffix() const;
    /// This path seen from the folder `from` ("../x/y.h"), always with '/'.
    [[nodiscard]] QByteArray relativeTo(const RepoPath& from) const;
    /// As a relative URI for SARIF or HTML: bytes other than RFC 3986's unreserved characters and
    /// '/' are percent-encoded.
    [[nodiscard]] QByteArray uri() const;

    friend bool operator==(const RepoPath& a, const RepoPath& b) { return a.m_bytes == b.m_bytes; }
    friend bool operator!=(const RepoPath& a, const RepoPath& b) { return a.m_bytes != b.m_bytes; }
    friend bool operator<(const RepoPath& a, const RepoPath& b) { return a.m_bytes < b.m_bytes; }
    friend size_t qHash(const RepoPath& path, size_t seed = 0) { return qHash(path.m_bytes, seed); }

private:
    QByteArray m_bytes;
};

} // namespace rocport

Q_DECLARE_METATYPE(rocport::RepoPath)
