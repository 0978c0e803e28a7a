#pragma once

#include "core/base/finding.h"
#include "core/isolation/isolation.h"
#include "core/project/review/reviewsplit.h"
#include "core/scan/scanner.h"
#include "core/scan/sourcetree.h"
#include "core/verify/gate.h"

#include <QDateTime>
#include <QHash>
#include <QVector>

#include <array>
#include <memory>
#include <optional>

namespace rocport {

struct LaneVerification;

/// One commit of a port that was made elsewhere.
struct ReviewCommit
{
    QByteArray id; ///< 40 hex digits; empty: a patch that names none
    QString summary;
    QString author;
    QDateTime time;
};

/// Two trees: what was there before a port, and what the port made of it.
struct ReviewTrees
{
    QString root;                  ///< work tree of the repository, absolute
    QString title;                 ///< of the newest commit
    QString name;                  ///< "main..port", "0001-x.patch", as it was asked for
    QByteArray baseCommit;         ///< 40 hex digits
    QByteArray headCommit;         ///< empty: patches, which are on no commit
    QByteArray patchesId;          ///< of patches: a hash of them, hex; else empty
    QVector<ReviewCommit> commits; ///< oldest first
    std::shared_ptr<const SourceTree> base;
    std::shared_ptr<const SourceTree> head;
    QHash<RepoPath, RepoPath> renames; ///< path in `head` -> path in `base`
    std::shared_ptr<void> holds;       ///< what has to live as long as the trees
};

/// What a hunk is. All but Lines are one hunk for the whole file.
enum class ReviewHunkKind : quint8 {
    Lines,     ///< lines of a text file
    Added,     ///< a new file
    Removed,   ///< a file that is gone
    Renamed,   ///< with what changed in it
    Mode,      ///< executable or not
    Binary,    ///< content that is not text, or too large to be compared by lines
    Link,      ///< a link is added, removed, changed, or takes the place of a file
    Submodule, ///< the same for a submodule
};
/// "lines", "added", …
QString reviewHunkKindId(ReviewHunkKind kind);

/// How a hunk compares with what our own rules would make of the base.
enum class RuleMatch : quint8 {
    None,      ///< no rule would write anything here
    Equal,     ///< the same bytes
    Similar,   ///< the same tokens on the NVIDIA path and on the ROCm path; see docs/port-review.md
    Different, ///< a rule would write something else here
};
QString ruleMatchId(RuleMatch match); ///< "none", "equal", "similar", "different"

/// What a hunk does to the NVIDIA path.
enum class NvidiaPath : quint8 {
    Changed,
    Unproved,
    Unchanged, ///< proved
    NotBuilt,  ///< the file is in no build: documentation
};
QString nvidiaPathId(NvidiaPath path); ///< "changed", "unproved", "unchanged", "not-built"

/// What is known about the ROCm arm of a hunk.
enum class RocmArm : quint8 {
    NotTried,
    NotChecked,
    Compiles,
    BuildFails,
    LanesEqual,  ///< executed on lanes (executeReview()), with the base's results
    LanesDiffer, ///< the same, with other results
};
/// All of them, best first.
inline constexpr std::array kRocmArms{RocmArm::LanesEqual,  RocmArm::Compiles,
                                      RocmArm::LanesDiffer, RocmArm::BuildFails,
                                      RocmArm::NotChecked,  RocmArm::NotTried};
/// "not-tried", "not-checked", "compiles", "build-fails", "lanes-equal", "lanes-differ"
QString rocmArmId(RocmArm arm);
std::optional<RocmArm> rocmArmFromId(QStringView id);
/// Whether something is wrong with it.
inline bool isWrong(RocmArm arm)
{
    return arm == RocmArm::BuildFails || arm == RocmArm::LanesDiffer;
}

/// One thing that was found out about the ROCm arm of a hunk.
struct ArmFact
{
    int lanes = 0; ///< of the run that shows it: 64, 32; 0: the compile check
    RocmArm result = RocmArm::NotChecked;
    QString text; ///< "Compiles for gfx942, no diagnostics"; Markdown inline code

