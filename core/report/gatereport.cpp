#include "core/report/gatereport.h"

#include "core/base/wording.h"
#include "core/facts/rocmreleases.h"
#include "core/report/jsonwriter.h"
#include "core/report/sarifparts.h"

namespace rocport {

namespace {

/// Where a diagnostic is, in the text that the user decides about.
QString placeOf(const GateDiagnostic& diagnostic)
{
    if (diagnostic.originalLine > 0) {
        return QStringLiteral("%1:%2").arg(diagnostic.originalPath.display(),
                                           QString::number(diagnostic.originalLine));
    }
    if (!diagnostic.path.isEmpty()) {
        return QStringLiteral("%1:%2").arg(diagnostic.path.display(),
                                           QString::number(diagnostic.line));
    }
    return diagnostic.outside.isEmpty() ? QStringLiteral("the command") : diagnostic.outside;
}

QString originOf(const GateResult& result, const GateDiagnostic& diagnostic)
{
    if (diagnostic.path.isEmpty()) {
        return {};
    }
    const auto named = [&](const QByteArray& change) {
        const QString title = result.titles.value(change);
        const QString key = QString::fromLatin1(change);
        return title.isEmpty() ? QStringLiteral("change %1").arg(key)
                               : QStringLiteral("change %1, %2").arg(key, title);
    };
    if (!diagnostic.hunkKey.isEmpty()) {
        return named(diagnostic.hunkKey);
    }
    QStringList origin{QStringLiteral("original text")};
    if (nothingWasProposed(diagnostic)) {
        origin.append(QStringLiteral("nothing was proposed here"));
    }
    for (const QByteArray& key : diagnostic.openKeys) {
        origin.append(QStringLiteral("proposed and not accepted: ") + named(key));
    }
    return origin.join(QStringLiteral("; "));
}

/// What the port has to do with a message, for scripts; empty: not known.
const char* originId(const GateDiagnostic& diagnostic)
{
    if (!diagnostic.hunkKey.isEmpty()) {
        return "change";
    }
    if (!diagnostic.openKeys.isEmpty()) {
        return "not-accepted";
    }
    return nothingWasProposed(diagnostic) ? "nothing-proposed" : "";
}

const char* severityWord(Severity severity)
{
    return severity == Severity::Critical ? "error" : "warning";
}

void writeDiagnosticText(QString& out, const GateResult& result, const GateDiagnostic& diagnostic)
{
    out += QStringLiteral("    %1: %2: %3\n")
               .arg(placeOf(diagnostic), QLatin1StringView(severityWord(diagnostic.severity)),
                    diagnostic.message);
    QStringList more;
    const QString origin = originOf(result, diagnostic);
    if (!origin.isEmpty()) {
        more.append(origin);
    }
    if (!diagnostic.path.isEmpty()) {
        more.append(QStringLiteral("ported %1:%2:%3")
                        .arg(diagnostic.path.display(), QString::number(diagnostic.line),
                             QString::number(diagnostic.column)));
    }
    if (!diagnostic.outside.isEmpty()) {
        more.append(QStringLiteral("in %1").arg(diagnostic.outside));
    }
    if (!more.isEmpty()) {
        out += QStringLiteral("        %1\n").arg(more.join(QStringLiteral("; ")));
    }
    for (const QString& from : diagnostic.includedFrom) {
        out += QStringLiteral("        included from %1\n").arg(from);
    }
    for (const QString& note : diagnostic.notes) {
        out += QStringLiteral("        note: %1\n").arg(note);
    }
}

void writePathOrNull(JsonWriter& json, const char* key, const RepoPath& path)
{
    if (path.isEmpty()) {
        json.memberNull(key);
    } else {
        json.member(key, path.display());
    }
}

void writeDiagnosticJson(JsonWriter& json, const GateResult& result,
                         const GateDiagnostic& diagnostic)
{
    json.beginObject();
    json.member("severity", severityWord(diagnostic.severity));
    json.member("message", diagnostic.message);
    writePathOrNull(json, "path", diagnostic.path);
    json.member("line", qint64(diagnostic.line));
    json.member("column", qint64(diagnostic.column));
    writePathOrNull(json, "originalPath", diagnostic.originalPath);
    json.member("originalLine", qint64(diagnostic.originalLine));
    if (diagnostic.hunkKey.isEmpty()) {
        json.memberNull("change");
    } else {
        json.member("change", QString::fromLatin1(diagnostic.hunkKey));
        json.member("changeTitle", result.titles.value(diagnostic.hunkKey));
    }
    json.member("origin", originId(diagnostic));
    json.beginArray("notAccepted");
    for (const QByteArray& key : diagnostic.openKeys) {
        json.beginObject();
        json.member("change", QString::fromLatin1(key));
        json.member("changeTitle", result.titles.value(key));
        json.endObject();
    }
    json.endArray();
    if (!diagnostic.outside.isEmpty()) {
        json.member("outside", diagnostic.outside);
    }
    json.member("includedFrom", diagnostic.includedFrom);
    json.member("notes", diagnostic.notes);
    json.endObject();
}

void writeCompilerJson(JsonWriter& json, const GateResult& result)
{
    if (!result.compilerFound) {
        json.memberNull("compiler");
        return;
    }
    json.beginObject("compiler");
    json.member("program", result.compiler.program);
    json.member("version", result.compiler.version);
    json.member("headers", result.compiler.includes);
    json.member("headerVersion", result.compiler.headers.toString());
    json.endObject();
}

void writeSarifResult(JsonWriter& json, const GateResult& result, const GateFile& file,
                      const GateDiagnostic& diagnostic)
{
    json.beginObject();
    json.member("ruleId", "verify-build");
    json.member("ruleIndex", qint64(0));
    json.member("level", severityWord(diagnostic.severity));
    writeSarifText(json, "message",
                   textOr(diagnostic.message, QStringLiteral("The file does not compile.")));
    const bool original = diagnostic.originalLine > 0;
    const RepoPath place = original                    ? diagnostic.originalPath
                           : diagnostic.path.isEmpty() ? file.path
                                                       : diagnostic.path;
    const int line = original ? diagnostic.originalLine : diagnostic.line;
    writeSarifLocation(json, place, line, line);
    json.beginObject("properties");
    json.member("portedPath", diagnostic.path.display());
    json.member("portedLine", qint64(diagnostic.line));
    json.member("change", QString::fromLatin1(diagnostic.hunkKey));
    json.member("changeTitle", result.titles.value(diagnostic.hunkKey));
    json.member("origin", originId(diagnostic));
    json.endObject();
    json.endObject();
}

void writeSarifNotifications(JsonWriter& json, const GateResult& result)
{
    json.beginArray("invocations");
    json.beginObject();
    json.memberBool("executionSuccessful", result.compilerFound);
    json.beginArray("toolExecutionNotifications");
    for (const GateFile& file : result.files) {
        if (file.status == GateStatus::NotChecked) {
            json.beginObject();
            json.member("level", "note");
            writeSarifText(json, "message", QStringLiteral("Not compiled: %1").arg(file.reason));
            writeSarifLocation(json, file.source.isEmpty() ? file.path : file.source, 0, 0);
            json.endObject();
        }
    }
    for (const QString& note : result.notes) {
        json.beginObject();
        json.member("level", "note");
        writeSarifText(json, "message", note);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.endArray();
}

/// The rules of a log that was begun.
void writeSarifRules(JsonWriter& json)
{
    json.beginArray("rules");
    json.beginObject();
    json.member("id", "verify-build");
    writeSarifText(json, "shortDescription",
                   QStringLiteral("The ported file compiles for the target GPUs"));
    json.endObject();
    json.endArray();
    json.endObject();
    json.endObject();
}

} // namespace

QString gateSummary(const GateResult& result)
{
    return QStringLiteral("%1, %2 failed, %3 not checked")
        .arg(counted(result.count(GateStatus::Passed), QStringLiteral("file compiles"),
                     QStringLiteral("files compile")))
        .arg(result.count(GateStatus::Failed))
        .arg(result.count(GateStatus::NotChecked));
}

QByteArray renderGateText(const GateResult& result)
{
    QString out;
    if (result.compilerFound) {
        out += QStringLiteral("%1 for %2: %3")
                   .arg(result.compiler.program, result.architectures.join(QStringLiteral(", ")),
                        result.compiler.version);
        if (!result.compiler.headers.isEmpty()) {
            const Version& hip = result.compiler.headers;
            const Version rocm = rocmOfHip(hip);
            out += rocm == hip      ? QStringLiteral("; headers of ROCm %1").arg(rocm.toString())
                   : rocm.isEmpty() ? QStringLiteral("; headers of HIP %1").arg(hip.toString())
                                    : QStringLiteral("; headers of ROCm %1 (HIP %2)")
                                          .arg(rocm.toString(), hip.toString());
        }
        out += u'\n';
    }
    for (const GateFile& file : result.files) {
        const QString status = file.status == GateStatus::NotChecked ? QStringLiteral("not checked")
                                                                     : gateStatusId(file.status);
        out += QStringLiteral("%1 %2").arg(status, -12).arg(file.path.display());
        out += file.status == GateStatus::NotChecked ||
                       (file.diagnostics.isEmpty() && !file.reason.isEmpty())
                   ? QStringLiteral(": %1\n").arg(file.reason)
                   : QStringLiteral("\n");
        for (const GateDiagnostic& diagnostic : file.diagnostics) {
            if (file.status == GateStatus::Failed || diagnostic.severity == Severity::Warning) {
                writeDiagnosticText(out, result, diagnostic);
            }
        }
    }
    for (const QString& note : result.notes) {
        out += note + u'\n';
    }
    out += gateSummary(result) + u'\n';
    return out.toUtf8();
}

QByteArray renderGateJson(const GateResult& result)
{
    JsonWriter json;
    json.beginObject();
    json.member("format", qint64(1));
    writeCompilerJson(json, result);
    json.member("architectures", result.architectures);
    json.beginObject("counts");
    json.member("passed", qint64(result.count(GateStatus::Passed)));
    json.member("failed", qint64(result.count(GateStatus::Failed)));
    json.member("notChecked", qint64(result.count(GateStatus::NotChecked)));
    json.endObject();
    json.member("remarks", result.notes);
    json.beginArray("files");
    for (const GateFile& file : result.files) {
        json.beginObject();
        writePathOrNull(json, "path", file.path);
        writePathOrNull(json, "originalPath", file.source);
        json.member("status", gateStatusId(file.status));
        json.member("reason", file.reason);
        json.memberBool("header", file.isHeader);
        json.memberBool("changed", file.changed);
        json.member("milliseconds", file.elapsedMs);
        json.member("command", file.command);
        json.beginArray("diagnostics");
        for (const GateDiagnostic& diagnostic : file.diagnostics) {
            writeDiagnosticJson(json, result, diagnostic);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

QByteArray renderGateSarif(const GateResult& result)
{
    JsonWriter json;
    beginSarif(json);
    writeSarifRules(json);
    writeSarifNotifications(json, result);
    json.beginObject("originalUriBaseIds");
    json.beginObject("SRCROOT");
    writeSarifText(json, "description", QStringLiteral("The folder that was scanned."));
    json.endObject();
    json.endObject();
    json.beginArray("results");
    for (const GateFile& file : result.files) {
        if (file.status == GateStatus::Failed && file.diagnostics.isEmpty()) {
            GateDiagnostic whole;
            whole.message = file.reason;
            writeSarifResult(json, result, file, whole);
        }
        for (const GateDiagnostic& diagnostic : file.diagnostics) {
            if (file.status == GateStatus::Failed || diagnostic.severity == Severity::Warning) {
                writeSarifResult(json, result, file, diagnostic);
            }
        }
    }
    json.endArray();
    json.endObject();
    json.endArray();
    json.endObject();
    return json.take();
}

} // namespace rocport
