#include "ui/rules/ruledetails.h"

#include "core/base/wording.h"
#include "ui/editor/syntaxstyler.h"
#include "ui/theme/codetext.h"
#include "ui/theme/glyph.h"
#include "ui/theme/plaintext.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QScrollBar>
#include <QUrl>

#include <algorithm>
#include <optional>

namespace rocport {

namespace {

const QString kPlaceLink = QStringLiteral("#place");

/// Text of a pack with its inline code.
QString inlineText(const QString& text)
{
    QString html;
    for (const CodePiece& piece : splitCode(text)) {
        const QString part = markupOf(piece.text);
        html += piece.isCode ? QStringLiteral("<code>%1</code>").arg(part) : part;
    }
    return html;
}

QString heading(const QString& title)
{
    return QStringLiteral("<p class='head'>%1</p>").arg(markupOf(title));
}

QString section(const QString& title, const QString& text)
{
    return text.isEmpty() ? QString()
                          : heading(title) + QStringLiteral("<p>%1</p>").arg(inlineText(text));
}

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td class='name'>%1</td><td>%2</td></tr>")
        .arg(markupOf(name), markupOf(value));
}

QString samplesHtml(const Rule& rule)
{
    QString html;
    for (const RuleSample& sample : rule.samples) {
        html +=
            QStringLiteral("<p class='caption'>%1</p><pre>%2</pre>")
                .arg(sample.match
                         ? RuleDetails::tr("Must match, %1").arg(languageName(sample.language))
                         : RuleDetails::tr("Must not match, %1").arg(languageName(sample.language)),
                     markupOf(QString::fromUtf8(sample.code).trimmed()));
        if (sample.result) {
            html += QStringLiteral("<p class='caption'>%1</p><pre>%2</pre>")
                        .arg(RuleDetails::tr("Becomes"),
                             markupOf(QString::fromUtf8(*sample.result).trimmed()));
        }
    }
    return html.isEmpty() ? html : heading(RuleDetails::tr("Samples, also its tests")) + html;
}

/// What the change does; a text with a gap is that of one place, which Review shows.
QString changeText(const Rule& rule)
{
    static const QRegularExpression gap(QStringLiteral("\\{[a-z_]+\\}"));
    return rule.change.contains(gap) ? QString() : rule.change;
}

} // namespace

RuleDetails::RuleDetails(ThemeProvider& provider, QWidget* parent)
    : MarkupBrowser(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("ruleDetails"));
    setAccessibleName(tr("Explanation of the rule"));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    document()->setDocumentMargin(provider.theme().scaled(16));
    connect(&provider, &ThemeProvider::changed, this, &RuleDetails::render);
    connect(this, &MarkupBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url == QUrl(kPlaceLink)) {
            Q_EMIT placeRequested();
        }
    });
}

QString RuleDetails::styleSheet() const
{
    const Theme& theme = m_provider.theme();
    const auto pixels = [&](TextStep step) { return theme.font(step).pixelSize(); };
    return QStringLiteral(
               "body { color: %1; }"
               "p { margin: 2px 0; }"
               "p.title { font-size: %2px; font-weight: 600; margin: 0 0 4px 0; }"
               "p.head { font-size: %3px; font-weight: 600; color: %4; margin: 14px 0 2px 0; }"
               "p.facts, p.caption { color: %4; font-size: %5px; }"
               "td.name { color: %4; padding-right: 24px; }"
               "td, th { padding: 2px 12px 2px 0; }"
               "th { color: %4; font-size: %3px; }"
               "table.chips { font-size: %5px; margin: 4px 0; }"
               "a { color: %6; text-decoration: none; }"
               "code, pre, td.code { font-family: '%7'; font-size: %8px; }"
               "pre { background: %9; margin: 2px 0; }")
        .arg(theme.text.name())
        .arg(pixels(TextStep::Title))
        .arg(pixels(TextStep::Caption))
        .arg(theme.muted.name())
        .arg(pixels(TextStep::Small))
        .arg(theme.accent.name(), theme.font(TextStep::Code).family())
        .arg(pixels(TextStep::Code))
        .arg(theme.alt.name());
}

