#include "ui/runs/runaccessible.h"

#include "ui/runs/logview.h"
#include "ui/runs/stagetimeline.h"

#include <QAccessible>
#include <QAccessibleWidget>

namespace rocport {

namespace {

/// The log: its value is the current line.
class LogInterface : public QAccessibleWidget
{
public:
    explicit LogInterface(LogView* view) : QAccessibleWidget(view, QAccessible::Terminal) {}

    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        const auto* view = static_cast<const LogView*>(widget());
        if (which == QAccessible::Value) {
            return LogView::tr("Line %1: %2").arg(view->currentLine() + 1).arg(view->currentText());
        }
        if (which == QAccessible::Description) {
            return view->visibleText().join(u'\n');
        }
        return QAccessibleWidget::text(which);
    }
};

/// The stages: the value says each with its state and times.
class TimelineInterface : public QAccessibleWidget
{
public:
    explicit TimelineInterface(StageTimeline* line) : QAccessibleWidget(line, QAccessible::List) {}

    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        return which == QAccessible::Value
                   ? static_cast<const StageTimeline*>(widget())->spoken().join(
                         QStringLiteral("; "))
                   : QAccessibleWidget::text(which);
    }
};

QAccessibleInterface* runInterface(const QString& /*key*/, QObject* object)
{
    if (auto* view = qobject_cast<LogView*>(object)) {
        return new LogInterface(view);
    }
    if (auto* line = qobject_cast<StageTimeline*>(object)) {
        return new TimelineInterface(line);
    }
    return nullptr;
}

} // namespace

void installRunAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(runInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace rocport
