#pragma once

#include "core/project/review/review.h"

namespace rocport {

/// Whether a file is read by no build: documentation, pictures, what git alone reads.
bool isOutsideBuilds(const RepoPath& path, Language language);

/// What a proof says in the words of a review.
NvidiaPath nvidiaPathOf(const IsolationProof& proof);

/// Makes the proof of a C or C++ file Equivalent where nothing but comments, blank lines and the
/// width of blanks differ on the NVIDIA path. `head`: the file in the port.
void acceptCommentsOf(ReviewFile& file, const QByteArray& head, const GuardMacros& macros);

/// Fills `proof` and `nvidia` of the hunks of `file`, whose own proof is there. Each hunk of lines
/// is proved in the base by itself; the bytes that this may read are bounded, and what lies beyond
/// is unproved with that reason. Where a change of the mode is unproved, so is a file whose content
/// is proved.
void proveReviewHunks(ReviewFile& file, const ProofSettings& settings);

} // namespace rocport
