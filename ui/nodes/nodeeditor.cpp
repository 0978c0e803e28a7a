#include "ui/nodes/nodeeditor.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/messages/messages.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/typedtext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace rocport {

namespace {

using Use = ContainerSettings::Use;

QStringList linesOf(const QPlainTextEdit* edit)
{
    QStringList out;
    for (const QString& line : edit->toPlainText().split(u'\n')) {
        if (!line.trimmed().isEmpty()) {
            out.append(line.trimmed());
        }
    }
    return out;
}

/// Whether nothing is wrong with `node` but that fields which need a text have none yet.
bool onlyLacksTexts(Node node)
{
    for (QString* text :
         {&node.name, &node.host, &node.container.container, &node.container.image}) {
        if (text->isEmpty()) {
            *text = QStringLiteral("any");
        }
    }
    return nodeProblems(node).isEmpty();
}

} // namespace

NodeEditor::NodeEditor(RemoteService& remote, ThemeProvider& provider, const Node& node,
                       QWidget* parent)
    : QDialog(parent), m_remote(remote), m_provider(provider), m_node(node)
{
    setObjectName(QStringLiteral("nodeEditor"));
    keepTypedText(*this);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(node.id.isEmpty() ? tr("Add a node") : titleText(tr("Edit %1").arg(node.name)));
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* body = new Surface(provider, &ThemeColours::window, area);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    const auto section = [&](const QString& title) {
        if (!title.isEmpty()) {
            column->addWidget(
                new TextLabel(m_provider, TextStep::BodyStrong, title, &ThemeColours::text, body));
        }
        auto* form = new QFormLayout;
        form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        form->setHorizontalSpacing(16);
        form->setVerticalSpacing(8);
        column->addLayout(form);
        m_forms.append(form);
        return form;
    };
    buildPlace(section({}));
    buildContainer(section(tr("Container")));
    buildSlurm(section(tr("Slurm")));
    buildRest(section(tr("Jobs")));
    column->addStretch(1);
    area->setWidget(body);
    m_problems = new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this);
    m_problems->setObjectName(QStringLiteral("nodeProblems"));
    m_problems->setWordWrap(true);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    m_save = makeButton(node.id.isEmpty() ? tr("Add node") : tr("Save"), ButtonKind::Primary, this);
    m_save->setObjectName(QStringLiteral("saveNode"));
    m_save->setDefault(true); // Enter in any field of one line
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(16, 8, 16, 16);
    buttons->setSpacing(8);
    buttons->addWidget(m_problems, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area, 1);
    layout->addLayout(buttons);
    resize(provider.theme().scaled(620), provider.theme().scaled(680));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &NodeEditor::save);
    fill();
    connectFields();
    updateFields();
    m_name->setFocus();
    whenDone(m_remote.knownHosts(), this, [this](const QStringList& hosts) {
        const QString typed = m_host->currentText();
        m_host->addItems(hosts);
        m_host->setCurrentText(typed);
    });
}

/// Labels of all sections have one width, so that the fields stand in one column.
void NodeEditor::addRow(QFormLayout* form, const QString& label, QWidget* field)
{
    auto* text = new TextLabel(m_provider, TextStep::Body, label, &ThemeColours::text, this);
    text->setMinimumWidth(m_provider.theme().scaled(136));
    text->setBuddy(field);
    form->addRow(text, field);
}

QLineEdit* NodeEditor::addLine(QFormLayout* form, const QString& label, const QString& name,
                               const QString& placeholder)
{
    auto* field = new QLineEdit(this);
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    addRow(form, label, field);
    return field;
}

QPlainTextEdit* NodeEditor::addLines(QFormLayout* form, const QString& label, const QString& name,
                                     const QString& placeholder)
{
    auto* field = new QPlainTextEdit(this);
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    field->setProperty("field", true);
    field->setTabChangesFocus(true);
    field->setFont(m_provider.theme().font(TextStep::Code));
    field->setFixedHeight(m_provider.theme().scaled(64));
    addRow(form, label, field);
    return field;
}

void NodeEditor::buildPlace(QFormLayout* form)
{
    m_name = addLine(form, tr("Name"), QStringLiteral("nodeNameField"), tr("any name you like"));
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("nodeKind"));
    m_kind->setAccessibleName(tr("Where"));
    m_kind->addItem(tr("SSH host"));
    m_kind->addItem(tr("This machine"));
    addRow(form, tr("Where"), m_kind);
    m_host = new QComboBox(this);
    m_host->setObjectName(QStringLiteral("nodeHost"));
    m_host->setAccessibleName(tr("Host"));
    m_host->setEditable(true);
    m_host->lineEdit()->setPlaceholderText(tr("alias of your SSH configuration, or user@host"));
    addRow(form, tr("Host"), m_host);
    m_port = new QSpinBox(this);
    m_port->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_port->setAccessibleName(tr("Port"));
    m_port->setRange(0, 65535);
    m_port->setSpecialValueText(tr("as configured in SSH"));
    addRow(form, tr("Port"), m_port);
    m_identity = addLine(form, tr("Identity file"), QStringLiteral("nodeIdentity"),
                         tr("as configured in SSH"));
}

