#include "core/verify/projectflags.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMaxDefines = 2000; ///< of one project; a command line has an end
constexpr qsizetype kMaxRefused = 200;

const QRegularExpression& defineName()
{
    static const QRegularExpression pattern(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*(=[^\\n$]*)?$"));
    return pattern;
}

/// Collects flags of one project.
class FlagReader
{
public:
    FlagReader(const GateTree& tree, const QString& root, BuildFlags& flags)
        : m_tree(tree), m_root(root.isEmpty() ? root : QDir::cleanPath(root)), m_flags(flags)
    {
    }

    void readCMake(const RepoPath& path, const QByteArray& bytes);
    void readSetup(const RepoPath& path, const QByteArray& bytes);
    void readMake(const RepoPath& path, const QByteArray& bytes);
    void readCommands(const QByteArray& bytes);
    /// The file that is read now, for sentences.
    void setSource(const QString& source) { m_source = source; }

private:
    void addFolder(const RepoPath& base, QString spelled);
    /// `fromShell`: a shell reads the line that it stands on.
    void addDefine(const QString& define, bool fromShell = false);
    void refuse(const QString& argument, const QString& why);
    void readCommand(const QJsonObject& object);
    [[nodiscard]] QString whyNotPath(const QString& option, const QString& path) const;
    void commandIn(const QString& name, const QStringList& arguments, const RepoPath& folder,
                   bool conditional);
    [[nodiscard]] QString foundHeader(const QString& spelled, const QString& directory,
                                      const QStringList& folders) const;
    [[nodiscard]] QString movedFolder(const QString& spelled, const QString& directory) const;

    const GateTree& m_tree;
    QString m_root;
    QString m_source;
    BuildFlags& m_flags;
};

void FlagReader::refuse(const QString& argument, const QString& why)
{
    const RefusedArgument refused{m_source, argument, why, true};
    if (m_flags.refused.size() < kMaxRefused && !m_flags.refused.contains(refused)) {
        m_flags.refused.append(refused);
    }
}

void FlagReader::addFolder(const RepoPath& base, QString spelled)
{
    static const QRegularExpression buildInterface(QStringLiteral("^\\$<BUILD_INTERFACE:(.*)>$"));
    const auto match = buildInterface.match(spelled);
    if (match.hasMatch()) {
        spelled = match.captured(1);
    }
    RepoPath from = base;
    static const QRegularExpression top(QStringLiteral(
        "^\\$\\{(CMAKE_SOURCE_DIR|PROJECT_SOURCE_DIR|[A-Za-z0-9_-]+_SOURCE_DIR)\\}/?"));
    static const QRegularExpression here(
        QStringLiteral("^\\$\\{(CMAKE_CURRENT_SOURCE_DIR|CMAKE_CURRENT_LIST_DIR)\\}/?"));
    if (here.match(spelled).hasMatch()) {
        spelled.remove(here);
    } else if (top.match(spelled).hasMatch()) {
        spelled.remove(top);
        from = RepoPath();
    }
    if (spelled.contains(u'$') || spelled.contains(u'<')) {
        return;
    }
    if (spelled.startsWith(u'/')) {
        spelled = QDir::cleanPath(spelled);
        const bool ours = !m_root.isEmpty() && spelled.startsWith(m_root + u'/');
        if (!ours) {
            const QString why = whyNotOutsideFolder(spelled);
            if (QDir(spelled).exists() && !m_flags.outside.contains(spelled)) {
                if (why.isEmpty()) {
                    m_flags.outside.append(spelled);
                } else {
                    refuse(QStringLiteral("-I ") + spelled, why);
                }
            }
            return;
        }
        spelled = spelled.mid(m_root.size() + 1);
        from = RepoPath();
    }
    const RepoPath folder = joined(from, spelled.toUtf8());
    const bool leaves = folder.isEmpty() && spelled.contains(QLatin1StringView(".."));
    if (!leaves && m_tree.hasFolder(folder) && !m_flags.folders.contains(folder)) {
        m_flags.folders.append(folder);
    }
}

void FlagReader::addDefine(const QString& define, bool fromShell)
{
    QString name = define.startsWith(QLatin1StringView("-D")) ? define.mid(2) : define;
    if (!defineName().match(name).hasMatch()) {
        return;
    }
    if (!fromShell) {
        // Quotes that a shell further on would have taken away.
        name.replace(QLatin1StringView("\\\""), QLatin1StringView("\""));
    }
    QString why = whyNotDefine(name);
    if (why.isEmpty() && fromShell && !isPlainDefine(name)) {
        why = QStringLiteral("it contains a character that a shell would interpret");
    }
    if (!why.isEmpty()) {
        refuse(QStringLiteral("-D") + name, why);
    } else if (m_flags.defines.size() >= kMaxDefines) {
        refuse(QStringLiteral("-D…"), QStringLiteral("there are too many definitions"));
    } else if (!m_flags.defines.contains(name)) {
        m_flags.defines.append(name);
    }
}

/// "\"" and "\\" as CMake and Python write them in strings.
QString unescaped(QString text)
{
    static const QRegularExpression escape(QStringLiteral("\\\\([\"'\\\\;])"));
    return text.replace(escape, QStringLiteral("\\1"));
}

/// Arguments of a CMake command: quoted ones whole, comments left out.
QStringList cmakeArguments(const QString& text)
{
    static const QRegularExpression word(QStringLiteral(
        "\"((?:[^\"\\\\]|\\\\.)*)\"|#[^\\n]*|"
        "((?:[^\\s\"#()\\\\]|\\\\.)(?:[^\\s\"#()\\\\]|\\\\.|\"(?:[^\"\\\\]|\\\\.)*\")*)"));
    QStringList words;
    auto matches = word.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString found = match.captured(1) + match.captured(2);
        for (const QString& part : found.split(u';', Qt::SkipEmptyParts)) {
            words.append(unescaped(part));
        }
    }
    return words;
}

