#include "ui/verify/requestdialog.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "ui/messages/messages.h"
#include "ui/nodes/nodetext.h"
#include "ui/theme/typedtext.h"
#include "ui/verify/lanefields.h"
#include "ui/verify/verifytext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr int kMostIterations = 1000000;

/// Words between blanks or semicolons.
QStringList wordsOf(const QLineEdit* field, QChar separator)
{
    QStringList out;
    for (const QString& word : field->text().split(separator, Qt::SkipEmptyParts)) {
        if (!word.trimmed().isEmpty()) {
            out.append(word.trimmed());
        }
    }
    return out;
}

QLineEdit* addField(QFormLayout* form, const QString& label, const QString& name,
                    const QString& placeholder)
{
    auto* field = new QLineEdit;
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    form->addRow(label, field);
    return field;
}

} // namespace

RequestDialog::RequestDialog(RemoteService& remote, ThemeProvider& provider,
                             const VerifyRequest& start, QWidget* parent)
    : QDialog(parent),
      m_remote(remote),
      m_provider(provider),
      m_level(start.level),
      m_pages(new QStackedWidget(this)),
      m_problem(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this)),
      m_back(makeButton(tr("Back"), ButtonKind::Normal, this)),
      m_next(makeButton(tr("Preview"), ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("requestDialog"));
    keepTypedText(*this);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Run %1").arg(levelTitle(m_level)));
    auto* fields = new QWidget(m_pages);
    auto* preview = new QWidget(m_pages);
    buildFields(fields);
    buildPreview(preview);
    m_pages->addWidget(fields);
    m_pages->addWidget(preview);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("requestProblem"));
    m_next->setObjectName(QStringLiteral("requestNext"));
    m_next->setDefault(true);
    m_back->setObjectName(QStringLiteral("requestBack"));
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_pages, 1);
    column->addLayout(buttons);
    resize(provider.theme().scaled(680), provider.theme().scaled(520));
    fill(start);
    const auto lines = findChildren<QLineEdit*>();
    for (QLineEdit* line : lines) {
        connect(line, &QLineEdit::textChanged, this, &RequestDialog::updateFields);
    }
    connect(m_kind, &QComboBox::currentIndexChanged, this, &RequestDialog::updateFields);
    connect(m_node, &QComboBox::currentIndexChanged, this, &RequestDialog::updateFields);
    connect(m_capture, &QCheckBox::toggled, this, &RequestDialog::updateFields);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_back, &QPushButton::clicked, this, [this] {
        ++m_number;
        m_pages->setCurrentIndex(0);
        updateFields();
    });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_pages->currentIndex() == 0) {
            this->preview();
        } else {
            this->start();
        }
    });
    updateFields();
}

void RequestDialog::buildFields(QWidget* page)
{
    m_form = new QFormLayout(page);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setHorizontalSpacing(16);
    m_form->setVerticalSpacing(8);
    m_node = new QComboBox(page);
    m_node->setObjectName(QStringLiteral("requestNode"));
    m_node->setAccessibleName(tr("Node"));
    m_form->addRow(tr("Node"), m_node);
    m_sync = new QCheckBox(tr("Send the sources with the accepted port"), page);
    m_form->addRow(QString(), m_sync);
    m_kind = new QComboBox(page);
    m_kind->setObjectName(QStringLiteral("requestKind"));
    m_kind->setAccessibleName(tr("What to run"));
    m_kind->addItem(tr("A Python function"));
    m_kind->addItem(tr("A program that writes files"));
    m_form->addRow(tr("What to run"), m_kind);
    m_target = addField(m_form, tr("Function"), QStringLiteral("requestTarget"),
                        QStringLiteral("package.module:callable"));
    m_command = addField(m_form, tr("Command"), QStringLiteral("requestCommand"),
                         QStringLiteral("./build/solver --steps 10"));
    m_outputs = addField(m_form, tr("Output files"), QStringLiteral("requestOutputs"),
                         tr("out.npz; state.safetensors, relative to the sources"));
    m_shapes = addField(m_form, tr("Shapes"), QStringLiteral("requestShapes"),
                        tr("2,128,64; 2,64,64: one per argument; leave empty for the usual set"));
    m_dtypes = addField(m_form, tr("Types"), QStringLiteral("requestTypes"),
                        QStringLiteral("float32; bfloat16"));
    m_seed = addField(m_form, tr("Seed"), QStringLiteral("requestSeed"), {});
    buildNumerical(m_form);
    m_lanes = new LaneFields(*m_form, page);
}

