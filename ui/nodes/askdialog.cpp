#include "ui/nodes/askdialog.h"

#include "ui/theme/plaintext.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

/// Untrusted text for a label: no control characters but line breaks, no tricks with direction.
QString shown(const QString& prompt)
{
    QString out;
    for (const QChar c : prompt.left(AskDialog::kMostPrompt)) {
        const bool steers = c.category() == QChar::Other_Format;
        if (c == u'\n' || (c.isPrint() && !steers)) {
            out += c;
        } else if (c == u'\t') {
            out += u' ';
        }
    }
    if (prompt.size() > AskDialog::kMostPrompt) {
        out += QStringLiteral("…");
    }
    return out.trimmed();
}

} // namespace

AskDialog::AskDialog(const AskRequest& request, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent), m_request(request)
{
    setObjectName(QStringLiteral("askDialog"));
    setWindowModality(Qt::WindowModal);
    setWindowTitle(titleText(tr("%1 asks").arg(shown(request.nodeName))));
    setMinimumWidth(provider.theme().scaled(420));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    column->addWidget(new TextLabel(
        provider, TextStep::BodyStrong,
        request.nodeName.isEmpty() ? tr("A program asks")
                                   : tr("The connection to %1 asks").arg(shown(request.nodeName)),
        &ThemeColours::text, this));
    auto* prompt =
        new TextLabel(provider, TextStep::Code, shown(request.prompt), &ThemeColours::text, this);
    prompt->setObjectName(QStringLiteral("askPrompt"));
    prompt->setWordWrap(true);
    prompt->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(prompt);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    auto* yes = makeButton(request.yesNo ? tr("Yes") : tr("Answer"), ButtonKind::Primary, this);
    auto* no = makeButton(request.yesNo ? tr("No") : tr("Cancel"), ButtonKind::Normal, this);
    yes->setObjectName(QStringLiteral("askYes"));
    no->setObjectName(QStringLiteral("askNo"));
    if (request.yesNo) {
        column->addWidget(new TextLabel(
            provider, TextStep::Small,
            tr("Compare the fingerprint with one that you trust before you choose Yes."),
            &ThemeColours::text2, this));
        connect(yes, &QPushButton::clicked, this, [this] {
            m_answer = QStringLiteral("yes");
            accept();
        });
        connect(no, &QPushButton::clicked, this, [this] {
            m_answer = QStringLiteral("no");
            accept();
        });
        no->setFocus(); // nothing is trusted by a stray Enter
    } else {
        m_field = new QLineEdit(this);
        m_field->setObjectName(QStringLiteral("askField"));
        m_field->setAccessibleName(tr("Answer"));
        m_field->setMaxLength(4096);
        if (request.secret) {
            m_field->setEchoMode(QLineEdit::Password);
            m_field->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData |
                                         Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
        }
        column->addWidget(m_field);
        column->addWidget(new TextLabel(provider, TextStep::Small,
                                        tr("It is passed to ssh and not stored anywhere."),
                                        &ThemeColours::text2, this));
        const auto answer = [this] {
            m_answer = m_field->text();
            accept();
        };
        connect(yes, &QPushButton::clicked, this, answer);
        connect(m_field, &QLineEdit::returnPressed, this, answer);
        connect(no, &QPushButton::clicked, this, &QDialog::reject);
        m_field->setFocus();
    }
    buttons->addWidget(no);
    buttons->addWidget(yes);
    column->addSpacing(8);
    column->addLayout(buttons);
}

std::optional<QString> AskDialog::takeAnswer()
{
    if (m_field != nullptr) {
        m_field->clear();
    }
    return std::exchange(m_answer, std::nullopt);
}

AskPresenter::AskPresenter(RemoteService& remote, ThemeProvider& provider, QWidget* window)
    : QObject(window), m_remote(remote), m_provider(provider), m_window(window)
{
    connect(&remote, &RemoteService::asked, this, [this](const AskRequest& request) {
        m_waiting.append(request);
        showNext();
    });
    connect(&remote, &RemoteService::askWithdrawn, this, &AskPresenter::withdraw);
}

void AskPresenter::showNext()
{
    if (m_dialog || m_waiting.isEmpty()) {
        return;
    }
    m_dialog = new AskDialog(m_waiting.takeFirst(), m_provider, m_window);
    connect(m_dialog, &QDialog::finished, this, [this, dialog = m_dialog.data()](int result) {
        std::optional<QString> answer = dialog->takeAnswer();
        m_dialog.clear();
        dialog->deleteLater();
        m_remote.answer(dialog->askId(), result == QDialog::Accepted ? answer : std::nullopt);
        if (answer) {
            answer->fill(u'\0');
        }
        showNext();
    });
    m_dialog->open();
}

void AskPresenter::withdraw(int askId)
{
    m_waiting.erase(std::remove_if(m_waiting.begin(), m_waiting.end(),
                                   [&](const AskRequest& request) { return request.id == askId; }),
                    m_waiting.end());
    if (m_dialog && m_dialog->askId() == askId) {
        AskDialog* dialog = m_dialog;
        m_dialog.clear();
        disconnect(dialog, nullptr, this, nullptr); // nobody waits for an answer
        (void)dialog->takeAnswer();
        dialog->close();
        dialog->deleteLater();
        showNext();
    }
}

} // namespace rocport
