#include "core/project/port/commitplan.h"

#include "core/project/port/phasecommit.h"

#include <algorithm>

namespace rocport {

namespace {

const CommitWish* wishOf(const CommitWishes& wishes, Phase phase)
{
    const auto found = std::find_if(wishes.phases.begin(), wishes.phases.end(),
                                    [&](const CommitWish& wish) { return wish.phase == phase; });
    return found == wishes.phases.end() ? nullptr : &*found;
}

const RecordedCommit* standing(const ProjectState& state, const QByteArray& id)
{
    const auto found =
        std::find_if(state.commits.begin(), state.commits.end(), [&](const RecordedCommit& commit) {
            return !commit.undone && commit.id == id;
        });
    return found == state.commits.end() ? nullptr : &*found;
}

/// The newest commits of the branch that are Rocport's, unchanged and nowhere else.
Result<RewritableRun> rewritableRun(const ProjectState& state, const Repository& repository,
                                    const QByteArray& tip, const QVector<GeneratedFile>& generated)
{
    RewritableRun run;
    QByteArray at = tip;
    while (!at.isEmpty()) {
        const RecordedCommit* commit = standing(state, at);
        if (commit == nullptr) {
            const bool isBase = at == state.meta.baseCommit || at == state.scan->commit;
            const bool refreshed =
                std::any_of(generated.begin(), generated.end(),
                            [&](const GeneratedFile& file) { return file.commit == at; });
            run.below = isBase      ? RewriteHindrance::NoCommit
                        : refreshed ? RewriteHindrance::Upstream
                                    : RewriteHindrance::Foreign;
            run.where = {QString::fromLatin1(at.left(8))};
            break;
        }
        const auto others = repository.alsoOn(at, state.meta.portBranch);
        if (!others) {
            return others.error();
        }
        if (!others->isEmpty()) {
            run.below = RewriteHindrance::Shared;
            run.where = *others;
            break;
        }
        const auto described = repository.describe(at);
        if (!described) {
            return described.error();
        }
        run.commits.prepend(*commit);
        at = described->parent;
    }
    return run;
}

QVector<RecordedCommit> commitsOf(const RewritableRun& run, Phase phase)
{
    QVector<RecordedCommit> found;
    for (const RecordedCommit& commit : run.commits) {
        if (commit.phase == phase) {
            found.append(commit);
        }
    }
    return found;
}

/// The commits that a wish makes one of, oldest first; none: it wants a new one.
QVector<RecordedCommit> groupOf(const RewritableRun& run, const CommitWish& wish)
{
    if (wish.form == CommitForm::New) {
        return {};
    }
    const QVector<RecordedCommit> all = commitsOf(run, wish.phase);
    return wish.form == CommitForm::Squash || all.isEmpty() ? all
                                                            : QVector<RecordedCommit>{all.last()};
}

Error cannotRewrite(const ProjectState& state, RewriteHindrance hindrance, const QStringList& where)
{
    const QString names = where.join(QStringLiteral(", "));
    QString why;
    switch (hindrance) {
    case RewriteHindrance::None:
    case RewriteHindrance::NoCommit:
        why = QStringLiteral("the phase has no commit on the branch that could be amended");
        break;
    case RewriteHindrance::Shared:
        why = QStringLiteral("the commit to be amended is on %1 too").arg(names);
        break;
    case RewriteHindrance::Foreign:
        why = QStringLiteral("its commit %1 was not made by Rocport").arg(names);
        break;
    case RewriteHindrance::Upstream:
        why = QStringLiteral("the upstream changes have to be merged by a new commit first");
        break;
    case RewriteHindrance::Outdated:
        why = QStringLiteral("for %1 the rules now propose something other than what is committed")
                  .arg(names);
        break;
    }
    return {ErrorCode::BranchBusy, why, state.meta.portBranch};
}

/// Makes the newest commits anew, some of them with more changes or as one.
class Rewriter
{
public:
    Rewriter(const ProjectState& state, const Repository& repository, const RewritableRun& run,
             const CommitWishes& wishes)
        : m_state(state), m_repository(repository), m_run(run), m_wishes(wishes)
    {
    }

