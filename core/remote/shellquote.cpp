#include "core/remote/shellquote.h"

#include <QRegularExpression>
#include <QSet>

namespace rocport {
namespace {

const QString& mask()
{
    static const QString text = QStringLiteral("•••");
    return text;
}

/// In text that globalMatch() has found to be one: else each match looks at all of it.
constexpr QRegularExpression::MatchOptions kAtOffset =
    QRegularExpression::AnchorAtOffsetMatchOption |
    QRegularExpression::DontCheckSubjectStringMatchOption;

void note(const QString& secret, QStringList* secrets)
{
    if (secrets != nullptr && secret != mask()) {
        secrets->append(secret);
    }
}

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && QByteArrayView("-_./:,@%+").contains(c));
}

QByteArrayList encoded(const QStringList& words)
{
    QByteArrayList bytes;
    bytes.reserve(words.size());
    for (const QString& word : words) {
        bytes.append(word.toUtf8());
    }
    return bytes;
}

/// A word of a shell: quoted parts and others, joined; a quote that does not end reaches to the end
/// of the text.
const QRegularExpression& shellWord()
{
    static const QRegularExpression word(
        QStringLiteral("(?:'[^']*+(?:'|\\z)|\"(?:[^\"\\\\]|\\\\(?:[\\s\\S]|\\z))*+(?:\"|\\z)|"
                       "\\\\(?:[\\s\\S]|\\z)|[^\\s'\"\\\\&])++"));
    return word;
}

/// Values of NAME=value with a secret-looking name, each a shellWord().
QString withoutSecretValues(const QString& text, QStringList* secrets)
{
    static const QRegularExpression name(QStringLiteral("(?<![A-Za-z0-9_])([A-Za-z0-9_]++)="));
    const QRegularExpression& value = shellWord();
    QString masked;
    qsizetype last = 0;
    auto matches = name.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        if (match.capturedStart() < last || !looksSecret(match.capturedView(1))) {
            continue;
        }
        const auto found =
            value.match(text, match.capturedEnd(), QRegularExpression::NormalMatch, kAtOffset);
        if (found.hasMatch()) {
            masked += text.mid(last, found.capturedStart() - last) + mask();
            last = found.capturedEnd();
            note(found.captured(), secrets);
        }
    }
    return masked + text.mid(last);
}

/// Whether an option takes a secret as the next word. Other than of a variable's name, only whole
/// words of it count: `--tokenizer`, `--max-tokens` and `--pad-token` are of another kind. A key is
/// a secret where it is not known to be none (`--sort-key`, `--label-key`).
bool takesSecret(QStringView option)
{
    static const QSet<QString> secret{
        QStringLiteral("password"),   QStringLiteral("passwd"),       QStringLiteral("passphrase"),
        QStringLiteral("pass"),       QStringLiteral("secret"),       QStringLiteral("token"),
        QStringLiteral("credential"), QStringLiteral("credentials"),  QStringLiteral("auth"),
        QStringLiteral("apikey"),     QStringLiteral("authorization")};
    static const QSet<QString> plainKey{
        QStringLiteral("sort"),    QStringLiteral("label"),   QStringLiteral("group"),
        QStringLiteral("primary"), QStringLiteral("foreign"), QStringLiteral("partition"),
        QStringLiteral("cache"),   QStringLiteral("index"),   QStringLiteral("join"),
        QStringLiteral("lookup"),  QStringLiteral("merge"),   QStringLiteral("public"),
        QStringLiteral("text"),    QStringLiteral("image"),   QStringLiteral("input"),
        QStringLiteral("output"),  QStringLiteral("target"),  QStringLiteral("metric"),
        QStringLiteral("config"),  QStringLiteral("state"),   QStringLiteral("data")};
    static const QSet<QString> ofText{
        QStringLiteral("pad"),   QStringLiteral("eos"),  QStringLiteral("bos"),
        QStringLiteral("unk"),   QStringLiteral("sep"),  QStringLiteral("cls"),
        QStringLiteral("mask"),  QStringLiteral("stop"), QStringLiteral("start"),
        QStringLiteral("begin"), QStringLiteral("end"),  QStringLiteral("special"),
        QStringLiteral("image"), QStringLiteral("per")};
    const QStringList words =
        option.toString().toLower().replace(u'_', u'-').split(u'-', Qt::SkipEmptyParts);
    const QString last = words.isEmpty() ? QString() : words.last();
    const QString before = words.value(words.size() - 2);
    return last == QLatin1StringView("key") ? !plainKey.contains(before)
                                            : secret.contains(last) && !ofText.contains(before);
}

