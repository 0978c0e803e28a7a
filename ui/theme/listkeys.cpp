#include "ui/theme/listkeys.h"

#include "ui/theme/widgets.h"

#include <QAbstractItemView>
#include <QTreeView>

namespace rocport {

bool enterFirst(QAbstractItemView& view)
{
    const QAbstractItemModel* model = view.model();
    if (model == nullptr) {
        return false;
    }
    auto* tree = qobject_cast<QTreeView*>(&view);
    QModelIndex index;
    for (int row = 0; row < model->rowCount(view.rootIndex()) && !index.isValid(); ++row) {
        QModelIndex found = model->index(row, 0, view.rootIndex());
        while (tree != nullptr && model->hasChildren(found) && model->rowCount(found) > 0) {
            tree->expand(found);
            found = model->index(0, 0, found);
        }
        if (found.flags() & Qt::ItemIsSelectable) { // headings of lists are not
            index = found;
        }
    }
    if (!index.isValid()) {
        return false;
    }
    view.setFocus(Qt::OtherFocusReason);
    view.setCurrentIndex(index);
    view.scrollTo(index);
    return true;
}

void joinFilter(QLineEdit& filter, const std::function<QAbstractItemView*()>& list,
                const std::function<void()>& enter)
{
    QObject::connect(&filter, &QLineEdit::returnPressed, &filter, [list, enter] {
        if (enter) {
            enter();
        } else if (QAbstractItemView* view = list()) {
            enterFirst(*view);
        }
    });
    if (auto* search = qobject_cast<SearchField*>(&filter)) {
        QObject::connect(search, &SearchField::downPressed, search, [list] {
            QAbstractItemView* view = list();
            if (view != nullptr && !view->currentIndex().isValid()) {
                enterFirst(*view);
            } else if (view != nullptr) {
                view->setFocus(Qt::OtherFocusReason);
            }
        });
    }
}

} // namespace rocport
