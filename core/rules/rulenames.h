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
/// Adds conditions about nodes, by the ids of their rules. core/probe does so before main() begins,
/// and nothing does later.
void registerProbeConditions(const QStringList& ids);
/// Whether a rule of kind Probe may be called `id`: a condition is registered for it, or none are
/// at all, since the program has no probe.
bool isProbeCondition(const QString& id);
/// The registered ones.
QStringList probeConditionNames();
/// All matchers of kind Builtin, and all transforms.
QStringList builtinMatcherNames();
QStringList transformNames();

/// `text` against a glob that knows `*` and `?`. Never recursive; at worst the product of the
/// sizes.
bool globMatches(QStringView glob, QStringView text);

/// What a list calls `rule`, where it is not about one place: its name, or its title with "…" for
/// each capture. Never empty for a rule with an id.
QString listName(const Rule& rule);

} // namespace rocport
