#include "ui/plan/decisiontreeview.h"

#include "ui/plan/treecard.h"
#include "ui/theme/elide.h"

#include <QAccessible>
#include <QGraphicsPathItem>
#include <QGraphicsSimpleTextItem>
#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr qreal kMinWidth = 760;  ///< below it the drawing shrinks
constexpr qreal kMaxWidth = 1100; ///< above it it stays centred
constexpr qreal kMargin = 20;
constexpr qreal kGap = 16;

QStringList chipsOf(const PlanNode& node)
{
    QStringList chips;
    if (!node.evidence.isEmpty()) {
        const Evidence& first = node.evidence.first();
        chips += QStringLiteral("%1:%2").arg(first.path.displayName(), QString::number(first.line));
        QHash<QByteArray, int> bySuffix;
        for (const Evidence& evidence : node.evidence) {
            ++bySuffix[evidence.path.suffix()];
        }
        QList<QByteArray> suffixes = bySuffix.keys();
        std::sort(suffixes.begin(), suffixes.end(), [&](const QByteArray& a, const QByteArray& b) {
            return bySuffix[a] != bySuffix[b] ? bySuffix[a] > bySuffix[b] : a < b;
        });
        if (node.isQuestion) {
            for (const QByteArray& suffix : suffixes) {
                if (!suffix.isEmpty()) {
                    chips += QStringLiteral("%1 .%2")
                                 .arg(bySuffix[suffix])
                                 .arg(QString::fromLatin1(suffix));
                }
            }
        } else {
            chips += QString::number(node.evidenceCount);
        }
    }
    return chips;
}

TreeCardContent contentOf(const Plan& plan, const PlanNode& node)
{
    TreeCardContent content;
    content.id = node.id;
    content.title = node.title;
    content.subtitle = node.subtitle;
    content.taken = node.taken;
    content.overridden = node.overridden;
    if (!node.taken || (node.subtitle.isEmpty() && node.isQuestion)) {
        content.note = node.note;
    }
    if (node.taken) {
        content.chips = chipsOf(node);
    }
    const PlanSubject subject = planSubject(plan, node.id);
    content.accessibleText = QStringLiteral("%1, %2").arg(node.title, subject.stateText());
    return content;
}

} // namespace