void FlagReader::commandIn(const QString& name, const QStringList& arguments,
                           const RepoPath& folder, bool conditional)
{
    static const QStringList scopes{QStringLiteral("PUBLIC"),    QStringLiteral("PRIVATE"),
                                    QStringLiteral("INTERFACE"), QStringLiteral("SYSTEM"),
                                    QStringLiteral("BEFORE"),    QStringLiteral("AFTER")};
    const bool ofTarget = name.startsWith(QLatin1StringView("target_"));
    QStringList words = arguments.mid(ofTarget ? 1 : 0);
    words.removeIf([](const QString& word) { return scopes.contains(word); });
    if (name.endsWith(QLatin1StringView("include_directories"))) {
        for (const QString& word : std::as_const(words)) {
            addFolder(folder, word);
        }
    } else if (name == QLatin1StringView("set") && arguments.size() >= 2) {
        static const QRegularExpression standard(QStringLiteral("^CMAKE_(CXX|CUDA|HIP)_STANDARD$"));
        static const QRegularExpression number(QStringLiteral("^(14|17|20|23)$"));
        const bool says =
            standard.match(arguments[0]).hasMatch() && number.match(arguments[1]).hasMatch();
        const QString found = says ? QStringLiteral("c++") + arguments[1] : QString();
        m_flags.standard = std::max(m_flags.standard, found);
    } else if (!conditional && name != QLatin1StringView("set")) {
        for (const QString& word : std::as_const(words)) {
            addDefine(word);
        }
    }
}

void FlagReader::readCMake(const RepoPath& path, const QByteArray& bytes)
{
    static const QRegularExpression command(
        QStringLiteral("^[ \\t]*(if|endif|set|(?:target_)?include_directories|add_definitions|"
                       "(?:target|add)_compile_definitions)[ \\t]*\\(([^)]*)\\)?"),
        QRegularExpression::MultilineOption | QRegularExpression::CaseInsensitiveOption);
    int depth = 0;
    auto matches = command.globalMatch(QString::fromUtf8(bytes));
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString name = match.captured(1).toLower();
        if (name == QLatin1StringView("if")) {
            ++depth;
        } else if (name == QLatin1StringView("endif")) {
            depth = std::max(0, depth - 1);
        } else {
            commandIn(name, cmakeArguments(match.captured(2)), path.folder(), depth > 0);
        }
    }
}

