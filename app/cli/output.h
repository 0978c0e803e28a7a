#pragma once

#include "core/base/result.h"
#include "core/joblog/terminallog.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace rocport {

/// The kind of output, which determines how hidden characters from a repository are shown.
enum class OutputKind : quint8 {
    Text,  ///< for people: hidden characters are escaped (visibleText())
    Json,  ///< JSON and SARIF: written as \uNNNN, which loses nothing
    Exact, ///< patches, sources, scripts: byte for byte; on a terminal, as Text
};

/// The kind for a --format: Json for "json", "tasks-json" and "sarif", Text for the others.
OutputKind kindOfFormat(const QString& format);

/// How a part of a text for people is highlighted on a terminal.
enum class TextStyle : quint8 { Plain, Heading, Critical, Warning, Muted };

/// A text for people in parts. Colours are only used on a terminal, and not if NO_COLOR is set or
/// TERM is "dumb"; hidden characters in the parts are always escaped.
class StyledText
{
public:
    void add(const QString& text, TextStyle style = TextStyle::Plain);
    /// The text as UTF-8, with hidden characters escaped.
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
/// The log of a job on standard output: colours pass; everything else that a terminal would
/// interpret is escaped.
class LogOutput
{
public:
    void write(const QByteArray& part);
    /// Writes an incomplete sequence left at the end.
    void finish();

private:
    TerminalLog m_log;
};

/// Writes one line to standard error: what happened, where and what to do. Returns kExitError.
int reportError(const Error& error);
/// Writes one line to standard error, with a hint to use --help. Returns kExitUsage.
int reportUsage(const QString& message);
/// Writes one line to standard error about something worth knowing that is not an error.
void note(const QString& message);
/// Writes to standard output, with hidden characters escaped.
void printText(const QString& text);
/// To be called last: returns `code`, or kExitError with one line if standard output could not be
/// written.
int finishOutput(int code);

} // namespace rocport