    friend bool operator==(const ArmFact&, const ArmFact&) = default;
};

/// One piece of the port, which is decided as a whole.
struct ReviewHunk
{
    /// The same in each revision of the port in which the hunk replaces the same text with the same
    /// text between the same lines; 16 hex digits. Where a file has several such hunks, only as
    /// long as nothing else in it changes.
    QByteArray id;
    /// The same without the lines around it, for a base that moved on; several hunks may have it.
    QByteArray textId;
    int baseFirst = 1;              ///< 1-based line of the base; of Lines only
    int baseLast = 0;               ///< inclusive; baseFirst - 1 where nothing is replaced
    int headFirst = 1;              ///< 1-based line of the port
    int headLast = 0;               ///< inclusive; headFirst - 1 where nothing takes its place
    QVector<LineStretch> headParts; ///< of Lines: those of the port's lines that differ, 1-based
    int ruleFirst = 1;              ///< `ruleText` is for these lines of the base, 1-based
    int ruleLast = 0;               ///< inclusive
    ReviewHunkKind kind = ReviewHunkKind::Lines;
    Phase phase = Phase::Translation;
    RuleMatch match = RuleMatch::None;
    NvidiaPath nvidia = NvidiaPath::Unproved;
    RocmArm rocm = RocmArm::NotTried;
    bool onlyTogether = false; ///< Unchanged only with the other hunks of the file
    TextEdit edit;             ///< of the base's text; of Lines only
    QString title;             ///< "HIP runtime header"
    QString facts;             ///< of other kinds: one sentence
    QStringList ruleIds;       ///< that point at the place in the base; the leading one first
    QByteArray ruleText;  ///< Equal, Similar, Different: whole lines that the rules would write
    QString ruleReason;   ///< why the leading rule wants a change; Markdown inline code
    IsolationProof proof; ///< of the base with this hunk alone
    QString rocmReason;   ///< one sentence; empty: nothing to say
    QVector<ArmFact> armFacts; ///< what `rocm` is made of: the compile check, then 64 and 32 lanes
    QVector<Finding> findings; ///< that a scan of the port still has within it
};

/// One file that the port changes.
struct ReviewFile
{
    RepoPath path;     ///< in the port; of a removed file in the base
    RepoPath basePath; ///< in the base; empty: added
    Language language = Language::Other;
    std::optional<TreeEntry> base;
    std::optional<TreeEntry> head;
    QByteArray baseText;  ///< of files with hunks of kind Lines
    IsolationProof proof; ///< of the whole file
    NvidiaPath nvidia = NvidiaPath::Unproved;
    QVector<ReviewHunk> hunks; ///< in order; at least one
};

/// A place that a rule points at and that the port leaves as it was.
struct MissingPlace
{
    Finding finding;          ///< in the port; of a proposal without a finding, made from it
    bool hasProposal = false; ///< a rule would write something there
    QString reason;           ///< one sentence
};

/// A port that was made elsewhere, hunk by hunk. A value.
struct PortReview
{
    ReviewTrees trees;
    TargetSettings target;
    QVector<ReviewFile> files;     ///< by path
    QVector<MissingPlace> missing; ///< by severity, path and line
    int leftOut = 0;               ///< places in copies of others' code and in generated files
    int noted = 0;                 ///< places of severity info
    int inCi = 0;                  ///< places in scripts and settings of CI
    QStringList remarks;           ///< sentences about the review as a whole
    std::shared_ptr<const ScanResult> baseScan;
    std::shared_ptr<const ScanResult> headScan;
    std::optional<GateResult> gate;
    std::shared_ptr<const LaneVerification> lanes; ///< of executeReview(); null: nothing was run
    QByteArray laneRun;     ///< the same for people: a VerifyRun as JSON; empty: nothing was run
    int laneComplaints = 0; ///< what checks on lanes found in the port and not in the base

    [[nodiscard]] int hunkCount() const;
    [[nodiscard]] int count(NvidiaPath path) const;
    [[nodiscard]] int count(RuleMatch match) const;
    [[nodiscard]] int count(RocmArm arm) const;
};

/// How a review is made.
struct ReviewOptions
{
    std::shared_ptr<const RuleSet> rules;
    TargetSettings target;
    QStringList macros;   ///< that NVIDIA builds leave undefined, besides the common ones
    bool compile = false; ///< run the compile gate on what the port changes
    GateOptions gate;
    const ProcessRunner* runner = nullptr; ///< needed with `compile`
};

struct ReviewProgress
{
    enum class Step : quint8 { Base, Head, Hunks, Compile, Execute };
    Step step = Step::Base;
    int done = 0;
    int total = 0; ///< 0: not known yet
    QString currentFile;
};

/// Compares the two trees, splits what differs into hunks and says of each what is known. Blocks:
/// for worker threads; `progress` is called from several. Linear in the size of the trees and of
/// what changed. Errors: Cancelled, and those of listing and scanning; a file that cannot be read
/// is an error, since none may be lost.
Result<PortReview> reviewPort(const ReviewTrees& trees, const ReviewOptions& options,
                              const CancelToken& cancel,
                              const std::function<void(const ReviewProgress&)>& progress = {});

} // namespace rocport
