#pragma once

#include "core/base/repopath.h"
#include "core/report/jsonwriter.h"
#include "core/rules/rule.h"

namespace rocport {

/// The parts that every SARIF 2.1.0 of ours has, written the same way.

/// "error", "warning", "note".
const char* sarifLevel(Severity severity);
/// `text`, or `otherwise` where it says nothing: SARIF has no empty messages.
QString textOr(const QString& text, const QString& otherwise);
/// The member `key` with a text.
void writeSarifText(JsonWriter& json, const char* key, const QString& text);
/// The beginning of a log: schema, version, and one run whose tool's driver is left open for rules.
void beginSarif(JsonWriter& json);
/// A rule as a reportingDescriptor.
void writeSarifRule(JsonWriter& json, const Rule& rule);
/// The same for one of which only the id is known.
void writeUnknownSarifRule(JsonWriter& json, const QString& id);
/// The place of an open location: whole lines; line 0: the file.
void writeSarifPlace(JsonWriter& json, const RepoPath& path, int line, int endLine);
/// The member "locations" with one location.
void writeSarifLocation(JsonWriter& json, const RepoPath& path, int line, int endLine);

} // namespace rocport
