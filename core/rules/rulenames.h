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
/// Whether the program has a condition about nodes for a rule of kind Probe called `id`.
bool isProbeCondition(QStringView id);
QStringList probeConditionNames();
/// All of them.
QStringList builtinMatcherNames();
QStringList transformNames();

/// `text` against a glob that knows `*` and `?`. Never recursive; at worst the product of the
/// sizes.
bool globMatches(QStringView glob, QStringView text);

/// What a list calls `rule`, where it is not about one place: its name, or its title with "…" for
/// each capture. Never empty for a rule with an id.
QString listName(const Rule& rule);

} // namespace rocport