void NodeEditor::buildContainer(QFormLayout* form)
{
    m_use = new QComboBox(this);
    m_use->setObjectName(QStringLiteral("containerUse"));
    m_use->setAccessibleName(tr("Container"));
    m_use->addItem(tr("Directly on the host"));
    m_use->addItem(tr("A new container for each job"));
    m_use->addItem(tr("Inside a running container"));
    addRow(form, tr("Jobs run"), m_use);
    m_engine = new QComboBox(this);
    m_engine->setAccessibleName(tr("Engine"));
    m_engine->addItems({QStringLiteral("docker"), QStringLiteral("podman")});
    addRow(form, tr("Engine"), m_engine);
    m_imageRow = new QWidget(this);
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
    addRow(form, tr("Image or container"), m_imageRow);
    m_fetched = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, this);
    m_fetched->setObjectName(QStringLiteral("fetchedImages"));
    m_fetched->setWordWrap(true);
    addRow(form, {}, m_fetched);
    m_memory = addLine(form, tr("Shared memory"), QStringLiteral("sharedMemory"),
                       tr("the engine's default"));
    m_mounts = addLines(form, tr("Mounts"), QStringLiteral("containerMounts"),
                        tr("host:inside or host:inside:ro, one per line"));
    m_options = addLines(form, tr("Arguments for run"), QStringLiteral("containerOptions"),
                         tr("one per line"));
}

void NodeEditor::buildSlurm(QFormLayout* form)
{
    m_slurm = new QCheckBox(tr("Jobs go through Slurm"), this);
    m_slurm->setObjectName(QStringLiteral("useSlurm"));
    addRow(form, {}, m_slurm);
    const QString standard = tr("the cluster's default");
    m_partition = addLine(form, tr("Partition"), QStringLiteral("slurmPartition"), standard);
    m_account = addLine(form, tr("Account"), QStringLiteral("slurmAccount"), standard);
    m_gpus = addLine(form, tr("GPUs"), QStringLiteral("slurmGpus"), QStringLiteral("1"));
    m_timeLimit =
        addLine(form, tr("Time limit"), QStringLiteral("slurmTime"), QStringLiteral("02:00:00"));
    m_slurmOptions = addLines(form, tr("Arguments for sbatch"), QStringLiteral("slurmOptions"),
                              tr("one per line"));
}

void NodeEditor::buildRest(QFormLayout* form)
{
    m_workspace = addLine(form, tr("Workspace"), QStringLiteral("nodeWorkspace"),
                          QStringLiteral("~/.cache/rocport"));
    m_environment = addLines(form, tr("Environment"), QStringLiteral("nodeEnvironment"),
                             tr("NAME=value, one per line, set for every job there"));
}

void NodeEditor::fill()
{
    const ContainerSettings& container = m_node.container;
    m_name->setText(m_node.name);
    m_kind->setCurrentIndex(m_node.isLocal ? 1 : 0);
    m_host->setCurrentText(m_node.host);
    m_port->setValue(m_node.port);
    m_identity->setText(m_node.identityFile);
    m_use->setCurrentIndex(static_cast<int>(container.use));
    m_engine->setCurrentText(container.engine);
    m_image->setCurrentText(container.use == Use::Exec ? container.container : container.image);
    m_memory->setText(container.sharedMemory);
    m_mounts->setPlainText(container.mounts.join(u'\n'));
    m_options->setPlainText(container.options.join(u'\n'));
    m_slurm->setChecked(m_node.slurm.use);
    m_partition->setText(m_node.slurm.partition);
    m_account->setText(m_node.slurm.account);
    m_gpus->setText(m_node.slurm.gpus);
    m_timeLimit->setText(m_node.slurm.timeLimit);
    m_slurmOptions->setPlainText(m_node.slurm.options.join(u'\n'));
    m_workspace->setText(m_node.workspace);
    QStringList lines;
    for (const auto& [name, value] : m_node.environment) {
        lines.append(name + u'=' + value);
    }
    m_environment->setPlainText(lines.join(u'\n'));
}

void NodeEditor::connectFields()
{
    const auto lines = findChildren<QLineEdit*>();
    for (QLineEdit* line : lines) {
        connect(line, &QLineEdit::textChanged, this, &NodeEditor::updateFields);
    }
    const auto edits = findChildren<QPlainTextEdit*>();
    for (QPlainTextEdit* edit : edits) {
        connect(edit, &QPlainTextEdit::textChanged, this, &NodeEditor::updateFields);
    }
    for (QComboBox* box : {m_kind, m_use, m_engine, m_host, m_image}) {
        connect(box, &QComboBox::currentTextChanged, this, &NodeEditor::updateFields);
    }
    connect(m_use, &QComboBox::currentIndexChanged, this, [this] {
        ++m_fetchNumber;
        m_image->clear(); // images are no containers
        m_fetched->clear();
        updateFields();
    });
    connect(m_slurm, &QCheckBox::toggled, this, &NodeEditor::updateFields);
    connect(m_fetch, &QPushButton::clicked, this, &NodeEditor::listContainersOrImages);
}

