#include "core/verify/compilerarguments.h"

#include "core/verify/neutralnames.h"

#include <QDir>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMaxShown = 120;
constexpr qsizetype kMaxDefine = 4096;

const QString& shellReason()
{
    static const QString text =
        QStringLiteral("it contains a character that a shell would interpret");
    return text;
}

bool isPlainCharacter(QChar c)
{
    return c.unicode() < 128 && (c.isLetterOrNumber() || QStringLiteral("._+-/").contains(c));
}

/// Splits "NAME=VALUE"; a definition without '=' has no value.
QPair<QString, QString> partsOf(const QString& define)
{
    const qsizetype at = define.indexOf(u'=');
    return {at < 0 ? define : define.left(at), at < 0 ? QString() : define.mid(at + 1)};
}

const QRegularExpression& macroPattern()
{
    static const QRegularExpression pattern(
        QRegularExpression::anchoredPattern(QStringLiteral("[A-Za-z_][A-Za-z0-9_]*")));
    return pattern;
}

/// Whether a value is a sequence of identifiers, numbers, operators and string literals.
bool isLiteralValue(const QString& value)
{
    static const QRegularExpression pattern(QRegularExpression::anchoredPattern(QStringLiteral(
        "(?:[A-Za-z0-9_.+\\-/:= ()<>*%&|;,\\[\\]{}~^?!]|\"[^\"\\\\`$\\x00-\\x1f\\x7f-"
        "\\x{ffff}]*\"|'[^'\"\\\\`$\\x00-\\x1f\\x7f-\\x{ffff}]')*")));
    return pattern.match(value).hasMatch() && !value.contains(QLatin1StringView("/*")) &&
           !value.contains(QLatin1StringView("??"));
}

/// Options that name programs, load them, or say where headers and programs lie. Never taken.
struct NeverTaken
{
    const char* prefix;
    const char* reason;
    bool matters;
    bool hasValue; ///< the next word, where nothing follows in its own
};

constexpr NeverTaken kNeverTaken[] = {
    {"-fplugin", "it loads a program", false, false},
    {"-fpass-plugin", "it loads a program", false, false},
    {"-load", "it loads a program", false, true},
    {"-add-plugin", "it loads a program", false, true},
    {"-wrapper", "it runs a program", false, true},
    {"--run", "it runs a program", false, false},
    {"-run", "it runs a program", false, false},
    {"-ccbin", "it names another compiler", false, true},
    {"--compiler-bindir", "it names another compiler", false, true},
    {"-specs", "it names another compiler's parts", false, false},
    {"--specs", "it names another compiler's parts", false, false},
    {"--sysroot", "it says where the system's files are", false, true},
    {"-isysroot", "it says where the system's files are", false, true},
    {"-B", "it names another compiler's parts", false, true},
    {"-imacros", "it reads definitions from a file", true, true},
    {"-include-pch", "it reads definitions from a file", true, true},
};

struct Alias
{
    const char* longName;
    const char* shortName;
};
constexpr Alias kAliases[] = {{"--define-macro", "-D"},      {"--undefine-macro", "-U"},
                              {"--include-path", "-I"},      {"--system-include", "-isystem"},
                              {"--pre-include", "-include"}, {"--std", "-std"}};

/// Sorts the words of one command.
class Taker
{
public:
    Taker(const QVector<CommandWord>& words, QString source)
        : m_words(words), m_source(std::move(source))
    {
    }

    TakenArguments take()
    {
        // Words that were wrapped for another program are put in place of it; each is shorter, so
        // that this comes to an end.
        while (m_at < m_words.size()) {
            const CommandWord word = m_words[m_at++];
            if (!unwrap(word) && !refuseForm(word)) {
                takeForm(word);
            }
        }
        return std::move(m_result);
    }

private:
    void refuse(const QString& argument, const QString& reason, bool matters)
    {
        const RefusedArgument refused{m_source, argument, reason, matters};
        if (!m_result.refused.contains(refused)) {
            m_result.refused.append(refused);
        }
    }

    /// The next word, as the value of an option.
    CommandWord next() { return m_at < m_words.size() ? m_words[m_at++] : CommandWord(); }

