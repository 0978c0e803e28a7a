#include "ui/review/gatepanel.h"

#include "core/base/wording.h"
#include "core/project/session/compilerchecks.h"
#include "core/project/session/projectstate.h"
#include "core/report/gatereport.h"
#include "core/verify/compilerproof.h"
#include "ui/theme/celldelegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace rocport {

GateOptions gateOptionsOf(const UiSettings& settings)
{
    GateOptions options;
    options.search = CompilerSearch::fromEnvironment();
    options.search.compiler = settings.value(QStringLiteral("compile/compiler")).toString();
    options.search.rocmPath = settings.value(QStringLiteral("compile/rocm-path")).toString();
    return options;
}

GatePanel::GatePanel(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                     QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_settings(settings),
      m_model(new GateModel(provider, this)),
      m_header(new PanelHeader(provider, 36, &ThemeColours::window, this)),
      m_title(new TextLabel(provider, TextStep::BodyStrong, tr("Compile check"),
                            &ThemeColours::text, m_header)),
      m_summary(new ElidedLabel(provider, TextStep::Body, {}, &ThemeColours::text2, m_header)),
      m_stale(new Chip(provider, tr("From before later decisions"), ChipTone::Warn, Glyph::Clock,
                       m_header)),
      m_again(makeButton(tr("Check again"), ButtonKind::Normal, m_header)),
      m_whole(makeButton(tr("Run build files"), ButtonKind::Normal, m_header)),
      m_prove(makeButton(tr("Prove by compiling"), ButtonKind::Normal, m_header)),
      m_close(makeButton(tr("Close"), ButtonKind::Flat, m_header)),
      m_note(new ElidedLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_stack(new QStackedWidget(this)),
      m_tree(new QTreeView(m_stack)),
      m_empty(new EmptyState(provider, Glyph::List, tr("Nothing has been checked yet"),
                             tr("The accepted port is compiled on this machine, without a GPU."),
                             m_stack))
{
    setObjectName(QStringLiteral("gatePanel"));
    setAccessibleName(tr("Compile check"));
    m_summary->setObjectName(QStringLiteral("gateSummary"));
    m_again->setObjectName(QStringLiteral("gateAgain"));
    m_prove->setObjectName(QStringLiteral("gateProve"));
    m_whole->setObjectName(QStringLiteral("gateWhole"));
    m_whole->setToolTip(
        tr("Runs the project's CMake, meson or make files in a sandbox, for CUDA and for "
           "ROCm, compares what they compile, and compiles what the ROCm build does"));
    for (QPushButton* button : {m_again, m_whole, m_prove, m_close}) {
        button->setProperty("compact", true);
    }
    m_stale->hide();
    QHBoxLayout* row = m_header->row();
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addWidget(m_summary, 1);
    row->addWidget(m_stale);
    row->addWidget(m_prove);
    row->addWidget(m_whole);
    row->addWidget(m_again);
    row->addWidget(m_close);

    m_tree->setObjectName(QStringLiteral("gateTree"));
    m_tree->setAccessibleName(tr("Results of the compile check"));
    m_tree->setModel(m_model);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    QVector<TableColumn> columns(GateModel::ColumnCount);
    columns[GateModel::PlaceColumn] = {ElideAs::Path, true, false, false, 240};
    columns[GateModel::TextColumn] = {ElideAs::Sentence, false, true, true, 240};
    fitColumns(*m_tree, provider, columns, 24);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tree);
    setFocusProxy(m_tree);

    auto* note = new QHBoxLayout;
    note->setContentsMargins(12, 0, 12, 0);
    note->addWidget(m_note);
    m_note->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addLayout(note);
    layout->addWidget(m_stack, 1);

    connect(m_again, &QPushButton::clicked, this, &GatePanel::check);
    connect(m_whole, &QPushButton::clicked, this, &GatePanel::checkWhole);
    connect(m_prove, &QPushButton::clicked, this, &GatePanel::prove);
    connect(m_close, &QPushButton::clicked, this, &GatePanel::closeRequested);
    connect(m_tree, &QTreeView::activated, this, &GatePanel::activate);
    connect(&session, &ProjectSession::stateChanged, this, &GatePanel::stateChanged);
    connect(&session, &ProjectSession::opened, this, &GatePanel::stateChanged);
    connect(&session, &ProjectSession::closed, this, &GatePanel::stateChanged);
    connect(&session.checks(), &CompilerChecks::proved, this,
            [this](const std::shared_ptr<const CompilerProof>& proof) { compilersProved(*proof); });
    stateChanged();
}

void GatePanel::check()
{
    m_session.checks().checkCompiles(gateOptionsOf(m_settings));
}

void GatePanel::checkWhole()
{
    m_session.checks().checkWholeBuild(gateOptionsOf(m_settings));
}

void GatePanel::prove()
{
    CompilerProofOptions options;
    options.search = CompilerSearch::fromEnvironment();
    options.search.nvcc = m_settings.value(QStringLiteral("compile/nvcc")).toString();
    options.search.python = m_settings.value(QStringLiteral("compile/python")).toString();
    m_session.checks().proveByCompiling(options);
}

void GatePanel::stateChanged()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const std::shared_ptr<const GateResult> gate = state ? state->gate : nullptr;
    if (!state) {
        m_nvcc.clear();
        m_compilerNotes.clear();
    }
    if (gate != m_model->result()) {
        m_model->setResult(gate);
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex file = m_model->index(row, 0);
            if (file.data(GateModel::StatusRole).toInt() == static_cast<int>(GateStatus::Failed)) {
                m_tree->expand(file);
            }
        }
        m_tree->setCurrentIndex(m_model->index(0, 0));
    }
    m_stack->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget*>(m_tree) : m_empty);
    m_stale->setVisible(gate && state->gateBatch != state->decisions.lastBatchId());
    updateSummary();
}

