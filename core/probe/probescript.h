#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QVector>

#include <chrono>

namespace rocport {

/// A module, class or function that should come from a certain place on the node.
struct ProbeModule
{
    QString name;         ///< "package.module" or "package.module:Class.method"
    QString expectedPath; ///< a file or folder, or the end of its path; empty: only its place is
                          ///  reported
    friend bool operator==(const ProbeModule&, const ProbeModule&) = default;
};

/// What a probe reads besides what it always does.
struct ProbeScriptOptions
{
    /// Time limit for each tool; the torch checks get multiples of it (docs/probe.md). At least 1
    /// s.
    std::chrono::seconds limit{20};
    QVector<ProbeModule> modules;
    /// Letters and digits that mark the script's own lines, so that a tool's output cannot pass for
    /// one. Empty: a random one is chosen.
    QByteArray nonce;
};

/// The text of the one script that is sent to a node, for the standard input of `sh -s`. Errors:
/// InvalidArgument (a module's name or path has a character that is not allowed; `object` is that
/// name or path).
Result<QByteArray> probeScript(const ProbeScriptOptions& options);

} // namespace rocport
