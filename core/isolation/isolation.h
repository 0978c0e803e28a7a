#pragma once

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/isolation/headermacros.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// Outcome of a proof that the NVIDIA path of a file is unchanged.
struct IsolationProof
{
    Verdict verdict = Verdict::Unproved;
    QString reason;        ///< one sentence: the evidence, or the first difference with its line
    int tokensEqual = 0;   ///< tokens of the projection that equal the original's, in order
    int tokensTotal = 0;   ///< tokens of the original
    int differsAtLine = 0; ///< 1-based line of the first difference in the original; 0: none
    QStringList guards;    ///< macros that decided a condition, in order of appearance
};

/// What a proof of a whole port may assume.
struct ProofSettings
{
    /// Macros taken as undefined; see commonGuardMacros(). At least one.
    GuardMacros macros;
    /// C and C++ headers that the port adds; their NVIDIA arms may restore original tokens.
    QVector<AddedHeader> headers;
};

/// The NVIDIA projection of C, C++ or CUDA source: what is left when `macro` is undefined. Regions
/// under #ifdef/#if defined(macro) are dropped with their guard lines, #else arms of such guards
/// stay, and the reverse for #ifndef/#if !defined. Conditions that mix `macro` with anything else
/// lose the parts whose value is known (guardcondition.h). Errors: ParseFailed for a guard without
/// an end.
Result<QByteArray> projectCpp(const QByteArray& ported, const QByteArray& macro);

/// The same for CMake: if(macro) ... else() ... endif().
Result<QByteArray> projectCMake(const QByteArray& ported, const QByteArray& macro);

/// The same for make: ifdef macro ... else ... endif.
Result<QByteArray> projectMake(const QByteArray& ported, const QByteArray& macro);

/// The NVIDIA projection of Python with `flag` (is_rocm) taken as False: `if flag:` statements
/// vanish, `if not flag:` bodies and else arms stay (dedented), `A if flag else B` is B (with its
/// parentheses, where the edit added them), and the definition or import of `flag` vanishes.
/// Errors: ParseFailed when `ported` has a syntax error.
Result<QByteArray> projectPython(const QByteArray& ported, const QByteArray& flag = "is_rocm");

/// Proves one file. C, C++, CUDA, CMake, make: the projection must equal the original byte for
/// byte. Python: its tokens must equal the original's, and lines outside the edits must be equal
/// byte for byte. Other languages: Identical when the bytes are equal, else Unproved with the
/// reason.
IsolationProof proveFile(const QByteArray& original, const QByteArray& ported, Language language,
                         const TargetSettings& target);

/// The same with several macros, and headers whose macros may stand for original tokens
/// (Equivalent). A condition that is spelled differently but means the same (`#ifdef X`, `#if
/// defined(X)`) is Equivalent too. Python has no macros; its flag is `is_rocm`.
IsolationProof proveFileWith(const QByteArray& original, const QByteArray& ported,
                             Language language, const ProofSettings& settings);

/// Whether files of this kind have guards on a macro, whose content a build without the macro
/// leaves out.
bool hasMacroGuards(Language language);

/// The proof for a file that the port adds. Generated headers and sibling files are not on the
/// NVIDIA path: Projected, with the reason.
IsolationProof proveNewFile(const QByteArray& content, Language language,
                            const TargetSettings& target);

} // namespace rocport
