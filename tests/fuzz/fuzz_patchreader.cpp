#include "core/vcs/patchreader.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

/// Any bytes as a text and a patch or mailbox, divided by 0x01: what is read names files that may
/// be there, hunks have the lines that they say, and what applies keeps the lines around it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const qsizetype at = bytes.indexOf('\x01');
    const QByteArray text = at < 0 ? QByteArray() : bytes.left(at);
    const auto commits = readPatches(bytes.mid(at + 1), QStringLiteral("x"));
    if (!commits) {
        require(!commits.error().detail.isEmpty() || !commits.error().object.isEmpty());
        return 0;
    }
    require(!commits->isEmpty());
    for (const PatchCommit& commit : *commits) {
        require(!commit.files.isEmpty());
        for (const PatchedFile& file : commit.files) {
            require(!file.oldPath.isEmpty() || !file.newPath.isEmpty());
            require(!file.newPath.bytes().startsWith('/') && !file.newPath.bytes().contains('\0'));
            qsizetype added = 0;
            for (const PatchHunk& hunk : file.hunks) {
                for (const QByteArray& line : hunk.newLines) {
                    require(!line.isEmpty() &&
                            (line.indexOf('\n') < 0 || line.indexOf('\n') == line.size() - 1));
                    added += line.size();
                }
            }
            if (const auto after = applyPatchHunks(text, file.hunks, RepoPath("x"))) {
                require(after->size() <= text.size() + added);
            }
            if (file.binary == PatchedFile::Binary::Delta) {
                (void)applyBinaryDelta(text, file.binaryData, RepoPath("x"));
            }
        }
    }
    return 0;
}