void FlagReader::readSetup(const RepoPath& path, const QByteArray& bytes)
{
    const QString text = QString::fromUtf8(bytes);
    static const QRegularExpression list(
        QStringLiteral("include_dirs\\s*(?:=|\\+=|:)\\s*\\[([^\\]]*)\\]"));
    static const QRegularExpression item(
        QStringLiteral("join\\(([^()]*)\\)|\"([^\"\\n]*)\"|'([^'\\n]*)'"));
    static const QRegularExpression literal(QStringLiteral("\"([^\"\\n]*)\"|'([^'\\n]*)'"));
    auto lists = list.globalMatch(text);
    while (lists.hasNext()) {
        auto items = item.globalMatch(lists.next().captured(1));
        while (items.hasNext()) {
            const auto match = items.next();
            QStringList parts{match.captured(2) + match.captured(3)};
            if (!match.captured(1).isEmpty()) {
                parts.clear();
                auto literals = literal.globalMatch(match.captured(1));
                while (literals.hasNext()) {
                    const auto one = literals.next();
                    parts.append(one.captured(1) + one.captured(2));
                }
            }
            addFolder(path.folder(), parts.join(u'/'));
        }
    }
    static const QRegularExpression define(
        QStringLiteral("\"(-D[A-Za-z_]\\w*(?:=(?:[^\"\\\\\\n]|\\\\.)*)?)\"|"
                       "'(-D[A-Za-z_]\\w*(?:=(?:[^'\\\\\\n]|\\\\.)*)?)'"));
    auto defines = define.globalMatch(text);
    while (defines.hasNext()) {
        const auto match = defines.next();
        addDefine(unescaped(match.captured(1) + match.captured(2)));
    }
    static const QRegularExpression standard(
        QStringLiteral("[\"']-std=(c\\+\\+(?:14|17|20|23))[\"']"));
    const auto says = standard.match(text);
    m_flags.standard = std::max(m_flags.standard, says.captured(1));
}

void FlagReader::readMake(const RepoPath& path, const QByteArray& bytes)
{
    static const QRegularExpression flag(
        QStringLiteral("(?:^|\\s)-([ID])\\s?([^\\s$'\"]+)(?=\\s|$)"),
        QRegularExpression::MultilineOption);
    auto flags = flag.globalMatch(QString::fromUtf8(bytes));
    while (flags.hasNext()) {
        const auto match = flags.next();
        if (match.captured(1) == QLatin1StringView("I")) {
            addFolder(path.folder(), match.captured(2));
        } else {
            QString define = match.captured(2);
            if (define.endsWith(u'\\')) {
                define.chop(1); // the line goes on
            }
            addDefine(define, true);
        }
    }
}

QString FlagReader::movedFolder(const QString& spelled, const QString& directory) const
{
    QString absolute =
        QDir::cleanPath(spelled.startsWith(u'/') ? spelled : directory + u'/' + spelled);
    if (!m_root.isEmpty() && (absolute == m_root || absolute.startsWith(m_root + u'/'))) {
        return QStringLiteral("%ROOT%") + absolute.mid(m_root.size());
    }
    return absolute;
}

/// What -include means: a header beside the command, else the first that `folders` (as
/// movedFolder() gives them) have; as movedFolder() gives it.
QString FlagReader::foundHeader(const QString& spelled, const QString& directory,
                                const QStringList& folders) const
{
    QString beside = movedFolder(spelled, directory);
    if (spelled.startsWith(u'/') || whyNotPath(QStringLiteral("-include"), beside).isEmpty()) {
        return beside;
    }
    for (const QString& folder : folders) {
        const bool ours = folder.startsWith(QLatin1StringView("%ROOT%"));
        const RepoPath header =
            ours ? joined(RepoPath(folder.mid(7).toUtf8()), spelled.toUtf8()) : RepoPath();
        if (!header.isEmpty() && m_tree.file(header) != nullptr) {
            return QStringLiteral("%ROOT%/") + QString::fromUtf8(header.bytes());
        }
    }
    return beside;
}

/// Why a folder or header of a command is not taken; `path` is as movedFolder() gives it.
QString FlagReader::whyNotPath(const QString& option, const QString& path) const
{
    const bool include = option == QLatin1StringView("-include");
    if (!path.startsWith(QLatin1StringView("%ROOT%"))) {
        return include ? QStringLiteral("it is not a file of the repository")
                       : whyNotOutsideFolder(path);
    }
    const RepoPath below(path.mid(7).toUtf8());
    if (include && m_tree.file(below) == nullptr) {
        return QStringLiteral("it is not a file of the repository");
    }
    return {};
}

