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
const QString kInlineKey = QStringLiteral("review/inline");
const QString kBlanksKey = QStringLiteral("review/ignore-blanks");
const QString kFoldKey = QStringLiteral("review/fold");
const QString kWrapKey = QStringLiteral("review/wrap");

DiffMode modeOf(const UiSettings& settings)
{
    return settings.value(kInlineKey, false).toBool()    ? DiffMode::Inline
           : settings.value(kUnifiedKey, false).toBool() ? DiffMode::Unified
                                                         : DiffMode::SideBySide;
}

} // namespace

ViewCommands::ViewCommands(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_desk(parts.desk),
      m_commands(parts.commands),
      m_shown(parts.shown),
      m_diff(parts.diff),
      m_authors(parts.authors),
      m_settings(parts.settings),
      m_wanted(modeOf(parts.settings)),
      m_ignoreBlanks(parts.settings.value(kBlanksKey, false).toBool())
{
    addLayoutCommands();
    addCommands();
    m_diff.setFolding(m_settings.value(kFoldKey, false).toBool());
    m_diff.setWrapped(m_settings.value(kWrapKey, false).toBool());
    m_commands.at(QStringLiteral("foldLines")).setChecked(m_diff.isFolding());
    m_commands.at(QStringLiteral("wrapLines")).setChecked(m_diff.isWrapped());
    m_commands.at(QStringLiteral("blame")).setChecked(m_authors.isShown());
    m_commands.at(QStringLiteral("ignoreBlanks")).setChecked(m_ignoreBlanks);
    updateLayout();
    update();
    connect(&m_diff, &DiffView::caretMoved, this, &ViewCommands::update);
    connect(&m_diff, &DiffView::sceneReplaced, this, &ViewCommands::update);
}

void ViewCommands::addLayoutCommands()
{
    m_commands.add(QStringLiteral("unified"), tr("Side by side or unified"), tr("Side by side"),
                   {"V"}, [this] {
                       setMode(m_wanted == DiffMode::SideBySide ? DiffMode::Unified
                                                                : DiffMode::SideBySide);
                   });
    m_commands.add(QStringLiteral("inline"), tr("Show removed and added text in one line"),
                   tr("Inline"), {"Shift+V"}, [this] {
                       setMode(m_wanted == DiffMode::Inline ? DiffMode::Unified : DiffMode::Inline);
                   });
    m_commands.add(QStringLiteral("ignoreBlanks"), tr("Ignore white space"),
                   tr("Ignore white space"), {"Alt+B"},
                   [this] { setIgnoreBlanks(!m_ignoreBlanks); });
    m_commands.add(QStringLiteral("goToMoved"), tr("Go to where these lines were moved"),
                   tr("Moved lines"), {"Alt+M"}, [this] { goToMoved(); });
    m_commands.add(QStringLiteral("goToFunction"), tr("Go to the beginning of the function shown"),
                   tr("Function"), {"Alt+Up"}, [this] {
                       if (!m_diff.goToFunction()) {
                           m_desk.say(tr("The first line shown is in no function."));
                       }
                   });
    for (const char* name : {"inline", "ignoreBlanks"}) {
        m_commands.at(QLatin1String(name)).setCheckable(true);
    }
}

void ViewCommands::setMode(DiffMode mode)
{
    m_wanted = mode;
    m_settings.setValue(kUnifiedKey, mode != DiffMode::SideBySide);
    m_settings.setValue(kInlineKey, mode == DiffMode::Inline);
    updateLayout();
}

void ViewCommands::setIgnoreBlanks(bool on)
{
    m_ignoreBlanks = on;
    m_settings.setValue(kBlanksKey, on);
    m_commands.at(QStringLiteral("ignoreBlanks")).setChecked(on);
    updateLayout();
    m_desk.say(!on                                ? tr("White space counts")
               : m_diff.scene().layout.onlyBlanks ? tr("Only white space differs in this file")
                                                  : tr("Lines that differ only in white space "
                                                       "are shown as unchanged"));
}

void ViewCommands::goToMoved()
{
    if (!m_diff.goToMoved()) {
        m_desk.say(whyNotMoved());
    }
}

QString ViewCommands::whyNotMoved()
{
    return tr("No line here was moved.");
}

void ViewCommands::update() const
{
    m_commands.enable({"goToMoved"}, m_diff.canGoToMoved(), whyNotMoved());
}

void ViewCommands::addCommands()
{
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
    updateLayout();
}

void ViewCommands::updateLayout()
{
    const DiffMode mode =
        m_narrow && m_wanted == DiffMode::SideBySide ? DiffMode::Unified : m_wanted;
    const bool unified = mode != DiffMode::SideBySide;
    m_commands.at(QStringLiteral("unified"))
        .setIconText(mode == DiffMode::Inline ? tr("Inline")
                     : unified                ? tr("Unified")
                                              : tr("Side by side"));
    m_commands.at(QStringLiteral("inline")).setChecked(mode == DiffMode::Inline);
    const bool changed = m_shown.isUnified() != unified;
    m_shown.setStyle({mode, m_ignoreBlanks});
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
