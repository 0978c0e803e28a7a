#include "ui/portreview/commentsdialog.h"

#include "core/base/cancelscope.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/files/filewriter.h"
#include "ui/messages/messages.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QPlainTextEdit>
#include <QtConcurrent>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

enum CommentFormat { AsMarkdown, ForGithub, ForGitlab };

constexpr qsizetype kMostShown = 200'000; ///< characters; Copy and Save take all

/// What is to be taken elsewhere.
struct Wishes
{
    bool threads = false;
    bool found = false;
    bool missing = false;
    int format = AsMarkdown;
};

QByteArray rendered(const PortReview& review, const QVector<ReviewComment>& comments, int format)
{
    switch (format) {
    case ForGithub:
        return QJsonDocument(reviewRequest(review, comments)).toJson();
    case ForGitlab:
        return QJsonDocument(reviewDiscussions(review, comments)).toJson();
    default:
        return renderComments(comments);
    }
}

} // namespace

struct CommentsDialog::Made
{
    QString text; ///< all of it
    qsizetype comments = 0;
    qsizetype threads = 0; ///< how many there are of each kind
    qsizetype found = 0;
    qsizetype missing = 0;
};

namespace {

/// Reads and compares whole files.
CommentsDialog::Made makeComments(const ReviewState& state, const Wishes& wishes,
                                  const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    CommentsDialog::Made made;
    // Of what is said about the port itself, the last ones are about missing places.
    const QVector<ReviewComment> all = commentsOf(*state.review);
    made.missing = state.review->missing.size();
    made.found = std::max<qsizetype>(0, all.size() - made.missing); // cancelled: nothing
    made.threads = std::count_if(state.kept.threads.begin(), state.kept.threads.end(),
                                 [](const ReviewThread& thread) { return !thread.isResolved; });
    QVector<ReviewComment> chosen;
    if (wishes.threads) {
        chosen += commentsOf(*state.review, state.kept.threads);
    }
    if (wishes.found) {
        chosen += all.first(made.found);
    }
    if (wishes.missing) {
        chosen += all.sliced(made.found);
    }
    made.comments = chosen.size();
    made.text = QString::fromUtf8(rendered(*state.review, chosen, wishes.format));
    return made;
}

} // namespace

CommentsDialog::CommentsDialog(ProjectReviews& reviews, Topic topic, ThemeProvider& provider,
                               QWidget* parent)
    : QDialog(parent),
      m_reviews(reviews),
      m_provider(provider),
      m_threads(new QCheckBox(this)),
      m_found(new QCheckBox(this)),
      m_missing(new QCheckBox(this)),
      m_format(new QComboBox(this)),
      m_text(new QPlainTextEdit(this)),
      m_note(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_copy(makeButton(tr("Copy"), ButtonKind::Normal, this)),
      m_save(makeButton(tr("Save…"), ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("commentsDialog"));
    setWindowTitle(tr("Comments of the review"));
    resize(provider.theme().scaled(720), provider.theme().scaled(520));
    m_threads->setObjectName(QStringLiteral("commentsThreads"));
    m_found->setObjectName(QStringLiteral("commentsFound"));
    m_missing->setObjectName(QStringLiteral("commentsMissing"));
    m_threads->setChecked(topic == Topic::Threads);
    m_missing->setChecked(topic == Topic::Missing);
    m_format->setObjectName(QStringLiteral("commentsFormat"));
    m_format->setAccessibleName(tr("Format"));
    m_format->addItem(tr("Markdown"));
    m_format->addItem(tr("Request of GitHub, JSON"));
    m_format->addItem(tr("Discussions of GitLab, JSON"));
    m_text->setObjectName(QStringLiteral("commentsText"));
    m_text->setAccessibleName(tr("Comments"));
    m_text->setProperty("field", true);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(provider.theme().font(TextStep::Code));
    m_note->setObjectName(QStringLiteral("commentsNote"));
    m_note->setWordWrap(true);
    m_copy->setObjectName(QStringLiteral("commentsCopy"));
    m_copy->setAutoDefault(false);
    m_save->setObjectName(QStringLiteral("commentsSave"));
    auto* close = makeButton(tr("Close"), ButtonKind::Normal, this);
    close->setAutoDefault(false);
    auto* format = new QHBoxLayout;
    format->setSpacing(8);
    format->addWidget(
        new TextLabel(provider, TextStep::BodyMedium, tr("Format"), &ThemeColours::text, this));
    format->addWidget(m_format);
    format->addStretch();
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_note, 1);
    buttons->addWidget(close);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_threads);
    layout->addWidget(m_found);
    layout->addWidget(m_missing);
    layout->addLayout(format);
    layout->addWidget(m_text, 1);
    layout->addLayout(buttons);
    for (QCheckBox* box : {m_threads, m_found, m_missing}) {
        connect(box, &QCheckBox::toggled, this, &CommentsDialog::fill);
    }
    connect(m_format, &QComboBox::currentIndexChanged, this, &CommentsDialog::fill);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_all);
        m_note->setText(tr("Copied."));
    });
    connect(m_save, &QPushButton::clicked, this, &CommentsDialog::save);
    connect(&reviews, &ProjectReviews::changed, this, [this] {
        if (m_reviews.state()) {
            fill();
        } else {
            reject();
        }
    });
    fill();
}

