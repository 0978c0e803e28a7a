#include "ui/review/diffview.h"

#include "core/text/worddiff.h"
#include "ui/review/diffaccessible.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffminimap.h"
#include "ui/review/diffsticky.h"
#include "ui/theme/plaintext.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace rocport {

DiffView::DiffView(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_syntax(syntax),
      m_header(new Surface(provider, &ThemeColours::alt, this)),
      m_leftPath(new ElidedLabel(provider, TextStep::Code, {}, &ThemeColours::text, m_header)),
      m_leftVersion(
          new ElidedLabel(provider, TextStep::Caption, {}, &ThemeColours::muted, m_header)),
      m_position(new TextLabel(provider, TextStep::Code, {}, &ThemeColours::text2, m_header)),
      m_rightPath(new ElidedLabel(provider, TextStep::Code, {}, &ThemeColours::text, m_header)),
      m_rightVersion(
          new ElidedLabel(provider, TextStep::Caption, {}, &ThemeColours::muted, m_header)),
      m_left(new DiffEditor(DiffSide::Left, provider.theme(), syntax, m_scene, this)),
      m_right(new DiffEditor(DiffSide::Right, provider.theme(), syntax, m_scene, this)),
      m_unified(new DiffEditor(DiffSide::Unified, provider.theme(), syntax, m_scene, this)),
      m_gutter(new DiffGutter(provider, m_scene, *m_left, this)),
      m_map(new DiffMinimap(provider, m_scene, this)),
      m_sticky(new DiffSticky(provider, this)),
      m_across(new QScrollBar(Qt::Horizontal, this)),
      m_edit(new EditPane(provider, syntax, this))
{
    setObjectName(QStringLiteral("diffView"));
    setNames(tr("Original"), tr("Proposed"));
    m_left->setObjectName(QStringLiteral("diffLeft"));
    m_right->setObjectName(QStringLiteral("diffRight"));
    m_unified->setObjectName(QStringLiteral("diffUnified"));
    m_position->setObjectName(QStringLiteral("diffPosition"));
    m_position->setAlignment(Qt::AlignCenter);
    m_leftPath->setElideMode(Qt::ElideLeft);
    m_rightPath->setElideMode(Qt::ElideLeft);
    m_across->setAccessibleName(tr("Scroll sideways"));
    m_edit->hide();
    m_unified->hide();
    setUpSticky();
    setTabOrder(m_sticky, m_left);
    setTabOrder(m_left, m_gutter);
    setTabOrder(m_gutter, m_right);
    for (DiffEditor* editor : {m_left, m_right, m_unified}) {
        editor->setProperty("pane", true); // each is one: F6 goes to the other text too
        connectEditor(editor);
    }
    connect(m_map, &DiffMinimap::scrollRequested, this, &DiffView::scrollTo);
    connect(m_map, &DiffMinimap::wheelTurned, this, &DiffView::turnWheel);
    connect(m_gutter, &DiffGutter::wheelTurned, this, &DiffView::turnWheel);
    connect(m_gutter, &DiffGutter::changeClicked, this, &DiffView::currentRequested);
    connect(m_gutter, &DiffGutter::acceptRequested, this, &DiffView::acceptRequested);
    connect(m_gutter, &DiffGutter::rejectRequested, this, &DiffView::rejectRequested);
    connect(m_gutter, &DiffGutter::editRequested, this, &DiffView::editRequested);
    connect(m_across, &QScrollBar::valueChanged, this, &DiffView::scrollAcross);
    connect(m_edit, &EditPane::saved, this, &DiffView::saveRequested);
    connect(m_edit, &EditPane::cancelled, this, &DiffView::editCancelled);
    connect(m_edit, &EditPane::heightChanged, this, &DiffView::placeEditPane);
    m_align.setInterval(0);
    connect(&m_align, &QTimer::timeout, this, &DiffView::alignSome);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        for (DiffEditor* editor : {m_left, m_right, m_unified}) {
            editor->themeChanged();
        }
        arrange();
    });
}

DiffView::~DiffView() = default;