/// Whether an option takes `user:password`.
bool takesAccount(QStringView option)
{
    return option == u"-u" || option == u"--user" || option == u"--proxy-user";
}

/// `user:password`, its second part captured; numbers alone are a user and a group.
const QRegularExpression& account()
{
    static const QRegularExpression account(
        QStringLiteral("['\"]?[^\\s:'\"/]++:(?!\\d++(?:[\\s'\"]|\\z))([^\\s'\"$/][^\\s'\"]*+)"));
    return account;
}

/// What follows `--password`, `--token` and the like, and the password of `-u user:password`.
QString withoutOptionSecrets(const QString& text, QStringList* secrets)
{
    static const QRegularExpression option(
        QStringLiteral("(?<![^\\s'\"])(--[A-Za-z][A-Za-z0-9_-]*+|-u)[ \\t]++(?=[^-\\s$])"));
    QString masked;
    qsizetype last = 0;
    auto matches = option.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const bool isUser = takesAccount(match.capturedView(1));
        if (match.capturedStart() < last || (!isUser && !takesSecret(match.capturedView(1)))) {
            continue;
        }
        const auto found =
            (isUser ? account() : shellWord())
                .match(text, match.capturedEnd(), QRegularExpression::NormalMatch, kAtOffset);
        const int group = isUser ? 1 : 0;
        if (found.hasMatch() && !found.captured(group).startsWith(QStringLiteral("\"$"))) {
            masked += text.mid(last, found.capturedStart(group) - last) + mask();
            last = found.capturedEnd(group);
            note(found.captured(group), secrets);
        }
    }
    return masked + text.mid(last);
}

/// Whether "://" at `at` follows a scheme whose user name alone can be a secret: with ssh:// and
/// git:// it is an account, and no password goes with it.
bool isAccountScheme(QStringView text, qsizetype at)
{
    const QStringView before = text.first(at);
    return before.endsWith(u"ssh") || before.endsWith(u"git");
}

/// User and password of URLs, as in https://user:password@host.
QString withoutUserInfo(const QString& text, QStringList* secrets)
{
    QString masked;
    qsizetype last = 0;
    qsizetype at = 0;
    while ((at = text.indexOf(QStringLiteral("://"), at)) >= 0) {
        const qsizetype begin = at + 3;
        qsizetype end = begin;
        qsizetype sign = -1;
        qsizetype colon = -1;
        while (end < text.size() && !text.at(end).isSpace() &&
               !QStringView(u"/?#'\"<>`").contains(text.at(end))) {
            if (text.at(end) == u'@') {
                sign = end;
            } else if (text.at(end) == u':' && colon < 0) {
                colon = end;
            }
            ++end;
        }
        const bool hasPassword = colon >= 0 && colon < sign;
        if (sign > begin && (hasPassword || !isAccountScheme(text, at))) {
            masked += text.mid(last, begin - last) + mask();
            last = sign;
            note(text.mid(begin, sign - begin), secrets);
        }
        at = end;
    }
    return masked + text.mid(last);
}

QString withoutKnownTokens(const QString& text, QStringList* secrets)
{
    static const QRegularExpression token(QStringLiteral(
        "(?<![A-Za-z0-9_-])(?:"
        "gh[pousr]_[A-Za-z0-9]{20,255}+|github_pat_[A-Za-z0-9_]{20,255}+|glpat-[A-Za-z0-9_-]{16,"
        "255}+|"
        "hf_[A-Za-z0-9]{20,255}+|sk-[A-Za-z0-9_-]{20,255}+|pypi-[A-Za-z0-9_-]{20,1000}+|"
        "npm_[A-Za-z0-9]{30,255}+|A[KS]IA[0-9A-Z]{16}+|AIza[0-9A-Za-z_-]{35}+|"
        "xox[abeprs]-[A-Za-z0-9-]{10,255}+|"
        "eyJ[A-Za-z0-9_-]{10,4096}+\\.[A-Za-z0-9_-]{10,4096}+\\.[A-Za-z0-9_-]{10,4096}+)"));
    static const QRegularExpression header(
        QStringLiteral("(authorization:\\s{0,8}(?:bearer|basic|token)\\s{1,8})([^\\s'\"]++)"),
        QRegularExpression::CaseInsensitiveOption);
    if (secrets != nullptr) {
        for (const auto& found : header.globalMatch(text)) {
            note(found.captured(2), secrets);
        }
        for (const auto& found : token.globalMatch(text)) {
            note(found.captured(), secrets);
        }
    }
    QString masked = text;
    masked.replace(header, QStringLiteral("\\1") + mask());
    return masked.replace(token, mask());
}

