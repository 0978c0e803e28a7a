#include "core/base/visibletext.h"
#include "core/rules/build/buildmesonreader.h"
#include "core/text/bytes.h"
#include "core/text/linecounter.h"
#include "core/verify/namingline.h"

#include <QDir>

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

constexpr qsizetype kLongestQuestion = 120;

/// The `if` around a statement, as it is told.
struct MesonArm
{
    QString condition;
    int line = 0;
};

/// The arms of a meson file, and which of them is the innermost around each statement.
class MesonArms
{
public:
    explicit MesonArms(const MesonFile& file) : m_file(file), m_lines(file.tokens().source())
    {
        for (const MesonStatement& statement : file.tokens().statements()) {
            read(statement);
            m_around.push_back(m_open.empty() ? -1 : m_open.back());
        }
    }

    /// Null: there is none.
    [[nodiscard]] const MesonArm* around(size_t statement) const
    {
        const int arm = m_around[statement];
        return arm < 0 ? nullptr : &m_arms[static_cast<size_t>(arm)];
    }

private:
    void read(const MesonStatement& statement)
    {
        const MesonToken& word = m_file.tokens().at(statement.first);
        if ((word.is("endif") || word.is("endforeach")) && !m_open.empty()) {
            m_open.pop_back();
        } else if (word.is("foreach")) { // says nothing itself
            m_open.push_back(m_open.empty() ? -1 : m_open.back());
        } else if (word.is("if") || (word.is("elif") && !m_open.empty())) {
            m_lines.moveTo(static_cast<size_t>(statement.range.begin));
            const std::string_view text =
                m_file.tokens().source().substr(static_cast<size_t>(statement.range.begin),
                                                static_cast<size_t>(statement.range.size()));
            if (word.is("if")) {
                m_open.push_back(-1);
            }
            add({visibleLine(toText(text).simplified().left(kLongestQuestion)), m_lines.line()});
        } else if (word.is("else") && !m_open.empty() && m_open.back() >= 0) {
            MesonArm other = m_arms[static_cast<size_t>(m_open.back())];
            other.condition.prepend(QStringLiteral("the else of "));
            add(other);
        }
    }

    void add(const MesonArm& arm)
    {
        m_open.back() = static_cast<int>(m_arms.size());
        m_arms.push_back(arm);
    }

    const MesonFile& m_file;
    LineCounter m_lines;
    std::vector<MesonArm> m_arms;
    std::vector<int> m_open;
    std::vector<int> m_around;
};

/// Looks for sources in meson files, one after the other.
class MesonNaming
{
public:
    explicit MesonNaming(const QVector<RepoPath>& sources)
        : m_sources(sources), m_lines(sources.size()), m_isExact(sources.size(), false)
    {
        for (qsizetype i = 0; i < sources.size(); ++i) {
            m_byName[sources.at(i).fileName()].append(i);
        }
    }

    void read(const RepoPath& path, const QByteArray& text)
    {
        const MesonFile file(viewOf(text), {});
        const MesonArms arms(file);
        LineCounter counter(viewOf(text));
        const auto& statements = file.tokens().statements();
        for (size_t index = 0; index < statements.size(); ++index) {
            for (size_t i = statements[index].first; i < statements[index].last; ++i) {
                const MesonToken& token = file.tokens().at(i);
                const QVector<qsizetype> named = token.kind == MesonToken::Kind::Text
                                                     ? namedBy(path.folder(), toBytes(token.text))
                                                     : QVector<qsizetype>();
                if (named.isEmpty()) {
                    continue;
                }
                counter.moveTo(static_cast<size_t>(token.range.begin));
                const int call = file.callAround(i);
                NamingLine line{path, counter.line(), {}, {}, 0};
                if (call >= 0) {
                    line.command = toText(file.calls()[static_cast<size_t>(call)].name);
                }
                if (const MesonArm* arm = arms.around(index)) {
                    line.condition = arm->condition;
                    line.conditionLine = arm->line;
                }
                for (const qsizetype source : named) {
                    m_lines[source] = line;
                }
            }
        }
    }

    [[nodiscard]] const QVector<NamingLine>& lines() const { return m_lines; }

private:
    /// The sources that a string names better than what was found before.
    QVector<qsizetype> namedBy(const RepoPath& folder, const QByteArray& text)
    {
        QVector<qsizetype> named;
        const auto candidates = m_byName.constFind(text.mid(text.lastIndexOf('/') + 1));
        if (candidates == m_byName.constEnd()) {
            return named;
        }
        const QString written = QDir::cleanPath(QString::fromUtf8(text));
        const QString below = QDir::cleanPath(QString::fromUtf8(folder.bytes()) + u'/' + written);
        for (const qsizetype source : *candidates) {
            const QString whole = QString::fromUtf8(m_sources.at(source).bytes());
            const bool isExact = below == whole || (folder.isEmpty() && written == whole);
            const bool isNew = m_lines.at(source).line == 0;
            if (isExact ? !m_isExact.at(source) : isNew && whole.endsWith(u'/' + written)) {
                m_isExact[source] = isExact;
                named.append(source);
            }
        }
        return named;
    }

    const QVector<RepoPath>& m_sources;
    QHash<QByteArray, QVector<qsizetype>> m_byName;
    QVector<NamingLine> m_lines;
    QVector<bool> m_isExact;
};

} // namespace

QVector<NamingLine> namingLinesOfMeson(const QHash<RepoPath, QByteArray>& texts,
                                       const QVector<RepoPath>& sources)
{
    MesonNaming naming(sources);
    QList<RepoPath> paths = texts.keys();
    std::sort(paths.begin(), paths.end());
    for (const RepoPath& path : std::as_const(paths)) {
        naming.read(path, texts.value(path));
    }
    return naming.lines();
}

} // namespace rocport
