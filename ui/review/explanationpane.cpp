#include "ui/review/explanationpane.h"

#include "core/base/linerange.h"
#include "core/base/wording.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/plaintext.h"

#include <QHash>
#include <QLocale>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMaxPlaces = 12;
constexpr int kMostPlacesAsked = 500; // once they were asked for
constexpr int kUsualWidth = 260;

/// Text whose height is asked for again and again while a column is laid out: each width is
/// measured once, not at every question.
class MeasuredLabel : public MarkupLabel
{
public:
    using MarkupLabel::MarkupLabel;

    [[nodiscard]] int heightForWidth(int width) const override
    {
        const QMargins margins = contentsMargins();
        if (m_text != text() || m_font != font() || m_margins != margins) {
            m_text = text();
            m_font = font();
            m_margins = margins;
            m_heights.clear();
        }
        const auto known = m_heights.constFind(width);
        if (known != m_heights.cend()) {
            return *known;
        }
        const int height = MarkupLabel::heightForWidth(width);
        m_heights.insert(width, height);
        return height;
    }
    /// A label would look for a pleasing width of its own; the column has one.
    [[nodiscard]] QSize sizeHint() const override
    {
        return {kUsualWidth, heightForWidth(kUsualWidth)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, 1}; }

private:
    mutable QString m_text;
    mutable QFont m_font;
    mutable QMargins m_margins;
    mutable QHash<int, int> m_heights; ///< by width
};

} // namespace

ExplanationPane::ExplanationPane(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_header(new PanelHeader(provider, 40, &ThemeColours::window, this)),
      m_position(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text2, m_header)),
      m_rule(new Chip(provider, {}, ChipTone::Accent, Glyph::None, m_header)),
      m_title(new ElidedLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text, m_header)),
      m_phase(new Chip(provider, {}, ChipTone::Neutral, Glyph::None, m_header)),
      m_names(
          new Chip(provider, tr("Only names change"), ChipTone::Neutral, Glyph::None, m_header)),
      m_verdict(new VerdictLabel(provider, m_header))
{
    setObjectName(QStringLiteral("explanation"));
    setAccessibleName(tr("Explanation of the change"));
    m_rule->setCode(true);
    m_names->setObjectName(QStringLiteral("onlyNames"));
    m_names->setToolTip(tr("CUDA's names become those that the tables have for HIP; nothing else "
                           "changes"));
    m_names->hide();
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_title->setObjectName(QStringLiteral("changeTitle"));
    m_position->setObjectName(QStringLiteral("changePosition"));
    QHBoxLayout* row = m_header->row();
    row->addWidget(m_position);
    row->addWidget(m_rule);
    row->addWidget(m_title, 1);
    row->addWidget(m_phase);
    row->addWidget(m_names);
    row->addWidget(m_verdict);
    m_header->wrapFrom(*m_phase);

    m_why = makeColumn(tr("Why"));
    addTitle(m_why, tr("Why"));
    m_reason = addText(m_why, TextStep::Body, &ThemeColours::text);
    m_ruleCounts = addText(m_why, TextStep::Small, &ThemeColours::muted);
    m_decision = addText(m_why, TextStep::Small, &ThemeColours::text2);
    m_decision->setObjectName(QStringLiteral("decisionText"));
    m_change = makeColumn(tr("What changes on ROCm"));
    m_changeTitle = addTitle(m_change, tr("What changes on ROCm"));
    m_changeText = addText(m_change, TextStep::Body, &ThemeColours::text);
    m_needs = addText(m_change, TextStep::Small, &ThemeColours::text2);
    m_guard = addText(m_change, TextStep::Small, &ThemeColours::text2);
    m_guard->setObjectName(QStringLiteral("guardText"));
    m_placesTitle = addTitle(m_change, tr("Findings"));
    m_places = addText(m_change, TextStep::Small, &ThemeColours::text);
    m_evidence = makeColumn(tr("Evidence"));
    addTitle(m_evidence, tr("Evidence"));
    auto* proof = new QHBoxLayout;
    proof->setSpacing(8);
    m_proofMark = new GlyphLabel(provider, Glyph::Check, &ThemeColours::ok, 16, m_evidence.content);
    m_proof = new MeasuredLabel(provider, TextStep::Small, &ThemeColours::text, m_evidence.content);
    m_proof->setWordWrap(true);
    m_proof->setObjectName(QStringLiteral("proofText"));
    proof->addWidget(m_proofMark, 0, Qt::AlignTop);
    proof->addWidget(m_proof, 1);
    m_evidence.layout->addLayout(proof);
    m_proofLink = addText(m_evidence, TextStep::Small, &ThemeColours::accent);
    m_proofLink->setObjectName(QStringLiteral("proofLink"));
    auto* compile = new QHBoxLayout;
    compile->setSpacing(8);
    m_compileMark =
        new GlyphLabel(provider, Glyph::MarkSkipped, &ThemeColours::text2, 16, m_evidence.content);
    m_compile =
        new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text, m_evidence.content);
    m_compile->setWordWrap(true);
    m_compile->setObjectName(QStringLiteral("compileText"));
    compile->addWidget(m_compileMark, 0, Qt::AlignTop);
    compile->addWidget(m_compile, 1);
    m_evidence.layout->addLayout(compile);
    m_referenceTitle = addTitle(m_evidence, tr("Reference"));
    m_reference = addText(m_evidence, TextStep::Small, &ThemeColours::accent);
    for (Column* column : {&m_why, &m_change, &m_evidence}) {
        column->layout->addStretch();
    }
    connect(&provider, &ThemeProvider::changed, this, [this] {
        setExplanation(m_shown);
        update();
    });
}

