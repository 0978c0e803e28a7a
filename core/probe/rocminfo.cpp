#include "core/probe/rocminfo.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

QString valueText(const QByteArray& bytes)
{
    return QString::fromUtf8(bytes.left(300)).trimmed();
}

/// The number before "(0x…)", or the whole text.
qint64 leadingNumber(const QByteArray& text)
{
    const QByteArray trimmed = text.trimmed();
    qint64 value = 0;
    for (const char c : trimmed) {
        if (c < '0' || c > '9' || value > (1LL << 52)) {
            break;
        }
        value = value * 10 + (c - '0');
    }
    return value;
}

/// Reads line after line; the last agent and the last ISA are where a line belongs.
class RocminfoReader
{
public:
    void read(const QByteArray& line)
    {
        const QByteArray text = line.trimmed();
        if (text.isEmpty()) {
            return;
        }
        if (readHead(text)) {
            known = true;
            return;
        }
        if (text.startsWith("Agent ") && leadingNumber(text.mid(6)) > 0 &&
            info.agents.size() < 1024) {
            info.agents.append(RocmAgent());
            m_inIsa = false;
            m_pool = false;
            return;
        }
        const qsizetype colon = text.indexOf(':');
        if (colon < 0) {
            return;
        }
        const QByteArray key = text.left(colon).trimmed();
        const QByteArray value = text.mid(colon + 1).trimmed();
        if (info.agents.isEmpty()) {
            if (key == "Runtime Version") {
                info.runtimeVersion = valueText(value);
            }
            return;
        }
        readAgent(info.agents.last(), key, value);
    }

    RocmInfo info;
    bool known = false;

private:
    bool readHead(const QByteArray& text)
    {
        if (text.startsWith("ROCk module is NOT loaded")) {
            return true;
        }
        if (text.startsWith("ROCk module")) {
            info.moduleLoaded = text.contains("is loaded");
            static const QRegularExpression version(
                QStringLiteral("version ([0-9][0-9A-Za-z.+-]*) is loaded"));
            const auto found = version.match(QString::fromUtf8(text));
            if (found.hasMatch()) {
                info.driverVersion = found.captured(1);
            }
            return true;
        }
        if (text.startsWith("WSL environment detected")) {
            info.wsl = true;
            return true;
        }
        if (text.startsWith("Unable to open /dev/kfd")) {
            info.noDevice = true;
            return true;
        }
        if (text.startsWith("hsa api call failure") || text.startsWith("Call returned HSA_")) {
            info.failure += (info.failure.isEmpty() ? QString() : QStringLiteral(" ")) +
                            QString::fromUtf8(text.left(400));
            return true;
        }
        return text == "HSA System Attributes" || text == "HSA Agents";
    }

    void readAgent(RocmAgent& agent, const QByteArray& key, const QByteArray& value)
    {
        if (key == "ISA Info") {
            m_inIsa = true;
        } else if (key == "Pool Info") {
            m_pool = true;
        } else if (key == "Name" && m_inIsa) {
            const QString target = valueText(value);
            const qsizetype mark = target.lastIndexOf(QLatin1StringView("--"));
            if (agent.targets.size() < 64) {
                agent.targets.append(mark < 0 ? target : target.mid(mark + 2));
            }
        } else if (m_inIsa) {
            return;
        } else if (key == "Name") {
            agent.name = valueText(value);
        } else if (key == "Uuid") {
            agent.uuid = valueText(value);
        } else if (key == "Marketing Name") {
            agent.marketingName = valueText(value);
        } else if (key == "Vendor Name") {
            agent.vendor = valueText(value);
        } else if (key == "Device Type") {
            agent.deviceType = valueText(value);
        } else if (key == "Node") {
            agent.node = static_cast<int>(std::min<qint64>(leadingNumber(value), 1 << 20));
        } else if (key == "Compute Unit") {
            agent.computeUnits = static_cast<int>(std::min<qint64>(leadingNumber(value), 1 << 20));
        } else if (key == "Wavefront Size") {
            agent.wavefrontSize = static_cast<int>(std::min<qint64>(leadingNumber(value), 1 << 20));
        } else if (key == "Chip ID") {
            const qsizetype hex = value.indexOf("(0x");
            agent.chipId = hex < 0 ? valueText(value) : valueText(value.mid(hex + 1).chopped(1));
        } else if (key == "Size" && m_pool) {
            agent.memoryBytes = std::max(agent.memoryBytes,
                                         std::min<qint64>(leadingNumber(value), 1LL << 50) * 1024);
        }
    }

    bool m_inIsa = false;
    bool m_pool = false;
};

} // namespace

bool RocmAgent::isGpu() const
{
    // A listing that was cut off may lack the type; the name of a GPU is its architecture.
    return deviceType == QLatin1StringView("GPU") ||
           (deviceType.isEmpty() && name.startsWith(QLatin1StringView("gfx")) &&
            name != QLatin1StringView("gfx000"));
}

QString RocmAgent::features() const
{
    for (const QString& target : targets) {
        if (!isGenericTarget(architectureOf(target))) {
            const qsizetype colon = target.indexOf(u':');
            return colon < 0 ? QString() : target.mid(colon + 1);
        }
    }
    return {};
}

QVector<RocmAgent> RocmInfo::gpus() const
{
    QVector<RocmAgent> result;
    std::copy_if(agents.begin(), agents.end(), std::back_inserter(result),
                 [](const RocmAgent& agent) { return agent.isGpu(); });
    return result;
}

QString architectureOf(const QString& target)
{
    static const QRegularExpression pattern(
        QStringLiteral("(?:^|--)(gfx[0-9a-f]+(?:-[0-9]+)*(?:-generic)?)(?::[a-z0-9+:-]*)?\\s*\\z"));
    const auto found = pattern.match(target.trimmed());
    return found.hasMatch() ? found.captured(1) : QString();
}

bool isGenericTarget(const QString& architecture)
{
    return architecture.endsWith(QLatin1StringView("-generic"));
}

QByteArray withoutColours(const QByteArray& text)
{
    QByteArray result;
    result.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '\x1b' && i + 1 < text.size() && text[i + 1] == '[';
        const bool caret =
            text[i] == '^' && i + 2 < text.size() && text[i + 1] == '[' && text[i + 2] == '[';
        if (escape || caret) {
            qsizetype end = i + (escape ? 2 : 3);
            while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') ||
                                         text[end] == ';' || text[end] == '?')) {
                ++end;
            }
            if (end < text.size() && text[end] >= '@' && text[end] <= '~') {
                i = end;
                continue;
            }
        }
        if (text[i] != '\r') {
            result += text[i];
        }
    }
    return result;
}

Result<RocmInfo> parseRocminfo(const QByteArray& text)
{
    RocminfoReader reader;
    const QByteArray plain = withoutColours(text);
    for (qsizetype begin = 0; begin < plain.size();) {
        qsizetype end = plain.indexOf('\n', begin);
        end = end < 0 ? plain.size() : end;
        reader.read(plain.mid(begin, end - begin));
        begin = end + 1;
    }
    if (!reader.known) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("this is not the output of rocminfo"),
                     QStringLiteral("rocminfo")};
    }
    return reader.info;
}

} // namespace rocport
