#pragma once

#include <QStringList>

namespace rocport {

/// A table of a rule pack.
enum class PackTable : quint8 {
    Pack,
    Rule,
    Reference,
    ApiTable,     ///< `match` of the kind api-table
    TokenPattern, ///< and so on
    TreeSitter,
    ManifestKey,
    Builtin, ///< besides these keys an analysis may have parameters of its own
    Entry,   ///< of token patterns
    Note,    ///< of tree-sitter
    Fix,     ///< besides these keys a transform may have parameters of its own
    Sample,
    Probe, ///< `match` of the kind probe
};

/// The keys that a table may have (docs/rules.md, docs/rule-pack.schema.json).
const QStringList& packKeys(PackTable table);

/// The one of `known` that `name` most likely is a slip of the pen for; empty when none is near.
QString nearestName(const QString& name, const QStringList& known);

} // namespace rocport
