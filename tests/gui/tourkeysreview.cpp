// What the keys of Review do.
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/tourkeys.h"

#include "ui/review/editpane.h"
#include "ui/review/findingdetail.h"
#include "ui/review/findingspage.h"

#include <QAction>
#include <QDialog>
#include <QPlainTextEdit>
#include <QTreeView>

namespace rocport::test {

/// A decision about the change that is shown; one that alters the NVIDIA path is asked about.
QString TourKeys::decides(const Press& press, DecisionKind kind) const
{
    const QByteArray key = shown();
    press();
    if (key.isEmpty()) {
        return part<QWidget>("reviewProblem")->isVisible()
                   ? QString()
                   : QStringLiteral("does not say that no change is shown");
    }
    const Hunk* hunk = state().hunk(key);
    if (isTaken(kind) && hunk->verdict == Verdict::Violated) {
        return part<QWidget>("askSheet")->isVisible() ? QString()
                                                      : QStringLiteral("asks for no reason");
    }
    return state().decisions.kind(key) == kind
               ? QString()
               : QStringLiteral("leaves it %1").arg(decisionId(state().decisions.kind(key)));
}

/// Another change is shown, or a sentence says that there is none.
QString TourKeys::steps(const Press& press) const
{
    const QByteArray before = review().currentKey();
    press();
    if (!said().isEmpty()) {
        return {};
    }
    return waitFor([&] { return isStill() && !shown().isEmpty() && shown() != before; })
               ? QString()
               : QStringLiteral("shows no other change and says nothing");
}

void TourKeys::addReview()
{
    add({"accept"}, [this](const Press& press) { return decides(press, DecisionKind::Accepted); });
    add({"reject"}, [this](const Press& press) { return decides(press, DecisionKind::Rejected); });
    add({"defer"}, [this](const Press& press) { return decides(press, DecisionKind::Deferred); });
    add({"next", "previous", "nextFile", "previousFile"},
        [this](const Press& press) { return steps(press); });
    const Check asks = [this](const Press& press) {
        press();
        const auto answered = [this] {
            return part<QWidget>("askSheet")->isVisible() ||
                   part<QWidget>("reviewProblem")->isVisible() || !said().isEmpty();
        };
        if (!waitFor(answered, 5000)) {
            return QStringLiteral("asks nothing and says nothing, the focus is on ") +
                   AccessFixture::name(QApplication::focusWidget());
        }
        if (part<QWidget>("askSheet")->isVisible()) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        }
        return part<QWidget>("askSheet")->isVisible() ? QStringLiteral("stays when Esc is pressed")
                                                      : QString();
    };
    add({"acceptRule", "rejectRule", "acceptFile", "rejectFile", "guardSelection", "note",
         "writeForFinding"},
        asks);
    add({"ownChange"}, [this](const Press& press) {
        press();
        const auto answered = [this] {
            return part<QWidget>("askSheet")->isVisible() || review().diff().isEditing() ||
                   part<QWidget>("reviewProblem")->isVisible() || !said().isEmpty();
        };
        return waitFor(answered, 5000) ? QString() : QStringLiteral("writes no change");
    });
    add({"edit"}, [this](const Press& press) {
        const bool sees = !shown().isEmpty();
        press();
        return review().diff().isEditing() == sees &&
                       (sees || part<QWidget>("reviewProblem")->isVisible())
                   ? QString()
                   : QStringLiteral("opens no editor");
    });
    add({"undo"}, [this](const Press& press) {
        // In a state with commits the newest step cannot be taken back, and that is said.
        const QByteArray key = state().scan->hunks.first().key;
        const bool decided = session().decisions().decide({key}, DecisionKind::Deferred, {}).ok();
        const qint64 before = state().decisions.undoBatch()->id;
        press();
        (void)waitFor([this] { return isStill(); });
        const DecisionBatch* now = state().decisions.undoBatch();
        return (now == nullptr || now->id < before) ||
                       (!decided && part<QWidget>("reviewProblem")->isVisible())
                   ? QString()
                   : QStringLiteral("takes nothing back");
    });
    add({"redo"}, [this](const Press& press) {
        const qint64 before = state().decisions.undoBatch() ? state().decisions.undoBatch()->id : 0;
        press();
        (void)waitFor([this] { return isStill(); });
        return state().decisions.undoBatch() != nullptr &&
                       state().decisions.undoBatch()->id > before
                   ? QString()
                   : QStringLiteral("does nothing again");
    });
    add({"history"}, opens("historyDialog"));
    add({"explainProof"}, opens("proofDialog"));
    add({"commit"}, opens("commitDialog"));
    add({"unified"}, toggles([this] {
            const bool layout = review().diff().scene().layout.unified;
            const bool said = review().command(QStringLiteral("unified"))->iconText() ==
                              QStringLiteral("Unified");
            // The picture follows.
            return review().diff().isVisible() && layout != said ? QStringLiteral("on its way")
                                                                 : QString::number(said);
        }));
    for (const char* kept : {"foldLines", "wrapLines", "blame"}) {
        add({kept}, toggles([this, kept] {
                return QString::number(review().command(QLatin1String(kept))->isChecked());
            }));
    }
    add({"symbols", "allSymbols", "showMore"}, [this](const Press& press) {
        press();
        auto* dialog = review().findChild<QDialog*>(QStringLiteral("symbolDialog"));
        if (dialog != nullptr) {
            dialog->reject();
            return QString();
        }
        return said().isEmpty() ? QStringLiteral("lists nothing and says nothing") : QString();
    });
    add({"backToFinding"}, [this](const Press& press) {
        press();
        return review().showsFindings() || !said().isEmpty()
                   ? QString()
                   : QStringLiteral("neither goes back nor says why");
    });
    add({"findings"}, [this](const Press& press) {
        press();
        return review().showsFindings() ? QString() : QStringLiteral("does not show findings");
    });
    for (const int direction : {1, -1}) {
        add({direction > 0 ? "widerGuard" : "narrowerGuard"}, [this](const Press& press) {
            const QVector<GuardSetting> before = state().guardWidths;
            press();
            const auto answered = [&] {
                return (isStill() && state().guardWidths != before) || !said().isEmpty() ||
                       part<QWidget>("reviewProblem")->isVisible();
            };
            return waitFor(answered) ? QString() : QStringLiteral("leaves the guard as it is");
        });
    }
    add({"gateResults"},
        toggles([this] { return QString::number(part<QWidget>("gatePanel")->isVisible()); }));
    add({"checkCompiles"}, [this](const Press& press) {
        press();
        const bool shown = part<QWidget>("gatePanel")->isVisible();
        const QVector<TaskInfo> tasks = session().tasks().running();
        for (const TaskInfo& task : tasks) {
            session().tasks().cancel(task.id);
        }
        (void)waitFor([this] { return session().tasks().running().isEmpty(); }, 60'000);
        part<QWidget>("gatePanel")->hide();
        return shown ? QString() : QStringLiteral("shows no results");
    });
}

void TourKeys::addFind()
{
    const auto opensBar = [this](const char* field) {
        return [this, field](const Press& press) {
            press();
            const auto* wanted = part<QWidget>(field);
            return waitFor([&] { return wanted->hasFocus() || !said().isEmpty(); }, 5000)
                       ? QString()
                       : QStringLiteral("goes to no field, the focus is on ") +
                             AccessFixture::name(QApplication::focusWidget());
        };
    };
    add({"find"}, opensBar("findField"));
    add({"searchChanges"}, opensBar("searchField"));
    add({"findNext", "findPrevious"}, [this](const Press& press) {
        if (!review().diff().isVisible()) {
            press();
            return said().isEmpty() ? QStringLiteral("does not say that no file is shown")
                                    : QString();
        }
        review().command(QStringLiteral("find"))->trigger();
        auto* field = part<QLineEdit>("findField");
        field->setText(QStringLiteral("e"));
        const auto& scene = review().diff().scene();
        if (!waitFor([&] { return scene.hits.size() > 1 && scene.currentHit >= 0; })) {
            return QStringLiteral("finds nothing");
        }
        review().diff().focusText();
        const int before = scene.currentHit;
        press();
        const bool moved = waitFor([&] { return scene.currentHit != before; }, 5000);
        return moved ? QString() : QStringLiteral("stays at the match");
    });
    const std::pair<const char*, const char*> toggles[] = {
        {"Match case", "Case"}, {"Whole words", "Word"}, {"Regular expression", "Expression"}};
    for (const auto& [words, name] : toggles) {
        add({words}, [this, name = name](const Press& press) {
            for (const char* bar : {"find", "search", "logSearch"}) {
                auto* field = part<QLineEdit>((QByteArray(bar) + "Field").constData());
                if (!field->isVisible()) {
                    continue;
                }
                field->setFocus();
                const auto* button = part<QPushButton>((QByteArray(bar) + name).constData());
                const bool before = button->isChecked();
                press();
                const bool after = button->isChecked();
                press();
                return after != before && button->isChecked() == before
                           ? QString()
                           : QStringLiteral("switches nothing");
            }
            return QStringLiteral("has no bar");
        });
    }
}

void TourKeys::addFindings()
{
    const auto finding = [this] { return review().findings().model().counts().open(); };
    add({"findingDone"}, [this](const Press& press) {
        const QByteArray id = shownFinding();
        press();
        return state().decisions.findingState(id) == FindingState::Done
                   ? QString()
                   : QStringLiteral("does not tick it off");
    });
    add({"findingNotNeeded"}, [this](const Press& press) {
        const QByteArray id = shownFinding();
        press(); // without a note it asks for one
        auto* note = part<QPlainTextEdit>("findingNote");
        if (!note->hasFocus() || !part<QWidget>("findingProblem")->isVisible()) {
            return QStringLiteral("asks for no note");
        }
        note->setPlainText(QStringLiteral("torch does it"));
        review().findings().list()->setFocus();
        press();
        return state().decisions.findingState(id) == FindingState::NotNeeded
                   ? QString()
                   : QStringLiteral("does not tick it off");
    });
    add({"findingReopen"}, [this](const Press& press) {
        const QByteArray id = shownFinding();
        if (!session().decisions().tickFindings({id}, FindingState::Done, {}).ok()) {
            return QStringLiteral("cannot be tried");
        }
        press();
        return state().decisions.findingState(id) == FindingState::Open
                   ? QString()
                   : QStringLiteral("leaves it ticked off");
    });
    add({"findingNote"}, focuses("findingNote"));
    add({"filterFindings"}, focuses("findingsFilter"));
    add({"nextFinding", "previousFinding"}, [this, finding](const Press& press) {
        const QByteArray before = shownFinding();
        press();
        return shownFinding() != before || finding() == 1 ||
                       part<QWidget>("findingProblem")->isVisible() || !said().isEmpty()
                   ? QString()
                   : QStringLiteral("stays at the finding");
    });
    add({"nextPlace", "previousPlace"}, [this](const Press& press) {
        const std::optional<Finding> before = review().findings().detail().placed();
        press();
        const std::optional<Finding> after = review().findings().detail().placed();
        return before && after && before->range != after->range
                   ? QString()
                   : QStringLiteral("stays at the place");
    });
    add({"groupFindings"}, [this](const Press& press) {
        auto* grouping = part<SegmentedControl>("findingsGrouping");
        const int before = grouping->current();
        press();
        const bool other = grouping->current() != before;
        grouping->setCurrent(before);
        return other ? QString() : QStringLiteral("groups as before");
    });
    add({"showChanges"}, [this](const Press& press) {
        press();
        return review().showsFindings() ? QStringLiteral("stays at the findings") : QString();
    });
}

} // namespace rocport::test