ExplanationPane::Column ExplanationPane::makeColumn(const QString& name)
{
    Column column;
    column.area = new QScrollArea(this);
    column.area->setFrameShape(QFrame::NoFrame);
    column.area->setWidgetResizable(true);
    column.area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column.area->setAccessibleName(name);
    column.area->setFocusPolicy(Qt::TabFocus); // arrow keys scroll what does not fit
    column.area->setProperty("pane", true);
    column.content = new Surface(m_provider, &ThemeColours::base, column.area);
    column.layout = new QVBoxLayout(column.content);
    column.layout->setContentsMargins(16, 10, 16, 8);
    column.layout->setSpacing(6);
    column.area->setWidget(column.content);
    return column;
}

TextLabel* ExplanationPane::addTitle(Column& column, const QString& text)
{
    auto* label =
        new TextLabel(m_provider, TextStep::Caption, text, &ThemeColours::text2, column.content);
    const auto embolden = [label] {
        QFont font = label->font();
        font.setWeight(QFont::DemiBold);
        label->setFont(font);
    };
    embolden();
    connect(&m_provider, &ThemeProvider::changed, label, embolden); // after its own restyling
    column.layout->addWidget(label);
    return label;
}

MarkupLabel* ExplanationPane::addText(Column& column, TextStep step, ColourToken colour)
{
    auto* label = new MeasuredLabel(m_provider, step, colour, column.content);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                   Qt::LinksAccessibleByKeyboard);
    label->setFocusPolicy(Qt::ClickFocus);
    connect(label, &QLabel::linkActivated, this, &ExplanationPane::openLink);
    column.layout->addWidget(label);
    return label;
}

QString ExplanationPane::rich(const QString& markdown) const
{
    return codeMarkup(m_provider.theme(), markdown);
}

QString ExplanationPane::placeLink(const RepoPath& path, int line) const
{
    const Theme& theme = m_provider.theme();
    return QStringLiteral("<a href=\"place:%1:%2\" style=\"color:%3; text-decoration:none; "
                          "font-family:'%4'\">%5:%2</a>")
        .arg(QString::fromLatin1(path.bytes().toHex()))
        .arg(line)
        .arg(theme.accent.name(), theme.font(TextStep::Code).family(),
             markupOf(path.displayName()));
}

