#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QVector>

#include <chrono>

namespace rocport {

/// A module, class or function that should come from a certain place of the node.
struct ProbeModule
{
    QString name;         ///< "package.module" or "package.module:Class.method"
    QString expectedPath; ///< a file or folder, or the end of one; empty: only asked where it is
    friend bool operator==(const ProbeModule&, const ProbeModule&) = default;
};

/// What a probe is asked, besides what it always reads.
struct ProbeScriptOptions
{
    /// For each tool; the checks of torch get multiples of it (docs/probe.md). At least 1 s.
    std::chrono::seconds limit{20};
    QVector<ProbeModule> modules;
    /// Letters and digits; marks the lines of the script, so that a tool's output cannot pass for
    /// one. Empty: a random one.
    QByteArray nonce;
};

/// The text of the one script that is sent to a node: for `sh -s`, standard input. Errors:
/// InvalidArgument (a module's name or path with a character that cannot be in one; `object` is
/// it).
Result<QByteArray> probeScript(const ProbeScriptOptions& options);

} // namespace rocport
