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
    return format == u"json" || format == u"sarif" ? OutputKind::Json : OutputKind::Text;
}

int writeOutput(const QByteArray& output, const QString& file, OutputKind kind)
{
    const bool standard = file.isEmpty() || file == u'-';
    const QByteArray bytes = shown(output, kind, standard && ::isatty(STDOUT_FILENO) == 1);
    if (standard) {
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
