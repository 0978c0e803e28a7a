#include "ui/theme/plaintext.h"

#include "ui/theme/codetext.h"
#include "ui/theme/openfile.h"

#include "core/base/visibletext.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMessageBox>
#include <QToolTip>
#include <QUrl>

namespace rocport {

namespace {

constexpr qsizetype kMaxTip = 2000;
constexpr qsizetype kTipColumn = 110;

/// Breaks a line at blanks, and where there are none anywhere.
QString wrapped(QString line)
{
    QString out;
    while (line.size() > kTipColumn) {
        const qsizetype blank = line.lastIndexOf(u' ', kTipColumn);
        qsizetype end = blank > kTipColumn / 2 ? blank : kTipColumn;
        if (line[end - 1].isHighSurrogate()) {
            --end;
        }
        out += line.first(end) + u'\n';
        line.remove(0, end);
        if (line.startsWith(u' ')) {
            line.remove(0, 1);
        }
    }
    return out + line;
}

struct Tip
{
    QString text;
    QRect rect; ///< of the widget: outside of it the tip goes away; null: anywhere in the widget
};

/// The tip of the item or the header's section at `pos` of a view's viewport.
Tip tipOfItem(const QAbstractItemView& view, const QPoint& pos)
{
    if (view.model() == nullptr) {
        return {};
    }
    if (const auto* header = qobject_cast<const QHeaderView*>(&view)) {
        const int section = header->logicalIndexAt(pos);
        if (section < 0) {
            return {};
        }
        const bool across = header->orientation() == Qt::Horizontal;
        const int begin = header->sectionViewportPosition(section);
        const int size = header->sectionSize(section);
        return {
            view.model()->headerData(section, header->orientation(), Qt::ToolTipRole).toString(),
            across ? QRect(begin, 0, size, header->height())
                   : QRect(0, begin, header->width(), size)};
    }
    const QModelIndex index = view.indexAt(pos);
    return {index.data(Qt::ToolTipRole).toString(), view.visualRect(index)};
}

bool showTipOf(QWidget& widget, const QHelpEvent& event)
{
    const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
    const bool viewport = view != nullptr && view->viewport() == &widget;
    const Tip tip = viewport ? tipOfItem(*view, event.pos()) : Tip{widget.toolTip(), {}};
    if (tip.text.isEmpty()) {
        return false; // the widget answers itself, or has none
    }
    showTip(event.globalPos(), tip.text, &widget, tip.rect);
    return true;
}

} // namespace

QString markupOf(const QString& text)
{
    return visibleText(text).toHtmlEscaped();
}

QString codeMarkup(const Theme& theme, const QString& text)
{
    const QFont font = theme.font(TextStep::Code);
    const QString code =
        QStringLiteral("<span style=\"font-family:'%1'; font-size:%2px\">%3</span>")
            .arg(font.family())
            .arg(font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize());
    QString html;
    for (const CodePiece& piece : splitCode(text)) {
        QString part = piece.text.toHtmlEscaped();
        html += piece.isCode ? code.arg(part) : part.replace(u'\n', QStringLiteral("<br>"));
    }
    return html;
}

QString withoutMnemonic(const QString& text)
{
    return visibleLine(text).replace(u'&', QStringLiteral("&&"));
}

QString titleText(const QString& text)
{
    return visibleLine(text).replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
}

QString tipText(const QString& text)
{
    QString shown = visibleText(text.size() > kMaxTip ? text.first(kMaxTip) + QChar(0x2026) : text);
    if (shown.size() <= kTipColumn) {
        return shown;
    }
    QStringList lines = shown.split(u'\n');
    for (QString& line : lines) {
        line = wrapped(line);
    }
    return lines.join(u'\n');
}

QString elidedLine(const QFontMetrics& metrics, const QString& text, Qt::TextElideMode mode,
                   int width)
{
    return metrics.elidedText(visibleLine(text), mode, width);
}

void showTip(const QPoint& globalPos, const QString& text, QWidget* widget, const QRect& rect)
{
    QToolTip::showText(globalPos, tipText(text), widget, rect,
                       widget != nullptr ? widget->toolTipDuration() : -1);
}

void hideTip()
{
    QToolTip::hideText();
}

QMessageBox* questionBox(const QString& title, const QString& text, QWidget* parent)
{
    auto* box = new QMessageBox(parent);
    box->setIcon(QMessageBox::Question);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(titleText(title));
    box->setText(visibleText(text));
    return box;
}

void openWebPage(const QUrl& address)
{
    if (address.scheme() == QLatin1String("https") || address.scheme() == QLatin1String("http")) {
        QDesktopServices::openUrl(address);
    }
}

bool openFolder(const QString& folder)
{
    return QFileInfo(folder).isDir() && QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
}

bool openLocalFile(const QString& file)
{
    const QFileInfo info(file);
    const bool runs = info.isExecutable() || info.suffix() == QLatin1String("desktop");
    return !runs && QDesktopServices::openUrl(QUrl::fromLocalFile(file));
}

void PlainTextGuard::install()
{
    static const auto kName = QStringLiteral("rocportPlainTextGuard");
    QCoreApplication* application = QCoreApplication::instance();
    if (application != nullptr &&
        application->findChild<PlainTextGuard*>(kName, Qt::FindDirectChildrenOnly) == nullptr) {
        auto* guard = new PlainTextGuard(application);
        guard->setObjectName(kName);
        application->installEventFilter(guard);
    }
}

bool PlainTextGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Polish) {
        // Before the first size or picture is made of the text, which is when rich text is read.
        auto* label = qobject_cast<QLabel*>(watched);
        if (label != nullptr && label->textFormat() == Qt::AutoText) {
            label->setTextFormat(Qt::PlainText);
        }
    } else if (event->type() == QEvent::ToolTip) {
        auto* widget = qobject_cast<QWidget*>(watched);
        return widget != nullptr && showTipOf(*widget, *static_cast<QHelpEvent*>(event));
    }
    return false;
}

} // namespace rocport
