#include "ui/shell/targetdialog.h"
#include "core/facts/settingnames.h"
#include "ui/theme/typedtext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QRegularExpression>
#include <QStyle>
#include <QVBoxLayout>

namespace rocport {

namespace {

QStringList architecturesOf(const QString& text)
{
    static const QRegularExpression separators(QStringLiteral("[\\s,;]+"));
    return text.split(separators, Qt::SkipEmptyParts);
}

} // namespace

QString strategyName(Strategy strategy)
{
    switch (strategy) {
    case Strategy::ShimHeaders:
        return TargetDialog::tr("Headers named like CUDA's: sources keep names and includes");
    case Strategy::CompatHeader:
        return TargetDialog::tr("One generated header: sources keep their CUDA names");
    case Strategy::Sibling:
        return TargetDialog::tr("Translated copies next to the originals");
    case Strategy::TorchExtension:
        return TargetDialog::tr("PyTorch translates when it builds the extension");
    case Strategy::InPlace:
        return TargetDialog::tr("Translation in place: breaks NVIDIA isolation");
    }
    return {};
}

QString inductorProfileName(InductorProfile profile)
{
    switch (profile) {
    case InductorProfile::Safe:
        return TargetDialog::tr("Safe: undoes risky settings, changes no default");
    case InductorProfile::TunedInference:
        return TargetDialog::tr("Tuned inference: costs compile time, not for training");
    }
    return {};
}

QString TargetDialog::versionProblem(const QString& text)
{
    static const QRegularExpression version(QStringLiteral("^\\d{1,4}(\\.\\d{1,4}){0,3}$"));
    if (text.trimmed().isEmpty()) {
        return tr("Enter a version such as 7.2");
    }
    return version.match(text.trimmed()).hasMatch()
               ? QString()
               : tr("Not a version: enter numbers separated by dots, such as 7.2");
}

QString TargetDialog::architecturesProblem(const QString& text)
{
    static const QRegularExpression name(QStringLiteral("^gfx[0-9]{1,2}[0-9a-f]{2}$"));
    const QStringList names = architecturesOf(text);
    if (names.isEmpty()) {
        return tr("Enter at least one architecture, such as gfx942");
    }
    for (const QString& each : names) {
        if (!name.match(each).hasMatch()) {
            return tr("Unknown architecture: %1").arg(each.left(40));
        }
    }
    return {};
}

QString TargetDialog::macroProblem(const QString& text)
{
    if (text.trimmed().isEmpty()) {
        return tr("Enter the macro that is defined only on ROCm");
    }
    const NameFault fault = guardMacroFault(text.trimmed());
    if (fault == NameFault::Malformed) {
        return tr("Not a macro name: use letters, digits and _, and do not start with a digit");
    }
    return fault == NameFault::None ? QString()
                                    : tr("The guard macro %1").arg(macroFaultClause(fault));
}

QString TargetDialog::moduleProblem(const QString& text)
{
    if (text.trimmed().isEmpty()) {
        return {};
    }
    const NameFault fault = flagModuleFault(text.trimmed());
    if (fault == NameFault::Malformed) {
        return tr("Not a module: enter names separated by dots, such as mypackage.rocm");
    }
    return fault == NameFault::None ? QString() : tr("The module %1").arg(moduleFaultClause(fault));
}

QString TargetDialog::folderProblem(const QString& text)
{
    return isCompatFolder(text.trimmed())
               ? QString()
               : tr("Enter a folder of the repository, such as rocm_compat or src/rocm");
}

TargetDialog::TargetDialog(const TargetSettings& target, Strategy resolved, ThemeProvider& provider,
                           QWidget* parent)
    : QDialog(parent),
      m_provider(provider),
      m_start(target),
      m_apply(makeButton(tr("Apply and scan"), ButtonKind::Primary))
{
    setWindowTitle(tr("Target settings"));
    keepTypedText(*this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(4);
    m_rocm = addField(tr("ROCm version"), target.rocm.toString(), {}, &versionProblem);
    m_torch = addField(tr("PyTorch version"), target.torch.toString(), {}, &versionProblem);
    m_architectures = addField(
        tr("GPU architectures"), target.architectures.join(QStringLiteral(", ")),
        tr("LLVM names separated by commas, such as gfx942, gfx90a"), &architecturesProblem);
    m_macro = addField(tr("Guard macro"), target.guardMacro,
                       tr("Defined in ROCm builds and nowhere else"), &macroProblem);
    m_strategy = addChoice(tr("C and C++ strategy"), {});
    m_strategy->addItem(tr("By kind of repository (now: %1)").arg(strategyName(resolved)), -1);
    for (const Strategy strategy :
         {Strategy::ShimHeaders, Strategy::CompatHeader, Strategy::Sibling,
          Strategy::TorchExtension, Strategy::InPlace}) {
        m_strategy->addItem(strategyName(strategy), int(strategy));
    }
    m_strategy->setCurrentIndex(
        target.strategy ? std::max(0, m_strategy->findData(int(*target.strategy))) : 0);
    m_inductor = addChoice(tr("Inductor settings on ROCm"),
                           tr("Set by a block of code before the first torch.compile"));
    for (const InductorProfile profile : {InductorProfile::Safe, InductorProfile::TunedInference}) {
        m_inductor->addItem(inductorProfileName(profile), int(profile));
    }
    m_inductor->setCurrentIndex(int(target.inductor));
    m_module = addField(tr("Module that defines is_rocm"), target.flagModule,
                        tr("Dotted name of the module that defines is_rocm for the others; empty: "
                           "each package that needs one gets _rocm.py"),
                        &moduleProblem);
    m_compat =
        addField(tr("Folder for ROCm's headers"), target.compatFolder,
                 tr("Where headers named like CUDA's go, in the ROCm build only"), &folderProblem);
    column->addSpacing(8);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    auto* cancel = makeButton(tr("Cancel"));
    buttons->addWidget(cancel);
    buttons->addWidget(m_apply);
    column->addLayout(buttons);
    m_apply->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_strategy, &QComboBox::currentIndexChanged, this, &TargetDialog::refresh);
    connect(m_inductor, &QComboBox::currentIndexChanged, this, &TargetDialog::refresh);
    setMinimumWidth(provider.theme().scaled(440));
    refresh();
}

TargetDialog::Field TargetDialog::addField(const QString& label, const QString& text,
                                           const QString& hint, QString (*check)(const QString&))
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    Field field;
    field.edit = new QLineEdit(text);
    field.edit->setAccessibleName(label);
    field.edit->setToolTip(hint);
    field.problem = new TextLabel(m_provider, TextStep::Caption, hint, &ThemeColours::muted);
    field.problem->setProperty("hint", hint);
    field.check = check;
    auto* name = new TextLabel(m_provider, TextStep::BodyMedium, label);
    name->setBuddy(field.edit);
    column->addWidget(name);
    column->addWidget(field.edit);
    column->addWidget(field.problem);
    column->addSpacing(8);
    connect(field.edit, &QLineEdit::textChanged, this, &TargetDialog::refresh);
    return field;
}

