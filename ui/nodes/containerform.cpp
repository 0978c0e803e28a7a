#include "ui/nodes/containerform.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/messages/messages.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace rocport {

namespace {

using Use = ContainerSettings::Use;

} // namespace

NodeFormKind nodeFormContainer()
{
    return {&nodeKindContainer(), Glyph::Container,
            [](const NodeFormContext& context) -> std::unique_ptr<NodeForm> {
                return std::make_unique<ContainerForm>(context);
            }};
}

ContainerForm::ContainerForm(const NodeFormContext& context) : NodeForm(context)
{
    QWidget* dialogue = rows().dialogue();
    m_use = new QComboBox(dialogue);
    m_use->setObjectName(QStringLiteral("containerUse"));
    m_use->setAccessibleName(tr("Container"));
    m_use->addItem(tr("Directly on the host"));
    m_use->addItem(tr("A new container for each job"));
    m_use->addItem(tr("Inside a running container"));
    rows().add(tr("Jobs run"), m_use);
    m_engine = new QComboBox(dialogue);
    m_engine->setAccessibleName(tr("Engine"));
    m_engine->addItems({QStringLiteral("docker"), QStringLiteral("podman")});
    rows().add(tr("Engine"), m_engine);
    buildImageRow();
    m_memory = rows().addLine(tr("Shared memory"), QStringLiteral("sharedMemory"),
                              tr("the engine's default"));
    m_mounts = rows().addLines(tr("Mounts"), QStringLiteral("containerMounts"),
                               tr("host:inside or host:inside:ro, one per line"));
    m_options = rows().addLines(tr("Arguments for run"), QStringLiteral("containerOptions"),
                                tr("one per line"));
    connect(m_use, &QComboBox::currentIndexChanged, this, [this] {
        ++m_fetchNumber;
        m_image->clear(); // images are no containers
        m_fetched->clear();
        Q_EMIT changed();
    });
    follow(m_engine);
    follow(m_image);
    follow(m_memory);
    follow(m_mounts);
    follow(m_options);
    connect(m_fetch, &QPushButton::clicked, this, &ContainerForm::listContainersOrImages);
}

void ContainerForm::buildImageRow()
{
    m_imageRow = new QWidget(rows().dialogue());
    m_image = new QComboBox(m_imageRow);
    m_image->setObjectName(QStringLiteral("containerImage"));
    m_image->setAccessibleName(tr("Image or container"));
    m_image->setEditable(true);
    m_image->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_image->setMinimumContentsLength(16);
    m_fetch = makeButton(tr("List"), ButtonKind::Normal, m_imageRow);
    m_fetch->setObjectName(QStringLiteral("listImages"));
    m_fetch->setToolTip(tr("List what the engine on the node has"));
    auto* row = new QHBoxLayout(m_imageRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_image, 1);
    row->addWidget(m_fetch);
    rows().add(tr("Image or container"), m_imageRow);
    m_fetched = new TextLabel(rows().provider(), TextStep::Small, {}, &ThemeColours::muted,
                              rows().dialogue());
    m_fetched->setObjectName(QStringLiteral("fetchedImages"));
    m_fetched->setWordWrap(true);
    rows().add({}, m_fetched);
}

void ContainerForm::fill(const Node& node)
{
    const ContainerSettings& container = node.of<ContainerSettings>();
    m_use->setCurrentIndex(static_cast<int>(container.use));
    m_engine->setCurrentText(container.engine);
    m_image->setCurrentText(container.use == Use::Exec ? container.container : container.image);
    m_memory->setText(container.sharedMemory);
    m_mounts->setPlainText(container.mounts.join(u'\n'));
    m_options->setPlainText(container.options.join(u'\n'));
}

void ContainerForm::take(Node& node) const
{
    ContainerSettings& container = node.of<ContainerSettings>();
    container.use = static_cast<Use>(qMax(0, m_use->currentIndex()));
    container.engine = m_engine->currentText();
    const QString chosen = m_image->currentText().trimmed();
    container.image = container.use == Use::Run ? chosen : QString();
    container.container = container.use == Use::Exec ? chosen : QString();
    container.sharedMemory = m_memory->text().trimmed();
    container.mounts = linesOf(m_mounts);
    container.options = linesOf(m_options);
}

void ContainerForm::refresh(const Node& now)
{
    const Use use = now.of<ContainerSettings>().use;
    const bool run = use == Use::Run;
    const bool any = use != Use::None;
    rows().setShown(m_engine, any);
    rows().setShown(m_imageRow, any);
    rows().setShown(m_fetched, any && !m_fetched->text().isEmpty());
    rows().setShown(m_memory, run);
    rows().setShown(m_mounts, run);
    rows().setShown(m_options, run);
    m_fetch->setText(run ? tr("List images") : tr("List containers"));
}

QVector<QString*> ContainerForm::neededTexts(Node& node) const
{
    ContainerSettings& container = node.of<ContainerSettings>();
    return {&container.container, &container.image};
}

void ContainerForm::listContainersOrImages()
{
    const Node now = context().node();
    const bool images = now.of<ContainerSettings>().use == Use::Run;
    const int number = ++m_fetchNumber;
    m_fetched->setText(tr("Asking %1 on the node…").arg(now.of<ContainerSettings>().engine));
    Q_EMIT changed();
    auto future = images ? context().remote.listImages(now) : context().remote.listContainers(now);
    whenDone(future, this, [this, number, images](const Result<QStringList>& found) {
        if (number == m_fetchNumber) {
            showFound(images, found);
            Q_EMIT changed();
        }
    });
}

void ContainerForm::showFound(bool images, const Result<QStringList>& found)
{
    if (!found) {
        m_fetched->setText(messageFor(found.error()));
    } else if (found->isEmpty()) {
        m_fetched->setText(
            images ? tr("The engine has no images; type a reference, and the first job pulls it.")
                   : tr("No container is running there."));
    } else {
        const QString typed = m_image->currentText();
        m_image->clear();
        m_image->addItems(*found);
        if (!typed.isEmpty()) {
            m_image->setCurrentText(typed);
        }
        m_fetched->setText(
            tr("%1 to choose from")
                .arg(images ? counted(found->size(), tr("image"), tr("images"))
                            : counted(found->size(), tr("container"), tr("containers"))));
    }
}

} // namespace rocport
