#pragma once

#include "core/rules/rule.h"

#include <QByteArray>

namespace rocport {

/// What one rule pack gave.
struct RulePack
{
    QString name;            ///< the pack's own name
    QVector<Rule> rules;     ///< the good ones, in file order
    QVector<Error> problems; ///< RulePackInvalid, object = file:line
};

/// Reads the text of a rule pack (TOML, format 1; docs/rules.md). `file` is only for messages.
/// Never throws: a text that is no TOML gives one problem and no rule; a bad rule is left out and
/// reported.
RulePack parseRulePack(const QByteArray& text, const QString& file);

/// ">=2.3,<2.12", either part alone, or empty for any version. Errors: InvalidArgument.
Result<VersionRange> parseVersionRange(const QString& text);

} // namespace rocport
