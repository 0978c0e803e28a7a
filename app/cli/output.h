#pragma once

#include "core/base/result.h"
#include "core/joblog/terminallog.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace rocport {

/// What output is, which says how what a repository hides in it is shown.
enum class OutputKind : quint8 {
    Text,  ///< for people: hidden characters are escaped (visibleText())
    Json,  ///< JSON and SARIF: written as \uNNNN, which loses nothing
    Exact, ///< patches, sources, scripts: byte for byte; on a terminal, where nothing reads bytes,
           ///< as Text
};

/// Of a --format: Json for "json" and "sarif", Text for the others.
OutputKind kindOfFormat(const QString& format);

/// How a part of a text for people stands out on a terminal.
enum class TextStyle : quint8 { Plain, Heading, Critical, Warning, Muted };

/// A text for people in parts. Colours go to a terminal alone, and not where NO_COLOR is set or
/// TERM is "dumb"; hidden characters of the parts are escaped either way.
class StyledText
{
public:
    void add(const QString& text, TextStyle style = TextStyle::Plain);
    /// UTF-8, with hidden characters escaped.
    [[nodiscard]] QByteArray bytes(bool colours) const;

private:
    struct Part
    {
        QByteArray bytes;
        TextStyle style = TextStyle::Plain;
    };
    QVector<Part> m_parts;
};

/// writeOutput() for a styled text.
int writeStyled(const StyledText& text, const QString& file);

/// Writes UTF-8 to `file`, or to standard output when it is empty or "-". Returns an exit code.
int writeOutput(const QByteArray& bytes, const QString& file, OutputKind kind);
/// The log of a job on standard output: colours pass, all else that a terminal would obey is
/// escaped.
class LogOutput
{
public:
    void write(const QByteArray& part);
    /// What stood at the end and was not whole.
    void finish();

private:
    TerminalLog m_log;
};

/// One line on standard error: what, where and what to do. Returns kExitError.
int reportError(const Error& error);
/// One line on standard error, with a hint at --help. Returns kExitUsage.
int reportUsage(const QString& message);
/// One line on standard error for things worth knowing that are no errors.
void note(const QString& message);
/// To standard output, with hidden characters escaped.
void printText(const QString& text);
/// Call last: `code`, or kExitError with one line where standard output could not be written.
int finishOutput(int code);

} // namespace rocport
