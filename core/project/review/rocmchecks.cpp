#include "core/project/review/rocmchecks.h"

#include "core/project/review/reviewproofs.h"

#include <QCryptographicHash>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kBasisLength = 16;

/// A hash of fields, in which none runs into the next.
class BasisHash
{
public:
    void add(const QByteArray& field)
    {
        m_hash.addData(QByteArray::number(field.size()) + ':');
        m_hash.addData(field);
    }
    void add(const TreeEntry& entry)
    {
        add(entry.path.bytes());
        add(entry.identity);
        add(QByteArray::number(static_cast<int>(entry.kind)));
    }
    [[nodiscard]] QByteArray hex() const { return m_hash.result().toHex().left(kBasisLength); }

private:
    QCryptographicHash m_hash{QCryptographicHash::Blake2b_160};
};

/// Whether no other file is compiled with it: a build compiles it by itself, or does not read it.
bool standsAlone(const RepoPath& path)
{
    static const QSet<QByteArray> sources{"cu", "hip", "c", "cc", "cpp", "cxx", "c++"};
    return sources.contains(path.suffix());
}

bool isRead(const RepoPath& path)
{
    return !isOutsideBuilds(path, path.suffix() == "md" ? Language::Markdown : Language::Other);
}

void addTarget(BasisHash& hash, const TargetSettings& target)
{
    hash.add(target.rocm.toString().toUtf8());
    hash.add(target.torch.toString().toUtf8());
    hash.add(target.architectures.join(u',').toUtf8());
    hash.add(target.guardMacro.toUtf8());
}

/// Adds the files of a tree for which `isWanted` is true, in the order of their paths.
Result<void> addTree(BasisHash& hash, const SourceTree& tree, bool (*isWanted)(const RepoPath&),
                     const CancelToken& cancel)
{
    auto entries = tree.list(cancel);
    if (!entries) {
        return entries.error();
    }
    std::sort(entries->begin(), entries->end(), [](const TreeEntry& one, const TreeEntry& other) {
        return one.path.bytes() < other.path.bytes();
    });
    for (const TreeEntry& entry : std::as_const(*entries)) {
        if (isWanted(entry.path)) {
            hash.add(entry);
        }
    }
    return {};
}

QByteArray fileBasis(const ReviewFile& file, const QByteArray& common)
{
    BasisHash hash;
    hash.add(common);
    for (const std::optional<TreeEntry>& entry : {file.base, file.head}) {
        hash.add(entry ? *entry : TreeEntry());
    }
    return hash.hex();
}

bool isOn(const ArmPart& part, const QByteArray& basis)
{
    return !part.basis.isEmpty() && part.basis == basis;
}

} // namespace

Result<ArmBasis> armBasisOf(const PortReview& review, const CancelToken& cancel)
{
    ArmBasis basis;
    BasisHash common;
    addTarget(common, review.target);
    Result<void> added = addTree(
        common, *review.trees.head,
        [](const RepoPath& path) { return isRead(path) && !standsAlone(path); }, cancel);
    if (!added) {
        return added.error();
    }
    basis.common = common.hex();
    // What is said of a header was said by the sources that include it.
    BasisHash all;
    addTarget(all, review.target);
    if (added = addTree(all, *review.trees.head, isRead, cancel); !added) {
        return added.error();
    }
    const QByteArray whole = all.hex();
    for (const ReviewFile& file : review.files) {
        basis.files.insert(file.path,
                           fileBasis(file, standsAlone(file.path) ? basis.common : whole));
    }
    BasisHash program;
    addTarget(program, review.target);
    for (const auto& tree : {review.trees.base, review.trees.head}) {
        if (added = addTree(program, *tree, isRead, cancel); !added) {
            return added.error();
        }
        program.add("end");
    }
    basis.program = program.hex();
    return basis;
}

void setArm(ReviewHunk& hunk, const ArmPart& compiled, const ArmPart& executed)
{
    hunk.rocm = compiled.result;
    hunk.rocmReason = compiled.reason;
    hunk.armFacts = compiled.facts;
    if (compiled.result == RocmArm::BuildFails) {
        return;
    }
    hunk.armFacts += executed.facts;
    if (executed.result != RocmArm::NotTried) {
        hunk.rocm = executed.result;
    }
    if (!executed.reason.isEmpty()) {
        hunk.rocmReason = executed.reason;
    }
}

PortReview withArms(const PortReview& plain, const ArmChecks& checks, const ArmBasis& basis)
{
    PortReview review = plain;
    for (ReviewFile& file : review.files) {
        const QByteArray ofFile = basis.files.value(file.path);
        for (ReviewHunk& hunk : file.hunks) {
            const HunkArm arm = checks.hunks.value(hunk.id);
            setArm(hunk, isOn(arm.compiled, ofFile) ? arm.compiled : ArmPart(),
                   isOn(arm.executed, basis.program) ? arm.executed : ArmPart());
        }
    }
    if (checks.compiled.basis == basis.common) {
        review.remarks += checks.compiled.sentences;
    }
    if (checks.executed.basis == basis.program) {
        review.remarks += checks.executed.sentences;
        review.laneRun = checks.laneRun;
    }
    return review;
}

void keepCompiled(ArmChecks& checks, const PortReview& compiled, qsizetype notes,
                  const ArmBasis& basis)
{
    for (const ReviewFile& file : compiled.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            const bool said = hunk.rocm != RocmArm::NotTried;
            if (said || checks.hunks.contains(hunk.id)) {
                checks.hunks[hunk.id].compiled =
                    said ? ArmPart{hunk.rocm, hunk.rocmReason, hunk.armFacts,
                                   basis.files.value(file.path)}
                         : ArmPart();
            }
        }
    }
    checks.compiled = {compiled.remarks.sliced(notes), basis.common};
}

void keepExecuted(ArmChecks& checks, const PortReview& before, const PortReview& executed,
                  const ArmBasis& basis)
{
    for (HunkArm& arm : checks.hunks) {
        arm.executed = {};
    }
    for (qsizetype file = 0; file < executed.files.size(); ++file) {
        const QVector<ReviewHunk>& hunks = executed.files[file].hunks;
        for (qsizetype i = 0; i < hunks.size(); ++i) {
            const ReviewHunk& now = hunks[i];
            const ReviewHunk& was = before.files[file].hunks[i];
            ArmPart part;
            if (now.rocm != was.rocm) {
                part.result = now.rocm;
            }
            if (now.rocmReason != was.rocmReason) {
                part.reason = now.rocmReason;
            }
            part.facts = now.armFacts.sliced(was.armFacts.size());
            if (part != ArmPart()) {
                part.basis = basis.program;
                checks.hunks[now.id].executed = part;
            }
        }
    }
    checks.executed = {executed.remarks.sliced(before.remarks.size()), basis.program};
    checks.laneRun = executed.laneRun;
}

} // namespace rocport
