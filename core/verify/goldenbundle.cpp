#include "core/verify/goldenbundle.h"

#include "core/files/readfile.h"
#include "core/verify/harness.h"

#include <QDir>
#include <QFile>

namespace rocport {

namespace {

constexpr qint64 kMaxPacked = 1LL << 30;

Result<QByteArray> contentsOf(const QString& path, qint64 limit)
{
    Result<QByteArray> bytes = readFile(path, limit);
    if (!bytes && bytes.error().code == ErrorCode::FileTooLarge) {
        return Error{
            ErrorCode::FileTooLarge,
            QStringLiteral("inputs and weights of a bundle can be sent up to 1 GiB; capture with "
                           "smaller shapes, or with weights that both nodes can load"),
            path};
    }
    return bytes;
}

} // namespace

Result<QByteArray> packForNode(const TensorBundle& bundle)
{
    QStringList names{QStringLiteral("bundle.json")};
    for (const BundleCase& one : bundle.cases) {
        for (const QString& part : {QStringLiteral("inputs"), QStringLiteral("state")}) {
            if (one.parts.contains(part)) {
                names.append(one.parts.value(part).name);
            }
        }
    }
    names.removeDuplicates();
    const QDir folder(bundle.folder);
    QVector<QPair<QString, QByteArray>> files;
    qint64 left = kMaxPacked;
    for (const QString& name : std::as_const(names)) {
        const Result<QByteArray> bytes = contentsOf(folder.filePath(name), left);
        if (!bytes) {
            return bytes.error();
        }
        left -= bytes->size();
        files.append({name, *bytes});
    }
    return storedZip(files);
}

QString bundleDevice(const TensorBundle& bundle)
{
    const QJsonObject& environment = bundle.environment;
    QString device = environment.value(QLatin1StringView("deviceName")).toString().left(100);
    const QString gfx = environment.value(QLatin1StringView("gfx")).toString().left(40);
    if (!gfx.isEmpty()) {
        device = QStringLiteral("%1 (%2)").arg(gfx.section(u':', 0, 0), device);
    } else if (device.isEmpty()) {
        device = QStringLiteral("CPU");
    }
    const QString torch = environment.value(QLatin1StringView("torch")).toString().left(60);
    return torch.isEmpty() ? device : QStringLiteral("%1, torch %2").arg(device, torch);
}

} // namespace rocport
