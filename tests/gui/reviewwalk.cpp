#include "tests/gui/reviewwalk.h"

#include "core/base/linerange.h"
#include "core/project/session/derivedstate.h"
#include "core/project/session/projectsources.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/sourcereader.h"

#include "tests/gui/walkpicture.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffgutter.h"
#include "ui/review/editpane.h"
#include "ui/review/findingdetail.h"
#include "ui/review/findingspage.h"
#include "ui/theme/plaintext.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QThread>
#include <QToolButton>
#include <QTreeView>

namespace rocport::test {

namespace {

constexpr qsizetype kTrail = 40;
constexpr int kPatienceMs = 30'000;

} // namespace

ReviewWalk::ReviewWalk(const WindowFixture& window, quint32 seed) : m_window(window), m_dice(seed)
{
    addReviewActions();
    addMouseActions();
    addTextActions();
    addFindingsActions();
    m_pictures.insert(0, decisionsPicture(state()));
}

void ReviewWalk::wrong(const QString& what)
{
    if (m_wrong.isEmpty()) { // the first one tells
        m_wrong = what;
    }
}

void ReviewWalk::did(const QString& what)
{
    m_trail.append(what);
    if (m_trail.size() > kTrail) {
        m_trail.removeFirst();
    }
}

QTreeView& ReviewWalk::tree() const
{
    return *part<QTreeView>("changeTree");
}

void ReviewWalk::press(const char* keys)
{
    QWidget* at = QApplication::focusWidget();
    const auto* button = qobject_cast<QPushButton*>(at);
    if (button != nullptr && button->menu() != nullptr &&
        QLatin1StringView(keys) == QLatin1StringView("Return")) {
        return; // Qt shows the menu of a button until somebody chooses
    }
    QTest::keySequence(at != nullptr ? at : &m_window.window(),
                       QKeySequence(QLatin1StringView(keys)));
}

void ReviewWalk::type(const QString& text)
{
    for (const QChar letter : text) {
        if (QWidget* at = QApplication::focusWidget()) {
            QTest::keyClick(at, letter.toLatin1());
        }
    }
}

void ReviewWalk::click(QWidget& widget, const QPoint& at, Qt::KeyboardModifiers modifiers)
{
    QTest::mouseClick(&widget, Qt::LeftButton, modifiers, at);
}

bool ReviewWalk::isTyping() const
{
    const QWidget* at = QApplication::focusWidget();
    const auto* text = qobject_cast<const QPlainTextEdit*>(at);
    // In the lines found letters go on in the field.
    return qobject_cast<const QLineEdit*>(at) != nullptr ||
           (at != nullptr && at->objectName() == QStringLiteral("searchTable")) ||
           (text != nullptr && !text->isReadOnly()) ||
           (review().diff().isEditing() && review().diff().editPane().isAncestorOf(at));
}

QByteArray ReviewWalk::shownKey() const
{
    const DiffView& diff = review().diff();
    const DiffChange* current = diff.scene().currentChange();
    return diff.isVisible() && current != nullptr ? current->key : QByteArray();
}

/// Keys decide the selected rows together while the list has the focus.
QSet<QByteArray> ReviewWalk::severalKeys() const
{
    QSet<QByteArray> keys;
    const QModelIndexList rows = tree().selectionModel()->selectedRows();
    if (!tree().hasFocus() || rows.size() < 2) {
        return keys;
    }
    for (const QModelIndex& row : rows) {
        const QVector<int> below =
            review().model().changesUnder(review().filter().mapToSource(row));
        for (const int change : below) {
            keys.insert(review().model().changes()[change].hunk->key);
        }
    }
    return keys;
}

ReviewWalk::Moment ReviewWalk::moment() const
{
    Moment now;
    now.shown = shownKey();
    now.several = severalKeys();
    now.batch = state().decisions.lastBatchId();
    now.still = isStill();
    now.typing = isTyping();
    const Hunk* hunk = now.shown.isEmpty() ? nullptr : state().hunk(now.shown);
    now.open = hunk != nullptr && hunk->verdict != Verdict::Violated;
    return now;
}

/// The decision made since; null: none was. Undoing and redoing are none.
const DecisionBatch* ReviewWalk::newBatch(const Moment& before) const
{
    const DecisionBatch* newest = state().decisions.undoBatch();
    return newest != nullptr && newest->id > before.batch ? newest : nullptr;
}

bool ReviewWalk::waitFor(const std::function<bool()>& done) const
{
    QElapsedTimer timer;
    timer.start();
    while (!done()) {
        if (timer.elapsed() > kPatienceMs) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QThread::usleep(100);
    }
    return true;
}

/// Whether no task runs, no file is on its way, and the diff stands as the decisions do.
bool ReviewWalk::isStill() const
{
    if (!m_window.project.session->tasks().running().isEmpty()) {
        return false;
    }
    const DiffView& diff = review().diff();
    if (!diff.isVisible()) {
        return true;
    }
    if (shownKey() != review().currentKey() || diff.isEmpty()) {
        return false;
    }
    const DiffScene& scene = diff.scene();
    for (const DiffChange& change : scene.layout.changes) {
        const Hunk* hunk = state().hunk(change.key);
        const DiffDecision shown = scene.decisions.value(change.key);
        if (hunk == nullptr || shown.kind != state().decisions.kind(change.key) ||
            (shown.kind == DecisionKind::Edited &&
             shown.editedText != state().decisions.decision(change.key)->editedText)) {
            return false;
        }
    }
    return true;
}

QString ReviewWalk::nameOf(const QByteArray& key) const
{
    const Hunk* hunk = state().hunk(key);
    return hunk == nullptr
               ? QStringLiteral("none")
               : QStringLiteral("%1:%2 %3 (%4)")
                     .arg(hunk->targetPath.display())
                     .arg(hunk->firstLine)
                     .arg(hunk->ruleIds.value(0), decisionId(state().decisions.kind(key)));
}

/// What holds at every moment, with a file on its way too.
void ReviewWalk::look()
{
    if (review().findings().isVisible()) {
        lookAtFinding();
    }
    DiffView& diff = review().diff();
    if (!diff.isVisible() || diff.isEmpty()) {
        return;
    }
    const DiffScene& scene = diff.scene();
    const QByteArray shown = shownKey();
    const QString words =
        scene.current >= 0 ? changeAccessibleText(scene, scene.current) : QString();
    // What a screen reader hears: one mark is the current one, and says what was decided.
    QAccessibleInterface* gutter = QAccessible::queryAccessibleInterface(&diff.gutter());
    int marked = 0;
    for (int i = 0; i < scene.layout.changes.size(); ++i) {
        QAccessibleInterface* mark = gutter->child(i);
        if (mark->state().selected) {
            ++marked;
            if (i != scene.current || mark->text(QAccessible::Name) != words) {
                wrong(QStringLiteral("the gutter marks “%1”, the diff shows “%2”")
                          .arg(mark->text(QAccessible::Name), words));
            }
        }
    }
    if (marked != (shown.isEmpty() ? 0 : 1)) {
        wrong(QStringLiteral("%1 marks are current ones").arg(marked));
    }
    const auto* position = part<QLabel>("diffPosition");
    const QString count = QStringLiteral("%1/%2");
    if (position->text() != (shown.isEmpty()
                                 ? QString()
                                 : count.arg(scene.current + 1).arg(scene.layout.changes.size()))) {
        wrong(QStringLiteral("the header says %1 for “%2”").arg(position->text(), words));
    }
    for (const auto* button : diff.gutter().findChildren<QToolButton*>()) {
        if (button->isVisible() && button->accessibleDescription() != words) {
            wrong(QStringLiteral("the buttons are of “%1”, the diff shows “%2”")
                      .arg(button->accessibleDescription(), words));
        }
    }
    // What is explained.
    const auto* title = part<QWidget>("changeTitle");
    const auto* explained = part<QLabel>("changePosition");
    const Hunk* hunk = shown.isEmpty() ? nullptr : state().hunk(shown);
    // Where no change is, what led there: a finding of the file that is shown.
    const auto& files = state().scan->files;
    const bool led = explained->text() == QLatin1String("Finding") &&
                     std::any_of(files.begin(), files.end(), [&](const auto& file) {
                         return file->path == scene.layout.path && !file->findings.isEmpty();
                     });
    if (explained->isVisible() && shown.isEmpty() && title->isVisible() && !led) {
        wrong(QStringLiteral("the diff marks no change, explained is “%1”")
                  .arg(title->accessibleName()));
    }
    if (explained->isVisible() && hunk != nullptr) {
        const QString wanted = QStringLiteral("Change %1 of %2")
                                   .arg(scene.current + 1)
                                   .arg(scene.layout.changes.size());
        if (!title->isVisible() || title->accessibleName() != hunk->title ||
            explained->text() != wanted) {
            wrong(QStringLiteral("the diff shows %1 (%2), explained is %3 “%4”")
                      .arg(nameOf(shown), wanted, explained->text(), title->accessibleName()));
        }
    }
}

/// What x would tick off: all that is selected, else the current row.
QVector<const Finding*> ReviewWalk::chosenFindings() const
{
    FindingsPage& page = review().findings();
    QModelIndexList rows = page.list()->selectionModel()->selectedRows();
    if (rows.isEmpty() && page.list()->currentIndex().isValid()) {
        rows.append(page.list()->currentIndex().siblingAtColumn(0));
    }
    QVector<const Finding*> found;
    for (const QByteArray& id : page.model().idsUnder(rows)) {
        found.append(page.model().finding(page.model().indexOf(id)));
    }
    return found;
}

/// The finding that the page explains; null: none of those chosen.
const Finding* ReviewWalk::explainedFinding() const
{
    const auto* place = part<QLabel>("findingPlace");
    const auto* message = part<QLabel>("findingMessage");
    const Theme& theme = m_window.project.provider.theme();
    for (const Finding* finding : chosenFindings()) {
        if (place->isVisible() &&
            place->text().contains(markupOf(placeText(finding->path, finding->line))) &&
            message->text() == codeMarkup(theme, finding->message)) {
            return finding;
        }
    }
    return nullptr;
}

void ReviewWalk::lookAtFinding()
{
    const QVector<const Finding*> chosen = chosenFindings();
    const auto* place = part<QLabel>("findingPlace");
    if (chosen.isEmpty() == place->isVisible() ||
        (!chosen.isEmpty() && explainedFinding() == nullptr)) {
        wrong(QStringLiteral("the list shows %1, explained is %2")
                  .arg(chosen.isEmpty() ? QStringLiteral("nothing")
                                        : placeText(chosen.first()->path, chosen.first()->line),
                       place->isVisible() ? place->text() : QStringLiteral("nothing")));
    }
}

/// What holds when nothing is under way.
void ReviewWalk::lookClosely()
{
    ++m_looks;
    DiffView& diff = review().diff();
    if (diff.isVisible()) {
        const QByteArray shown = shownKey();
        if (shown != review().currentKey()) {
            wrong(QStringLiteral("shown is %1, keys decide %2")
                      .arg(nameOf(shown), nameOf(review().currentKey())));
        }
        m_wanted.removeIf([this](const QByteArray& key) { return state().hunk(key) == nullptr; });
        if (!m_wanted.isEmpty() && !m_wanted.contains(shown)) {
            wrong(QStringLiteral("%1 led to %2").arg(m_wantedBy, nameOf(shown)));
        }
        const auto* facts = part<QLabel>("decisionText");
        const DecisionKind kind =
            shown.isEmpty() ? DecisionKind::Open : state().decisions.kind(shown);
        if (part<QWidget>("changeTitle")->isVisible() && kind != DecisionKind::Open &&
            !facts->text().contains(decisionName(kind))) {
            wrong(QStringLiteral("%1 is explained as “%2”").arg(nameOf(shown), facts->text()));
        }
        const DiffScene& scene = diff.scene();
        for (int i = 0; i < scene.layout.changes.size(); ++i) {
            const QByteArray& key = scene.layout.changes[i].key;
            if (scene.info[i].kind != state().decisions.kind(key)) {
                wrong(QStringLiteral("the gutter calls %1 %2")
                          .arg(nameOf(key), decisionId(scene.info[i].kind)));
            }
        }
        lookAtTree();
    }
    const auto* decided = part<QLabel>("decidedText");
    const QString count =
        QStringLiteral("%1 of %2 decided").arg(state().decided).arg(state().hunks);
    if (decided->text() != count) {
        wrong(QStringLiteral("the toolbar says “%1” for %2").arg(decided->text(), count));
    }
    lookAtPicture();
    lookAtShape();
    if (diff.isVisible() && m_looks % 16 == 0) {
        lookAtText(); // last, since it waits
    }
}

/// The row that is chosen in the list holds the change that is shown.
void ReviewWalk::lookAtTree()
{
    const QByteArray shown = shownKey();
    const QModelIndexList rows = tree().selectionModel()->selectedRows();
    const QModelIndex row = rows.size() == 1 ? QModelIndex(rows.first()) : tree().currentIndex();
    const int level = row.data(ReviewModel::LevelRole).toInt();
    if (shown.isEmpty() || !tree().isVisible() || !row.isValid() ||
        level == ReviewModel::GroupLevel || level == ReviewModel::FolderLevel) {
        return;
    }
    const QVector<int> below = review().model().changesUnder(review().filter().mapToSource(row));
    if (!below.contains(review().model().changeOfKey(shown))) {
        wrong(QStringLiteral("the list is at “%1”, shown is %2")
                  .arg(row.data(Qt::DisplayRole).toString(), nameOf(shown)));
    }
}

/// What stands in the panes is the file with what was decided, and the frame of the current change
/// is painted beside its rows.
void ReviewWalk::lookAtText()
{
    DiffView& diff = review().diff();
    const DiffScene& scene = diff.scene();
    auto loading = m_window.project.session->sources().loadFile(scene.layout.path);
    if (!waitFor([&] { return loading.isFinished(); }) || !loading.result().ok()) {
        wrong(QStringLiteral("%1 cannot be read").arg(scene.layout.path.display()));
        return;
    }
    if (!isStill()) {
        return; // something that was begun before has come meanwhile
    }
    const DiffLayout fresh = layOutDiff(*loading.result(), scene.decisions, scene.layout.unified);
    if (fresh.left.text != scene.layout.left.text || fresh.right.text != scene.layout.right.text) {
        const auto linesOf = [](const QByteArray& text) {
            return QString::fromUtf8(text).split(u'\n');
        };
        const bool left = fresh.left.text != scene.layout.left.text;
        wrong(QStringLiteral("%1 is not shown as decided, %2:\n%3")
                  .arg(scene.layout.path.display(),
                       left ? QStringLiteral("left") : QStringLiteral("right"),
                       left ? difference(linesOf(fresh.left.text), linesOf(scene.layout.left.text))
                            : difference(linesOf(fresh.right.text),
                                         linesOf(scene.layout.right.text))));
    }
    const int first = diff.leftEditor().firstVisibleRow();
    if (!scene.layout.unified && first != diff.rightEditor().firstVisibleRow()) {
        wrong(QStringLiteral("the panes of %1 show other rows: %2 and %3")
                  .arg(scene.layout.path.display())
                  .arg(first)
                  .arg(diff.rightEditor().firstVisibleRow()));
    }
    const DiffChange* current = scene.currentChange();
    if (current == nullptr) {
        return;
    }
    DiffEditor& editor = scene.layout.unified ? diff.unifiedEditor() : diff.leftEditor();
    const int top = editor.rowTop(current->firstRow);
    const QImage gutter = diff.gutter().grab().toImage();
    const QRgb accent = m_window.project.provider.theme().accent.rgb();
    if (top >= 0 && top + 1 < gutter.height() && gutter.pixel(1, top) != accent) {
        wrong(QStringLiteral("the frame of %1 is not painted").arg(nameOf(current->key)));
    }
}

/// The guards are those that widths, own guards and edits ask for now.
void ReviewWalk::lookAtShape()
{
    auto fresh = layOutGuards(state().rawScan, state().meta.target, guardRequest(state()),
                              sourceReader(state()));
    if (!fresh) {
        wrong(QStringLiteral("the guards cannot be made: ") + fresh.error().detail);
        return;
    }
    dropRulesOff(*fresh, state().meta.target.rulesOff, state().decisions, state().committed);
    const auto keysOf = [](const ScanResult& scan) {
        QStringList keys;
        for (const Hunk& hunk : scan.hunks) {
            keys.append(QString::fromLatin1(hunk.key) + u' ' + hunk.targetPath.display());
        }
        return keys;
    };
    const QString other = difference(keysOf(*fresh->scan), keysOf(*state().scan));
    if (!other.isEmpty()) {
        wrong(QStringLiteral("the guards are not those of now:\n") + other);
    }
}

/// Each state that was there before is there again when undo or redo come back to it.
void ReviewWalk::lookAtPicture()
{
    const DecisionBatch* newest = state().decisions.undoBatch();
    const qint64 id = newest != nullptr ? newest->id : 0;
    const QStringList now = decisionsPicture(state());
    const auto known = m_pictures.constFind(id);
    if (known == m_pictures.cend()) {
        m_pictures.insert(id, now);
    } else if (*known != now) {
        wrong(QStringLiteral("the state after “%1” is another one than it was:\n%2")
                  .arg(newest != nullptr ? newest->label : QStringLiteral("the start"),
                       difference(*known, now)));
    }
}

QString ReviewWalk::settle()
{
    if (!waitFor([this] { return isStill(); })) {
        wrong(QStringLiteral("it does not come to rest: shown is %1, keys decide %2, %3 tasks")
                  .arg(nameOf(shownKey()), nameOf(review().currentKey()))
                  .arg(m_window.project.session->tasks().running().size()));
        return m_wrong;
    }
    QCoreApplication::processEvents();
    if (!waitFor([this] { return isStill(); })) {
        wrong(QStringLiteral("it does not come to rest"));
    }
    look();
    lookClosely();
    m_wanted.clear();
    return m_wrong;
}

QString ReviewWalk::step()
{
    m_wanted.clear();
    // A dialog that closed gives the focus back when the event loop comes round.
    if (QApplication::focusWidget() == nullptr) {
        m_window.window().activateWindow();
        if (!waitFor([] { return QApplication::focusWidget() != nullptr; })) {
            wrong(QStringLiteral("nothing has the focus"));
            return m_wrong;
        }
    }
    if (QWidget* dialog = QApplication::activeModalWidget()) {
        did(QStringLiteral("Esc in %1").arg(dialog->objectName()));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    } else if (isTyping() && dice(10) < 7) {
        leaveTextField();
    } else {
        const QVector<Action>& actions = review().showsFindings() ? m_findings : m_changes;
        int sum = 0;
        for (const Action& action : actions) {
            sum += action.weight;
        }
        int at = dice(sum);
        for (const Action& action : actions) {
            at -= action.weight;
            if (at < 0) {
                did(action.name);
                ++m_tally[action.name];
                action.run();
                break;
            }
        }
    }
    look();
    const int haste = dice(6); // one in six steps does not wait for the one before
    if (haste == 0) {
        m_trail.last() += QStringLiteral(" (in haste)");
        return m_wrong;
    }
    return haste == 1 ? (QCoreApplication::processEvents(), look(), m_wrong) : settle();
}

/// The focus where keys of Review work: on the diff, or on what is shown in its place.
void ReviewWalk::takeFocus()
{
    if (QWidget* dialog = QApplication::activeModalWidget()) {
        dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        m_window.window().activateWindow();
    }
    if (review().diff().isEditing()) {
        review().diff().endEdit();
    }
    review().diff().isVisible() ? review().diff().focusText() : review().setFocus();
}

QString ReviewWalk::undo()
{
    did(QStringLiteral("u, going back"));
    review().showFindings(false);
    takeFocus();
    press("U");
    return settle();
}

QString ReviewWalk::redo()
{
    did(QStringLiteral("U, going forward"));
    review().showFindings(false);
    takeFocus();
    press("Shift+U");
    return settle();
}

} // namespace rocport::test
