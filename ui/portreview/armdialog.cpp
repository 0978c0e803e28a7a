#include "ui/portreview/armdialog.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/messages/messages.h"
#include "ui/review/gatepanel.h"

#include <QHBoxLayout>
#include <QtConcurrent>
#include <QVBoxLayout>

namespace rocport {

namespace {

/// "clang version 17.0.0, /usr/bin/hipcc, with headers of ROCm 6.2"
QString compilerText(const HipCompiler& compiler)
{
    QString text = QStringLiteral("%1, %2").arg(compiler.version, compiler.program);
    if (!compiler.headers.isEmpty()) {
        text = ArmDialog::tr("%1, with headers of ROCm %2").arg(text, compiler.headers.toString());
    }
    return text;
}

} // namespace

ArmDialog::ArmDialog(ProjectReviews& reviews, ThemeProvider& provider, const UiSettings& settings,
                     QWidget* parent)
    : QDialog(parent),
      m_reviews(reviews),
      m_provider(provider),
      m_gate(gateOptionsOf(settings)),
      m_about(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text, this)),
      m_compiler(new TextLabel(provider, TextStep::Small, tr("Looking for a compiler…"),
                               &ThemeColours::text2, this)),
      m_problem(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this)),
      m_start(makeButton(tr("Compile"), ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("armDialog"));
    setWindowTitle(tr("Check the ROCm arm"));
    resize(provider.theme().scaled(620), sizeHint().height());
    build();
    connect(&reviews, &ProjectReviews::changed, this, [this] {
        if (!m_reviews.state()) {
            reject();
        }
    });
    findCompiler();
    refresh();
}

ArmDialog::~ArmDialog()
{
    m_cancel.cancel();
}

void ArmDialog::build()
{
    const PortReview& review = *m_reviews.state()->review;
    m_about->setObjectName(QStringLiteral("armAbout"));
    m_about->setWordWrap(true);
    m_about->setText(
        tr("Compiles for %1 what the port changes: %2. The files are the repository's; compilers "
           "run on this machine, in a sandbox where that works, and nothing of the checkout is "
           "changed.")
            .arg(review.target.architectures.join(QStringLiteral(", ")),
                 counted(filesToCompile(review), tr("file of C or C++"), tr("files of C or C++"))));
    m_compiler->setObjectName(QStringLiteral("armCompiler"));
    m_compiler->setWordWrap(true);
    m_compiler->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->setObjectName(QStringLiteral("armProblem"));
    m_problem->setWordWrap(true);
    m_start->setObjectName(QStringLiteral("armStart"));
    m_start->setDefault(true);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    cancel->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_start);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(m_about);
    layout->addWidget(m_compiler);
    layout->addStretch();
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &ArmDialog::start);
}

/// Each candidate compiles a small kernel, which takes a moment.
void ArmDialog::findCompiler()
{
    whenDone(
        QtConcurrent::run([review = m_reviews.state()->review, search = m_gate.search,
                           cancel = m_cancel] { return reviewCompiler(*review, search, cancel); }),
        this, [this](const Result<HipCompiler>& found) { showCompiler(found); });
}

void ArmDialog::showCompiler(const Result<HipCompiler>& found)
{
    m_compiler->setText(found ? compilerText(*found) : messageFor(found.error()));
    if (!found) {
        m_compiler->setColour(&ThemeColours::crit);
    }
}

ReviewCheck ArmDialog::wishes() const
{
    ReviewCheck wishes;
    wishes.gate = m_gate;
    return wishes;
}

void ArmDialog::refresh()
{
    const bool nothing = filesToCompile(*m_reviews.state()->review) == 0;
    m_problem->setText(nothing ? tr("The port changes no file of C or C++.") : QString());
    m_start->setEnabled(!nothing);
}

void ArmDialog::start()
{
    Q_EMIT started(wishes());
    accept();
}

} // namespace rocport
