#include "core/project/review/reviewmissing.h"

#include "core/base/vendored.h"
#include "core/project/review/reviewfiles.h"
#include "core/text/linediff.h"

#include <QHash>
#include <QPair>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// Lines of the port in one file, and those of the base that they were.
class LineTracker
{
public:
    /// `renamed`: what the two sides of a renamed file have in common; of others empty.
    LineTracker(const ReviewFile* file, const QVector<DiffBlock>& renamed)
        : m_file(file), m_renamed(renamed)
    {
    }

    /// The base's line of `line` of the port; 0: the port made it. Linear for ascending lines.
    int baseOf(int line)
    {
        if (m_file == nullptr) {
            return line;
        }
        if (!m_renamed.isEmpty()) {
            return baseOfRenamed(line);
        }
        if (line < m_last) {
            m_at = 0;
            m_shift = 0;
        }
        m_last = line;
        while (m_at < m_file->hunks.size()) {
            const ReviewHunk& hunk = m_file->hunks[m_at];
            if (hunk.kind == ReviewHunkKind::Mode) {
                ++m_at;
                continue;
            }
            if (hunk.kind != ReviewHunkKind::Lines) {
                return 0; // new as a whole
            }
            if (line < hunk.headFirst) {
                break;
            }
            if (line <= hunk.headLast) {
                return 0;
            }
            m_shift = hunk.baseLast - hunk.headLast;
            ++m_at;
        }
        return line + m_shift;
    }

private:
    [[nodiscard]] int baseOfRenamed(int line) const
    {
        const auto behind = std::upper_bound(
            m_renamed.begin(), m_renamed.end(), line - 1,
            [](int wanted, const DiffBlock& block) { return wanted < block.rightFirst; });
        if (behind == m_renamed.begin()) {
            return 0;
        }
        const DiffBlock& block = *(behind - 1);
        const int within = line - 1 - block.rightFirst;
        return block.equal && within < block.rightCount ? block.leftFirst + within + 1 : 0;
    }

    const ReviewFile* m_file;
    const QVector<DiffBlock>& m_renamed;
    qsizetype m_at = 0;
    int m_shift = 0;
    int m_last = 0;
};

/// Scripts and settings of CI: they say what is built where, and a port adds its own.
bool isOfCi(const RepoPath& path)
{
    static const QSet<QByteArray> folders{".github", ".circleci",  ".gitlab",         ".jenkins",
                                          ".ci",     ".buildkite", ".azure-pipelines"};
    static const QSet<QByteArray> files{".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml",
                                        "appveyor.yml", "jenkinsfile"};
    const qsizetype slash = path.bytes().indexOf('/');
    return folders.contains(path.bytes().left(slash < 0 ? 0 : slash)) ||
           files.contains(path.fileName().toLower());
}

/// Lines of the base's files at which any rule points: what is said of the others may be said by
/// another rule once a part of the file is ported.
QHash<RepoPath, QSet<int>> placesOf(const ScanResult& scan)
{
    QHash<RepoPath, QSet<int>> places;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            for (int i = 0; i < finding.keptPlaces(); ++i) {
                places[file->path].insert(finding.placeAt(i).line);
            }
        }
    }
    return places;
}

class MissingSearch
{
public:
    explicit MissingSearch(PortReview& review)
        : m_review(review), m_base(placesOf(*review.baseScan))
    {
        for (const ReviewFile& file : m_review.files) {
            m_files.insert(file.path, &file);
        }
        for (const Hunk& hunk : m_review.headScan->hunks) {
            if (!hunk.sourcePath.isEmpty()) {
                m_proposals[hunk.sourcePath].append(&hunk);
            }
        }
        for (const Hunk& hunk : m_review.baseScan->hunks) {
            m_before.insert(hunk.key);
            m_beforeAt[hunk.sourcePath].insert({hunk.ruleIds.first(), hunk.firstLine});
        }
    }

    Result<void> run();

private:
    Result<void> searchFile(const FileAnalysis& analysis);
    Result<QVector<DiffBlock>> linesOfRenamed(const ReviewFile* file);
    void add(const Finding& finding, bool hasProposal, const QString& reason)
    {
        m_review.missing.append({finding, hasProposal, reason});
    }

    PortReview& m_review;
    QHash<RepoPath, QSet<int>> m_base;
    QHash<RepoPath, const ReviewFile*> m_files;
    QHash<RepoPath, QVector<const Hunk*>> m_proposals;
    QSet<QByteArray> m_before; ///< keys of the base's proposals
    QHash<RepoPath, QSet<QPair<QString, int>>>
        m_beforeAt; ///< their rules and lines: keys hold paths
};

/// A renamed file is one hunk, whatever changed in it, so its two sides are compared here.
Result<QVector<DiffBlock>> MissingSearch::linesOfRenamed(const ReviewFile* file)
{
    const bool renamed = file != nullptr && !file->hunks.isEmpty() &&
                         file->hunks.first().kind == ReviewHunkKind::Renamed && file->base &&
                         file->head;
    if (!renamed) {
        return QVector<DiffBlock>();
    }
    const auto before = entryBytes(*m_review.trees.base, *file->base);
    const auto after = entryBytes(*m_review.trees.head, *file->head);
    if (!before || !after) {
        return before ? after.error() : before.error();
    }
    if (before->size() > kMaxAnalysedBytes || after->size() > kMaxAnalysedBytes) {
        m_review.remarks.append(
            QStringLiteral("%1 is %2 under another name and larger than %3 MiB, so the two were "
                           "not compared for what is missing.")
                .arg(file->path.display(), file->basePath.display())
                .arg(kMaxAnalysedBytes / (1024 * 1024)));
        return QVector<DiffBlock>();
    }
    return diffLines(*before, *after);
}

