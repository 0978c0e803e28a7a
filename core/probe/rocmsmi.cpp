#include "core/probe/rocmsmi.h"

#include "core/probe/rocminfo.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostSmiGpus = 1024;

SmiGpu* rocmSmiGpu(RocmSmi& smi, int index)
{
    const auto found = std::lower_bound(smi.gpus.begin(), smi.gpus.end(), index,
                                        [](const SmiGpu& gpu, int i) { return gpu.index < i; });
    if (found != smi.gpus.end() && found->index == index) {
        return &*found;
    }
    if (smi.gpus.size() >= kMostSmiGpus || index < 0) {
        return nullptr;
    }
    SmiGpu gpu;
    gpu.index = index;
    return &*smi.gpus.insert(found, gpu);
}

/// One "Card series: AMD Instinct MI250" of either form. Names changed case over the versions.
void takeRocmSmi(SmiGpu& gpu, const QString& key, const QString& value)
{
    const QString name = key.trimmed().toLower();
    if (gpu.values.size() < 4096 && !name.isEmpty()) {
        gpu.values.insert(name, value);
    }
    if (name == QLatin1StringView("card series") ||
        (name == QLatin1StringView("device name") && gpu.name.isEmpty())) {
        gpu.name = value;
    } else if (name == QLatin1StringView("device id") || name == QLatin1StringView("gpu id") ||
               (name == QLatin1StringView("card model") && gpu.deviceId.isEmpty())) {
        gpu.deviceId = value.toLower();
    } else if (name == QLatin1StringView("gfx version")) {
        gpu.architecture = architectureOf(value);
    } else if (name == QLatin1StringView("vram total memory (b)")) {
        gpu.memoryBytes = smiBytes(value);
    } else if (name == QLatin1StringView("vram total used memory (b)")) {
        gpu.memoryUsedBytes = smiBytes(value);
    } else if (name == QLatin1StringView("compute partition")) {
        gpu.computePartition = value;
    } else if (name == QLatin1StringView("memory partition")) {
        gpu.memoryPartition = value;
    }
}

bool readRocmSmiJson(const QByteArray& text, RocmSmi& smi)
{
    const QJsonObject root = QJsonDocument::fromJson(text).object();
    bool known = false;
    for (auto card = root.begin(); card != root.end(); ++card) {
        const QJsonObject values = card.value().toObject();
        if (card.key() == QLatin1StringView("system")) {
            smi.driverVersion = values.value(QStringLiteral("Driver version")).toString();
            known = known || !smi.driverVersion.isEmpty();
            continue;
        }
        bool number = false;
        const int index = card.key().startsWith(QLatin1StringView("card"))
                              ? card.key().mid(4).toInt(&number)
                              : -1;
        SmiGpu* gpu = number ? rocmSmiGpu(smi, index) : nullptr;
        if (gpu == nullptr) {
            continue;
        }
        known = true;
        for (auto value = values.begin(); value != values.end(); ++value) {
            takeRocmSmi(*gpu, value.key(), value.value().toString().trimmed());
        }
    }
    return known;
}