CommentsDialog::~CommentsDialog()
{
    m_cancel.cancel();
}

void CommentsDialog::fill()
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    if (!state) {
        return;
    }
    m_cancel.cancel(); // the newest choice counts
    m_cancel = CancelToken();
    m_copy->setEnabled(false);
    m_save->setEnabled(false);
    m_note->setText(tr("Putting the comments together…"));
    const Wishes wishes{m_threads->isChecked(), m_found->isChecked(), m_missing->isChecked(),
                        m_format->currentIndex()};
    whenDone(QtConcurrent::run([state, wishes, cancel = m_cancel] {
                 return makeComments(*state, wishes, cancel);
             }),
             this, [this, cancel = m_cancel](const Made& made) {
                 if (!cancel.isCancelled()) {
                     showMade(made);
                 }
             });
}

void CommentsDialog::showMade(const Made& made)
{
    m_threads->setText(tr("Own threads that are not resolved (%1)").arg(made.threads));
    m_found->setText(tr("What was found about hunks (%1)").arg(made.found));
    m_missing->setText(tr("Places that the port does not touch (%1)").arg(made.missing));
    m_all = made.text;
    m_text->setPlainText(m_all.left(kMostShown));
    m_copy->setEnabled(made.comments > 0);
    m_save->setEnabled(made.comments > 0);
    QStringList notes{made.comments == 0
                          ? tr("There is nothing to take elsewhere.")
                          : tr("%1.").arg(counted(made.comments, tr("comment"), tr("comments")))};
    if (made.comments > 0 && m_format->currentIndex() == ForGithub) {
        notes.append(tr("The body of “Create a review for a pull request”; nothing is sent from "
                        "here."));
    } else if (made.comments > 0 && m_format->currentIndex() == ForGitlab) {
        notes.append(tr("The body of one “Create new merge request thread” for each; nothing is "
                        "sent from here."));
    }
    if (m_all.size() > kMostShown) {
        notes.append(tr("Only the beginning is shown; Copy and Save take all."));
    }
    m_note->setText(notes.join(u' '));
}

void CommentsDialog::save()
{
    const int format = m_format->currentIndex();
    auto* dialog = new QFileDialog(this, tr("Save comments"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(format == AsMarkdown ? QStringLiteral("md") : QStringLiteral("json"));
    dialog->selectFile(format == AsMarkdown  ? QStringLiteral("review.md")
                       : format == ForGithub ? QStringLiteral("review.json")
                                             : QStringLiteral("discussions.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, text = m_all](const QString& file) {
        whenDone(QtConcurrent::run([file, text] { return writeFile(file, text.toUtf8()); }), this,
                 [this, file](const Result<void>& done) {
                     m_note->setText(done ? tr("Saved to %1.").arg(file)
                                          : messageFor(done.error()));
                 });
    });
    dialog->open();
}

} // namespace rocport
