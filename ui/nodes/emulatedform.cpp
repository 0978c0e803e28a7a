#include "ui/nodes/emulatedform.h"

#include "core/base/whendone.h"
#include "core/process/rocmroots.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QtConcurrent>
#include <QTimer>

namespace rocport {

NodeFormKind nodeFormEmulated()
{
    return {&nodeKindEmulated(), Glyph::Laptop,
            [](const NodeFormContext& context) -> std::unique_ptr<NodeForm> {
                return std::make_unique<EmulatedForm>(context);
            }};
}

EmulatedForm::EmulatedForm(const NodeFormContext& context)
    : NodeForm(context),
      m_gpu(new QComboBox(rows().dialogue())),
      m_rocm(nullptr),
      m_configuration(nullptr),
      m_shared(new QCheckBox(tr("All processes of a job share it (daemon)"), rows().dialogue())),
      m_found(new TextLabel(rows().provider(), TextStep::Small, {}, &ThemeColours::muted,
                            rows().dialogue())),
      m_wait(new QTimer(this))
{
    m_gpu->setObjectName(QStringLiteral("emulatedGpu"));
    m_gpu->setAccessibleName(tr("Emulated GPU"));
    for (const EmulatedGpu& gpu : emulatedGpus()) {
        m_gpu->addItem(QStringLiteral("%1 (%2)").arg(gpu.title, gpu.id), gpu.id);
    }
    rows().add(tr("Emulated GPU"), m_gpu);
    m_rocm = rows().addLine(tr("Folder of ROCm"), QStringLiteral("emulatorRocm"),
                            tr("where ROCm is installed"));
    m_configuration = rows().addLine(tr("Configuration"), QStringLiteral("emulatorConfiguration"),
                                     tr("the emulator's own for this GPU"));
    m_shared->setObjectName(QStringLiteral("emulatorShared"));
    rows().add({}, m_shared);
    m_found->setObjectName(QStringLiteral("emulatorFound"));
    m_found->setWordWrap(true);
    rows().add({}, m_found);
    m_wait->setSingleShot(true);
    m_wait->setInterval(200); // while the user types
    connect(m_wait, &QTimer::timeout, this, &EmulatedForm::look);
    follow(m_gpu);
    follow(m_rocm);
    follow(m_configuration);
    connect(m_shared, &QCheckBox::toggled, this, &NodeForm::changed);
}

void EmulatedForm::fill(const Node& node)
{
    const auto& settings = node.of<EmulatorSettings>();
    if (m_gpu->findData(settings.gpu) < 0) {
        m_gpu->addItem(settings.gpu, settings.gpu); // for a configuration of the user's own
    }
    m_gpu->setCurrentIndex(m_gpu->findData(settings.gpu));
    m_rocm->setText(settings.rocm);
    m_configuration->setText(settings.configuration);
    m_shared->setChecked(settings.shared);
}

void EmulatedForm::take(Node& node) const
{
    auto& settings = node.of<EmulatorSettings>();
    settings.gpu = m_gpu->currentData().toString();
    settings.rocm = m_rocm->text().trimmed();
    settings.configuration = m_configuration->text().trimmed();
    settings.shared = m_shared->isChecked();
}

void EmulatedForm::refresh(const Node& now)
{
    NodeForm::refresh(now);
    const auto& settings = now.of<EmulatorSettings>();
    if (!isOfKind(now, kind()) || (m_asked && *m_asked == settings)) {
        return;
    }
    m_asked = settings;
    m_found->setText(tr("Looking for the emulator…"));
    m_wait->start();
}

/// Folders may lie on a network, so the window does not wait for them.
void EmulatedForm::look()
{
    const EmulatorSettings settings = *m_asked;
    const auto search = [settings] { return findEmulator(settings, rocmRoots()); };
    whenDone(QtConcurrent::run(search), this, [this, settings](const Emulator& found) {
        if (*m_asked != settings) {
            return; // another answer is on its way
        }
        m_found->setText(
            found.problem.isEmpty()
                ? tr("Emulated by %1. Results count there, times do not.").arg(found.program)
                : found.problem);
    });
}

} // namespace rocport
