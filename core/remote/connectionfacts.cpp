#include "core/remote/connectionfacts.h"

#include "core/facts/rocmreleases.h"
#include "core/remote/shellquote.h"
#include "core/remote/transport.h"

#include <QFile>

namespace rocport {
namespace {

using State = ConnectionStep::State;

constexpr const char* kMark = "@@rocport\t";
/// Under this much room a build of PyTorch extensions soon fails.
constexpr qint64 kLittleRoom = 5LL * 1024 * 1024; // KiB

// One line a fact. Text of other programs is cut to its last line.
constexpr const char* kPrelude = R"sh(
LC_ALL=C
export LC_ALL
say() { printf '@@rocport\t%s\t%s\n' "$1" "$2" | tr '\r' ' '; }
last() { tail -n 1 | cut -c 1-300; }
limited() { if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi; }
)sh";

constexpr const char* kHost = R"sh(
say shell "$(uname -srm 2>/dev/null)"
folder=$workspace
while [ ! -d "$folder" ] && [ "$folder" != / ] && [ "$folder" != . ]; do folder=$(dirname "$folder"); done
say disk-folder "$folder"
probe=$folder/.rocport-test.$$
if message=$( (umask 077 && echo x >"$probe") 2>&1 ) && [ -s "$probe" ]; then
  say disk-writable yes
else
  say disk-writable "no: $(printf '%s' "$message" | last)"
fi
rm -f "$probe"
say disk-free "$(df -Pk "$folder" 2>/dev/null | awk 'NR == 2 { print $4 }')"
missing=
for tool in awk cat cut df gzip kill mkdir mkfifo mv nohup sed sleep tail tar tr $needed; do
  command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
command -v sha256sum >/dev/null 2>&1 || command -v shasum >/dev/null 2>&1 ||
  command -v openssl >/dev/null 2>&1 || missing="$missing sha256sum"
say tools-missing "$missing"
optional=
for tool in git rsync python3; do command -v "$tool" >/dev/null 2>&1 || optional="$optional $tool"; done
say tools-optional "$optional"
)sh";

constexpr const char* kHostEnd = "say end host\n";

constexpr const char* kInside = R"sh(
if [ -e /dev/kfd ]; then
  if [ -r /dev/kfd ] && [ -w /dev/kfd ]; then say gpu-device yes; else say gpu-device denied; fi
  say gpu-owner "$(stat -c %G /dev/kfd 2>/dev/null)"
else
  say gpu-device missing
  if command -v nvidia-smi >/dev/null 2>&1; then
    say gpu-nvidia "$(limited 30 nvidia-smi -L 2>/dev/null | sed -n 's/^GPU [0-9]*: \([^(]*[^ (]\) *(.*/\1/p' | tr '\n' ';')"
  fi
fi
say gpu-groups "$(id -Gn 2>/dev/null)"
rocm=${ROCM_PATH:-/opt/rocm}
info=$rocm/bin/rocminfo
[ -x "$info" ] || info=$(command -v rocminfo)
if [ -x "$info" ]; then
  say gpu-names "$(limited 60 "$info" 2>/dev/null | sed -n 's/^ *Name: *\(gfx[0-9a-f][0-9a-f]*\)[[:space:]]*$/\1/p' | tr '\n' ' ')"
else
  say gpu-names none
fi
version=$(cat "$rocm/.info/version" 2>/dev/null | last)
hip=
if [ -z "$version" ]; then
  config=$rocm/bin/hipconfig
  [ -x "$config" ] || config=$(command -v hipconfig)
  [ ! -x "$config" ] || hip=$(limited 30 "$config" --version 2>/dev/null | last)
fi
say hip "$hip"
say rocm "$version"
if command -v hipcc >/dev/null 2>&1 || [ -x "$rocm/bin/hipcc" ]; then say hipcc yes; else say hipcc no; fi
if command -v python3 >/dev/null 2>&1; then
  say torch "$(limited 300 python3 -c '
