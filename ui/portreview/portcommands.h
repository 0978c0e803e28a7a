#pragma once

#include <QHash>
#include <QList>
#include <QObject>

#include <functional>
#include <initializer_list>

class QAction;
class QWidget;

namespace rocport {

/// The commands of a port review, by name. Their keys act in the page that owns them.
class PortCommands : public QObject
{
    Q_OBJECT

public:
    using Names = std::initializer_list<const char*>;

    explicit PortCommands(QWidget& owner, QObject* parent = nullptr);

    /// Makes a command; see ReviewCommands::add().
    QAction& add(const QString& name, const QString& text, const QString& shortText, Names keys,
                 const std::function<void()>& run);
    [[nodiscard]] QAction& at(const QString& name) const;
    [[nodiscard]] const QList<QAction*>& all() const { return m_all; }
    /// Enables commands if there is no reason why not.
    void enable(Names names, const QString& whyNot) const;
    /// Updates tool tips, which name keys, when the keys changed.
    void updateTips() const;

Q_SIGNALS:
    /// A command was triggered, and runs right after this.
    void given();

private:
    QWidget& m_owner;
    QList<QAction*> m_all;
    QHash<QString, QAction*> m_byName;
};

} // namespace rocport
