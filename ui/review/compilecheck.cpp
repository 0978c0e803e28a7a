#include "ui/review/compilecheck.h"

#include "ui/review/diffview.h"
#include "ui/review/gatepanel.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewnavigator.h"

#include <QSplitter>

namespace rocport {

CompileCheck::CompileCheck(ReviewDesk& desk, ReviewCommands& commands, ReviewNavigator& navigator,
                           DiffView& diff, QSplitter& column, ThemeProvider& provider,
                           UiSettings& settings, QObject* parent)
    : QObject(parent),
      m_commands(commands),
      m_diff(diff),
      m_panel(new GatePanel(desk.session(), provider, settings, &column))
{
    m_panel->setMinimumHeight(provider.theme().scaled(140));
    m_panel->setProperty("pane", true);
    m_panel->hide();
    column.addWidget(m_panel);
    connect(m_panel, &GatePanel::closeRequested, this, [this] { setShown(false); });
    connect(m_panel, &GatePanel::hunkRequested, &navigator, &ReviewNavigator::showHunk);
    connect(m_panel, &GatePanel::placeRequested, this, [this, &navigator](const Place& place) {
        if (navigator.targetOf(place).isEmpty()) {
            Q_EMIT placeRequested(place);
        } else {
            navigator.showPlace(place);
        }
    });
    addCommands();
}

void CompileCheck::addCommands()
{
    m_commands.add(QStringLiteral("checkCompiles"), tr("Check that it compiles"), tr("Check"),
                   {"Ctrl+Shift+B"}, [this] {
                       setShown(true);
                       m_panel->check();
                   });
    m_commands.add(QStringLiteral("checkWhole"),
                   tr("Run the build files and check what they compile"), tr("Run build files"), {},
                   [this] {
                       setShown(true);
                       m_panel->checkWhole();
                   });
    m_commands.add(QStringLiteral("proveNvcc"), tr("Prove by compiling"), tr("Prove by compiling"),
                   {}, [this] {
                       setShown(true);
                       m_panel->prove();
                   });
    m_commands.add(QStringLiteral("gateResults"), tr("Results of the compile check"),
                   tr("Compile check"), {"Ctrl+Shift+L"},
                   [this] { setShown(!m_panel->isVisible()); });
}

void CompileCheck::update() const
{
    const QString why = m_commands.whyNoScan();
    m_commands.enable({"checkCompiles", "checkWhole", "proveNvcc", "gateResults"}, why.isEmpty(),
                      why);
}

void CompileCheck::setShown(bool shown)
{
    m_panel->setVisible(shown);
    if (shown) {
        m_panel->setFocus();
    } else {
        m_diff.focusText();
    }
}

void CompileCheck::close()
{
    m_panel->hide();
}

} // namespace rocport
