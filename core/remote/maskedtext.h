#pragma once

#include <QString>
#include <QStringList>

namespace rocport {

/// Whether a variable (or an option such as `--api-key`) of this name is taken for a secret: it
/// contains TOKEN, KEY, SECRET, PASSWORD, PASSWD, CREDENTIAL or AUTH, in any case.
bool looksSecret(QStringView name);
/// The same for a variable with its value, which may hold a secret too, such as a password in a
/// URL.
bool looksSecret(QStringView name, const QString& value);
/// Arguments for people and records: "•••" replaces the values of NAME=value and --name=value with
/// a secret-looking name, and what maskedText() finds in the joined arguments: what follows
/// `--password` and the like, and the password of `-u user:password`. Not for running.
QStringList maskedArguments(const QStringList& arguments);
/// The same for free text: values of NAME=value in it, what follows options that take a secret (not
/// `--max-tokens`), `-p` of programs that are known for it (`sshpass -p`), the password of an
/// account, user and password in URLs (https://•••@host) and user:password@host:path, signatures in
/// URLs ("?sig="), headers such as "Authorization:" and "X-Api-Key:", members of JSON ("password":
/// "…"), and tokens that are recognisable by their form (those of GitHub, GitLab, Hugging Face,
/// OpenAI, PyPI, npm, AWS, Google, Slack, and JSON web tokens). What was found is masked wherever
/// else it occurs in the text if it has at least six characters. Takes linear time.
QString maskedText(const QString& text);
/// A secret that secretsIn() found, in the forms in which it may occur elsewhere: as it is, without
/// its quotes, without the account before it, without percent encoding.
QStringList secretForms(const QString& secret);
/// What maskedText() masks in a text, as written there: values with their quotes.
QStringList secretsIn(const QString& text);

} // namespace rocport
