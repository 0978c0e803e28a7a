#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

/// The steps of maskedText(): each function finds secrets of one form, returns the text with mask()
/// in their place, and adds them to `secrets` if that is not null. Each takes linear time.
namespace rocport::secretpasses {

/// What replaces a secret.
const QString& mask();
/// Adds `secret` to `secrets` unless that is null or `secret` is mask() itself.
void note(const QString& secret, QStringList* secrets);

/// Whether an option takes a secret as the next word. Unlike in a variable's name, only whole words
/// count: `--tokenizer`, `--max-tokens` and `--pad-token` do not take one. A key is a secret unless
/// it is known not to be (`--sort-key`, `--label-key`).
bool takesSecret(QStringView option);

/// Whether an option takes `user:password`.
bool takesAccount(QStringView option);

/// `user:password` with the second part captured; two numbers are a user and a group.
const QRegularExpression& account();

/// Whether a value is a reference to a variable, which holds the secret in place of the text.
bool isVariable(QStringView value);

/// Values of NAME=value with a secret-looking name, each a shellWord().
QString withoutSecretValues(const QString& text, QStringList* secrets);

/// What follows `--password`, `--token` and the like, and the password of `-u user:password`.
QString withoutOptionSecrets(const QString& text, QStringList* secrets);

/// What `-p` and the like pass to programs that are known for it.
QString withoutLetterSecrets(const QString& text, QStringList* secrets);

/// Values of HTTP headers that authenticate (Authorization, X-Api-Key, Cookie), and of JSON members
/// with secret-looking names. A quoted value extends to its closing quote, any other to a blank.
/// `whole`: `text` is one header and nothing else.
QString withoutHeaderSecrets(const QString& text, QStringList* secrets, bool whole = false);

/// The password of `user:password@host:path` without a scheme.
QString withoutHostAccounts(const QString& text, QStringList* secrets);

/// User and password in URLs, as in https://user:password@host.
QString withoutUserInfo(const QString& text, QStringList* secrets);

/// Tokens that are recognisable by their form.
QString withoutKnownTokens(const QString& text, QStringList* secrets);

/// Which one-letter options take a password, from the programs before them in the same command.
class PasswordLetters
{
public:
    /// Takes the next word of the command; the end of a command (";", "|") resets.
    void see(QStringView word);
    /// Whether `word` is such an option, alone or with the password in it ("-pabc").
    [[nodiscard]] bool isOption(QStringView word) const;

private:
    QString m_letters;
};

} // namespace rocport::secretpasses
