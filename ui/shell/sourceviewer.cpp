#include "ui/shell/sourceviewer.h"

#include "core/base/linerange.h"
#include "core/base/visibletext.h"
#include "core/text/sourcebuffer.h"
#include "ui/theme/plaintext.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

namespace rocport {

namespace {

class LineNumbers : public QWidget
{
public:
    explicit LineNumbers(SourceText* text) : QWidget(text), m_text(text) {}
    [[nodiscard]] QSize sizeHint() const override { return {m_text->numbersWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent* event) override { m_text->paintNumbers(event); }

private:
    SourceText* m_text;
};

} // namespace

SourceText::SourceText(ThemeProvider& provider, QWidget* parent)
    : QPlainTextEdit(parent), m_provider(provider), m_numbers(new LineNumbers(this))
{
    setReadOnly(true);
    setLineWrapMode(NoWrap);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("File text, read-only"));
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        if (dy) {
            m_numbers->scroll(0, dy);
        } else {
            m_numbers->update(0, rect.y(), m_numbers->width(), rect.height());
        }
    });
    connect(this, &QPlainTextEdit::blockCountChanged, this,
            [this] { setViewportMargins(numbersWidth(), 0, 0, 0); });
    connect(&provider, &ThemeProvider::changed, this, &SourceText::restyle);
    restyle();
}

void SourceText::restyle()
{
    setFont(m_provider.theme().font(TextStep::Editor));
    setTabStopDistance(4.0 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    setViewportMargins(numbersWidth(), 0, 0, 0);
    markLine();
}

int SourceText::numbersWidth() const
{
    const int digits = qMax(3, int(QString::number(blockCount()).size()));
    return digits * fontMetrics().horizontalAdvance(QLatin1Char('9')) + 24;
}

void SourceText::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    m_numbers->setGeometry(
        QRect(contentsRect().topLeft(), QSize(numbersWidth(), contentsRect().height())));
}

void SourceText::paintNumbers(QPaintEvent* event)
{
    QPainter painter(m_numbers);
    const Theme& theme = m_provider.theme();
    painter.fillRect(event->rect(), theme.alt);
    painter.setFont(font());
    QTextBlock block = firstVisibleBlock();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
    while (block.isValid() && top <= event->rect().bottom()) {
        const qreal height = blockBoundingRect(block).height();
        painter.setPen(block.blockNumber() + 1 == m_line ? theme.text : theme.muted);
        painter.drawText(QRectF(0, top, m_numbers->width() - 12, height),
                         Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(block.blockNumber() + 1));
        top += height;
        block = block.next();
    }
}

void SourceText::showLine(int line)
{
    m_line = qBound(1, line, blockCount());
    QTextCursor cursor(document()->findBlockByNumber(m_line - 1));
    setTextCursor(cursor);
    centerCursor();
    markLine();
}

void SourceText::markLine()
{
    QTextEdit::ExtraSelection mark;
    mark.format.setBackground(m_provider.theme().accentSoft);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    mark.cursor = QTextCursor(document()->findBlockByNumber(m_line - 1));
    setExtraSelections({mark});
}

SourceViewer::SourceViewer(ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_title(new ElidedLabel(provider, TextStep::Code)),
      m_review(makeButton(tr("Show in Review"))),
      m_wrap(makeButton(tr("Wrap long lines"))),
      m_text(new SourceText(provider)),
      m_error(new ErrorPanel(provider))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new PanelHeader(provider, 40, &ThemeColours::window);
    m_title->setElideMode(Qt::ElideMiddle);
    header->row()->addWidget(m_title, 1);
    header->row()->addWidget(m_wrap);
    header->row()->addWidget(m_review);
    auto* close = makeButton(tr("Close"));
    header->row()->addWidget(close);
    for (QPushButton* button : {m_wrap, m_review, close}) {
        button->setProperty("compact", true);
    }
    column->addWidget(header);
    column->addWidget(m_text, 1);
    column->addWidget(m_error, 1);
    m_error->hide();
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_wrap->setObjectName(QStringLiteral("wrapSource"));
    m_wrap->setCheckable(true);
    m_wrap->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Z)); // as in Review
    m_wrap->setToolTip(tr("Long lines continue in the next one (Alt+Z)"));
    connect(m_wrap, &QPushButton::toggled, this, [this](bool wrapped) {
        setWrapped(wrapped);
        Q_EMIT wrapToggled(wrapped);
    });
    connect(m_review, &QPushButton::clicked, this, [this] {
        const Place place{m_path, m_line, PlaceSide::Original};
        accept();
        Q_EMIT reviewRequested(place);
    });
    connect(m_error, &ErrorPanel::retryRequested, this,
            [this] { Q_EMIT retryRequested(m_path, m_line); });
    resize(provider.theme().scaled(860), provider.theme().scaled(560));
}

void SourceViewer::setLoading(const RepoPath& path, int line)
{
    m_path = path;
    m_line = line;
    m_title->setText(placeText(path, line));
    setWindowTitle(titleText(m_title->text()));
    m_text->clear();
    m_error->hide();
    m_text->show();
}

void SourceViewer::setText(const RepoPath& path, const QByteArray& bytes)
{
    if (path != m_path) {
        return; // another file was asked for since
    }
    const SourceBuffer buffer(bytes);
    if (buffer.encoding() == Encoding::Binary) {
        setError(path, {ErrorCode::FileNotText, {}, path.display()});
        return;
    }
    m_error->hide();
    m_text->show();
    m_text->setPlainText(visibleText(buffer.toDisplay()));
    m_text->showLine(m_line);
    m_text->setFocus();
}

void SourceViewer::setError(const RepoPath& path, const Error& error)
{
    if (path != m_path) {
        return;
    }
    m_text->hide();
    m_error->setError(error);
    m_error->show();
}

void SourceViewer::setWrapped(bool wrapped)
{
    m_text->setLineWrapMode(wrapped ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    const QSignalBlocker quiet(m_wrap);
    m_wrap->setChecked(wrapped);
}

void SourceViewer::setReviewable(bool reviewable)
{
    m_review->setVisible(reviewable);
}

} // namespace rocport