void DiffView::connectEditor(DiffEditor* editor)
{
    editor->viewport()->installEventFilter(this);
    connect(editor, &DiffEditor::scrolled, this, [this, editor] { scrolledBy(*editor); });
    connect(editor, &DiffEditor::scrolledAcross, this, [this, editor](int pixels) {
        if (editor->isVisibleTo(this)) {
            scrollAcross(pixels); // both panes, and the bar says so
        }
    });
    connect(editor, &DiffEditor::caretMoved, this, &DiffView::caretMoved);
    connect(editor, &QsciScintillaBase::SCN_FOCUSIN, this, &DiffView::caretMoved);
    connect(editor, &DiffEditor::foldOpened, this, &DiffView::unfold);
    // It is still painting.
    connect(editor, &DiffEditor::measured, this, &DiffView::startAligning, Qt::QueuedConnection);
    connect(editor, &DiffEditor::rowClicked, this, [this](int row) {
        const int segment = m_scene.layout.rows[row].segment;
        if (segment < 0) {
            return;
        }
        const DiffSegment& clicked = m_scene.layout.segments[segment];
        for (const int change : clicked.changes) {
            const DiffChange& candidate = m_scene.layout.changes[change];
            if (row >= candidate.firstRow && row < candidate.firstRow + candidate.rows) {
                Q_EMIT currentRequested(change);
                return;
            }
        }
        Q_EMIT currentRequested(clicked.changes.first());
    });
}

DiffEditor& DiffView::main() const
{
    return m_scene.layout.unified ? *m_unified : *m_left;
}

void DiffView::updateStruck()
{
    m_scene.struck.resize(m_scene.layout.segments.size());
    for (int i = 0; i < m_scene.layout.segments.size(); ++i) {
        m_scene.struck[i] = isStruck(m_scene.layout, m_scene.layout.segments[i], m_scene.decisions);
    }
}

void DiffView::setScene(DiffLayout layout, const DiffDecisions& decisions,
                        const QVector<DiffScene::Info>& info, int current, bool keepPlace)
{
    endEdit();
    const int row = keepPlace && !isEmpty() ? main().firstVisibleRow() : 0;
    for (DiffEditor* editor : {m_left, m_right, m_unified}) {
        editor->sceneGoes();
    }
    m_align.stop();
    m_keptLine = 0;
    if (layout.path != m_scene.layout.path) {
        m_folding.reset();
    }
    m_scene.layout = std::move(layout);
    m_scene.folds = m_folding.foldsOf(m_scene.layout);
    m_scene.decisions = decisions;
    m_scene.info = info;
    m_scene.current = current;
    m_scene.hits.clear();
    m_scene.currentHit = -1;
    m_scene.marked = -1;
    m_scene.blame = {m_scene.blame.shown, 0, {}, {}};
    updateStruck();
    numberRows(m_scene.layout, decisions);
    m_gutter->setFollowed(main());
    const QString path = m_scene.layout.path.display();
    m_left->setAccessibleName(tr("%1, %2").arg(m_leftName, path));
    m_right->setAccessibleName(tr("%1, %2").arg(m_rightName, path));
    m_unified->setAccessibleName(tr("Original and proposed, %1").arg(path));
    const bool unified = m_scene.layout.unified;
    m_left->setVisible(!unified);
    m_right->setVisible(!unified);
    m_unified->setVisible(unified);
    m_sticky->setFile(m_scene.layout);
    m_syncing = true;
    for (DiffEditor* editor : editorsShown()) {
        editor->sceneReplaced();
        editor->foldsChanged();
        editor->wrapChanged();
    }
    m_syncing = false;
    updateHeader();
    arrange();
    scrollTo(row);
    m_keepChange = !keepPlace;
    if (!keepPlace) {
        scrollAcross(0);
        scrollToChange(current, true);
    }
    accessibleSceneChanged(m_gutter);
    m_gutter->refresh();
    m_map->update();
    Q_EMIT sceneReplaced();
}

void DiffView::setDecisions(const DiffDecisions& decisions, const QVector<DiffScene::Info>& info)
{
    m_scene.decisions = decisions;
    m_scene.info = info;
    updateStruck();
    numberRows(m_scene.layout, decisions);
    if (m_scene.layout.unified) {
        m_unified->decisionsChanged();
    } else {
        m_left->decisionsChanged();
        m_right->decisionsChanged();
    }
    m_gutter->refresh();
    m_map->update();
}

