#pragma once

#include "core/rules/rule.h"

#include <QByteArray>

namespace rocport {

/// The content of one rule pack.
struct RulePack
{
    QString name;            ///< the pack's own name
    QVector<Rule> rules;     ///< the good ones, in file order
    QVector<Error> problems; ///< RulePackInvalid, object = file:line
    QVector<int> ruleLines;  ///< where [[rule]] tables begin, good or not, 1-based, ascending
};

/// Reads the text of a rule pack (TOML, format 1; docs/rules.md). `file` is only for messages.
/// Never throws: a text that is not TOML gives one problem and no rules; a bad rule is left out and
/// reported. Packs other than the program's own have size limits (docs/rules.md). Problems are
/// sorted by line.
RulePack parseRulePack(const QByteArray& text, const QString& file,
                       PackOrigin origin = PackOrigin::BuiltIn);

/// The line of a pack's problem, 1-based; 0 when it has none.
int lineOf(const Error& problem);

/// ">=2.3,<2.12", either part alone, or empty for any version. Errors: InvalidArgument.
Result<VersionRange> parseVersionRange(const QString& text);

} // namespace rocport
