#include "core/report/sarifparts.h"

#include "core/report/markdownhtml.h"
#include "core/rules/rulenames.h"

#include <algorithm>

namespace rocport {

const char* sarifLevel(Severity severity)
{
    switch (severity) {
    case Severity::Critical:
        return "error";
    case Severity::Warning:
        return "warning";
    case Severity::Info:
        break;
    }
    return "note";
}

QString textOr(const QString& text, const QString& otherwise)
{
    return text.trimmed().isEmpty() ? otherwise : text;
}

void beginSarif(JsonWriter& json)
{
    json.beginObject();
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.member("version", "2.1.0");
    json.beginArray("runs");
    json.beginObject();
    json.beginObject("tool");
    json.beginObject("driver");
    json.member("name", "Rocport");
    json.member("version", ROCPORT_VERSION);
    json.member("semanticVersion", ROCPORT_VERSION);
}

void writeSarifText(JsonWriter& json, const char* key, const QString& text)
{
    json.beginObject(key);
    json.member("text", text);
    json.endObject();
}

void writeSarifRule(JsonWriter& json, const Rule& rule)
{
    json.beginObject();
    json.member("id", rule.id);
    const QString title = listName(rule);
    writeSarifText(json, "shortDescription", title);
    writeSarifText(json, "fullDescription", textOr(rule.reason, title));
    QString help = textOr(rule.reason, title);
    for (const QString& part : {rule.change, rule.wayOut}) {
        if (!part.isEmpty()) {
            help += QStringLiteral("\n\n") + part;
        }
    }
    json.beginObject("help");
    json.member("text", help);
    json.member("markdown", help); // rule texts are Markdown with inline code only
    json.endObject();
    if (isWebAddress(rule.referenceUrl)) {
        json.member("helpUri", rule.referenceUrl);
    }
    json.beginObject("defaultConfiguration");
    json.member("level", sarifLevel(rule.severity));
    json.endObject();
    json.beginObject("properties");
    json.member("phase", int(rule.phase));
    json.endObject();
    json.endObject();
}

/// A rule that findings name and the set does not hold (an older scan, a pack that is gone).
void writeUnknownSarifRule(JsonWriter& json, const QString& id)
{
    json.beginObject();
    json.member("id", id);
    writeSarifText(json, "shortDescription", id);
    json.endObject();
}

/// An open object of a location gets its place.
void writeSarifPlace(JsonWriter& json, const RepoPath& path, int line, int endLine)
{
    json.beginObject("physicalLocation");
    json.beginObject("artifactLocation");
    json.member("uri", QString::fromLatin1(path.uri()));
    json.member("uriBaseId", "SRCROOT");
    json.endObject();
    if (line > 0) {
        // Whole lines: columns would have to be counted in the file's text, which is not at hand.
        json.beginObject("region");
        json.member("startLine", line);
        json.member("endLine", std::max(line, endLine));
        json.endObject();
    }
    json.endObject();
}

void writeSarifLocation(JsonWriter& json, const RepoPath& path, int line, int endLine)
{
    json.beginArray("locations");
    json.beginObject();
    writeSarifPlace(json, path, line, endLine);
    json.endObject();
    json.endArray();
}

} // namespace rocport
