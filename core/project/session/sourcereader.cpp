#include "core/project/session/sourcereader.h"

#include "core/project/session/projectstate.h"

namespace rocport {

ReadSource sourceReader(const ProjectState& state)
{
    return sourceReader(state, state.scan ? state.scan->commit : state.repository.headCommit);
}

ReadSource sourceReader(const ProjectState& state, const QByteArray& commit)
{
    auto opened = Repository::open(state.meta.repositoryRoot);
    if (!opened) {
        return [error = opened.error()](const RepoPath&) -> Result<QByteArray> { return error; };
    }
    const std::shared_ptr<Repository> repository = *std::move(opened);
    return [repository, commit](const RepoPath& path) { return repository->fileAt(commit, path); };
}

} // namespace rocport
