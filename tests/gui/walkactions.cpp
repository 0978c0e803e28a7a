// What somebody can do in Review, each with what has to come of it.
#include "tests/gui/reviewwalk.h"

#include "core/project/port/port.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffgutter.h"
#include "ui/review/editpane.h"
#include "ui/review/findingdetail.h"
#include "ui/review/findingspage.h"
#include "ui/shell/rail.h"

#include <QAction>
#include <QListView>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QTreeView>

#include <array>

namespace rocport::test {

namespace {

template <size_t N>
QString oneOf(const std::array<const char*, N>& words, QRandomGenerator& dice)
{
    return QString::fromLatin1(words.at(static_cast<size_t>(dice.bounded(static_cast<int>(N)))));
}

} // namespace

/// A decision by key or button: made about the change that is shown or about the rows that are
/// selected, or not at all.
void ReviewWalk::decide(const QString& how, DecisionKind kind, const std::function<void()>& act,
                        bool onlyShown)
{
    const Moment before = moment();
    const QWidget* at = QApplication::focusWidget();
    const QString focus =
        at != nullptr ? QLatin1StringView(at->metaObject()->className()) + u' ' + at->objectName()
                      : QStringLiteral("nothing");
    act();
    const DecisionBatch* batch = newBatch(before);
    if (batch == nullptr) {
        const bool had = before.still && !before.shown.isEmpty() && before.open;
        if (had && (onlyShown || (!before.typing && before.several.isEmpty()))) {
            wrong(QStringLiteral("%1 does nothing to %2; the focus is on %3")
                      .arg(how, nameOf(before.shown), focus));
        }
        return;
    }
    ++m_decisions;
    QSet<QByteArray> asked;
    for (const Decision& decision : batch->decisions) {
        if (decision.kind == kind) {
            asked.insert(decision.hunkKey);
        } else if (decision.kind != DecisionKind::Open) { // what needed it goes back to open
            wrong(QStringLiteral("%1 made %2 of %3")
                      .arg(how, decisionId(decision.kind), nameOf(decision.hunkKey)));
        }
    }
    if (before.typing && !onlyShown) {
        wrong(QStringLiteral("%1 was typed as text and decided “%2”").arg(how, batch->label));
        return;
    }
    const bool several = !before.several.isEmpty() && !onlyShown;
    const QSet<QByteArray> wanted = several ? before.several : QSet<QByteArray>{before.shown};
    const QVector<QByteArray> needed =
        withNeeded(state().scan->hunks, state().hunkIndex, {wanted.begin(), wanted.end()});
    const QSet<QByteArray> allowed = isTaken(kind) ? QSet(needed.begin(), needed.end()) : wanted;
    for (const QByteArray& key : std::as_const(asked)) {
        if (!allowed.contains(key)) {
            wrong(QStringLiteral("%1 decided %2, shown was %3")
                      .arg(how, nameOf(key), nameOf(before.shown)));
        }
    }
    if (!several && !asked.contains(before.shown)) {
        wrong(QStringLiteral("%1 decided “%2”, shown was %3")
                  .arg(how, batch->label, nameOf(before.shown)));
    }
}

void ReviewWalk::addReviewActions()
{
    const auto key = [this](int weight, const char* keys) {
        m_changes.append({weight, QLatin1StringView(keys), [this, keys] { press(keys); }});
    };
    const auto deciding = [this](int weight, const char* keys, DecisionKind kind) {
        m_changes.append({weight, QLatin1StringView(keys), [this, keys, kind] {
                              decide(
                                  QLatin1StringView(keys), kind, [this, keys] { press(keys); },
                                  false);
                          }});
    };
    deciding(14, "A", DecisionKind::Accepted);
    deciding(9, "R", DecisionKind::Rejected);
    deciding(5, "S", DecisionKind::Deferred);
    for (const char* keys : {"N", "P", "]", "["}) {
        key(5, keys);
    }
    for (const char* keys : {"U", "Shift+U", "Ctrl+Z", "Ctrl+Shift+Z"}) {
        m_changes.append({4, QLatin1StringView(keys), [this, keys] {
                              const Moment before = moment();
                              press(keys);
                              if (const DecisionBatch* batch = newBatch(before)) {
                                  wrong(QStringLiteral("%1 decided “%2”")
                                            .arg(QLatin1StringView(keys), batch->label));
                              }
                          }});
    }
    key(3, "W");
    key(2, "Shift+W");
    m_changes.append({1, QStringLiteral("guards by the palette"), [this] {
                          const std::array names = {"guardFile-function", "guardFile-line",
                                                    "guardProject-block", "guardProject-line"};
                          review().command(oneOf(names, m_dice))->trigger();
                      }});
    key(2, "V");
    key(4, "F");
    key(2, "F6");
    key(1, "Shift+F6");
    key(2, "Tab");
    key(1, "F3");
    key(1, "Down");
    key(1, "Up");
    key(1, "Return");
    for (const char* keys : {"Shift+A", "Shift+R", "Shift+F", "Shift+X"}) {
        m_changes.append({2, QLatin1StringView(keys), [this, keys] {
                              press(keys);
                              answerSheet();
                          }});
    }
    m_changes.append({1, QStringLiteral("F5"), [this] { press("F5"); }});
    m_changes.append({2, QStringLiteral("another area and back"), [this] {
                          press("Alt+1");
                          if (dice(2) == 0) {
                              QCoreApplication::processEvents();
                          }
                          press("Alt+2");
                      }});
    m_changes.append({2, QStringLiteral("history"), [this] { goThroughHistory(); }});
    m_changes.append({1, QStringLiteral("accept all proved"), [this] {
                          review().command(QStringLiteral("acceptProved"))->trigger();
                          answerSheet();
                      }});
}

void ReviewWalk::addMouseActions()
{
    m_changes.append({12, QStringLiteral("click in the list"), [this] { clickTree(); }});
    m_changes.append({6, QStringLiteral("click beside the text"), [this] { clickGutter(); }});
    m_changes.append(
        {6, QStringLiteral("button beside the text"), [this] { clickGutterButton(); }});
    m_changes.append({4, QStringLiteral("click in the text"), [this] { clickText(); }});
    m_changes.append({4, QStringLiteral("click a filter"), [this] {
                          auto* status = part<QWidget>("statusFilter");
                          click(*status, {dice(status->width()), status->height() / 2});
                      }});
    m_changes.append({1, QStringLiteral("click the grouping"), [this] {
                          auto* grouping = part<QWidget>("grouping");
                          click(*grouping, {dice(grouping->width()), grouping->height() / 2});
                      }});
    m_changes.append({2, QStringLiteral("click a phase"), [this] {
                          QListView* list = m_window.window().findChild<Rail*>()->list();
                          const QModelIndex phase = list->model()->index(dice(9), 0);
                          list->scrollTo(phase);
                          click(*list->viewport(), list->visualRect(phase).center());
                      }});
    for (const char* name : {"undoButton", "redoButton"}) {
        m_changes.append({2, QLatin1StringView(name), [this, name] {
                              auto* button = part<QPushButton>(name);
                              if (button->isVisible()) {
                                  click(*button, button->rect().center());
                              }
                          }});
    }
}

void ReviewWalk::addTextActions()
{
    m_changes.append({3, QStringLiteral("note"), [this] { writeNote(); }});
    m_changes.append({5, QStringLiteral("edit"), [this] { editInPlace(); }});
    m_changes.append({2, QStringLiteral("filter"), [this] {
                          press("/");
                          const std::array words = {"warp", "setup", "zzz", "csrc", "."};
                          type(oneOf(words, m_dice));
                          leaveTextField();
                      }});
    m_changes.append({2, QStringLiteral("find"), [this] {
                          press("Ctrl+F");
                          const std::array words = {"cuda", "torch", "int", "zzz"};
                          type(oneOf(words, m_dice));
                          for (int i = dice(4); i > 0; --i) {
                              press("Return");
                          }
                          leaveTextField();
                      }});
    m_changes.append({1, QStringLiteral("search in all"), [this] {
                          press("Ctrl+Shift+F");
                          const std::array words = {"cuda", "ballot"};
                          type(oneOf(words, m_dice));
                          press("Return");
                          if (dice(2) == 0) {
                              QCoreApplication::processEvents();
                              press("Down");
                              press("Return");
                          }
                      }});
    m_changes.append({2, QStringLiteral("guard lines"), [this] { guardSomeLines(); }});
}

void ReviewWalk::leaveTextField()
{
    const std::array keys = {"Escape", "Escape", "Return", "Down"};
    const QString way = oneOf(keys, m_dice);
    const Moment before = moment();
    did(way + QStringLiteral(" in ") + QApplication::focusWidget()->objectName());
    press(way.toLatin1().constData());
    const QWidget* sheet = part<QWidget>("askSheet");
    if (newBatch(before) != nullptr && !sheet->isVisible() && way != QStringLiteral("Return")) {
        wrong(QStringLiteral("%1 in a text field decided").arg(way));
    }
}

void ReviewWalk::clickTree()
{
    if (!tree().isVisible()) {
        return;
    }
    const QPoint at(20 + dice(std::max(1, tree().viewport()->width() - 30)),
                    dice(std::max(1, tree().viewport()->height())));
    const QModelIndex row = tree().indexAt(at);
    const int level = row.data(ReviewModel::LevelRole).toInt();
    const std::array<Qt::KeyboardModifiers, 6> held = {Qt::NoModifier,      Qt::NoModifier,
                                                       Qt::NoModifier,      Qt::NoModifier,
                                                       Qt::ControlModifier, Qt::ShiftModifier};
    const Qt::KeyboardModifiers modifiers = held.at(static_cast<size_t>(dice(6)));
    if (row.isValid() && modifiers != Qt::ControlModifier && level != ReviewModel::GroupLevel &&
        level != ReviewModel::FolderLevel) {
        const QVector<int> below =
            review().model().changesUnder(review().filter().mapToSource(row));
        for (const int change : below) {
            m_wanted.insert(review().model().changes()[change].hunk->key);
        }
    }
    m_wantedBy = QStringLiteral("a click on “%1”").arg(row.data(Qt::DisplayRole).toString());
    did(m_wantedBy);
    if (dice(8) == 0) {
        QTest::mouseDClick(tree().viewport(), Qt::LeftButton, {}, at);
    } else {
        click(*tree().viewport(), at, modifiers);
    }
}

void ReviewWalk::clickGutter()
{
    DiffView& diff = review().diff();
    const int changes = static_cast<int>(diff.scene().layout.changes.size());
    if (!diff.isVisible() || changes == 0) {
        return;
    }
    const int change = dice(changes);
    const QRect mark = diff.gutter().markRect(change);
    if (mark.isNull() || change == diff.scene().current) {
        return;
    }
    m_wanted = {diff.scene().layout.changes[change].key};
    m_wantedBy = QStringLiteral("a click on mark %1").arg(change + 1);
    click(diff.gutter(), mark.center());
    if (shownKey() != *m_wanted.begin()) {
        wrong(QStringLiteral("%1 shows %2").arg(m_wantedBy, nameOf(shownKey())));
    }
}

void ReviewWalk::clickGutterButton()
{
    const QList<QToolButton*> buttons =
        review().diff().gutter().findChildren<QToolButton*>(Qt::FindDirectChildrenOnly);
    QToolButton* button = buttons.at(dice(static_cast<int>(buttons.size())));
    if (!button->isVisible()) {
        return;
    }
    const QString name = button->accessibleName();
    if (name.startsWith(QStringLiteral("Edit"))) {
        click(*button, button->rect().center());
        return;
    }
    const DecisionKind kind =
        name.startsWith(QStringLiteral("Accept")) ? DecisionKind::Accepted : DecisionKind::Rejected;
    decide(
        QStringLiteral("the button “%1”").arg(name), kind,
        [this, button] { click(*button, button->rect().center()); }, true);
}

void ReviewWalk::clickText()
{
    DiffView& diff = review().diff();
    if (!diff.isVisible() || diff.isEmpty()) {
        return;
    }
    const bool unified = diff.scene().layout.unified;
    DiffEditor& editor = unified        ? diff.unifiedEditor()
                         : dice(2) == 0 ? diff.leftEditor()
                                        : diff.rightEditor();
    click(*editor.viewport(),
          {editor.marginsWidth() + 10 + dice(200), dice(std::max(1, editor.viewport()->height()))});
}

void ReviewWalk::editInPlace()
{
    press("E");
    DiffView& diff = review().diff();
    if (!diff.isEditing() || !isTyping()) {
        return;
    }
    const QByteArray key = shownKey();
    const std::array words = {"/", "// mine ", " ", "x"};
    type(oneOf(words, m_dice));
    const int way = dice(6);
    did(QStringLiteral("edited %1, way %2").arg(nameOf(key)).arg(way));
    if (way == 0) {
        press("Escape");
        return;
    }
    if (way == 1) {
        return; // what comes next finds it open
    }
    const Moment before = moment();
    press("Ctrl+Return");
    if (way == 2) {
        clickTree(); // it is on its way still
    }
    // The proof of the edit: it is taken, or a sentence says what is missing.
    const auto* reason = diff.editPane().findChild<QLineEdit*>(QStringLiteral("editReason"));
    waitFor(
        [&] { return newBatch(before) != nullptr || !diff.isEditing() || reason->isVisible(); });
    if (diff.isEditing() && reason->isVisible() && isTyping() && dice(3) > 0) {
        type(QStringLiteral("tried"));
        press("Return");
        waitFor([&] { return newBatch(before) != nullptr || !diff.isEditing(); });
    }
    if (const DecisionBatch* batch = newBatch(before)) {
        ++m_decisions;
        const bool decides =
            std::any_of(batch->decisions.begin(), batch->decisions.end(),
                        [&](const Decision& decision) { return decision.hunkKey == key; });
        if (decides && state().decisions.kind(key) != DecisionKind::Edited) {
            wrong(QStringLiteral("the edit of %1 was kept as “%2”").arg(nameOf(key), batch->label));
        }
    }
}

void ReviewWalk::writeNote()
{
    (void)waitFor([this] { return isStill(); }); // a guard on its way would be the newest step
    const auto* field = part<QLineEdit>("askField");
    if (field->isVisible()) {
        return; // another question stands there, which the letter would be typed into
    }
    press("C");
    if (!field->isVisible() || !field->hasFocus()) {
        return;
    }
    const Moment before = moment();
    const DecisionKind kind = state().decisions.kind(before.shown);
    type(QStringLiteral("note %1").arg(dice(100)));
    const int way = dice(4);
    if (way == 0) {
        return;
    }
    press(way == 1 ? "Escape" : "Return");
    if (kind == DecisionKind::Edited && way != 1) {
        waitFor([&] { return newBatch(before) != nullptr; }); // its proof is made again
    }
    const DecisionBatch* batch = newBatch(before);
    const Decision* decision = state().decisions.decision(before.shown);
    if (batch != nullptr && !batch->guards.isEmpty()) {
        return; // one that was asked for before, and came meanwhile
    }
    if ((batch != nullptr) != (way != 1) ||
        (batch != nullptr && (decision == nullptr || !decision->note.startsWith(u'n') ||
                              state().decisions.kind(before.shown) != kind))) {
        wrong(QStringLiteral("the note on %1 was not kept as one").arg(nameOf(before.shown)));
    }
}

/// Yes, no, or left standing.
void ReviewWalk::answerSheet()
{
    const QWidget* sheet = part<QWidget>("askSheet");
    if (!sheet->isVisible()) {
        return;
    }
    const auto* field = part<QLineEdit>("askField");
    const int way = dice(5);
    did(QStringLiteral("%1 to “%2”")
            .arg(way < 2   ? QStringLiteral("yes")
                 : way < 4 ? QStringLiteral("no")
                           : QStringLiteral("nothing"),
                 part<QLabel>("askTitle")->text()));
    if (way < 2) {
        if (field->isVisible() && field->hasFocus()) {
            type(QStringLiteral("tried"));
        }
        press("Return");
    } else if (way < 4) {
        press("Escape");
    }
}

void ReviewWalk::guardSomeLines()
{
    DiffView& diff = review().diff();
    if (!diff.isVisible() || diff.isEmpty() || diff.isEditing()) {
        return;
    }
    clickText();
    const int lines = 1 + dice(4);
    press("Home");
    for (int i = 0; i < lines; ++i) {
        press("Shift+Down");
    }
    press("G");
    const QWidget* sheet = part<QWidget>("askSheet");
    waitFor([&] { return sheet->isVisible() || isStill(); });
    answerSheet();
    // The guard is made, shown and opened for editing, or refused.
    waitFor([&] { return isStill(); });
}

void ReviewWalk::goThroughHistory()
{
    press("Ctrl+Alt+Z");
    QWidget* dialog = QApplication::activeModalWidget();
    if (dialog == nullptr) {
        return;
    }
    auto* list = dialog->findChild<QTreeView*>(QStringLiteral("historyList"));
    const int rows = list->model()->rowCount();
    if (rows > 0) {
        list->setCurrentIndex(list->model()->index(dice(std::min(rows, 12)), 0));
        QTest::keyClick(list, Qt::Key_Return);
    }
    QTest::keyClick(dialog, Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// A tick by key: of the finding that is explained, or of as many as the header says.
void ReviewWalk::tick(const char* key)
{
    FindingsPage& page = review().findings();
    const Moment before = moment();
    const Finding* shown = explainedFinding();
    const QByteArray id = shown != nullptr ? shown->id : QByteArray();
    const bool visible = page.isVisible();
    const QStringList words =
        page.detail().findChild<QLabel*>(QStringLiteral("findingPosition"))->text().split(u' ');
    press(key);
    const DecisionBatch* batch = newBatch(before);
    if (batch == nullptr) {
        return;
    }
    ++m_decisions;
    QSet<QByteArray> ticked;
    for (const Decision& decision : batch->decisions) {
        ticked.insert(findingOfKey(decision.hunkKey).value_or(QByteArray()));
    }
    const bool several = words.value(1) == QStringLiteral("findings");
    const qsizetype count = several ? words.value(0).toInt() : 1;
    if (!visible || before.typing || !ticked.contains(id) || ticked.size() != count) {
        wrong(QStringLiteral("%1 ticked %2 findings off under “%3”, the one explained %4")
                  .arg(QLatin1StringView(key))
                  .arg(ticked.size())
                  .arg(words.join(u' '), ticked.contains(id) ? QStringLiteral("among them")
                                                             : QStringLiteral("not among them")));
    }
}

void ReviewWalk::clickFinding()
{
    QTreeView* list = review().findings().list();
    if (!list->isVisible()) {
        return;
    }
    const std::array<Qt::KeyboardModifiers, 5> held = {Qt::NoModifier, Qt::NoModifier,
                                                       Qt::ControlModifier, Qt::ControlModifier,
                                                       Qt::ShiftModifier};
    click(*list->viewport(), {30 + dice(200), dice(std::max(1, list->viewport()->height()))},
          held.at(static_cast<size_t>(dice(5))));
}

void ReviewWalk::addFindingsActions()
{
    const auto key = [this](int weight, const char* keys) {
        m_findings.append({weight, QLatin1StringView(keys), [this, keys] { press(keys); }});
    };
    for (const char* keys : {"X", "Shift+X", "O"}) {
        m_findings.append({6, QLatin1StringView(keys), [this, keys] { tick(keys); }});
    }
    key(6, "N");
    key(4, "P");
    key(2, "G");
    key(4, "U");
    key(3, "Shift+U");
    key(6, "F");
    key(2, "Down");
    key(1, "F6");
    key(1, "Tab");
    key(1, "V");
    key(1, "A");
    m_findings.append({8, QStringLiteral("click a finding"), [this] { clickFinding(); }});
    m_findings.append({2, QStringLiteral("click a state"), [this] {
                           auto* states = part<QWidget>("findingsState");
                           click(*states, {dice(states->width()), states->height() / 2});
                       }});
    m_findings.append({3, QStringLiteral("note on a finding"), [this] {
                           press("C");
                           if (isTyping()) {
                               type(QStringLiteral("seen %1").arg(dice(100)));
                               const int way = dice(3);
                               if (way > 0) {
                                   press(way == 1 ? "Escape" : "Ctrl+Return");
                               }
                           }
                       }});
    m_findings.append({2, QStringLiteral("filter findings"), [this] {
                           press("/");
                           const std::array words = {"warp", "cu", "zzz", "."};
                           type(oneOf(words, m_dice));
                           leaveTextField();
                       }});
    m_findings.append(
        {2, QStringLiteral("Return on a finding"), [this] {
             const FindingsPage& page = review().findings();
             const Finding* finding = review().findings().model().finding(
                 page.list()->currentIndex().siblingAtColumn(0));
             const bool leads = finding != nullptr && page.list()->hasFocus();
             const RepoPath path = leads ? finding->path : RepoPath();
             press("Return");
             if (leads && !waitFor([&] {
                     return !review().showsFindings() &&
                            (review().diff().scene().layout.path == path ||
                             (isStill() && !shownKey().isEmpty()));
                 })) {
                 wrong(QStringLiteral("the finding did not lead to %1").arg(path.display()));
             }
         }});
    m_findings.append({1, QStringLiteral("write for a finding"), [this] {
                           press("E");
                           const QWidget* sheet = part<QWidget>("askSheet");
                           waitFor([&] { return sheet->isVisible() || isStill(); });
                           answerSheet();
                           waitFor([&] { return isStill(); });
                       }});
}

} // namespace rocport::test
