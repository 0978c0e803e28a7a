#include "core/probe/hipversion.h"

#include "core/probe/rocminfo.h"

#include <QRegularExpression>

namespace rocport {

namespace {

Version releaseOf(const QString& text)
{
    static const QRegularExpression release(
        QStringLiteral("(?:rocm?-|rocm/core-)([0-9]+\\.[0-9]+(?:\\.[0-9]+)?)"));
    const auto found = release.match(text);
    return found.hasMatch() ? Version::parse(found.captured(1)).value_or(Version()) : Version();
}

} // namespace

Result<HipVersion> parseHipVersion(const QByteArray& text)
{
    HipVersion result;
    const QList<QByteArray> lines = withoutColours(text.left(1 << 20)).split('\n');
    for (const QByteArray& bytes : lines) {
        const QString line = QString::fromUtf8(bytes.left(1000)).trimmed();
        const qsizetype colon = line.indexOf(u':');
        const QString key = line.left(colon).trimmed();
        const QString value = colon < 0 ? QString() : line.mid(colon + 1).trimmed();
        if (key == QLatin1StringView("HIP version") && result.build.isEmpty()) {
            result.build = value;
            result.hip = Version::parse(value).value_or(Version());
        } else if (line.startsWith(QLatin1StringView("AMD clang version "))) {
            result.clang = line.mid(18).section(u' ', 0, 0);
            if (result.rocm.isEmpty()) {
                result.rocm = releaseOf(line);
            }
        } else if (key == QLatin1StringView("InstalledDir")) {
            result.installFolder = value;
            const Version named = releaseOf(value);
            result.rocm = named.isEmpty() ? result.rocm : named;
        } else if (key == QLatin1StringView("ROCM_PATH")) {
            result.rocmPath = value;
            const Version named = releaseOf(value);
            result.rocm = named.isEmpty() ? result.rocm : named;
        } else if (key == QLatin1StringView("HIP_PATH")) {
            result.hipPath = value;
        } else if (key == QLatin1StringView("HIP_PLATFORM")) {
            result.platform = value;
        } else if (key == QLatin1StringView("HIP_COMPILER")) {
            result.compiler = value;
        } else if (key == QLatin1StringView("HIP_RUNTIME")) {
            result.runtime = value;
        }
    }
    if (result.hip.isEmpty()) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("no HIP version was found in it"),
                     QStringLiteral("hipcc")};
    }
    return result;
}

Version parseRocmInfoVersion(const QByteArray& text)
{
    static const QRegularExpression whole(
        QStringLiteral("^[0-9]+\\.[0-9]+(\\.[0-9]+)*([-+][0-9A-Za-z.~+-]*)?\\z"));
    for (const QByteArray& line : text.left(4096).split('\n')) {
        const QString value = QString::fromUtf8(line).trimmed();
        if (whole.match(value).hasMatch()) {
            return Version::parse(value).value_or(Version());
        }
    }
    return {};
}

} // namespace rocport
