#include "ui/runs/newmatrixdialog.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/remote/nodekinds.h"
#include "ui/messages/messages.h"
#include "ui/theme/typedtext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr int kMatrixDelay = 250;
constexpr int kMostAtOnce = 999;
constexpr int kStabilityIterations = 100;

QStringList linesOf(const QPlainTextEdit& field)
{
    QStringList all;
    const QStringList lines = field.toPlainText().split(u'\n');
    for (const QString& line : lines) {
        if (!line.trimmed().isEmpty() && !all.contains(line.trimmed())) {
            all.append(line.trimmed());
        }
    }
    return all;
}

bool hasQueue(const Node& node)
{
    return transportOf(node)->capabilities().queues;
}

} // namespace

NewMatrixDialog::NewMatrixDialog(RemoteService& remote, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent), m_remote(remote), m_provider(provider)
{
    setObjectName(QStringLiteral("newMatrixDialog"));
    keepTypedText(*this);
    setWindowTitle(tr("New matrix"));
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addWidget(buildForm(), 4);
    columns->addWidget(buildPreview(), 5);
    m_problem = new TextLabel(provider, TextStep::Body, {}, &ThemeColours::crit, this);
    m_problem->setObjectName(QStringLiteral("matrixProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_start = makeButton(tr("Start"), ButtonKind::Primary, this);
    m_start->setObjectName(QStringLiteral("startMatrix"));
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
    connect(m_start, &QPushButton::clicked, this, &NewMatrixDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kMatrixDelay);
    connect(&m_timer, &QTimer::timeout, this, &NewMatrixDialog::askPreview);
    follow();
    offerNode();
    resize(provider.theme().scaled(1080), provider.theme().scaled(660));
    askPreview();
}

QPlainTextEdit* NewMatrixDialog::lines(const QString& name, const QString& accessible,
                                       const QString& placeholder, QWidget* parent)
{
    auto* field = new QPlainTextEdit(parent);
    field->setObjectName(name);
    field->setAccessibleName(accessible);
    field->setPlaceholderText(placeholder);
    field->setFont(m_provider.theme().font(TextStep::Code));
    field->setTabChangesFocus(true);
    field->setLineWrapMode(QPlainTextEdit::NoWrap);
    field->setMinimumHeight(m_provider.theme().scaled(44));
    return field;
}

QWidget* NewMatrixDialog::buildForm()
{
    auto* pane = new QWidget(this);
    m_node = new QComboBox(pane);
    m_node->setObjectName(QStringLiteral("matrixNode"));
    const auto state = m_remote.state();
    for (const NodeEntry& entry : state->nodes) {
        if (hasQueue(entry.node)) {
            m_node->addItem(entry.node.name, entry.node.id);
        }
    }
    m_node->setCurrentIndex(std::max(0, m_node->findData(state->currentNode)));
    m_title = new QLineEdit(pane);
    m_title->setPlaceholderText(tr("Taken from the fields below"));
    m_sync = new QCheckBox(tr("Send the sources with the accepted changes"), pane);
    m_sync->setObjectName(QStringLiteral("matrixSync"));
    m_sync->setChecked(true);
    m_images = lines(QStringLiteral("matrixImages"), tr("Images, one per line"),
                     tr("One per line; empty: that of the node"), pane);
    m_partitions = lines(QStringLiteral("matrixPartitions"), tr("Partitions, one per line"),
                         tr("One per line; empty: that of the node"), pane);
    m_architectures =
        lines(QStringLiteral("matrixArchitectures"), tr("Architectures, one per line"),
              tr("One per line; empty: those of the project, together"), pane);
    m_atOnce = new QSpinBox(pane);
    m_atOnce->setObjectName(QStringLiteral("matrixAtOnce"));
    m_atOnce->setRange(0, kMostAtOnce);
    m_atOnce->setSpecialValueText(tr("As many as Slurm lets"));
    m_atOnce->setButtonSymbols(QAbstractSpinBox::NoButtons);
    auto* form = new QFormLayout(pane);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(8);
    form->addRow(tr("Node"), m_node);
    form->addRow(tr("Title"), m_title);
    form->addRow({}, m_sync);
    form->addRow(tr("Checks"), buildChecks());
    form->addRow(tr("Images"), m_images);
    form->addRow(tr("Partitions"), m_partitions);
    form->addRow(tr("Architectures"), m_architectures);
    form->addRow(tr("Cells at once"), m_atOnce);
    return pane;
}

QWidget* NewMatrixDialog::buildChecks()
{
    auto* pane = new QWidget(this);
    const auto box = [pane](const QString& text, const char* name) {
        auto* made = new QCheckBox(text, pane);
        made->setObjectName(QString::fromLatin1(name));
        return made;
    };
    const auto field = [this, pane](const QString& accessible, const QString& placeholder,
                                    const char* name) {
        auto* made = new QLineEdit(pane);
        made->setObjectName(QString::fromLatin1(name));
        made->setAccessibleName(accessible);
        made->setPlaceholderText(placeholder);
        made->setFont(m_provider.theme().font(TextStep::Code));
        return made;
    };
    m_builds = box(tr("Build"), "matrixBuilds");
    m_builds->setChecked(true);
    m_build = new QComboBox(pane);
    m_build->setObjectName(QStringLiteral("matrixBuild"));
    m_build->setAccessibleName(tr("How to build"));
    m_build->addItem(tr("Each file with hipcc"), static_cast<int>(BuildKind::HipccFiles));
    m_build->addItem(tr("CMake"), static_cast<int>(BuildKind::CMake));
    m_build->addItem(tr("make"), static_cast<int>(BuildKind::Make));
    m_build->addItem(tr("pip, keeping torch"), static_cast<int>(BuildKind::Pip));
    m_buildFirst = box(tr("Also before the other checks"), "matrixBuildFirst");
    m_target = field(tr("Python function to check"), tr("package.module:callable"), "matrixTarget");
    m_loads = box(tr("Load"), "matrixLoads");
    m_golden = box(tr("Golden vectors"), "matrixGolden");
    m_reference = field(tr("Folder of the golden bundle"), tr("Folder of a golden bundle"),
                        "matrixReference");
    m_stable = box(tr("Stability, 100 iterations"), "matrixStable");
    m_runs = box(tr("Command"), "matrixRuns");
    m_command = field(tr("Command line"), tr("Shell command line, run in the source folder"),
                      "matrixCommand");
    auto* grid = new QGridLayout(pane);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_builds, 0, 0);
    grid->addWidget(m_build, 0, 1);
    grid->addWidget(m_buildFirst, 1, 1);
    grid->addWidget(m_loads, 2, 0);
    grid->addWidget(m_target, 2, 1);
    grid->addWidget(m_golden, 3, 0);
    grid->addWidget(m_reference, 3, 1);
    grid->addWidget(m_stable, 4, 0, 1, 2);
    grid->addWidget(m_runs, 5, 0);
    grid->addWidget(m_command, 5, 1);
    return pane;
}

QWidget* NewMatrixDialog::buildPreview()
{
    auto* pane = new QWidget(this);
    m_count = new TextLabel(m_provider, TextStep::BodyMedium, tr("What would run"),
                            &ThemeColours::text, pane);
    m_count->setObjectName(QStringLiteral("matrixCount"));
    m_cells = new TextTableModel(m_provider,
                                 {{tr("Check"), 150, false, false, true},
                                  {tr("Where"), 160, true},
                                  {tr("Runs"), 140, false, false, false, false, true}},
                                 pane);
    m_table = new TextTable(m_provider, *m_cells, tr("Cells of the matrix"), pane);
    m_table->setObjectName(QStringLiteral("matrixPreview"));
    m_script = new QPlainTextEdit(pane);
    m_script->setObjectName(QStringLiteral("matrixScript"));
    m_script->setAccessibleName(tr("Script of the selected cell"));
    m_script->setFont(m_provider.theme().font(TextStep::Code));
    m_script->setReadOnly(true);
    m_script->setTabChangesFocus(true);
    m_script->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_notes = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, pane);
    m_notes->setWordWrap(true);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_count);
    layout->addWidget(m_table, 3);
    layout->addWidget(new TextLabel(m_provider, TextStep::BodyMedium,
                                    tr("Script of the selected cell, secrets masked"),
                                    &ThemeColours::text, pane));
    layout->addWidget(m_script, 2);
    layout->addWidget(m_notes);
    connect(m_table, &TextTable::currentIdChanged, this, &NewMatrixDialog::showCell);
    return pane;
}

