#include "core/project/review/review.h"

#include "core/base/cancelscope.h"
#include "core/project/port/comparetrees.h"
#include "core/project/port/port.h"
#include "core/project/review/reviewfiles.h"
#include "core/project/review/reviewgate.h"
#include "core/project/review/reviewmissing.h"
#include "core/project/review/reviewproofs.h"
#include "core/project/review/reviewrules.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// One review in the making.
class ReviewMaker
{
public:
    ReviewMaker(const ReviewTrees& trees, const ReviewOptions& options, CancelToken cancel,
                const std::function<void(const ReviewProgress&)>& progress)
        : m_options(options), m_cancel(std::move(cancel)), m_progress(progress)
    {
        m_review.trees = trees;
        m_review.target = options.target;
    }

    Result<PortReview> run();

private:
    Result<void> scan();
    Result<void> prove();
    Result<void> compareFiles();
    Result<void> compareNew(ReviewFile& file);
    void tell(ReviewProgress::Step step, int done, int total, const QString& file) const
    {
        if (m_progress) {
            m_progress({step, done, total, file});
        }
    }

    const ReviewOptions& m_options;
    CancelToken m_cancel;
    const std::function<void(const ReviewProgress&)>& m_progress;
    PortReview m_review;
    ProofSettings m_settings;
    QHash<RepoPath, FileRules> m_rules;        ///< by path in the base
    QHash<RepoPath, QVector<Hunk>> m_newFiles; ///< proposals of files that the base lacks
};

Result<void> ReviewMaker::scan()
{
    const auto scanOne = [this](const SourceTree& tree, ReviewProgress::Step step,
                                const std::shared_ptr<const ScanResult>& previous) {
        return scanTree(tree, m_options.rules, m_options.target, previous, m_cancel,
                        [this, step](const ScanProgress& progress) {
                            tell(step, progress.done, progress.total, progress.currentFile);
                        });
    };
    auto base = scanOne(*m_review.trees.base, ReviewProgress::Step::Base, nullptr);
    if (!base) {
        return base.error();
    }
    m_review.baseScan = *std::move(base);
    auto head = scanOne(*m_review.trees.head, ReviewProgress::Step::Head, m_review.baseScan);
    if (!head) {
        return head.error();
    }
    m_review.headScan = *std::move(head);
    for (const Hunk& hunk : m_review.baseScan->hunks) {
        if (hunk.targetPath == hunk.sourcePath) {
            m_rules[hunk.sourcePath].proposals.append(hunk);
        } else {
            m_newFiles[hunk.targetPath].append(hunk);
        }
    }
    for (const auto& file : m_review.baseScan->files) {
        FileRules& rules = m_rules[file->path];
        for (const Finding& finding : file->findings) {
            for (int i = 0; i < finding.keptPlaces(); ++i) {
                Finding one = finding;
                one.setPlace(finding.placeAt(i));
                one.morePlaces.clear();
                rules.findings.append(one);
            }
        }
        std::stable_sort(rules.findings.begin(), rules.findings.end(),
                         [](const Finding& a, const Finding& b) { return a.line < b.line; });
        std::stable_sort(rules.proposals.begin(), rules.proposals.end(),
                         [](const Hunk& a, const Hunk& b) { return a.firstLine < b.firstLine; });
    }
    return {};
}

Result<void> ReviewMaker::prove()
{
    m_settings.macros = macrosFor(m_options.target, m_options.macros, false);
    auto added = addedHeaders(*m_review.trees.base, *m_review.trees.head);
    if (!added) {
        return added.error();
    }
    m_settings.headers = std::move(added->headers);
    if (added->left) {
        m_review.remarks.append(
            QStringLiteral("Some headers that the port adds are too large or cannot be read; "
                           "hunks were compared without their macros."));
    }
    const auto proofs = proveTrees(*m_review.trees.base, *m_review.trees.head, m_settings.macros);
    if (!proofs) {
        return proofs.error();
    }
    QHash<RepoPath, const IsolationProof*> byPath;
    for (const FileProof& file : *proofs) {
        byPath.insert(file.path, &file.proof);
    }
    for (ReviewFile& file : m_review.files) {
        const IsolationProof* proof = byPath.value(file.path);
        const IsolationProof* old = file.basePath.isEmpty() ? nullptr : byPath.value(file.basePath);
        if (proof != nullptr) {
            file.proof = *proof;
        }
        if (old != nullptr && old->verdict < file.proof.verdict) {
            file.proof = *old; // a renamed file: what names the old one
        }
        if (file.proof.verdict == Verdict::Violated && file.base && file.head &&
            !file.baseText.isEmpty()) {
            auto head = entryBytes(*m_review.trees.head, *file.head);
            if (!head) {
                return head.error();
            }
            acceptCommentsOf(file, *head, m_settings.macros);
        }
        file.nvidia = nvidiaPathOf(file.proof);
        if (isOutsideBuilds(file.path, file.language) &&
            (file.basePath.isEmpty() || isOutsideBuilds(file.basePath, file.language))) {
            file.nvidia = NvidiaPath::NotBuilt;
            file.proof = {};
            file.proof.reason = QStringLiteral("No build reads the file.");
        }
    }
    return {};
}

