#include "core/probe/probereader.h"

#include "core/base/wording.h"
#include "core/facts/rocmreleases.h"
#include "core/probe/hipversion.h"
#include "core/probe/probefacts.h"
#include "core/probe/rocminfo.h"
#include "core/remote/maskedtext.h"

#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

constexpr qsizetype kLargestProbe = 64 << 20;

struct ProbeFrame
{
    QString id;
    QByteArray text; ///< without the "|"
    bool ended = false;
    ProbeCheck::State state = ProbeCheck::State::Failed;
    int code = 0;
    qint64 elapsedMs = 0;
};

struct ProbeOutput
{
    QVector<ProbeFrame> frames;
    QVector<ProbeVariable> variables;
    ProbeStep lastStep;
    QHash<QString, QString> titles; ///< of frames, by id
    bool started = false;
    bool finished = false;
};

QByteArray nonceOf(const QByteArray& line)
{
    constexpr const char* kFirst = "@rocport-probe 1 ";
    if (!line.startsWith(kFirst)) {
        return {};
    }
    const QByteArray nonce = line.mid(static_cast<qsizetype>(qstrlen(kFirst))).trimmed();
    const bool plain = std::all_of(nonce.begin(), nonce.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return plain && nonce.size() <= 64 ? nonce : QByteArray();
}

std::optional<ProbeStep> stepOf(const QByteArray& text)
{
    const QList<QByteArray> words = text.trimmed().split(' ');
    if (words.size() < 4 || words[0] != "step") {
        return std::nullopt;
    }
    ProbeStep step;
    step.number = std::clamp(words[1].toInt(), 0, 1000);
    step.total = std::clamp(words[2].toInt(), 0, 1000);
    step.title = QString::fromUtf8(words.mid(3).join(' ').left(200));
    return step;
}

ProbeCheck::State stateOf(const QByteArray& word)
{
    using State = ProbeCheck::State;
    if (word == "done") {
        return State::Done;
    }
    if (word == "timedout") {
        return State::TimedOut;
    }
    if (word == "crashed") {
        return State::Crashed;
    }
    if (word == "missing") {
        return State::Missing;
    }
    return word == "skipped" ? State::Skipped : State::Failed;
}

/// Takes the script's lines apart; lines of others are passed over.
class ProbeFrames
{
public:
    ProbeOutput output;

    void line(const QByteArray& text)
    {
        if (!output.started) {
            const QByteArray nonce = nonceOf(text);
            if (!nonce.isEmpty()) {
                output.started = true;
                m_mark = "@" + nonce + " ";
            }
            return;
        }
        if (text.startsWith(m_mark)) {
            command(text.mid(m_mark.size()).trimmed());
        } else if (text.startsWith('|')) {
            content(text.mid(1));
        }
    }

private:
    void command(const QByteArray& text)
    {
        const QList<QByteArray> words = text.split(' ');
        if (const auto step = stepOf(text)) {
            output.lastStep = *step;
        } else if (words[0] == "begin" && words.size() == 2 && output.frames.size() < 1000) {
            ProbeFrame frame;
            frame.id = QString::fromLatin1(words[1].left(80));
            output.titles.insert(frame.id, output.lastStep.title);
            output.frames.append(frame);
            m_variable = -1;
        } else if (words[0] == "end" && words.size() == 5 && !output.frames.isEmpty() &&
                   output.frames.last().id == QString::fromLatin1(words[1].left(80))) {
            ProbeFrame& frame = output.frames.last();
            frame.ended = true;
            frame.state = stateOf(words[2]);
            frame.code = words[3].toInt();
            frame.elapsedMs = std::max<qint64>(0, words[4].toLongLong());
            m_variable = -1;
        } else if (words[0] == "var" && words.size() == 3 && output.variables.size() < 5000) {
            ProbeVariable variable;
            variable.name = QString::fromLatin1(words[1].left(200));
            variable.hidden = words[2] != "shown" || isSecretName(variable.name);
            variable.value = variable.hidden ? QStringLiteral("(hidden)") : QString();
            m_variable = output.variables.size();
            output.variables.append(variable);
        } else if (words[0] == "finished") {
            output.finished = true;
        }
    }

    void content(const QByteArray& text)
    {
        if (m_variable >= 0) {
            ProbeVariable& variable = output.variables[m_variable];
            if (!variable.hidden) {
                variable.value = maskedText(QString::fromUtf8(text.left(4000)));
            }
            m_variable = -1;
        } else if (!output.frames.isEmpty() && !output.frames.last().ended) {
            output.frames.last().text += text + '\n';
        }
    }

    QByteArray m_mark;
    qsizetype m_variable = -1; ///< whose value the next line is; -1: none
};

// --- facts of the script's own frames
// -------------------------------------------------------------

void takeSystem(ProbeReport& report, const QByteArray& text)
{
    QHash<QString, QString> values;
    for (const QByteArray& line : text.split('\n')) {
        const qsizetype equals = line.indexOf('=');
        if (equals > 0) {
            values.insert(QString::fromLatin1(line.left(equals)),
                          QString::fromUtf8(line.mid(equals + 1)).trimmed());
        }
    }
    const auto put = [&](const char* group, const char* key, const char* label, const char* name,
                         const char* source) {
        putFact(report, QLatin1StringView(group), QLatin1StringView(key), QLatin1StringView(label),
                values.value(QLatin1StringView(name)), QLatin1StringView(source));
    };
    report.hostName = values.value(QStringLiteral("host"));
    put("System", "system.host", "Host", "host", "uname -n");
    put("System", "system.os", "System", "os", "/etc/os-release");
    put("System", "system.kernel", "Kernel", "kernel", "uname");
    put("System", "system.cores", "Processor cores", "cores", "nproc");
    putFact(report, QStringLiteral("System"), QStringLiteral("system.memory"),
            QStringLiteral("Memory"),
            sizeText(std::min<qint64>(values.value(QStringLiteral("memory_kb")).toLongLong(),
                                      1LL << 50) *
                     1024),
            QStringLiteral("/proc/meminfo"));
    putFact(
        report, QStringLiteral("System"), QStringLiteral("system.shared-memory"),
        QStringLiteral("Shared memory"),
        sizeText(std::min<qint64>(values.value(QStringLiteral("shm_kb")).toLongLong(), 1LL << 50) *
                 1024),
        QStringLiteral("df /dev/shm"));
    put("System", "system.user", "User", "user", "id");
    put("System", "system.groups", "Groups", "groups", "id");
    put("System", "system.container", "Container", "container", "/.dockerenv, /run/.containerenv");
    put("System", "system.wsl", "Windows Subsystem for Linux", "wsl", "uname -r");
    put("System", "system.kfd", "/dev/kfd", "kfd", "/dev/kfd");
    put("System", "system.kfd-mode", "Owner of /dev/kfd", "kfd_mode", "ls -l");
    put("System", "system.render-nodes", "Render nodes", "render_nodes", "/dev/dri");
    put("System", "system.numa-balancing", "NUMA balancing", "numa_balancing",
        "/proc/sys/kernel/numa_balancing");
    put("GPU", "driver.version", "amdgpu driver", "amdgpu_version", "/sys/module/amdgpu/version");
    put("ROCm", "rocm.path", "ROCm folder", "rocm_path", ".info/version");
    put("ROCm", "rocm.version", "ROCm", "rocm_version", ".info/version");
    report.rocm = parseRocmInfoVersion(values.value(QStringLiteral("rocm_version")).toUtf8());
}

void takeCaches(ProbeReport& report, const QByteArray& text)
{
    for (const QByteArray& line : text.split('\n')) {
        const qsizetype equals = line.indexOf('=');
        const QStringList parts = QString::fromUtf8(line.mid(equals + 1)).trimmed().split(u'|');
        if (equals <= 0 || parts.size() != 4) {
            continue;
        }
        const QString name = QString::fromLatin1(line.left(equals));
        const bool warm = parts[0] == QLatin1StringView("warm") && parts[1].toLongLong() > 0;
        const QString size = sizeText(std::min<qint64>(parts[2].toLongLong(), 1LL << 50) * 1024);
        putFact(report, QStringLiteral("Caches"), QStringLiteral("cache.") + name,
                QStringLiteral("%1 cache").arg(name),
                warm ? QStringLiteral("warm: %1%2")
                           .arg(counted(parts[1].toLongLong(), "file", "files"),
                                size.isEmpty() ? QString() : QStringLiteral(", %1").arg(size))
                     : QStringLiteral("cold"),
                parts[3]);
    }
}

QString groupOf(const QString& key)
{
    const QString head = key.section(u'.', 0, 0);
    if (head == QLatin1StringView("inductor") || head == QLatin1StringView("dynamo")) {
        return QStringLiteral("Inductor");
    }
    if (head == QLatin1StringView("package") || head == QLatin1StringView("packages") ||
        head == QLatin1StringView("module") || head == QLatin1StringView("patched") ||
        head == QLatin1StringView("aiter")) {
        return QStringLiteral("Packages");
    }
    if (head == QLatin1StringView("cache")) {
        return QStringLiteral("Caches");
    }
    return QStringLiteral("Python");
}

QString jsonText(const QJsonValue& value)
{
    if (value.isBool()) {
        return value.toBool() ? QStringLiteral("True") : QStringLiteral("False");
    }
    return value.toVariant().toString();
}

void takePythonLine(ProbeReport& report, const QJsonObject& line, const QString& source)
{
    const QString key = line.value(QStringLiteral("key")).toString().left(300);
    QString value = jsonText(line.value(QStringLiteral("value")));
    if (key.isEmpty()) {
        return;
    }
    QString label = key.section(u'.', 1);
    if (key.startsWith(QLatin1StringView("torch.device."))) {
        const QString arch = jsonText(line.value(QStringLiteral("arch")));
        const QString architecture = architectureOf(arch);
        if (!architecture.isEmpty() && !report.architectures.contains(architecture)) {
            report.architectures.append(architecture);
        }
        if (report.gpuName.isEmpty()) {
            report.gpuName = value;
        }
        value =
            QStringLiteral("%1, %2, %3, %4 units")
                .arg(value,
                     arch.isEmpty() ? QStringLiteral("compute capability %1")
                                          .arg(jsonText(line.value(QStringLiteral("capability"))))
                                    : arch,
                     sizeText(static_cast<qint64>(line.value(QStringLiteral("memory")).toDouble())),
                     jsonText(line.value(QStringLiteral("units"))));
        label = QStringLiteral("device %1 of torch").arg(key.section(u'.', 2));
    } else if (key.startsWith(QLatin1StringView("patched."))) {
        label = QStringLiteral("%1 loads from").arg(key.mid(8));
        const QString error = jsonText(line.value(QStringLiteral("error")));
        const QString expected = jsonText(line.value(QStringLiteral("expected")));
        value = error.isEmpty() ? value : QStringLiteral("cannot be loaded: %1").arg(error);
        putFact(report, QStringLiteral("Packages"), QStringLiteral("expected.") + key.mid(8),
                QStringLiteral("%1 should load from").arg(key.mid(8)), expected,
                QStringLiteral("asked for"));
    } else if (key == QLatin1StringView("cache.aiter-build")) {
        label = QStringLiteral("kernels built by aiter");
        value = value == QLatin1StringView("0")
                    ? QStringLiteral("cold")
                    : QStringLiteral("warm: %1").arg(counted(value.toLongLong(), "file", "files"));
    } else if (key.startsWith(QLatin1StringView("inductor.")) ||
               key.startsWith(QLatin1StringView("dynamo.")) ||
               key.startsWith(QLatin1StringView("torch.")) ||
               key.startsWith(QLatin1StringView("python."))) {
        label = key == QLatin1StringView("torch.version")    ? QStringLiteral("torch")
                : key == QLatin1StringView("python.version") ? QStringLiteral("Python")
                                                             : key;
    }
    putFact(report, groupOf(key), key, label, value, source);
}

/// JSON lines are facts; the other lines are what the check said before it failed.
QString takePython(ProbeReport& report, const ProbeFrame& frame)
{
    QStringList said;
    for (const QByteArray& line : frame.text.split('\n')) {
        const QJsonObject object =
            line.startsWith('{') ? QJsonDocument::fromJson(line).object() : QJsonObject();
        if (object.contains(QStringLiteral("skip"))) {
            said.append(jsonText(object.value(QStringLiteral("skip"))));
        } else if (object.contains(QStringLiteral("key"))) {
            takePythonLine(report, object, QStringLiteral("Python: ") + frame.id);
        } else if (!line.trimmed().isEmpty()) {
            said.append(QString::fromUtf8(line.left(500)));
        }
    }
    return said.mid(std::max<qsizetype>(0, said.size() - 30)).join(u'\n');
}

void finishTorch(ProbeReport& report)
{
    const QString version = report.fact(QStringLiteral("torch.version"));
    const QString fallback = report.fact(QStringLiteral("package.torch"));
    report.torch = Version::parse(version.isEmpty() ? fallback : version).value_or(Version());
    const QString hip = report.fact(QStringLiteral("torch.hip"));
    report.torchIsRocm =
        !hip.isEmpty() || (version.isEmpty() && fallback.contains(QLatin1StringView("+rocm")));
    if (report.rocm.isEmpty() && !hip.isEmpty()) {
        // torch.version.rocm is there in newer builds; HIP has numbers of its own.
        const std::optional<Version> rocm =
            Version::parse(report.fact(QStringLiteral("torch.rocm")));
        report.rocm = rocm ? Version{rocm->major(), rocm->minor()}
                           : rocmOfHip(Version::parse(hip).value_or(Version()));
    }
    if (report.gpuCount == 0 && report.torchIsRocm) {
        report.gpuCount = report.fact(QStringLiteral("torch.devices")).toInt();
    }
}

bool isTool(const QString& id)
{
    static const QStringList tools = {
        QStringLiteral("rocminfo"),         QStringLiteral("rocm-smi"),
        QStringLiteral("rocm-smi-product"), QStringLiteral("amd-smi-version"),
        QStringLiteral("amd-smi-static"),   QStringLiteral("hipcc"),
        QStringLiteral("hipconfig"),        QStringLiteral("nvidia-smi")};
    return tools.contains(id);
}

bool takeTool(ProbeReport& report, const ProbeFrame& frame)
{
    if (frame.id == QLatin1StringView("rocminfo")) {
        return takeRocminfo(report, frame.text);
    }
    if (frame.id.startsWith(QLatin1StringView("rocm-smi"))) {
        return takeRocmSmiOutput(report, frame.text);
    }
    if (frame.id.startsWith(QLatin1StringView("amd-smi"))) {
        return takeAmdSmiOutput(report, frame.text);
    }
    if (frame.id.startsWith(QLatin1StringView("hip"))) {
        return takeHipVersion(report, frame.text, frame.id);
    }
    return takeNvidiaSmi(report, frame.text);
}

QString lastLines(const QByteArray& text)
{
    const QList<QByteArray> lines = text.trimmed().split('\n');
    return QString::fromUtf8(
               lines.mid(std::max<qsizetype>(0, lines.size() - 12)).join('\n').left(4000))
        .trimmed();
}

void takeFrame(ProbeReport& report, const ProbeFrame& frame, const QString& title)
{
    ProbeCheck check{
        frame.id, title.isEmpty() ? frame.id : title, frame.state, {}, frame.elapsedMs};
    if (isTool(frame.id)) {
        check.title = frame.id;
        const bool known = takeTool(report, frame);
        if (frame.state != ProbeCheck::State::Done && frame.state != ProbeCheck::State::Missing) {
            check.detail = lastLines(frame.text);
        } else if (!known && frame.state == ProbeCheck::State::Done) {
            check.state = ProbeCheck::State::Failed;
            check.detail = QStringLiteral("its output was not understood: %1")
                               .arg(lastLines(frame.text).left(300));
        }
    } else if (frame.id == QLatin1StringView("system")) {
        takeSystem(report, frame.text);
    } else if (frame.id == QLatin1StringView("caches")) {
        takeCaches(report, frame.text);
    } else if (frame.id == QLatin1StringView("variables")) {
        // the variables came with lines of their own
    } else {
        check.detail = takePython(report, frame);
    }
    if (!frame.ended) {
        check.state = ProbeCheck::State::Failed;
        check.detail = QStringLiteral("the connection ended during this check");
    }
    // "python" frames only matter where Python is missing or its process broke.
    if (frame.id != QLatin1StringView("python") || check.state != ProbeCheck::State::Done) {
        report.checks.append(check);
    }
}

} // namespace