void NewMatrixDialog::follow()
{
    for (QComboBox* box : {m_node, m_build}) {
        connect(box, &QComboBox::currentIndexChanged, this, &NewMatrixDialog::changed);
    }
    connect(m_node, &QComboBox::currentIndexChanged, this, &NewMatrixDialog::offerNode);
    for (QCheckBox* box : {m_sync, m_builds, m_buildFirst, m_loads, m_golden, m_stable, m_runs}) {
        connect(box, &QCheckBox::toggled, this, &NewMatrixDialog::changed);
    }
    for (QLineEdit* field : {m_title, m_target, m_reference, m_command}) {
        connect(field, &QLineEdit::textChanged, this, &NewMatrixDialog::changed);
    }
    for (QPlainTextEdit* field : {m_images, m_partitions, m_architectures}) {
        connect(field, &QPlainTextEdit::textChanged, this, &NewMatrixDialog::changed);
    }
    connect(m_atOnce, &QSpinBox::valueChanged, this, &NewMatrixDialog::changed);
}

/// What is empty stands for the node's own: said where it is known.
void NewMatrixDialog::offerNode()
{
    const NodeEntry* entry = m_remote.state()->node(m_node->currentData().toString());
    const QString image = entry != nullptr ? transportOf(entry->node)->image() : QString();
    m_images->setPlaceholderText(image.isEmpty() ? tr("One per line; empty: no container")
                                                 : tr("One per line; empty: %1").arg(image));
}