void ExplanationPane::openLink(const QString& link)
{
    if (link.startsWith(QLatin1String("place:"))) {
        const QStringList parts = link.split(u':');
        Q_EMIT placeRequested(RepoPath(QByteArray::fromHex(parts.value(1).toLatin1())),
                              parts.value(2).toInt());
        return;
    }
    if (link == QLatin1String("places:all")) {
        m_allPlaces = true;
        fillChange();
        return;
    }
    if (link == QLatin1String("proof:")) {
        Q_EMIT proofRequested();
        return;
    }
    openWebPage(QUrl(link));
}

void ExplanationPane::setExplanation(const Explanation& explanation)
{
    m_allPlaces = m_allPlaces && explanation.hunk == m_shown.hunk;
    m_shown = explanation;
    const bool shown = explanation.hunk != nullptr;
    const bool about = shown || explanation.finding != nullptr;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_rule, m_title, m_phase, m_why.area, m_change.area}) {
        widget->setVisible(about);
    }
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_verdict, m_evidence.area, m_ruleCounts}) {
        widget->setVisible(shown);
    }
    m_changeTitle->setText(shown ? tr("What changes on ROCm") : tr("Way out"));
    m_change.area->setAccessibleName(m_changeTitle->text());
    if (!about) {
        m_position->setText(tr("No change selected"));
        return;
    }
    if (!shown) {
        fillFinding(*explanation.finding);
        arrange();
        return;
    }
    const Hunk& hunk = *explanation.hunk;
    m_position->setText(tr("Change %1 of %2").arg(explanation.number).arg(explanation.count));
    m_rule->setText(hunk.ruleIds.value(0));
    m_rule->setToolTip(hunk.ruleIds.join(QStringLiteral(", ")));
    m_title->setText(hunk.title);
    m_phase->setText(tr("Phase %1").arg(int(hunk.phase)));
    m_phase->setToolTip(phaseName(hunk.phase));
    m_names->setVisible(hunk.onlyNames);
    m_verdict->setVerdict(explanation.verdict, explanation.verdictReason);
    fillWhy();
    fillChange();
    fillEvidence();
    arrange();
}

/// A place that no change answers: what is known of the finding that led there.
void ExplanationPane::fillFinding(const Finding& finding)
{
    m_position->setText(tr("Finding"));
    m_rule->setText(finding.ruleId);
    m_rule->setToolTip(finding.ruleId);
    m_title->setText(m_shown.title);
    m_phase->setText(tr("Phase %1").arg(int(finding.phase)));
    m_names->hide();
    m_phase->setToolTip(phaseName(finding.phase));
    QStringList why{rich(finding.message)};
    if (!m_shown.reason.isEmpty()) {
        why.append(rich(m_shown.reason));
    }
    m_reason->setMarkup(why.join(QStringLiteral("<br>")));
    m_decision->setMarkup(markupOf(m_shown.note));
    m_decision->setVisible(!m_shown.note.isEmpty());
    m_changeText->setMarkup(rich(finding.wayOut));
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_needs, m_guard, m_places, m_placesTitle}) {
        part->hide();
    }
}

void ExplanationPane::fillWhy()
{
    m_reason->setMarkup(rich(m_shown.reason));
    const QString files = counted(m_shown.ruleFiles, tr("file"), tr("files"));
    const QString changes = counted(m_shown.ruleChanges, tr("change"), tr("changes"));
    m_ruleCounts->setMarkup(tr("%1 applies to %2 in %3.<br>%4 accepted, %5 open.")
                                .arg(markupOf(m_shown.hunk->ruleIds.value(0)), changes, files)
                                .arg(m_shown.ruleAccepted)
                                .arg(m_shown.ruleOpen));
    fillDecision();
}

