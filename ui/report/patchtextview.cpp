#include "ui/report/patchtextview.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"

#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QtConcurrentRun>
#include <QTextBlock>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kSlice = 16'384;   // characters that come into the window at once, or one line
constexpr qsizetype kMostLine = 4'000; // characters of a line that are shown

/// Lines of a patch in the colours of the diff.
class PatchHighlighter : public QSyntaxHighlighter
{
public:
    PatchHighlighter(ThemeProvider& provider, QPlainTextEdit& edit)
        : QSyntaxHighlighter(static_cast<QObject*>(&edit)), m_provider(provider)
    {
        setDocument(edit.document());
        connect(&provider, &ThemeProvider::changed, this, &QSyntaxHighlighter::rehighlight);
    }

protected:
    void highlightBlock(const QString& text) override
    {
        const Theme& theme = m_provider.theme();
        QTextCharFormat format;
        if (text.startsWith(QLatin1StringView("diff --git ")) ||
            text.startsWith(QLatin1StringView("--- ")) ||
            text.startsWith(QLatin1StringView("+++ "))) {
            format.setFontWeight(QFont::DemiBold);
        } else if (text.startsWith(QLatin1StringView("@@ "))) {
            format.setForeground(theme.accent);
        } else if (text.startsWith(u'+')) {
            format.setBackground(theme.addLine);
        } else if (text.startsWith(u'-')) {
            format.setBackground(theme.delLine);
        } else {
            return;
        }
        setFormat(0, static_cast<int>(text.size()), format);
    }

private:
    ThemeProvider& m_provider;
};

/// The text in pieces that end with a line, but for the last one's end.
QStringList slicesOf(const QByteArray& bytes)
{
    QStringList slices;
    QString slice;
    qsizetype at = 0;
    while (at <= bytes.size()) {
        const qsizetype end = bytes.indexOf('\n', at);
        const qsizetype size = (end < 0 ? bytes.size() : end) - at;
        QString line = visibleText(QString::fromUtf8(bytes.sliced(at, size)));
        if (line.size() > kMostLine) {
            const qsizetype more = line.size() - kMostLine;
            line =
                PatchTextView::tr("%1… (%2; the exported file has them)")
                    .arg(line.first(kMostLine), counted(more, PatchTextView::tr("more character"),
                                                        PatchTextView::tr("more characters")));
        }
        slice += line;
        if (end < 0) {
            break;
        }
        slice += u'\n';
        if (slice.size() >= kSlice) {
            slices.append(std::exchange(slice, {}));
        }
        at = end + 1;
    }
    slices.append(slice);
    return slices;
}

} // namespace

PatchTextView::PatchTextView(ThemeProvider& provider, QWidget* parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(provider.theme().font(TextStep::Code));
    connect(&provider, &ThemeProvider::changed, this,
            [this, &provider] { setFont(provider.theme().font(TextStep::Code)); });
    new PatchHighlighter(provider, *this);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &PatchTextView::addSlice);
}

void PatchTextView::showBytes(const QByteArray& bytes, bool keep)
{
    if (!keep) {
        clear();
    }
    m_timer.stop();
    m_slices.clear();
    m_decoded = false;
    m_replace = true;
    whenDone(QtConcurrent::run([bytes] { return slicesOf(bytes); }), this,
             [this, request = ++m_request](const QStringList& slices) {
                 if (request == m_request) {
                     m_slices = slices;
                     m_decoded = true;
                     m_timer.start();
                     addSlice();
                 }
             });
}

void PatchTextView::showNothing()
{
    ++m_request;
    m_timer.stop();
    m_slices.clear();
    m_decoded = true;
    clear();
}

void PatchTextView::addSlice()
{
    if (std::exchange(m_replace, false)) {
        setPlainText(m_slices.takeFirst());
    } else if (!m_slices.isEmpty()) {
        QTextCursor end(document());
        end.movePosition(QTextCursor::End);
        end.insertText(m_slices.takeFirst());
    }
    if (m_slices.isEmpty()) {
        m_timer.stop();
        Q_EMIT completed();
    }
}

} // namespace rocport
