#include "ui/portreview/portheader.h"

#include "core/base/wording.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/plaintext.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QSet>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr int kHeaderHeight = 52;

QString rangeText(const ReviewTrees& trees)
{
    const QString base = QString::fromLatin1(trees.baseCommit.left(7));
    return trees.headCommit.isEmpty()
               ? base
               : base + QStringLiteral("..") + QString::fromLatin1(trees.headCommit.left(7));
}

/// "7 commits by kernel-agent, 21 Nov 2026"
QString commitsText(const ReviewTrees& trees)
{
    if (trees.commits.isEmpty()) {
        return trees.name;
    }
    QStringList authors;
    for (const ReviewCommit& commit : trees.commits) {
        if (!commit.author.isEmpty() && !authors.contains(commit.author)) {
            authors.append(commit.author);
        }
    }
    QString text =
        counted(trees.commits.size(), PortHeader::tr("commit"), PortHeader::tr("commits"));
    if (authors.size() == 1) {
        text = PortHeader::tr("%1 by %2").arg(text, authors.first());
    } else if (authors.size() > 1) {
        text = PortHeader::tr("%1 by %2 and %3 more")
                   .arg(text, authors.last(), countText(authors.size() - 1));
    }
    const QDateTime time = trees.commits.last().time;
    return time.isValid()
               ? QStringLiteral("%1, %2").arg(
                     text, QLocale(QLocale::English)
                               .toString(time.toLocalTime().date(), QStringLiteral("d MMM yyyy")))
               : text;
}

} // namespace

PortHeader::PortHeader(ThemeProvider& provider, QWidget* parent)
    : Surface(provider, &ThemeColours::window, parent),
      m_provider(provider),
      m_title(new ElidedLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text, this)),
      m_origin(new Chip(provider, tr("Made elsewhere"), ChipTone::Neutral, Glyph::None, this)),
      m_range(new TextLabel(provider, TextStep::Code, {}, &ThemeColours::text2, this)),
      m_facts(new ElidedLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_count(new QWidget(this)),
      m_decided(new TextLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text, m_count)),
      m_bar(new ThinProgressBar(provider, m_count)),
      m_kinds(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, m_count)),
      m_revision(makeButton({}, ButtonKind::Normal, this)),
      m_revisions(new QMenu(m_revision)),
      m_since(new SegmentedControl(provider, this)),
      m_check(makeButton({}, ButtonKind::Normal, this)),
      m_comments(makeButton({}, ButtonKind::Normal, this)),
      m_close(makeButton({}, ButtonKind::Normal, this)),
      m_finish(makeButton({}, ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("portHeader"));
    setProperty("pane", true);
    setAccessibleName(tr("Port review, header"));
    m_title->setObjectName(QStringLiteral("portTitle"));
    m_range->setObjectName(QStringLiteral("portRange"));
    m_facts->setObjectName(QStringLiteral("portFacts"));
    m_decided->setObjectName(QStringLiteral("portDecided"));
    m_kinds->setObjectName(QStringLiteral("portKinds"));
    m_revision->setObjectName(QStringLiteral("portRevision"));
    m_revision->setProperty("chevron", true);
    m_revision->setMenu(m_revisions);
    m_since->setObjectName(QStringLiteral("portSince"));
    m_since->setAccessibleName(tr("What the diff compares with"));
    m_since->addSegment(tr("Against base"));
    m_since->addSegment({});
    m_since->setCurrent(0);
    m_comments->setObjectName(QStringLiteral("portCommentsButton"));
    m_close->setObjectName(QStringLiteral("portCloseButton"));
    m_finish->setObjectName(QStringLiteral("portFinishButton"));
    m_comments->setIcon(provider.icon(Glyph::Export));
    m_bar->setFixedWidth(provider.theme().scaled(64));
    m_bar->setAccessibleName(tr("Hunks decided"));
    connect(m_since, &SegmentedControl::currentChanged, this,
            [this](int index) { Q_EMIT sinceChosen(index == 1); });
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_title, 1);
    first->addWidget(m_origin);
    first->addStretch();
    auto* second = new QHBoxLayout;
    second->setSpacing(8);
    second->addWidget(m_range);
    second->addWidget(m_facts, 1);
    auto* about = new QVBoxLayout;
    about->setSpacing(0);
    about->addStretch();
    about->addLayout(first);
    about->addLayout(second);
    about->addStretch();
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_decided);
    bar->addWidget(m_bar, 0, Qt::AlignVCenter);
    bar->addStretch();
    auto* count = new QVBoxLayout(m_count);
    count->setContentsMargins(0, 0, 0, 0);
    count->setSpacing(0);
    count->addStretch();
    count->addLayout(bar);
    count->addWidget(m_kinds);
    count->addStretch();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 1);
    row->setSpacing(12);
    row->addLayout(about, 1);
    row->addWidget(m_count);
    for (QWidget* part : std::initializer_list<QWidget*>{m_revision, m_since, m_check, m_comments,
                                                         m_close, m_finish}) {
        row->addWidget(part);
    }
    const auto size = [this] { setFixedHeight(m_provider.theme().scaled(kHeaderHeight)); };
    size();
    connect(&provider, &ThemeProvider::changed, this, size);
}

