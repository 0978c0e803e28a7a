#include "ui/portreview/armdialog.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/messages/messages.h"
#include "ui/review/gatepanel.h"
#include "ui/verify/lanefields.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QStackedWidget>
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

TextLabel* wrapped(ThemeProvider& provider, ColourToken colour, const char* name, QWidget* parent)
{
    auto* label = new TextLabel(provider, TextStep::Small, {}, colour, parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// A clause as a sentence.
QString sentence(const QString& clause)
{
    return clause.left(1).toUpper() + clause.mid(1) + u'.';
}

} // namespace

ArmDialog::ArmDialog(ProjectReviews& reviews, ThemeProvider& provider, const UiSettings& settings,
                     QWidget* parent)
    : QDialog(parent),
      m_reviews(reviews),
      m_provider(provider),
      m_gate(gateOptionsOf(settings)),
      m_what(new SegmentedControl(provider, this)),
      m_pages(new QStackedWidget(this)),
      m_problem(wrapped(provider, &ThemeColours::crit, "armProblem", this)),
      m_start(makeButton({}, ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("armDialog"));
    setWindowTitle(tr("Check the ROCm arm"));
    resize(provider.theme().scaled(680), provider.theme().scaled(500));
    build();
    connect(&reviews, &ProjectReviews::changed, this, [this] {
        if (!m_reviews.state()) {
            reject();
        }
    });
    findCompiler();
    findPrograms();
    setWhat(Compile);
}

ArmDialog::~ArmDialog()
{
    m_cancel.cancel();
}

void ArmDialog::build()
{
    m_what->setObjectName(QStringLiteral("armWhat"));
    m_what->setAccessibleName(tr("What is run"));
    for (const QString& name : {tr("Compile"), tr("Program on lanes"), tr("Kernel on lanes")}) {
        m_what->addSegment(name);
    }
    m_pages->setAccessibleName(tr("What is run"));
    m_pages->addWidget(buildCompile());
    m_pages->addWidget(buildLanes());
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
    layout->addWidget(m_what, 0, Qt::AlignLeft);
    layout->addWidget(m_pages, 1);
    layout->addLayout(buttons);
    connect(m_what, &SegmentedControl::currentChanged, this,
            [this](int index) { setWhat(static_cast<What>(index)); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &ArmDialog::start);
}

QWidget* ArmDialog::buildCompile()
{
    auto* page = new QWidget(m_pages);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    const PortReview& review = *m_reviews.state()->review;
    TextLabel* about = wrapped(m_provider, &ThemeColours::text, "armAbout", page);
    about->setText(
        tr("Compiles for %1 what the port changes: %2. The files are the repository's; compilers "
           "run on this machine, in a sandbox where that works, and nothing of the checkout is "
           "changed.")
            .arg(review.target.architectures.join(QStringLiteral(", ")),
                 counted(filesToCompile(review), tr("file of C or C++"), tr("files of C or C++"))));
    m_compiler = wrapped(m_provider, &ThemeColours::text2, "armCompiler", page);
    m_compiler->setText(tr("Looking for a compiler…"));
    column->addWidget(about);
    column->addWidget(m_compiler);
    column->addStretch();
    return page;
}

QLineEdit* ArmDialog::addField(const QString& label, const char* name, const QString& placeholder)
{
    auto* field = new QLineEdit(m_pages);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    m_form->addRow(label, field);
    connect(field, &QLineEdit::textChanged, this, &ArmDialog::refresh);
    return field;
}

QWidget* ArmDialog::buildLanes()
{
    auto* page = new QWidget(m_pages);
    m_form = new QFormLayout(page);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setHorizontalSpacing(16);
    m_form->setVerticalSpacing(8);
    m_aboutLanes = wrapped(m_provider, &ThemeColours::text, "armAboutLanes", page);
    m_aboutLanes->setText(
        tr("Runs the base on 32 lanes and the port on 64 and 32, on the CPU of this machine, and "
           "compares what comes back. Programs are the repository's; they run in a sandbox where "
           "that works. Equal results are no evidence of an AMD GPU."));
    m_form->addRow(m_aboutLanes);
    m_place = new QComboBox(page);
    m_place->setObjectName(QStringLiteral("armPlace"));
    m_form->addRow(tr("Found"), m_place);
    m_lanes = new LaneFields(*m_form, page);
    m_kernel = addField(tr("Kernel"), "armKernel", QStringLiteral("ns::scale<float, 256>"));
    m_grid = addField(tr("Grid"), "armGrid", tr("blocks: X, X,Y or X,Y,Z"));
    m_block = addField(tr("Block"), "armBlock", tr("threads of a block"));
    m_shared = addField(tr("Shared memory"), "armShared", tr("bytes of dynamic shared memory"));
    m_kernelArguments = addField(tr("Its arguments"), "armArguments",
                                 QStringLiteral("float[1024]=random; float[4]=zeros; int=5"));
    connect(&m_lanes->sources(), &QLineEdit::textChanged, this, &ArmDialog::refresh);
    connect(m_place, &QComboBox::activated, this, &ArmDialog::choosePlace);
    return page;
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
    if (found) {
        m_compiler->setText(compilerText(*found));
        return;
    }
    const Error& error = found.error();
    constexpr qsizetype kMostDetail = 300; // what each compiler said may be long
    m_compiler->setText(
        error.code == ErrorCode::FileNotFound
            ? tr("There is no %1 on this machine, so no file can be checked: %2. Install ROCm, or "
                 "name a compiler in Preferences.")
                  .arg(error.object, error.detail.size() > kMostDetail
                                         ? error.detail.left(kMostDetail) + u'…'
                                         : error.detail)
            : messageFor(error));
    m_compiler->setColour(&ThemeColours::crit);
}

void ArmDialog::findPrograms()
{
    whenDone(QtConcurrent::run([review = m_reviews.state()->review, cancel = m_cancel] {
                 return programsOf(*review, cancel);
             }),
             this, [this](const Result<ReviewPrograms>& found) {
                 m_programs = found ? *found : ReviewPrograms();
                 listPrograms();
                 refresh();
             });
}

void ArmDialog::listPrograms()
{
    const bool kernel = m_what->current() == Kernel;
    m_place->clear();
    if (!m_programs) {
        m_place->addItem(tr("Looking for what can be run…"));
    } else if (kernel) {
        for (const ReviewPrograms::Kernel& one : m_programs->kernels) {
            m_place->addItem(QStringLiteral("%1: %2").arg(one.file.display(), one.shown));
        }
    } else {
        for (const RepoPath& file : m_programs->programs) {
            m_place->addItem(file.display());
        }
    }
    const bool any = m_programs && m_place->count() > 0;
    if (m_programs && !any) {
        m_place->addItem(kernel ? tr("No kernel was found") : tr("No file defines main()"));
    }
    m_place->setEnabled(any);
    m_place->setAccessibleName(kernel ? tr("Kernels that were found")
                                      : tr("Programs that were found"));
    // What was typed while the files were read stays.
    if (any && !m_lanes->sources().isModified() && !m_kernel->isModified()) {
        choosePlace(0);
    }
}

void ArmDialog::choosePlace(int row)
{
    if (!m_programs || row < 0) {
        return;
    }
    if (m_what->current() == Kernel && row < m_programs->kernels.size()) {
        m_lanes->sources().setText(m_programs->kernels[row].file.display());
        m_kernel->setText(m_programs->kernels[row].name);
    } else if (m_what->current() == Program && row < m_programs->programs.size()) {
        m_lanes->sources().setText(m_programs->programs[row].display());
    }
}

void ArmDialog::setWhat(What what)
{
    const QSignalBlocker blocker(m_what);
    m_what->setCurrent(what);
    m_pages->setCurrentIndex(what == Compile ? 0 : 1);
    m_lanes->setProgram(what == Program);
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_kernel, m_grid, m_block, m_shared, m_kernelArguments}) {
        m_form->setRowVisible(field, what == Kernel);
    }
    m_start->setText(what == Compile ? tr("Compile") : tr("Run on lanes"));
    if (what != Compile) {
        listPrograms();
    }
    refresh();
}