/// A file that the port adds, beside the one that our own port would add there.
Result<void> ReviewMaker::compareNew(ReviewFile& file)
{
    const auto proposed = m_newFiles.constFind(file.path);
    ReviewHunk& hunk = file.hunks.first();
    if (hunk.kind != ReviewHunkKind::Added || proposed == m_newFiles.constEnd()) {
        return {};
    }
    const auto text = entryBytes(*m_review.trees.head, *file.head);
    if (!text) {
        return text.error();
    }
    const auto made = buildPort(*proposed, {}, [this](const RepoPath& path) -> Result<QByteArray> {
        TreeEntry entry;
        entry.path = path;
        entry.identity = m_review.baseScan->identities.value(path);
        return m_review.trees.base->read(entry, kMaxAnalysedBytes);
    });
    if (!made) {
        return made.error();
    }
    if (!made->isEmpty()) {
        compareAdded(hunk, *text, made->first().content, proposed->first(), file.language,
                     m_settings.macros);
    }
    return {};
}

Result<void> ReviewMaker::compareFiles()
{
    const int total = static_cast<int>(m_review.files.size());
    for (int i = 0; i < total; ++i) {
        ReviewFile& file = m_review.files[i];
        if (m_cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        tell(ReviewProgress::Step::Hunks, i, total, file.path.display());
        compareWithRules(file, m_rules.value(file.basePath), *m_options.rules, m_settings.macros);
        if (Result<void> compared = compareNew(file); !compared) {
            return compared;
        }
        proveReviewHunks(file, m_settings);
    }
    return {};
}

Result<PortReview> ReviewMaker::run()
{
    const CancelScope scope(m_cancel);
    auto files = reviewFiles(m_review.trees, m_cancel);
    if (!files) {
        return files.error();
    }
    m_review.files = *std::move(files);
    if (Result<void> scanned = scan(); !scanned) {
        return scanned.error();
    }
    if (Result<void> proved = prove(); !proved) {
        return proved.error();
    }
    if (Result<void> compared = compareFiles(); !compared) {
        return compared.error();
    }
    findLeftOpen(m_review);
    if (Result<void> searched = findMissing(m_review); !searched) {
        return searched.error();
    }
    if (m_options.compile && m_options.runner != nullptr) {
        if (Result<void> done = compileReview(m_review, m_options, m_cancel, m_progress); !done) {
            return done.error();
        }
    }
    if (m_cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    return std::move(m_review);
}

template <typename Is>
int countHunks(const PortReview& review, Is is)
{
    int count = 0;
    for (const ReviewFile& file : review.files) {
        count += static_cast<int>(std::count_if(file.hunks.begin(), file.hunks.end(), is));
    }
    return count;
}

} // namespace

QString reviewHunkKindId(ReviewHunkKind kind)
{
    static const std::array<const char*, 8> ids{"lines", "added",  "removed", "renamed",
                                                "mode",  "binary", "link",    "submodule"};
    return QString::fromLatin1(ids.at(static_cast<size_t>(kind)));
}

QString ruleMatchId(RuleMatch match)
{
    static const std::array<const char*, 4> ids{"none", "equal", "similar", "different"};
    return QString::fromLatin1(ids.at(static_cast<size_t>(match)));
}

QString nvidiaPathId(NvidiaPath path)
{
    static const std::array<const char*, 4> ids{"changed", "unproved", "unchanged", "not-built"};
    return QString::fromLatin1(ids.at(static_cast<size_t>(path)));
}

QString rocmArmId(RocmArm arm)
{
    static const std::array<const char*, 6> ids{"not-tried",   "not-checked", "compiles",
                                                "build-fails", "lanes-equal", "lanes-differ"};
    return QString::fromLatin1(ids.at(static_cast<size_t>(arm)));
}

std::optional<RocmArm> rocmArmFromId(QStringView id)
{
    const auto* const found = std::find_if(kRocmArms.begin(), kRocmArms.end(),
                                           [id](RocmArm arm) { return rocmArmId(arm) == id; });
    return found == kRocmArms.end() ? std::nullopt : std::optional(*found);
}

int PortReview::hunkCount() const
{
    return countHunks(*this, [](const ReviewHunk&) { return true; });
}

int PortReview::count(NvidiaPath path) const
{
    return countHunks(*this, [path](const ReviewHunk& hunk) { return hunk.nvidia == path; });
}

int PortReview::count(RuleMatch match) const
{
    return countHunks(*this, [match](const ReviewHunk& hunk) { return hunk.match == match; });
}

int PortReview::count(RocmArm arm) const
{
    return countHunks(*this, [arm](const ReviewHunk& hunk) { return hunk.rocm == arm; });
}

Result<PortReview> reviewPort(const ReviewTrees& trees, const ReviewOptions& options,
                              const CancelToken& cancel,
                              const std::function<void(const ReviewProgress&)>& progress)
{
    return ReviewMaker(trees, options, cancel, progress).run();
}

} // namespace rocport
