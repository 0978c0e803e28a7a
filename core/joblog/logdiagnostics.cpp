#include "core/joblog/logdiagnostics.h"

#include "core/joblog/ansi.h"
#include "core/joblog/compilerlines.h"

#include <QRegularExpression>

namespace rocport {

namespace {

using Severity = LogDiagnostic::Severity;

constexpr int kMaxTracebackLines = 4000;
constexpr qsizetype kMaxMessage = 2000;
constexpr qsizetype kMaxSeen = 100'000;

QRegularExpression pattern(const char* text)
{
    return QRegularExpression(QString::fromLatin1(text));
}

/// A line without one of these is none of ours, unless something is open.
QList<QByteArray> interestingWords()
{
    return {"error",          "Error",     "ERROR",    "arning",
            "note:",          "remark:",   "fatal",    "Traceback",
            "File \"",        "FAILED",    "***",      "undefined reference",
            "Aborted",        "dumped",    "Killed",   "fault by",
            "not found",      "Exception", "E   ",     "HW Exception",
            "exception:",     ">>> ",      "oom_kill", "Interrupt",
            "above exception"};
}

/// A frame of an installed package or of Python itself.
bool isLibraryFile(const QString& file)
{
    static const QRegularExpression library = pattern("/(site|dist)-packages/|/lib/python\\d|^<");
    return library.match(file).hasMatch();
}

const QRegularExpression& frame()
{
    static const QRegularExpression found =
        pattern("^\\s*File \"([^\"]{1,4096})\", line (\\d{1,9})(?:, in .*)?$");
    return found;
}

const QRegularExpression& exceptionLine()
{
    static const QRegularExpression found =
        pattern("^(?:\\[[\\w.-]+\\]:? )?(?:Error: |ERROR: "
                ")?([A-Za-z_][\\w.]{0,200}(?:Error|Exception|Interrupt|Exit|Warning|Failed|"
                "OutOfResources|Iteration))(?:: (.*)|:)?$");
    return found;
}

Severity severityOf(CompilerLine::Kind kind)
{
    switch (kind) {
    case CompilerLine::Kind::Error:
        return Severity::Error;
    case CompilerLine::Kind::Warning:
        return Severity::Warning;
    case CompilerLine::Kind::Note:
        break;
    }
    return Severity::Note;
}

} // namespace

LogDiagnosticsParser::LogDiagnosticsParser() : m_words(interestingWords()) {}

void LogDiagnosticsParser::clear()
{
    *this = LogDiagnosticsParser();
}

void LogDiagnosticsParser::append(LogDiagnostic diagnostic)
{
    diagnostic.message = diagnostic.message.trimmed().left(kMaxMessage);
    const QString identity = QStringLiteral("%1:%2:%3:%4:")
                                 .arg(static_cast<int>(diagnostic.severity))
                                 .arg(diagnostic.line)
                                 .arg(diagnostic.column)
                                 .arg(diagnostic.file) +
                             diagnostic.message;
    ++m_revision;
    const auto seen = m_seen.constFind(identity);
    if (seen != m_seen.constEnd()) {
        if (*seen >= 0) {
            ++m_found[*seen].times;
        }
        return;
    }
    ++m_counts[static_cast<size_t>(diagnostic.severity)];
    const bool kept = m_found.size() < kMaxKept;
    if (m_seen.size() < kMaxSeen) {
        m_seen.insert(identity, kept ? m_found.size() : -1);
    }
    if (kept) {
        m_found.append(std::move(diagnostic));
    }
}

void LogDiagnosticsParser::add(qint64 line, QByteArrayView bytes)
{
    const bool following = m_traceback.open || m_cmake || m_detailLines > 0;
    if (!following && m_words.find(bytes).isEmpty()) {
        return;
    }
    addText(line, plainLogText(bytes));
}

void LogDiagnosticsParser::addText(qint64 line, const QString& text)
{
    if (m_traceback.open && addToTraceback(line, text)) {
        return;
    }
    if (m_cmake) {
        if (text.startsWith(u' ') && m_cmake->message.size() < kMaxMessage) {
            m_cmake->message += u' ' + text.trimmed();
            return;
        }
        if (text.trimmed().isEmpty() && m_cmake->message.isEmpty()) {
            return;
        }
        append(*m_cmake);
        m_cmake.reset();
    }
    if (m_detailLines > 0) {
        --m_detailLines;
        addDetail(text);
    }
    if (addPython(line, text) || addBuild(line, text) || addCompiler(line, text)) {
        return;
    }
    (void)addDeath(line, text);
}

bool LogDiagnosticsParser::addToTraceback(qint64 line, const QString& text)
{
    QString own = text;
    if (!m_traceback.prefix.isEmpty() && own.startsWith(m_traceback.prefix)) {
        own = own.mid(m_traceback.prefix.size());
    }
    if (++m_traceback.lines > kMaxTracebackLines) {
        m_traceback = {};
        return false;
    }
    const auto place = frame().match(own);
    if (place.hasMatch()) {
        m_traceback.file = place.captured(1);
        m_traceback.line = place.captured(2).toInt();
        if (!isLibraryFile(m_traceback.file)) {
            m_traceback.ownFile = m_traceback.file;
            m_traceback.ownLine = m_traceback.line;
        }
        return true;
    }
    if (own.startsWith(u' ') || own.trimmed().isEmpty()) {
        return true; // the source of a frame, or its marks
    }
    const auto exception = exceptionLine().match(own);
    static const QRegularExpression anyName = pattern("^[A-Za-z_][\\w.]*(: .*)?$");
    if (exception.hasMatch() || (anyName.match(own).hasMatch() && !m_traceback.file.isEmpty())) {
        endTraceback(line, own);
        return true;
    }
    if (own.startsWith(QLatin1StringView("Traceback (most recent call last)"))) {
        m_traceback.firstLine = line;
        m_traceback.file.clear();
        m_traceback.ownFile.clear();
        return true;
    }
    if (!m_traceback.prefix.isEmpty() && own.size() == text.size()) {
        return false; // another process in between
    }
    m_traceback = {};
    return false;
}

void LogDiagnosticsParser::endTraceback(qint64 line, const QString& text)
{
    const bool own = !m_traceback.ownFile.isEmpty();
    LogDiagnostic diagnostic;
    diagnostic.message = text;
    diagnostic.tool = QStringLiteral("python");
    diagnostic.file = own ? m_traceback.ownFile : m_traceback.file;
    diagnostic.line = own ? m_traceback.ownLine : m_traceback.line;
    diagnostic.logLine = line;
    diagnostic.firstLine = m_traceback.firstLine;
    m_traceback = {};
    const qsizetype before = m_found.size();
    append(diagnostic);
    m_lastException = m_found.size() > before ? before : -1;
}

bool LogDiagnosticsParser::addPython(qint64 line, const QString& text)
{
    const qsizetype head = text.indexOf(QLatin1StringView("Traceback (most recent call last)"));
    if (head >= 0) {
        m_traceback = {};
        m_traceback.open = true;
        m_traceback.prefix = text.left(head);
        m_traceback.firstLine = line;
        return true;
    }
    const auto place = frame().match(text);
    if (place.hasMatch()) { // a traceback without its head, or a syntax error
        m_traceback = {};
        m_traceback.open = true;
        m_traceback.firstLine = line;
        return addToTraceback(line, text);
    }
    if (text.startsWith(QLatin1StringView("During handling of the above exception")) ||
        text.startsWith(QLatin1StringView("The above exception was the direct cause"))) {
        if (m_lastException >= 0 && m_lastException < m_found.size()) {
            m_found[m_lastException].ledToNext = true;
            ++m_revision;
        }
        return true;
    }
    if (text.startsWith(QLatin1StringView("E   "))) {
        m_pytest = text.mid(1).trimmed();
        return true;
    }
    static const QRegularExpression failed =
        pattern("^(FAILED|ERROR) ([^\\s:]+\\.py)((?:::[^\\s]+)*)(?: - (.*))?$");
    auto match = failed.match(text);
    if (match.hasMatch()) {
        QString message =
            match.captured(3).mid(2).replace(QLatin1StringView("::"), QLatin1StringView("."));
        message +=
            message.isEmpty() || match.captured(4).isEmpty() ? QString() : QStringLiteral(": ");
        append({Severity::Error, message + match.captured(4), QStringLiteral("pytest"),
                match.captured(2), 0, 0, line, line});
        return true;
    }
    static const QRegularExpression located =
        pattern("^([^\\s:]+\\.py):(\\d{1,9}): (\\w*(?:Error|Exception|Failed|Warning))(: .*)?$");
    match = located.match(text);
    if (match.hasMatch()) {
        const bool warning = match.captured(3).endsWith(QLatin1StringView("Warning"));
        QString message = match.captured(3) + match.captured(4);
        if (match.captured(4).isEmpty() && !m_pytest.isEmpty()) {
            message = m_pytest;
        }
        m_pytest.clear();
        append({warning ? Severity::Warning : Severity::Error, message, QStringLiteral("python"),
                match.captured(1), match.captured(2).toInt(), 0, line, line});
        return true;
    }
    match = exceptionLine().match(text);
    if (match.hasMatch() && !match.captured(2).isEmpty()) {
        append({Severity::Error, text, QStringLiteral("python"), {}, 0, 0, line, line});
        return true;
    }
    return false;
}

bool LogDiagnosticsParser::addBuild(qint64 line, const QString& text)
{
    static const QRegularExpression cmake = pattern(
        "^CMake (Error|Warning|Deprecation Warning)(?: \\(dev\\))?(?: at ([^:]+):(\\d{1,9}))?"
        "(?: \\([^)]*\\))?:\\s*(.*)$");
    auto match = cmake.match(text);
    if (match.hasMatch()) {
        m_cmake = LogDiagnostic{match.captured(1) == QLatin1StringView("Error") ? Severity::Error
                                                                                : Severity::Warning,
                                match.captured(4),
                                QStringLiteral("cmake"),
                                match.captured(2),
                                match.captured(3).toInt(),
                                0,
                                line,
                                line};
        return true;
    }
    static const QRegularExpression make =
        pattern("^(g?make|ninja)(?:\\[\\d+\\])?: (?:\\*\\*\\* )(?:\\[([^:\\]]+):(\\d+): )?(.*)$");
    match = make.match(text);
    const bool ninja = text.startsWith(QLatin1StringView("FAILED: "));
    if (!match.hasMatch() && !ninja) {
        return false;
    }
    // What make and ninja say when a command failed repeats it; alone it is the error.
    const int errors = count(Severity::Error);
    const bool repeats = errors > 0 && (errors > m_errorsAtBuild || !ninja);
    m_errorsAtBuild = errors + (repeats ? 0 : 1);
    const Severity severity = repeats ? Severity::Note : Severity::Error;
    if (ninja) {
        append({severity, text, QStringLiteral("ninja"), {}, 0, 0, line, line});
    } else {
        QString message = match.captured(4);
        if (!match.captured(2).isEmpty() && message.contains(u']')) {
            message.prepend(u'[');
        }
        append({severity, message, match.captured(1), match.captured(2), match.captured(3).toInt(),
                0, line, line});
    }
    return true;
}

bool LogDiagnosticsParser::addCompiler(qint64 line, const QString& text)
{
    static const QRegularExpression option = pattern("\\s*\\[-W[^\\]]*\\]$");
    CompilerLine parsed;
    if (parseCompilerLine(text.trimmed(), parsed)) {
        append({severityOf(parsed.kind), QString(parsed.text).remove(option), parsed.tool,
                parsed.path, parsed.line, parsed.column, line, line});
        m_detailLines = parsed.tool.startsWith(QLatin1StringView("ld")) ? 4 : 0;
        return true;
    }
    // GNU ld: "main.cpp:(.text+0x5): undefined reference to `f'"
    static const QRegularExpression reference =
        pattern("^(?:.*\\bld(?:\\.\\w+)?: )?(.*?):(?:(\\d{1,9}):|\\(\\S+\\):)? "
                "(undefined reference to .*)$");
    auto match = text.contains(QLatin1StringView("undefined reference to "))
                     ? reference.match(text)
                     : QRegularExpressionMatch();
    if (match.hasMatch()) {
        append({Severity::Error, match.captured(3), QStringLiteral("ld"),
                match.captured(1).trimmed(), match.captured(2).toInt(), 0, line, line});
        return true;
    }
    static const QRegularExpression pip = pattern("^\\s*(?:ERROR|FATAL): (.+)$");
    match = pip.match(text);
    if (match.hasMatch()) {
        append({Severity::Error, match.captured(1), {}, {}, 0, 0, line, line});
        return true;
    }
    return false;
}

/// "another line of lld's error: >>> referenced by a.cpp:12 (src/a.cpp:12)"
void LogDiagnosticsParser::addDetail(const QString& text)
{
    static const QRegularExpression referenced =
        pattern("^>>> (?:referenced by|defined at) (\\S+?):(\\d{1,9})(?: \\((.+):\\d+\\))?$");
    const auto match = referenced.match(text.trimmed());
    if (match.hasMatch() && !m_found.isEmpty() && m_found.constLast().file.isEmpty()) {
        const QString full = match.captured(3);
        m_found.last().file = full.isEmpty() ? match.captured(1) : full;
        m_found.last().line = match.captured(2).toInt();
        ++m_revision;
        m_detailLines = 0;
    }
}

bool LogDiagnosticsParser::addDeath(qint64 line, const QString& text)
{
    static const QRegularExpression shell =
        pattern("^(?:/\\S*/)?(?:ba|da)?sh: (?:line )?(?:\\d+: )?(.+): (?:command )?not found$");
    static const QRegularExpression died = pattern(
        "((?:Aborted|Segmentation fault|Bus error|Killed|Illegal instruction|Floating point "
        "exception)\\s*(?:\\(core dumped\\))?)(?:\\s|$)");
    static const QRegularExpression gpu =
        pattern("^.*?((?:Memory access fault by GPU|HW Exception by GPU) .*)$");
    static const QRegularExpression slurm =
        pattern("oom_kill event|^srun: error|slurmstepd: error");
    auto match = shell.match(text);
    if (match.hasMatch()) {
        append({Severity::Error,
                QStringLiteral("%1: not found").arg(match.captured(1)),
                QStringLiteral("sh"),
                {},
                0,
                0,
                line,
                line});
        return true;
    }
    match = gpu.match(text);
    if (match.hasMatch()) {
        append({Severity::Error, match.captured(1), QStringLiteral("GPU"), {}, 0, 0, line, line});
        return true;
    }
    if (slurm.match(text).hasMatch()) {
        append({Severity::Error, text, QStringLiteral("slurm"), {}, 0, 0, line, line});
        return true;
    }
    match = died.match(text);
    if (match.hasMatch() &&
        (text.contains(QLatin1StringView("dumped")) || match.capturedLength(0) == text.size())) {
        append({Severity::Error, match.captured(1), QStringLiteral("sh"), {}, 0, 0, line, line});
        return true;
    }
    return false;
}

} // namespace rocport
