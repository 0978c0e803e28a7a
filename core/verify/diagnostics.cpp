#include "core/verify/diagnostics.h"

#include "core/joblog/compilerlines.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMaxNotes = 20;

const QRegularExpression& including()
{
    static const QRegularExpression pattern(
        QStringLiteral("^(?:In file included| {10,})\\s*from (.+?):(\\d{1,9})(?::\\d+)?[:,]$"));
    return pattern;
}

CompilerMessage::Kind kindOf(CompilerLine::Kind kind)
{
    switch (kind) {
    case CompilerLine::Kind::Error:
        return CompilerMessage::Kind::Error;
    case CompilerLine::Kind::Warning:
        return CompilerMessage::Kind::Warning;
    case CompilerLine::Kind::Note:
        break;
    }
    return CompilerMessage::Kind::Note;
}

QString identity(const CompilerMessage& message)
{
    return QStringLiteral("%1:%2:%3:%4:%5")
        .arg(message.place.path, QString::number(message.place.line),
             QString::number(message.place.column), QString::number(static_cast<int>(message.kind)),
             message.text);
}

bool parseLine(const QString& line, CompilerMessage& message)
{
    CompilerLine parsed;
    if (!parseCompilerLine(line, parsed)) {
        return false;
    }
    message.kind = kindOf(parsed.kind);
    message.fatal = parsed.fatal;
    message.place = {parsed.path, parsed.line, parsed.column};
    message.text = parsed.text;
    return true;
}

} // namespace

QVector<CompilerMessage> parseCompilerOutput(const QByteArray& output, int limit)
{
    static const QRegularExpression option(QStringLiteral("\\s*\\[-W[^\\]]*\\]$"));
    QVector<CompilerMessage> messages;
    QSet<QString> seen;
    QVector<CompilerPlace> stack;
    bool nearestFirst = false; // gcc lists the nearest file first, clang the outermost
    CompilerMessage* current = nullptr;
    qsizetype at = 0;
    while (at < output.size()) {
        qsizetype end = output.indexOf('\n', at);
        end = end < 0 ? output.size() : end;
        // A line of a megabyte is no message.
        const QString line =
            QString::fromUtf8(output.mid(at, std::min<qsizetype>(end - at, 8192))).trimmed();
        const QString raw = QString::fromUtf8(output.mid(at, std::min<qsizetype>(end - at, 8192)));
        at = end + 1;
        if (line.isEmpty()) {
            continue;
        }
        const auto include = including().match(raw);
        if (include.hasMatch()) {
            nearestFirst = stack.isEmpty() ? raw.endsWith(u',') : nearestFirst;
            stack.append({include.captured(1), include.captured(2).toInt(), 0});
            continue;
        }
        CompilerMessage message;
        if (!parseLine(line, message)) {
            continue;
        }
        if (message.kind == CompilerMessage::Kind::Note) {
            if (current != nullptr && current->notes.size() < kMaxNotes) {
                current->notes.append(message);
            }
            stack.clear();
            continue;
        }
        message.text.remove(option);
        message.includedFrom = stack;
        if (!nearestFirst) {
            std::reverse(message.includedFrom.begin(), message.includedFrom.end());
        }
        stack.clear();
        const QString key = identity(message);
        if (seen.contains(key)) {
            current = nullptr;
            continue;
        }
        seen.insert(key);
        if (messages.size() >= limit) {
            break;
        }
        messages.append(message);
        current = &messages.last();
    }
    return messages;
}

QString missingHeader(const CompilerMessage& message)
{
    static const QRegularExpression clang(QStringLiteral("^'(.+)' file not found"));
    static const QRegularExpression gcc(QStringLiteral("^(.+?): No such file or directory$"));
    static const QRegularExpression nvcc(QStringLiteral("^cannot open source file \"(.+)\"$"));
    for (const QRegularExpression* pattern : {&clang, &gcc, &nvcc}) {
        const auto match = pattern->match(message.text);
        if (match.hasMatch()) {
            return match.captured(1);
        }
    }
    return {};
}

} // namespace rocport
