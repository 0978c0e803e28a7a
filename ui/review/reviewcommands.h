#pragma once

#include <QHash>
#include <QList>
#include <QObject>

#include <functional>
#include <initializer_list>

class QAction;
class QWidget;

namespace rocport {

class ReviewDesk;

/// The commands of Review, by name. Its parts make theirs here; each part says which of its own can
/// be used now, and why the others cannot; the common reasons for that are here.
class ReviewCommands : public QObject
{
    Q_OBJECT

public:
    using Names = std::initializer_list<const char*>;

    /// Keys act in `owner`, which owns the commands, and in what is inside it. Desk and owner
    /// outlive it.
    ReviewCommands(ReviewDesk& desk, QWidget& owner, QObject* parent = nullptr);

    /// Makes a command. `shortText` is shown in rows of keys; empty: the text. Keys are written as
    /// QKeySequence reads them. The name must be unique.
    QAction& add(const QString& name, const QString& text, const QString& shortText, Names keys,
                 const std::function<void()>& run);
    /// A command that was made.
    [[nodiscard]] QAction& at(const QString& name) const;
    /// The first key of a command as it is typed; empty: it has none.
    [[nodiscard]] QString key(const QString& name) const;
    /// All commands, `first` before the others, which come in the order in which they were made.
    [[nodiscard]] QList<QAction*> all(Names first = {}) const;
    /// Enables commands, or disables them with the reason `whyNot`.
    void enable(Names names, bool on, const QString& whyNot) const;
    /// Enables commands if there is no reason why not.
    void enable(Names names, const QString& whyNot) const;
    /// The same for a command whose name is composed at run time.
    void enable(const QString& name, const QString& whyNot) const;
    /// Updates tool tips, which name keys, when the keys changed.
    void updateTips() const;

    /// Why nothing can be done with the scan as a whole; empty if there is one.
    [[nodiscard]] QString whyNoScan() const;
    /// The same, or why nothing can be set in the project.
    [[nodiscard]] QString whyNotWritable() const;
    /// Why there is nothing to do: no project, no scan, no change. Empty: there is.
    [[nodiscard]] QString whyNothing() const;
    /// The same, or why nothing can be decided.
    [[nodiscard]] QString whyNoDecision() const;
    /// The same, or why there is no current change in view.
    [[nodiscard]] QString whyNoneCurrent() const;
    /// The same, or why the current change cannot be decided.
    [[nodiscard]] QString whyNotCurrent() const;
    /// Why the current change is not in view: every change is decided. Empty: it is in view.
    [[nodiscard]] QString whyOutOfSight() const;
    /// "No change is selected: …", with the key that leads to one.
    [[nodiscard]] QString noChangeSelected() const;

Q_SIGNALS:
    /// A command was triggered, and runs right after this.
    void given(const QString& name);

private:
    ReviewDesk& m_desk;
    QWidget& m_owner;
    QList<QAction*> m_all;
    QHash<QString, QAction*> m_byName;
};

} // namespace rocport
