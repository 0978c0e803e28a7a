#include "core/vcs/patchtext.h"

#include "core/scan/githandle.h"

#include <memory>

namespace rocport {

QByteArray patchText(const RepoPath& path, const QByteArray& before, const QByteArray& after,
                     bool isNew)
{
    if (before == after && !isNew) {
        return {};
    }
    const GitLibrary library;
    const char* name = path.bytes().constData();
    git_patch* raw = nullptr;
    git_buf text = GIT_BUF_INIT;
    QByteArray result;
    const int made = git_patch_from_buffers(&raw, isNew ? nullptr : before.constData(),
                                            isNew ? 0 : static_cast<size_t>(before.size()),
                                            isNew ? nullptr : name, after.constData(),
                                            static_cast<size_t>(after.size()), name, nullptr);
    const std::unique_ptr<git_patch, decltype(&git_patch_free)> patch(raw, git_patch_free);
    if (made == 0 && git_patch_to_buf(&text, patch.get()) == 0) {
        result = QByteArray(text.ptr, static_cast<qsizetype>(text.size));
    }
    git_buf_dispose(&text);
    return result;
}

} // namespace rocport