void RuleDetails::render()
{
    const QString html = m_make ? m_make() : QString();
    const QString style = styleSheet();
    if (html + style == m_html) {
        return; // the same stays where it was scrolled to
    }
    m_html = html + style;
    document()->setDefaultStyleSheet(style);
    document()->setDefaultFont(m_provider.theme().font(TextStep::Body));
    setMarkup(html);
}

/// A cell of a row of chips, with the gap behind it: text alone cannot have room around it.
QString RuleDetails::chip(const QString& text, const QColor& fill, const QColor& colour) const
{
    const Theme& theme = m_provider.theme();
    return QStringLiteral("<td bgcolor='%1' style='padding: %4px %5px; color: %2'>%3</td>"
                          "<td width='%5' style='padding: 0'></td>")
        .arg(fill.name(), colour.name(), markupOf(text))
        .arg(theme.scaled(3))
        .arg(theme.scaled(8));
}

/// `inner`, whose rows have a ground of their own, in a frame of one pixel: a border around a table
/// in a table is not drawn on all sides.
QString RuleDetails::framed(const QString& inner) const
{
    return QStringLiteral("<table width='100%' bgcolor='%1' cellspacing='0' cellpadding='0'><tr>"
                          "<td style='padding: 1px'>%2</td></tr></table>")
        .arg(m_provider.theme().border.name(), inner);
}

void RuleDetails::setSyntax(SyntaxRepository& syntax)
{
    m_syntax = &syntax;
    connect(&syntax, &SyntaxRepository::ready, this, &RuleDetails::render);
    render();
}

QString RuleDetails::headHtml(const Rule& rule, const RuleView& view) const
{
    const Theme& theme = m_provider.theme();
    const bool critical = rule.severity == Severity::Critical;
    const bool warning = rule.severity == Severity::Warning;
    QString html =
        QStringLiteral("<p class='title'>%1</p><table class='chips' cellspacing='0'><tr>")
            .arg(inlineText(view.says.title));
    html += chip(severityName(rule.severity),
                 critical  ? theme.critSoft
                 : warning ? theme.warnSoft
                           : theme.infoSoft,
                 critical  ? theme.crit
                 : warning ? theme.warn
                           : theme.text2);
    html += chip(tr("Phase %1").arg(static_cast<int>(rule.phase)), theme.infoSoft, theme.text2);
    html += chip(rule.change.isEmpty() ? tr("Proposes no change") : tr("Proposes changes"),
                 theme.infoSoft, theme.text2);
    if (!view.applies) {
        html += chip(tr("Not for this target"), theme.infoSoft, theme.text2);
    }
    const QString place =
        rule.origin == PackOrigin::BuiltIn
            ? tr("Built-in pack, %1").arg(QFileInfo(rule.packFile).fileName())
            : tr("Pack \"%1\", %2:%3")
                  .arg(rule.packName, rule.packFile, QString::number(rule.packLine));
    html += QStringLiteral("</tr></table><p class='facts'><code>%1</code> %2</p>")
                .arg(markupOf(rule.id), markupOf(place));
    QStringList notes;
    if (!view.replacedBy.isEmpty()) {
        notes.append(tr("Replaced by %1, which has a rule of this id.").arg(view.replacedBy));
    } else if (!rule.replaces.isEmpty()) {
        notes.append(tr("In place of the rule in %1").arg(QFileInfo(rule.replaces).fileName()));
    }
    if (!view.on) {
        notes.append(view.whyOff.isEmpty() ? tr("Off in this project.")
                                           : tr("Off in this project: %1").arg(view.whyOff));
    }
    for (const QString& note : std::as_const(notes)) {
        html += QStringLiteral("<p>%1</p>").arg(markupOf(note));
    }
    return html;
}

