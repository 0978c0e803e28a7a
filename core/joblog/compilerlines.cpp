#include "core/joblog/compilerlines.h"

#include <QRegularExpression>

namespace rocport {

namespace {

constexpr qsizetype kMaxText = 2000;

const QRegularExpression& located()
{
    // clang, gcc: path:line:col: kind: text; nvcc: path(line): kind: text
    static const QRegularExpression pattern(QStringLiteral(
        "^(.+?)(?::(\\d{1,9})(?::(\\d{1,9}))?|\\((\\d{1,9})\\)): "
        "(fatal error|catastrophic error|error|warning|note|remark)(?: #[\\w-]+)?: (.*)$"));
    return pattern;
}

const QRegularExpression& unlocated()
{
    static const QRegularExpression pattern(QStringLiteral(
        "^(?:([\\w.+/-]+): |(nvcc|ptxas) )?(fatal error|fatal|error|warning|note)\\s*:\\s+(.*)$"));
    return pattern;
}

CompilerLine::Kind kindOf(const QString& word)
{
    if (word.endsWith(QLatin1StringView("error")) || word == QLatin1StringView("fatal")) {
        return CompilerLine::Kind::Error;
    }
    return word == QLatin1StringView("warning") ? CompilerLine::Kind::Warning
                                                : CompilerLine::Kind::Note;
}

void setKind(CompilerLine& result, const QString& word)
{
    result.kind = kindOf(word);
    result.fatal = word.startsWith(QLatin1StringView("fatal")) ||
                   word.startsWith(QLatin1StringView("catastrophic"));
}

} // namespace

bool parseCompilerLine(const QString& line, CompilerLine& result)
{
    auto match = located().match(line);
    if (match.hasMatch()) {
        result.path = match.captured(1);
        const QString number = match.captured(match.captured(2).isEmpty() ? 4 : 2);
        result.line = number.toInt();
        result.column = match.captured(3).toInt();
        setKind(result, match.captured(5));
        result.text = match.captured(6).trimmed().left(kMaxText);
        return true;
    }
    match = unlocated().match(line);
    if (match.hasMatch()) {
        result.tool = match.captured(1).isEmpty() ? match.captured(2) : match.captured(1);
        result.tool = result.tool.section(u'/', -1);
        setKind(result, match.captured(3));
        result.text = match.captured(4).trimmed().left(kMaxText);
        return true;
    }
    return false;
}

} // namespace rocport
