#include "ui/review/findingdetail.h"

#include "core/base/linerange.h"
#include "core/base/wording.h"
#include "ui/messages/messages.h"
#include "ui/review/findingsmodel.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/windowfit.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QScrollArea>
#include <QStackedLayout>
#include <QUrl>

#include <algorithm>

namespace rocport {

FindingDetail::FindingDetail(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_excerpt(new SourceExcerpt(provider, syntax))
{
    setObjectName(QStringLiteral("findingDetail"));
    setAccessibleName(tr("Finding"));
    auto* shown = new QWidget(this);
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildHeader();
    column->addWidget(m_header);
    column->addWidget(buildBody(), 1);
    column->addWidget(buildFoot());
    keepWidth(*column, provider, 268, 340);
    m_body = shown;
    m_none = new EmptyState(provider, Glyph::List, tr("No finding selected"),
                            tr("Choose one in the list to see its source and what to do."), this);
    auto* pages = new QStackedLayout(this);
    pages->addWidget(m_none);
    pages->addWidget(m_body);
    connect(&provider, &ThemeProvider::changed, this, &FindingDetail::fill);
}

void FindingDetail::buildHeader()
{
    m_header = new PanelHeader(m_provider, 36, &ThemeColours::window, this);
    m_position = new TextLabel(m_provider, TextStep::Body, {}, &ThemeColours::text2, m_header);
    m_position->setObjectName(QStringLiteral("findingPosition"));
    m_rule = new Chip(m_provider, {}, ChipTone::Accent, Glyph::None, m_header);
    m_rule->setCode(true);
    m_severity = new SeverityChip(m_provider, Severity::Info, m_header);
    m_phase = new Chip(m_provider, {}, ChipTone::Neutral, Glyph::None, m_header);
    m_header->row()->setSpacing(8);
    m_header->row()->addWidget(m_position);
    m_header->row()->addWidget(m_rule);
    m_header->row()->addStretch();
    m_header->row()->addWidget(m_severity);
    m_header->row()->addWidget(m_phase);
}

/// Nothing of the header is cut: where large text leaves no room in it, the rule goes below.
void FindingDetail::fitHeader()
{
    const QMargins margins = m_header->row()->contentsMargins();
    int wanted = margins.left() + margins.right();
    for (const QWidget* part :
         std::initializer_list<const QWidget*>{m_position, m_rule, m_severity, m_phase}) {
        wanted += part->sizeHint().width() + m_header->row()->spacing();
    }
    if (m_tight == (wanted > width())) {
        return;
    }
    m_tight = !m_tight;
    if (m_tight) {
        m_texts->insertWidget(0, m_rule, 0, Qt::AlignLeft);
    } else {
        m_header->row()->insertWidget(1, m_rule);
    }
    m_rule->show();
}

void FindingDetail::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeader();
}

QWidget* FindingDetail::buildBody()
{
    auto* area = new QScrollArea(this);
    keepHeight(*area, m_provider, 130);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::TabFocus); // arrow keys scroll what does not fit
    area->setAccessibleName(tr("About this finding"));
    auto* content = new Surface(m_provider, &ThemeColours::base, area);
    auto* column = new QVBoxLayout(content);
    m_texts = column;
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(6);
    const auto text = [&](TextStep step, ColourToken colour) {
        auto* label = new MarkupLabel(m_provider, step, colour, content);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextBrowserInteraction);
        label->setFocusPolicy(Qt::ClickFocus);
        column->addWidget(label);
        return label;
    };
    const auto title = [&](const QString& words) {
        auto* label =
            new TextLabel(m_provider, TextStep::Caption, words, &ThemeColours::text2, content);
        column->addSpacing(6);
        column->addWidget(label);
        return label;
    };
    m_title = text(TextStep::Section, &ThemeColours::text);
    m_title->setObjectName(QStringLiteral("findingMessage"));
    m_place = text(TextStep::Code, &ThemeColours::accent);
    m_place->setObjectName(QStringLiteral("findingPlace"));
    connect(m_place, &QLabel::linkActivated, this, &FindingDetail::placeRequested);
    column->addWidget(buildPlaces(content));
    m_excerpt->setParent(content);
    column->addWidget(m_excerpt);
    m_reasonTitle = title(tr("Reason"));
    m_reason = text(TextStep::Body, &ThemeColours::text);
    m_reason->setObjectName(QStringLiteral("findingReason"));
    m_wayTitle = title(tr("Way out"));
    m_way = text(TextStep::Body, &ThemeColours::text);
    m_way->setObjectName(QStringLiteral("findingWayOut"));
    auto* buttons = new QHBoxLayout;
    m_write = makeButton(tr("Write the change…"), ButtonKind::Normal, content);
    m_write->setObjectName(QStringLiteral("writeChange"));
    m_show = makeButton(tr("Show in diff"), ButtonKind::Normal, content);
    m_show->setObjectName(QStringLiteral("showInDiff"));
    connect(m_write, &QPushButton::clicked, this, &FindingDetail::writeRequested);
    connect(m_show, &QPushButton::clicked, this, &FindingDetail::placeRequested);
    buttons->addWidget(m_write);
    buttons->addWidget(m_show);
    buttons->addStretch();
    column->addSpacing(6);
    column->addLayout(buttons);
    m_referenceTitle = title(tr("Reference"));
    m_reference = text(TextStep::Body, &ThemeColours::accent);
    connect(m_reference, &QLabel::linkActivated, this,
            [](const QString& link) { openWebPage(QUrl(link)); });
    column->addStretch();
    area->setWidget(content);
    return area;
}

