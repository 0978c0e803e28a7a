#include "core/project/port/branchsettle.h"

#include "core/vcs/unfinishedworktree.h"

namespace rocport {

namespace {

bool reaches(const Repository& repository, const QByteArray& from, const QByteArray& to)
{
    const Result<QByteArray> base = repository.mergeBase(to, from);
    return base && *base == to;
}

} // namespace

Result<bool> hasHappened(const Repository& repository, const BranchStep& step)
{
    const Result<QByteArray> tip = repository.branchTip(step.branch);
    if (!tip) {
        return tip.error();
    }
    if (*tip == step.to || *tip == step.from || tip->isEmpty()) {
        return *tip == step.to;
    }
    // A branch that went on from the old end reaches a new one that lies further back too.
    return reaches(repository, *tip, step.to) &&
           (step.from.isEmpty() || reaches(repository, step.to, step.from) ||
            !reaches(repository, *tip, step.from));
}

Result<BranchSettled> settleBranchStep(ProjectFile& file, bool isOwn)
{
    BranchSettled settled;
    const Result<std::optional<BranchStep>> step = file.openBranchStep();
    if (!step || !*step) {
        return step ? Result<BranchSettled>(settled) : Result<BranchSettled>(step.error());
    }
    const Result<ProjectMeta> meta = file.meta();
    if (!meta) {
        return meta.error();
    }
    const auto repository = Repository::open(meta->repositoryRoot);
    if (!repository) {
        return settled;
    }
    if (isOwn) {
        forgetUnfinishedMove(meta->repositoryRoot, (*step)->branch, (*step)->to);
    }
    const Result<bool> happened = hasHappened(**repository, **step);
    if (!happened) {
        return happened.error();
    }
    for (const CommitRewrite& rewrite : (*step)->rewrites) {
        const bool back = !rewrite.replaced.isEmpty() && rewrite.replaced.first().by.isEmpty();
        (back ? settled.takenBack : settled.made) +=
            back ? 1 : static_cast<int>(rewrite.made.size());
    }
    settled.end = *happened ? BranchSettled::End::Recorded : BranchSettled::End::Dropped;
    const Result<void> done = *happened ? file.endBranchStep(**step) : file.dropBranchStep();
    return done ? Result<BranchSettled>(settled) : Result<BranchSettled>(done.error());
}

} // namespace rocport
