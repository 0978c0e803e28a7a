#include "core/probe/amdsmi.h"

#include "core/probe/rocminfo.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostAmdGpus = 1024;
constexpr int kDeepestBlock = 16;

bool isUnknown(const QString& value)
{
    return value.isEmpty() || value.startsWith(QLatin1StringView("N/A"));
}

/// The fields that the program uses, from the names that the versions gave them.
void finishAmdGpu(SmiGpu& gpu)
{
    const auto first = [&](std::initializer_list<const char*> keys) {
        for (const char* key : keys) {
            QString value = gpu.values.value(QLatin1StringView(key));
            if (!isUnknown(value)) {
                return value;
            }
        }
        return QString();
    };
    gpu.name = first({"asic.market_name", "board.product_name"});
    gpu.architecture = architectureOf(first({"asic.target_graphics_version"}));
    gpu.deviceId = first({"asic.device_id"}).toLower();
    gpu.memoryBytes = smiBytes(first({"vram.size", "vram_total", "size"}));
    gpu.memoryUsedBytes = smiBytes(first({"vram_used"}));
    gpu.computePartition = first({"partition.compute_partition", "partition.accelerator_partition",
                                  "accelerator_type", "compute_partition"});
    gpu.memoryPartition = first({"partition.memory_partition", "memory"});
    gpu.computeUnits = first({"asic.num_compute_units", "asic.num_of_compute_units"}).toInt();
    gpu.driver = first({"driver.version", "driver.driver_version"});
    if (gpu.memoryBytes == 0) {
        // "0.3/192.0 GB" of the later monitor
        const QString usage = first({"vram_usage"});
        const qsizetype slash = usage.indexOf(u'/');
        if (slash > 0) {
            gpu.memoryBytes = smiBytes(usage.mid(slash + 1));
            gpu.memoryUsedBytes = smiBytes(usage.left(slash) + usage.right(3));
        }
    }
}

// --- JSON
// -----------------------------------------------------------------------------------------

void flattenAmd(const QString& prefix, const QJsonValue& value, SmiGpu& gpu, int depth)
{
    if (gpu.values.size() > 4096 || depth > kDeepestBlock) {
        return;
    }
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        if (object.contains(QStringLiteral("value")) && object.contains(QStringLiteral("unit"))) {
            const QString number = object.value(QStringLiteral("value")).toVariant().toString();
            gpu.values.insert(prefix,
                              number + u' ' + object.value(QStringLiteral("unit")).toString());
            return;
        }
        for (auto it = object.begin(); it != object.end(); ++it) {
            const QString key = it.key().toLower();
            flattenAmd(prefix.isEmpty() ? key : prefix + u'.' + key, it.value(), gpu, depth + 1);
        }
    } else if (!value.isArray()) {
        gpu.values.insert(prefix, value.toVariant().toString());
    }
}

bool readAmdJson(const QByteArray& text, AmdSmi& smi)
{
    const QJsonDocument document = QJsonDocument::fromJson(text);
    QJsonArray list = document.array();
    if (document.isObject()) {
        const QJsonValue wrapped = document.object().value(QStringLiteral("gpu_data"));
        list = wrapped.isArray() ? wrapped.toArray() : QJsonArray{document.object()};
    }
    for (const QJsonValue one : qAsConst(list)) {
        if (!one.isObject() || smi.gpus.size() >= kMostAmdGpus) {
            continue;
        }
        const QJsonObject object = one.toObject();
        if (object.contains(QStringLiteral("tool")) &&
            object.contains(QStringLiteral("rocm_version"))) {
            const auto text1 = [&](const char* key) {
                const QString value = object.value(QLatin1StringView(key)).toString();
                return isUnknown(value) ? QString() : value;
            };
            smi.toolVersion = text1("version");
            smi.libraryVersion = text1("amdsmi_library_version");
            smi.rocmVersion = text1("rocm_version");
            smi.driverVersion = text1("amdgpu_version");
            continue;
        }
        SmiGpu gpu;
        flattenAmd({}, object, gpu, 0);
        gpu.index = object.value(QStringLiteral("gpu")).toInt(-1);
        finishAmdGpu(gpu);
        if (!gpu.values.isEmpty()) {
            smi.gpus.append(gpu);
        }
    }
    return !smi.gpus.isEmpty() || !smi.toolVersion.isEmpty();
}