void DiffView::setInfo(const QVector<DiffScene::Info>& info)
{
    m_scene.info = info;
    m_gutter->refresh();
    m_map->update();
}

void DiffView::clear()
{
    setScene(DiffLayout(), {}, {}, -1, false);
}

void DiffView::setCurrent(int change)
{
    mark(-1);
    const bool entered = std::exchange(m_scene.current, change) != change;
    m_keptLine = 0;
    for (DiffEditor* editor : {m_left, m_right, m_unified}) {
        if (editor->isVisibleTo(this)) {
            editor->currentChanged();
        }
    }
    scrollToChange(change, entered);
    updateHeader();
    m_gutter->refresh();
    m_map->update();
}

void DiffView::mark(int row)
{
    const int before = std::exchange(m_scene.marked, row);
    if (before == row) {
        return;
    }
    for (DiffEditor* editor : {m_left, m_right, m_unified}) {
        if (editor->isVisibleTo(this)) {
            editor->markChanged(before);
        }
    }
}

void DiffView::showRow(int row)
{
    if (row < 0 || row >= m_scene.rows()) {
        return;
    }
    m_keptLine = 0;
    reveal(row);
    scrollToLine(main().lineOfRow(row) - main().visibleRowCount() / 3);
    mark(row);
}

void DiffView::showLine(int line, PlaceSide side)
{
    showRow(rowOfLine(m_scene.layout, m_scene.decisions, line, side));
}

void DiffView::setVersions(const QString& original, const QString& proposed)
{
    m_leftVersion->setText(original);
    m_rightVersionText = proposed;
    updateHeader();
    arrange();
}

void DiffView::setDecidable(bool decidable)
{
    m_gutter->setDecidable(decidable);
}

void DiffView::setNames(const QString& left, const QString& right)
{
    m_leftName = left;
    m_rightName = right;
}

void DiffView::updateHeader()
{
    const QString path = m_scene.layout.path.display();
    m_leftPath->setText(path);
    m_rightPath->setText(path);
    QStringList version{m_rightVersionText};
    if (m_scene.layout.onlyBlanks) {
        version.prepend(tr("Only white space differs"));
    }
    version.removeAll(QString());
    m_rightVersion->setText(version.join(QStringLiteral(" \u00b7 ")));
    const int count = static_cast<int>(m_scene.layout.changes.size());
    m_position->setText(m_scene.current >= 0
                            ? QStringLiteral("%1/%2").arg(m_scene.current + 1).arg(count)
                            : QString());
    m_position->setAccessibleName(
        m_scene.current >= 0 ? changeAccessibleText(m_scene, m_scene.current) : QString());
}

void DiffView::focusText()
{
    m_scene.layout.unified ? m_unified->setFocus() : m_right->setFocus();
}

void DiffView::scrollTo(int row)
{
    scrollToLine(main().lineOfRow(std::clamp(row, 0, std::max(0, m_scene.rows() - 1))));
}

void DiffView::scrollToLine(int line)
{
    main().setFirstVisibleLine(std::max(0, line)); // Scintilla ends at the last one
    scrolledBy(main());
}

void DiffView::scrollToChange(int change, bool entered)
{
    if (change < 0 || change >= m_scene.layout.changes.size()) {
        return;
    }
    const DiffChange& wanted = m_scene.layout.changes[change];
    showWords(wanted, entered);
    const int first = main().firstVisibleLine();
    const int visible = main().visibleRowCount();
    const int margin = std::min(kContextRows, visible / 4);
    const int top = main().lineOfRow(wanted.firstRow);
    const int lines = main().lineOfRow(wanted.firstRow + wanted.rows) - top;
    const bool inSight =
        top >= first + (first > 0 ? margin : 0) && top + lines <= first + visible - margin;
    if (!inSight) {
        scrollToLine(top - std::max(margin, (visible - lines) / 3));
    }
}

/// The one place that scrolls sideways. Editors scroll by themselves when their caret moves: they
/// get the offset again even where the bar has it already.
void DiffView::scrollAcross(int pixels)
{
    {
        const QSignalBlocker blocker(m_across);
        m_across->setValue(pixels);
    }
    for (DiffEditor* editor : {m_left, m_right, m_unified}) {
        if (editor->horizontalOffset() != m_across->value()) {
            editor->setHorizontalOffset(m_across->value());
        }
    }
}