    /// Fills `rewritten` and `base` of `plan`; `view` is then the branch after them, `committed`
    /// what is in it.
    Result<void> run(CommitPlan& plan, BranchView& view, QSet<QByteArray>& committed)
    {
        const Result<qsizetype> first = start();
        if (!first) {
            return first.error();
        }
        const auto described = m_repository.describe(m_run.commits[*first].id);
        if (!described) {
            return described.error();
        }
        plan.base = described->parent;
        ProjectState before = m_state;
        QSet<QByteArray> rest = committed;
        for (RecordedCommit& commit : before.commits) {
            for (qsizetype i = *first; i < m_run.commits.size(); ++i) {
                if (!commit.undone && commit.id == m_run.commits[i].id) {
                    commit.undone = true;
                    rest.subtract(QSet<QByteArray>(commit.hunkKeys.begin(), commit.hunkKeys.end()));
                }
            }
        }
        BranchView anew(m_repository, plan.base);
        PhaseCommit maker(before, m_repository, rest);
        for (qsizetype i = *first; i < m_run.commits.size(); ++i) {
            if (Result<void> made = remake(m_run.commits[i], maker, anew, rest, plan.rewritten);
                !made) {
                return made;
            }
        }
        if (Result<void> same = checkSame(plan, anew, view, committed); !same) {
            return same;
        }
        view = anew;
        committed = rest;
        return {};
    }

private:
    /// Where in the run it begins.
    [[nodiscard]] Result<qsizetype> start() const
    {
        qsizetype first = m_run.commits.size();
        for (const CommitWish& wish : m_wishes.phases) {
            if (wish.form == CommitForm::New) {
                continue;
            }
            const QVector<RecordedCommit> group = groupOf(m_run, wish);
            if (group.isEmpty()) {
                return cannotRewrite(m_state, m_run.below, m_run.where);
            }
            for (qsizetype i = 0; i < first; ++i) {
                first = m_run.commits[i].id == group.first().id ? i : first;
            }
        }
        return first;
    }

    Result<void> remake(const RecordedCommit& commit, PhaseCommit& maker, BranchView& anew,
                        QSet<QByteArray>& rest, QVector<PlannedCommit>& made)
    {
        const CommitWish* wish = wishOf(m_wishes, commit.phase);
        const QVector<RecordedCommit> group =
            wish == nullptr ? QVector<RecordedCommit>() : groupOf(m_run, *wish);
        const auto inGroup =
            std::find_if(group.begin(), group.end(),
                         [&](const RecordedCommit& other) { return other.id == commit.id; });
        if (inGroup != group.end() && inGroup != group.begin()) {
            return {}; // in the one that took its place
        }
        PlannedCommit planned;
        planned.phase = commit.phase;
        planned.wished = inGroup != group.end();
        QVector<QByteArray> keys = commit.hunkKeys;
        if (planned.wished) {
            keys.clear();
            for (const RecordedCommit& other : group) {
                keys += other.hunkKeys;
                planned.replaces.append(other.id);
            }
            keys += maker.keysToTake(commit.phase, m_state.committed);
            planned.message = wish->message;
        } else {
            planned.replaces = {commit.id};
            planned.message = commit.message;
        }
        for (const QByteArray& key : std::as_const(keys)) {
            if (m_state.hunk(key) == nullptr) {
                return cannotRewrite(m_state, RewriteHindrance::Outdated, {filesOf(commit)});
            }
        }
        planned.keys = maker.withoutCommitted(keys);
        if (planned.keys.isEmpty() && !made.isEmpty()) {
            made.last().replaces += planned.replaces; // another commit needed all of it
            return {};
        }
        if (planned.wished && planned.message.isNull()) {
            planned.message = rewrittenMessage(m_state, rest, group, planned.keys);
        }
        if (Result<void> filled = maker.fill(planned, anew); !filled) {
            return filled;
        }
        rest.unite(QSet<QByteArray>(planned.keys.begin(), planned.keys.end()));
        made.append(planned);
        return {};
    }

    [[nodiscard]] static QString filesOf(const RecordedCommit& commit)
    {
        return QStringLiteral("the commit %1").arg(QString::fromLatin1(commit.id.left(8)));
    }

    /// The branch must hold afterwards what it holds now and the new changes, and nothing else.
    Result<void> checkSame(const CommitPlan& plan, BranchView& anew, const BranchView& now,
                           const QSet<QByteArray>& committed) const
    {
        BranchView wanted = now;
        QSet<QByteArray> taken = committed;
        PhaseCommit maker(m_state, m_repository, taken);
        for (const CommitWish& wish : m_wishes.phases) {
            PlannedCommit added;
            added.phase = wish.phase;
            added.keys =
                wish.form == CommitForm::New ? QVector<QByteArray>() : maker.keysOf(wish.phase);
            if (Result<void> filled = maker.fill(added, wanted); !filled) {
                return filled;
            }
            taken.unite(QSet<QByteArray>(added.keys.begin(), added.keys.end()));
        }
        QSet<RepoPath> paths = anew.changed();
        paths.unite(wanted.changed());
        const auto between = m_repository.changesBetween(plan.base, plan.tip);
        if (!between) {
            return between.error();
        }
        for (const PathChange& change : *between) {
            paths.insert(change.path);
            paths.insert(change.oldPath);
        }
        paths.remove(RepoPath());
        for (const RepoPath& path : std::as_const(paths)) {
            const auto one = anew.read(path);
            const auto other = wanted.read(path);
            if (!one || !other) {
                return !one ? one.error() : other.error();
            }
            if (*one != *other) {
                return cannotRewrite(m_state, RewriteHindrance::Outdated, {path.display()});
            }
        }
        return {};
    }

