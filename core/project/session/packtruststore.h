#pragma once

#include "core/base/result.h"
#include "core/rules/packs/packtrust.h"

namespace rocport {

/// The file of the user's configuration in which answers about rule packs of repositories are kept.
/// It never lies in a repository or a project file: those can come from elsewhere. A value; any
/// thread, one at a time.
class PackTrustStore
{
public:
    /// Empty: there is no such file, nothing is trusted and nothing can be kept.
    explicit PackTrustStore(QString file = {}) : m_file(std::move(file)) {}

    [[nodiscard]] const QString& file() const { return m_file; }
    /// Nothing where the file is missing. Errors: those of readFile(), ParseFailed: nobody is
    /// trusted then.
    [[nodiscard]] Result<PackTrust> read() const;
    /// Keeps an answer for a content. Refused takes back what was said for this folder before; None
    /// forgets the content. The oldest answers go, no more than need be, where the list would be
    /// too long to be read: those packs are unknown again, and not used. Errors: those of read()
    /// and writeFile(), InvalidArgument without a file.
    [[nodiscard]] Result<void> keep(const QByteArray& hash, const QString& folder,
                                    PackAnswer answer) const;

private:
    QString m_file;
};

/// Whether it can be packContentHash() of something: 64 hex digits.
bool isPackHash(const QByteArray& hash);

/// `rocport/trusted-packs.json` in the user's configuration folder (~/.config); empty: there is
/// none.
QString userPackTrustFile();

} // namespace rocport