void DiffView::showWords(const DiffChange& change, bool entered)
{
    if (!m_across->isVisibleTo(this)) {
        scrollAcross(0);
        return;
    }
    // The first word that differs, in bytes, among the first lines of the change.
    const DiffPane& rightPane = m_scene.layout.unified ? m_scene.layout.left : m_scene.layout.right;
    qsizetype column = -1;
    for (int row = change.firstRow; row < change.firstRow + std::min(change.rows, 4); ++row) {
        const DiffRow& diffRow = m_scene.layout.rows[row];
        const QByteArrayView left = m_scene.layout.left.line(row);
        if (!diffRow.changed || diffRow.partner < row || left.size() > 4000) {
            continue;
        }
        const WordDiff words = diffWords(
            left, rightPane.line(diffRow.partner)
                      .first(std::min<qsizetype>(4000, rightPane.line(diffRow.partner).size())));
        for (const ByteRange& range : words.left + words.right) {
            column = column < 0 ? range.begin : std::min(column, range.begin);
        }
    }
    const int cell =
        QFontMetrics(m_provider.theme().font(TextStep::Editor)).horizontalAdvance(u'0');
    const auto x =
        static_cast<int>(std::min<qsizetype>(std::max<qsizetype>(column, 0), 4000)) * cell;
    const int room = m_across->pageStep();
    const bool inSight = x >= m_across->value() && x + 16 * cell <= m_across->value() + room;
    const bool fromBeginning = x + 16 * cell <= room; // indentation is in sight too
    if (!inSight || (entered && fromBeginning)) {
        scrollAcross(fromBeginning ? 0 : x - room / 3);
    }
}

void DiffView::scrolledBy(DiffEditor& editor)
{
    const bool hidden = (&editor == m_unified) != m_scene.layout.unified;
    if (m_syncing || hidden) {
        return; // an editor out of sight moves when it gets another size
    }
    m_syncing = true;
    const int row = editor.firstVisibleRow();
    if (!m_scene.layout.unified) {
        DiffEditor* other = &editor == m_left ? m_right : m_left;
        // Within a long row too.
        other->setFirstVisibleLine(other->lineOfRow(row) + editor.firstVisibleLine() -
                                   editor.lineOfRow(row));
    }
    updateMap();
    m_gutter->refresh();
    placeEditPane();
    m_syncing = false;
}

void DiffView::turnWheel(QWheelEvent* event)
{
    QCoreApplication::sendEvent(main().viewport(), event);
}

bool DiffView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (const DiffEditor* editor : {m_left, m_right, m_unified}) {
            if (watched == editor->viewport()) {
                showTip(help->globalPos(), rowTip(*editor, help->pos()), this);
                return true;
            }
        }
    }
    if (event->type() == QEvent::Wheel) {
        auto* wheel = static_cast<QWheelEvent*>(event);
        const QPoint pixels = wheel->pixelDelta();
        const QPoint degrees = wheel->angleDelta();
        const bool shift = wheel->modifiers() & Qt::ShiftModifier;
        const int across = shift ? degrees.y() : degrees.x();
        if (across != 0 && (shift || std::abs(degrees.x()) > std::abs(degrees.y()))) {
            m_across->setValue(m_across->value() - (pixels.x() != 0 ? pixels.x() : across / 2));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void DiffView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void DiffView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    Q_EMIT caretMoved();
}

void DiffView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    Q_EMIT caretMoved();
    // What was loaded out of sight was placed for another height.
    QTimer::singleShot(0, this, [this] {
        if (const int line = std::exchange(m_keptLine, 0); line > 0) {
            showTopLine(line);
        } else if (m_scene.marked >= 0) {
            showRow(m_scene.marked);
        } else {
            scrollToChange(m_scene.current, false);
        }
    });
}

void DiffView::contextMenuEvent(QContextMenuEvent* event)
{
    Q_EMIT menuRequested(event->globalPos());
}

