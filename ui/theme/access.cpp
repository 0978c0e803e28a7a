#include "ui/theme/access.h"

#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

namespace rocport {

namespace {

/// Of the nearest part around a container that was named for itself.
QString nameAround(const QWidget& widget)
{
    for (const QWidget* at = widget.parentWidget(); at != nullptr; at = at->parentWidget()) {
        if (!at->accessibleName().isEmpty() && !at->property("namedByParent").toBool()) {
            return at->accessibleName();
        }
        if (at->isWindow()) {
            return at->windowTitle();
        }
    }
    return {};
}

} // namespace

void nameContainers(QWidget& root)
{
    const auto all = root.findChildren<QWidget*>();
    for (QWidget* widget : all) {
        QString text;
        if (qobject_cast<QSplitter*>(widget) != nullptr) {
            text = QObject::tr("%1, panes");
        } else if (qobject_cast<QStackedWidget*>(widget) != nullptr) {
            text = QObject::tr("%1, page");
        } else if (qobject_cast<QScrollArea*>(widget) != nullptr) {
            text = QObject::tr("%1, scrolling");
        }
        if (!text.isEmpty() && widget->accessibleName().isEmpty()) {
            widget->setProperty("namedByParent", true);
            widget->setAccessibleName(text.arg(nameAround(*widget)));
        }
    }
}

} // namespace rocport
