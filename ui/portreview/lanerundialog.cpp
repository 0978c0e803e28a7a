#include "ui/portreview/lanerundialog.h"

#include "ui/theme/plaintext.h"
#include "ui/theme/texttable.h"
#include "ui/verify/checkrows.h"
#include "ui/verify/lanepane.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rocport {

LaneRunDialog::LaneRunDialog(VerifyRun run, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_run(std::move(run)),
      m_provider(provider),
      m_model(new TextTableModel(provider, verifyCheckColumns(VerifyLevel::Lanes, areTimed(m_run)),
                                 this)),
      m_table(new TextTable(provider, *m_model, tr("What came back"), this)),
      m_pane(new LanePane(provider, this)),
      m_detail(new MarkupLabel(provider, TextStep::Small, &ThemeColours::text2, this))
{
    setObjectName(QStringLiteral("laneRunDialog"));
    setWindowTitle(tr("Lanes: %1").arg(m_run.title));
    resize(provider.theme().scaled(1080), provider.theme().scaled(640));
    auto* banner = new TextLabel(provider, TextStep::Small,
                                 tr("Executed on the CPU, not evidence of an AMD GPU."),
                                 &ThemeColours::text2, this);
    m_table->setObjectName(QStringLiteral("laneRunChecks"));
    m_detail->setObjectName(QStringLiteral("laneRunDetail"));
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* notes = new TextLabel(provider, TextStep::Small, m_run.notes.join(u'\n'),
                                &ThemeColours::text2, this);
    notes->setWordWrap(true);
    notes->setVisible(!m_run.notes.isEmpty());
    auto* close = makeButton(tr("Close"), ButtonKind::Normal, this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(notes, 1);
    buttons->addStretch();
    buttons->addWidget(close, 0, Qt::AlignBottom);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(banner);
    layout->addWidget(m_table, 2);
    layout->addWidget(m_detail);
    layout->addWidget(m_pane, 3);
    layout->addLayout(buttons);
    m_model->setRows(verifyCheckRows(m_run));
    connect(m_table, &TextTable::currentIdChanged, this, &LaneRunDialog::showCheck);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_pane, &LanePane::placeRequested, this, [this] {
        if (const VerifyCheck* shown = check(m_table->currentId())) {
            Q_EMIT placeRequested(shown->file, shown->line, shown->side == PlaceSide::Original);
            accept();
        }
    });
    connect(m_pane, &LanePane::changeRequested, this, &QDialog::accept); // the hunk is behind it
    choose({}, 0, 0);
}

bool LaneRunDialog::isOfHunk(const VerifyCheck& one) const
{
    return one.lanes && one.lanes->kernelPath == m_file && one.lanes->kernelLine <= m_last &&
           one.lanes->kernelEnd >= m_first;
}

const VerifyCheck* LaneRunDialog::check(const QString& id) const
{
    const auto found = std::find_if(m_run.checks.begin(), m_run.checks.end(),
                                    [&id](const VerifyCheck& one) { return one.id == id; });
    return found == m_run.checks.end() ? nullptr : &*found;
}

void LaneRunDialog::choose(const QString& file, int first, int last)
{
    m_file = file;
    m_first = first;
    m_last = last;
    const auto rank = [this](const VerifyCheck& one) {
        return (isOfHunk(one) ? 2 : 0) + (one.state == CheckState::Failed ? 1 : 0);
    };
    const auto best = std::max_element(
        m_run.checks.begin(), m_run.checks.end(),
        [&rank](const VerifyCheck& a, const VerifyCheck& b) { return rank(a) < rank(b); });
    if (best != m_run.checks.end()) {
        m_table->setCurrentId(best->id);
        showCheck(best->id);
    }
}

void LaneRunDialog::showCheck(const QString& id)
{
    const VerifyCheck* shown = check(id);
    m_pane->setCheck(shown, shown != nullptr && isOfHunk(*shown));
    const QString detail = shown != nullptr ? shown->detail : QString();
    m_detail->setMarkup(codeMarkup(m_provider.theme(), detail));
    m_detail->setAccessibleName(detail);
}

} // namespace rocport