/// The rows' texts in the colours of their language, each side read for itself.
QStringList RuleDetails::codeHtml(const RuleView& view) const
{
    QStringList lines;
    std::optional<SyntaxStyler> before;
    std::optional<SyntaxStyler> after;
    QVector<QColor> colours;
    if (m_syntax != nullptr && m_syntax->isReady()) {
        before.emplace(*m_syntax, view.diffLanguage, view.diffPath);
        after.emplace(*m_syntax, view.diffLanguage, view.diffPath);
        colours = m_syntax->colours(m_provider.theme().dark);
    }
    for (const CodeRow& row : view.diff) {
        const QByteArray bytes = row.text.toUtf8();
        QByteArray styles;
        if (before && row.before > 0) {
            styles = before->next(bytes);
        }
        if (after && row.after > 0) {
            styles = after->next(bytes);
        }
        QString html;
        for (const StyledRun& run : styledRuns(row.text, styles)) {
            const QString part = markupOf(row.text.mid(run.from, run.to - run.from));
            const QColor colour = colours.value(run.style);
            html +=
                colour.isValid()
                    ? QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), part)
                    : part;
        }
        lines.append(html);
    }
    return lines;
}

QString RuleDetails::diffHtml(const RuleView& view) const
{
    if (view.diff.isEmpty()) {
        return {};
    }
    const Theme& theme = m_provider.theme();
    const auto number = [](int line) { return line > 0 ? QString::number(line) : QString(); };
    QString html = heading(tr("Before and after")) +
                   QStringLiteral("<p class='caption'>%1</p>").arg(markupOf(view.diffOf));
    QString rows = QStringLiteral("<table width='100%' cellspacing='0' cellpadding='0'>");
    const CodeRow& last = view.diff.last();
    const int digits =
        QFontMetrics(theme.font(TextStep::Code))
            .horizontalAdvance(number(10 * std::max({10, last.before, last.after}))) +
        theme.scaled(12);
    const QStringList code = codeHtml(view);
    for (qsizetype i = 0; i < view.diff.size(); ++i) {
        const CodeRow& line = view.diff.at(i);
        const QColor fill = line.before == 0  ? theme.addLine
                            : line.after == 0 ? theme.delLine
                                              : theme.base;
        const QString sign = line.before == 0  ? QStringLiteral("+")
                             : line.after == 0 ? QStringLiteral("−")
                                               : QString();
        rows += QStringLiteral("<tr bgcolor='%1'><td class='code' align='right' width='%6'>%2</td>"
                               "<td class='code' align='right' width='%6'>%3</td>"
                               "<td class='code' width='%7'>%4</td>"
                               "<td class='code'><p style='white-space:pre-wrap; "
                               "margin:0'>%5</p></td></tr>")
                    .arg(fill.name(), number(line.before), number(line.after), sign, code.at(i))
                    .arg(digits)
                    .arg(theme.scaled(12));
    }
    return html + framed(rows + QStringLiteral("</table>"));
}

QString RuleDetails::whereHtml(const Rule& rule, const RuleView& view) const
{
    QStringList languages;
    for (const Language language : rule.languages) {
        languages.append(languageName(language));
    }
    QString html = heading(tr("Where it applies")) + QStringLiteral("<table cellspacing='0'>");
    html += row(tr("GPUs"), gpusText(rule));
    html += row(tr("Versions"), versionsText(rule));
    html += row(tr("Languages"), languages.isEmpty() ? tr("None: it is about nodes")
                                                     : languages.join(QStringLiteral(", ")));
    html += row(tr("In this project"), !view.scanned                ? tr("Not scanned yet")
                                       : !view.replacedBy.isEmpty() ? tr("Not used")
                                                                    : tallyText(view.tally));
    return html + QStringLiteral("</table>");
}

