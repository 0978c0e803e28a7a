#include "core/project/port/phasecommit.h"

#include "core/project/port/reproduce.h"
#include "core/report/report.h"
#include "core/rules/analyse.h"

#include <QRegularExpression>

namespace rocport {

Result<std::optional<QByteArray>> BranchView::read(const RepoPath& path) const
{
    if (const auto known = m_files.constFind(path); known != m_files.constEnd()) {
        return *known;
    }
    auto content = m_repository->fileAt(m_commit, path);
    if (content) {
        return std::optional<QByteArray>(*std::move(content));
    }
    if (content.error().code == ErrorCode::FileNotFound) {
        return std::optional<QByteArray>();
    }
    return content.error();
}

void BranchView::put(const CommitFile& file)
{
    m_files.insert(file.path, file.removed ? std::nullopt : std::optional(file.content));
}

QSet<RepoPath> BranchView::changed() const
{
    return {m_files.keyBegin(), m_files.keyEnd()};
}

QVector<QByteArray> PhaseCommit::keysToTake(Phase phase, const QSet<QByteArray>& done) const
{
    QVector<QByteArray> taken;
    for (const Hunk& hunk : m_state.scan->hunks) {
        if (hunk.phase == phase && isTaken(m_state.decisions.kind(hunk.key)) &&
            !done.contains(hunk.key)) {
            taken.append(hunk.key);
        }
    }
    return taken;
}

QVector<QByteArray> PhaseCommit::withoutCommitted(const QVector<QByteArray>& keys) const
{
    QVector<QByteArray> kept;
    for (const QByteArray& key : withNeeded(m_state.scan->hunks, m_state.hunkIndex, keys)) {
        if (!m_committed.contains(key)) {
            kept.append(key);
        }
    }
    return kept;
}

QVector<QByteArray> PhaseCommit::keysOf(Phase phase) const
{
    return withoutCommitted(keysToTake(phase, m_committed));
}

Result<void> PhaseCommit::fill(PlannedCommit& commit, BranchView& view) const
{
    const QSet<QByteArray> fresh(commit.keys.begin(), commit.keys.end());
    QVector<Hunk> before;
    QVector<Hunk> after;
    QHash<QByteArray, QByteArray> edited;
    QSet<RepoPath> touched;
    for (const QByteArray& key : commit.keys) {
        touched.insert(m_state.hunk(key)->targetPath);
    }
    for (const Hunk& hunk : m_state.scan->hunks) {
        if (!touched.contains(hunk.targetPath)) {
            continue;
        }
        const bool old = m_committed.contains(hunk.key);
        if (old) {
            before.append(hunk);
        }
        if (old || fresh.contains(hunk.key)) {
            after.append(hunk);
        }
        const Decision* decision = m_state.decisions.decision(hunk.key);
        if (decision != nullptr && decision->kind == DecisionKind::Edited) {
            edited.insert(hunk.key, decision->editedText);
        }
    }
    auto oldFiles = buildPort(before, edited, sourceReader());
    if (!oldFiles) {
        return oldFiles.error();
    }
    auto newFiles = buildPort(after, edited, sourceReader());
    if (!newFiles) {
        return newFiles.error();
    }
    QHash<RepoPath, QByteArray> expected;
    for (const PortFile& file : *oldFiles) {
        expected.insert(file.path, file.content);
    }
    for (const PortFile& file : *newFiles) {
        QByteArray base = file.isNew ? lastWritten(file.path) : file.original;
        if (const auto known = expected.constFind(file.path); known != expected.constEnd()) {
            base = *known;
        }
        auto there = view.read(file.path);
        if (!there) {
            return there.error();
        }
        CommitFile changed{file.path, file.content, false};
        if (*there && **there != base) { // a person changed what Rocport put there
            auto merged = Repository::mergeFile(base, **there, file.content, file.path);
            if (!merged) {
                return merged.error();
            }
            changed.content = *std::move(merged);
        }
        commit.files.append(changed);
        commit.before.append(*std::move(there));
        commit.generated.append({{}, file.path, file.content});
    }
    for (const CommitFile& file : std::as_const(commit.files)) {
        view.put(file);
    }
    return {};
}

ReadSource PhaseCommit::sourceReader() const
{
    return [&repository = m_repository, commit = m_state.scan->commit](const RepoPath& path) {
        return repository.fileAt(commit, path);
    };
}

/// What the newest commit of this project left in a file that Rocport generates; empty: nothing.
QByteArray PhaseCommit::lastWritten(const RepoPath& path) const
{
    for (auto commit = m_state.commits.crbegin(); commit != m_state.commits.crend(); ++commit) {
        if (!commit->undone) {
            auto content = m_repository.fileAt(commit->id, path);
            return content ? *content : QByteArray();
        }
    }
    return {};
}

QString draftedMessage(const ProjectState& state, const QSet<QByteArray>& committed, Phase phase,
                       const QVector<QByteArray>& keys)
{
    ReportPhase report;
    const auto number = static_cast<qsizetype>(phase);
    report.plan = state.plan.phases.value(number);
    report.counts = state.counts.value(number);
    report.summary = state.summary(phase, &report.summaryEdited);
    QVector<const Hunk*> hunks;
    for (const QByteArray& key : keys) {
        ReportChange change;
        change.hunk = state.hunk(key);
        if (change.hunk != nullptr) {
            hunks.append(change.hunk);
        }
        change.decision = state.decisions.kind(key);
        if (const Decision* decision = state.decisions.decision(key)) {
            change.overrideReason = decision->overrideReason;
        }
        report.changes.append(change);
    }
    if (!report.summaryEdited) {
        report.summary = draftCommitText(report.counts, hunks);
    }
    return commitMessage(report, state.meta.name,
                         reproductionText(reproduction(state, committed, phase, keys)));
}

namespace {

/// The subject that commitMessage() writes; what stands before the number, and the number.
const QRegularExpression& draftedSubject()
{
    static const QRegularExpression expression(
        QStringLiteral(R"(^(Port phase \d: .* \()(\d+) changes?\)$)"));
    return expression;
}

bool isDrafted(const RecordedCommit& commit)
{
    const QString subject = commit.message.section(u'\n', 0, 0);
    const auto match = draftedSubject().match(subject);
    return match.hasMatch() && match.captured(2).toLongLong() == commit.hunkKeys.size();
}

bool isTrailer(const QString& line)
{
    static const QRegularExpression expression(QStringLiteral("^[A-Za-z][A-Za-z0-9-]*: \\S"));
    return expression.match(line).hasMatch();
}

/// Takes the trailers off the end of a message.
QStringList takeTrailers(QString& message)
{
    message = cleanedMessage(message).trimmed();
    const qsizetype last = message.lastIndexOf(QStringLiteral("\n\n"));
    if (last < 0) {
        return {};
    }
    QStringList lines = message.mid(last + 2).split(u'\n');
    if (!std::all_of(lines.begin(), lines.end(), isTrailer)) {
        return {};
    }
    message.truncate(last);
    return lines;
}

QString withCount(const QString& message, qsizetype changes)
{
    const auto match = draftedSubject().match(message.section(u'\n', 0, 0));
    return match.captured(1) +
           (changes == 1 ? QStringLiteral("1 change)")
                         : QStringLiteral("%1 changes)").arg(changes)) +
           message.mid(match.capturedEnd());
}

/// The paragraph of a message that begins with `start`; empty: there is none.
QString paragraphOf(const QStringList& paragraphs, const QString& start)
{
    const auto found =
        std::find_if(paragraphs.begin(), paragraphs.end(),
                     [&](const QString& paragraph) { return paragraph.startsWith(start); });
    return found == paragraphs.end() ? QString() : *found;
}

/// `message` with those paragraphs as in `draft` that commitMessage() writes about decisions, which
/// have gone on since; what a person wrote stays.
QString withFactsOf(QString message, QString draft)
{
    const QStringList trailers = takeTrailers(message);
    takeTrailers(draft);
    QStringList paragraphs = message.split(QStringLiteral("\n\n"));
    const QStringList now = draft.split(QStringLiteral("\n\n"));
    for (const QLatin1StringView start :
         {QLatin1StringView("Rules:"), QLatin1StringView("Decided: "),
          QLatin1StringView("The NVIDIA path is "),
          QLatin1StringView("Left to do by hand in this phase: "), kReproducedBy}) {
        const QString old = paragraphOf(paragraphs, start);
        if (!old.isEmpty()) {
            paragraphs[paragraphs.indexOf(old)] = paragraphOf(now, start);
        }
    }
    const auto overrides = QStringLiteral("Accepted against the isolation verdict:");
    paragraphs.removeAll(paragraphOf(paragraphs, overrides));
    paragraphs.append(paragraphOf(now, overrides));
    paragraphs.append(trailers.join(u'\n'));
    paragraphs.removeAll(QString());
    return paragraphs.join(QStringLiteral("\n\n")) + u'\n';
}

} // namespace

QString rewrittenMessage(const ProjectState& state, const QSet<QByteArray>& committed,
                         const QVector<RecordedCommit>& commits, const QVector<QByteArray>& keys)
{
    const RecordedCommit& first = commits.first();
    if (commits.size() == 1) {
        return isDrafted(first)
                   ? withCount(withFactsOf(first.message,
                                           draftedMessage(state, committed, first.phase, keys)),
                               keys.size())
                   : first.message;
    }
    QStringList texts;
    QStringList trailers;
    for (const RecordedCommit& commit : commits) {
        QString text = commit.message;
        for (const QString& trailer : takeTrailers(text)) {
            if (!trailers.contains(trailer)) {
                trailers.append(trailer);
            }
        }
        texts.append(text);
    }
    QString message;
    if (std::all_of(commits.begin(), commits.end(), isDrafted)) {
        message = draftedMessage(state, committed, first.phase, keys);
        for (const QString& trailer : takeTrailers(message)) {
            trailers.removeAll(trailer);
            trailers.prepend(trailer);
        }
    } else {
        message = texts.join(QStringLiteral("\n\n"));
    }
    return trailers.isEmpty() ? message + u'\n'
                              : message + QStringLiteral("\n\n") + trailers.join(u'\n') + u'\n';
}

} // namespace rocport
