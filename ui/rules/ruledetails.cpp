#include "ui/rules/ruledetails.h"

#include "core/base/wording.h"
#include "ui/rules/rulesmodel.h"
#include "ui/theme/glyph.h"
#include "ui/theme/plaintext.h"

#include <QRegularExpression>

namespace rocport {

namespace {

/// Text of a pack with its inline code.
QString inlineText(const QString& text)
{
    static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
    return markupOf(text).replace(code, QStringLiteral("<code>\\1</code>"));
}

QString section(const QString& title, const QString& text)
{
    return text.isEmpty()
               ? QString()
               : QStringLiteral("<h3>%1</h3><p>%2</p>").arg(markupOf(title), inlineText(text));
}

QString rangeText(const QString& name, const VersionRange& range)
{
    QStringList parts;
    if (range.from) {
        parts.append(QStringLiteral("≥ %1").arg(range.from->toString()));
    }
    if (range.below) {
        parts.append(QStringLiteral("< %1").arg(range.below->toString()));
    }
    return parts.isEmpty() ? QString() : name + u' ' + parts.join(QStringLiteral(", "));
}

QString facts(const Rule& rule, int findings, bool on)
{
    QStringList languages;
    for (const Language language : rule.languages) {
        languages.append(languageName(language));
    }
    QStringList parts = {severityName(rule.severity), phaseName(rule.phase),
                         languages.join(QStringLiteral(", "))};
    for (const QString& range : {rangeText(QStringLiteral("PyTorch"), rule.torch),
                                 rangeText(QStringLiteral("ROCm"), rule.rocm),
                                 rule.architectures.join(QStringLiteral(", "))}) {
        if (!range.isEmpty()) {
            parts.append(range);
        }
    }
    parts.append(!on ? RuleDetails::tr("disabled")
                     : counted(findings, RuleDetails::tr("finding"), RuleDetails::tr("findings")));
    return parts.join(QStringLiteral(" · "));
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
    return html.isEmpty() ? html
                          : QStringLiteral("<h3>%1</h3>").arg(RuleDetails::tr("Samples")) + html;
}

} // namespace

RuleDetails::RuleDetails(ThemeProvider& provider, QWidget* parent)
    : MarkupBrowser(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("ruleDetails"));
    setAccessibleName(tr("Details of the rule"));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    document()->setDocumentMargin(provider.theme().scaled(12));
    connect(&provider, &ThemeProvider::changed, this, &RuleDetails::render);
}

QString RuleDetails::styleSheet() const
{
    const Theme& theme = m_provider.theme();
    const auto pixels = [&](TextStep step) { return theme.font(step).pixelSize(); };
    return QStringLiteral("body { color: %1; }"
                          "h1 { font-size: %2px; margin: 0; }"
                          "h3 { font-size: %3px; margin: 12px 0 2px 0; }"
                          "p { margin: 4px 0; }"
                          "p.facts, p.caption { color: %4; font-size: %5px; }"
                          "a { color: %6; }"
                          "code, pre { font-family: '%7'; font-size: %8px; }"
                          "pre { background: %9; margin: 2px 0; }")
        .arg(theme.text.name())
        .arg(pixels(TextStep::Section))
        .arg(pixels(TextStep::Body))
        .arg(theme.text2.name())
        .arg(pixels(TextStep::Small))
        .arg(theme.accent.name(), theme.font(TextStep::Code).family())
        .arg(pixels(TextStep::Code))
        .arg(theme.alt.name());
}

void RuleDetails::render()
{
    document()->setDefaultStyleSheet(styleSheet());
    document()->setDefaultFont(m_provider.theme().font(TextStep::Body));
    setMarkup(m_html);
}

void RuleDetails::showRule(const Rule& rule, const RuleSays& says, int findings, bool on)
{
    QString html = QStringLiteral("<h1>%1</h1><p class='facts'>%2</p>")
                       .arg(inlineText(says.title), markupOf(facts(rule, findings, on)));
    const QString place =
        rule.origin == PackOrigin::BuiltIn
            ? tr("%1, built-in pack \"%2\"").arg(rule.id, rule.packName)
            : tr("%1, pack \"%2\", %3:%4")
                  .arg(rule.id, rule.packName, rule.packFile, QString::number(rule.packLine));
    html += QStringLiteral("<p class='facts'>%1</p>").arg(markupOf(place));
    if (!rule.replaces.isEmpty()) {
        html += QStringLiteral("<p class='facts'>%1</p>")
                    .arg(markupOf(tr("Replaces the rule in %1").arg(rule.replaces)));
    }
    html += section(says.example           ? tr("What it says, for example")
                    : says.place.isEmpty() ? tr("What it says")
                                           : tr("What it says here"),
                    says.place.isEmpty() ? says.text
                                         : QStringLiteral("`%1`: %2").arg(says.place, says.text));
    html += section(tr("Reason"), rule.reason);
    html += section(tr("Change on ROCm"), rule.change);
    html += section(tr("Where nothing is proposed"), rule.wayOut);
    if (!rule.referenceUrl.isEmpty()) {
        html +=
            QStringLiteral("<h3>%1</h3><p><a href=\"%2\">%3</a></p>")
                .arg(tr("Reference"), markupOf(rule.referenceUrl), markupOf(rule.referenceTitle));
    }
    html += samplesHtml(rule);
    if (html != m_html) {
        m_html = html;
        render();
    }
}

void RuleDetails::showProblem(const Error& problem)
{
    m_html = QStringLiteral("<h1>%1</h1><p>%2</p><p class='facts'>%3</p>")
                 .arg(tr("A rule pack has a problem"), markupOf(problem.detail),
                      markupOf(problem.object));
    render();
}

void RuleDetails::clearRule()
{
    m_html.clear();
    render();
}

} // namespace rocport