try:
    import torch
    parts = [torch.__version__, torch.version.hip or "", torch.version.cuda or "", str(torch.cuda.device_count())]
    print("|".join(str(part) for part in parts))
except ModuleNotFoundError as error:
    print("missing" if error.name == "torch" else "error: %s" % error)
except BaseException as error:
    print("error: %s" % " ".join(str(error).split()))
' 2>/dev/null | last)"
else
  say torch no-python
fi
say end inside
)sh";

QString countedNames(const QStringList& names)
{
    QStringList counted;
    for (const QString& name : names) {
        const QString text = names.count(name) == 1
                                 ? name
                                 : QStringLiteral("%1 × %2").arg(names.count(name)).arg(name);
        if (!counted.contains(text)) {
            counted.append(text);
        }
    }
    return counted.join(QStringLiteral(", "));
}

void set(ConnectionStep& step, State state, const QString& sentence)
{
    step.state = state;
    step.detail = sentence;
}

void judgeDisk(const ConnectionFacts& facts, ConnectionStep& step)
{
    const QString writable = facts.value(QStringLiteral("disk-writable"));
    const QString folder = facts.value(QStringLiteral("disk-folder"));
    const qint64 free = facts.value(QStringLiteral("disk-free")).toLongLong();
    if (writable != QStringLiteral("yes")) {
        set(step, State::Failed,
            QStringLiteral("%1 is not writable (%2). Choose another workspace.")
                .arg(folder, writable.section(QStringLiteral(": "), 1)));
        return;
    }
    const QString room =
        QStringLiteral("%1 GB").arg(static_cast<double>(free) * 1024 / 1e9, 0, 'f', 1);
    if (free < kLittleRoom) {
        set(step, State::Warning,
            QStringLiteral("Only %1 is free in %2; a build may need more.").arg(room, folder));
    } else {
        set(step, State::Passed, QStringLiteral("%1 is free in %2.").arg(room, folder));
    }
}

void judgeTools(const ConnectionFacts& facts, ConnectionStep& step)
{
    const QStringList missing =
        facts.value(QStringLiteral("tools-missing")).split(u' ', Qt::SkipEmptyParts);
    const QStringList optional =
        facts.value(QStringLiteral("tools-optional")).split(u' ', Qt::SkipEmptyParts);
    if (!missing.isEmpty()) {
        set(step, State::Failed,
            QStringLiteral("The node lacks %1. Install it there.")
                .arg(missing.join(QStringLiteral(", "))));
    } else if (!optional.isEmpty()) {
        set(step, State::Warning,
            QStringLiteral("All required programs are installed. Optional and missing: %1.")
                .arg(optional.join(QStringLiteral(", "))));
    } else {
        set(step, State::Passed, QStringLiteral("All programs that Rocport uses are installed."));
    }
}

void judgeGpu(const NodeCapabilities& node, const ConnectionFacts& facts, ConnectionStep& step)
{
    const QString device = facts.value(QStringLiteral("gpu-device"));
    const QString nvidia = facts.value(QStringLiteral("gpu-nvidia"));
    const QString names = facts.value(QStringLiteral("gpu-names"));
    const QStringList found =
        names == QStringLiteral("none") ? QStringList() : names.split(u' ', Qt::SkipEmptyParts);
    // WSL has AMD GPUs without /dev/kfd, so what rocminfo lists counts first.
    if (!found.isEmpty() && device != QStringLiteral("denied")) {
        set(step, State::Passed, QStringLiteral("Found %1.").arg(countedNames(found)));
    } else if (!nvidia.isEmpty()) {
        set(step, State::Passed,
            QStringLiteral(
                "Found %1. This node can produce reference values; ROCm needs an AMD GPU.")
                .arg(countedNames(nvidia.split(u';', Qt::SkipEmptyParts))));
    } else if (device == QStringLiteral("denied")) {
        set(step, State::Failed,
            QStringLiteral("There is a GPU, but you have no access to /dev/kfd (group %1); your "
                           "groups are %2. Join the group on the node with sudo usermod -a -G "
                           "render,video $USER, then log in again.")
                .arg(facts.value(QStringLiteral("gpu-owner")),
                     facts.value(QStringLiteral("gpu-groups"))));
    } else if (device == QStringLiteral("missing")) {
        set(step, node.gpuIsOptional ? State::Warning : State::Failed,
            node.contained
                ? QStringLiteral(
                      "The container has no /dev/kfd, so it has no AMD GPU. The node has none, its "
                      "driver is not loaded, or the container was started without the device.")
                : QStringLiteral(
                      "There is no /dev/kfd, so no AMD GPU can be used: the port can be built here "
                      "but not verified. On a node with a GPU, load the amdgpu driver."));
    } else {
        set(step, State::Warning,
            names == QStringLiteral("none")
                ? QStringLiteral("/dev/kfd is accessible, but rocminfo is not installed, so the "
                                 "GPU is not known.")
                : QStringLiteral("/dev/kfd is accessible, but rocminfo lists no GPU."));
    }
}

