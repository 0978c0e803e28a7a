#pragma once

#include "core/project/review/review.h"

namespace rocport {

/// What one kind of check said of a hunk, and for what.
struct ArmPart
{
    RocmArm result = RocmArm::NotTried;
    QString reason; ///< ReviewHunk::rocmReason
    QVector<ArmFact> facts;
    QByteArray basis; ///< 16 hex digits: see ArmBasis; empty: the check said nothing

    friend bool operator==(const ArmPart&, const ArmPart&) = default;
};

/// What is known of the ROCm arm of a hunk.
struct HunkArm
{
    ArmPart compiled;
    ArmPart executed;

    friend bool operator==(const HunkArm&, const HunkArm&) = default;
};

/// What a check said of the port as a whole.
struct ArmNotes
{
    QStringList sentences;
    QByteArray basis; ///< as in ArmPart

    friend bool operator==(const ArmNotes&, const ArmNotes&) = default;
};

/// What compilers and lanes said of a port, as it is kept with its review.
struct ArmChecks
{
    QHash<QByteArray, HunkArm> hunks; ///< by id
    ArmNotes compiled;
    ArmNotes executed;
    QByteArray laneRun; ///< PortReview::laneRun, on the basis of `executed`

    [[nodiscard]] bool isEmpty() const { return *this == ArmChecks(); }
    friend bool operator==(const ArmChecks&, const ArmChecks&) = default;
};

/// What results about a port depend on, as hashes of 16 hex digits: those of another basis say
/// nothing. They are of content alone, so that a new revision keeps what it does not touch.
struct ArmBasis
{
    /// By path in the port: the file in base and port, the target, and all that a compilation may
    /// read beside it: headers and what the build is made from.
    QHash<RepoPath, QByteArray> files;
    QByteArray common;  ///< the same without the file
    QByteArray program; ///< all files of both trees that a build may read, and the target
};

/// Lists both trees. Errors: Cancelled and those of listing.
Result<ArmBasis> armBasisOf(const PortReview& review, const CancelToken& cancel);

/// The review with what is known on this basis; one that was never checked says "not tried".
/// `plain`: as reviewPort() makes it, without `compile`.
PortReview withArms(const PortReview& plain, const ArmChecks& checks, const ArmBasis& basis);

/// Takes over what compileReview() said. `notes`: how many remarks the review had before it.
void keepCompiled(ArmChecks& checks, const PortReview& compiled, qsizetype notes,
                  const ArmBasis& basis);

/// Takes over what executeReview() made of `before`, in place of what an earlier run said.
void keepExecuted(ArmChecks& checks, const PortReview& before, const PortReview& executed,
                  const ArmBasis& basis);

/// Fills `rocm`, `rocmReason` and `armFacts` of a hunk. What does not compile stays so, whatever
/// ran on the CPU.
void setArm(ReviewHunk& hunk, const ArmPart& compiled, const ArmPart& executed);

} // namespace rocport
