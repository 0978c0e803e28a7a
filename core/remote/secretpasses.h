#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

/// What maskedText() is made of: each function finds secrets of one form, gives the text with
/// mask() in their place, and adds them to `secrets` where it is not null. Each takes time in
/// proportion to the text.
namespace rocport::secretpasses {

/// What stands for a secret.
const QString& mask();
/// Adds `secret` to `secrets`, where that is not null and it is not mask() itself.
void note(const QString& secret, QStringList* secrets);

/// Whether an option takes a secret as the next word. Other than of a variable's name, only whole
/// words of it count: `--tokenizer`, `--max-tokens` and `--pad-token` are of another kind. A key is
/// a secret where it is not known to be none (`--sort-key`, `--label-key`).
bool takesSecret(QStringView option);

/// Whether an option takes `user:password`.
bool takesAccount(QStringView option);

/// `user:password`, its second part captured; numbers alone are a user and a group.
const QRegularExpression& account();

/// Whether a value is a variable, which holds the secret instead of the text.
bool isVariable(QStringView value);

/// Values of NAME=value with a secret-looking name, each a shellWord().
QString withoutSecretValues(const QString& text, QStringList* secrets);

/// What follows `--password`, `--token` and the like, and the password of `-u user:password`.
QString withoutOptionSecrets(const QString& text, QStringList* secrets);

/// What `-p` and the like give to programs that are known for it.
QString withoutLetterSecrets(const QString& text, QStringList* secrets);

/// Values of headers of HTTP that prove who asks (Authorization, X-Api-Key, Cookie), and of members
/// of JSON whose names take a secret. In quotes a value reaches to their end, else to a blank.
/// `whole`: `text` is one header, and nothing else.
QString withoutHeaderSecrets(const QString& text, QStringList* secrets, bool whole = false);

/// The password of `user:password@host:path`, which no scheme stands before.
QString withoutHostAccounts(const QString& text, QStringList* secrets);

/// User and password of URLs, as in https://user:password@host.
QString withoutUserInfo(const QString& text, QStringList* secrets);

/// Tokens that are known by their form.
QString withoutKnownTokens(const QString& text, QStringList* secrets);

/// Which one-letter options take a password, from the programs before them in the same command.
class PasswordLetters
{
public:
    /// A word of the command; an end of it (";", "|") forgets what was before.
    void see(QStringView word);
    /// Whether `word` is such an option, alone or with the password in it ("-pabc").
    [[nodiscard]] bool isOption(QStringView word) const;

private:
    QString m_letters;
};

} // namespace rocport::secretpasses
