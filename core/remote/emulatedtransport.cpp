#include "core/remote/emulatedtransport.h"

#include "core/process/rocmroots.h"
#include "core/remote/nodefields.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"

#include <QDir>

#include <algorithm>

namespace rocport {
namespace {

QStringList emulatorProblems(const Node& node)
{
    QStringList problems;
    if (node.place != nodeKindEmulated().id) {
        return problems;
    }
    const auto& settings = node.of<EmulatorSettings>();
    const auto isKnown = [&](const EmulatedGpu& gpu) { return gpu.id == settings.gpu; };
    if (std::none_of(emulatedGpus().begin(), emulatedGpus().end(), isKnown) &&
        (settings.configuration.isEmpty() || !isOfForm(settings.gpu, "gfx[0-9a-f]{3,5}"))) {
        problems << QStringLiteral("The emulator is not known to have the GPU \"%1\". Choose "
                                   "another, or enter a configuration for it.")
                        .arg(settings.gpu);
    }
    for (const auto& [what, path] :
         {std::pair(QStringLiteral("folder of ROCm"), settings.rocm),
          std::pair(QStringLiteral("file with the GPU's configuration"), settings.configuration)}) {
        if (!path.isEmpty() && !QDir::isAbsolutePath(path)) {
            problems << QStringLiteral("The %1 must begin with \"/\".").arg(what);
        }
    }
    for (const NodeKind* layer : nodeKinds()) {
        if (!layer->isPlace && layer->isUsed(node)) {
            problems << QStringLiteral(
                            "Jobs on an emulated GPU run on this machine itself. Turn off "
                            "\"%1\" for this node.")
                            .arg(layer->title);
        }
    }
    return problems;
}

} // namespace

const NodeKind& nodeKindEmulated()
{
    static const NodeKind kind = [] {
        NodeKind emulated;
        emulated.id = QStringLiteral("emulated");
        emulated.title = QStringLiteral("Emulated GPU");
        emulated.group = QStringLiteral("Emulated GPUs");
        emulated.isPlace = true;
        emulated.word = QStringLiteral("emulated");
        emulated.named = [](const QString& word) {
            Node node = localNode();
            node.id = node.place = nodeKindEmulated().id;
            node.name = QStringLiteral("Emulated %1")
                            .arg(emulatedGpuTitle(node.of<EmulatorSettings>().gpu));
            return word == nodeKindEmulated().word ? std::optional(node) : std::nullopt;
        };
        emulated.offered = [] {
            std::optional<Node> node = nodeKindEmulated().named(nodeKindEmulated().word);
            const auto found = findEmulator(node->of<EmulatorSettings>(), rocmRoots());
            return found.problem.isEmpty() ? node : std::nullopt;
        };
        emulated.fields = [](NodeFields& fields, Node& node) {
            bool used = node.place == nodeKindEmulated().id;
            fields.section("emulated", used, [&node](NodeFields& own) {
                auto& settings = node.of<EmulatorSettings>();
                own.text("gpu", settings.gpu);
                own.text("rocm", settings.rocm);
                own.text("configuration", settings.configuration);
                own.flag("shared", settings.shared);
            });
            if (used) {
                node.place = nodeKindEmulated().id;
            }
        };
        emulated.problems = emulatorProblems;
        emulated.make =
            [](const Node& node, const SshSettings& /*ssh*/,
               std::shared_ptr<const Transport> /*below*/) -> std::shared_ptr<const Transport> {
            return std::make_shared<EmulatedTransport>(node);
        };
        return emulated;
    }();
    return kind;
}

const Emulator& EmulatedTransport::emulator() const
{
    std::call_once(m_sought, [this] { m_emulator = findEmulator(settings(), rocmRoots()); });
    return m_emulator;
}

NodeCapabilities EmulatedTransport::capabilities() const
{
    NodeCapabilities emulated = LocalTransport::capabilities();
    emulated.gpuIsOptional = false;
    emulated.emulatesGpu = true;
    emulated.runsHere = false; // not without the emulator
    return emulated;
}

QString EmulatedTransport::words() const
{
    return QStringLiteral("this machine, emulated %1").arg(emulatedGpuTitle(settings().gpu));
}

QVector<QPair<QString, QString>> EmulatedTransport::variables() const
{
    // Copies go through the engine that is emulated, as in the emulator's own tests (ROCm/TheRock,
    // simulator_runner.py).
    // Of several releases, what is asked and built there is of the one with the emulator.
    return {{QStringLiteral("HSA_ENABLE_SDMA"), QStringLiteral("1")},
            {QStringLiteral("ROCM_PATH"), emulator().root}};
}

QStringList EmulatedTransport::inside(const InsideRun& /*run*/, const QStringList& inner) const
{
    return emulatorCommand(emulator(), settings(), inner);
}

QByteArray EmulatedTransport::launchCheck(const JobPlace& /*job*/) const
{
    const Emulator& found = emulator();
    if (found.problem.isEmpty()) {
        return {};
    }
    return "echo " + shellQuoted(QStringLiteral("rocport: ") + found.problem) + " >&2\nexit 125\n";
}

HostSearch EmulatedTransport::findHost() const
{
    const Emulator& emulator = this->emulator();
    HostSearch found;
    if (emulator.problem.isEmpty()) {
        found.sentence =
            QStringLiteral("It is this machine; %1 emulates the GPU.").arg(emulator.program);
    } else {
        found.state = ConnectionStep::State::Failed;
        found.sentence = emulator.problem;
        found.whySkipped = QStringLiteral("There is no emulator.");
    }
    return found;
}

bool EmulatedTransport::judge(const ConnectionFacts& facts, ConnectionStep& step) const
{
    const QString names = facts.value(QStringLiteral("gpu-names")).simplified();
    if (step.id != QStringLiteral("gpu") || !facts.contains(QStringLiteral("gpu-names"))) {
        return false;
    }
    const bool none = names == QStringLiteral("none");
    const bool right = names.split(u' ').contains(settings().gpu);
    step.state = right ? ConnectionStep::State::Passed : ConnectionStep::State::Failed;
    if (right) {
        step.detail =
            QStringLiteral("The emulator has a %1 (%2). Results count there, times do not.")
                .arg(emulatedGpuTitle(settings().gpu), settings().gpu);
    } else if (none) {
        step.detail = QStringLiteral("rocminfo is not installed, so the GPU is not known. Install "
                                     "the HIP runtime of the same ROCm.");
    } else {
        step.detail = QStringLiteral("rocminfo lists %1 and not %2. Choose a configuration that "
                                     "lays out a %2.")
                          .arg(names.isEmpty() ? QStringLiteral("no GPU") : names, settings().gpu);
    }
    return true;
}

QStringList EmulatedTransport::shellWords(const QStringList& words) const
{
    const QString shell = qEnvironmentVariable("SHELL", QStringLiteral("sh"));
    return emulatorCommand(emulator(), settings(), words.isEmpty() ? QStringList{shell} : words);
}

} // namespace rocport