QComboBox* TargetDialog::addChoice(const QString& label, const QString& hint)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    auto* choice = new QComboBox;
    auto* name = new TextLabel(m_provider, TextStep::BodyMedium, label);
    name->setBuddy(choice);
    choice->setAccessibleName(label);
    choice->setToolTip(hint);
    column->addWidget(name);
    column->addWidget(choice);
    column->addSpacing(8);
    return choice;
}

void TargetDialog::refresh()
{
    for (const Field* field : fields()) {
        if (!field->edit) {
            return; // still being built
        }
        const QString problem = field->check(field->edit->text());
        const bool wrong = !problem.isEmpty();
        field->problem->setText(wrong ? problem : field->problem->property("hint").toString());
        field->problem->setColour(wrong ? &ThemeColours::crit : &ThemeColours::muted);
        field->edit->setAccessibleDescription(field->problem->text());
        if (field->edit->property("error").toBool() != wrong) {
            field->edit->setProperty("error", wrong);
            field->edit->style()->unpolish(field->edit);
            field->edit->style()->polish(field->edit);
        }
    }
    const auto now = target();
    m_apply->setEnabled(now.has_value() && *now != m_start);
}

std::optional<TargetSettings> TargetDialog::target() const
{
    for (const Field* field : fields()) {
        if (!field->check(field->edit->text()).isEmpty()) {
            return std::nullopt;
        }
    }
    TargetSettings target = m_start; // with what this dialog does not show
    target.rocm = Version::parse(m_rocm.edit->text().trimmed()).value_or(Version());
    target.torch = Version::parse(m_torch.edit->text().trimmed()).value_or(Version());
    target.architectures = architecturesOf(m_architectures.edit->text());
    target.guardMacro = m_macro.edit->text().trimmed();
    const int strategy = m_strategy->currentData().toInt();
    target.strategy = strategy < 0 ? std::nullopt : std::optional(static_cast<Strategy>(strategy));
    target.inductor = static_cast<InductorProfile>(m_inductor->currentData().toInt());
    target.flagModule = m_module.edit->text().trimmed();
    target.compatFolder = m_compat.edit->text().trimmed();
    return target;
}

} // namespace rocport
