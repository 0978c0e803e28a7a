#include "ui/review/placecommands.h"

#include "core/base/linerange.h"
#include "core/base/whendone.h"
#include "core/process/editorcommand.h"
#include "core/project/session/projectsources.h"
#include "ui/review/changelist.h"
#include "ui/review/diffview.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/openfile.h"
#include "ui/theme/uisettings.h"

#include <QClipboard>
#include <QGuiApplication>

namespace rocport {

namespace {

const QString kEditorKey = QStringLiteral("editor/command");

} // namespace

PlaceCommands::PlaceCommands(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_desk(parts.desk),
      m_commands(parts.commands),
      m_questions(parts.questions),
      m_list(parts.list),
      m_own(parts.own),
      m_diff(parts.diff),
      m_settings(parts.settings),
      m_area(parts.area)
{
    m_commands.add(QStringLiteral("copyPath"), tr("Copy path"), tr("Copy path"), {},
                   [this] { copyPlace(false); });
    m_commands.add(QStringLiteral("copyPlace"), tr("Copy path and line"), tr("Copy place"), {},
                   [this] { copyPlace(true); });
    m_commands.add(QStringLiteral("copyPatch"), tr("Copy as patch"), tr("Copy as patch"), {},
                   [this] { copyPatch(); });
    m_commands.add(QStringLiteral("openInEditor"), tr("Open in your editor"), tr("Open in editor"),
                   {}, [this] { open(shownPlace()); });
    m_commands.add(QStringLiteral("checkFile"), tr("Run L1 for this file"), tr("Run L1 for file"),
                   {}, [this] { Q_EMIT checkRequested(m_desk.texts().path); });
    m_commands.add(QStringLiteral("setEditor"), tr("Set your editor…"), tr("Set editor"), {},
                   [this] { askEditor(); });
}

void PlaceCommands::update() const
{
    const bool file = !m_desk.texts().path.isEmpty();
    const bool writable = m_desk.isWritable() && m_desk.state()->scan;
    const bool change = m_desk.current() >= 0 || m_list.selected().size() > 1;
    m_commands.enable({"copyPath", "copyPlace", "openInEditor"}, file, tr("No file is shown."));
    m_commands.enable({"checkFile"}, file && writable,
                      file ? tr("The project is open read-only.") : tr("No file is shown."));
    m_commands.enable({"copyPatch"}, change, m_commands.noChangeSelected());
}

/// The line of the caret or the current change; of the port where only that has it.
Place PlaceCommands::shownPlace() const
{
    Place place{m_desk.texts().path, 0, PlaceSide::Original};
    for (const Hunk& hunk : m_desk.texts().hunks) {
        if (hunk.sourcePath != hunk.targetPath) { // a file that only the port has
            place.side = PlaceSide::Port;
        }
    }
    const std::optional<ByteRange> range = m_own.selected(true);
    const bool inDiff = m_diff.isAncestorOf(m_area.focusWidget());
    if (range && (inDiff || m_desk.current() < 0)) {
        place.line = SourceBuffer(m_desk.texts().original).lineOf(range->begin);
    } else if (const Hunk* hunk = m_desk.currentHunk()) {
        place.line = hunk->firstLine;
    }
    return place;
}

void PlaceCommands::copyPlace(bool withLine)
{
    const Place place = shownPlace();
    const QString text =
        withLine ? placeText(place.path, std::max(1, place.line)) : place.path.display();
    QGuiApplication::clipboard()->setText(text);
    m_desk.say(tr("Copied %1").arg(text));
}

/// Of what is chosen in the list where that is several, else of the current change.
void PlaceCommands::copyPatch()
{
    QVector<int> changes = m_list.selected();
    if (changes.size() < 2 && m_desk.current() >= 0) {
        changes = {m_desk.current()};
    }
    QVector<QByteArray> keys;
    for (const int change : std::as_const(changes)) {
        keys.append(m_desk.model().changes()[change].hunk->key);
    }
    whenDone(m_desk.session().sources().patchOf(keys), this,
             [this, count = keys.size()](const Result<QByteArray>& patch) {
                 if (!patch) {
                     m_desk.showProblem(patch.error());
                     return;
                 }
                 QGuiApplication::clipboard()->setText(QString::fromUtf8(*patch));
                 m_desk.say(tr("Copied %1 as a patch for git apply").arg(changeCountText(count)));
             });
}

void PlaceCommands::open(const Place& place)
{
    QString editor = m_settings.value(kEditorKey).toString().trimmed();
    if (editor.isEmpty()) {
        editor = defaultEditorCommand();
    }
    if (!editor.isEmpty()) {
        if (const Result<void> done = m_desk.session().sources().openInEditor(place, editor);
            !done) {
            m_desk.showProblem(done.error());
        }
        return;
    }
    const Result<QString> file = m_desk.session().sources().localFile(place);
    if (!file) {
        m_desk.showProblem(file.error());
        return;
    }
    if (!openLocalFile(*file)) {
        m_desk.showProblem(
            tr("No editor is set"),
            tr("%1 was not opened: set your editor with the command “Set your editor”, or "
               "in VISUAL or EDITOR.")
                .arg(place.path.display()));
    }
}

void PlaceCommands::askEditor()
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
    m_questions.ask(question, [this] {
        const QString text = m_questions.fieldText().trimmed();
        const Result<EditorCommand> made = text.isEmpty()
                                               ? Result<EditorCommand>(EditorCommand())
                                               : editorCommand(text, QStringLiteral("/"), 1);
        if (made) {
            m_settings.setValue(kEditorKey, text);
        } else {
            m_desk.showProblem(made.error());
        }
    });
}

} // namespace rocport