void NewMatrixDialog::addVerifications(MatrixRequest& request) const
{
    const auto add = [this, &request](VerifyLevel level, int iterations, const QString& reference) {
        VerifyRequest verify;
        verify.level = level;
        verify.target = m_target->text().trimmed();
        verify.iterations = iterations;
        verify.reference = reference;
        MatrixCheck check;
        check.verify = verify;
        request.checks.append(check);
    };
    if (m_loads->isChecked()) {
        add(VerifyLevel::Load, 0, {});
    }
    if (m_golden->isChecked()) {
        add(VerifyLevel::Numerical, 0, m_reference->text().trimmed());
    }
    if (m_stable->isChecked()) {
        add(VerifyLevel::Numerical, kStabilityIterations, {});
    }
}

MatrixRequest NewMatrixDialog::request() const
{
    MatrixRequest request;
    request.nodeId = m_node->currentData().toString();
    request.title = m_title->text().trimmed();
    request.sync = m_sync->isChecked();
    request.atOnce = m_atOnce->value();
    const auto build = static_cast<BuildKind>(m_build->currentData().toInt());
    if (m_builds->isChecked()) {
        MatrixCheck check;
        check.build = build;
        request.checks.append(check);
    }
    if (m_buildFirst->isChecked()) {
        request.buildFirst = build;
    }
    addVerifications(request);
    if (m_runs->isChecked()) {
        MatrixCheck check;
        check.command = m_command->text().trimmed();
        request.checks.append(check);
    }
    const auto given = [](const QPlainTextEdit& field) {
        const QStringList all = linesOf(field);
        return all.isEmpty() ? QStringList{QString()} : all;
    };
    for (const QString& image : given(*m_images)) {
        for (const QString& partition : given(*m_partitions)) {
            for (const QString& architecture : given(*m_architectures)) {
                request.places.append({image, partition, architecture});
            }
        }
    }
    return request;
}

void NewMatrixDialog::changed()
{
    ++m_serial; // what is shown is no longer what would run
    m_start->setEnabled(false);
    m_timer.start();
}

void NewMatrixDialog::askPreview()
{
    if (m_node->count() == 0) {
        showProblem(tr("No node has Slurm yet. Add one in Nodes, or switch Slurm on there."));
        return;
    }
    const quint64 serial = ++m_serial;
    whenDone(m_remote.previewMatrix(request()), this,
             [this, serial](const Result<MatrixPreview>& preview) {
                 if (serial == m_serial) {
                     showPreview(preview);
                 }
             });
}

void NewMatrixDialog::showPreview(const Result<MatrixPreview>& preview)
{
    m_start->setEnabled(preview.ok());
    m_preview = preview ? *preview : MatrixPreview();
    QVector<TextRow> rows;
    for (qsizetype i = 0; i < m_preview.cells.size(); ++i) {
        const MatrixPreview::Cell& cell = m_preview.cells.at(i);
        rows.append({QString::number(i),
                     {{visibleText(cell.check)},
                      {visibleText(cell.place)},
                      {cell.stages.join(QStringLiteral(", "))}}});
    }
    m_cells->setRows(rows);
    const auto cells = static_cast<int>(rows.size());
    m_start->setText(preview ? tr("Start %1").arg(counted(cells, "cell", "cells")) : tr("Start"));
    m_count->setText(preview ? tr("%1 in %2 of Slurm")
                                   .arg(counted(cells, "cell", "cells"),
                                        counted(m_preview.commands.size(), "array", "arrays"))
                             : tr("What would run"));
    if (!preview) {
        m_script->clear();
        m_notes->hide();
        showProblem(messageFor(preview.error()));
        return;
    }
    m_problem->hide();
    m_notes->setText(m_preview.notes.join(u'\n'));
    m_notes->setVisible(!m_preview.notes.isEmpty());
    if (m_table->currentId().isEmpty() && cells > 0) {
        m_table->setCurrentId(QStringLiteral("0"));
    }
    showCell(m_table->currentId());
}

void NewMatrixDialog::showCell(const QString& row)
{
    bool number = false;
    const int at = row.toInt(&number);
    if (!number || at >= m_preview.cells.size()) {
        m_script->clear();
        return;
    }
    QString commands;
    for (const QString& command : std::as_const(m_preview.commands)) {
        commands += QStringLiteral("# %1\n").arg(command);
    }
    m_script->setPlainText(visibleText(commands + m_preview.cells.at(at).script));
}

void NewMatrixDialog::showProblem(const QString& text)
{
    m_problem->setText(text);
    m_problem->show();
}

void NewMatrixDialog::accept()
{
    if (!m_start->isEnabled()) {
        return;
    }
    m_start->setEnabled(false); // until it is known how it went
    whenDone(m_remote.startMatrix(request()), this, [this](const Result<QString>& started) {
        if (!started) {
            m_start->setEnabled(true);
            showProblem(messageFor(started.error()));
            return;
        }
        m_matrixId = *started;
        QDialog::accept();
    });
}

} // namespace rocport
