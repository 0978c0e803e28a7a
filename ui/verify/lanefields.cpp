#include "ui/verify/lanefields.h"

#include "core/remote/shellquote.h"
#include "core/verify/compilerarguments.h"
#include "core/verify/verifyplan.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace rocport {

namespace {

constexpr int kUsualRunSeconds = 60;

} // namespace

LaneFields::LaneFields(QFormLayout& form, QObject* parent)
    : QObject(parent),
      m_form(form),
      m_sources(new QLineEdit),
      m_arguments(new QLineEdit),
      m_time(new QSpinBox),
      m_checkRow(new QWidget)
{
    const auto add = [&form](QLineEdit* field, const QString& label, const char* name,
                             const QString& placeholder) {
        field->setObjectName(QLatin1String(name));
        field->setAccessibleName(label);
        field->setPlaceholderText(placeholder);
        form.addRow(label, field);
    };
    add(m_sources, tr("Sources"), "requestSources",
        tr("main.cu; src/util.cu: one program; empty: all that use the GPU"));
    add(m_arguments, tr("Arguments"), "requestArguments",
        tr("of the program, in quotes where they have blanks"));
    m_time->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_time->setObjectName(QStringLiteral("requestTime"));
    m_time->setAccessibleName(tr("Seconds that each of the three runs may take"));
    m_time->setRange(1, kLongestRunSeconds);
    m_time->setSuffix(tr(" s for each run"));
    m_time->setValue(kUsualRunSeconds);
    form.addRow(tr("Time limit"), m_time);
    buildChecks();
    form.addRow(tr("Look also for"), m_checkRow);
}

void LaneFields::buildChecks()
{
    auto* row = new QHBoxLayout(m_checkRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    const auto add = [&](const QString& name, const QString& text, const QString& tip) {
        auto* box = new QCheckBox(text, m_checkRow);
        box->setObjectName(QStringLiteral("check_") + name);
        box->setToolTip(tip);
        box->setProperty("check", name);
        row->addWidget(box);
    };
    add(QStringLiteral("bounds"), tr("Bounds"),
        tr("Accesses beside an allocation or a shared variable. Each access is looked at, which is "
           "slower."));
    add(QStringLiteral("uninitialised"), tr("Uninitialised"),
        tr("Reads of memory that nothing was written to. Each access is looked at, which is "
           "slower."));
    add(QStringLiteral("race"), tr("Races"),
        tr("Uses of the same shared memory with no barrier between. Each access is looked at, "
           "which is slower."));
    add(QStringLiteral("order"), tr("Order"),
        tr("Results that change when lanes and blocks run in another order: each program runs "
           "nine times."));
    row->addStretch(1);
}

void LaneFields::fill(const VerifyRequest& start)
{
    QStringList sources;
    for (const RepoPath& file : start.files) {
        sources.append(file.display());
    }
    m_sources->setText(sources.join(QStringLiteral("; ")));
    QStringList words;
    for (const QString& word : start.arguments) {
        words.append(QString::fromUtf8(shellQuoted(word)));
    }
    m_arguments->setText(words.join(u' '));
    for (QCheckBox* box : m_checkRow->findChildren<QCheckBox*>()) {
        box->setChecked(start.checks.contains(box->property("check").toString()));
    }
    m_time->setValue(start.timeLimit.count() > 0 ? static_cast<int>(start.timeLimit.count())
                                                 : kUsualRunSeconds);
}

void LaneFields::read(VerifyRequest& request) const
{
    for (const QString& source : m_sources->text().split(u';', Qt::SkipEmptyParts)) {
        if (!source.trimmed().isEmpty()) {
            request.files.append(RepoPath(source.trimmed().toUtf8()));
        }
    }
    for (const CommandWord& word : commandWords(m_arguments->text())) {
        request.arguments.append(word.text);
    }
    request.timeLimit = std::chrono::seconds(m_time->value());
    for (const QCheckBox* box : m_checkRow->findChildren<QCheckBox*>()) {
        if (box->isChecked()) {
            request.checks.append(box->property("check").toString());
        }
    }
}

void LaneFields::setVisible(bool visible)
{
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_sources, m_arguments, m_time, m_checkRow}) {
        m_form.setRowVisible(field, visible);
    }
}

void LaneFields::setProgram(bool program)
{
    m_form.setRowVisible(m_arguments, program);
}

} // namespace rocport
