#include "core/files/repositoryname.h"
#include "core/files/writejournal.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

/// Any bytes as the journal of an interrupted write: what is taken names files of the repository
/// only, each with something that a write puts beside it, and is read again as it was written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QString root = QStringLiteral("/r");
    const auto journal = WriteJournal::fromJson(bytes, root, QStringLiteral("j"));
    if (!journal) {
        require(!journal.error().detail.isEmpty());
        return 0;
    }
    for (const WriteJournal::Entry& entry : journal->entries) {
        require(checkRepositoryName(entry.path).ok());
        require(entry.temporary.startsWith('.') && !entry.temporary.contains('/'));
        require(!entry.newHash.isEmpty());
    }
    for (const RepoPath& folder : journal->folders) {
        require(checkRepositoryName(folder).ok());
    }
    const QByteArray written = journal->toJson();
    const auto again = WriteJournal::fromJson(written, root, QStringLiteral("j"));
    require(again.ok() && again->toJson() == written);
    return 0;
}
