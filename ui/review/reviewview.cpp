// How the diff shows a file: unchanged lines folded or not, long lines wrapped or not.
#include "core/base/wording.h"
#include "ui/review/diffview.h"
#include "ui/review/lineauthors.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/commandkeys.h"

#include <QAction>

namespace rocport {

namespace {

const QString kFoldKey = QStringLiteral("review/fold");
const QString kWrapKey = QStringLiteral("review/wrap");

QString shownText(int lines)
{
    return ReviewArea::tr("%1 shown")
        .arg(counted(lines, ReviewArea::tr("more line is"), ReviewArea::tr("more lines are")));
}

} // namespace

/// Language, encoding and line ends of a file, as far as it has any: one that the port adds has
/// none yet.
QStringList ReviewArea::factsOf(const DiffLayout& layout, bool added)
{
    QStringList facts{languageName(layout.language)};
    if (added) {
        return facts;
    }
    switch (layout.encoding) {
    case Encoding::Utf8:
        facts.append(QStringLiteral("UTF-8"));
        break;
    case Encoding::Latin1:
        facts.append(QStringLiteral("Latin-1"));
        break;
    case Encoding::Utf16Le:
    case Encoding::Utf16Be:
        facts.append(QStringLiteral("UTF-16"));
        break;
    case Encoding::Binary:
        return facts;
    }
    switch (layout.lineEnding) {
    case LineEnding::Lf:
        facts.append(QStringLiteral("LF"));
        break;
    case LineEnding::CrLf:
        facts.append(QStringLiteral("CRLF"));
        break;
    case LineEnding::Cr:
        facts.append(QStringLiteral("CR"));
        break;
    case LineEnding::Mixed:
        facts.append(tr("Mixed line ends"));
        break;
    case LineEnding::None:
        break;
    }
    return facts;
}

void ReviewArea::tellPlace()
{
    QStringList facts;
    if (m_diff->isVisible() && !m_diff->isEmpty() && m_desk->loading().isEmpty()) {
        const DiffView::CaretPlace caret = m_diff->caretPlace();
        facts = m_textFacts;
        facts.prepend(caret.side == PlaceSide::Original ? tr("Original") : tr("Port"));
        if (caret.line > 0) {
            facts.prepend(tr("Ln %1, Col %2").arg(caret.line).arg(caret.column));
        }
    }
    if (facts != m_toldPlace) {
        m_toldPlace = facts;
        Q_EMIT placeFactsChanged(facts);
    }
}

void ReviewArea::addViewCommands()
{
    addCommand(QStringLiteral("foldLines"), tr("Fold unchanged lines"), tr("Fold lines"),
               {QStringLiteral("Shift+M")}, [this] { setFolding(!m_diff->isFolding()); });
    addCommand(QStringLiteral("showMore"), tr("Show more unchanged lines"), tr("More lines"),
               {QStringLiteral("M")}, [this] {
                   const int shown = m_diff->showMore();
                   Q_EMIT said(shown > 0 ? shownText(shown) : nothingFolded());
               });
    addCommand(QStringLiteral("showAllLines"), tr("Show all lines of this file"), tr("All lines"),
               {}, [this] {
                   const int shown = m_diff->showAllLines();
                   Q_EMIT said(shown > 0 ? shownText(shown) : nothingFolded());
               });
    addCommand(QStringLiteral("wrapLines"), tr("Wrap long lines"), tr("Wrap lines"),
               {QStringLiteral("Alt+Z")}, [this] { setWrapped(!m_diff->isWrapped()); });
    addCommand(QStringLiteral("blame"), tr("Show who wrote the lines of the change"), tr("Blame"),
               {QStringLiteral("B")}, [this] {
                   m_authors->setShown(!m_authors->isShown());
                   command(QStringLiteral("blame"))->setChecked(m_authors->isShown());
               });
    for (const char* name : {"foldLines", "wrapLines", "blame"}) {
        command(QLatin1String(name))->setCheckable(true);
    }
}

/// What was chosen before.
void ReviewArea::restoreView()
{
    m_diff->setFolding(m_settings.value(kFoldKey, false).toBool());
    m_diff->setWrapped(m_settings.value(kWrapKey, false).toBool());
    command(QStringLiteral("foldLines"))->setChecked(m_diff->isFolding());
    command(QStringLiteral("wrapLines"))->setChecked(m_diff->isWrapped());
}

void ReviewArea::setFolding(bool on)
{
    m_diff->setFolding(on);
    m_settings.setValue(kFoldKey, on);
    command(QStringLiteral("foldLines"))->setChecked(on);
    int folded = 0;
    for (const DiffFold& fold : m_diff->scene().folds) {
        folded += fold.rows;
    }
    Q_EMIT said(!on           ? tr("All lines are shown")
                : folded == 0 ? tr("Unchanged lines fold; in this file none is far from a change")
                              : tr("%1 folded")
                                    .arg(counted(folded, tr("unchanged line is"),
                                                 tr("unchanged lines are"))));
}

void ReviewArea::setWrapped(bool on)
{
    m_diff->setWrapped(on);
    m_settings.setValue(kWrapKey, on);
    command(QStringLiteral("wrapLines"))->setChecked(on);
    Q_EMIT said(on ? tr("Long lines wrap") : tr("Long lines scroll sideways"));
}

QString ReviewArea::nothingFolded() const
{
    if (m_diff->isFolding()) {
        return tr("No line is folded here.");
    }
    const QString key = firstKey(*command(QStringLiteral("foldLines")));
    return key.isEmpty() ? tr("No line is folded.")
                         : tr("No line is folded: %1 folds unchanged ones.").arg(key);
}

} // namespace rocport