/// A row of the table without arguments: index, then a model in brackets (a name follows in the
/// next line), or node and ids; later "NPS1, SPX" or "NPS1, SPX, 0".
bool readRocmSmiRow(const QString& line, RocmSmi& smi)
{
    static const QRegularExpression row(QStringLiteral(
        "^([0-9]{1,4})\\s+(?:\\[(0x[0-9a-fA-F]+) : "
        "[^\\]]*\\]|([0-9]+)\\s+(0x[0-9a-fA-F]+),\\s+[0-9]+)"
        "\\s+(\\S+)\\s+(\\S+)\\s+([A-Za-z0-9/]+), ([A-Za-z0-9/]+)(?:, [0-9]+)?\\s+(.*)$"));
    const auto found = row.match(line);
    if (!found.hasMatch()) {
        return false;
    }
    SmiGpu* gpu = rocmSmiGpu(smi, found.captured(1).toInt());
    if (gpu == nullptr) {
        return false;
    }
    gpu->deviceId = (found.captured(2) + found.captured(4)).toLower();
    gpu->memoryPartition = found.captured(7);
    gpu->computePartition = found.captured(8);
    if (!found.captured(3).isEmpty()) {
        gpu->values.insert(QStringLiteral("node"), found.captured(3));
    }
    gpu->values.insert(QStringLiteral("temperature"), found.captured(5));
    gpu->values.insert(QStringLiteral("power"), found.captured(6));
    const QStringList rest = found.captured(9).split(u' ', Qt::SkipEmptyParts);
    // SCLK MCLK Fan Perf PwrCap VRAM% GPU%
    if (rest.size() == 7) {
        gpu->values.insert(QStringLiteral("power cap"), rest[4]);
        gpu->values.insert(QStringLiteral("vram%"), rest[5]);
        gpu->values.insert(QStringLiteral("gpu%"), rest[6]);
    }
    return true;
}

bool readRocmSmiText(const QByteArray& text, RocmSmi& smi)
{
    static const QRegularExpression field(QStringLiteral(
        "^GPU\\[([0-9]{1,4})\\]\\s*: ([^:]+(?:\\(Sensor [a-z]+\\))?[^:]*):\\s*(.*)$"));
    bool known = false;
    int named = -1; // the GPU whose name stands in the next line
    for (const QByteArray& bytes : text.split('\n')) {
        const QString line = QString::fromUtf8(bytes.left(1000)).trimmed();
        const int waiting = std::exchange(named, -1);
        if (line.contains(QLatin1StringView("ROCm System Management Interface")) ||
            line.contains(QLatin1StringView("End of ROCm SMI Log"))) {
            known = true;
        } else if (line.startsWith(QLatin1StringView("ERROR"))) {
            smi.errors.append(line);
        } else if (line.startsWith(QLatin1StringView("Driver version:"))) {
            smi.driverVersion = line.mid(15).trimmed();
        } else if (const auto found = field.match(line); found.hasMatch()) {
            if (SmiGpu* gpu = rocmSmiGpu(smi, found.captured(1).toInt())) {
                takeRocmSmi(*gpu, found.captured(2), found.captured(3).trimmed());
            }
        } else if (readRocmSmiRow(line, smi)) {
            named = line.contains(u'[') ? line.section(u' ', 0, 0).toInt() : -1;
        } else if (waiting >= 0 && !line.isEmpty() && !line.startsWith(u'=')) {
            if (SmiGpu* gpu = rocmSmiGpu(smi, waiting)) {
                gpu->name = line;
            }
        }
    }
    return known;
}

} // namespace

qint64 smiBytes(const QString& text)
{
    static const QRegularExpression size(
        QStringLiteral("^([0-9]{1,18})(\\.[0-9]+)?\\s*([KMGT]?i?B)?\\z"));
    const auto found = size.match(text.trimmed());
    if (!found.hasMatch()) {
        return 0;
    }
    const double number = (found.captured(1) + found.captured(2)).toDouble();
    const QString unit = found.captured(3);
    const qsizetype power =
        unit.isEmpty() ? 0 : std::max<qsizetype>(0, QStringLiteral("BKMGT").indexOf(unit[0]));
    if (power == 0) {
        return found.captured(1).toLongLong();
    }
    const double bytes = number * static_cast<double>(1LL << (10 * power));
    return bytes < 1e18 ? static_cast<qint64>(bytes) : 0;
}

Result<RocmSmi> parseRocmSmi(const QByteArray& text)
{
    RocmSmi smi;
    const QByteArray plain = withoutColours(text.left(8 << 20));
    const QByteArray trimmed = plain.trimmed();
    const bool known =
        trimmed.startsWith('{') ? readRocmSmiJson(trimmed, smi) : readRocmSmiText(plain, smi);
    if (!known) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("this is not the output of rocm-smi"),
                     QStringLiteral("rocm-smi")};
    }
    return smi;
}

} // namespace rocport
