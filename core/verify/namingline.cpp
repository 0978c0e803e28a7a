#include "core/verify/namingline.h"

#include "core/base/visibletext.h"
#include "core/rules/buildcmakereader.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kLongestLine = 1 << 20;
constexpr qsizetype kLongestCondition = 120;

/// How well an argument of a command names a source.
enum class Match : quint8 { No, ByEnd, Exact };

Match matchOf(const QString& argument, const QString& folder, const QString& whole)
{
    Match best = Match::No;
    for (const QString& one : argument.split(u';', Qt::SkipEmptyParts)) {
        const QString path = QDir::cleanPath(one.startsWith(u'/') ? one : folder + u'/' + one);
        if (path == whole) {
            return Match::Exact;
        }
        // Files that are included name sources below the folder of another.
        if (!one.startsWith(u'/') && whole.endsWith(u'/' + QDir::cleanPath(one))) {
            best = Match::ByEnd;
        }
    }
    return best;
}

/// The higher, the nearer to what a target is made of; 0: such a command names no sources.
int rankOf(const QString& command)
{
    static const QSet<QString> targets{
        QStringLiteral("add_library"),         QStringLiteral("add_executable"),
        QStringLiteral("target_sources"),      QStringLiteral("cuda_add_library"),
        QStringLiteral("cuda_add_executable"), QStringLiteral("cuda_compile")};
    static const QSet<QString> variables{QStringLiteral("set"), QStringLiteral("list")};
    return targets.contains(command) ? 2 : variables.contains(command) ? 1 : 0;
}

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '+';
}

bool holdsName(const QByteArray& line, const QByteArray& name)
{
    for (qsizetype at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
        const qsizetype end = at + name.size();
        if ((at == 0 || !isNameByte(line.at(at - 1))) &&
            (end == line.size() || !isNameByte(line.at(end)))) {
            return true;
        }
    }
    return false;
}

} // namespace

QString NamingLine::sentence() const
{
    if (line <= 0) {
        return {};
    }
    QString text = QStringLiteral("%1:%2 names it").arg(file.display(), QString::number(line));
    if (!command.isEmpty()) {
        text += QStringLiteral(" (%1)").arg(command);
    }
    if (!condition.isEmpty()) {
        text +=
            QStringLiteral(", under %1 of line %2").arg(condition, QString::number(conditionLine));
    }
    return text;
}

NamingLine namingLineOfTrace(const QByteArray& trace, const QByteArray& root,
                             const RepoPath& source)
{
    const QString top = QString::fromUtf8(root);
    const QString whole = top + u'/' + QString::fromUtf8(source.bytes());
    NamingLine best;
    int bestRank = 0;
    for (qsizetype at = 0; at < trace.size();) {
        qsizetype end = trace.indexOf('\n', at);
        end = end < 0 ? trace.size() : end;
        const QByteArray line = trace.mid(at, end - at);
        at = end + 1;
        if (line.size() > kLongestLine || !line.contains(source.fileName())) {
            continue;
        }
        const QJsonObject entry = QJsonDocument::fromJson(line).object();
        const QString command = entry[QLatin1StringView("cmd")].toString().toLower();
        const QString file = QDir::cleanPath(entry[QLatin1StringView("file")].toString());
        const int rank = rankOf(command);
        if (rank == 0 || !file.startsWith(top + u'/')) {
            continue;
        }
        Match match = Match::No;
        for (const auto& argument : entry[QLatin1StringView("args")].toArray()) {
            match = std::max(
                match, matchOf(argument.toString(), file.left(file.lastIndexOf(u'/')), whole));
        }
        const int value = match == Match::No ? 0 : 2 * rank + (match == Match::Exact ? 1 : 0);
        if (value > bestRank) {
            bestRank = value;
            best.file = RepoPath(file.mid(top.size() + 1).toUtf8());
            best.line = entry[QLatin1StringView("line")].toInt();
            best.command = command;
        }
    }
    return best;
}

void addCondition(NamingLine& line, const QByteArray& text)
{
    struct Arm
    {
        QString condition;
        int line = 0;
    };
    const std::string_view view(text.constData(), static_cast<size_t>(text.size()));
    const CMakeFile file(view, {});
    std::vector<Arm> open;
    int number = 1;
    size_t counted = 0;
    for (const CMakeCommand& command : file.commands()) {
        const auto begin = static_cast<size_t>(command.range.begin);
        number +=
            static_cast<int>(std::count(view.begin() + static_cast<std::ptrdiff_t>(counted),
                                        view.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
        counted = begin;
        if (number >= line.line) {
            break;
        }
        const QString written =
            visibleLine(QString::fromUtf8(
                            text.mid(command.range.begin, command.range.end - command.range.begin))
                            .simplified()
                            .left(kLongestCondition));
        if (command.name == "if") {
            open.push_back({written, number});
        } else if (command.name == "endif" && !open.empty()) {
            open.pop_back();
        } else if (command.name == "elseif" && !open.empty()) {
            open.back() = {written, number};
        } else if (command.name == "else" && !open.empty()) {
            open.back().condition = QStringLiteral("the else of ") + open.back().condition;
        }
    }
    if (!open.empty()) {
        line.condition = open.back().condition;
        line.conditionLine = open.back().line;
    }
}

std::optional<int> namingLineOfMake(const QByteArray& text, const RepoPath& source)
{
    const QByteArray name = source.fileName();
    const QByteArray stem = name.left(name.lastIndexOf('.'));
    for (const QByteArray& wanted : {name, stem + ".o", stem}) {
        const QList<QByteArray> lines = text.split('\n');
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const qsizetype comment = lines.at(i).indexOf('#');
            const QByteArray line = comment < 0 ? lines.at(i) : lines.at(i).left(comment);
            if (!wanted.isEmpty() && holdsName(line, wanted)) {
                return static_cast<int>(i) + 1;
            }
        }
    }
    return std::nullopt;
}

} // namespace rocport
