#include "ui/portreview/hunkdetail.h"

#include "core/base/wording.h"
#include "core/project/review/reviewrender.h"
#include "ui/portreview/armfacts.h"
#include "ui/portreview/hunktexts.h"
#include "ui/portreview/hunkwords.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/windowfit.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr int kMostLeftOpen = 5; // findings that are named

ChipTone toneOf(NvidiaPath path)
{
    switch (path) {
    case NvidiaPath::Changed:
        return ChipTone::Critical;
    case NvidiaPath::Unproved:
        return ChipTone::Warn;
    case NvidiaPath::Unchanged:
        return ChipTone::Ok;
    case NvidiaPath::NotBuilt:
        break;
    }
    return ChipTone::Neutral;
}

ChipTone toneOf(RocmArm arm)
{
    return isWrong(arm)                                             ? ChipTone::Critical
           : arm == RocmArm::Compiles || arm == RocmArm::LanesEqual ? ChipTone::Ok
                                                                    : ChipTone::Neutral;
}

QString verdictOfPath(NvidiaPath path)
{
    switch (path) {
    case NvidiaPath::Changed:
        return HunkDetail::tr("NVIDIA path changed");
    case NvidiaPath::Unproved:
        return HunkDetail::tr("NVIDIA path: needs a look");
    case NvidiaPath::NotBuilt:
        return HunkDetail::tr("Not in a build");
    case NvidiaPath::Unchanged:
        break;
    }
    return HunkDetail::tr("NVIDIA path unchanged: proved");
}

} // namespace

HunkDetail::HunkDetail(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("hunkDetail"));
    setAccessibleName(tr("About the hunk"));
    setProperty("pane", true);
    m_useText = makeButton(tr("Use this text"), ButtonKind::Link, this);
    m_useText->setObjectName(QStringLiteral("useRuleText"));
    m_rules = makeColumn(tr("What the rule would write"), m_useText);
    m_ruleText = new QPlainTextEdit(m_rules.content);
    m_ruleText->setObjectName(QStringLiteral("ruleText"));
    m_ruleText->setAccessibleName(tr("What the rule would write"));
    m_ruleText->setReadOnly(true);
    m_ruleText->setFrameShape(QFrame::NoFrame);
    m_ruleText->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_ruleText->setTabChangesFocus(true);
    m_ruleText->document()->setDocumentMargin(0);
    m_rules.layout->addWidget(m_ruleText, 1);
    m_ruleReason = addText(m_rules, &ThemeColours::text2);
    m_ruleReason->setObjectName(QStringLiteral("ruleReason"));
    const auto addMarked = [this](Column& column, GlyphLabel*& mark) {
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        mark = new GlyphLabel(m_provider, Glyph::Minus, &ThemeColours::text2, 14, column.content);
        auto* text =
            new MarkupLabel(m_provider, TextStep::Small, &ThemeColours::text, column.content);
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        row->addWidget(mark, 0, Qt::AlignTop);
        row->addWidget(text, 1);
        column.layout->addLayout(row);
        return text;
    };
    m_showLanes = makeButton(tr("Show in Lanes"), ButtonKind::Link, this);
    m_showLanes->setObjectName(QStringLiteral("showInLanes"));
    m_showLanes->setToolTip(tr("Show the run that says this"));
    connect(m_showLanes, &QPushButton::clicked, this, [this] { Q_EMIT lanesRequested(m_hunk); });
    m_rocm = makeColumn(tr("ROCm arm"), m_showLanes);
    m_armFacts = new ArmFacts(m_provider, m_rocm.content);
    m_rocm.layout->addWidget(m_armFacts);
    m_leftOpen = addText(m_rocm, &ThemeColours::text2);
    m_leftOpen->setObjectName(QStringLiteral("leftOpen"));
    m_nvidia = makeColumn(tr("NVIDIA path"), nullptr);
    m_nvidiaText = addMarked(m_nvidia, m_nvidiaMark);
    m_nvidiaText->setObjectName(QStringLiteral("nvidiaText"));
    m_wholeFile = addText(m_nvidia, &ThemeColours::text2);
    m_wholeFile->setObjectName(QStringLiteral("wholeFile"));
    for (Column* column : {&m_rocm, &m_nvidia}) {
        column->layout->addStretch();
    }
    auto* columns = new QHBoxLayout;
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(1);
    columns->addWidget(m_rules.area, 10);
    columns->addWidget(m_rocm.area, 10);
    columns->addWidget(m_nvidia.area, 10);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildHeader());
    layout->addLayout(columns, 1);
    keepHeight(*this, provider, 128);
    connect(&provider, &ThemeProvider::changed, this, [this] { setHunk(m_state, m_hunk); });
    setHunk(nullptr, {});
}