void ExplanationPane::fillDecision()
{
    QStringList lines;
    if (!m_shown.conflict.isEmpty()) {
        lines.append(tr("<b>In conflict.</b> %1 “Edit” shows both versions; accepting uses the new "
                        "proposal.")
                         .arg(markupOf(m_shown.conflict)));
    }
    if (m_shown.members > 1) {
        lines.append(
            tr("Its guard encloses %1 changes, which are decided together.").arg(m_shown.members));
    }
    if (m_shown.kind != DecisionKind::Open) {
        QString what = decisionName(m_shown.kind);
        if (m_shown.time.isValid()) {
            what += tr(" %1 by %2")
                        .arg(QLocale().toString(m_shown.time.toLocalTime(), QLocale::ShortFormat),
                             m_shown.author);
        }
        lines.append(markupOf(m_shown.committed ? tr("%1, committed").arg(what) : what));
    }
    for (const ProposedDecision& one : m_shown.proposed) {
        const QString what = one.kind == DecisionKind::Accepted ? tr("accept")
                             : one.kind == DecisionKind::Edited ? tr("edit")
                                                                : tr("reject");
        lines.append(
            tr("Proposed by %1: %2, because %3").arg(markupOf(one.by), what, markupOf(one.reason)));
    }
    if (!m_shown.overrideReason.isEmpty()) {
        lines.append(tr("Accepted against the proof: %1").arg(markupOf(m_shown.overrideReason)));
    }
    if (m_shown.draft) {
        lines.append(tr(
            "<b>Draft.</b> An edit of this change has not been saved yet; “Edit” continues it."));
    }
    if (!m_shown.note.isEmpty()) {
        lines.append(tr("Note: %1").arg(markupOf(m_shown.note)));
    }
    m_decision->setMarkup(lines.join(QStringLiteral("<br>")));
    m_decision->setVisible(!lines.isEmpty());
}

/// How much its guard takes in; nothing for files that the port adds.
QString ExplanationPane::guardText() const
{
    const Hunk& hunk = *m_shown.hunk;
    if (hunk.sourcePath != hunk.targetPath || !m_shown.guardable) {
        return {};
    }
    if (!m_shown.guarded) {
        return tr("It has no guard of its own.");
    }
    if (hunk.ruleIds.value(0) == kUserGuardRule) {
        return tr("Guard: the lines that you chose.");
    }
    return tr("Guard width: %1, %2.")
        .arg(guardWidthText(m_shown.width).toLower(),
             lineRangeText(hunk.firstLine, std::max(hunk.firstLine, hunk.lastLine)));
}

void ExplanationPane::fillChange()
{
    m_changeText->setMarkup(rich(m_shown.change));
    QStringList needs;
    for (const Hunk* hunk : std::as_const(m_shown.needs)) {
        needs.append(placeLink(hunk->targetPath, std::max(1, hunk->firstLine)));
    }
    m_needs->setMarkup(tr("Accepted together with %1.").arg(needs.join(QStringLiteral(", "))));
    m_needs->setVisible(!needs.isEmpty());
    const QString guard = guardText();
    m_guard->setMarkup(markupOf(guard));
    m_guard->setVisible(!guard.isEmpty());
    QStringList places;
    for (const Finding* finding : std::as_const(m_shown.findings)) {
        if (places.size() == (m_allPlaces ? kMostPlacesAsked : kMaxPlaces)) {
            const QString more = tr("and %1 more").arg(m_shown.findings.size() - places.size());
            places.append(m_allPlaces ? more
                                      : QStringLiteral("<a href=\"places:all\" style=\"color:%1; "
                                                       "text-decoration:none\">%2</a>")
                                            .arg(m_provider.theme().accent.name(), more));
            break;
        }
        places.append(placeLink(finding->path, finding->line) + QStringLiteral("&nbsp; ") +
                      rich(finding->message));
    }
    m_places->setMarkup(places.join(QStringLiteral("<br>")));
    m_places->setVisible(!places.isEmpty());
    m_placesTitle->setVisible(!places.isEmpty());
}