    /// -Xcompiler A,B and -Wp,A,B: what they hold is judged like any other word.
    bool unwrap(const CommandWord& word)
    {
        QString value;
        bool active = word.active;
        if (word.text == QLatin1StringView("-Xcompiler") ||
            word.text == QLatin1StringView("--compiler-options") ||
            word.text == QLatin1StringView("-Xpreprocessor")) {
            const CommandWord held = next();
            value = held.text;
            active = active || held.active;
        } else if (word.text.startsWith(QLatin1StringView("-Xcompiler=")) ||
                   word.text.startsWith(QLatin1StringView("--compiler-options="))) {
            value = word.text.mid(word.text.indexOf(u'=') + 1);
        } else if (word.text.startsWith(QLatin1StringView("-Wp,"))) {
            value = word.text.mid(4);
        } else {
            return word.text == QLatin1StringView("-Xclang");
        }
        QVector<CommandWord> pieces;
        for (const QString& piece : value.split(u',', Qt::SkipEmptyParts)) {
            pieces.append({piece, active});
        }
        m_words = pieces + m_words.mid(m_at);
        m_at = 0;
        return true;
    }

    bool refuseForm(const CommandWord& word)
    {
        const QString& text = word.text;
        const bool options =
            text == QLatin1StringView("--options-file") || text == QLatin1StringView("-optf");
        if (options || text.startsWith(QLatin1StringView("--options-file=")) ||
            (text.startsWith(u'@') && text.size() > 1)) {
            const QString file = options ? next().text : text;
            // CMake puts nothing but include folders into files of this name.
            static const QRegularExpression onlyFolders(
                QStringLiteral("(?:^|[/@=])includes_[A-Z]+\\.rsp$"));
            refuse(options ? text + u' ' + file : text,
                   QStringLiteral("it reads arguments from a file"),
                   !onlyFolders.match(file).hasMatch());
            return true;
        }
        for (const NeverTaken& never : kNeverTaken) {
            const QLatin1StringView prefix(never.prefix);
            const bool whole = text == prefix;
            const bool joined =
                text.startsWith(prefix) && (prefix == QLatin1StringView("-B") ||
                                            never.prefix[1] == 'f' || text[prefix.size()] == u'=');
            if (!whole && !joined) {
                continue;
            }
            const QString value = whole && never.hasValue ? u' ' + next().text : QString();
            refuse(text + value, QLatin1StringView(never.reason), never.matters);
            return true;
        }
        return false;
    }

    void takeForm(const CommandWord& word)
    {
        QString text = word.text;
        for (const Alias& alias : kAliases) {
            const QLatin1StringView name(alias.longName);
            if (text == name || text.startsWith(name + u'=')) {
                const bool standard = name == QLatin1StringView("--std");
                text =
                    QLatin1StringView(alias.shortName) + text.mid(name.size() + (standard ? 0 : 1));
            }
        }
        CommandWord value{QString(), word.active};
        QString option;
        for (const char* known :
             {"-isystem", "-iquote", "-idirafter", "-include", "-std=", "-std", "-I", "-D", "-U"}) {
            const QLatin1StringView name(known);
            const bool alone =
                name == QLatin1StringView("-include") || name == QLatin1StringView("-std");
            if (alone ? text == name : text.startsWith(name)) {
                option = name;
                break;
            }
        }
        if (option.isEmpty()) {
            return;
        }
        value.text = text.mid(option.size());
        if (value.text.isEmpty() && !option.endsWith(u'=')) {
            value = next();
        }
        add(option, value);
    }

    void add(const QString& option, const CommandWord& value)
    {
        const bool standard = option.startsWith(QLatin1StringView("-std"));
        const bool path = isFolderOption(option) || option == QLatin1StringView("-include");
        QString why;
        if (value.active) {
            why = shellReason();
        } else if (standard) {
            why = value.text.contains(QLatin1StringView("++")) ? whyNotStandard(value.text)
                                                               : QString();
        } else if (option == QLatin1StringView("-D")) {
            why = whyNotDefine(value.text);
        } else if (option == QLatin1StringView("-U")) {
            why = whyNotMacro(value.text);
        } else if (value.text.isEmpty()) {
            return; // the last word of the command
        }
        const QString shown = (standard ? QStringLiteral("-std=") : option) +
                              (path ? QStringLiteral(" ") : QString()) + value.text;
        if (!why.isEmpty()) {
            refuse(shown, why, true);
        } else if (path) {
            m_result.taken += {option, value.text};
        } else if (!standard || value.text.contains(QLatin1StringView("++"))) {
            m_result.taken.append(shown);
        }
    }

    QVector<CommandWord> m_words;
    qsizetype m_at = 0;
    QString m_source;
    TakenArguments m_result;
};

} // namespace