/// What the rule stands on, with the versions for which it holds and where that was taken from.
QString RuleDetails::behindHtml(const RuleFacts& facts) const
{
    QString html;
    for (const FactRow& row : facts.behind) {
        const QString versions =
            row.holdsIn(facts.rocm)
                ? versionsOf(row)
                : tr("%1; the target is ROCm %2").arg(versionsOf(row), facts.rocm.toString());
        html += QStringLiteral("<p>%1</p><p class='caption'>%2. %3</p>")
                    .arg(inlineText(row.fact), markupOf(versions),
                         markupOf(tr("Source: %1").arg(row.source)));
    }
    return html;
}

QString RuleDetails::factsHtml(const RuleFacts& facts) const
{
    if (facts.facts.isEmpty() && facts.behind.isEmpty()) {
        return {};
    }
    QString html = heading(tr("Facts behind it")) + behindHtml(facts);
    if (facts.facts.isEmpty()) {
        return html;
    }
    html += QStringLiteral("<table cellspacing='0' width='100%'><tr>");
    for (const QString& title : {tr("CUDA"), tr("ROCm"), tr("Note"), tr("Source")}) {
        html += QStringLiteral("<th align='left'>%1</th>").arg(markupOf(title));
    }
    html += QStringLiteral("</tr>");
    for (const RuleFact& fact : facts.facts) {
        html += QStringLiteral("<tr><td class='code'>%1</td><td class='code'>%2</td>"
                               "<td>%3</td><td class='code'>%4</td></tr>")
                    .arg(markupOf(fact.cuda), markupOf(fact.rocm), inlineText(fact.note),
                         markupOf(fact.source));
    }
    html += QStringLiteral("</table>");
    if (facts.more > 0) {
        html += QStringLiteral("<p class='caption'>%1</p>")
                    .arg(markupOf(tr("And %1.").arg(
                        counted(facts.more, tr("other name"), tr("other names")))));
    }
    return html;
}

void RuleDetails::showRule(const Rule& rule, const RuleView& view)
{
    m_make = [this, rule, view] {
        QString html = headHtml(rule, view);
        const RuleSays& says = view.says;
        const QString place =
            says.path.isEmpty()
                ? QString()
                : QStringLiteral("<a href='%1'><code>%2</code></a> ")
                      .arg(kPlaceLink, markupOf(QStringLiteral("%1:%2").arg(
                                           says.path.display(), QString::number(says.line))));
        html += heading(says.example          ? tr("What it says, for example")
                        : says.path.isEmpty() ? tr("What it says")
                                              : tr("What it says here"));
        html += QStringLiteral("<p>%1%2</p>").arg(place, inlineText(says.text));
        html += section(tr("Reason"), rule.reason);
        html += diffHtml(view);
        html += section(tr("Change on ROCm"), changeText(rule));
        html += whereHtml(rule, view);
        html += factsHtml(view.facts);
        html += section(tr("Way out where nothing is proposed"), says.wayOut);
        if (!rule.referenceUrl.isEmpty()) {
            html += heading(tr("Reference")) +
                    QStringLiteral("<p><a href=\"%1\">%2</a></p>")
                        .arg(markupOf(rule.referenceUrl), markupOf(rule.referenceTitle));
        }
        return html + samplesHtml(rule);
    };
    render();
}

void RuleDetails::showProblem(const Error& problem)
{
    m_make = [problem] {
        return QStringLiteral("<p class='title'>%1</p><p>%2</p><p class='facts'>%3</p><p>%4</p>")
            .arg(tr("A rule pack needs a look"), markupOf(problem.detail), markupOf(problem.object),
                 tr("What is wrong there is not used; all other rules work."));
    };
    render();
}

void RuleDetails::showGroup(const QString& name, const QString& note, const QString& tally)
{
    m_make = [name, note, tally] {
        return QStringLiteral("<p class='title'>%1</p><p class='facts'>%2</p><p>%3</p>")
            .arg(markupOf(name), markupOf(note), markupOf(tally));
    };
    render();
}

void RuleDetails::clearRule()
{
    m_make = nullptr;
    render();
}

} // namespace rocport
