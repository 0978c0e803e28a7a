#include "ui/runs/newrundialog.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "ui/messages/messages.h"
#include "ui/theme/typedtext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr int kPreviewDelay = 250;
constexpr int kLeastLimit = 10; // minutes

QPlainTextEdit* codeField(const Theme& theme, const QString& name, const QString& accessible,
                          QWidget* parent)
{
    auto* field = new QPlainTextEdit(parent);
    field->setObjectName(name);
    field->setAccessibleName(accessible);
    field->setFont(theme.font(TextStep::Code));
    field->setTabChangesFocus(true);
    return field;
}

} // namespace

NewRunDialog::NewRunDialog(RemoteService& remote, ThemeProvider& provider,
                           const JobRequest& request, QWidget* parent)
    : QDialog(parent), m_remote(remote), m_provider(provider)
{
    setObjectName(QStringLiteral("newRunDialog"));
    keepTypedText(*this);
    setWindowTitle(tr("New run"));
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addWidget(buildForm(request), 1);
    columns->addWidget(buildPreview(), 1);
    m_problem = new TextLabel(provider, TextStep::Body, {}, &ThemeColours::crit, this);
    m_problem->setObjectName(QStringLiteral("runProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_start = makeButton(tr("Start"), ButtonKind::Primary, this);
    m_start->setObjectName(QStringLiteral("startRun"));
    m_start->setEnabled(false);
    m_start->setDefault(true);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_problem, 1);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_start);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(columns, 1);
    layout->addLayout(buttons);
    connect(m_start, &QPushButton::clicked, this, &NewRunDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPreviewDelay);
    connect(&m_timer, &QTimer::timeout, this, &NewRunDialog::askPreview);
    resize(provider.theme().scaled(980), provider.theme().scaled(620));
    askPreview();
}

QWidget* NewRunDialog::buildForm(const JobRequest& request)
{
    auto* pane = new QWidget(this);
    m_node = new QComboBox(pane);
    m_node->setObjectName(QStringLiteral("runNode"));
    const auto state = m_remote.state();
    for (const NodeEntry& entry : state->nodes) {
        m_node->addItem(entry.node.name, entry.node.id);
    }
    const QString wanted = request.nodeId.isEmpty() ? state->currentNode : request.nodeId;
    m_node->setCurrentIndex(std::max(0, m_node->findData(wanted)));
    m_title = new QLineEdit(request.title, pane);
    m_title->setPlaceholderText(tr("Taken from the fields below"));
    m_sync = new QCheckBox(tr("Send the sources with the accepted changes"), pane);
    m_sync->setObjectName(QStringLiteral("runSync"));
    m_sync->setChecked(request.sync);
    m_probed = new QCheckBox(tr("Use the environment that the probe found"), pane);
    m_probed->setChecked(request.useProbedEnvironment);
    m_build = new QComboBox(pane);
    m_build->setObjectName(QStringLiteral("runBuild"));
    m_build->addItem(tr("No build"), static_cast<int>(BuildKind::None));
    m_build->addItem(tr("Each file with hipcc"), static_cast<int>(BuildKind::HipccFiles));
    m_build->addItem(tr("CMake"), static_cast<int>(BuildKind::CMake));
    m_build->addItem(tr("make"), static_cast<int>(BuildKind::Make));
    m_build->addItem(tr("pip, keeping torch"), static_cast<int>(BuildKind::Pip));
    m_build->setCurrentIndex(m_build->findData(static_cast<int>(request.build)));
    m_arguments = codeField(m_provider.theme(), QStringLiteral("runArguments"),
                            tr("Build arguments, one per line"), pane);
    m_arguments->setPlaceholderText(tr("One argument per line"));
    m_arguments->setPlainText(request.buildArguments.join(u'\n'));
    m_arguments->setMaximumHeight(m_provider.theme().scaled(72));
    m_command = new QLineEdit(request.command, pane);
    m_command->setObjectName(QStringLiteral("runCommand"));
    m_command->setFont(m_provider.theme().font(TextStep::Code));
    m_command->setPlaceholderText(tr("Shell command line, run in the source folder"));
    m_limit = new QSpinBox(pane);
    m_limit->setRange(kLeastLimit - 1, 7 * 24 * 60);
    m_limit->setSpecialValueText(tr("None"));
    m_limit->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_limit->setSuffix(tr(" minutes"));
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(request.timeLimit);
    m_limit->setValue(static_cast<int>(minutes.count()));
    auto* form = new QFormLayout(pane);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(8);
    form->addRow(tr("Node"), m_node);
    form->addRow(tr("Title"), m_title);
    form->addRow({}, m_sync);
    form->addRow({}, m_probed);
    form->addRow(tr("Build"), m_build);
    form->addRow(tr("Build arguments"), m_arguments);
    form->addRow(tr("Command"), m_command);
    form->addRow(tr("Time limit"), m_limit);
    form->addRow(tr("Variables"), buildEnvironment(request));
    for (QComboBox* box : {m_node, m_build}) {
        connect(box, &QComboBox::currentIndexChanged, this, &NewRunDialog::changed);
    }
    for (QCheckBox* box : {m_sync, m_probed}) {
        connect(box, &QCheckBox::toggled, this, &NewRunDialog::changed);
    }
    for (QLineEdit* field : {m_title, m_command}) {
        connect(field, &QLineEdit::textChanged, this, &NewRunDialog::changed);
    }
    connect(m_arguments, &QPlainTextEdit::textChanged, this, &NewRunDialog::changed);
    connect(m_limit, &QSpinBox::valueChanged, this, &NewRunDialog::changed);
    return pane;
}

