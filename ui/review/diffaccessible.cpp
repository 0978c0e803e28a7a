#include "ui/review/diffaccessible.h"

#include "core/project/session/projectstate.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffeditoraccessible.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffminimap.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

namespace rocport {

namespace {

/// One mark of the gutter: a list item that can be pressed.
class MarkInterface : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    MarkInterface(DiffGutter* gutter, int change) : m_gutter(gutter), m_change(change) {}

    [[nodiscard]] bool isValid() const override
    {
        return m_gutter && m_change < m_gutter->scene().layout.changes.size();
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override
    {
        return nullptr;
    }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_gutter.data());
    }
    [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*child*/) const override
    {
        return -1;
    }
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        if (!isValid()) {
            return {};
        }
        return which == QAccessible::Name ? changeAccessibleText(m_gutter->scene(), m_change)
               : which == QAccessible::Description ? m_gutter->scene().info[m_change].title
                                                   : QString();
    }
    void setText(QAccessible::Text /*which*/, const QString& /*text*/) override {}
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid()) {
            return {};
        }
        const QRect mark = m_gutter->markRect(m_change);
        return mark.isNull() ? QRect() : QRect(m_gutter->mapToGlobal(mark.topLeft()), mark.size());
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.selected = m_gutter->scene().current == m_change;
        state.offscreen = rect().isNull();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override
    {
        if (isValid() && name == pressAction()) {
            Q_EMIT m_gutter->changeClicked(m_change);
        }
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*name*/) const override
    {
        return {};
    }

private:
    QPointer<DiffGutter> m_gutter;
    int m_change;
};

class GutterInterface : public QAccessibleWidget
{
public:
    explicit GutterInterface(DiffGutter* gutter)
        : QAccessibleWidget(gutter, QAccessible::List), m_gutter(gutter)
    {
    }
    ~GutterInterface() override { clear(); }

    void clear()
    {
        for (const QAccessible::Id id : std::as_const(m_marks)) {
            QAccessible::deleteAccessibleInterface(id);
        }
        m_marks.clear();
    }
    [[nodiscard]] int marks() const
    {
        return static_cast<int>(m_gutter->scene().layout.changes.size());
    }
    [[nodiscard]] int childCount() const override
    {
        return marks() + QAccessibleWidget::childCount();
    }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index >= marks()) {
            return QAccessibleWidget::child(index - marks());
        }
        if (index < 0) {
            return nullptr;
        }
        if (m_marks.size() != marks()) {
            m_marks.resize(marks());
        }
        if (m_marks[index] == 0) {
            m_marks[index] =
                QAccessible::registerAccessibleInterface(new MarkInterface(m_gutter, index));
        }
        return QAccessible::accessibleInterface(m_marks[index]);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (int i = 0; i < m_marks.size(); ++i) {
            if (m_marks[i] != 0 && QAccessible::accessibleInterface(m_marks[i]) == child) {
                return i;
            }
        }
        const int index = QAccessibleWidget::indexOfChild(child);
        return index < 0 ? index : index + marks();
    }

private:
    DiffGutter* m_gutter;
    mutable QVector<QAccessible::Id> m_marks;
};

class MinimapInterface : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit MinimapInterface(DiffMinimap* map)
        : QAccessibleWidget(map, QAccessible::ScrollBar), m_map(map)
    {
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    [[nodiscard]] QVariant currentValue() const override { return m_map->firstRow(); }
    void setCurrentValue(const QVariant& value) override
    {
        Q_EMIT m_map->scrollRequested(value.toInt());
    }
    [[nodiscard]] QVariant maximumValue() const override { return m_map->maximum(); }
    [[nodiscard]] QVariant minimumValue() const override { return 0; }
    [[nodiscard]] QVariant minimumStepSize() const override { return 1; }

private:
    DiffMinimap* m_map;
};

QAccessibleInterface* makeInterface(const QString& /*className*/, QObject* object)
{
    if (auto* gutter = qobject_cast<DiffGutter*>(object)) {
        return new GutterInterface(gutter);
    }
    if (auto* map = qobject_cast<DiffMinimap*>(object)) {
        return new MinimapInterface(map);
    }
    if (auto* editor = qobject_cast<DiffEditor*>(object)) {
        return makeTextInterface(*editor);
    }
    return nullptr;
}

} // namespace

void installDiffAccessibility()
{
    QAccessible::installFactory(
        makeInterface); // a factory that is there already is not added again
}

void accessibleSceneChanged(QWidget* gutter)
{
    if (!QAccessible::isActive()) {
        return;
    }
    if (auto* interface =
            static_cast<GutterInterface*>(QAccessible::queryAccessibleInterface(gutter))) {
        interface->clear();
    }
}

} // namespace rocport
