#pragma once

#include "core/base/result.h"
#include "core/probe/probereport.h"

#include <QByteArray>

#include <optional>

namespace rocport {

/// A step that the script said it begins.
struct ProbeStep
{
    int number = 0; ///< from 1
    int total = 0;
    QString title; ///< "Small GEMM, float32"
};

/// Finds the steps in the script's output while it comes, in pieces of any size.
class ProbeProgress
{
public:
    /// The last step that `bytes` completed; nothing: none.
    std::optional<ProbeStep> feed(const QByteArray& bytes);

private:
    QByteArray m_rest;
    QByteArray m_mark;
};

/// Reads what the script of probescript.h wrote: any bytes, also cut off or mixed with lines of
/// others. The report has facts, variables and checks, no findings (proberules.h), and no node,
/// name or time. Errors: ParseFailed, where the script's first line is not among the bytes.
Result<ProbeReport> readProbe(const QByteArray& output);

} // namespace rocport
