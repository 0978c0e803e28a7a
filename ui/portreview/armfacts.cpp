#include "ui/portreview/armfacts.h"

#include "ui/portreview/hunkwords.h"
#include "ui/theme/plaintext.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rocport {

ArmFacts::ArmFacts(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("armFacts"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
}

void ArmFacts::addLine(Mark mark, const QString& text, ColourToken colour)
{
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* label = new MarkupLabel(m_provider, TextStep::Small, colour, line);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMarkup(codeMarkup(m_provider.theme(), text));
    label->setAccessibleName(text);
    row->addWidget(new GlyphLabel(m_provider, mark.glyph, mark.colour, 14, line), 0, Qt::AlignTop);
    row->addWidget(label, 1);
    m_layout->addWidget(line);
    m_rows.append(line);
    m_lines.append(text);
}

void ArmFacts::setHunk(const ReviewHunk& hunk)
{
    for (QWidget* row : std::as_const(m_rows)) {
        row->hide();
        row->deleteLater();
    }
    m_rows.clear();
    m_lines.clear();
    for (const ArmFact& fact : hunk.armFacts) {
        addLine(armMark(fact.result), fact.text,
                isWrong(fact.result) ? &ThemeColours::crit : &ThemeColours::text);
    }
    if (hunk.armFacts.isEmpty()) {
        addLine(armMark(hunk.rocm), hunk.rocmReason.isEmpty() ? armNothing(hunk) : hunk.rocmReason,
                &ThemeColours::text);
        return;
    }
    const bool told =
        hunk.rocmReason.isEmpty() ||
        std::any_of(hunk.armFacts.begin(), hunk.armFacts.end(),
                    [&hunk](const ArmFact& fact) { return fact.text.contains(hunk.rocmReason); });
    if (!told) {
        addLine({Glyph::None, &ThemeColours::muted}, hunk.rocmReason, &ThemeColours::text2);
    }
}

} // namespace rocport
