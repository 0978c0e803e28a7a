#pragma once

#include "core/rules/rule.h"

#include <optional>

namespace rocport {

/// Spelling of a matcher kind in packs: "api-table", "token-pattern", "tree-sitter",
/// "manifest-key", "builtin", "probe".
QString matcherId(MatcherKind kind);
std::optional<MatcherKind> matcherFromId(QStringView id);
QStringList matcherNames();

/// Whether a matcher of kind Builtin called `name` exists (docs/rules.md lists them).
bool isBuiltinMatcher(QStringView name);
/// Whether a transform called `name` exists (docs/rules.md lists them).
bool isTransform(QStringView name);
/// Adds conditions about nodes, by the ids of their rules. Called by core/probe before main()
/// begins, and never later.
void registerProbeConditions(const QStringList& ids);
/// Whether a rule of kind Probe may be called `id`: a condition is registered for it, or none are
/// at all, since the program has no probe.
bool isProbeCondition(const QString& id);
/// The registered conditions.
QStringList probeConditionNames();
/// All matchers of kind Builtin, and all transforms.
QStringList builtinMatcherNames();
QStringList transformNames();

/// Whether `text` matches a glob with `*` and `?`. Not recursive; at worst takes time proportional
/// to the product of the sizes.
bool globMatches(QStringView glob, QStringView text);

/// The name of `rule` in lists, if they are not about one place: its name, or its title with "…"
/// for each capture. Never empty for a rule with an id.
QString listName(const Rule& rule);

} // namespace rocport
