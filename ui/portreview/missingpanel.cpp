#include "ui/portreview/missingpanel.h"

#include "core/base/linerange.h"
#include "core/base/wording.h"
#include "ui/theme/windowfit.h"

#include <QHBoxLayout>
#include <QSet>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

QVector<TextColumn> missingColumns()
{
    QVector<TextColumn> columns;
    columns.append({MissingPanel::tr("Finding"), 300, false, false, true});
    columns.append({MissingPanel::tr("Place"), 140, true, false, false, true});
    columns.append({MissingPanel::tr("Rule"), 120, true});
    columns.append({MissingPanel::tr("Phase"), 48, false, true});
    columns[0].sentence = true;
    columns[2].optional = true;
    columns[3].optional = true;
    return columns;
}

} // namespace

MissingPanel::MissingPanel(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_model(new TextTableModel(provider, missingColumns(), this))
{
    setObjectName(QStringLiteral("missingPanel"));
    setProperty("pane", true);
    setAccessibleName(tr("Not touched by this port"));
    auto* header = new PanelHeader(provider, 36, &ThemeColours::window, this);
    auto* title = new TextLabel(provider, TextStep::BodyStrong, tr("Not touched by this port"),
                                &ThemeColours::text, header);
    m_count = new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, header);
    m_count->setObjectName(QStringLiteral("missingCount"));
    m_comment = makeButton({}, ButtonKind::Normal, header);
    m_comment->setObjectName(QStringLiteral("missingComment"));
    m_comment->setProperty("compact", true);
    connect(m_comment, &QPushButton::clicked, this, &MissingPanel::commentRequested);
    m_close = makeButton({}, ButtonKind::Flat, header);
    m_close->setObjectName(QStringLiteral("missingClose"));
    m_close->setProperty("compact", true);
    m_close->setIcon(provider.icon(Glyph::Cross));
    m_close->setAccessibleName(tr("Hide what the port does not touch"));
    connect(m_close, &QPushButton::clicked, this, &MissingPanel::closeRequested);
    header->row()->setSpacing(8);
    header->row()->addWidget(title);
    header->row()->addWidget(m_count);
    header->row()->addStretch();
    header->row()->addWidget(m_comment);
    header->row()->addWidget(m_close);
    m_pages = new QStackedWidget(this);
    m_pages->setAccessibleName(tr("Not touched by this port"));
    m_table =
        new TextTable(provider, *m_model, tr("Places that this port does not touch"), m_pages);
    m_table->setObjectName(QStringLiteral("missingPlaces"));
    connect(m_table, &TextTable::idActivated, this, [this](const QString& id) {
        const int row = id.toInt();
        if (m_review && row >= 0 && row < m_review->missing.size()) {
            const Finding& finding = m_review->missing[row].finding;
            Q_EMIT placeRequested({finding.path, finding.line, PlaceSide::Port});
        }
    });
    m_none =
        new EmptyState(provider, Glyph::MarkDone, tr("Every rule's place is touched"), {}, m_pages);
    m_none->setGlyph(Glyph::MarkDone, &ThemeColours::okFill);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_none);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_pages, 1);
    keepHeight(*this, provider, 100);
}

void MissingPanel::setState(const std::shared_ptr<const ReviewState>& state)
{
    const std::shared_ptr<const PortReview> review = state ? state->review : nullptr;
    const bool same = review && m_review && review->headScan == m_review->headScan &&
                      review->baseScan == m_review->baseScan;
    m_review = review; // of which more may be known than before
    if (!same) {
        fill();
    }
}

void MissingPanel::fill()
{
    QVector<TextRow> rows;
    QSet<RepoPath> files;
    const QVector<MissingPlace> missing = m_review ? m_review->missing : QVector<MissingPlace>();
    for (qsizetype i = 0; i < missing.size(); ++i) {
        const Finding& finding = missing[i].finding;
        files.insert(finding.path);
        TextRow row;
        row.id = QString::number(i);
        TextCell what{QString(finding.message).remove(u'`'), missing[i].reason,
                      severityMark(finding.severity)};
        what.sort = i; // by severity
        TextCell place{placeText(finding.path, finding.line)};
        place.colour = &ThemeColours::accent;
        place.toolTip = tr("%1: Enter shows it").arg(place.text);
        TextCell rule{finding.ruleId};
        rule.colour = &ThemeColours::text2;
        TextCell phase{QString::number(int(finding.phase)), phaseName(finding.phase)};
        row.cells = {what, place, rule, phase};
        rows.append(row);
    }
    m_model->setRows(rows);
    m_count->setText(missing.isEmpty()
                         ? QString()
                         : tr("%1 in %2 stay open")
                               .arg(counted(missing.size(), tr("finding"), tr("findings")),
                                    counted(files.size(), tr("file"), tr("files"))));
    m_comment->setText(tr("Comment on all %1…").arg(countText(missing.size())));
    m_comment->setVisible(!missing.isEmpty());
    QStringList left;
    if (m_review && m_review->noted > 0) {
        left.append(counted(m_review->noted, tr("note"), tr("notes")));
    }
    if (m_review && m_review->leftOut > 0) {
        left.append(tr("%1 in copies and generated files").arg(countText(m_review->leftOut)));
    }
    if (m_review && m_review->inCi > 0) {
        left.append(tr("%1 in files of CI").arg(countText(m_review->inCi)));
    }
    const QString also =
        left.isEmpty() ? QString() : tr("Not listed: %1.").arg(left.join(QStringLiteral(", ")));
    m_count->setToolTip(also);
    m_none->setTexts(tr("Every rule's place is touched"), also);
    m_pages->setCurrentIndex(missing.isEmpty() ? 1 : 0);
}

} // namespace rocport
