#pragma once

#include <QString>
#include <QStringList>

namespace rocport {

/// Whether a variable of this name (or an option, `--api-key`) is taken for a secret: TOKEN, KEY,
/// SECRET, PASSWORD, PASSWD, CREDENTIAL or AUTH is in it, in any case.
bool looksSecret(QStringView name);
/// The same of a variable with its value: besides, the value may hold a secret, as a password in a
/// URL does.
bool looksSecret(QStringView name, const QString& value);
/// Arguments for people and records: "•••" stands for the values of NAME=value and --name=value
/// with a secret-looking name, and for what maskedText() finds in them joined: what follows
/// `--password` and the like, and the password of `-u user:password`. Not for running.
QStringList maskedArguments(const QStringList& arguments);
/// The same over free text: values of NAME=value in it, what follows options that take a secret
/// (not `--max-tokens`), `-p` of programs that are known for it (`sshpass -p`), the password of an
/// account, user and password in URLs (https://•••@host) and user:password@host:path, signatures
/// in URLs ("?sig="), headers such as "Authorization:" and "X-Api-Key:", members of JSON
/// ("password": "…"), and tokens that are known by their form (those of GitHub, GitLab, Hugging
/// Face, OpenAI, PyPI, npm, AWS, Google, Slack, and JSON web tokens). What was found so is masked
/// wherever else it stands in the text, from six characters on. Takes time in proportion to the
/// text.
QString maskedText(const QString& text);
/// A secret that secretsIn() found, in the forms in which it may stand elsewhere: as it is, without
/// its quotes, without the account before it, without percent encoding.
QStringList secretForms(const QString& secret);
/// What maskedText() takes out of it, as it stands there: values with their quotes.
QStringList secretsIn(const QString& text);

} // namespace rocport
