#include "ui/review/viewcommands.h"

#include "core/base/wording.h"
#include "ui/review/diffview.h"
#include "ui/review/lineauthors.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/shownfile.h"
#include "ui/theme/uisettings.h"

#include <QAction>

namespace rocport {

namespace {

const QString kUnifiedKey = QStringLiteral("review/unified");
const QString kFoldKey = QStringLiteral("review/fold");
const QString kWrapKey = QStringLiteral("review/wrap");

} // namespace

ViewCommands::ViewCommands(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_desk(parts.desk),
      m_commands(parts.commands),
      m_shown(parts.shown),
      m_diff(parts.diff),
      m_authors(parts.authors),
      m_settings(parts.settings),
      m_unifiedWanted(parts.settings.value(kUnifiedKey, false).toBool())
{
    addCommands();
    m_diff.setFolding(m_settings.value(kFoldKey, false).toBool());
    m_diff.setWrapped(m_settings.value(kWrapKey, false).toBool());
    m_commands.at(QStringLiteral("foldLines")).setChecked(m_diff.isFolding());
    m_commands.at(QStringLiteral("wrapLines")).setChecked(m_diff.isWrapped());
    m_commands.at(QStringLiteral("blame")).setChecked(m_authors.isShown());
    updateUnified();
}

void ViewCommands::addCommands()
{
    m_commands.add(QStringLiteral("unified"), tr("Side by side or unified"), tr("Side by side"),
                   {"V"}, [this] {
                       m_unifiedWanted = !m_unifiedWanted;
                       m_settings.setValue(kUnifiedKey, m_unifiedWanted);
                       updateUnified();
                   });
    m_commands.add(QStringLiteral("foldLines"), tr("Fold unchanged lines"), tr("Fold lines"),
                   {"Shift+M"}, [this] { setFolding(!m_diff.isFolding()); });
    m_commands.add(QStringLiteral("showMore"), tr("Show more unchanged lines"), tr("More lines"),
                   {"M"}, [this] { sayShown(m_diff.showMore()); });
    m_commands.add(QStringLiteral("showAllLines"), tr("Show all lines of this file"),
                   tr("All lines"), {}, [this] { sayShown(m_diff.showAllLines()); });
    m_commands.add(QStringLiteral("wrapLines"), tr("Wrap long lines"), tr("Wrap lines"), {"Alt+Z"},
                   [this] { setWrapped(!m_diff.isWrapped()); });
    m_commands.add(QStringLiteral("blame"), tr("Show who wrote the lines of the change"),
                   tr("Blame"), {"B"}, [this] {
                       m_authors.setShown(!m_authors.isShown());
                       m_commands.at(QStringLiteral("blame")).setChecked(m_authors.isShown());
                   });
    for (const char* name : {"foldLines", "wrapLines", "blame"}) {
        m_commands.at(QLatin1String(name)).setCheckable(true);
    }
}

void ViewCommands::setNarrow(bool narrow)
{
    m_narrow = narrow;
    updateUnified();
}

void ViewCommands::updateUnified()
{
    const bool unified = m_unifiedWanted || m_narrow;
    m_commands.at(QStringLiteral("unified"))
        .setIconText(unified ? tr("Unified") : tr("Side by side"));
    const bool changed = m_shown.isUnified() != unified;
    m_shown.setUnified(unified);
    if (changed) {
        Q_EMIT unifiedChanged(unified);
    }
}

void ViewCommands::setFolding(bool on)
{
    m_diff.setFolding(on);
    m_settings.setValue(kFoldKey, on);
    m_commands.at(QStringLiteral("foldLines")).setChecked(on);
    int folded = 0;
    for (const DiffFold& fold : m_diff.scene().folds) {
        folded += fold.rows;
    }
    m_desk.say(!on ? tr("All lines are shown")
               : folded == 0
                   ? tr("Unchanged lines fold; in this file none is far from a change")
                   : tr("%1 folded")
                         .arg(counted(folded, tr("unchanged line is"), tr("unchanged lines are"))));
}

void ViewCommands::setWrapped(bool on)
{
    m_diff.setWrapped(on);
    m_settings.setValue(kWrapKey, on);
    m_commands.at(QStringLiteral("wrapLines")).setChecked(on);
    m_desk.say(on ? tr("Long lines wrap") : tr("Long lines scroll sideways"));
}

void ViewCommands::sayShown(int lines) const
{
    m_desk.say(lines > 0
                   ? tr("%1 shown").arg(counted(lines, tr("more line is"), tr("more lines are")))
                   : nothingFolded());
}

QString ViewCommands::nothingFolded() const
{
    if (m_diff.isFolding()) {
        return tr("No line is folded here.");
    }
    const QString key = m_commands.key(QStringLiteral("foldLines"));
    return key.isEmpty() ? tr("No line is folded.")
                         : tr("No line is folded: %1 folds unchanged ones.").arg(key);
}

} // namespace rocport