std::optional<ProbeStep> ProbeProgress::feed(const QByteArray& bytes)
{
    std::optional<ProbeStep> last;
    m_rest += bytes;
    qsizetype begin = 0;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        const QByteArray line = m_rest.mid(begin, end - begin);
        begin = end + 1;
        if (m_mark.isEmpty()) {
            const QByteArray nonce = nonceOf(line);
            m_mark = nonce.isEmpty() ? QByteArray() : "@" + nonce + " ";
        } else if (line.startsWith(m_mark)) {
            const auto step = stepOf(line.mid(m_mark.size()));
            last = step ? step : last;
        }
    }
    m_rest.remove(0, begin);
    if (m_rest.size() > 65536) {
        m_rest.clear(); // no line of the script is so long
    }
    return last;
}

Result<ProbeReport> readProbe(const QByteArray& output)
{
    ProbeFrames frames;
    const qsizetype size = std::min(output.size(), kLargestProbe);
    for (qsizetype begin = 0; begin < size;) {
        qsizetype end = output.indexOf('\n', begin);
        end = end < 0 || end > size ? size : end;
        qsizetype last = end;
        if (last > begin && output[last - 1] == '\r') {
            --last; // a terminal's line ends
        }
        frames.line(output.mid(begin, last - begin));
        begin = end + 1;
    }
    if (!frames.output.started) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("the first line of the probe did not arrive; the node's shell "
                                    "may have printed something else instead of running it"),
                     QStringLiteral("probe")};
    }
    ProbeReport report;
    report.complete = frames.output.finished;
    report.variables = frames.output.variables;
    std::sort(report.variables.begin(), report.variables.end(),
              [](const ProbeVariable& a, const ProbeVariable& b) { return a.name < b.name; });
    for (const ProbeFrame& frame : qAsConst(frames.output.frames)) {
        takeFrame(report, frame, frames.output.titles.value(frame.id));
    }
    finishTorch(report);
    if (!report.complete) {
        report.checks.append(
            {QStringLiteral("probe"), QStringLiteral("The whole probe"), ProbeCheck::State::Failed,
             QStringLiteral("it ended in step %1 of %2 (%3); earlier results are in the report")
                 .arg(frames.output.lastStep.number)
                 .arg(frames.output.lastStep.total)
                 .arg(frames.output.lastStep.title),
             0});
    }
    return report;
}

} // namespace rocport