void RequestDialog::buildNumerical(QFormLayout* form)
{
    m_iterations = new QSpinBox;
    m_iterations->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_iterations->setObjectName(QStringLiteral("requestIterations"));
    m_iterations->setAccessibleName(tr("Iterations of the stability test"));
    m_iterations->setRange(0, kMostIterations);
    m_iterations->setSpecialValueText(tr("no stability test"));
    form->addRow(tr("Iterations"), m_iterations);
    m_capture = new QCheckBox(tr("Capture a golden bundle there instead of comparing"));
    m_capture->setObjectName(QStringLiteral("requestCapture"));
    form->addRow(QString(), m_capture);
    m_referenceRow = new QWidget;
    m_reference = new QLineEdit(m_referenceRow);
    m_reference->setObjectName(QStringLiteral("requestReference"));
    m_reference->setAccessibleName(tr("Reference bundle or tensor file, or the folder to capture "
                                      "into"));
    m_file = makeButton(tr("File…"), ButtonKind::Normal, m_referenceRow);
    auto* folder = makeButton(tr("Folder…"), ButtonKind::Normal, m_referenceRow);
    auto* row = new QHBoxLayout(m_referenceRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_reference, 1);
    row->addWidget(m_file);
    row->addWidget(folder);
    form->addRow(tr("Reference"), m_referenceRow);
    connect(m_file, &QPushButton::clicked, this, [this] { choosePath(false); });
    connect(folder, &QPushButton::clicked, this, [this] { choosePath(true); });
}

void RequestDialog::buildPreview(QWidget* page)
{
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    const auto text = [&](const QString& title, const QString& name) {
        column->addWidget(
            new TextLabel(m_provider, TextStep::BodyMedium, title, &ThemeColours::text, page));
        auto* edit = new QPlainTextEdit(page);
        edit->setObjectName(name);
        edit->setAccessibleName(title);
        edit->setReadOnly(true);
        edit->setTabChangesFocus(true);
        edit->setProperty("field", true);
        edit->setLineWrapMode(QPlainTextEdit::NoWrap);
        edit->setFont(m_provider.theme().font(TextStep::Code));
        column->addWidget(edit, 1);
        return edit;
    };
    m_commandText = new TextLabel(m_provider, TextStep::Code, {}, &ThemeColours::text, page);
    m_commandText->setObjectName(QStringLiteral("previewCommand"));
    m_commandText->setWordWrap(true);
    m_commandText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(new TextLabel(m_provider, TextStep::BodyMedium, tr("Started with"),
                                    &ThemeColours::text, page));
    column->addWidget(m_commandText);
    m_script = text(tr("Script"), QStringLiteral("previewScript"));
    m_environment = text(tr("Environment"), QStringLiteral("previewEnvironment"));
    m_environment->setMaximumHeight(m_provider.theme().scaled(96));
    m_notes = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, page);
    m_notes->setWordWrap(true);
    column->addWidget(m_notes);
}

void RequestDialog::fill(const VerifyRequest& start)
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    for (const NodeEntry& entry : state->nodes) {
        m_node->addItem(QStringLiteral("%1 (%2)").arg(entry.node.name, nodeStateWord(entry.state)),
                        entry.node.id);
    }
    const QString wanted = start.nodeId.isEmpty() ? state->currentNode : start.nodeId;
    m_node->setCurrentIndex(qMax(0, m_node->findData(wanted)));
    m_sync->setChecked(start.sync);
    m_kind->setCurrentIndex(start.command.isEmpty() ? 0 : 1);
    m_target->setText(start.target);
    m_command->setText(start.command);
    m_outputs->setText(start.outputs.join(QStringLiteral("; ")));
    m_shapes->setText(start.shapes.join(QStringLiteral("; ")));
    m_dtypes->setText(start.dtypes.join(QStringLiteral("; ")));
    m_seed->setText(QString::number(start.seed));
    m_iterations->setValue(start.iterations);
    m_capture->setChecked(start.capture);
    m_reference->setText(start.reference);
    m_lanes->fill(start);
}

VerifyRequest RequestDialog::request() const
{
    VerifyRequest out;
    out.level = m_level;
    if (m_level == VerifyLevel::Lanes) {
        m_lanes->read(out);
        return out;
    }
    out.nodeId = m_node->currentData().toString();
    out.sync = m_sync->isChecked();
    if (m_level == VerifyLevel::Build) {
        return out;
    }
    const bool program = m_kind->currentIndex() == 1;
    if (program) {
        out.command = m_command->text().trimmed();
        out.outputs = wordsOf(m_outputs, u';');
    } else {
        out.target = m_target->text().trimmed();
        out.shapes = wordsOf(m_shapes, u';');
        out.dtypes = wordsOf(m_dtypes, u';');
        out.seed = m_seed->text().trimmed().toLongLong();
    }
    if (m_level == VerifyLevel::Numerical) {
        out.iterations = m_iterations->value();
        out.capture = m_capture->isChecked();
        out.reference = m_reference->text().trimmed();
    }
    return out;
}

