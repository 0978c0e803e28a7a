// The review's proofs and compile check: their commands and where the results are shown.
#include "ui/review/diffview.h"
#include "ui/review/gatepanel.h"
#include "ui/review/proofdialog.h"
#include "ui/review/reviewarea.h"

#include <QSplitter>

namespace rocport {

void ReviewArea::addGateCommands()
{
    addCommand(QStringLiteral("checkCompiles"), tr("Check that it compiles"), tr("Check"),
               {QStringLiteral("Ctrl+Shift+B")}, [this] {
                   showGate(true);
                   m_gate->check();
               });
    addCommand(QStringLiteral("checkWhole"), tr("Run the build files and check what they compile"),
               tr("Run build files"), {}, [this] {
                   showGate(true);
                   m_gate->checkWhole();
               });
    addCommand(QStringLiteral("proveNvcc"), tr("Prove by compiling"), tr("Prove by compiling"), {},
               [this] {
                   showGate(true);
                   m_gate->prove();
               });
    addCommand(QStringLiteral("explainProof"), tr("Explain the proof"), tr("Explain the proof"),
               {QStringLiteral("I")}, [this] { explainProof(); });
    addCommand(QStringLiteral("gateResults"), tr("Results of the compile check"),
               tr("Compile check"), {QStringLiteral("Ctrl+Shift+L")},
               [this] { showGate(!m_gate->isVisible()); });
}

void ReviewArea::explainProof()
{
    if (m_desk->current() < 0) {
        return;
    }
    auto* dialog = new ProofDialog(m_session, m_provider, *m_syntax, m_desk->currentKey(), this);
    dialog->diff().setWrapped(m_diff->isWrapped());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ReviewArea::buildGate(QSplitter& column)
{
    m_gate = new GatePanel(m_session, m_provider, m_settings, &column);
    m_gate->setMinimumHeight(m_provider.theme().scaled(140));
    m_gate->setProperty("pane", true);
    m_gate->hide();
    column.addWidget(m_gate);
    connect(m_gate, &GatePanel::closeRequested, this, [this] { showGate(false); });
    connect(m_gate, &GatePanel::hunkRequested, this, &ReviewArea::showHunk);
    connect(m_gate, &GatePanel::placeRequested, this, [this](const Place& place) {
        if (hasPlace(place)) {
            showPlace(place);
        } else {
            Q_EMIT showPlaceRequested(place);
        }
    });
}

void ReviewArea::showGate(bool shown)
{
    m_gate->setVisible(shown);
    if (shown) {
        m_gate->setFocus();
    } else {
        m_diff->focusText();
    }
}

} // namespace rocport