/// "ROCm 7.2.0" by its own file, else by the HIP that hipconfig names; empty: there is none.
QString installedRocm(const ConnectionFacts& facts)
{
    const QString rocm = facts.value(QStringLiteral("rocm"));
    const QString hip = facts.value(QStringLiteral("hip"));
    if (!rocm.isEmpty()) {
        return QStringLiteral("ROCm %1").arg(rocm);
    }
    if (hip.isEmpty()) {
        return {};
    }
    const Version release = rocmOfHip(Version::parse(hip).value_or(Version()));
    return release.isEmpty() ? QStringLiteral("ROCm with HIP %1").arg(hip)
                             : QStringLiteral("ROCm %1 (HIP %2)").arg(release.toString(), hip);
}

void judgeRocm(const ConnectionFacts& facts, ConnectionStep& step)
{
    const QString version = installedRocm(facts);
    const bool compiler = facts.value(QStringLiteral("hipcc")) == QStringLiteral("yes");
    if (version.isEmpty() && !facts.value(QStringLiteral("gpu-nvidia")).isEmpty()) {
        set(step, State::Skipped, QStringLiteral("An NVIDIA node does not need ROCm."));
    } else if (version.isEmpty()) {
        set(step, State::Warning,
            QStringLiteral("ROCm was not found in /opt/rocm or PATH. PyTorch has its own copy of "
                           "the libraries; to compile, install ROCm or choose a container."));
    } else if (!compiler) {
        set(step, State::Warning,
            QStringLiteral("%1 is installed without hipcc, so nothing can be compiled.")
                .arg(version));
    } else {
        set(step, State::Passed, QStringLiteral("%1 with hipcc.").arg(version));
    }
}

void judgeTorch(const ConnectionFacts& facts, ConnectionStep& step)
{
    const QString torch = facts.value(QStringLiteral("torch"));
    const QStringList parts = torch.split(u'|');
    if (torch == QStringLiteral("no-python")) {
        set(step, State::Warning,
            QStringLiteral("python3 is not installed, so PyTorch cannot be used."));
    } else if (torch == QStringLiteral("missing")) {
        set(step, State::Warning,
            QStringLiteral("PyTorch is not installed. C++ code can be verified without it."));
    } else if (parts.size() < 4) {
        set(step, State::Failed,
            torch.startsWith(QStringLiteral("error: "))
                ? QStringLiteral("PyTorch cannot be imported: %1.").arg(torch.mid(7))
                : QStringLiteral(
                      "The import of PyTorch crashed or took longer than five minutes."));
    } else if (!parts[1].isEmpty()) {
        const int devices = parts[3].toInt();
        set(step, devices > 0 ? State::Passed : State::Warning,
            QStringLiteral("PyTorch %1 for ROCm (HIP %2) sees %3.")
                .arg(parts[0], parts[1],
                     devices == 0   ? QStringLiteral("no GPU")
                     : devices == 1 ? QStringLiteral("one GPU")
                                    : QStringLiteral("%1 GPUs").arg(devices)));
    } else if (!facts.value(QStringLiteral("gpu-nvidia")).isEmpty()) {
        set(step, parts[2].isEmpty() ? State::Warning : State::Passed,
            parts[2].isEmpty() ? QStringLiteral("PyTorch %1 is a CPU build.").arg(parts[0])
                               : QStringLiteral("PyTorch %1 for CUDA %2.").arg(parts[0], parts[2]));
    } else {
        set(step, State::Failed,
            QStringLiteral("PyTorch %1 is not a ROCm build (%2). Another installation probably "
                           "replaced it; install the ROCm build again.")
                .arg(parts[0], parts[2].isEmpty() ? QStringLiteral("CPU only")
                                                  : QStringLiteral("CUDA %1").arg(parts[2])));
    }
}

} // namespace

