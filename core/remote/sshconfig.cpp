#include "core/remote/sshconfig.h"

#include "core/files/readfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <glob.h>

namespace rocport {
namespace {

constexpr int kDepthLimit = 16; ///< as in OpenSSH, readconf.c, READCONF_MAX_DEPTH
constexpr int kFileLimit = 256;
constexpr qint64 kSizeLimit = 1024LL * 1024;
constexpr qsizetype kAliasLimit = 10'000;

/// The words of a line: keyword first, '=' or blanks after it; double quotes hold a word together;
/// '#' at the start of a word begins a comment.
QByteArrayList configWords(const QByteArray& line)
{
    QByteArrayList words;
    QByteArray word;
    bool inWord = false;
    bool inQuotes = false;
    for (const char c : line) {
        const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\f' ||
                           (c == '=' && words.size() == (inWord ? 0 : 1));
        if (c == '"') {
            inQuotes = !inQuotes;
            inWord = true;
        } else if (inQuotes || !blank) {
            if (!inWord && c == '#') {
                break;
            }
            word += c;
            inWord = true;
        } else if (inWord) {
            words.append(word);
            word.clear();
            inWord = false;
        }
    }
    if (inWord && !inQuotes) {
        words.append(word);
    }
    return words;
}

bool isPlainAlias(const QString& name)
{
    return isSshHost(name) && !name.contains(u'@') && !name.contains(QChar::ReplacementCharacter);
}

/// Follows Include lines from file to file.
class AliasReader
{
public:
    explicit AliasReader(QString base) : m_base(std::move(base)) {}

    void read(const QString& file, int depth)
    {
        const QFileInfo info(file);
        // No pipe and no device: reading one may never end.
        if (depth > kDepthLimit || m_files >= kFileLimit || !info.isFile() ||
            info.size() > kSizeLimit) {
            return;
        }
        ++m_files;
        const Result<QByteArray> bytes = readFile(file, kSizeLimit);
        if (!bytes) {
            return;
        }
        const SshConfigNames names = parseSshConfig(*bytes);
        for (const QString& alias : names.aliases) {
            if (!m_seen.contains(alias) && m_aliases.size() < kAliasLimit) {
                m_seen.insert(alias);
                m_aliases.append(alias);
            }
        }
        for (const QString& pattern : names.includes) {
            const QStringList found = filesOf(pattern);
            for (const QString& included : found) {
                read(included, depth + 1);
            }
        }
    }
    [[nodiscard]] QStringList aliases() const { return m_aliases; }

private:
    [[nodiscard]] QStringList filesOf(QString pattern) const
    {
        if (pattern.startsWith(QStringLiteral("~/"))) {
            pattern.replace(0, 1, QDir::homePath());
        } else if (!pattern.startsWith(u'/')) {
            pattern.prepend(m_base + u'/');
        }
        QStringList files;
        glob_t matches = {};
        if (::glob(QFile::encodeName(pattern).constData(), 0, nullptr, &matches) == 0) {
            for (std::size_t i = 0; i < matches.gl_pathc && i < kFileLimit; ++i) {
                files.append(QFile::decodeName(matches.gl_pathv[i]));
            }
        }
        ::globfree(&matches);
        return files;
    }

    QString m_base;
    QStringList m_aliases;
    QSet<QString> m_seen;
    int m_files = 0;
};

} // namespace

SshConfigNames parseSshConfig(const QByteArray& text)
{
    SshConfigNames names;
    for (const QByteArray& line : text.split('\n')) {
        const QByteArrayList words = configWords(line);
        if (words.size() < 2) {
            continue;
        }
        const QByteArray keyword = words.constFirst().toLower();
        for (qsizetype i = 1; i < words.size(); ++i) {
            const QString word = QString::fromUtf8(words[i]);
            if (keyword == "host" && isPlainAlias(word)) {
                names.aliases.append(word);
            } else if (keyword == "include" && !word.isEmpty() && !word.contains(QChar::Null)) {
                names.includes.append(word);
            }
        }
    }
    return names;
}

QStringList sshAliases(const QString& file)
{
    const QString folder = QDir::homePath() + QStringLiteral("/.ssh");
    const QString first = file.isEmpty() ? folder + QStringLiteral("/config") : file;
    AliasReader reader(file.isEmpty() ? folder : QFileInfo(first).absolutePath());
    reader.read(first, 0);
    return reader.aliases();
}

ResolvedHost parseResolvedHost(const QByteArray& output)
{
    ResolvedHost host;
    for (const QByteArray& line : output.split('\n')) {
        const qsizetype blank = line.indexOf(' ');
        const QByteArray key = line.left(blank);
        const QString value = QString::fromUtf8(line.mid(blank + 1)).trimmed();
        const bool oneLine = std::none_of(value.begin(), value.end(), [](QChar c) {
            return c.category() == QChar::Other_Control;
        });
        if (blank <= 0 || value.isEmpty() || !oneLine) {
            continue;
        }
        if (key == "hostname") {
            host.hostName = value;
        } else if (key == "user") {
            host.user = value;
        } else if (key == "port") {
            host.port = value.toInt();
        } else if ((key == "proxyjump" || key == "proxycommand") &&
                   value != QStringLiteral("none")) {
            host.proxy = value;
        }
    }
    return host;
}

ProcessCommand resolveCommand(const Node& node, const SshSettings& settings)
{
    ProcessCommand command;
    command.program = settings.program;
    command.arguments = QStringList{QStringLiteral("-G")} + sshArguments(node, settings);
    command.timeout = std::chrono::seconds(20);
    return command;
}

} // namespace rocport
