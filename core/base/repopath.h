#pragma once

#include <QByteArray>
#include <QHash>
#include <QMetaType>
#include <QString>

namespace rocport {

/// A path inside a repository: the bytes that git stores, '/' between parts, no leading '/', not
/// necessarily UTF-8, any byte but NUL and '/' in a name. Empty means "no file".
class RepoPath
{
public:
    RepoPath() = default;
    explicit RepoPath(QByteArray bytes) : m_bytes(std::move(bytes)) {}

    [[nodiscard]] const QByteArray& bytes() const { return m_bytes; }
    [[nodiscard]] bool isEmpty() const { return m_bytes.isEmpty(); }

    /// For people: visibleName() of the bytes, so nothing in it acts on a terminal or the window.
    [[nodiscard]] QString display() const;
    /// The last part, for people.
    [[nodiscard]] QString displayName() const;
    /// The folder, for people, without a trailing '/'; empty at the top.
    [[nodiscard]] QString displayFolder() const;
    /// The folder's path; empty at the top.
    [[nodiscard]] RepoPath folder() const;
    /// The last part's bytes.
    [[nodiscard]] QByteArray fileName() const;
    /// After the last '.', lower case, without the dot; empty when there is none.
    [[nodiscard]] QByteArray suffix() const;
    /// This path seen from the folder `from` ("../x/y.h"), always with '/'.
    [[nodiscard]] QByteArray relativeTo(const RepoPath& from) const;
    /// Percent-encoded for a SARIF or HTML relative URI (RFC 3986, bytes outside unreserved and
    /// '/').
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
