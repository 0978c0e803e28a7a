#include "core/vcs/create.h"

#include "core/scan/githandle.h"

#include <QFile>
#include <QFileInfo>

namespace rocport {

Result<void> createRepository(const QString& folder, const QString& message)
{
    if (QFileInfo::exists(folder + QStringLiteral("/.git"))) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("there already is a repository"),
                     folder};
    }
    const GitLibrary library;
    git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
    options.flags = GIT_REPOSITORY_INIT_MKPATH;
    options.initial_head = "main";
    GitRepository repository;
    GitIndex index;
    GitTree tree;
    GitSignature author;
    git_oid treeId = {};
    git_oid commitId = {};
    git_strarray all = {};
    const bool made =
        gitMake(repository, git_repository_init_ext, QFile::encodeName(folder).constData(),
                &options) == 0 &&
        gitMake(index, git_repository_index, repository.get()) == 0 &&
        git_index_add_all(index.get(), &all, GIT_INDEX_ADD_DEFAULT, nullptr, nullptr) == 0 &&
        git_index_write(index.get()) == 0 && git_index_write_tree(&treeId, index.get()) == 0 &&
        gitMake(tree, git_tree_lookup, repository.get(), &treeId) == 0 &&
        gitMake(author, git_signature_now, "Rocport", "rocport@localhost") == 0 &&
        git_commit_create(&commitId, repository.get(), "HEAD", author.get(), author.get(), "UTF-8",
                          message.toUtf8().constData(), tree.get(), 0, nullptr) == 0;
    if (!made) {
        return gitError(folder);
    }
    return {};
}

} // namespace rocport