QString masked(const QString& text, QStringList* secrets)
{
    const QString values = withoutOptionSecrets(withoutSecretValues(text, secrets), secrets);
    return withoutKnownTokens(withoutUserInfo(values, secrets), secrets);
}

/// An argument that is an account: all that follows the colon is its password, blanks too.
QString maskedAccount(const QString& word)
{
    const auto found = account().match(word, 0, QRegularExpression::NormalMatch,
                                       QRegularExpression::AnchorAtOffsetMatchOption);
    return masked(found.hasMatch() ? word.left(found.capturedStart(1)) + mask() : word, nullptr);
}

} // namespace

QByteArray shellQuoted(const QByteArray& word)
{
    const qsizetype nul = word.indexOf('\0');
    if (nul >= 0) {
        return shellQuoted(word.left(nul));
    }
    // '~', '=' and '{' are special at some places of a word, so they are quoted everywhere.
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), isPlain)) {
        return word;
    }
    QByteArray quoted;
    quoted.reserve(word.size() + 2);
    quoted += '\'';
    for (const char c : word) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    quoted += '\'';
    return quoted;
}

QByteArray shellQuoted(const QString& word)
{
    return shellQuoted(word.toUtf8());
}

QByteArray shellCommand(const QByteArrayList& words)
{
    QByteArrayList quoted;
    quoted.reserve(words.size());
    for (const QByteArray& word : words) {
        quoted.append(shellQuoted(word));
    }
    return quoted.join(' ');
}

QByteArray shellCommand(const QStringList& words)
{
    return shellCommand(encoded(words));
}

QByteArray shellPath(const QString& path)
{
    if (path == QStringLiteral("~")) {
        return QByteArrayLiteral("\"$HOME\"");
    }
    if (path.startsWith(QStringLiteral("~/"))) {
        return "\"$HOME\"/" + shellQuoted(path.mid(2));
    }
    return shellQuoted(path.startsWith(u'-') ? QStringLiteral("./") + path : path);
}

QByteArray encodedShellText(const QByteArray& text)
{
    QByteArray line;
    line.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x20 && byte < 0x7f && c != '\\' && c != '\'' && c != '!';
        if (plain) {
            line += c;
        } else if (byte != 0) {
            line += "\\0" + QByteArray::number(byte, 8).rightJustified(3, '0');
        }
    }
    return line;
}

QByteArray loginShellCommand(const QByteArray& script, bool prefixFromInput)
{
    // Inside of single quotes csh, fish and the Bourne family agree on all that is used here.
    const QByteArray decode =
        prefixFromInput ? QByteArrayLiteral("IFS= read -r e && eval \"$(printf %b \"$e$1\")\"")
                        : QByteArrayLiteral("eval \"$(printf %b \"$1\")\"");
    return "exec sh -c '" + decode + "' sh '" + encodedShellText(script) + '\'';
}

bool looksSecret(QStringView name)
{
    static const QStringList words{QStringLiteral("TOKEN"),      QStringLiteral("KEY"),
                                   QStringLiteral("SECRET"),     QStringLiteral("PASSWD"),
                                   QStringLiteral("CREDENTIAL"), QStringLiteral("PASSWORD"),
                                   QStringLiteral("AUTH")};
    return std::any_of(words.begin(), words.end(), [name](const QString& word) {
        return name.contains(word, Qt::CaseInsensitive);
    });
}

QStringList maskedArguments(const QStringList& arguments)
{
    QStringList masked;
    QStringView option; // the argument before, where it has no value of its own
    for (const QString& argument : arguments) {
        const qsizetype equals = argument.indexOf(u'=');
        const QStringView name = QStringView(argument).left(equals); // without '=' all of it
        const bool isValue = !argument.startsWith(u'-');
        if (isValue && takesAccount(option)) {
            masked.append(maskedAccount(argument));
        } else if (isValue && option.startsWith(u"--") && takesSecret(option)) {
            masked.append(mask());
        } else if (equals > 0 && !name.contains(u' ') && looksSecret(name)) {
            masked.append(argument.left(equals + 1) + mask());
        } else {
            masked.append(maskedText(argument));
        }
        option = equals < 0 ? name : QStringView();
    }
    return masked;
}

bool looksSecret(QStringView name, const QString& value)
{
    return looksSecret(name) || maskedText(value) != value;
}

QString maskedText(const QString& text)
{
    return masked(text, nullptr);
}

QStringList secretsIn(const QString& text)
{
    QStringList secrets;
    (void)masked(text, &secrets);
    return secrets;
}

} // namespace rocport
