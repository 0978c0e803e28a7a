#include "ui/theme/typedtext.h"

#include "ui/theme/plaintext.h"
#include "ui/theme/widgets.h"

#include <QDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>

namespace rocport {

namespace {

QString nameOf(const QWidget& field, const QWidget& top)
{
    for (const QWidget* widget = &field; widget != nullptr && widget != &top;
         widget = widget->parentWidget()) {
        if (!widget->accessibleName().isEmpty()) {
            return widget->accessibleName();
        }
        const auto labels = top.findChildren<QLabel*>();
        for (const QLabel* label : labels) {
            if (label->buddy() == widget) {
                return label->text().remove(u'&');
            }
        }
    }
    return QObject::tr("a field");
}

/// Stands before a dialog and stops what would drop its text.
class TypedTextGuard : public QObject
{
public:
    explicit TypedTextGuard(QDialog& dialog) : QObject(&dialog), m_dialog(dialog)
    {
        dialog.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool escape = event->type() == QEvent::KeyPress &&
                            static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
        if (watched != &m_dialog || m_sure || (!escape && event->type() != QEvent::Close)) {
            return false;
        }
        const QStringList typed = typedFields(m_dialog);
        if (typed.isEmpty()) {
            return false;
        }
        event->ignore();
        ask(typed);
        return true;
    }

private:
    void ask(const QStringList& typed)
    {
        QMessageBox* box =
            questionBox(QObject::tr("Discard what you typed?"),
                        QObject::tr("Closing “%1” discards what you typed there: %2.")
                            .arg(m_dialog.windowTitle(), typed.join(QStringLiteral(", "))),
                        &m_dialog);
        box->setObjectName(QStringLiteral("confirmDrop"));
        box->setAttribute(Qt::WA_DeleteOnClose);
        QPushButton* drop = box->addButton(QObject::tr("Discard"), QMessageBox::DestructiveRole);
        QPushButton* keep = box->addButton(QObject::tr("Keep editing"), QMessageBox::RejectRole);
        box->setDefaultButton(keep);
        box->setEscapeButton(keep);
        connect(drop, &QPushButton::clicked, this, [this] {
            m_sure = true;
            m_dialog.reject();
        });
        box->open();
    }

    QDialog& m_dialog;
    bool m_sure = false;
};

} // namespace

QStringList typedFields(const QWidget& widget)
{
    QStringList names;
    const auto take = [&](const QWidget& field) {
        const QString name = nameOf(field, widget);
        if (!names.contains(name)) {
            names.append(name);
        }
    };
    const auto lines = widget.findChildren<QLineEdit*>();
    for (const QLineEdit* line : lines) {
        if (line->isModified() && !line->isReadOnly() && !line->text().isEmpty() &&
            qobject_cast<const SearchField*>(line) == nullptr) {
            take(*line);
        }
    }
    const auto texts = widget.findChildren<QPlainTextEdit*>();
    for (const QPlainTextEdit* text : texts) {
        if (text->document()->isModified() && !text->isReadOnly() && !text->document()->isEmpty()) {
            take(*text);
        }
    }
    return names;
}

void keepTypedText(QDialog& dialog)
{
    new TypedTextGuard(dialog); // owned by the dialog
}

} // namespace rocport
