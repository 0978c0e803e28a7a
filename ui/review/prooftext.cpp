#include "ui/review/prooftext.h"

#include "core/isolation/isolation.h"

#include "core/base/wording.h"

#include <QCoreApplication>

namespace rocport {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ProofDialog", text);
}

QString methodOf(Language language, const QString& guardMacro)
{
    if (hasMacroGuards(language)) {
        return tr("No NVIDIA build defines %1. So what is under it is left out together with "
                  "its guard lines, and the #else arms stay. What is left is compared with the "
                  "original byte by byte.")
            .arg(guardMacro);
    }
    switch (language) {
    case Language::Python:
        return tr("is_rocm is False on NVIDIA. So guarded statements are left out, and “A if "
                  "is_rocm else B” is B. What is left is compared with the original token by "
                  "token, and outside the edits byte by byte. An added line that imports or "
                  "defines is_rocm is left out as well: an NVIDIA build runs it, and it gives "
                  "False there.");
    case Language::Dockerfile:
        return tr("The defaults of build arguments that the change adds are filled in. What is "
                  "left is compared with the original byte by byte.");
    default:
        return tr("There are no ROCm guards for this kind of file, so an NVIDIA build sees the "
                  "change as it is.");
    }
}

} // namespace

QString proofTitle(const ProofTexts& texts)
{
    switch (texts.verdict) {
    case Verdict::Compiled:
        return tr("Proved: an NVIDIA build sees the same as before, and compilers agree.");
    case Verdict::Identical:
    case Verdict::Projected:
        return texts.newFile ? tr("Proved: no NVIDIA build reads this new file.")
                             : tr("Proved: an NVIDIA build sees the same as before the change.");
    case Verdict::Equivalent:
        return tr("Proved: an NVIDIA build sees text that means the same as before the change.");
    case Verdict::Violated:
        return tr("Not the same: the change reaches NVIDIA builds.");
    case Verdict::Unproved:
        break;
    }
    return tr("Not proved: whether an NVIDIA build sees the same could not be decided.");
}

QString proofMethod(const ProofTexts& texts, const QString& guardMacro)
{
    if (texts.newFile) {
        return tr("The port adds this file, so there is no original to compare it with.");
    }
    QString method = methodOf(texts.language, guardMacro);
    if (texts.compared.ownGuards) {
        method += u' ' + tr("The original has ROCm guards of its own, so it is treated the same.");
    }
    if (texts.notebook) {
        method += u' ' + tr("The texts are the code cells, in order.");
    }
    if (texts.together > 0) {
        method += u' ' + tr("The change is made together with %1 of this file that it needs.")
                             .arg(counted(texts.together, tr("change"), tr("changes")));
    }
    return method;
}

QString proofReason(const ProofTexts& texts)
{
    const QString& projected = texts.compared.proof.reason;
    if (texts.reason.isEmpty() || texts.reason == projected) {
        return projected;
    }
    return texts.verdict == Verdict::Compiled ? texts.reason + u' ' + projected : texts.reason;
}

} // namespace rocport
