#include "core/remote/secretpasses.h"

#include "core/remote/maskedtext.h"

#include <QHash>
#include <QSet>

namespace rocport::secretpasses {

namespace {

/// In text that globalMatch() has found to be one: else each match looks at all of it.
constexpr QRegularExpression::MatchOptions kAtOffset =
    QRegularExpression::AnchorAtOffsetMatchOption |
    QRegularExpression::DontCheckSubjectStringMatchOption;

/// A word of a shell: quoted parts and others, joined; a quote that does not end reaches to the end
/// of the text.
const QRegularExpression& shellWord()
{
    static const QRegularExpression word(
        QStringLiteral("(?:'[^']*+(?:'|\\z)|\"(?:[^\"\\\\]|\\\\(?:[\\s\\S]|\\z))*+(?:\"|\\z)|"
                       "\\\\(?:[\\s\\S]|\\z)|[^\\s'\"\\\\&])++"));
    return word;
}

/// Whether `name=` at `at` is a parameter of a URL that signs or opens it: "?sig=",
/// "&X-Amz-Signature=".
bool isSecretParameter(QStringView text, qsizetype at, QStringView name)
{
    static const QSet<QString> secret{QStringLiteral("sig"),  QStringLiteral("signature"),
                                      QStringLiteral("pass"), QStringLiteral("pwd"),
                                      QStringLiteral("hmac"), QStringLiteral("jwt")};
    if (!secret.contains(name.toString().toLower())) {
        return false;
    }
    while (at > 0 && (text.at(at - 1).isLetterOrNumber() || text.at(at - 1) == u'-')) {
        --at;
    }
    return at > 0 && QStringView(u"?&#;").contains(text.at(at - 1));
}

/// Whether a header of HTTP holds what proves who asks: "Authorization", "X-Api-Key", "Cookie".
bool isSecretHeader(QStringView name)
{
    static const QSet<QString> whole{
        QStringLiteral("authorization"), QStringLiteral("proxy-authorization"),
        QStringLiteral("cookie"),        QStringLiteral("set-cookie"),
        QStringLiteral("apikey"),        QStringLiteral("api-key"),
        QStringLiteral("private-token"), QStringLiteral("job-token"),
        QStringLiteral("deploy-token"),  QStringLiteral("access-token"),
        QStringLiteral("auth-token")};
    static const QSet<QString> last{QStringLiteral("key"),      QStringLiteral("token"),
                                    QStringLiteral("secret"),   QStringLiteral("auth"),
                                    QStringLiteral("password"), QStringLiteral("signature")};
    const QString lower = name.toString().toLower();
    return whole.contains(lower) ||
           (lower.startsWith(u"x-") && last.contains(lower.mid(lower.lastIndexOf(u'-') + 1)));
}

/// Whether a member of JSON with this name is a secret. "key" and "pass" name much else.
bool isSecretMember(QStringView name)
{
    return name != u"key" && name != u"pass" && takesSecret(name);
}

/// Whether "://" at `at` follows a scheme whose user name alone can be a secret: with ssh:// and
/// git:// it is an account, and no password goes with it.
bool isAccountScheme(QStringView text, qsizetype at)
{
    const QStringView before = text.first(at);
    return before.endsWith(u"ssh") || before.endsWith(u"git");
}

} // namespace

const QString& mask()
{
    static const QString text = QStringLiteral("•••");
    return text;
}

void note(const QString& secret, QStringList* secrets)
{
    if (secrets != nullptr && secret != mask()) {
        secrets->append(secret);
    }
}

QString withoutSecretValues(const QString& text, QStringList* secrets)
{
    static const QRegularExpression name(QStringLiteral("(?<![A-Za-z0-9_])([A-Za-z0-9_]++)="));
    const QRegularExpression& value = shellWord();
    QString masked;
    qsizetype last = 0;
    auto matches = name.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        if (match.capturedStart() < last ||
            !(looksSecret(match.capturedView(1)) ||
              isSecretParameter(text, match.capturedStart(), match.capturedView(1)))) {
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

bool takesAccount(QStringView option)
{
    return option == u"-u" || option == u"--user" || option == u"--proxy-user";
}

const QRegularExpression& account()
{
    static const QRegularExpression account(
        QStringLiteral("['\"]?[^\\s:'\"/]++:(?!\\d++(?:[\\s'\"]|\\z))([^\\s'\"$/][^\\s'\"]*+)"));
    return account;
}

bool isVariable(QStringView value)
{
    return value.startsWith(u'$') || value.startsWith(u"\"$");
}

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
        if (found.hasMatch() && !isVariable(found.capturedView(group))) {
            masked += text.mid(last, found.capturedStart(group) - last) + mask();
            last = found.capturedEnd(group);
            note(found.captured(group), secrets);
        }
    }
    return masked + text.mid(last);
}

void PasswordLetters::see(QStringView word)
{
    static const QHash<QString, QString> letters{
        {QStringLiteral("sshpass"), QStringLiteral("p")},
        {QStringLiteral("ssh"), {}}, // that sshpass starts: its port
        {QStringLiteral("sftp"), {}},
        {QStringLiteral("scp"), {}},
        {QStringLiteral("rsync"), {}},
        {QStringLiteral("mysql"), QStringLiteral("p")},
        {QStringLiteral("mysqldump"), QStringLiteral("p")},
        {QStringLiteral("mysqladmin"), QStringLiteral("p")},
        {QStringLiteral("mysqlimport"), QStringLiteral("p")},
        {QStringLiteral("mariadb"), QStringLiteral("p")},
        {QStringLiteral("mariadb-dump"), QStringLiteral("p")},
        {QStringLiteral("mongosh"), QStringLiteral("p")},
        {QStringLiteral("mongo"), QStringLiteral("p")},
        {QStringLiteral("mongodump"), QStringLiteral("p")},
        {QStringLiteral("login"), QStringLiteral("p")}, // of docker, podman, helm, az, oc
        {QStringLiteral("7z"), QStringLiteral("p")},
        {QStringLiteral("7za"), QStringLiteral("p")},
        {QStringLiteral("redis-cli"), QStringLiteral("a")},
        {QStringLiteral("ldapsearch"), QStringLiteral("w")},
        {QStringLiteral("zip"), QStringLiteral("P")},
        {QStringLiteral("unzip"), QStringLiteral("P")},
        {QStringLiteral("sqlcmd"), QStringLiteral("P")}};
    if (word.size() == 1 && QStringView(u";|&()\n").contains(word.front())) {
        m_letters.clear();
    } else if (const auto known =
                   letters.constFind(word.mid(word.lastIndexOf(u'/') + 1).toString());
               known != letters.constEnd()) {
        m_letters = *known;
    }
}

bool PasswordLetters::isOption(QStringView word) const
{
    return word.size() >= 2 && word.front() == u'-' && m_letters.contains(word.at(1));
}

QString withoutLetterSecrets(const QString& text, QStringList* secrets)
{
    static const QRegularExpression part(QStringLiteral("[^\\s;|&()'\"`]++|[;|&()\n]"));
    static const QRegularExpression blanks(QStringLiteral("[ \t]++(?=[^-\\s$])"));
    QString masked;
    qsizetype last = 0;
    PasswordLetters letters;
    auto parts = part.globalMatch(text);
    while (parts.hasNext()) {
        const auto match = parts.next();
        if (match.capturedStart() < last) {
            continue;
        }
        const QStringView word = match.capturedView();
        if (!letters.isOption(word)) {
            letters.see(word);
            continue;
        }
        qsizetype begin = match.capturedStart() + 2;
        if (word.size() == 2 && begin < text.size() && text.at(begin).isSpace()) {
            const auto gap = blanks.match(text, begin, QRegularExpression::NormalMatch, kAtOffset);
            if (!gap.hasMatch()) {
                continue;
            }
            begin = gap.capturedEnd();
        }
        const auto found =
            shellWord().match(text, begin, QRegularExpression::NormalMatch, kAtOffset);
        if (found.hasMatch() && !isVariable(found.capturedView())) {
            masked += text.mid(last, begin - last) + mask();
            last = found.capturedEnd();
            note(found.captured(), secrets);
        }
    }
    return masked + text.mid(last);
}

QString withoutHeaderSecrets(const QString& text, QStringList* secrets, bool whole)
{
    static const QRegularExpression name(QStringLiteral(
        "(?:(?<=^-H|[\\s'\"]-H)|(?<![A-Za-z0-9_-]))([A-Za-z][A-Za-z0-9_-]*+)(\\\\?['\"])?"
        "[ \t]{0,8}:[ \t]{0,8}(\\\\?['\"])?"));
    static const QRegularExpression scheme(
        QStringLiteral("(?:bearer|basic|token|digest|negotiate|apikey)[ \t]{1,8}"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression word(QStringLiteral("[^\\s'\"]++"));
    QString masked;
    qsizetype last = 0;
    auto matches = name.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const bool isMember =
            match.hasCaptured(2) && match.hasCaptured(3) && isSecretMember(match.capturedView(1));
        if (match.capturedStart() < last || (!isMember && !isSecretHeader(match.capturedView(1)))) {
            continue;
        }
        qsizetype begin = match.capturedEnd();
        const auto known = scheme.match(text, begin, QRegularExpression::NormalMatch, kAtOffset);
        begin = known.hasMatch() ? known.capturedEnd() : begin;
        const qsizetype before = match.capturedStart() - 1;
        const QChar quote = match.hasCaptured(3)                   ? match.capturedView(3).back()
                            : before >= 0 && !match.hasCaptured(2) ? text.at(before)
                                                                   : QChar();
        qsizetype end = begin;
        if (whole) {
            end = text.size();
        } else if (quote == u'\'' || quote == u'"') {
            while (end < text.size() && text.at(end) != quote && text.at(end) != u'\n') {
                ++end;
            }
            end -= end > begin && text.at(end - 1) == u'\\' ? 1 : 0; // of an escaped quote
        } else if (const auto found =
                       word.match(text, begin, QRegularExpression::NormalMatch, kAtOffset);
                   found.hasMatch()) {
            end = found.capturedEnd();
        }
        if (end > begin && !isVariable(QStringView(text).mid(begin, end - begin))) {
            masked += text.mid(last, begin - last) + mask();
            last = end;
            note(text.mid(begin, end - begin), secrets);
        }
    }
    return masked + text.mid(last);
}

QString withoutHostAccounts(const QString& text, QStringList* secrets)
{
    static const QRegularExpression account(
        QStringLiteral("(?<![A-Za-z0-9_.:/@-])([A-Za-z_][A-Za-z0-9_.-]*+):([^\\s:@/'\"$•]++)@"
                       "(?!sha\\d)[A-Za-z0-9][A-Za-z0-9.-]*+[:/]"));
    static const QSet<QString> others{QStringLiteral("mailto"), QStringLiteral("npm"),
                                      QStringLiteral("sip"), QStringLiteral("acct")};
    QString masked;
    qsizetype last = 0;
    for (const auto& match : account.globalMatch(text)) {
        if (!others.contains(match.captured(1))) {
            masked += text.mid(last, match.capturedStart(2) - last) + mask();
            last = match.capturedEnd(2);
            note(match.captured(2), secrets);
        }
    }
    return masked + text.mid(last);
}

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
    if (secrets != nullptr) {
        for (const auto& found : token.globalMatch(text)) {
            note(found.captured(), secrets);
        }
    }
    return QString(text).replace(token, mask());
}

} // namespace rocport::secretpasses