QString RequestDialog::missing() const
{
    const VerifyRequest now = request();
    if (m_level == VerifyLevel::Lanes) {
        return {}; // it runs on this machine
    }
    if (now.nodeId.isEmpty()) {
        return tr("Add a node first; this level does not run on this machine.");
    }
    if (m_level == VerifyLevel::Build) {
        return {};
    }
    bool number = false;
    (void)m_seed->text().trimmed().toLongLong(&number);
    if (m_kind->currentIndex() == 1) {
        if (now.command.isEmpty()) {
            return tr("Enter the program's command line.");
        }
        if (m_level == VerifyLevel::Numerical && now.outputs.isEmpty()) {
            return tr("Enter the files that the program writes; they are compared.");
        }
    } else if (now.target.isEmpty() || !now.target.contains(u':')) {
        return tr("Enter the function as package.module:callable.");
    } else if (!number) {
        return tr("The seed must be a whole number.");
    }
    if (m_level == VerifyLevel::Numerical && now.reference.isEmpty() && now.iterations == 0) {
        return now.capture ? tr("Choose the folder to save the bundle in.")
                           : tr("Choose a reference to compare with, or a number of iterations for "
                                "the stability test.");
    }
    return now.capture && now.reference.isEmpty() ? tr("Choose the folder to save the bundle in.")
                                                  : QString();
}

void RequestDialog::updateFields()
{
    const bool fieldsShown = m_pages->currentIndex() == 0;
    const bool lanes = m_level == VerifyLevel::Lanes;
    const bool build = m_level == VerifyLevel::Build || lanes;
    const bool program = m_kind->currentIndex() == 1;
    m_form->setRowVisible(m_node, !lanes);
    m_form->setRowVisible(m_sync, !lanes);
    m_lanes->setVisible(lanes);
    const bool numerical = m_level == VerifyLevel::Numerical;
    m_form->setRowVisible(m_kind, !build);
    m_form->setRowVisible(m_target, !build && !program);
    m_form->setRowVisible(m_command, !build && program);
    m_form->setRowVisible(m_outputs, !build && program);
    m_form->setRowVisible(m_shapes, !build && !program);
    m_form->setRowVisible(m_dtypes, !build && !program);
    m_form->setRowVisible(m_seed, !build && !program);
    m_form->setRowVisible(m_iterations, numerical);
    m_form->setRowVisible(m_capture, numerical);
    m_form->setRowVisible(m_referenceRow, numerical);
    m_file->setVisible(!m_capture->isChecked());
    m_reference->setPlaceholderText(m_capture->isChecked()
                                        ? tr("local folder for the bundle")
                                        : tr("folder of a golden bundle, or a tensor file"));
    m_back->setVisible(!fieldsShown);
    m_next->setText(fieldsShown ? tr("Preview") : tr("Start"));
    m_problem->setText(fieldsShown ? missing() : QString());
    m_next->setEnabled(!fieldsShown || m_problem->text().isEmpty());
}

void RequestDialog::choosePath(bool folder)
{
    auto* dialog = new QFileDialog(this, tr("Reference"), m_reference->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (!folder) {
        dialog->setNameFilter(tr("Tensors (*.safetensors *.npz *.npy *.pt *.pth);;All files (*)"));
    }
    connect(dialog, &QFileDialog::fileSelected, m_reference, &QLineEdit::setText);
    dialog->open();
}

void RequestDialog::preview()
{
    const int number = ++m_number;
    m_next->setEnabled(false);
    m_problem->setText({});
    whenDone(m_remote.previewVerification(request()), this,
             [this, number](const Result<JobPreview>& preview) {
                 if (number != m_number) {
                     return;
                 }
                 if (!preview) {
                     updateFields();
                     m_problem->setText(messageFor(preview.error()));
                     return;
                 }
                 showPreview(*preview);
             });
}

void RequestDialog::showPreview(const JobPreview& preview)
{
    m_commandText->setText(preview.command);
    m_script->setPlainText(visibleText(preview.script));
    QStringList lines;
    for (const auto& [name, value] : preview.environment) {
        lines.append(name + u'=' + value);
    }
    m_environment->setPlainText(lines.isEmpty() ? tr("No variables are set.")
                                                : visibleText(lines.join(u'\n')));
    m_notes->setText(preview.notes.join(u'\n'));
    m_pages->setCurrentIndex(1);
    updateFields();
    m_next->setFocus();
}

void RequestDialog::start()
{
    const VerifyRequest now = request();
    const Result<QString> job = m_remote.startVerification(now);
    if (!job) {
        m_problem->setText(messageFor(job.error()));
        return;
    }
    Q_EMIT started(*job, now);
    accept();
}

} // namespace rocport