// --- text
// -----------------------------------------------------------------------------------------

class AmdSmiText
{
public:
    explicit AmdSmiText(AmdSmi& smi) : m_smi(smi) {}

    bool read(const QByteArray& text)
    {
        for (const QByteArray& bytes : text.split('\n')) {
            const QString line = QString::fromUtf8(bytes.left(4000));
            if (line.trimmed().isEmpty()) {
                m_columns.clear();
                continue;
            }
            if (!readVersion(line) && !readTable(line)) {
                readBlock(line);
            }
        }
        endGpu();
        return !m_smi.gpus.isEmpty() || !m_smi.processes.isEmpty() || !m_smi.buses.isEmpty() ||
               !m_smi.toolVersion.isEmpty() || m_smi.cpuCount > 0;
    }

private:
    bool readVersion(const QString& line)
    {
        if (!line.trimmed().startsWith(QLatin1StringView("AMDSMI Tool:"))) {
            return false;
        }
        for (const QString& part : line.split(u'|')) {
            const qsizetype colon = part.indexOf(u':');
            const QString key = part.left(colon).trimmed();
            const QString said = colon < 0 ? QString() : part.mid(colon + 1).trimmed();
            const QString value = isUnknown(said) ? QString() : said;
            if (key == QLatin1StringView("AMDSMI Tool")) {
                m_smi.toolVersion = value;
            } else if (key == QLatin1StringView("AMDSMI Library version")) {
                m_smi.libraryVersion = value;
            } else if (key == QLatin1StringView("ROCm version")) {
                m_smi.rocmVersion = value;
            } else if (key == QLatin1StringView("amdgpu version")) {
                m_smi.driverVersion = value;
            }
        }
        return true;
    }

    /// Tables have two blanks or more between cells, and one within; CSV has commas.
    static QStringList cells(const QString& line)
    {
        static const QRegularExpression gap(QStringLiteral("\\s{2,}"));
        const QString text = line.trimmed();
        if (!text.contains(QLatin1StringView("  ")) && text.count(u',') >= 2) {
            return text.split(u',');
        }
        return text.split(gap);
    }

    bool readTable(const QString& line)
    {
        const QString text = line.trimmed();
        static const QRegularExpression bus(
            QStringLiteral("^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-9a-f]( |\\z)"));
        if (bus.match(text).hasMatch()) {
            if (m_smi.buses.isEmpty()) {
                m_smi.buses = text.split(u' ', Qt::SkipEmptyParts).mid(0, kMostAmdGpus);
            }
            return true;
        }
        const bool header = text.startsWith(QLatin1StringView("GPU  ")) ||
                            text.startsWith(QLatin1StringView("GPU_ID  ")) ||
                            text.startsWith(QLatin1StringView("gpu,"));
        if (header) {
            endGpu();
            m_columns.clear();
            for (const QString& name : cells(line)) {
                m_columns.append(name.trimmed().toLower());
            }
            return true;
        }
        if (m_columns.isEmpty()) {
            return false;
        }
        const QStringList row = cells(line);
        bool number = false;
        const int index = row.first().toInt(&number);
        if (row.size() != m_columns.size() || !number) {
            return text.at(0).isDigit();
        }
        takeRow(index, row);
        return true;
    }

