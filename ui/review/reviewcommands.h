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
/// be used now, and why the others cannot, for which the common reasons are here.
class ReviewCommands : public QObject
{
    Q_OBJECT

public:
    using Names = std::initializer_list<const char*>;

    /// Keys act in `owner` and what is inside of it, which owns the commands. Desk and owner
    /// outlive it.
    ReviewCommands(ReviewDesk& desk, QWidget& owner, QObject* parent = nullptr);

    /// Makes a command. `shortText` is what rows of keys say; empty: the text. Keys are written as
    /// QKeySequence reads them. The name is one that no other command has.
    QAction& add(const QString& name, const QString& text, const QString& shortText, Names keys,
                 const std::function<void()>& run);
    /// A command that was made.
    [[nodiscard]] QAction& at(const QString& name) const;
    /// The first key of a command as it is typed; empty: it has none.
    [[nodiscard]] QString key(const QString& name) const;
    /// All of them, `first` before the others, which come in the order in which they were made.
    [[nodiscard]] QList<QAction*> all(Names first = {}) const;
    /// Commands can be used, or cannot, because of `whyNot`.
    void enable(Names names, bool on, const QString& whyNot) const;
    /// Commands can be used where there is no reason why not.
    void enable(Names names, const QString& whyNot) const;
    /// The same of one whose name is made up.
    void enable(const QString& name, const QString& whyNot) const;
    /// Tool tips name keys, which are other ones now.
    void updateTips() const;

    /// Why nothing can be asked of the scan as a whole; empty where there is one.
    [[nodiscard]] QString whyNoScan() const;
    /// The same, or why nothing can be set in the project.
    [[nodiscard]] QString whyNotWritable() const;
    /// Why there is nothing to do: no project, no scan, no change. Empty: there is.
    [[nodiscard]] QString whyNothing() const;
    /// The same, or why nothing can be decided.
    [[nodiscard]] QString whyNoDecision() const;
    /// The same, or why no change is current that is in sight.
    [[nodiscard]] QString whyNoneCurrent() const;
    /// The same, or why the current change cannot be decided.
    [[nodiscard]] QString whyNotCurrent() const;
    /// Why what is current is out of sight: every change is decided. Empty: it is in sight.
    [[nodiscard]] QString whyOutOfSight() const;
    /// "No change is selected: …", with the key that leads to one.
    [[nodiscard]] QString noChangeSelected() const;

Q_SIGNALS:
    /// A command was given, and does what it does right after this.
    void given(const QString& name);

private:
    ReviewDesk& m_desk;
    QWidget& m_owner;
    QList<QAction*> m_all;
    QHash<QString, QAction*> m_byName;
};

} // namespace rocport
