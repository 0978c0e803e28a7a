// What was found, in one pane of the diff: marks, places and selection.
#include "ui/review/diffeditor.h"
#include "ui/review/diffmarks.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr long kCurrentHitAlpha = 96;

using Sci = QsciScintillaBase;

} // namespace

void DiffEditor::colourHits()
{
    for (const diffmarks::Indicator box : {diffmarks::HitBox, diffmarks::CurrentHitBox}) {
        const bool current = box == diffmarks::CurrentHitBox;
        SendScintilla(Sci::SCI_INDICSETSTYLE, box, static_cast<long>(Sci::INDIC_FULLBOX));
        SendScintilla(Sci::SCI_INDICSETUNDER, box, 1L);
        // The current one has a frame in full colour: the two differ without colour too.
        SendScintilla(Sci::SCI_INDICSETALPHA, box, current ? kCurrentHitAlpha : 255L);
        SendScintilla(Sci::SCI_INDICSETOUTLINEALPHA, box, current ? 255L : 0L);
        SendScintilla(Sci::SCI_INDICSETFORE, static_cast<unsigned long>(box),
                      current ? m_theme.warn : m_theme.warnSoft);
    }
}

void DiffEditor::hitsChanged()
{
    for (const diffmarks::Indicator box : {diffmarks::HitBox, diffmarks::CurrentHitBox}) {
        SendScintilla(Sci::SCI_SETINDICATORCURRENT, static_cast<unsigned long>(box));
        SendScintilla(Sci::SCI_INDICATORCLEARRANGE, 0UL, static_cast<long>(pane().text.size()));
    }
    m_decorated.fill(false, m_scene.rows());
    decorateVisible();
    viewport()->update();
}

void DiffEditor::decorateHits(int row)
{
    auto hit = std::lower_bound(m_scene.hits.cbegin(), m_scene.hits.cend(), row,
                                [](const DiffHit& one, int wanted) { return one.row < wanted; });
    const HitSide other = m_side == DiffSide::Left ? HitSide::Port : HitSide::Original;
    for (; hit != m_scene.hits.cend() && hit->row == row; ++hit) {
        if (m_side != DiffSide::Unified && hit->side == other) {
            continue;
        }
        const bool current = hit - m_scene.hits.cbegin() == m_scene.currentHit;
        SendScintilla(
            Sci::SCI_SETINDICATORCURRENT,
            static_cast<unsigned long>(current ? diffmarks::CurrentHitBox : diffmarks::HitBox));
        SendScintilla(Sci::SCI_INDICATORFILLRANGE,
                      static_cast<unsigned long>(lineStart(row)) +
                          static_cast<unsigned long>(hit->start),
                      static_cast<long>(hit->length));
    }
}

int DiffEditor::xOfByte(int row, int byte) const
{
    const auto x = [this](int position) {
        return static_cast<int>(
            SendScintilla(Sci::SCI_POINTXFROMPOSITION, 0UL, static_cast<long>(position)));
    };
    return x(lineStart(row) + byte) - x(lineStart(row));
}

void DiffEditor::selectBytes(int row, int start, int length)
{
    const int from = lineStart(row) + start;
    SendScintilla(Sci::SCI_SETSELECTION,
                  static_cast<unsigned long>(from) + static_cast<unsigned long>(length),
                  static_cast<long>(from));
}

std::array<int, 3> DiffEditor::selectedBytes() const
{
    if (m_scene.rows() == 0) {
        return {0, 0, 0};
    }
    const auto start = static_cast<int>(SendScintilla(Sci::SCI_GETSELECTIONSTART));
    const auto end = static_cast<int>(SendScintilla(Sci::SCI_GETSELECTIONEND));
    const auto row = static_cast<int>(
        SendScintilla(Sci::SCI_LINEFROMPOSITION, static_cast<unsigned long>(start)));
    if (row >= m_scene.rows() || end > lineStart(row) + lineBytes(row).size()) {
        return {0, 0, 0};
    }
    return {row, start - lineStart(row), end - start};
}

} // namespace rocport
