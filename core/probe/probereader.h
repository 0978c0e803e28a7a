#pragma once

#include "core/base/result.h"
#include "core/probe/probereport.h"

#include <QByteArray>

#include <optional>

namespace rocport {

/// A step that the script announced.
struct ProbeStep
{
    int number = 0; ///< from 1
    int total = 0;
    QString title; ///< "Small GEMM, float32"
};

/// Finds the steps in the script's output as it arrives, in pieces of any size.
class ProbeProgress
{
public:
    /// The last step announced in what `bytes` completes; nothing: none.
    std::optional<ProbeStep> feed(const QByteArray& bytes);

private:
    QByteArray m_rest;
    QByteArray m_mark;
};

/// Reads the output of the script in probescript.h: any bytes, also truncated or mixed with other
/// lines. The report has facts, variables and checks, but no findings (proberules.h), and no node,
/// name or time. Errors: ParseFailed if the script's first line is not among the bytes.
Result<ProbeReport> readProbe(const QByteArray& output);

} // namespace rocport