Result<ReviewExecution> ArmDialog::execution() const
{
    VerifyRequest fields;
    m_lanes->read(fields);
    ReviewExecution wanted;
    wanted.sources = fields.files;
    wanted.checks = fields.checks;
    wanted.limits.time = fields.timeLimit;
    wanted.search = CompilerSearch::fromEnvironment(); // the one for HIP does not build for the CPU
    if (m_what->current() == Program) {
        wanted.arguments = fields.arguments;
        return wanted;
    }
    KernelWords words;
    words.name = m_kernel->text().trimmed();
    words.grid = m_grid->text().trimmed();
    words.block = m_block->text().trimmed();
    words.shared = m_shared->text().trimmed();
    for (const QString& argument : m_kernelArguments->text().split(u';', Qt::SkipEmptyParts)) {
        words.arguments.append(argument.trimmed());
    }
    auto call = kernelCall(words);
    if (!call) {
        return call.error();
    }
    wanted.kernel = *std::move(call);
    return wanted;
}

Result<ReviewCheck> ArmDialog::wishes() const
{
    ReviewCheck wishes;
    wishes.gate = m_gate;
    wishes.compile = m_what->current() == Compile;
    if (!wishes.compile) {
        const Result<ReviewExecution> wanted = execution();
        if (!wanted) {
            return wanted.error();
        }
        wishes.execution = *wanted;
    }
    return wishes;
}

QString ArmDialog::missing() const
{
    const bool kernel = m_what->current() == Kernel;
    if (m_what->current() == Compile) {
        return filesToCompile(*m_reviews.state()->review) == 0
                   ? tr("The port changes no file of C or C++.")
                   : QString();
    }
    VerifyRequest fields;
    m_lanes->read(fields);
    if (kernel && fields.files.size() != 1) {
        return tr("Name the one file that has the kernel.");
    }
    if (kernel && (m_kernel->text().trimmed().isEmpty() || m_grid->text().trimmed().isEmpty() ||
                   m_block->text().trimmed().isEmpty())) {
        return tr("Name the kernel, its grid and its block.");
    }
    const Result<ReviewExecution> wanted = execution();
    return wanted ? QString() : sentence(wanted.error().detail);
}

void ArmDialog::refresh()
{
    if (m_reviews.state()) {
        const QString why = missing();
        m_problem->setText(why);
        m_start->setEnabled(why.isEmpty());
    }
}

void ArmDialog::start()
{
    if (const Result<ReviewCheck> wanted = wishes()) {
        Q_EMIT started(*wanted);
        accept();
    }
}

} // namespace rocport