QWidget* NewRunDialog::buildEnvironment(const JobRequest& request)
{
    auto* pane = new QWidget(this);
    m_environment = new QTableWidget(0, 2, pane);
    m_environment->setObjectName(QStringLiteral("runEnvironment"));
    m_environment->setAccessibleName(tr("Environment variables of this run"));
    m_environment->setHorizontalHeaderLabels({tr("Name"), tr("Value")});
    m_environment->horizontalHeader()->setStretchLastSection(true);
    m_environment->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_environment->horizontalHeader()->resizeSection(0, m_provider.theme().scaled(160));
    m_environment->verticalHeader()->hide();
    for (const auto& [name, value] : request.environment) {
        addVariable(name, value);
    }
    auto* add = makeButton(tr("Add variable"), ButtonKind::Normal, pane);
    auto* remove = makeButton(tr("Remove"), ButtonKind::Normal, pane);
    for (QPushButton* button : {add, remove}) {
        button->setProperty("compact", true);
        button->setAutoDefault(false);
    }
    auto* row = new QHBoxLayout;
    row->addWidget(add);
    row->addWidget(remove);
    row->addStretch();
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_environment, 1);
    layout->addLayout(row);
    connect(add, &QPushButton::clicked, this, [this] {
        addVariable({}, {});
        m_environment->editItem(m_environment->item(m_environment->rowCount() - 1, 0));
    });
    connect(remove, &QPushButton::clicked, this, [this] {
        m_environment->removeRow(m_environment->currentRow());
        changed();
    });
    connect(m_environment, &QTableWidget::itemChanged, this, &NewRunDialog::changed);
    return pane;
}

QWidget* NewRunDialog::buildPreview()
{
    const Theme& theme = m_provider.theme();
    auto* pane = new QWidget(this);
    m_script = codeField(theme, QStringLiteral("runScript"), tr("Script that would run"), pane);
    m_variables =
        codeField(theme, QStringLiteral("runVariables"), tr("Environment of the run"), pane);
    for (QPlainTextEdit* field : {m_script, m_variables}) {
        field->setReadOnly(true);
        field->setLineWrapMode(QPlainTextEdit::NoWrap);
    }
    m_notes = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, pane);
    m_notes->setWordWrap(true);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(new TextLabel(m_provider, TextStep::BodyMedium, tr("What would run"),
                                    &ThemeColours::text, pane));
    layout->addWidget(m_script, 3);
    layout->addWidget(new TextLabel(m_provider, TextStep::BodyMedium,
                                    tr("Environment, secrets masked"), &ThemeColours::text, pane));
    layout->addWidget(m_variables, 1);
    layout->addWidget(m_notes);
    return pane;
}

void NewRunDialog::addVariable(const QString& name, const QString& value)
{
    const QSignalBlocker blocker(m_environment);
    const int row = m_environment->rowCount();
    m_environment->insertRow(row);
    m_environment->setItem(row, 0, new QTableWidgetItem(name));
    m_environment->setItem(row, 1, new QTableWidgetItem(value));
}

JobRequest NewRunDialog::request() const
{
    JobRequest request;
    request.nodeId = m_node->currentData().toString();
    request.title = m_title->text().trimmed();
    request.sync = m_sync->isChecked();
    request.build = static_cast<BuildKind>(m_build->currentData().toInt());
    request.buildArguments = m_arguments->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    request.command = m_command->text().trimmed();
    request.useProbedEnvironment = m_probed->isChecked();
    if (m_limit->value() >= kLeastLimit) {
        request.timeLimit = std::chrono::minutes(m_limit->value());
    }
    for (int row = 0; row < m_environment->rowCount(); ++row) {
        const QTableWidgetItem* name = m_environment->item(row, 0);
        const QTableWidgetItem* value = m_environment->item(row, 1);
        if (name != nullptr && !name->text().trimmed().isEmpty()) {
            request.environment.append(
                {name->text().trimmed(), value == nullptr ? QString() : value->text()});
        }
    }
    return request;
}

void NewRunDialog::changed()
{
    ++m_serial; // what is shown is no longer what would run
    m_start->setEnabled(false);
    m_timer.start();
}

void NewRunDialog::askPreview()
{
    if (m_node->count() == 0) {
        showProblem(tr("There are no nodes yet. Add one in Nodes first."));
        return;
    }
    const quint64 serial = ++m_serial;
    whenDone(m_remote.previewJob(request()), this,
             [this, serial](const Result<JobPreview>& preview) {
                 if (serial == m_serial) {
                     showPreview(preview);
                 }
             });
}

void NewRunDialog::showPreview(const Result<JobPreview>& preview)
{
    m_start->setEnabled(preview.ok());
    if (!preview) {
        showProblem(messageFor(preview.error()));
        return;
    }
    m_problem->hide();
    const QString command =
        preview->command.isEmpty() ? QString() : QStringLiteral("# %1\n").arg(preview->command);
    m_script->setPlainText(visibleText(command + preview->script));
    QStringList variables;
    for (const auto& [name, value] : preview->environment) {
        variables.append(name + u'=' + value);
    }
    m_variables->setPlainText(visibleText(variables.join(u'\n')));
    m_notes->setText(preview->notes.join(u'\n'));
    m_notes->setVisible(!preview->notes.isEmpty());
}

void NewRunDialog::showProblem(const QString& text)
{
    m_problem->setText(text);
    m_problem->show();
}

void NewRunDialog::accept()
{
    if (!m_start->isEnabled()) {
        return;
    }
    const Result<QString> started = m_remote.startJob(request());
    if (!started) {
        showProblem(messageFor(started.error()));
        return;
    }
    m_jobId = *started;
    QDialog::accept();
}

} // namespace rocport
