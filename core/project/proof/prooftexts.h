#pragma once

#include "core/isolation/comparedtexts.h"
#include "core/project/port/port.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// A change with the texts on which its verdict is based.
struct ProofTexts
{
    RepoPath path;                       ///< target path
    Language language = Language::Other; ///< of the texts: Python for the cells of a notebook
    bool newFile = false;                ///< the port adds the file: there is nothing to compare
    bool notebook = false;               ///< the texts are the code of its cells
    int line = 1;     ///< 1-based line of the original where the change begins; notebooks: 1
    int together = 0; ///< other changes of the file that it needs, applied too
    Verdict verdict = Verdict::Unproved; ///< of the change, taking compilers into account
    QString reason;                      ///< the sentence for it
    QByteArray ported;                   ///< the file with the change and what it needs
    ComparedTexts compared;
};

/// The file with one change, as it is decided now, and with what that change needs, as its proof
/// compares it. Ends early if the thread's CancelScope is cancelled. Errors: InvalidArgument (no
/// such change), those of `read` and applyHunks().
Result<ProofTexts> proofTexts(const ProjectState& state, const QByteArray& hunkKey,
                              const ReadSource& read);

} // namespace rocport