QWidget* HunkDetail::buildHeader()
{
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::window, this);
    m_title = new ElidedLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, header);
    m_title->setObjectName(QStringLiteral("hunkTitle"));
    m_rule = makeButton({}, ButtonKind::Link, header);
    m_rule->setObjectName(QStringLiteral("hunkRule"));
    connect(m_rule, &QPushButton::clicked, this, [this] {
        const ReviewHunk* hunk = m_state ? m_state->hunk(m_hunk) : nullptr;
        if (hunk != nullptr && !hunk->ruleIds.isEmpty()) {
            Q_EMIT ruleRequested(hunk->ruleIds.first());
        }
    });
    m_match = new Chip(m_provider, {}, ChipTone::Neutral, Glyph::None, header);
    m_match->setObjectName(QStringLiteral("hunkMatch"));
    m_former = new Chip(m_provider, {}, ChipTone::Accent, Glyph::None, header);
    m_former->setObjectName(QStringLiteral("hunkFormer"));
    m_verdict = new Chip(m_provider, {}, ChipTone::Neutral, Glyph::None, header);
    m_verdict->setObjectName(QStringLiteral("hunkVerdict"));
    m_arm = new Chip(m_provider, {}, ChipTone::Neutral, Glyph::None, header);
    m_arm->setObjectName(QStringLiteral("hunkArm"));
    header->row()->setSpacing(8);
    header->row()->addWidget(m_title, 1);
    header->row()->addWidget(m_rule);
    header->row()->addWidget(m_match);
    header->row()->addWidget(m_former);
    header->row()->addStretch();
    header->row()->addWidget(m_verdict);
    header->row()->addWidget(m_arm);
    header->wrapFrom(*m_verdict);
    return header;
}

HunkDetail::Column HunkDetail::makeColumn(const QString& title, QPushButton* button)
{
    Column column;
    column.area = new QScrollArea(this);
    column.area->setFrameShape(QFrame::NoFrame);
    column.area->setWidgetResizable(true);
    column.area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column.area->setAccessibleName(title);
    column.area->setFocusPolicy(Qt::TabFocus); // arrow keys scroll what does not fit
    column.content = new Surface(m_provider, &ThemeColours::base, column.area);
    column.layout = new QVBoxLayout(column.content);
    column.layout->setContentsMargins(12, 6, 12, 6);
    column.layout->setSpacing(4);
    auto* head = new QHBoxLayout;
    column.title =
        new TextLabel(m_provider, TextStep::Caption, title, &ThemeColours::text2, column.content);
    head->addWidget(column.title, 1);
    if (button != nullptr) {
        head->addWidget(button);
    }
    column.layout->addLayout(head);
    column.area->setWidget(column.content);
    return column;
}

MarkupLabel* HunkDetail::addText(Column& column, ColourToken colour)
{
    auto* label = new MarkupLabel(m_provider, TextStep::Small, colour, column.content);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column.layout->addWidget(label);
    return label;
}

void HunkDetail::setHunk(const std::shared_ptr<const ReviewState>& state, const QByteArray& hunk)
{
    m_state = state;
    m_hunk = hunk;
    const ReviewHunk* shown = state ? state->hunk(hunk) : nullptr;
    for (QWidget* part : std::initializer_list<QWidget*>{
             m_rule, m_match, m_verdict, m_arm, m_rules.area, m_rocm.area, m_nvidia.area}) {
        part->setVisible(shown != nullptr);
    }
    m_former->hide();
    if (shown == nullptr) {
        m_title->setText(tr("No hunk is selected"));
        return;
    }
    m_title->setText(shown->title);
    m_rule->setText(shown->ruleIds.value(0));
    m_rule->setVisible(!shown->ruleIds.isEmpty());
    m_rule->setToolTip(tr("Show the rule: %1").arg(shown->ruleIds.join(QStringLiteral(", "))));
    m_match->setText(tr("Rule: %1").arg(ruleWord(shown->match).toLower()));
    m_match->setTone(shown->match == RuleMatch::Different ? ChipTone::Warn : ChipTone::Neutral);
    const DecisionKind former = state->former.value(hunk, DecisionKind::Open);
    if (former != DecisionKind::Open && state->kindOf(hunk) == DecisionKind::Open) {
        m_former->setText(tr("Was %1").arg(decisionName(former).toLower()));
        m_former->setToolTip(
            tr("It changed since revision %1, so it is open again.").arg(state->since));
        m_former->show();
    }
    m_verdict->setText(verdictOfPath(shown->nvidia));
    m_verdict->setTone(toneOf(shown->nvidia), shown->nvidia == NvidiaPath::Unchanged
                                                  ? Glyph::Shield
                                                  : nvidiaMark(shown->nvidia).glyph);
    m_verdict->setToolTip(proofSentence(*shown));
    m_verdict->setAccessibleName(m_verdict->text());
    m_verdict->setAccessibleDescription(proofSentence(*shown));
    m_arm->setText(armWord(*shown));
    m_arm->setTone(toneOf(shown->rocm), armMark(shown->rocm).glyph);
    m_arm->setAccessibleName(tr("ROCm arm: %1").arg(armWord(*shown)));
    const ReviewFile& file = *state->fileOf(hunk);
    fillRule(file, *shown);
    fillArm(*shown);
    fillNvidia(file, *shown);
}

