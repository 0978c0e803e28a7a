#pragma once

#include "core/isolation/projection.h"
#include "core/project/review/review.h"

namespace rocport {

/// What the rules say about one file of the base.
struct FileRules
{
    QVector<Hunk> proposals;   ///< by position; of this file in place
    QVector<Finding> findings; ///< own ones that are not ported
};

/// Fills match, ruleText, ruleIds, title, phase and reason of the hunks of `file` from what the
/// rules say about its base. Hunks of kind Lines only. Linear in hunks, proposals and findings but
/// for sorting.
void compareWithRules(ReviewFile& file, const FileRules& rules, const RuleSet& set,
                      const GuardMacros& macros);

/// The same for a file that the port adds: `proposed` is the text that our own port has at that
/// path.
void compareAdded(ReviewHunk& hunk, const QByteArray& text, const QByteArray& proposed,
                  const Hunk& proposal, Language language, const GuardMacros& macros);

/// Whether two texts have the same tokens on the NVIDIA path and the same on the ROCm path, which
/// conditionals on guard macros alone select. Spacing, comments and the names of guards do not
/// count.
bool isSimilarText(const QByteArray& one, const QByteArray& other, Language language,
                   const GuardMacros& macros);

/// Title and phase of a hunk of lines to which no rule points: from its text.
void describeByText(ReviewHunk& hunk, const ReviewFile& file);
/// The phase that changes to such a file usually belong to.
Phase phaseOfFile(const RepoPath& path, Language language);

} // namespace rocport