Node NodeEditor::node() const
{
    Node node = m_node;
    node.name = m_name->text().trimmed();
    node.isLocal = m_kind->currentIndex() == 1;
    node.host = node.isLocal ? QString() : m_host->currentText().trimmed();
    node.port = node.isLocal ? 0 : m_port->value();
    node.identityFile = node.isLocal ? QString() : m_identity->text().trimmed();
    ContainerSettings& container = node.container;
    container.use = static_cast<Use>(qMax(0, m_use->currentIndex()));
    container.engine = m_engine->currentText();
    const QString chosen = m_image->currentText().trimmed();
    container.image = container.use == Use::Run ? chosen : QString();
    container.container = container.use == Use::Exec ? chosen : QString();
    container.sharedMemory = m_memory->text().trimmed();
    container.mounts = linesOf(m_mounts);
    container.options = linesOf(m_options);
    node.slurm.use = m_slurm->isChecked();
    node.slurm.partition = m_partition->text().trimmed();
    node.slurm.account = m_account->text().trimmed();
    node.slurm.gpus = m_gpus->text().trimmed();
    node.slurm.timeLimit = m_timeLimit->text().trimmed();
    node.slurm.options = linesOf(m_slurmOptions);
    node.workspace = m_workspace->text().trimmed();
    node.environment.clear();
    for (const QString& line : linesOf(m_environment)) {
        const qsizetype sign = line.indexOf(u'=');
        node.environment.append({line.left(sign < 0 ? line.size() : sign).trimmed(),
                                 sign < 0 ? QString() : line.mid(sign + 1)});
    }
    return node;
}

void NodeEditor::setRow(QWidget* field, bool shown)
{
    for (QFormLayout* form : std::as_const(m_forms)) {
        if (form->indexOf(field) >= 0) {
            form->setRowVisible(field, shown);
        }
    }
}

void NodeEditor::updateFields()
{
    const Node now = node();
    const bool run = now.container.use == Use::Run;
    const bool any = now.container.use != Use::None;
    setRow(m_host, !now.isLocal);
    setRow(m_port, !now.isLocal);
    setRow(m_identity, !now.isLocal);
    setRow(m_engine, any);
    setRow(m_imageRow, any);
    setRow(m_fetched, any && !m_fetched->text().isEmpty());
    setRow(m_memory, run);
    setRow(m_mounts, run);
    setRow(m_options, run);
    for (QWidget* field : {static_cast<QWidget*>(m_partition), static_cast<QWidget*>(m_account),
                           static_cast<QWidget*>(m_gpus), static_cast<QWidget*>(m_timeLimit),
                           static_cast<QWidget*>(m_slurmOptions)}) {
        setRow(field, now.slurm.use);
    }
    m_fetch->setText(run ? tr("List images") : tr("List containers"));
    const QStringList problems = nodeProblems(now);
    m_problems->setText(problems.join(u'\n'));
    // What is not typed in yet is no mistake.
    m_problems->setColour(onlyLacksTexts(now) ? &ThemeColours::text2 : &ThemeColours::crit);
    m_save->setEnabled(problems.isEmpty());
}

void NodeEditor::listContainersOrImages()
{
    const Node now = node();
    const bool run = now.container.use == Use::Run;
    const int number = ++m_fetchNumber;
    m_fetched->setText(tr("Asking %1 on the node…").arg(now.container.engine));
    updateFields();
    auto future = run ? m_remote.listImages(now) : m_remote.listContainers(now);
    whenDone(future, this, [this, number, run](const Result<QStringList>& found) {
        if (number != m_fetchNumber) {
            return;
        }
        if (!found) {
            m_fetched->setText(messageFor(found.error()));
        } else if (found->isEmpty()) {
            m_fetched->setText(
                run ? tr("The engine has no images; type a reference, and the first job pulls it.")
                    : tr("No container is running there."));
        } else {
            const QString typed = m_image->currentText();
            m_image->clear();
            m_image->addItems(*found);
            if (!typed.isEmpty()) {
                m_image->setCurrentText(typed);
            }
            m_fetched->setText(
                run ? tr("%1 to choose from").arg(counted(found->size(), tr("image"), tr("images")))
                    : tr("%1 to choose from")
                          .arg(counted(found->size(), tr("container"), tr("containers"))));
        }
        updateFields();
    });
}

void NodeEditor::save()
{
    const Result<QString> id = m_remote.saveNode(node());
    if (!id) {
        m_problems->setColour(&ThemeColours::crit);
        m_problems->setText(messageFor(id.error()));
        return;
    }
    Q_EMIT saved(id.value());
    accept();
}

} // namespace rocport
