#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// An option as a command declares it.
struct DeclaredOption
{
    QStringList names; ///< without dashes; one letter or a word
    QString description;
    QString value;       ///< placeholder of its value; empty: it takes none
    QStringList choices; ///< all values that it accepts; empty: not a list
};

/// An argument without a name, as a command declares it.
struct DeclaredArgument
{
    QString name;
    QString description;
};

/// What a command accepts. Its help, its manual page and what shells complete are made from this.
struct Declaration
{
    QString name;    ///< words after "rocport-cli"
    QString summary; ///< one line, without a full stop
    QString usage;   ///< begins with the name
    QString description;
    QVector<DeclaredOption> options;
    QVector<DeclaredArgument> positionals;
};

/// What a shell can offer for a value.
enum class ValueKind : quint8 { Nothing, Choices, Files, Folders };

/// The kind of an option's value, or of what stands at the place of an argument: by its choices,
/// else by its placeholder.
ValueKind valueKind(const QString& placeholder, const QStringList& choices = {});
/// "--format", "-o".
QString dashed(const QString& name);
/// The values of `option`; empty: they are no list.
QStringList choicesOf(const DeclaredOption& option);

/// The part of one command in a manual ("man": a whole page) or in the completions of a shell
/// ("bash", "zsh", "fish"). Empty: no such format.
QByteArray describe(const Declaration& declaration, const QString& format);

} // namespace rocport