QString RefusedArgument::sentence() const
{
    QString shown;
    for (const QChar c : argument.left(kMaxShown)) {
        shown += c.isPrint() ? c : QChar(u' ');
    }
    if (argument.size() > kMaxShown) {
        shown += QStringLiteral("…");
    }
    return QStringLiteral("%1: %2 is not passed to the compiler: %3").arg(source, shown, reason);
}

bool isNeutralPath(QStringView path)
{
    if (path.isEmpty() || !std::all_of(path.begin(), path.end(), isPlainCharacter)) {
        return false;
    }
    const QStringView parts = path.startsWith(u'/') ? path.mid(1) : path;
    const auto list = parts.split(u'/');
    return std::none_of(list.cbegin(), list.cend(), [](QStringView part) {
        return part.isEmpty() || part == u"." || part == u".." || part.startsWith(u'-');
    });
}

bool staysInside(const RepoPath& path)
{
    const QList<QByteArray> parts = path.bytes().split('/');
    return std::none_of(parts.cbegin(), parts.cend(), [](const QByteArray& part) {
        return part.isEmpty() || part == "." || part == ".." || part.contains('\0');
    });
}

QString whyNotMacro(const QString& name)
{
    return macroPattern().match(name).hasMatch() ? QString()
                                                 : QStringLiteral("it is not the name of a macro");
}

QString whyNotDefine(const QString& define)
{
    static const QRegularExpression function(QRegularExpression::anchoredPattern(
        QStringLiteral("[A-Za-z_][A-Za-z0-9_]*\\([A-Za-z0-9_, .]*\\)")));
    const auto [name, value] = partsOf(define);
    if (!macroPattern().match(name).hasMatch() && !function.match(name).hasMatch()) {
        return QStringLiteral("it does not begin with the name of a macro");
    }
    if (define.size() > kMaxDefine) {
        return QStringLiteral("it is too long");
    }
    static const QRegularExpression active(QStringLiteral("[`$\\\\\\x00-\\x1f\\x7f]"));
    if (active.match(value).hasMatch()) {
        return shellReason();
    }
    return isLiteralValue(value) ? QString()
                                 : QStringLiteral("its value cannot be passed on unchanged");
}

bool isPlainDefine(const QString& define)
{
    const auto [name, value] = partsOf(define);
    return macroPattern().match(name).hasMatch() &&
           std::all_of(value.begin(), value.end(),
                       [](QChar c) { return isPlainCharacter(c) || c == u':' || c == u'='; });
}

QString whyNotStandard(const QString& standard)
{
    static const QRegularExpression known(QRegularExpression::anchoredPattern(
        QStringLiteral("(?:c|gnu)\\+\\+(?:98|03|0x|11|1y|14|1z|17|2a|20|2b|23|2c|26)")));
    return known.match(standard).hasMatch() ? QString()
                                            : QStringLiteral("it is not a known standard");
}

QString whyNotOutsideFolder(const QString& folder)
{
    if (!folder.startsWith(u'/') || (folder != QLatin1StringView("/") && !isNeutralPath(folder))) {
        return QStringLiteral("the folder's name contains characters that a shell would interpret");
    }
    const QString home = QDir::cleanPath(QDir::homePath());
    const bool holdsAll =
        folder == QLatin1StringView("/") || folder == home || home.startsWith(folder + u'/');
    static const QRegularExpression systems(
        QStringLiteral("^/(?:proc|sys|dev|run|etc|boot|root/\\.ssh)(?:/|$)"));
    static const QRegularExpression wholes(QStringLiteral("^/(?:home|root|tmp|var|mnt|media)$"));
    if (holdsAll || wholes.match(folder).hasMatch() || systems.match(folder).hasMatch()) {
        return QStringLiteral("the folder contains files that are not headers");
    }
    return {};
}

QString whyNotArchitecture(const QString& architecture)
{
    static const QRegularExpression known(QRegularExpression::anchoredPattern(
        QStringLiteral("gfx[0-9a-z-]{1,24}(?::[a-z]{1,16}[+-]){0,4}")));
    return known.match(architecture).hasMatch()
               ? QString()
               : QStringLiteral("it is not the name of an architecture");
}

bool isFolderOption(const QString& option)
{
    static const QSet<QString> known{QStringLiteral("-I"), QStringLiteral("-isystem"),
                                     QStringLiteral("-iquote"), QStringLiteral("-idirafter")};
    return known.contains(option);
}