void ExplanationPane::fillEvidence()
{
    const bool proved = isProved(m_shown.verdict);
    const bool violated = m_shown.verdict == Verdict::Violated;
    m_proofMark->setGlyph(proved     ? Glyph::Check
                          : violated ? Glyph::MarkFailed
                                     : Glyph::MarkAttention,
                          proved     ? &ThemeColours::ok
                          : violated ? &ThemeColours::crit
                                     : &ThemeColours::warn);
    QString text = m_shown.verdictReason;
    if (text.isEmpty()) {
        text = proved ? tr("The NVIDIA path is the same as in the original.")
                      : tr("The NVIDIA path is not proved unchanged.");
    }
    m_proof->setMarkup(rich(text));
    m_proofLink->setMarkup(
        QStringLiteral("<a href=\"proof:\" style=\"color:%1; text-decoration:none\">%2</a>")
            .arg(m_provider.theme().accent.name(), tr("Explain the proof")));
    const GateWord& compile = m_shown.compile;
    m_compile->setText(compile.text);
    m_compileMark->setGlyph(compile.status == GateStatus::Passed   ? Glyph::Check
                            : compile.status == GateStatus::Failed ? Glyph::MarkFailed
                                                                   : Glyph::MarkSkipped,
                            compile.status == GateStatus::Passed   ? &ThemeColours::ok
                            : compile.status == GateStatus::Failed ? &ThemeColours::crit
                                                                   : &ThemeColours::text2);
    m_compile->setVisible(!compile.text.isEmpty());
    m_compileMark->setVisible(!compile.text.isEmpty());
    const Hunk& hunk = *m_shown.hunk;
    const QString title = hunk.referenceTitle.isEmpty() ? hunk.referenceUrl : hunk.referenceTitle;
    m_reference->setMarkup(
        hunk.referenceUrl.isEmpty()
            ? markupOf(title)
            : QStringLiteral("<a href=\"%1\" style=\"color:%2; text-decoration:none\">%3</a>")
                  .arg(markupOf(hunk.referenceUrl), m_provider.theme().accent.name(),
                       markupOf(title)));
    m_reference->setToolTip(hunk.referenceUrl);
    m_reference->setVisible(!title.isEmpty());
    m_referenceTitle->setVisible(!title.isEmpty());
}

void ExplanationPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool ExplanationPane::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        arrange(); // the header has another number of lines
    }
    return QWidget::event(event);
}

void ExplanationPane::arrange()
{
    m_header->setGeometry(0, 0, width(), m_header->minimumHeight());
    const int top = m_header->minimumHeight(); // of one line or of two, by its width
    m_header->resize(width(), top);
    const int room = std::max(0, height() - top);
    if (width() >= 900) {
        const int side = std::max(240, width() * 26 / 100);
        const int evidence = m_evidence.area->isHidden() ? 0 : std::max(260, width() * 30 / 100);
        m_why.area->setGeometry(0, top, side, room);
        m_change.area->setGeometry(side + 1, top, width() - side - evidence - 2, room);
        m_evidence.area->setGeometry(width() - evidence, top, evidence, room);
        return;
    }
    const int half = width() / 2;
    m_why.area->setGeometry(0, top, half, m_evidence.area->isHidden() ? room : room / 2);
    m_evidence.area->setGeometry(0, top + room / 2, half, room - room / 2);
    m_change.area->setGeometry(half + 1, top, width() - half - 1, room);
}

void ExplanationPane::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.border);
    const int top = m_header->height();
    for (const Column* column : {&m_why, &m_change}) {
        if (column->area->isVisible() && column->area->geometry().right() + 1 < width()) {
            const int x = column->area->geometry().right() + 1;
            painter.drawLine(x, top, x, height());
        }
    }
}

} // namespace rocport
