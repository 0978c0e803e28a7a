#include "ui/review/diffsticky.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "ui/theme/plaintext.h"

#include <QPainter>
#include <QtConcurrent>

#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kLongestHeader = 300; // characters of a line that are shown

/// The lines of one version, as far as a layout shows them.
QByteArrayList linesOfVersion(const DiffLayout& layout, bool port)
{
    QByteArrayList lines;
    lines.reserve(port ? layout.rightLines : layout.leftLines);
    const bool right = port && !layout.unified;
    for (int at = 0; at < layout.rows.size(); ++at) {
        const DiffRow& row = layout.rows[at];
        if ((port ? row.right : row.left) == 0) {
            continue;
        }
        QByteArray line = (right ? layout.right : layout.left).line(at).toByteArray();
        if (row.merged >= 0) { // without what only the other version has
            const DiffMerged& merged = layout.merged[row.merged];
            const QVector<ByteRange>& others = port ? merged.removed : merged.added;
            for (auto range = others.crbegin(); range != others.crend(); ++range) {
                line.remove(range->begin, range->size());
            }
        }
        lines.append(line);
    }
    return lines;
}

QString kindName(SymbolKind kind)
{
    switch (kind) {
    case SymbolKind::Function:
        break;
    case SymbolKind::Kernel:
        return DiffSticky::tr("kernel");
    case SymbolKind::Class:
        return DiffSticky::tr("class");
    case SymbolKind::Macro:
        return DiffSticky::tr("macro");
    }
    return DiffSticky::tr("function");
}

} // namespace

DiffSticky::DiffSticky(ThemeProvider& provider, QWidget* parent)
    : QAbstractButton(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("diffSticky"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    connect(&provider, &ThemeProvider::changed, this, qOverload<>(&QWidget::update));
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (const int line = targetLine(); line > 0) {
            Q_EMIT lineRequested(line);
        }
    });
    showScope();
}

DiffSticky::~DiffSticky()
{
    m_cancel.cancel();
}

bool DiffSticky::isFor(const DiffLayout& layout)
{
    return hasScopes(layout.language) && !layout.rows.isEmpty();
}

QSize DiffSticky::sizeHint() const
{
    return {100, m_provider.theme().lineHeight(TextStep::Code) + 4};
}

DiffSticky::Named DiffSticky::findScopes(const DiffLayout& layout, bool ofPort,
                                         const CancelToken& cancel)
{
    const QByteArrayList lines = linesOfVersion(layout, ofPort);
    Named named{scopesOf(layout.language, lines.join('\n'), cancel), {}};
    for (const SourceScope& scope : std::as_const(named.scopes)) {
        const QByteArray line = lines.value(scope.symbol.line - 1);
        named.lines.append(QString::fromUtf8(line).trimmed().left(kLongestHeader));
    }
    return named;
}

void DiffSticky::setFile(const DiffLayout& layout)
{
    m_cancel.cancel();
    m_cancel = CancelToken();
    const bool same = layout.path == m_path && !layout.path.isEmpty();
    m_path = layout.path;
    m_ofPort = layout.leftLines == 0;
    if (!same) {
        m_named = {};
        m_topLine = 0;
    }
    showScope();
    const int request = ++m_request;
    if (!isFor(layout)) {
        return;
    }
    whenDone(QtConcurrent::run([layout, ofPort = m_ofPort, cancel = m_cancel] {
                 return findScopes(layout, ofPort, cancel);
             }),
             this, [this, request](const Named& named) {
                 if (request == m_request) {
                     m_named = named;
                     showScope();
                     Q_EMIT scopesFound();
                 }
             });
}

void DiffSticky::setTopLine(int line)
{
    if (m_topLine != line) {
        m_topLine = line;
        showScope();
    }
}

int DiffSticky::targetLine() const
{
    return m_scope >= 0 && m_scope < m_named.scopes.size() ? m_named.scopes[m_scope].symbol.line
                                                           : 0;
}

void DiffSticky::showScope()
{
    m_scope = m_topLine > 0 ? scopeAround(m_named.scopes, m_topLine) : -1;
    setEnabled(m_scope >= 0);
    if (m_scope < 0) {
        m_label.clear();
        setToolTip({});
        setAccessibleName(tr("Function of the first line: none"));
    } else {
        const SourceScope& scope = m_named.scopes[m_scope];
        QStringList around;
        for (int at = scope.parent; at >= 0; at = m_named.scopes[at].parent) {
            around.prepend(visibleText(QString::fromUtf8(m_named.scopes[at].symbol.name)));
        }
        around.append(visibleText(m_named.lines[m_scope]));
        m_label = around.join(QStringLiteral(" \u203A "));
        const QString words =
            tr("%1 %2, line %3")
                .arg(kindName(scope.symbol.kind), visibleText(QString::fromUtf8(scope.symbol.name)))
                .arg(scope.symbol.line);
        setAccessibleName(tr("The first line is in %1").arg(words));
        setToolTip(tr("Go to %1").arg(words));
    }
    update();
}

void DiffSticky::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(), isDown() || underMouse() ? theme.hover : theme.alt);
    painter.setPen(theme.border);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    if (m_scope < 0) {
        return;
    }
    painter.setFont(theme.font(TextStep::Code));
    const QString number = QString::number(targetLine());
    const int numbers = painter.fontMetrics().horizontalAdvance(number);
    painter.setPen(theme.muted);
    painter.drawText(QRect(12, 0, numbers, height() - 1), Qt::AlignVCenter, number);
    const QRect place(12 + numbers + 8, 0, std::max(0, width() - numbers - 32), height() - 1);
    painter.setPen(theme.text2);
    painter.drawText(place, Qt::AlignVCenter | Qt::TextSingleLine,
                     elidedLine(painter.fontMetrics(), m_label, Qt::ElideRight, place.width()));
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -2));
    }
}

} // namespace rocport
