#include "core/remote/maskedtext.h"

#include "core/remote/secretpasses.h"

#include <QRegularExpression>
#include <QSet>
#include <QUrl>

#include <algorithm>

namespace rocport {

using secretpasses::account;
using secretpasses::isVariable;
using secretpasses::mask;
using secretpasses::note;
using secretpasses::PasswordLetters;
using secretpasses::takesAccount;
using secretpasses::takesSecret;
using secretpasses::withoutHeaderSecrets;
using secretpasses::withoutHostAccounts;
using secretpasses::withoutKnownTokens;
using secretpasses::withoutLetterSecrets;
using secretpasses::withoutOptionSecrets;
using secretpasses::withoutSecretValues;
using secretpasses::withoutUserInfo;

namespace {

/// `texts` without the values that were found to be secrets in any of them, wherever else they
/// stand as a word: the longest, and no more than a hundred, so that the time grows with the text.
void maskEverywhere(QStringList& texts, const QStringList& secrets)
{
    constexpr qsizetype kMost = 100;
    constexpr qsizetype kShortest = 6; // as SecretMask: shorter ones are part of much else
    QSet<QString> seen;
    for (const QString& secret : secrets) {
        const QStringList forms = secretForms(secret);
        for (const QString& one : forms) {
            if (one.size() >= kShortest && !isVariable(one)) {
                seen.insert(one);
            }
        }
    }
    QStringList longest(seen.begin(), seen.end());
    std::sort(longest.begin(), longest.end(), [](const QString& a, const QString& b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    for (const QString& secret : std::as_const(longest).first(std::min(kMost, longest.size()))) {
        for (QString& text : texts) {
            const auto isPart = [&text](qsizetype at) {
                return at >= 0 && at < text.size() && text.at(at).isLetterOrNumber();
            };
            QString masked;
            qsizetype last = 0;
            for (qsizetype at = 0; (at = text.indexOf(secret, at)) >= 0; at += secret.size()) {
                if (!isPart(at - 1) && !isPart(at + secret.size())) {
                    masked += text.mid(last, at - last) + mask();
                    last = at + secret.size();
                }
            }
            text = last > 0 ? masked + text.mid(last) : text;
        }
    }
}

/// All forms but one: the values that are found stay where they stand elsewhere.
QString maskedForms(const QString& text, QStringList* secrets)
{
    QString masked = withoutLetterSecrets(text, secrets);
    masked = withoutHeaderSecrets(masked, secrets);
    masked = withoutOptionSecrets(withoutSecretValues(masked, secrets), secrets);
    masked = withoutHostAccounts(withoutUserInfo(masked, secrets), secrets);
    return withoutKnownTokens(masked, secrets);
}

QString masked(const QString& text, QStringList* secrets)
{
    QStringList found;
    QStringList texts{maskedForms(text, &found)};
    maskEverywhere(texts, found);
    if (secrets != nullptr) {
        *secrets += found;
    }
    return texts.first();
}

/// An argument that is an account: all that follows the colon is its password, blanks too.
QString maskedAccount(const QString& word, QStringList* secrets)
{
    const auto found = account().match(word, 0, QRegularExpression::NormalMatch,
                                       QRegularExpression::AnchorAtOffsetMatchOption);
    if (!found.hasMatch()) {
        return maskedForms(word, secrets);
    }
    note(word.mid(found.capturedStart(1)), secrets);
    return maskedForms(word.left(found.capturedStart(1)) + mask(), secrets);
}

} // namespace

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
    QStringList secrets;
    QStringView option; // the argument before, where it has no value of its own
    PasswordLetters letters;
    for (const QString& argument : arguments) {
        const qsizetype equals = argument.indexOf(u'=');
        const QStringView name = QStringView(argument).left(equals); // without '=' all of it
        const bool isValue = !argument.startsWith(u'-');
        const bool isHeader = option == u"-H" || option == u"--header";
        if (isValue && takesAccount(option)) {
            masked.append(maskedAccount(argument, &secrets));
        } else if (isValue && ((option.startsWith(u"--") && takesSecret(option)) ||
                               (option.size() == 2 && letters.isOption(option)))) {
            note(argument, &secrets);
            masked.append(mask());
        } else if (letters.isOption(argument) && argument.size() > 2) {
            note(argument.mid(2), &secrets);
            masked.append(argument.left(2) + mask());
        } else if (equals > 0 && !name.contains(u' ') && looksSecret(name)) {
            note(argument.mid(equals + 1), &secrets);
            masked.append(argument.left(equals + 1) + mask());
        } else {
            masked.append(maskedForms(
                isHeader ? withoutHeaderSecrets(argument, &secrets, true) : argument, &secrets));
        }
        option = equals < 0 ? name : QStringView();
        letters.see(argument);
    }
    maskEverywhere(masked, secrets);
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

QStringList secretForms(const QString& secret)
{
    QStringList forms{secret};
    forms.append(QUrl::fromPercentEncoding(secret.toUtf8()));
    const qsizetype colon = secret.indexOf(u':'); // user:password of a URL
    if (colon >= 0) {
        forms.append(secret.mid(colon + 1));
        forms.append(QUrl::fromPercentEncoding(secret.mid(colon + 1).toUtf8()));
    }
    // A word of a shell inside of another's quotes, as in sh -c 'f --password x; g'.
    const QChar front = secret.isEmpty() ? QChar() : secret.front();
    const bool opens = front == u'\'' || front == u'"';
    static const QRegularExpression end(QStringLiteral("['\"\\\\;|&()<>]"));
    const qsizetype cut = opens ? secret.indexOf(front, 1) : secret.indexOf(end);
    if (cut > 0) {
        forms.append(secret.mid(opens ? 1 : 0, cut - (opens ? 1 : 0)));
    }
    const bool quoted = secret.size() > 2 && (secret.front() == u'\'' || secret.front() == u'"') &&
                        secret.back() == secret.front();
    if (quoted) {
        forms.append(secret.mid(1, secret.size() - 2));
    }
    return forms;
}

QStringList secretsIn(const QString& text)
{
    QStringList secrets;
    (void)masked(text, &secrets);
    return secrets;
}

} // namespace rocport