Result<void> MissingSearch::searchFile(const FileAnalysis& analysis)
{
    const ReviewFile* file = m_files.value(analysis.path);
    const RepoPath basePath = file != nullptr ? file->basePath : analysis.path;
    if (basePath.isEmpty()) {
        return {}; // the port's own
    }
    const QSet<int> base = m_base.value(basePath);
    const QVector<const Hunk*> proposals = m_proposals.value(analysis.path);
    QHash<QByteArray, const Hunk*> byFinding;
    for (const Hunk* hunk : proposals) {
        for (const QByteArray& id : hunk->findingIds) {
            byFinding.insert(id, hunk);
        }
    }
    const bool nothing = analysis.findings.isEmpty() && proposals.isEmpty();
    if (nothing) {
        return {};
    }
    const Result<QVector<DiffBlock>> renamed = linesOfRenamed(file);
    if (!renamed) {
        return renamed.error();
    }
    LineTracker tracker(file, *renamed);
    QSet<const Hunk*> said;
    for (const Finding& found : analysis.findings) {
        Finding finding = found;
        finding.morePlaces.clear();
        int left = 0;
        for (int i = 0; i < found.keptPlaces(); ++i) {
            const FindingPlace place = found.placeAt(i);
            const int line = tracker.baseOf(place.line);
            if (line <= 0 || !base.contains(line)) {
                continue;
            }
            if (left++ == 0) {
                finding.setPlace(place);
            } else {
                finding.morePlaces.append(place);
            }
        }
        if (left == 0) {
            continue;
        }
        const Hunk* proposal = byFinding.value(found.id);
        const FindingHome home = homeOf(analysis, found);
        if (isOfCopy(home)) {
            m_review.leftOut += left;
        } else if (home == FindingHome::Ported) {
            continue;
        } else if (found.severity == Severity::Info) {
            m_review.noted += left;
        } else if (isOfCi(analysis.path)) {
            m_review.inCi += left;
        } else {
            // What is not kept is not known to be the base's, so it counts only where all are.
            finding.places = left == found.keptPlaces() ? found.places : left;
            said.insert(proposal);
            add(finding, proposal != nullptr, found.message);
        }
    }
    if (originOf(analysis) != CodeOrigin::Own) {
        return {};
    }
    LineTracker again(file, *renamed);
    for (const Hunk* hunk : proposals) {
        const int line = again.baseOf(std::max(1, hunk->firstLine));
        const bool before =
            basePath == analysis.path
                ? m_before.contains(hunk->key)
                : m_beforeAt.value(basePath).contains({hunk->ruleIds.first(), line});
        if (said.contains(hunk) || line <= 0 || !before || !hunk->findingIds.isEmpty() ||
            hunk->targetPath != hunk->sourcePath) {
            continue;
        }
        if (hunk->severity == Severity::Info || isOfCi(hunk->sourcePath)) {
            ++(hunk->severity == Severity::Info ? m_review.noted : m_review.inCi);
            continue;
        }
        Finding finding;
        finding.id = hunk->key;
        finding.ruleId = hunk->ruleIds.first();
        finding.phase = hunk->phase;
        finding.severity = hunk->severity;
        finding.path = hunk->sourcePath;
        finding.line = std::max(1, hunk->firstLine);
        finding.endLine = std::max(finding.line, hunk->lastLine);
        finding.message = hunk->title;
        add(finding, true, hunk->reason);
    }
    return {};
}

Result<void> MissingSearch::run()
{
    for (const auto& analysis : m_review.headScan->files) {
        if (Result<void> searched = searchFile(*analysis); !searched) {
            return searched;
        }
    }
    std::stable_sort(m_review.missing.begin(), m_review.missing.end(),
                     [](const MissingPlace& a, const MissingPlace& b) {
                         if (a.finding.severity != b.finding.severity) {
                             return a.finding.severity > b.finding.severity;
                         }
                         return a.finding.path != b.finding.path ? a.finding.path < b.finding.path
                                                                 : a.finding.line < b.finding.line;
                     });
    return {};
}

} // namespace

Result<void> findMissing(PortReview& review)
{
    return MissingSearch(review).run();
}

void findLeftOpen(PortReview& review)
{
    QHash<RepoPath, const FileAnalysis*> analyses;
    for (const auto& analysis : review.headScan->files) {
        analyses.insert(analysis->path, analysis.get());
    }
    for (ReviewFile& file : review.files) {
        const FileAnalysis* analysis = analyses.value(file.path);
        if (analysis == nullptr || !file.head) {
            continue;
        }
        qsizetype at = 0;
        for (const Finding& finding : analysis->findings) {
            if (homeOf(*analysis, finding) != FindingHome::Own) {
                continue;
            }
            while (at < file.hunks.size() && file.hunks[at].kind == ReviewHunkKind::Lines &&
                   file.hunks[at].headLast < finding.line) {
                ++at;
            }
            if (at >= file.hunks.size()) {
                break;
            }
            ReviewHunk& hunk = file.hunks[at];
            const bool within =
                hunk.kind == ReviewHunkKind::Lines
                    ? finding.line >= hunk.headFirst && finding.line <= hunk.headLast
                    : hunk.kind != ReviewHunkKind::Mode;
            if (within) {
                hunk.findings.append(finding);
            }
        }
    }
}

} // namespace rocport
