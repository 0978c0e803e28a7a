#include "app/cli/output.h"

#include "app/cli/commands.h"
#include "core/files/filewriter.h"
#include "ui/messages/messages.h"

#include <cstdio>

namespace rocport {

namespace {

void errorLine(QString text)
{
    text.replace(u'\n', u' ');
    std::fprintf(stderr, "rocport-cli: %s\n", text.toLocal8Bit().constData());
}

} // namespace

int writeOutput(const QByteArray& bytes, const QString& file)
{
    if (file.isEmpty() || file == u'-') {
        const size_t size = static_cast<size_t>(bytes.size());
        const bool written = std::fwrite(bytes.constData(), 1, size, stdout) == size;
        if (!written || std::fflush(stdout) != 0) {
            return reportError(
                {ErrorCode::FileWriteFailed, qt_error_string(), QStringLiteral("standard output")});
        }
        return kExitDone;
    }
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
        errorLine(QStringLiteral("There is no space left on the disk, or nobody reads standard "
                                 "output; what was printed is not complete."));
    }
    return kExitError;
}

void printText(const QString& text)
{
    const QByteArray bytes = text.toLocal8Bit();
    std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stdout);
}

} // namespace rocport