void PortHeader::follow(QAction& comments, QAction& close, QAction& finish)
{
    followCommand(*m_comments, comments);
    followCommand(*m_close, close);
    followCommand(*m_finish, finish);
}

void PortHeader::setState(const std::shared_ptr<const ReviewState>& state)
{
    m_state = state;
    if (!state) {
        return;
    }
    const ReviewTrees& trees = state->review->trees;
    m_title->setText(state->kept.title.isEmpty() ? trees.name : state->kept.title);
    m_range->setText(rangeText(trees));
    m_facts->setText(commitsText(trees));
    const int accepted = state->count(DecisionKind::Accepted);
    const int rejected = state->count(DecisionKind::Rejected);
    const int edited = state->count(DecisionKind::Edited);
    const int all = state->review->hunkCount();
    m_decided->setText(tr("%1 of %2 decided").arg(accepted + rejected + edited).arg(all));
    m_bar->setProgress(accepted + rejected + edited, all);
    m_bar->setAccessibleDescription(m_decided->text());
    m_kinds->setText(
        tr("%1 accepted, %2 rejected, %3 edited").arg(accepted).arg(rejected).arg(edited));
    fillRevisions();
    fit();
}

void PortHeader::fillRevisions()
{
    const QVector<ReviewRevision>& revisions = m_state->kept.revisions;
    const int newest = revisions.last().number;
    m_revision->setText(tr("Revision %1 of %2").arg(newest).arg(newest));
    m_revision->setToolTip(tr("Choose the revision that the port is compared with"));
    m_revisions->clear();
    for (int i = static_cast<int>(revisions.size()) - 2; i >= 0; --i) {
        const ReviewRevision& one = revisions[i];
        const QString head = QString::fromLatin1(one.headCommit.left(7));
        QAction* action = m_revisions->addAction(
            tr("Since revision %1, %2, %3")
                .arg(one.number)
                .arg(head.isEmpty() ? tr("patches") : head,
                     QLocale().toString(one.opened.toLocalTime(), QLocale::ShortFormat)));
        action->setCheckable(true);
        action->setChecked(one.number == m_state->since);
        connect(action, &QAction::triggered, this,
                [this, number = one.number] { Q_EMIT revisionChosen(number); });
    }
    QAction* base = m_revisions->addAction(tr("Against the base only"));
    base->setCheckable(true);
    base->setChecked(m_state->since == 0);
    connect(base, &QAction::triggered, this, [this] { Q_EMIT revisionChosen(0); });
    const bool several = revisions.size() > 1;
    const int since = m_state->since > 0 ? m_state->since : newest - 1;
    m_since->setVisible(several);
    m_since->setSegmentText(1, tr("Since revision %1").arg(since));
    m_since->setCount(1, m_state->since > 0 ? static_cast<int>(m_state->changed.size()) : -1);
}

void PortHeader::setSince(bool since)
{
    const QSignalBlocker blocker(m_since);
    m_since->setCurrent(since ? 1 : 0);
}

/// Where there is no room, what is said elsewhere goes first.
void PortHeader::fit()
{
    const bool several = m_state && m_state->kept.revisions.size() > 1;
    const auto wide = [](const QWidget& part) { return part.sizeHint().width() + 12; };
    int needed = m_provider.theme().scaled(220) + wide(*m_check) + wide(*m_comments) +
                 wide(*m_close) + wide(*m_finish) + (several ? wide(*m_since) : 0);
    const auto fits = [&](QWidget& part, bool wanted) {
        const bool shown = wanted && needed + wide(part) <= width();
        needed += shown ? wide(part) : 0;
        part.setVisible(shown);
    };
    fits(*m_count, true);
    fits(*m_revision, several);
    fits(*m_origin, true);
}

void PortHeader::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    fit();
}

void PortHeader::paintEvent(QPaintEvent* event)
{
    Surface::paintEvent(event);
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_provider.theme().border);
}

} // namespace rocport
