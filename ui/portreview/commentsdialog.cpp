#include "ui/portreview/commentsdialog.h"

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

enum CommentFormat { AsMarkdown, ForGithub };

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
        QGuiApplication::clipboard()->setText(m_text->toPlainText());
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

QVector<ReviewComment> CommentsDialog::comments() const
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    QVector<ReviewComment> made;
    if (m_threads->isChecked()) {
        made += m_reviews.ownComments();
    }
    // Of what is said about the port itself, the last ones are about missing places.
    const QVector<ReviewComment> all = commentsOf(*state->review);
    const qsizetype hunks = all.size() - state->review->missing.size();
    if (m_found->isChecked()) {
        made += all.first(hunks);
    }
    if (m_missing->isChecked()) {
        made += all.sliced(hunks);
    }
    return made;
}

void CommentsDialog::fill()
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    if (!state) {
        return;
    }
    const qsizetype missing = state->review->missing.size();
    const auto threads =
        std::count_if(state->kept.threads.begin(), state->kept.threads.end(),
                      [](const ReviewThread& thread) { return !thread.isResolved; });
    m_threads->setText(tr("Own threads that are not resolved (%1)").arg(threads));
    m_found->setText(
        tr("What was found about hunks (%1)").arg(commentsOf(*state->review).size() - missing));
    m_missing->setText(tr("Places that the port does not touch (%1)").arg(missing));
    const QVector<ReviewComment> chosen = comments();
    const QByteArray text = m_format->currentIndex() == ForGithub
                                ? QJsonDocument(reviewRequest(*state->review, chosen)).toJson()
                                : renderComments(chosen);
    m_text->setPlainText(QString::fromUtf8(text));
    m_copy->setEnabled(!chosen.isEmpty());
    m_save->setEnabled(!chosen.isEmpty());
    m_note->setText(
        chosen.isEmpty() ? tr("There is nothing to take elsewhere.")
        : m_format->currentIndex() == ForGithub
            ? tr("%1. The body of “Create a review for a pull request”; nothing is sent "
                 "from here.")
                  .arg(counted(chosen.size(), tr("comment"), tr("comments")))
            : counted(chosen.size(), tr("comment"), tr("comments")));
}

void CommentsDialog::save()
{
    const bool json = m_format->currentIndex() == ForGithub;
    auto* dialog = new QFileDialog(this, tr("Save comments"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(json ? QStringLiteral("json") : QStringLiteral("md"));
    dialog->selectFile(json ? QStringLiteral("review.json") : QStringLiteral("review.md"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const QByteArray text = m_text->toPlainText().toUtf8();
        whenDone(QtConcurrent::run([file, text] { return writeFile(file, text); }), this,
                 [this, file](const Result<void>& done) {
                     m_note->setText(done ? tr("Saved to %1.").arg(file)
                                          : messageFor(done.error()));
                 });
    });
    dialog->open();
}

} // namespace rocport