QVector<CommandWord> commandWords(const QString& command)
{
    QVector<CommandWord> words;
    CommandWord word;
    bool open = false; // a word has begun
    QChar quote;
    for (qsizetype i = 0; i < command.size(); ++i) {
        const QChar c = command[i];
        if (quote == u'\'') {
            if (c == u'\'') {
                quote = QChar();
            } else {
                word.text += c;
            }
            continue;
        }
        if (c == u'\\' && i + 1 < command.size()) {
            const QChar escaped = command[++i];
            const bool kept = quote == u'"' && !QStringLiteral("$`\"\\\n").contains(escaped);
            word.text += kept               ? QString(c) + escaped
                         : escaped == u'\n' ? QString()
                                            : QString(escaped);
            open = true;
        } else if (c == u'"' || (c == u'\'' && quote.isNull())) {
            quote = quote.isNull() ? c : QChar();
            open = true;
        } else if (quote.isNull() && c.isSpace()) {
            if (open) {
                words.append(word);
            }
            word = {};
            open = false;
        } else {
            const bool always = c == u'$' || c == u'`';
            word.active = word.active || always ||
                          (quote.isNull() && QStringLiteral("|&;<>()*?[").contains(c));
            word.text += c;
            open = true;
        }
    }
    if (open) {
        word.active = word.active || !quote.isNull();
        words.append(word);
    }
    return words;
}

TakenArguments takeArguments(const QVector<CommandWord>& words, const QString& source)
{
    return Taker(words, source).take();
}

QStringList CompilerCommandLine::arguments(const QString& header) const
{
    // Before headers that the build includes by -include, which may ask for the definitions.
    return m_definitions.isEmpty()
               ? m_own + m_arguments
               : m_own + QStringList{QStringLiteral("-include"), header} + m_arguments;
}

void CompilerCommandLine::refuse(const QString& argument, const QString& why)
{
    if (m_refused.isEmpty()) {
        m_refused = RefusedArgument{QStringLiteral("the build"), argument, why, true}.sentence();
    }
}

void CompilerCommandLine::addDefinitions(const QStringList& definitions)
{
    const bool plain =
        std::all_of(definitions.cbegin(), definitions.cend(), [](const QString& argument) {
            return argument.startsWith(QLatin1StringView("-U")) || isPlainDefine(argument.mid(2));
        });
    if (plain) {
        m_arguments += definitions;
        return;
    }
    for (const QString& argument : definitions) {
        const auto [name, value] = partsOf(argument.mid(2));
        m_definitions += "#undef " + name.left(name.indexOf(u'(')).toUtf8() + '\n';
        if (argument.startsWith(QLatin1StringView("-D"))) {
            const bool bare = !argument.contains(u'=');
            m_definitions +=
                "#define " + name.toUtf8() + ' ' + (bare ? QByteArray("1") : value.toUtf8()) + '\n';
        }
    }
}

void CompilerCommandLine::addFromRepository(const QStringList& arguments, const NeutralNames& names,
                                            const QString& root)
{
    static const QString kRoot = QStringLiteral("%ROOT%");
    QStringList definitions;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments[i];
        const bool include = argument == QLatin1StringView("-include");
        if (isFolderOption(argument) || include) {
            const QString path = arguments.value(++i);
            const bool inside = path == kRoot || path.startsWith(kRoot + u'/');
            const RepoPath below(path.mid(kRoot.size() + 1).toUtf8());
            const std::optional<QString> neutral = !inside ? std::nullopt
                                                   : include
                                                       ? std::optional<QString>(names.unit(below))
                                                       : names.folder(below);
            if (inside && (!neutral || (include && neutral->isEmpty()))) {
                refuse(argument + u' ' + below.display(),
                       QStringLiteral("there is no such place in the repository"));
            } else if (!inside && (include || !isNeutralPath(path))) {
                refuse(argument + u' ' + path, QStringLiteral("it is outside the repository"));
            } else {
                m_arguments += {argument, !inside              ? path
                                          : neutral->isEmpty() ? root
                                                               : root + u'/' + *neutral};
            }
        } else if (argument.startsWith(QLatin1StringView("-D")) ||
                   argument.startsWith(QLatin1StringView("-U"))) {
            const bool define = argument[1] == u'D';
            const QString why =
                define ? whyNotDefine(argument.mid(2)) : whyNotMacro(argument.mid(2));
            if (why.isEmpty()) {
                definitions.append(argument);
            } else {
                refuse(argument, why);
            }
        } else if (argument.startsWith(QLatin1StringView("-std=")) &&
                   whyNotStandard(argument.mid(5)).isEmpty()) {
            m_arguments.append(argument);
        } else {
            refuse(argument, QStringLiteral("no such form is known"));
        }
    }
    addDefinitions(definitions);
}

} // namespace rocport
