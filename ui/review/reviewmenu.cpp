// Menus of Review, several changes at once, and what leaves the window: places, patches, the
// editor.
#include "core/base/whendone.h"
#include "core/process/editorcommand.h"
#include "core/project/session/projectsources.h"
#include "ui/messages/messages.h"
#include "ui/review/changedecisions.h"
#include "ui/review/changedelegate.h"
#include "ui/review/diffview.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/openfile.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTreeView>

namespace rocport {

namespace {

const QString kEditorKey = QStringLiteral("editor/command");

/// A command that decides all rows that are selected.
struct Selected
{
    const char* name;
    const char* single; ///< the command whose key does the same there; null: there is none
    DecisionKind kind;
};

constexpr std::array kSelected = {Selected{"acceptSelected", "accept", DecisionKind::Accepted},
                                  Selected{"rejectSelected", "reject", DecisionKind::Rejected},
                                  Selected{"deferSelected", "defer", DecisionKind::Deferred},
                                  Selected{"reopenSelected", nullptr, DecisionKind::Open}};

} // namespace

void ReviewArea::addMenuCommands()
{
    for (const auto& [name, single, kind] : kSelected) {
        addCommand(QLatin1String(name), tr("%1 the selected changes").arg(verbOf(kind)),
                   tr("%1 selected").arg(verbOf(kind)), {},
                   [this, kind = kind] { decideSelected(kind); });
    }
    addCommand(QStringLiteral("copyPath"), tr("Copy path"), tr("Copy path"), {},
               [this] { copyPlace(false); });
    addCommand(QStringLiteral("copyPlace"), tr("Copy path and line"), tr("Copy place"), {},
               [this] { copyPlace(true); });
    addCommand(QStringLiteral("copyPatch"), tr("Copy as patch"), tr("Copy as patch"), {},
               [this] { copyPatch(); });
    addCommand(QStringLiteral("openInEditor"), tr("Open in your editor"), tr("Open in editor"), {},
               [this] { openInEditor(shownPlace()); });
    addCommand(QStringLiteral("checkFile"), tr("Run L1 for this file"), tr("Run L1 for file"), {},
               [this] { Q_EMIT checkFileRequested(m_desk->texts().path); });
    addCommand(QStringLiteral("setEditor"), tr("Set your editor…"), tr("Set editor"), {},
               [this] { askEditor(); });
    addCommand(QStringLiteral("expandAll"), tr("Unfold all changes"), tr("Unfold all"), {},
               [this] { m_tree->expandAll(); });
    addCommand(QStringLiteral("collapseAll"), tr("Fold all changes"), tr("Fold all"), {},
               [this] { m_tree->collapseAll(); });
}

void ReviewArea::updateMenuCommands()
{
    const bool writable = m_desk->state() && !m_desk->state()->readOnly && m_desk->state()->scan;
    const bool several = m_tree != nullptr && selectedChanges().size() > 1;
    for (const auto& one : kSelected) {
        QAction* action = command(QLatin1String(one.name));
        action->setEnabled(writable && several);
        setWhyNot(*action, !m_desk->state()            ? tr("No project is open.")
                           : !m_desk->state()->scan    ? tr("The repository is not scanned yet.")
                           : m_desk->state()->readOnly ? tr("The project is open read-only.")
                           : several                   ? QString()
                                     : tr("Several changes are not selected: hold Shift or Ctrl "
                                          "in the list."));
    }
    const bool file = !m_desk->texts().path.isEmpty();
    const bool change = m_desk->current() >= 0 || several;
    const auto enable = [this](const char* name, bool on, const QString& whyNot) {
        command(QLatin1String(name))->setEnabled(on);
        setWhyNot(*command(QLatin1String(name)), on ? QString() : whyNot);
    };
    for (const char* name : {"copyPath", "copyPlace", "openInEditor"}) {
        enable(name, file, tr("No file is shown."));
    }
    enable("checkFile", file && writable,
           file ? tr("The project is open read-only.") : tr("No file is shown."));
    enable("copyPatch", change, noChangeSelected());
    for (const char* name : {"expandAll", "collapseAll"}) {
        enable(name, m_model->totals().total > 0, tr("No change is proposed."));
    }
}

void ReviewArea::decideSelected(DecisionKind kind)
{
    m_decisions->decideMany(selectedChanges(), kind, tr("selected"), false);
}

/// The line of the caret or the current change; of the port where only that has it.
Place ReviewArea::shownPlace() const
{
    Place place{m_desk->texts().path, 0, PlaceSide::Original};
    bool added = false; // a file that only the port has
    for (const Hunk& hunk : m_desk->texts().hunks) {
        added = added || hunk.sourcePath != hunk.targetPath;
    }
    place.side = added ? PlaceSide::Port : PlaceSide::Original;
    const std::optional<ByteRange> range = m_own->selected(true);
    const bool inDiff = m_diff->isAncestorOf(focusWidget());
    if (range && (inDiff || m_desk->current() < 0)) {
        place.line = SourceBuffer(m_desk->texts().original).lineOf(range->begin);
    } else if (m_desk->current() >= 0) {
        place.line = m_model->changes()[m_desk->current()].hunk->firstLine;
    }
    return place;
}

void ReviewArea::copyPlace(bool withLine)
{
    const Place place = shownPlace();
    QString text = place.path.display();
    if (withLine) {
        text += u':' + QString::number(std::max(1, place.line));
    }
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT said(tr("Copied %1").arg(text));
}

void ReviewArea::copyPatch()
{
    QVector<int> changes = selectedChanges();
    if (changes.size() < 2 && m_desk->current() >= 0) {
        changes = {m_desk->current()};
    }
    QVector<QByteArray> keys;
    for (const int change : std::as_const(changes)) {
        keys.append(m_model->changes()[change].hunk->key);
    }
    whenDone(m_session.sources().patchOf(keys), this,
             [this, count = keys.size()](const Result<QByteArray>& patch) {
                 if (!patch) {
                     m_desk->showProblem(patch.error());
                     return;
                 }
                 QGuiApplication::clipboard()->setText(QString::fromUtf8(*patch));
                 Q_EMIT said(tr("Copied %1 as a patch for git apply").arg(changeCountText(count)));
             });
}

void ReviewArea::openInEditor(const Place& place)
{
    QString editor = m_settings.value(kEditorKey).toString().trimmed();
    if (editor.isEmpty()) {
        editor = defaultEditorCommand();
    }
    if (!editor.isEmpty()) {
        if (const Result<void> done = m_session.sources().openInEditor(place, editor); !done) {
            m_desk->showProblem(done.error());
        }
        return;
    }
    const Result<QString> file = m_session.sources().localFile(place);
    if (!file) {
        m_desk->showProblem(file.error());
        return;
    }
    if (!openLocalFile(*file)) {
        m_desk->showProblem(
            tr("No editor is set"),
            tr("%1 was not opened: set your editor with the command “Set your editor”, or "
               "in VISUAL or EDITOR.")
                .arg(place.path.display()));
    }
}

void ReviewArea::askEditor()
{
    const QString usual = defaultEditorCommand();
    AskSheet::Question question;
    question.title = tr("Command that opens a file in your editor");
    question.text =
        tr("{file} stands for the file and {line} for the line. No shell reads it. Empty: %1.")
            .arg(usual.isEmpty() ? tr("the desktop's program for the file") : usual);
    question.field = tr("Command");
    question.fieldText = m_settings.value(kEditorKey).toString();
    question.yes = tr("Use this command");
    m_questions->ask(question, [this] {
        const QString text = m_questions->fieldText().trimmed();
        const Result<EditorCommand> made = text.isEmpty()
                                               ? Result<EditorCommand>(EditorCommand())
                                               : editorCommand(text, QStringLiteral("/"), 1);
        if (made) {
            m_settings.setValue(kEditorKey, text);
        } else {
            m_desk->showProblem(made.error());
        }
    });
}

void ReviewArea::openMenu(const QPoint& globalPos)
{
    auto* shown = new QMenu(this); // no nested event loop: it lives until it closes
    shown->setObjectName(QStringLiteral("changeMenu"));
    shown->setAttribute(Qt::WA_DeleteOnClose);
    QMenu& menu = *shown;
    const auto add = [this](QMenu& to, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            to.addAction(command(QLatin1String(name)));
        }
    };
    const QVector<int> selected = m_tree->hasFocus() ? selectedChanges() : QVector<int>();
    // Of rows that are selected the keys decide all: what decides the current change alone is not
    // offered beside that.
    const bool keysAreTheirs = actOnSelection();
    if (selected.size() > 1) {
        for (const auto& [name, single, kind] : kSelected) {
            QString text =
                tr("%1 %2 selected").arg(verbOf(kind)).arg(changeCountText(selected.size()));
            const QKeySequence key = keysAreTheirs && single != nullptr
                                         ? command(QLatin1String(single))->shortcut()
                                         : QKeySequence();
            if (!key.isEmpty()) {
                text += u'\t' + key.toString(QKeySequence::NativeText);
            }
            QAction* action = menu.addAction(text);
            action->setEnabled(command(QLatin1String(name))->isEnabled());
            connect(action, &QAction::triggered, this, [this, selected, kind = kind] {
                m_decisions->decideMany(selected, kind, tr("selected"), false);
            });
        }
        menu.addSeparator();
    }
    if (!keysAreTheirs) {
        add(menu, {"accept", "reject", "defer"});
    }
    add(menu, {"edit", "note", "ownChange"});
    addGuardMenu(menu);
    if (!keysAreTheirs) {
        QAction* reopen = menu.addAction(tr("Reopen change"));
        reopen->setEnabled(m_desk->current() >= 0 &&
                           m_model->changes()[m_desk->current()].kind != DecisionKind::Open &&
                           command(QStringLiteral("accept"))->isEnabled());
        connect(reopen, &QAction::triggered, this, [this] { decideCurrent(DecisionKind::Open); });
    }
    menu.addSeparator();
    add(menu, {"acceptRule", "rejectRule", "deferRule", "acceptFile", "rejectFile", "deferFile"});
    menu.addSeparator();
    add(menu, {"explainProof", "checkFile"});
    menu.addSeparator();
    add(menu, {"copyPath", "copyPlace", "copyPatch", "openInEditor"});
    menu.addSeparator();
    add(menu, {"expandAll", "collapseAll"});
    menu.addSeparator();
    add(menu, {"find", "searchChanges", "symbols", "allSymbols"});
    menu.addSeparator();
    add(menu, {"showMore", "showAllLines", "foldLines", "wrapLines", "blame"});
    shown->popup(globalPos);
}

} // namespace rocport
