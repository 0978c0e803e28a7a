#include "core/base/visibletext.h"
#include "core/text/sourcebuffer.h"
#include "ui/editor/syntaxstyler.h"
#include "ui/review/findingdetail.h"
#include "ui/theme/plaintext.h"

#include <QPainter>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kExcerptLines = 3;      // lines on each side
constexpr int kMostMarked = 7;        // of the run
constexpr int kWarmUp = 60;           // lines that are read for the colours of those shown
constexpr qsizetype kMostBytes = 300; // of a line

} // namespace

SourceExcerpt::SourceExcerpt(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_syntax(syntax)
{
    setObjectName(QStringLiteral("sourceExcerpt"));
    setAccessibleName(tr("Source"));
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void SourceExcerpt::setSource(const RepoPath& path, Language language, const QByteArray& bytes,
                              int first, int last)
{
    const SourceBuffer source(bytes);
    m_lines.clear();
    m_styles.clear();
    m_message.clear();
    const int count = source.lineCount();
    m_markFirst = std::clamp(first, 1, std::max(1, count));
    m_markLast = std::clamp(last, m_markFirst, std::min(count, m_markFirst + kMostMarked - 1));
    m_first = std::max(1, m_markFirst - kExcerptLines);
    const int end = std::min(count, m_markLast + kExcerptLines);
    SyntaxStyler styler(m_syntax, language, path);
    for (int line = std::max(1, m_first - kWarmUp); line <= end; ++line) {
        const ByteRange range = source.lineRange(line);
        QByteArray text = bytes.sliced(range.begin, range.size());
        while (text.endsWith('\n') || text.endsWith('\r')) {
            text.chop(1);
        }
        const QByteArray styles = styler.isActive() ? styler.next(text) : QByteArray();
        if (line < m_first) {
            continue;
        }
        text.truncate(kMostBytes);
        m_lines.append(visibleLine(QString::fromUtf8(text).replace(u'\t', QStringLiteral("    "))));
        m_styles.append(styles.left(text.size())); // a line that is shown otherwise stays plain
    }
    setAccessibleDescription(m_lines.join(u'\n'));
    updateGeometry();
    update();
}

void SourceExcerpt::setMessage(const QString& text)
{
    m_lines.clear();
    m_styles.clear();
    m_message = text;
    setAccessibleDescription(text);
    updateGeometry();
    update();
}

QSize SourceExcerpt::sizeHint() const
{
    const int line = m_provider.theme().lineHeight(TextStep::Editor);
    const int lines = std::max(1, static_cast<int>(m_lines.size()));
    return {m_provider.theme().scaled(300), lines * line + 10};
}

QSize SourceExcerpt::minimumSizeHint() const
{
    return {m_provider.theme().scaled(160), sizeHint().height()};
}

void SourceExcerpt::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.base);
    painter.setFont(theme.font(TextStep::Editor));
    const QFontMetrics metrics = painter.fontMetrics();
    const int height = theme.lineHeight(TextStep::Editor);
    if (m_lines.isEmpty()) {
        painter.setFont(theme.font(TextStep::Small));
        painter.setPen(theme.muted);
        painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignVCenter | Qt::TextWordWrap,
                         visibleLine(m_message));
    }
    const QVector<QColor> colours = m_syntax.colours(theme.dark);
    const int digits =
        static_cast<int>(QString::number(m_first + static_cast<int>(m_lines.size())).size());
    const int numbers = (digits + 1) * metrics.horizontalAdvance(u'9') + 16;
    for (int i = 0; i < m_lines.size(); ++i) {
        const int number = m_first + i;
        const QRect row(0, 5 + i * height, width(), height);
        const bool marked = number >= m_markFirst && number <= m_markLast;
        painter.fillRect(QRect(0, row.top(), numbers - 8, height), theme.alt);
        if (marked) {
            painter.fillRect(row, theme.warnSoft);
        }
        painter.setPen(marked ? theme.text : theme.muted);
        painter.drawText(QRect(0, row.top(), numbers - 16, height),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        const QString& text = m_lines.at(i);
        int x = numbers;
        for (const StyledRun& run : styledRuns(text, m_styles.at(i))) {
            if (x >= width()) {
                break;
            }
            const QColor colour = colours.value(run.style);
            painter.setPen(colour.isValid() ? colour : theme.text);
            const QString part = text.mid(run.from, run.to - run.from);
            painter.drawText(QRect(x, row.top(), width() - x, height),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, part);
            x += metrics.horizontalAdvance(part);
        }
    }
    painter.setPen(theme.border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace rocport
