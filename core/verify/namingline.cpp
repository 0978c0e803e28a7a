#include "core/verify/namingline_p.h"

#include "core/base/visibletext.h"
#include "core/rules/build/buildcmakereader.h"
#include "core/text/ascii.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <optional>

namespace rocport {

namespace {

constexpr qsizetype kLongestLine = 1 << 20;
constexpr qsizetype kLongestCondition = 120;

/// How well what stands in a build file names a source.
enum class Match : quint8 { No, ByEnd, Exact };

/// `one`: what stands in a file of `folder`.
Match matchOf(const QString& one, const QString& folder, const QString& whole)
{
    const bool absolute = one.startsWith(u'/');
    const bool isFull = absolute || folder.isEmpty();
    if (QDir::cleanPath(isFull ? one : folder + u'/' + one) == whole) {
        return Match::Exact;
    }
    // Files that are included name sources below the folder of another.
    return !absolute && whole.endsWith(u'/' + QDir::cleanPath(one)) ? Match::ByEnd : Match::No;
}

/// One line of it.
QString toldCondition(const QByteArray& text)
{
    return visibleLine(QString::fromUtf8(text).simplified().left(kLongestCondition));
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

/// The names of files that stand in a line, without what leads to them.
QVector<QByteArray> namesIn(const QByteArray& line)
{
    QVector<QByteArray> names;
    for (qsizetype at = 0; at < line.size();) {
        qsizetype end = at;
        while (end < line.size() && isFileNameByte(line.at(end))) {
            ++end;
        }
        if (end > at) {
            names.append(line.mid(at, end - at));
        }
        at = end + 1;
    }
    return names;
}

/// An entry of a trace that puts files somewhere.
struct TracedCommand
{
    QString command;
    QString file;
    int line = 0;
    int rank = 0;
    QStringList arguments; ///< lists taken apart
};

std::optional<TracedCommand> tracedCommand(const QByteArray& line, const QString& root)
{
    if (line.size() > kLongestLine || !line.startsWith('{')) {
        return std::nullopt;
    }
    const QJsonObject entry = QJsonDocument::fromJson(line).object();
    TracedCommand result;
    result.command = entry[QLatin1StringView("cmd")].toString().toLower();
    result.file = QDir::cleanPath(entry[QLatin1StringView("file")].toString());
    result.line = entry[QLatin1StringView("line")].toInt();
    result.rank = rankOf(result.command);
    if (result.rank == 0 || !result.file.startsWith(root + u'/')) {
        return std::nullopt;
    }
    for (const auto& argument : entry[QLatin1StringView("args")].toArray()) {
        result.arguments += argument.toString().split(u';', Qt::SkipEmptyParts);
    }
    return result;
}

/// Calls `use` for each line of `text`, with its number.
template <typename Use>
void forEachLine(const QByteArray& text, const Use& use)
{
    int number = 1;
    for (qsizetype at = 0; at < text.size(); ++number) {
        const qsizetype found = text.indexOf('\n', at);
        const qsizetype end = found < 0 ? text.size() : found;
        use(text.mid(at, end - at), number);
        at = end + 1;
    }
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

void NamingArms::open(const QByteArray& text, int line)
{
    m_open.push_back({toldCondition(text), line});
}

void NamingArms::openPlain()
{
    m_open.push_back(innermost());
}

void NamingArms::alternative(const QByteArray& text, int line)
{
    if (!m_open.empty()) {
        m_open.back() = {toldCondition(text), line};
    }
}

void NamingArms::otherwise()
{
    if (innermost().line > 0) {
        m_open.back().condition.prepend(QStringLiteral("the else of "));
    }
}

void NamingArms::close()
{
    if (!m_open.empty()) {
        m_open.pop_back();
    }
}

NamingArm NamingArms::innermost() const
{
    return m_open.empty() ? NamingArm() : m_open.back();
}

NamedSources::NamedSources(const QVector<RepoPath>& sources, const QString& top)
    : m_lines(sources.size()), m_values(sources.size(), 0)
{
    m_paths.reserve(sources.size());
    for (qsizetype i = 0; i < sources.size(); ++i) {
        const QString path = QString::fromUtf8(sources.at(i).bytes());
        m_paths.append(top.isEmpty() ? path : top + u'/' + path);
        m_byName[QString::fromUtf8(sources.at(i).fileName())].append(i);
    }
}

void NamedSources::offer(const QString& text, const QString& folder, int rank,
                         const std::function<NamingLine()>& line)
{
    const auto named = m_byName.constFind(text.mid(text.lastIndexOf(u'/') + 1));
    if (named == m_byName.constEnd()) {
        return;
    }
    for (const qsizetype i : *named) {
        const Match match = matchOf(text, folder, m_paths.at(i));
        const int value = match == Match::No ? 0 : 2 * rank + (match == Match::Exact ? 1 : 0);
        if (value > m_values.at(i)) {
            m_values[i] = value;
            m_lines[i] = line();
        }
    }
}

QVector<NamingLine> namingLinesOfTrace(const QByteArray& trace, const QByteArray& root,
                                       const QVector<RepoPath>& sources)
{
    const QString top = QString::fromUtf8(root);
    NamedSources named(sources, top);
    forEachLine(trace, [&](const QByteArray& text, int /*number*/) {
        const std::optional<TracedCommand> command = tracedCommand(text, top);
        if (!command) {
            return;
        }
        const QString folder = command->file.left(command->file.lastIndexOf(u'/'));
        for (const QString& argument : command->arguments) {
            named.offer(argument, folder, command->rank, [&] {
                return NamingLine{RepoPath(command->file.mid(top.size() + 1).toUtf8()),
                                  command->line,
                                  command->command,
                                  {},
                                  0};
            });
        }
    });
    return named.lines();
}

namespace {

/// Goes through the commands of a CMake file and knows what is open around each line.
class ArmReader
{
public:
    explicit ArmReader(const QByteArray& text)
        : m_text(text),
          m_view(text.constData(), static_cast<size_t>(text.size())),
          m_file(m_view, {})
    {
    }

    /// The innermost arm around a line. Lines are asked for in order.
    NamingArm around(int line)
    {
        const auto& commands = m_file.commands();
        for (; m_next < commands.size(); ++m_next) {
            const CMakeCommand& command = commands[m_next];
            const auto begin = static_cast<std::ptrdiff_t>(command.range.begin);
            m_number += static_cast<int>(
                std::count(m_view.begin() + m_counted, m_view.begin() + begin, '\n'));
            m_counted = begin;
            if (m_number >= line) {
                break;
            }
            take(command);
        }
        return m_arms.innermost();
    }

private:
    void take(const CMakeCommand& command)
    {
        const QByteArray text = m_text.mid(command.range.begin, command.range.size());
        if (command.name == "if") {
            m_arms.open(text, m_number);
        } else if (command.name == "elseif") {
            m_arms.alternative(text, m_number);
        } else if (command.name == "else") {
            m_arms.otherwise();
        } else if (command.name == "endif") {
            m_arms.close();
        }
    }

    const QByteArray& m_text;
    std::string_view m_view;
    CMakeFile m_file;
    NamingArms m_arms;
    size_t m_next = 0;
    std::ptrdiff_t m_counted = 0;
    int m_number = 1;
};

} // namespace

void addConditions(QVector<NamingLine>& lines, const QHash<RepoPath, QByteArray>& texts)
{
    QHash<RepoPath, QVector<qsizetype>> byFile;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines.at(i).line > 0 && texts.contains(lines.at(i).file)) {
            byFile[lines.at(i).file].append(i);
        }
    }
    for (auto file = byFile.begin(); file != byFile.end(); ++file) {
        std::sort(file->begin(), file->end(),
                  [&](qsizetype a, qsizetype b) { return lines.at(a).line < lines.at(b).line; });
        const QByteArray text = texts.value(file.key());
        ArmReader reader(text);
        for (const qsizetype i : std::as_const(*file)) {
            const NamingArm arm = reader.around(lines.at(i).line);
            lines[i].condition = arm.condition;
            lines[i].conditionLine = arm.line;
        }
    }
}

QVector<int> namingLinesOfMake(const QByteArray& text, const QVector<RepoPath>& sources)
{
    // A source's name counts for more than its object's, and that for more than its stem.
    QHash<QByteArray, QVector<QPair<qsizetype, int>>> wanted;
    for (qsizetype i = 0; i < sources.size(); ++i) {
        const QByteArray name = sources.at(i).fileName();
        const QByteArray stem = name.left(name.lastIndexOf('.'));
        wanted[name].append({i, 3});
        wanted[stem + ".o"].append({i, 2});
        wanted[stem].append({i, 1});
    }
    QVector<int> lines(sources.size(), 0);
    QVector<int> values(sources.size(), 0);
    forEachLine(text, [&](const QByteArray& line, int number) {
        const qsizetype comment = line.indexOf('#');
        for (const QByteArray& name : namesIn(comment < 0 ? line : line.left(comment))) {
            for (const auto& [source, value] : wanted.take(name)) {
                if (value > values.at(source)) {
                    values[source] = value;
                    lines[source] = number;
                }
            }
        }
    });
    return lines;
}

namespace {

/// Looks for `sources` in the make files of their folders, then in the one at the top.
void nameLinesOfMake(QVector<NamingLine>& lines, const QVector<RepoPath>& sources,
                     const QHash<RepoPath, QByteArray>& texts)
{
    for (const char* name : {"GNUmakefile", "makefile", "Makefile"}) {
        for (const bool beside : {true, false}) {
            QHash<RepoPath, QVector<qsizetype>> byFile;
            for (qsizetype i = 0; i < sources.size(); ++i) {
                const QByteArray folder = sources.at(i).folder().bytes();
                const RepoPath file(beside && !folder.isEmpty() ? folder + '/' + name
                                                                : QByteArray(name));
                if (lines.at(i).line == 0 && texts.contains(file)) {
                    byFile[file].append(i);
                }
            }
            for (auto file = byFile.cbegin(); file != byFile.cend(); ++file) {
                QVector<RepoPath> wanted;
                wanted.reserve(file->size());
                for (const qsizetype i : *file) {
                    wanted.append(sources.at(i));
                }
                const QVector<int> found = namingLinesOfMake(texts.value(file.key()), wanted);
                for (qsizetype i = 0; i < found.size(); ++i) {
                    lines[file->at(i)].file = found.at(i) > 0 ? file.key() : RepoPath();
                    lines[file->at(i)].line = found.at(i);
                }
            }
        }
    }
}

} // namespace

QVector<NamingLine> namingLines(const QVector<RepoPath>& sources,
                                const QHash<RepoPath, QByteArray>& texts, const QByteArray& trace,
                                const QByteArray& root)
{
    if (!trace.isEmpty()) {
        QVector<NamingLine> lines = namingLinesOfTrace(trace, root, sources);
        addConditions(lines, texts);
        return lines;
    }
    QVector<NamingLine> lines(sources.size());
    nameLinesOfMake(lines, sources, texts);
    return lines;
}

} // namespace rocport
