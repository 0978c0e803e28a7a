#pragma once

#include "core/project/port/comparetrees.h"
#include "core/project/session/projectstate.h"
#include "core/verify/compilerproof.h"

namespace rocport {

/// Original and port for a proof by compilers: two files, or two folders. Errors: FileNotFound,
/// FileUnreadable, Cancelled.
Result<CompilerProofInput> nvccInput(const QString& original, const QString& ported,
                                     const CancelToken& cancel = {});
/// The ends of a range of commits of the repository that holds `folder`.
Result<CompilerProofInput> nvccInput(const QString& folder, const RangeProof& range,
                                     const CancelToken& cancel = {});

/// What a project's proof by compilers is about: every accepted or edited hunk, and every undecided
/// one that is proved, made in the scanned commit. `hunks` are their keys. Errors: those of
/// buildPort() and of the repository; InvalidArgument without a scan.
struct ProjectProofInput
{
    CompilerProofInput input;
    QVector<QByteArray> hunks;
};
Result<ProjectProofInput> nvccInput(const ProjectState& state, const CancelToken& cancel = {});

/// `proof` of a file with what a compiler says added: Compiled where the outputs agree. A file
/// whose projection is violated stays so: nvcc sees one configuration only. Where the outputs
/// differ, or the file was not checked, the verdict stays and the reason says it; where CPython's
/// code objects differ the verdict is Violated.
IsolationProof withNvcc(const IsolationProof& proof, const CompilerFileProof& nvcc);
/// The same for files by path.
void applyNvcc(const CompilerProof& nvcc, QVector<FileProof>& files);

} // namespace rocport
