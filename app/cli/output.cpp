#include "app/cli/output.h"

#include "app/cli/commands.h"
#include "core/base/visibletext.h"
#include "core/files/filewriter.h"
#include "core/files/leftovers.h"
#include "ui/messages/messages.h"

#include <cstdio>

#include <unistd.h>

namespace rocport {

namespace {

void errorLine(QString text)
{
    text.replace(u'\n', u' ');
    std::fprintf(stderr, "rocport-cli: %s\n", visibleLine(text).toLocal8Bit().constData());
}

void writeBytes(const QByteArray& bytes)
{
    std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stdout);
}

QByteArray shown(const QByteArray& bytes, OutputKind kind, bool terminal)
{
    switch (kind) {
    case OutputKind::Text:
        break;
    case OutputKind::Json:
        return visibleJson(bytes);
    case OutputKind::Exact:
        if (!terminal) {
            return bytes;
        }
    }
    return visibleBytes(bytes);
}

} // namespace

OutputKind kindOfFormat(const QString& format)
{
    return format == u"json" || format == u"sarif" || format == u"tasks-json" ? OutputKind::Json
                                                                              : OutputKind::Text;
}

namespace {

bool isStandard(const QString& file)
{
    return file.isEmpty() || file == u'-';
}

bool isTerminal(const QString& file)
{
    return isStandard(file) && ::isatty(STDOUT_FILENO) == 1;
}

/// What is shown already.
int writeShown(const QByteArray& bytes, const QString& file)
{
    if (isStandard(file)) {
        const size_t size = static_cast<size_t>(bytes.size());
        const bool written = std::fwrite(bytes.constData(), 1, size, stdout) == size;
        if (!written || std::fflush(stdout) != 0) {
            return reportError(
                {ErrorCode::FileWriteFailed, qt_error_string(), QStringLiteral("standard output")});
        }
        return kExitDone;
    }
    removeLeftovers(file);
    const Result<void> written = writeFile(file, bytes);
    return written ? kExitDone : reportError(written.error());
}

const char* sequenceOf(TextStyle style)
{
    switch (style) {
    case TextStyle::Plain:
        break;
    case TextStyle::Heading:
        return "\033[1m";
    case TextStyle::Critical:
        return "\033[31m";
    case TextStyle::Warning:
        return "\033[33m";
    case TextStyle::Muted:
        return "\033[2m";
    }
    return "";
}

} // namespace

void StyledText::add(const QString& text, TextStyle style)
{
    m_parts.append({text.toUtf8(), style});
}

QByteArray StyledText::bytes(bool colours) const
{
    QByteArray all;
    for (const Part& part : m_parts) {
        const bool styled = colours && part.style != TextStyle::Plain;
        all += (styled ? sequenceOf(part.style) : "") + visibleBytes(part.bytes) +
               (styled ? "\033[0m" : "");
    }
    return all;
}

int writeStyled(const StyledText& text, const QString& file)
{
    const bool colours =
        isTerminal(file) && qEnvironmentVariableIsEmpty("NO_COLOR") && qgetenv("TERM") != "dumb";
    return writeShown(text.bytes(colours), file);
}

int writeOutput(const QByteArray& output, const QString& file, OutputKind kind)
{
    return writeShown(shown(output, kind, isTerminal(file)), file);
}

int reportError(const Error& error)
{
    errorLine(messageFor(error));
    return kExitError;
}

int reportUsage(const QString& message)
{
    errorLine(message + QStringLiteral(" (see rocport-cli --help)"));
    return kExitUsage;
}

void note(const QString& message)
{
    errorLine(message);
}

int finishOutput(int code)
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
        return code;
    }
    if (code != kExitError) { // else it was said already
        errorLine(QStringLiteral("There is no space left on the disk, or standard output was "
                                 "closed; the output is not complete."));
    }
    return kExitError;
}

void printText(const QString& text)
{
    writeBytes(visibleText(text).toLocal8Bit());
}

void LogOutput::write(const QByteArray& part)
{
    writeBytes(m_log.read(part));
}

void LogOutput::finish()
{
    writeBytes(m_log.finish());
}

} // namespace rocport