    void takeRow(int index, const QStringList& row)
    {
        const auto cell = [&](const char* name) {
            const qsizetype at = m_columns.indexOf(QLatin1StringView(name));
            return at < 0 ? QString() : row[at].trimmed();
        };
        if (m_columns.contains(QStringLiteral("pid"))) {
            if (m_smi.processes.size() < 4096) {
                m_smi.processes.append(
                    {index, cell("name"), cell("pid").toLongLong(), smiBytes(cell("vram_mem"))});
            }
            return;
        }
        auto known = std::find_if(m_smi.gpus.begin(), m_smi.gpus.end(),
                                  [&](const SmiGpu& gpu) { return gpu.index == index; });
        if (known == m_smi.gpus.end()) {
            if (m_smi.gpus.size() >= kMostAmdGpus) {
                return;
            }
            SmiGpu gpu;
            gpu.index = index;
            known = m_smi.gpus.insert(m_smi.gpus.end(), gpu);
        }
        for (qsizetype i = 1; i < row.size(); ++i) {
            if (!known->values.contains(m_columns[i])) {
                known->values.insert(m_columns[i], row[i].trimmed());
            }
        }
        finishAmdGpu(*known);
    }

    void readBlock(const QString& line)
    {
        static const QRegularExpression start(QStringLiteral("^(GPU|CPU): ([0-9]{1,5})\\s*\\z"));
        if (const auto found = start.match(line); found.hasMatch()) {
            endGpu();
            if (found.captured(1) == QLatin1StringView("CPU")) {
                ++m_smi.cpuCount;
                return;
            }
            m_gpu.index = found.captured(2).toInt();
            m_open = true;
            return;
        }
        const QString text = line.trimmed();
        const qsizetype colon = text.indexOf(u':');
        if (!m_open || colon <= 0) {
            return;
        }
        qsizetype indent = 0;
        while (indent < line.size() && line[indent] == u' ') {
            ++indent;
        }
        while (!m_path.isEmpty() && m_path.last().first >= indent) {
            m_path.removeLast();
        }
        const QString key = text.left(colon).toLower();
        const QString value = text.mid(colon + 1).trimmed();
        if (value.isEmpty()) {
            if (m_path.size() < kDeepestBlock) {
                m_path.append({indent, key});
            }
            return;
        }
        QString name;
        for (const auto& [at, block] : qAsConst(m_path)) {
            name += block + u'.';
        }
        if (m_gpu.values.size() < 4096) {
            m_gpu.values.insert(name + key, value);
        }
    }

    void endGpu()
    {
        if (!m_open) {
            return;
        }
        m_open = false;
        const QString process = m_gpu.values.value(QStringLiteral("process_info.pid"));
        if (!process.isEmpty()) {
            m_smi.processes.append(
                {m_gpu.index, m_gpu.values.value(QStringLiteral("process_info.name")),
                 process.toLongLong(),
                 smiBytes(
                     m_gpu.values.value(QStringLiteral("process_info.memory_usage.vram_mem")))});
        }
        finishAmdGpu(m_gpu);
        if (m_smi.gpus.size() < kMostAmdGpus) {
            m_smi.gpus.append(m_gpu);
        }
        m_gpu = SmiGpu();
        m_path.clear();
    }

    AmdSmi& m_smi;
    SmiGpu m_gpu;
    bool m_open = false;
    QVector<QPair<qsizetype, QString>> m_path; ///< blocks around, with their indents
    QStringList m_columns;                     ///< of the table around; empty: none
};

} // namespace

Result<AmdSmi> parseAmdSmi(const QByteArray& text)
{
    AmdSmi smi;
    const QByteArray plain = withoutColours(text.left(8 << 20));
    // JSON may come after a line of warning.
    const QByteArray trimmed = plain.trimmed();
    const qsizetype brace = trimmed.indexOf('{');
    const qsizetype bracket = trimmed.indexOf('[');
    bool known = false;
    for (const qsizetype at : {bracket, brace}) {
        if (!known && at >= 0 && (at == 0 || trimmed[at - 1] == '\n')) {
            known = readAmdJson(trimmed.mid(at), smi);
        }
    }
    if (!known) {
        known = AmdSmiText(smi).read(plain);
    }
    if (!known) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("this is not the output of amd-smi"),
                     QStringLiteral("amd-smi")};
    }
    return smi;
}

} // namespace rocport
