#include "ui/review/treescroll.h"

#include <QEvent>
#include <QTimer>
#include <QTreeView>

namespace rocport {

namespace {

/// Scrolls a tree that is not shown once it is, and is gone then.
class ScrollOnceShown : public QObject
{
public:
    explicit ScrollOnceShown(QTreeView& tree) : QObject(&tree), m_tree(tree)
    {
        setObjectName(name());
        tree.installEventFilter(this);
    }
    static QString name() { return QStringLiteral("scrollOnceShown"); }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Show) {
            QTimer::singleShot(0, this, [this] { // once it is laid out
                setObjectName({});
                deleteLater();
                scrollToRow(m_tree, m_tree.currentIndex());
            });
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QTreeView& m_tree;
};

} // namespace

void scrollToRow(QTreeView& tree, const QModelIndex& index)
{
    if (!tree.isVisible()) {
        if (tree.findChild<QObject*>(ScrollOnceShown::name(), Qt::FindDirectChildrenOnly) ==
            nullptr) {
            new ScrollOnceShown(tree);
        }
        return;
    }
    QModelIndex top = index;
    while (top.isValid() && top.row() == 0 && top.parent().isValid()) {
        top = top.parent();
    }
    if (top != index) {
        tree.scrollTo(top);
    }
    tree.scrollTo(index);
}

} // namespace rocport
