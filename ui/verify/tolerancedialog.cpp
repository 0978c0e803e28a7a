#include "ui/verify/tolerancedialog.h"

#include "ui/theme/plaintext.h"
#include "ui/theme/typedtext.h"
#include "ui/verify/verifytext.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

namespace rocport {

namespace {

/// A number that is not negative; nothing: it is none.
std::optional<double> magnitude(const QLineEdit* field)
{
    bool ok = false;
    const double value = field->text().trimmed().toDouble(&ok);
    return ok && std::isfinite(value) && value >= 0 ? std::optional<double>(value) : std::nullopt;
}

} // namespace

ToleranceDialog::ToleranceDialog(const TensorComparison& tensor, ThemeProvider& provider,
                                 QWidget* parent)
    : QDialog(parent),
      m_absolute(new QLineEdit(QString::number(tensor.tolerance.absolute, 'g', 6), this)),
      m_relative(new QLineEdit(QString::number(tensor.tolerance.relative, 'g', 6), this)),
      m_reason(new QLineEdit(tensor.tolerance.reason, this)),
      m_problem(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this)),
      m_set(makeButton(tr("Set tolerance"), ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("toleranceDialog"));
    keepTypedText(*this);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(titleText(tr("Tolerance of %1").arg(tensor.name)));
    setMinimumWidth(provider.theme().scaled(460));
    m_absolute->setObjectName(QStringLiteral("toleranceAbsolute"));
    m_absolute->setAccessibleName(tr("Absolute"));
    m_relative->setObjectName(QStringLiteral("toleranceRelative"));
    m_relative->setAccessibleName(tr("Relative"));
    m_reason->setObjectName(QStringLiteral("toleranceReason"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("Why this tensor may differ more"));
    m_set->setObjectName(QStringLiteral("toleranceSet"));
    m_set->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* why = new TextLabel(
        provider, TextStep::Body,
        tr("An element passes if |difference| is at most absolute + relative × |reference|. The "
           "tightest tolerance that this tensor passes is %1 + %2. The report shows the reason.")
            .arg(figure(tensor.tightest.absolute), figure(tensor.tightest.relative)),
        &ThemeColours::text2, this);
    why->setWordWrap(true);
    column->addWidget(why);
    auto* form = new QFormLayout;
    form->addRow(tr("Absolute"), m_absolute);
    form->addRow(tr("Relative"), m_relative);
    form->addRow(tr("Reason"), m_reason);
    column->addLayout(form);
    column->addWidget(m_problem);
    auto* standard = makeButton(tr("Use the default"), ButtonKind::Normal, this);
    standard->setObjectName(QStringLiteral("toleranceDefault"));
    standard->setEnabled(tensor.tolerance.isOverride());
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(standard);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_set);
    column->addLayout(buttons);
    for (QLineEdit* field : {m_absolute, m_relative, m_reason}) {
        connect(field, &QLineEdit::textChanged, this, &ToleranceDialog::update);
    }
    connect(standard, &QPushButton::clicked, this, [this] {
        m_default = true;
        accept();
    });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_set, &QPushButton::clicked, this, &QDialog::accept);
    update();
}

std::optional<Tolerance> ToleranceDialog::tolerance() const
{
    const auto absolute = magnitude(m_absolute);
    const auto relative = magnitude(m_relative);
    const QString reason = m_reason->text().trimmed();
    if (m_default || !absolute || !relative || reason.isEmpty()) {
        return std::nullopt;
    }
    return Tolerance{*absolute, *relative, reason};
}

void ToleranceDialog::update()
{
    const bool numbers = magnitude(m_absolute) && magnitude(m_relative);
    m_problem->setText(
        !numbers ? tr("Absolute and relative must be numbers of at least 0, such as 1e-3.")
        : m_reason->text().trimmed().isEmpty() ? tr("Enter a reason; the report shows it.")
                                               : QString());
    m_set->setEnabled(tolerance().has_value());
}

} // namespace rocport
