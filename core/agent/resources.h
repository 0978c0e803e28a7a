#pragma once

#include "core/agent/agenttool.h"
#include "core/rules/rule.h"

namespace rocport {

/// A rule for an agent: its texts, phase, severity, versions, reference, facts and samples.
QJsonObject ruleToJson(const Rule& rule);

/// A page of the resources that there are, from number `from` on (0-based), as resources/list
/// answers.
QJsonObject resourceList(const AgentContext& context, qsizetype from);
/// The forms of their addresses.
QJsonObject resourceTemplates();
/// What is behind an address, as resources/read answers. Errors: FileNotFound.
Result<QJsonObject> readResource(const AgentContext& context, const QString& uri);

} // namespace rocport
