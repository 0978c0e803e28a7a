#pragma once

#include "tests/gui/accessfixture.h"

#include <QHash>
#include <QPointer>

#include <functional>

class QAction;
class QShortcut;

namespace rocport::test {

/// Presses the keys of the list under ? one by one and looks whether each does what its line says.
class TourKeys
{
public:
    /// A line of the list, with what answers to it.
    struct Line
    {
        QString keys, text;
        QString whyNot; ///< empty: it works now
        QPointer<QAction> action;
        QPointer<QShortcut> shortcut;
    };

    /// `window` is open and outlives it.
    explicit TourKeys(AccessFixture& window);

    /// The states of the window that are gone through, in an order in which one leads to the next:
    /// "review, every change decided".
    [[nodiscard]] static QStringList states();
    /// Brings the window there. Empty, or why that cannot be with this repository.
    [[nodiscard]] QString enter(const QString& state);
    /// What ? lists now.
    [[nodiscard]] QVector<Line> lines() const;
    /// Presses each key of a line where enter() led to. Empty, or what is wrong.
    [[nodiscard]] QString press(const Line& line);
    /// Keys that were pressed.
    [[nodiscard]] int pressed() const { return m_pressed; }

private:
    using Press = std::function<void()>;
    /// Prepares, presses, looks. Empty, or what is wrong.
    using Check = std::function<QString(const Press&)>;

    // tourkeys.cpp
    void home();
    void closeDialogs() const;
    [[nodiscard]] Line now(const Line& line) const;
    [[nodiscard]] QString pressOne(const Line& line, const QKeySequence& key);
    [[nodiscard]] QString pressInVain(const Line& line, const Press& press);
    [[nodiscard]] bool waitFor(const std::function<bool()>& done, int milliseconds = 15'000) const;
    [[nodiscard]] bool isStill() const;
    [[nodiscard]] QString said() const;
    void add(std::initializer_list<const char*> names, const Check& check);
    [[nodiscard]] Check opens(const char* what) const;
    [[nodiscard]] Check focuses(const char* field) const;
    [[nodiscard]] Check calls(const QString& call) const;
    [[nodiscard]] Check toggles(const std::function<QString()>& value) const;
    template <typename T>
    T* part(const char* name) const
    {
        return m_window.window().findChild<T*>(QLatin1StringView(name));
    }
    [[nodiscard]] ReviewArea& review() const { return m_window.review(); }
    [[nodiscard]] const ProjectState& state() const { return m_window.state(); }
    [[nodiscard]] ProjectSession& session() const { return *m_window.project.session; }
    [[nodiscard]] QByteArray shown() const;
    [[nodiscard]] QByteArray shownFinding() const;
    [[nodiscard]] QString decides(const Press& press, DecisionKind kind) const;
    [[nodiscard]] QString steps(const Press& press) const;

    // tourkeyswindow.cpp, tourkeysreview.cpp, tourkeysareas.cpp: what each command does
    void addWindow();
    void addReview();
    void addFind();
    void addFindings();
    void addAreas();
    void addRules();
    [[nodiscard]] QAction* command(const char* name) const { return part<QAction>(name); }

    AccessFixture& m_window;
    QHash<QString, Check> m_checks; ///< by name of the command, or by the words of a shortcut
    QList<QAction*> m_triggered;    ///< since the key was pressed
    QString m_state;
    qint64 m_baseline = 0; ///< the newest batch that stands in the state
    int m_pressed = 0;
};

} // namespace rocport::test
