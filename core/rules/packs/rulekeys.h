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
    Builtin, ///< an analysis may have parameters of its own besides these keys
    Entry,   ///< for token patterns
    Note,    ///< for tree-sitter
    Fix,     ///< a transform may have parameters of its own besides these keys
    Sample,
    Probe, ///< `match` of the kind probe
};

/// The keys that a table may have (docs/rules.md, docs/rule-pack.schema.json).
const QStringList& packKeys(PackTable table);

/// The one of `known` of which `name` is most likely a misspelling; empty when none is close.
QString nearestName(const QString& name, const QStringList& known);

} // namespace rocport
