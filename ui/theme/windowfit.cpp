#include "ui/theme/windowfit.h"

#include "ui/theme/themeprovider.h"

#include <QDialog>
#include <QLayout>
#include <QMainWindow>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kFrame = 8;  // at the sides and below
constexpr int kTitle = 40; // above

/// Puts the content of a dialog into an area that scrolls.
void makeScrollable(QWidget& window)
{
    auto* body = new QWidget;
    body->setLayout(window.layout()); // takes the widgets along
    auto* area = new QScrollArea(&window);
    area->setObjectName(QStringLiteral("windowScroll"));
    area->setAccessibleName(window.windowTitle());
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(body);
    area->viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);
    auto* outer = new QVBoxLayout(&window);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(area);
}

} // namespace

void fitWindow(QWidget& window, const QRect& room)
{
    if (!room.isValid()) {
        return;
    }
    window.setMinimumSize(window.minimumSize().boundedTo(room.size()));
    if (window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)) {
        return; // as large as its screen, by the desktop
    }
    QLayout* layout = window.layout();
    if (layout != nullptr && qobject_cast<QMainWindow*>(&window) == nullptr) {
        layout->activate();
        const QSize least = layout->totalMinimumSize();
        if (least.width() > room.width() || least.height() > room.height()) {
            window.setMinimumSize(0, 0);
            makeScrollable(window);
        }
    }
    if (!window.testAttribute(Qt::WA_Moved)) { // it is put over its parent, or by the desktop
        const QSize size = window.size().boundedTo(room.size());
        if (size != window.size()) {
            window.resize(size);
        }
        return;
    }
    // Of the content: a window manager puts its frame around that.
    QRect placed(window.geometry().topLeft(), window.size().boundedTo(room.size()));
    placed.moveRight(qMin(placed.right(), room.right()));
    placed.moveBottom(qMin(placed.bottom(), room.bottom()));
    placed.moveLeft(qMax(placed.left(), room.left()));
    placed.moveTop(qMax(placed.top(), room.top()));
    if (placed != window.geometry()) {
        window.setGeometry(placed);
    }
}

void fitWindow(QWidget& window)
{
    if (const QScreen* screen = window.screen()) {
        fitWindow(window, screen->availableGeometry().adjusted(kFrame, kTitle, -kFrame, -kFrame));
    }
}

void openDialog(QDialog& dialog)
{
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    dialog.open();
}

void keepWidth(QBoxLayout& column, ThemeProvider& provider, int pixels, int least)
{
    auto* spacer = new QSpacerItem(0, 0);
    column.addItem(spacer); // owns it
    const auto fit = [&column, &provider, spacer, pixels, least] {
        spacer->changeSize(std::max(least, provider.theme().scaled(pixels)), 0,
                           QSizePolicy::Minimum, QSizePolicy::Fixed);
        column.invalidate();
    };
    fit();
    QObject::connect(&provider, &ThemeProvider::changed, &column, fit);
}

void keepWidth(QWidget& widget, ThemeProvider& provider, int pixels, int least)
{
    const auto fit = [&widget, &provider, pixels, least] {
        widget.setMinimumWidth(std::max(least, provider.theme().scaled(pixels)));
    };
    fit();
    QObject::connect(&provider, &ThemeProvider::changed, &widget, fit);
}

void keepHeight(QWidget& widget, ThemeProvider& provider, int pixels)
{
    const auto fit = [&widget, &provider, pixels] {
        widget.setMinimumHeight(provider.theme().scaled(pixels));
    };
    fit();
    QObject::connect(&provider, &ThemeProvider::changed, &widget, fit);
}

} // namespace rocport
