#pragma once

#include "core/base/result.h"
#include "core/rules/packs/packtrust.h"

namespace rocport {

/// The file in the user's configuration in which answers about rule packs of repositories are kept.
/// It is never in a repository or a project file, which can come from elsewhere. A value; usable
/// from any thread, one at a time.
class PackTrustStore
{
public:
    /// The file's path; empty: there is none, nothing is trusted and nothing can be kept.
    explicit PackTrustStore(QString file = {}) : m_file(std::move(file)) {}

    [[nodiscard]] const QString& file() const { return m_file; }
    /// Reads the answers; none if the file is missing. Errors: those of readFile(), ParseFailed;
    /// nothing is trusted then.
    [[nodiscard]] Result<PackTrust> read() const;
    /// Keeps an answer about a content. Refused withdraws an earlier answer for this folder; None
    /// forgets the content. If the list would be too long to be read, as few of the oldest answers
    /// as necessary are dropped: those packs are unknown again, and not used. Errors: those of
    /// read() and writeFile(), InvalidArgument without a file.
    [[nodiscard]] Result<void> keep(const QByteArray& hash, const QString& folder,
                                    PackAnswer answer) const;

private:
    QString m_file;
};

/// Whether a text has the form of a packContentHash(): 64 hex digits.
bool isPackHash(const QByteArray& hash);

/// The path of `rocport/trusted-packs.json` in the user's configuration folder (~/.config); empty:
/// there is no such folder.
QString userPackTrustFile();

} // namespace rocport