void GatePanel::updateSummary()
{
    const std::shared_ptr<const GateResult>& gate = m_model->result();
    QStringList parts;
    if (gate) {
        parts.append(gateSummary(*gate));
        if (gate->compilerFound) {
            parts.append(tr("%1 with headers of ROCm %2")
                             .arg(gate->architectures.join(QStringLiteral(", ")),
                                  gate->compiler.headers.toString()));
        }
    }
    if (!m_nvcc.isEmpty()) {
        parts.append(m_nvcc);
    }
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    QStringList notes = gate ? gate->notes : QStringList();
    notes += m_compilerNotes;
    notes.removeDuplicates();
    m_note->setText(notes.join(u' '));
    m_note->setVisible(!notes.isEmpty());
}

void GatePanel::compilersProved(const CompilerProof& proof)
{
    int agree = 0;
    int left = 0;
    QString first;
    for (const CompilerFileProof& file : proof.files) {
        agree += file.status == CompilerProofStatus::Agrees ? 1 : 0;
        left += file.status == CompilerProofStatus::NotChecked ? 1 : 0;
        if (file.status == CompilerProofStatus::Differs && first.isEmpty()) {
            first = file.reason;
        }
    }
    const int differ = static_cast<int>(proof.files.size()) - agree - left;
    QStringList compilers;
    if (!proof.nvcc.version.isEmpty()) {
        compilers.append(QStringLiteral("nvcc %1").arg(proof.nvcc.version));
    }
    if (!proof.python.isEmpty()) {
        compilers.append(QStringLiteral("Python %1").arg(proof.python));
    }
    m_nvcc = tr("%1: of %2, %3, %4, %5 not checked")
                 .arg(compilers.join(QStringLiteral(", ")),
                      counted(proof.files.size(), tr("file"), tr("files")),
                      counted(agree, tr("agrees"), tr("agree")),
                      counted(differ, tr("differs"), tr("differ")), countText(left));
    if (!first.isEmpty()) {
        m_nvcc += QStringLiteral(" (%1)").arg(first);
    }
    m_compilerNotes = proof.notes;
    updateSummary();
}

void GatePanel::activate(const QModelIndex& index)
{
    const auto place = index.data(GateModel::PlaceRole).value<Place>();
    const QByteArray key = index.data(GateModel::HunkKeyRole).toByteArray();
    if (!place.path.isEmpty()) {
        Q_EMIT placeRequested(place);
    } else if (!key.isEmpty()) {
        Q_EMIT hunkRequested(key);
    }
}

void GatePanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closeRequested();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace rocport