void DiffView::arrange()
{
    const Theme& theme = m_provider.theme();
    const int header = theme.scaled(28);
    const int map = m_map->width();
    const int gutter = theme.scaled(56);
    const bool unified = m_scene.layout.unified;
    const int room = std::max(0, width() - map - gutter);
    const int left = unified ? room : room / 2;
    const int right = unified ? 0 : room - left;
    m_header->setGeometry(0, 0, width(), header);
    arrangeHeader(left, gutter, right);

    const int text = std::max(0, left - m_left->marginsWidth());
    const int need = unified ? m_unified->contentWidth()
                             : std::max(m_left->contentWidth(), m_right->contentWidth());
    const bool across = !isEmpty() && !m_scene.wrapped && need > text;
    const int bar = across ? m_across->sizeHint().height() : 0;
    const int sticky = DiffSticky::isFor(m_scene.layout) ? m_sticky->sizeHint().height() : 0;
    m_sticky->setGeometry(0, header, width(), sticky);
    m_sticky->setVisible(sticky > 0);
    const int top = header + sticky;
    const int height = std::max(0, this->height() - top - bar);
    m_left->setGeometry(0, top, left, height);
    m_unified->setGeometry(0, top, left, height);
    m_gutter->setGeometry(left, top, gutter, height);
    m_right->setGeometry(left + gutter, top, right, height);
    m_map->setGeometry(width() - map, top, map, height);
    m_across->setGeometry(0, top + height, width() - map, bar);
    m_across->setVisible(across);
    m_across->setRange(0, across ? need - text : 0);
    m_across->setPageStep(std::max(1, text));
    m_across->setSingleStep(16);
    updateMap();
    m_gutter->refresh();
    placeEditPane();
}

void DiffView::arrangeHeader(int leftWidth, int gutterWidth, int rightWidth)
{
    const int height = m_header->height();
    const bool unified = m_scene.layout.unified;
    const auto place = [&](ElidedLabel* path, ElidedLabel* version, int x, int width) {
        const int versionWidth = std::min(version->sizeHint().width(), width / 2);
        path->setGeometry(x + 12, 0, std::max(0, width - versionWidth - 36), height);
        version->setGeometry(x + width - versionWidth - 12, 0, versionWidth, height);
    };
    place(m_leftPath, unified ? m_rightVersion : m_leftVersion, 0, leftWidth);
    m_leftVersion->setVisible(!unified);
    m_rightPath->setVisible(!unified);
    m_position->setGeometry(leftWidth, 0, gutterWidth, height);
    if (!unified) {
        place(m_rightPath, m_rightVersion, leftWidth + gutterWidth, rightWidth);
    }
}

EditPane& DiffView::beginEdit(const QByteArray& text, const std::optional<EditDraft>& draft)
{
    const DiffChange* change = m_scene.currentChange();
    m_editKey = change != nullptr ? change->key : QByteArray();
    m_edit->begin(text, m_scene.layout.language, m_scene.layout.path, draft);
    m_edit->show();
    placeEditPane();
    m_edit->raise();
    m_edit->focusText();
    return *m_edit;
}

void DiffView::endEdit()
{
    if (m_edit->isHidden()) {
        return;
    }
    const bool unsaved = m_edit->isChanged();
    m_edit->hide();
    focusText();
    if (unsaved) {
        Q_EMIT draftLeft(m_editKey, {m_edit->text(), m_edit->reason()});
    }
}

bool DiffView::isEditing() const
{
    return !m_edit->isHidden();
}

void DiffView::placeEditPane()
{
    const DiffChange* change = m_scene.currentChange();
    if (m_edit->isHidden() || !change) {
        return;
    }
    const DiffEditor& editor = m_scene.layout.unified ? *m_unified : *m_right;
    const QRect area = editor.geometry();
    const int left = area.left() + editor.marginsWidth() - 4;
    m_edit->resize(area.right() - left, m_edit->height());
    const int height =
        std::min(area.height(), std::max(m_edit->preferredHeight(),
                                         editor.rowsHeight(change->firstRow, change->rows)));
    const int top = std::clamp(area.top() + editor.rowTop(change->firstRow), area.top(),
                               std::max(area.top(), area.bottom() - height));
    m_edit->setGeometry(left, top, area.right() - left, height);
}

} // namespace rocport