QWidget* FindingDetail::buildPlaces(QWidget* parent)
{
    m_places = new QWidget(parent);
    m_places->setObjectName(QStringLiteral("findingPlaces"));
    auto* row = new QHBoxLayout(m_places);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_placeNumber = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, m_places);
    m_placeNumber->setObjectName(QStringLiteral("findingPlaceNumber"));
    m_placeNumber->setWordWrap(true);
    row->addWidget(m_placeNumber, 1);
    const auto add = [&](const QString& text, const QString& name, int step) {
        QPushButton* button = makeButton(text, ButtonKind::Link, m_places);
        button->setObjectName(name);
        connect(button, &QPushButton::clicked, this, [this, step] { stepPlace(step); });
        row->addWidget(button);
    };
    add(tr("Previous place"), QStringLiteral("placeBefore"), -1);
    add(tr("Next place"), QStringLiteral("placeBehind"), 1);
    return m_places;
}

QWidget* FindingDetail::buildFoot()
{
    m_foot = new Surface(m_provider, &ThemeColours::window, this);
    auto* column = new QVBoxLayout(m_foot);
    column->setContentsMargins(16, 10, 16, 12);
    column->setSpacing(6);
    auto* top = new QHBoxLayout;
    m_noteTitle = new TextLabel(m_provider, TextStep::Caption, {}, &ThemeColours::text2, m_foot);
    m_noteHint = new TextLabel(m_provider, TextStep::Caption, tr("Required for “Not needed”"),
                               &ThemeColours::muted, m_foot);
    m_noteTitle->setWordWrap(true);
    top->addWidget(m_noteTitle, 1);
    top->addWidget(m_noteHint);
    m_note = new QPlainTextEdit(m_foot);
    m_note->setObjectName(QStringLiteral("findingNote"));
    m_note->setAccessibleName(tr("Note"));
    m_note->setPlaceholderText(tr("What was done, or why nothing needs to be done"));
    m_note->setTabChangesFocus(true);
    m_note->setFixedHeight(m_provider.theme().scaled(52));
    m_note->installEventFilter(this);
    m_problem = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::crit, m_foot);
    m_problem->setObjectName(QStringLiteral("findingProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_done = makeButton(tr("Done"), ButtonKind::Primary, m_foot);
    m_done->setObjectName(QStringLiteral("findingDone"));
    m_notNeeded = makeButton(tr("Not needed"), ButtonKind::Normal, m_foot);
    m_notNeeded->setObjectName(QStringLiteral("findingNotNeeded"));
    m_reopen = makeButton(tr("Open again"), ButtonKind::Normal, m_foot);
    m_reopen->setObjectName(QStringLiteral("findingReopen"));
    connect(m_done, &QPushButton::clicked, this, &FindingDetail::doneRequested);
    connect(m_notNeeded, &QPushButton::clicked, this, &FindingDetail::notNeededRequested);
    connect(m_reopen, &QPushButton::clicked, this, &FindingDetail::reopenRequested);
    for (QPushButton* button : {m_done, m_notNeeded, m_reopen}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    column->addLayout(top);
    column->addWidget(m_note);
    column->addWidget(m_problem);
    column->addLayout(buttons);
    return m_foot;
}

void FindingDetail::setShown(const Shown& shown)
{
    m_shown = shown;
    setProblem({});
    const QByteArray id = shown.finding != nullptr ? shown.finding->id : QByteArray();
    keepDraft();
    // A scan may have found fewer places.
    const int last = shown.finding != nullptr ? shown.finding->keptPlaces() - 1 : 0;
    m_placeIndex = id == m_noteOf ? std::min(m_placeIndex, last) : 0;
    m_hasSource = m_hasSource && id == m_noteOf;
    m_noteOf = id;
    m_keptNote = shown.note;
    if (m_drafts.value(id).trimmed() == shown.note) {
        m_drafts.remove(id); // it is kept now
    }
    const QString text = m_drafts.value(id, shown.note);
    if (text != note()) {
        m_note->setPlainText(text);
        m_note->moveCursor(QTextCursor::End);
    }
    fill();
}

/// What was typed about a finding comes back with it.
void FindingDetail::keepDraft()
{
    if (m_noteOf.isEmpty()) {
        return;
    }
    if (note().trimmed() == m_keptNote) {
        m_drafts.remove(m_noteOf);
    } else {
        m_drafts.insert(m_noteOf, note());
    }
}

QList<QByteArray> FindingDetail::drafts() const
{
    QList<QByteArray> ids = m_drafts.keys();
    if (!m_noteOf.isEmpty() && note().trimmed() != m_keptNote && !ids.contains(m_noteOf)) {
        ids.append(m_noteOf);
    }
    return ids;
}

void FindingDetail::dropDrafts()
{
    m_drafts.clear();
}

void FindingDetail::fill()
{
    auto* pages = static_cast<QStackedLayout*>(layout());
    pages->setCurrentWidget(m_shown.finding != nullptr ? m_body : static_cast<QWidget*>(m_none));
    if (m_shown.finding == nullptr) {
        return;
    }
    const Finding& finding = *m_shown.finding;
    const Theme& theme = m_provider.theme();
    m_position->setText(m_shown.selected > 1
                            ? tr("%1 findings selected").arg(m_shown.selected)
                            : tr("Finding %1 of %2").arg(m_shown.number).arg(m_shown.count));
    m_rule->setText(finding.ruleId);
    m_severity->setSeverity(finding.severity);
    m_phase->setText(tr("Phase %1").arg(static_cast<int>(finding.phase)));
    fitHeader();
    m_title->setMarkup(codeMarkup(theme, finding.message));
    fillPlace();
    m_reason->setMarkup(codeMarkup(theme, m_shown.reason));
    m_reasonTitle->setVisible(!m_shown.reason.isEmpty());
    m_reason->setVisible(!m_shown.reason.isEmpty());
    m_way->setMarkup(codeMarkup(theme, finding.wayOut));
    m_wayTitle->setVisible(!finding.wayOut.isEmpty());
    m_way->setVisible(!finding.wayOut.isEmpty());
    const bool reference = !m_shown.referenceUrl.isEmpty();
    m_reference->setMarkup(
        QStringLiteral("<a href=\"%1\" style=\"color:%2; text-decoration:none\">%3</a>")
            .arg(markupOf(m_shown.referenceUrl), theme.accent.name(),
                 markupOf(m_shown.referenceTitle.isEmpty() ? m_shown.referenceUrl
                                                           : m_shown.referenceTitle)));
    m_referenceTitle->setVisible(reference);
    m_reference->setVisible(reference);
    m_write->setEnabled(m_shown.canWrite && m_shown.writable);
    m_write->setToolTip(m_shown.canWrite
                            ? tr("Edit a copy of these lines for ROCm behind a guard, or the lines "
                                 "themselves where no guard can stand")
                            : tr("The place is no longer in the repository"));
    const bool decided = m_shown.state != FindingState::Open;
    m_noteTitle->setText(
        !decided ? tr("Tick off with a note")
        : m_shown.author.isEmpty()
            ? findingStateName(m_shown.state)
            : tr("%1, %2, %3")
                  .arg(findingStateName(m_shown.state), m_shown.author,
                       QLocale().toString(m_shown.time.toLocalTime(), QLocale::ShortFormat)));
    m_reopen->setVisible(decided);
    for (QWidget* widget : {static_cast<QWidget*>(m_note), static_cast<QWidget*>(m_done),
                            static_cast<QWidget*>(m_notNeeded), static_cast<QWidget*>(m_reopen)}) {
        widget->setEnabled(m_shown.writable);
    }
}

std::optional<Finding> FindingDetail::placed() const
{
    if (m_shown.finding == nullptr) {
        return std::nullopt;
    }
    Finding finding = *m_shown.finding;
    finding.setPlace(finding.placeAt(m_placeIndex));
    return finding;
}

void FindingDetail::stepPlace(int step)
{
    if (m_shown.finding != nullptr) {
        const int places = m_shown.finding->keptPlaces();
        m_placeIndex = (m_placeIndex + step + places) % places;
        fillPlace();
        showSource();
    }
}

/// Where the finding is, and which of its places that is.
void FindingDetail::fillPlace()
{
    const std::optional<Finding> finding = placed();
    m_place->setMarkup(QStringLiteral("<a href=\"place\" style=\"color:%1; text-decoration:none\">"
                                      "%2</a>")
                           .arg(m_provider.theme().accent.name(),
                                markupOf(placeText(finding->path, finding->line))));
    const int kept = finding->keptPlaces();
    const QString number =
        tr("Place %1 of %2").arg(countText(m_placeIndex + 1), countText(finding->places));
    m_placeNumber->setText(kept == finding->places
                               ? number
                               : tr("%1; the first %2 are kept").arg(number, countText(kept)));
    m_places->setVisible(kept > 1);
}

void FindingDetail::setSource(const Result<QByteArray>& bytes, Language language)
{
    m_source = bytes;
    m_language = language;
    m_hasSource = m_shown.finding != nullptr;
    showSource();
}

void FindingDetail::showSource()
{
    const std::optional<Finding> finding = placed();
    if (!finding || !m_hasSource) {
        return;
    }
    if (m_source) {
        m_excerpt->setSource(finding->path, m_language, *m_source, finding->line, finding->endLine);
    } else {
        m_excerpt->setMessage(messageFor(m_source.error()));
    }
}

void FindingDetail::setProblem(const QString& text)
{
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

bool FindingDetail::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_note && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && (key->modifiers() & Qt::ControlModifier) != 0) {
            Q_EMIT keepAndNextRequested();
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            Q_EMIT leaveRequested();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
