#pragma once

#include "core/project/port/comparetrees.h"
#include "core/project/session/projectstate.h"
#include "core/verify/compilerproof.h"

namespace rocport {

/// Original and port for a proof by compilers: two files, or two folders. Errors: FileNotFound,
/// FileUnreadable, Cancelled.
Result<CompilerProofInput> nvccInput(const QString& original, const QString& ported,
                                     const CancelToken& cancel = {});
/// The same for the two ends of a range of commits in the repository that holds `folder`.
Result<CompilerProofInput> nvccInput(const QString& folder, const RangeProof& range,
                                     const CancelToken& cancel = {});

/// What a project's proof by compilers is about: every accepted or edited hunk, and every undecided
/// one that is proved, applied to the scanned commit. `hunks` are their keys. Errors: those of
/// buildPort() and of the repository; InvalidArgument without a scan.
struct ProjectProofInput
{
    CompilerProofInput input;
    QVector<QByteArray> hunks;
};
Result<ProjectProofInput> nvccInput(const ProjectState& state, const CancelToken& cancel = {});

/// The `proof` of a file combined with what a compiler says: Compiled if the outputs agree. A file
/// whose projection is violated stays so, since nvcc sees one configuration only. If the outputs
/// differ, or the file was not checked, the verdict stays and the reason says so; if CPython's code
/// objects differ, the verdict is Violated.
IsolationProof withNvcc(const IsolationProof& proof, const CompilerFileProof& nvcc);
/// The same for files by path.
void applyNvcc(const CompilerProof& nvcc, QVector<FileProof>& files);

} // namespace rocport
