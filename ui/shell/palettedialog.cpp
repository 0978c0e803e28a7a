#include "ui/shell/palettedialog.h"

#include "ui/theme/elide.h"
#include "ui/theme/listsearch.h"

#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

QString kindName(PaletteEntry::Kind kind)
{
    switch (kind) {
    case PaletteEntry::Kind::Command:
        return PaletteDialog::tr("Command");
    case PaletteEntry::Kind::File:
        return PaletteDialog::tr("File");
    case PaletteEntry::Kind::Rule:
        return PaletteDialog::tr("Rule");
    case PaletteEntry::Kind::Node:
        return PaletteDialog::tr("Node");
    case PaletteEntry::Kind::Job:
        return PaletteDialog::tr("Job");
    }
    return {};
}

Glyph glyphOf(PaletteEntry::Kind kind)
{
    switch (kind) {
    case PaletteEntry::Kind::Command:
        return Glyph::ChevronRight;
    case PaletteEntry::Kind::File:
        return Glyph::File;
    case PaletteEntry::Kind::Rule:
        return Glyph::Book;
    case PaletteEntry::Kind::Node:
        return Glyph::Server;
    case PaletteEntry::Kind::Job:
        return Glyph::Play;
    }
    return Glyph::None;
}

class PaletteDelegate : public QStyledItemDelegate
{
public:
    PaletteDelegate(ThemeProvider& provider, QObject* parent)
        : QStyledItemDelegate(parent), m_provider(provider)
    {
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {300, m_provider.theme().scaled(28)};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        QPainter& p = *painter;
        const Theme& theme = m_provider.theme();
        p.save();
        if (option.state & QStyle::State_Selected) {
            p.fillRect(option.rect, theme.selected);
        } else if (option.state & QStyle::State_MouseOver) {
            p.fillRect(option.rect, theme.hover);
        }
        const auto kind =
            static_cast<PaletteEntry::Kind>(index.data(PaletteModel::KindRole).toInt());
        const bool enabled = index.data(PaletteModel::EnabledRole).toBool();
        const Glyph glyph = glyphOf(kind);
        const int side = theme.scaled(16);
        const QRect rect = option.rect;
        paintGlyph(p, glyph, QRectF(rect.left() + 12, rect.center().y() - side / 2.0, side, side),
                   enabled ? theme.muted : theme.disabled);
        p.setFont(theme.font(kind == PaletteEntry::Kind::Command ? TextStep::Caption
                                                                 : TextStep::CodeSmall));
        p.setPen(enabled ? theme.muted : theme.disabled);
        const QString detail =
            elided(p.fontMetrics(), index.data(PaletteModel::DetailRole).toString(), ElideAs::Path,
                   rect.width() / 2);
        p.drawText(rect.adjusted(0, 0, -12, 0), Qt::AlignVCenter | Qt::AlignRight, detail);
        const int right = p.fontMetrics().horizontalAdvance(detail) + 24;
        p.setFont(theme.font(TextStep::Body));
        p.setPen(enabled ? theme.text : theme.disabled);
        const int left = 12 + side + 8;
        p.drawText(rect.adjusted(left, 0, -right, 0), Qt::AlignVCenter | Qt::AlignLeft,
                   elided(p.fontMetrics(), index.data().toString(), ElideAs::Name,
                          rect.width() - left - right));
        p.restore();
    }

private:
    ThemeProvider& m_provider;
};

} // namespace

void PaletteModel::setEntries(QVector<PaletteEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    m_keys.clear();
    m_keys.reserve(m_entries.size());
    m_rows.clear();
    for (const PaletteEntry& entry : std::as_const(m_entries)) {
        QString key = entry.text.toCaseFolded();
        if (entry.kind != PaletteEntry::Kind::Command) {
            key += QLatin1Char(' ') + entry.detail.toCaseFolded();
        }
        m_keys.append(key);
    }
    endResetModel();
    setQuery({});
}

void PaletteModel::setQuery(const QString& query)
{
    const QStringList words = query.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QVector<std::pair<int, int>> found; // score, row
    for (int i = 0; i < m_entries.size(); ++i) {
        if (words.isEmpty() && m_entries[i].kind != PaletteEntry::Kind::Command) {
            continue; // commands alone until something is typed
        }
        if (const int s = searchScore(m_keys[i], words)) {
            found.append({s, i});
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    beginResetModel();
    m_rows.clear();
    for (const auto& [s, row] : std::as_const(found)) {
        if (m_rows.size() == kMost) {
            break;
        }
        m_rows.append(row);
    }
    endResetModel();
}

const PaletteEntry* PaletteModel::entry(const QModelIndex& index) const
{
    return index.isValid() && index.row() < m_rows.size() ? &m_entries.at(m_rows.at(index.row()))
                                                          : nullptr;
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    const PaletteEntry* found = entry(index);
    if (!found) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return found->text;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2, %3%4")
            .arg(found->text, kindName(found->kind), found->detail,
                 found->enabled ? QString() : tr(", not available now"));
    case DetailRole:
        return found->detail;
    case KindRole:
        return int(found->kind);
    case EnabledRole:
        return found->enabled;
    default:
        return {};
    }
}

PaletteDialog::PaletteDialog(ThemeProvider& provider, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_provider(provider),
      m_model(new PaletteModel(this)),
      m_field(new SearchField(provider, tr("Search or run a command"), {}, Glyph::Search)),
      m_list(new QListView),
      m_none(new TextLabel(provider, TextStep::Body, tr("Nothing matches"), &ThemeColours::muted))
{
    setWindowTitle(tr("Search or run a command"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(9, 9, 9, 9);
    column->setSpacing(8);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_none, 1, Qt::AlignHCenter | Qt::AlignTop);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(provider, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Results"));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setQuery(text);
        m_list->setCurrentIndex(m_model->index(0));
        const bool none = m_model->rowCount() == 0;
        m_none->setVisible(none);
        m_list->setVisible(!none);
    });
    connect(m_field, &QLineEdit::returnPressed, this, &PaletteDialog::runCurrent);
    connect(m_list, &QListView::clicked, this, &PaletteDialog::runCurrent);
}

void PaletteDialog::openWith(QVector<PaletteEntry> entries)
{
    m_field->clear();
    m_model->setEntries(std::move(entries));
    m_none->hide();
    m_list->show();
    m_list->setCurrentIndex(m_model->index(0));
    const Theme& theme = m_provider.theme();
    const QWidget* window = parentWidget();
    const int width = qMin(theme.scaled(600), window->width() - 32);
    resize(width, qMin(theme.scaled(420), window->height() - 80));
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, theme.scaled(52))));
    open();
    m_field->setFocus();
}

void PaletteDialog::runCurrent()
{
    const PaletteEntry* found = m_model->entry(m_list->currentIndex());
    if (!found || !found->enabled) {
        return;
    }
    const auto run = found->run; // the dialog may be refilled by what runs
    accept();
    if (run) {
        run();
    }
}

bool PaletteDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) {
            reject();
            return true;
        }
        const int step = listStep(key);
        if (step == 0) {
            return QDialog::eventFilter(watched, event);
        }
        const int last = m_model->rowCount() - 1;
        if (last >= 0) {
            const int row = m_list->currentIndex().row();
            m_list->setCurrentIndex(m_model->index(qBound(0, row + step, last)));
        }
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void PaletteDialog::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.control);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace rocport