DecisionTreeView::DecisionTreeView(PlanModel& model, ThemeProvider& provider, QWidget* parent)
    : QGraphicsView(parent), m_model(model), m_provider(provider)
{
    setScene(new QGraphicsScene(this));
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setAccessibleName(tr("Decision tree"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(120);
    setDragMode(QGraphicsView::NoDrag);
    viewport()->setAcceptDrops(false); // a scene would swallow folders dropped on the window
    connect(&model, &QAbstractItemModel::modelReset, this, &DecisionTreeView::rebuild);
    connect(&provider, &ThemeProvider::changed, this, &DecisionTreeView::rebuild);
    rebuild();
}

void DecisionTreeView::rebuild()
{
    scene()->clear();
    m_cards.clear();
    m_order.clear();
    m_edges.clear();
    const Plan& plan = m_model.plan();
    const auto add = [this](TreeCardContent content) {
        const QString id = content.id;
        auto* card = new TreeCard(m_provider, std::move(content));
        scene()->addItem(card);
        m_cards.insert(id, card);
        m_order += id;
        card->setChosen(id == m_current);
        connect(card, &TreeCard::chosen, this, &DecisionTreeView::choose);
        connect(card, &TreeCard::focused, this, &DecisionTreeView::announce);
    };
    for (const PlanNode& node : plan.nodes) {
        add(contentOf(plan, node));
    }
    for (const PlanPhase& phase : plan.phases) {
        TreeCardContent content;
        content.id = phaseSubjectId(phase.phase);
        content.title = phaseShortName(phase.phase);
        content.taken = phase.run;
        content.overridden = phase.overridden;
        content.number = int(phase.phase);
        content.mark = phaseMark(m_model.state(phase.phase));
        content.accessibleText =
            tr("Phase %1, %2, %3").arg(content.number).arg(phaseName(phase.phase), phase.reason);
        add(std::move(content));
    }
    layOut();
}

qreal DecisionTreeView::placeLevel(const QVector<TreeCard*>& cards, qreal y, qreal width)
{
    qreal height = 0;
    const bool single = cards.size() == 1;
    const bool answersOnly = std::all_of(cards.begin(), cards.end(), [this](const TreeCard* card) {
        return !planSubject(m_model.plan(), card->content().id).isQuestion;
    });
    if (single) {
        cards.first()->setWidth(width * 0.44);
        cards.first()->setPos(width * 0.28, y);
    } else if (answersOnly) {
        // Answers of the question on the right: right-aligned, equally wide.
        const qreal each =
            std::min(200 * m_provider.theme().scale,
                     (width - 2 * kMargin - kGap * (cards.size() - 1)) / cards.size());
        qreal x = width - kMargin + kGap / 2 - cards.size() * each - (cards.size() - 1) * kGap;
        for (TreeCard* card : cards) {
            card->setWidth(each);
            card->setPos(x, y);
            x += each + kGap;
        }
    } else {
        for (TreeCard* card : cards) {
            const bool question = planSubject(m_model.plan(), card->content().id).isQuestion;
            card->setWidth(question ? width * 0.44 : width * 0.24);
            card->setPos(question ? width * 0.415 : kMargin + 16, y);
        }
    }
    for (const TreeCard* card : cards) {
        height = std::max(height, card->cardSize().height());
    }
    for (TreeCard* card : cards) {
        card->setMinimumCardHeight(height);
    }
    return height;
}

void DecisionTreeView::layOut()
{
    for (QGraphicsItem* edge : std::as_const(m_edges)) {
        delete edge;
    }
    m_edges.clear();
    const Plan& plan = m_model.plan();
    if (m_cards.isEmpty()) {
        return;
    }
    const qreal scale = m_provider.theme().scale;
    const qreal width = std::clamp(viewport()->width() / (m_fit ? 1.0 : m_zoom), kMinWidth * scale,
                                   std::max(kMaxWidth, kMinWidth * scale));
    // Levels by distance from the root.
    QHash<QString, int> depth;
    QVector<QVector<TreeCard*>> levels;
    QStringList leaves;
    for (const PlanNode& node : plan.nodes) {
        const int level = node.parent.isEmpty() ? 0 : depth.value(node.parent, 0) + 1;
        depth.insert(node.id, level);
        levels.resize(std::max<qsizetype>(levels.size(), level + 1));
        levels[level].append(m_cards.value(node.id));
        if (!node.isQuestion) {
            leaves += node.id;
        }
    }
    const qreal between = 48 * std::sqrt(scale);
    qreal y = 16;
    for (const QVector<TreeCard*>& level : levels) {
        y += placeLevel(level, y, width) + between;
    }
    // Phases.
    const qreal busY = y - between + 36;
    QVector<TreeCard*> phases;
    const qreal step = (width - 2 * kMargin + 8) / std::max<qsizetype>(1, plan.phases.size());
    qreal x = kMargin;
    for (const PlanPhase& phase : plan.phases) {
        TreeCard* card = m_cards.value(phaseSubjectId(phase.phase));
        card->setWidth(step - 8);
        card->setPos(x, busY + 28);
        phases.append(card);
        x += step;
    }
    connectCards(leaves, busY, phases);
    const qreal bottom =
        phases.isEmpty() ? busY : phases.first()->y() + phases.first()->cardSize().height();
    addNote(bottom + 8);
    scene()->setSceneRect(0, 0, width, bottom + 12 + m_provider.theme().scaled(20));
    if (m_fit) {
        const qreal zoom = std::min(1.0, viewport()->width() / width);
        resetTransform();
        QGraphicsView::scale(zoom, zoom);
        if (!qFuzzyCompare(zoom, m_zoom)) {
            m_zoom = zoom;
            Q_EMIT zoomChanged(zoom);
        }
    }
}

void DecisionTreeView::addNote(qreal y)
{
    int run = 0;
    QStringList parts;
    for (const PlanPhase& phase : m_model.plan().phases) {
        run += phase.run ? 1 : 0;
        if (phase.overridden) {
            parts +=
                phase.run
                    ? tr("You chose to run phase %1: %2.").arg(int(phase.phase)).arg(phase.reason)
                    : tr("You chose to skip phase %1: %2.").arg(int(phase.phase)).arg(phase.reason);
        }
    }
    parts.prepend(tr("%1 of %2 phases apply.").arg(run).arg(m_model.plan().phases.size()));
    const QFont font = m_provider.theme().font(TextStep::Small);
    auto* text = new QGraphicsSimpleTextItem(elided(QFontMetrics(font),
                                                    parts.join(QLatin1Char(' ')), ElideAs::Sentence,
                                                    int(kMinWidth * m_provider.theme().scale)));
    text->setFont(font);
    text->setBrush(m_provider.theme().muted);
    text->setPos(kMargin, y);
    scene()->addItem(text);
    m_edges.append(text);
}

void DecisionTreeView::connectCards(const QStringList& leaves, qreal busY,
                                    const QVector<TreeCard*>& phases)
{
    const auto top = [](const TreeCard* c) {
        return c->pos() + QPointF(c->cardSize().width() / 2, 0);
    };
    const auto bottom = [&](const TreeCard* c) {
        return top(c) + QPointF(0, c->cardSize().height());
    };
    const auto foot = [](const TreeCard* c) {
        return c->pos() + QPointF(24, c->cardSize().height());
    };
    qreal lowest = 0;
    for (const QString& id : leaves) {
        lowest = std::max(lowest, m_cards.value(id)->y());
    }
    // Untaken paths first: the taken one is drawn over what they share.
    for (const bool taken : {false, true}) {
        for (const PlanNode& node : m_model.plan().nodes) {
            const TreeCard* parent = m_cards.value(node.parent);
            if (!parent || node.taken != taken) {
                continue;
            }
            const QPointF from = bottom(parent), to = top(m_cards.value(node.id));
            const qreal middle = from.y() + (to.y() - from.y()) / 2;
            addPath({from, {from.x(), middle}, {to.x(), middle}, to}, taken, node.edgeLabel);
        }
        for (const QString& id : leaves) {
            const TreeCard* card = m_cards.value(id);
            if (card->content().taken != taken) {
                continue;
            }
            if (card->y() == lowest) {
                addPath({bottom(card), {bottom(card).x(), busY}}, taken);
            } else if (taken) { // past the answers further down, which begin right of it
                addPath({foot(card), {foot(card).x(), busY}}, taken);
            }
        }
    }
    qreal left = 1e9, right = -1e9;
    for (const QString& id : leaves) {
        if (m_cards.value(id)->content().taken) {
            const TreeCard* card = m_cards.value(id);
            const qreal at = card->y() == lowest ? bottom(card).x() : foot(card).x();
            left = std::min(left, at);
            right = std::max(right, at);
        }
    }
    for (const TreeCard* card : phases) {
        const bool run = card->content().taken;
        addPath({{top(card).x(), busY}, top(card)}, run);
        if (run) {
            left = std::min(left, top(card).x());
            right = std::max(right, top(card).x());
        }
    }
    if (left < right) {
        addPath({{left, busY}, {right, busY}}, true);
    }
}

void DecisionTreeView::addPath(const QVector<QPointF>& points, bool taken, const QString& label)
{
    const Theme& theme = m_provider.theme();
    QPainterPath path(points.first());
    for (qsizetype i = 1; i < points.size(); ++i) {
        path.lineTo(points[i]);
    }
    auto* item = new QGraphicsPathItem(path);
    QPen pen(taken ? theme.accent : theme.control, taken ? 2 : 1);
    pen.setJoinStyle(Qt::MiterJoin);
    pen.setCapStyle(Qt::SquareCap);
    if (!taken) {
        pen.setStyle(Qt::CustomDashLine);
        pen.setDashPattern({4, 3});
        pen.setCapStyle(Qt::FlatCap);
    }
    item->setPen(pen);
    item->setZValue(-1);
    scene()->addItem(item);
    m_edges.append(item);
    if (label.isEmpty() || points.size() < 3) {
        return;
    }
    const QPointF middle = (points[1] + points[2]) / 2;
    auto* text = new QGraphicsSimpleTextItem(label);
    text->setFont(theme.font(taken ? TextStep::BodyStrong : TextStep::Small));
    text->setBrush(taken ? theme.accent : theme.muted);
    const QRectF box = text->boundingRect();
    text->setPos(middle - QPointF(box.width() / 2, box.height() / 2));
    auto* ground = new QGraphicsRectItem(QRectF(text->pos(), box.size()).adjusted(-6, 0, 6, 0));
    ground->setPen(Qt::NoPen);
    ground->setBrush(theme.base);
    scene()->addItem(ground);
    scene()->addItem(text);
    m_edges.append(ground);
    m_edges.append(text);
}

void DecisionTreeView::setCurrent(const QString& id)
{
    if (id == m_current) {
        return;
    }
    if (TreeCard* old = card(m_current)) {
        old->setChosen(false);
    }
    m_current = id;
    if (TreeCard* now = card(id)) {
        now->setChosen(true);
        now->ensureVisible(now->boundingRect(), 8, 8);
    }
}

void DecisionTreeView::choose(const QString& id)
{
    setCurrent(id);
    Q_EMIT subjectChosen(id);
}

void DecisionTreeView::announce(const QString& id)
{
    if (const TreeCard* now = card(id)) {
        setAccessibleDescription(now->content().accessibleText);
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void DecisionTreeView::setZoom(qreal zoom)
{
    m_fit = false;
    m_zoom = std::clamp(zoom, 0.4, 3.0);
    resetTransform();
    QGraphicsView::scale(m_zoom, m_zoom);
    layOut();
    Q_EMIT zoomChanged(m_zoom);
}

void DecisionTreeView::fit()
{
    m_fit = true;
    layOut();
    Q_EMIT zoomChanged(m_zoom);
}

void DecisionTreeView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    layOut();
}

void DecisionTreeView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        QGraphicsView::wheelEvent(event);
        return;
    }
    setZoom(m_zoom * std::pow(1.1, event->angleDelta().y() / 120.0));
    event->accept();
}

void DecisionTreeView::keyPressEvent(QKeyEvent* event)
{
    const auto* focused = dynamic_cast<TreeCard*>(scene()->focusItem());
    const qsizetype at = focused ? m_order.indexOf(focused->content().id) : -1;
    qsizetype next = 0; // Home
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        next = std::min(at + 1, m_order.size() - 1);
        break;
    case Qt::Key_Left:
    case Qt::Key_Up:
        next = std::max<qsizetype>(at - 1, 0);
        break;
    case Qt::Key_Home:
        break;
    case Qt::Key_End:
        next = m_order.size() - 1;
        break;
    default:
        QGraphicsView::keyPressEvent(event);
        return;
    }
    if (TreeCard* target = card(m_order.value(next))) {
        target->setFocus(Qt::TabFocusReason);
        target->ensureVisible(target->boundingRect(), 8, 8);
    }
}

void DecisionTreeView::drawBackground(QPainter* painter, const QRectF& rect)
{
    painter->fillRect(rect, m_provider.theme().base);
}

} // namespace rocport
