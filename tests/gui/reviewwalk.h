#pragma once

#include "tests/gui/windowfixture.h"

#include <QRandomGenerator>

#include <functional>

class QTreeView;

namespace rocport::test {

/// Somebody at the whole window who presses keys and clicks at random, hastily at times, and looks
/// after each step whether what is shown, what is explained and what a key decides are one change.
/// The same seed gives the same steps.
class ReviewWalk
{
public:
    /// `window` shows Review and outlives the walk.
    ReviewWalk(const WindowFixture& window, quint32 seed);

    /// One step. Empty, or what is wrong after it.
    [[nodiscard]] QString step();
    /// Waits until nothing is under way, then looks closely. Empty, or what is wrong.
    [[nodiscard]] QString settle();
    /// One step back with the key for it, from the diff, and settle().
    [[nodiscard]] QString undo();
    /// The same forward.
    [[nodiscard]] QString redo();
    /// The newest steps in words, oldest first.
    [[nodiscard]] QStringList trail() const { return m_trail; }
    /// How many steps of each kind there were.
    [[nodiscard]] const QMap<QString, int>& tally() const { return m_tally; }
    [[nodiscard]] int decisions() const { return m_decisions; }

private:
    struct Action
    {
        int weight = 0;
        QString name;
        std::function<void()> run;
    };
    /// What stands before a key is pressed.
    struct Moment
    {
        QByteArray shown;         ///< the change that the diff marks; empty: none is in sight
        QSet<QByteArray> several; ///< the changes under the selected rows, where keys decide those
        qint64 batch = 0;         ///< the newest one
        bool still = false;       ///< nothing is under way
        bool typing = false;      ///< letters are text
        bool open = false;        ///< shown is free to be decided without a question
    };

    // walkactions.cpp
    void addReviewActions();
    void addMouseActions();
    void addTextActions();
    void addFindingsActions();
    void decide(const QString& how, DecisionKind kind, const std::function<void()>& act,
                bool onlyShown);
    void tick(const char* key);
    void clickTree();
    void clickGutter();
    void clickGutterButton();
    void clickText();
    void editInPlace();
    void writeNote();
    void answerSheet();
    void guardSomeLines();
    void goThroughHistory();
    void clickFinding();
    void leaveTextField();
    void takeFocus(); // reviewwalk.cpp

    // reviewwalk.cpp
    void wrong(const QString& what);
    void did(const QString& what);
    void press(const char* keys);
    void type(const QString& text);
    void click(QWidget& widget, const QPoint& at, Qt::KeyboardModifiers modifiers = {});
    [[nodiscard]] int dice(int sides) { return m_dice.bounded(sides); }
    template <typename T>
    T* part(const char* name) const
    {
        return m_window.window().findChild<T*>(QLatin1StringView(name));
    }
    [[nodiscard]] ReviewArea& review() const { return m_window.review(); }
    [[nodiscard]] const ProjectState& state() const { return m_window.state(); }
    [[nodiscard]] QTreeView& tree() const;
    [[nodiscard]] bool isTyping() const;
    [[nodiscard]] QByteArray shownKey() const;
    [[nodiscard]] QSet<QByteArray> severalKeys() const;
    [[nodiscard]] Moment moment() const;
    [[nodiscard]] QVector<const Finding*> chosenFindings() const;
    [[nodiscard]] const Finding* explainedFinding() const;
    [[nodiscard]] const DecisionBatch* newBatch(const Moment& before) const;
    [[nodiscard]] bool isStill() const;
    bool waitFor(const std::function<bool()>& done) const;
    void look();
    void lookAtFinding();
    void lookClosely();
    void lookAtTree();
    void lookAtText();
    void lookAtPicture();
    void lookAtShape();
    [[nodiscard]] QString nameOf(const QByteArray& key) const;

    const WindowFixture& m_window;
    QRandomGenerator m_dice;
    QVector<Action> m_changes;  ///< on the page of changes
    QVector<Action> m_findings; ///< on the page of findings
    QStringList m_trail;
    QMap<QString, int> m_tally;
    QString m_wrong;
    QSet<QByteArray> m_wanted; ///< one of these is to be shown once nothing is under way
    QString m_wantedBy;
    QHash<qint64, QStringList> m_pictures; ///< by the newest batch that stands
    int m_decisions = 0;
    int m_looks = 0;
};

} // namespace rocport::test