QPair<QString, QString> connectionFact(const QByteArray& line)
{
    // A prompt or a profile may have written something before it on the same line.
    const qsizetype at = line.indexOf(kMark);
    if (at < 0) {
        return {};
    }
    QString plain;
    for (const QChar c : QString::fromUtf8(line.mid(at + static_cast<qsizetype>(qstrlen(kMark))))) {
        if (c == u'\t' || c.isPrint()) {
            plain += c;
        }
    }
    return {plain.section(u'\t', 0, 0), plain.section(u'\t', 1).trimmed().left(1000)};
}

QByteArray hostCheckScript(const Transport& transport)
{
    const QString workspace = transport.node().workspace;
    return QByteArray(kPrelude) + "workspace=" +
           shellPath(workspace.isEmpty() ? QStringLiteral("~/.cache/rocport") : workspace) +
           "\nneeded=" + shellQuoted(transport.neededPrograms().join(u' ')) + kHost +
           transport.hostCheck() + kHostEnd;
}

QByteArray insideCheckScript()
{
    return QByteArray(kPrelude) + kInside;
}

ConnectionStep judgedStep(const Transport& transport, const ConnectionFacts& facts,
                          ConnectionStep step)
{
    if (transport.judge(facts, step)) {
        return step;
    }
    if (step.id == QStringLiteral("shell") && facts.contains(step.id)) {
        set(step, State::Passed,
            QStringLiteral("A POSIX shell answers on %1.").arg(facts.value(step.id)));
    } else if (step.id == QStringLiteral("disk") && facts.contains(QStringLiteral("disk-free"))) {
        judgeDisk(facts, step);
    } else if (step.id == QStringLiteral("tools") &&
               facts.contains(QStringLiteral("tools-optional"))) {
        judgeTools(facts, step);
    } else if (step.id == QStringLiteral("gpu") && facts.contains(QStringLiteral("gpu-names"))) {
        judgeGpu(transport.capabilities(), facts, step);
    } else if (step.id == QStringLiteral("rocm") && facts.contains(QStringLiteral("hipcc"))) {
        judgeRocm(facts, step);
    } else if (step.id == QStringLiteral("torch") && facts.contains(QStringLiteral("torch"))) {
        judgeTorch(facts, step);
    }
    return step;
}

ConnectionTest newConnectionTest()
{
    const QVector<QPair<QString, QString>> titles{
        {QStringLiteral("resolve"), QStringLiteral("Find the host")},
        {QStringLiteral("connect"), QStringLiteral("Connect")},
        {QStringLiteral("login"), QStringLiteral("Log in")},
        {QStringLiteral("shell"), QStringLiteral("Shell")},
        {QStringLiteral("disk"), QStringLiteral("Disk")},
        {QStringLiteral("tools"), QStringLiteral("Programs")},
        {QStringLiteral("container"), QStringLiteral("Container")},
        {QStringLiteral("gpu"), QStringLiteral("GPU")},
        {QStringLiteral("rocm"), QStringLiteral("ROCm")},
        {QStringLiteral("torch"), QStringLiteral("PyTorch")},
    };
    ConnectionTest test;
    for (const auto& [id, title] : titles) {
        ConnectionStep step;
        step.id = id;
        step.title = title;
        test.append(step);
    }
    return test;
}

} // namespace rocport