    const ProjectState& m_state;
    const Repository& m_repository;
    const RewritableRun& m_run;
    const CommitWishes& m_wishes;
};

Result<void> addNew(const ProjectState& state, const Repository& repository,
                    const CommitWishes& wishes, BranchView& view, QSet<QByteArray>& committed,
                    QVector<PlannedCommit>& added)
{
    PhaseCommit maker(state, repository, committed);
    for (const Phase phase : kPhases) {
        const CommitWish* wish = wishOf(wishes, phase);
        if (wish == nullptr || wish->form != CommitForm::New) {
            continue;
        }
        PlannedCommit planned;
        planned.phase = phase;
        planned.keys = maker.keysOf(phase);
        if (planned.keys.isEmpty()) {
            continue;
        }
        if (Result<void> filled = maker.fill(planned, view); !filled) {
            return filled;
        }
        planned.message = wish->message.isNull()
                              ? draftedMessage(state, committed, phase, planned.keys)
                              : wish->message;
        committed.unite(QSet<QByteArray>(planned.keys.begin(), planned.keys.end()));
        added.append(planned);
    }
    return {};
}

/// Where the branch is, and how far it can be rewritten.
Result<CommitPlan> standOfBranch(const ProjectState& state, const Repository& repository,
                                 const QVector<GeneratedFile>& generated)
{
    CommitPlan plan;
    auto tip = repository.branchTip(state.meta.portBranch);
    if (!tip) {
        return tip.error();
    }
    plan.tip = *std::move(tip);
    auto run = rewritableRun(state, repository, plan.tip, generated);
    if (!run) {
        return run.error();
    }
    plan.run = *std::move(run);
    return plan;
}

/// What has to come before all else, where there is a branch.
Result<void> planRefresh(const ProjectState& state, const Repository& repository,
                         const QVector<GeneratedFile>& generated, CommitPlan& plan)
{
    if (plan.tip.isEmpty()) {
        return {};
    }
    const QSet<QByteArray> committed = state.committed;
    const GeneratedTexts last = generatedOn(repository, plan.tip, generated, state.commits);
    auto refresh = makeRefresh(state, repository, plan.tip, last,
                               PhaseCommit(state, repository, committed).sourceReader());
    if (!refresh) {
        return refresh.error();
    }
    plan.refresh = *std::move(refresh);
    return {};
}

/// What `wishes` come to on what `plan` says of the branch.
Result<void> planWishes(const ProjectState& state, const Repository& repository,
                        const CommitWishes& wishes, CommitPlan& plan)
{
    for (const CommitWish& wish : wishes.phases) {
        if (!wish.message.isNull() && isEmptyMessage(wish.message)) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("the message of the commit of phase %1 is empty")
                             .arg(int(wish.phase)),
                         QStringLiteral("message")};
        }
    }
    BranchView view(repository, plan.tip.isEmpty() ? state.scan->commit : plan.tip);
    QSet<QByteArray> committed = state.committed;
    if (plan.refresh) {
        for (const CommitFile& file : plan.refresh->files) {
            view.put(file);
        }
    }
    const bool rewrites =
        std::any_of(wishes.phases.begin(), wishes.phases.end(),
                    [](const CommitWish& wish) { return wish.form != CommitForm::New; });
    if (rewrites) {
        if (plan.refresh && !plan.refresh->isEmpty()) {
            return cannotRewrite(state, RewriteHindrance::Upstream, {});
        }
        Rewriter rewriter(state, repository, plan.run, wishes);
        if (Result<void> done = rewriter.run(plan, view, committed); !done) {
            return done;
        }
    }
    return addNew(state, repository, wishes, view, committed, plan.added);
}

Result<QVector<CommitFileCount>> lineCounts(const QVector<CommitFile>& files,
                                            const QVector<std::optional<QByteArray>>& before)
{
    QVector<CommitFileCount> counts;
    for (qsizetype i = 0; i < files.size(); ++i) {
        const CommitFile& file = files[i];
        const QByteArray old = before[i].value_or(QByteArray());
        const QByteArray now = file.removed ? QByteArray() : file.content;
        const bool isNew = !before[i].has_value() && !file.removed;
        if (old == now && !isNew) {
            continue;
        }
        const auto lines = Repository::countLines(old, now);
        if (!lines) {
            return lines.error();
        }
        counts.append({file.path, *lines, isNew});
    }
    std::sort(counts.begin(), counts.end(),
              [](const CommitFileCount& a, const CommitFileCount& b) { return a.path < b.path; });
    return counts;
}

