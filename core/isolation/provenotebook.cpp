#include "core/isolation/notebook.h"
#include "core/isolation/provepython.h"
#include "core/isolation/pythonprojection.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

/// 1-based line of `original` of the first byte outside of the cells that differs.
int firstDifferentLine(const QByteArray& original, const QByteArray& ported)
{
    const auto* end = original.cbegin() + std::min(original.size(), ported.size());
    const auto* at = std::mismatch(original.cbegin(), end, ported.cbegin()).first;
    return lineOfOffset(viewOf(original), static_cast<size_t>(at - original.cbegin()));
}

} // namespace

IsolationProof proveNotebook(const QByteArray& original, const QByteArray& ported)
{
    IsolationProof proof;
    const Result<Notebook> after = Notebook::read(ported);
    if (!after) {
        proof.reason =
            QStringLiteral("The ported notebook cannot be read: %1.").arg(after.error().detail);
        return proof;
    }
    const Result<Notebook> before = Notebook::read(original);
    if (!before) {
        proof.reason =
            QStringLiteral("The original notebook cannot be read: %1.").arg(before.error().detail);
        return proof;
    }
    proof = provePython(before->module(), after->module(),
                        {[&](int line) { return before->fileLine(line); },
                         [&](int line) { return after->fileLine(line); }});
    if (!isProved(proof.verdict)) {
        return proof;
    }
    if (before->setAside() != after->setAside()) {
        proof.verdict = Verdict::Violated;
        proof.reason = QStringLiteral("The Python in the cells is equal, but IPython lines or "
                                      "cells that cannot be parsed differ.");
        return proof;
    }
    if (before->outside() != after->outside()) {
        proof.verdict = Verdict::Unproved;
        proof.differsAtLine = firstDifferentLine(original, ported);
        proof.reason =
            QStringLiteral("The code in the cells is equal, but the notebook differs elsewhere.");
        return proof;
    }
    proof.reason.chop(1);
    proof.reason += QStringLiteral("; everything outside the code cells is byte-identical.");
    return proof;
}

ComparedTexts comparedNotebook(const QByteArray& original, const QByteArray& ported)
{
    const Result<Notebook> before = Notebook::read(original);
    const Result<Notebook> after = Notebook::read(ported);
    return before && after ? comparedPython(before->module(), after->module())
                           : ComparedTexts{{}, original, ported, false, false};
}

} // namespace rocport