void FlagReader::readCommand(const QJsonObject& object)
{
    const QString directory = object[QLatin1StringView("directory")].toString();
    const QString file = movedFolder(object[QLatin1StringView("file")].toString(), directory);
    if (!file.startsWith(QLatin1StringView("%ROOT%/"))) {
        return;
    }
    QVector<CommandWord> words;
    for (const auto& word : object[QLatin1StringView("arguments")].toArray()) {
        words.append({word.toString(), false});
    }
    if (words.isEmpty()) {
        words = commandWords(object[QLatin1StringView("command")].toString());
    }
    TakenArguments arguments = takeArguments(words, m_source);
    QStringList folders;
    for (qsizetype i = 0; i + 1 < arguments.taken.size(); ++i) {
        if (isFolderOption(arguments.taken[i])) {
            folders.append(movedFolder(arguments.taken[++i], directory));
        }
    }
    QStringList taken;
    for (qsizetype i = 0; i < arguments.taken.size(); ++i) {
        const QString& option = arguments.taken[i];
        if (!isFolderOption(option) && option != QLatin1StringView("-include")) {
            taken.append(option);
            continue;
        }
        const QString spelled = arguments.taken.value(++i);
        const QString path = isFolderOption(option) ? movedFolder(spelled, directory)
                                                    : foundHeader(spelled, directory, folders);
        const QString why = whyNotPath(option, path);
        if (why.isEmpty()) {
            taken += {option, path};
        } else {
            arguments.refused.append({m_source, option + u' ' + arguments.taken[i], why, true});
        }
    }
    const RepoPath path(file.mid(7).toUtf8());
    m_flags.perFile.insert(path, taken);
    m_flags.refusedPerFile.remove(path);
    if (!arguments.refused.isEmpty()) {
        m_flags.refusedPerFile.insert(path, arguments.refused);
    }
}

void FlagReader::readCommands(const QByteArray& bytes)
{
    const QJsonArray entries = QJsonDocument::fromJson(bytes).array();
    for (const auto& entry : entries) {
        readCommand(entry.toObject());
    }
}

} // namespace

QString BuildFlags::whyNotComplete(const RepoPath& file) const
{
    QVector<RefusedArgument> all = refusedPerFile.value(file);
    all += refused;
    const auto first = std::find_if(all.cbegin(), all.cend(),
                                    [](const RefusedArgument& one) { return one.matters; });
    return first == all.cend() ? QString() : first->sentence();
}

QStringList BuildFlags::refusals(qsizetype limit) const
{
    QStringList sentences;
    for (const RefusedArgument& one : refused) {
        sentences.append(one.sentence());
    }
    for (const QVector<RefusedArgument>& ofFile : refusedPerFile) {
        for (const RefusedArgument& one : ofFile) {
            sentences.append(one.sentence());
        }
    }
    sentences.sort();
    sentences.removeDuplicates();
    const qsizetype more = sentences.size() - limit;
    if (more > 0) {
        sentences = sentences.mid(0, limit);
        sentences.append(
            QStringLiteral("%1 more arguments of the build are not passed to compilers").arg(more));
    }
    for (QString& sentence : sentences) {
        sentence += u'.';
    }
    return sentences;
}

BuildFlags readRecordedFlags(const GateTree& tree, const QString& root,
                             const QByteArray& compileCommands, const QString& source)
{
    BuildFlags flags;
    FlagReader reader(tree, root, flags);
    reader.setSource(source);
    reader.readCommands(compileCommands);
    flags.sources.append(source);
    return flags;
}

BuildFlags readBuildFlags(const GateTree& tree, const QString& root,
                          const QByteArray& compileCommands)
{
    BuildFlags flags;
    FlagReader reader(tree, root, flags);
    if (!compileCommands.isEmpty()) {
        reader.setSource(QStringLiteral("compile_commands.json"));
        reader.readCommands(compileCommands);
        flags.sources.append(QStringLiteral("compile_commands.json"));
    }
    for (const auto& [path, bytes] : tree.buildFiles()) {
        const QByteArray name = path.fileName();
        reader.setSource(path.display());
        const qsizetype before = flags.folders.size() + flags.defines.size() +
                                 flags.perFile.size() + flags.outside.size();
        if (name == "compile_commands.json") {
            reader.readCommands(bytes);
        } else if (name == "setup.py") {
            reader.readSetup(path, bytes);
        } else if (languageOfFile(name) == Language::CMake) {
            reader.readCMake(path, bytes);
        } else {
            reader.readMake(path, bytes);
        }
        const qsizetype after = flags.folders.size() + flags.defines.size() + flags.perFile.size() +
                                flags.outside.size();
        if (after > before) {
            flags.sources.append(path.display());
        }
    }
    if (!flags.folders.contains(RepoPath())) {
        flags.folders.append(RepoPath());
    }
    flags.folders += tree.guessedFolders(flags.folders);
    return flags;
}

} // namespace rocport