PhasePreview standOf(const ProjectState& state, const RewritableRun& run, Phase phase)
{
    PhasePreview preview;
    preview.phase = phase;
    preview.changes = uncommittedChanges(state, phase);
    for (const RecordedCommit& commit : commitsOf(run, phase)) {
        preview.squashable.append(commit.id);
        preview.amendable = commit.id;
        preview.hindrance = RewriteHindrance::None;
    }
    const bool hasOlder =
        std::any_of(state.commits.begin(), state.commits.end(), [&](const RecordedCommit& commit) {
            return !commit.undone && commit.phase == phase;
        });
    if (preview.amendable.isEmpty() && hasOlder) {
        preview.hindrance = run.below;
        preview.where = run.where;
    }
    return preview;
}

Result<void> fillPreview(const CommitPlan& plan, const Repository& repository,
                         CommitPreview& preview)
{
    if (plan.refresh && !plan.refresh->isEmpty()) {
        preview.mergesUpstream = plan.refresh->mergesUpstream;
        BranchView view(repository, plan.tip);
        QVector<std::optional<QByteArray>> before;
        for (const CommitFile& file : plan.refresh->files) {
            auto content = view.read(file.path);
            if (!content) {
                return content.error();
            }
            before.append(*std::move(content));
        }
        auto counts = lineCounts(plan.refresh->files, before);
        if (!counts) {
            return counts.error();
        }
        preview.refreshed = *std::move(counts);
    }
    QVector<PlannedCommit> planned = plan.rewritten;
    planned += plan.added;
    for (const PlannedCommit& commit : std::as_const(planned)) {
        for (PhasePreview& phase : preview.phases) {
            if (!commit.wished || phase.phase != commit.phase) {
                continue;
            }
            auto counts = lineCounts(commit.files, commit.before);
            if (!counts) {
                return counts.error();
            }
            phase.files = *std::move(counts);
            phase.message = commit.message;
            phase.changesOfCommit = int(commit.keys.size());
        }
    }
    return {};
}

} // namespace

int uncommittedChanges(const ProjectState& state, Phase phase)
{
    return static_cast<int>(
        std::count_if(state.scan->hunks.begin(), state.scan->hunks.end(), [&](const Hunk& hunk) {
            return hunk.phase == phase && isTaken(state.decisions.kind(hunk.key)) &&
                   !state.isCommitted(hunk.key);
        }));
}

Result<CommitPlan> planCommits(const ProjectState& state, const Repository& repository,
                               const QVector<GeneratedFile>& generated, const CommitWishes& wishes)
{
    auto plan = standOfBranch(state, repository, generated);
    if (!plan) {
        return plan.error();
    }
    if (Result<void> refreshed = planRefresh(state, repository, generated, *plan); !refreshed) {
        return refreshed.error();
    }
    if (Result<void> planned = planWishes(state, repository, wishes, *plan); !planned) {
        return planned.error();
    }
    return plan;
}

Result<CommitPreview> previewCommits(const ProjectState& state,
                                     const QVector<GeneratedFile>& generated,
                                     const CommitWishes& wishes)
{
    auto opened = Repository::open(state.meta.repositoryRoot);
    if (!opened) {
        return opened.error();
    }
    Repository& repository = **opened;
    CommitPreview preview;
    const auto identity = repository.identity();
    auto plan = standOfBranch(state, repository, generated);
    if (!identity || !plan) {
        return !identity ? identity.error() : plan.error();
    }
    preview.identity = *identity;
    repository.setAuthor(wishes.author);
    if (const auto signer = repository.signer()) {
        preview.signer = *signer;
    }
    Result<void> planned = planRefresh(state, repository, generated, *plan);
    if (planned) {
        planned = planWishes(state, repository, wishes, *plan);
    }
    const bool behind = plan->refresh && !plan->refresh->isEmpty();
    for (const Phase phase : kPhases) {
        PhasePreview one = standOf(state, plan->run, phase);
        one.wanted = wishOf(wishes, phase) != nullptr;
        if (behind && !one.amendable.isEmpty()) {
            one.amendable.clear();
            one.squashable.clear();
            one.hindrance = RewriteHindrance::Upstream;
        }
        if (one.changes > 0 || one.hindrance != RewriteHindrance::NoCommit) {
            preview.phases.append(one);
        }
    }
    if (!planned) {
        preview.problem = planned.error();
        return preview;
    }
    if (Result<void> filled = fillPreview(*plan, repository, preview); !filled) {
        preview.problem = filled.error();
    }
    return preview;
}

} // namespace rocport