void HunkDetail::fillRule(const ReviewFile& file, const ReviewHunk& hunk)
{
    const bool writes = hunk.match != RuleMatch::None;
    const bool differs = hunk.match == RuleMatch::Different;
    m_ruleText->setVisible(writes);
    m_ruleText->setFont(m_provider.theme().font(TextStep::Code));
    QString text = QString::fromUtf8(hunk.ruleText);
    if (text.endsWith(u'\n')) {
        text.chop(1);
    }
    m_ruleText->setPlainText(text.isEmpty() && writes ? tr("(it would remove these lines)") : text);
    m_useText->setVisible(differs);
    const bool usable = differs && ruleEdit(file, hunk).has_value();
    m_useText->setEnabled(usable);
    m_useText->setToolTip(
        usable ? tr("Decide the hunk as an edit with this text")
               : tr("The rule writes to lines %1 to %2 of the base, which is more than this hunk.")
                     .arg(hunk.ruleFirst)
                     .arg(hunk.ruleLast));
    const QString reason = !hunk.ruleReason.isEmpty() ? hunk.ruleReason
                           : writes                   ? QString()
                           : hunk.ruleIds.isEmpty()
                               ? tr("No rule writes anything here.")
                               : tr("A rule points at this place and has no text for it.");
    m_ruleReason->setMarkup(codeMarkup(m_provider.theme(), reason));
    m_ruleReason->setVisible(!reason.isEmpty());
    m_rules.layout->setStretchFactor(m_ruleReason, writes ? 0 : 1);
}

void HunkDetail::fillArm(const ReviewHunk& hunk)
{
    m_armFacts->setHunk(hunk);
    m_showLanes->setVisible(!m_state->review->laneRun.isEmpty() &&
                            std::any_of(hunk.armFacts.begin(), hunk.armFacts.end(),
                                        [](const ArmFact& fact) { return fact.lanes > 0; }));
    QStringList lines;
    for (const Finding& finding : hunk.findings) {
        if (lines.size() == kMostLeftOpen) {
            lines.append(markupOf(tr("and %1 more").arg(hunk.findings.size() - lines.size())));
            break;
        }
        lines.append(tr("Left open, line %1: %2")
                         .arg(finding.line)
                         .arg(codeMarkup(m_provider.theme(), finding.message)));
    }
    m_leftOpen->setMarkup(lines.join(QStringLiteral("<br>")));
    m_leftOpen->setVisible(!lines.isEmpty());
}

void HunkDetail::fillNvidia(const ReviewFile& file, const ReviewHunk& hunk)
{
    m_nvidiaMark->setMark(nvidiaMark(hunk.nvidia));
    m_nvidiaText->setMarkup(codeMarkup(m_provider.theme(), proofSentence(hunk)));
    QStringList lines;
    if (hunk.onlyTogether) {
        lines.append(tr("Only together with the other hunks of the file."));
    }
    if (file.hunks.size() > 1) {
        lines.append(tr("The whole file: %1.").arg(nvidiaWord(file.nvidia).toLower()));
    }
    if (!hunk.facts.isEmpty()) {
        lines.append(hunk.facts);
    }
    m_wholeFile->setMarkup(codeMarkup(m_provider.theme(), lines.join(u' ')));
    m_wholeFile->setVisible(!lines.isEmpty());
}

void HunkDetail::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(),
                     m_state && m_state->hunk(m_hunk) != nullptr ? theme.border : theme.base);
}

} // namespace rocport
