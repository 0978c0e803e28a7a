#include "ui/verify/tensordetail.h"

#include "ui/theme/plaintext.h"
#include "ui/verify/verifytext.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rocport {

TensorDetail::TensorDetail(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_title(new TextLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text)),
      m_sentence(new MarkupLabel(provider, TextStep::Small, &ThemeColours::text2)),
      m_figures(new QWidget),
      m_grid(new QGridLayout(m_figures)),
      m_tolerance(makeButton(tr("Set tolerance…"))),
      m_file(makeButton(tr("Show file"), ButtonKind::Link))
{
    setObjectName(QStringLiteral("tensorDetail"));
    setAccessibleName(tr("Details of the selected check"));
    m_title->setWordWrap(true);
    m_sentence->setWordWrap(true);
    m_tolerance->setObjectName(QStringLiteral("setToleranceButton"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    auto* body = new Surface(provider, &ThemeColours::base);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(12, 10, 12, 12);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addWidget(m_file);
    column->addWidget(m_figures);
    column->addWidget(m_tolerance);
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(body);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    connect(m_tolerance, &QPushButton::clicked, this, &TensorDetail::toleranceRequested);
    connect(m_file, &QPushButton::clicked, this, [this] { Q_EMIT placeRequested(); });
    connect(&provider, &ThemeProvider::changed, this, [this] { say(m_said); });
    setCheck(nullptr, false);
}

void TensorDetail::clear()
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    m_lines.clear();
    m_rows = 0;
}

void TensorDetail::addFigure(const QString& label, const QString& value, bool problem)
{
    const int row = m_rows++;
    auto* name = new TextLabel(m_provider, TextStep::Small, label, &ThemeColours::muted, m_figures);
    auto* text = new TextLabel(m_provider, TextStep::Code, value,
                               problem ? &ThemeColours::crit : &ThemeColours::text, m_figures);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setAccessibleName(QStringLiteral("%1: %2").arg(label, value));
    m_grid->addWidget(name, row, 0, Qt::AlignTop);
    m_grid->addWidget(text, row, 1);
    name->show();
    text->show();
    m_lines.append(QStringLiteral("%1: %2").arg(label, value));
}

void TensorDetail::addTensor(const TensorComparison& tensor)
{
    const bool failed = tensor.verdict != TensorVerdict::Passed;
    addFigure(tr("Verdict"), tensorVerdictWord(tensor.verdict), failed);
    const auto type = [](const QString& of) { return of.isEmpty() ? tr("missing") : of; };
    addFigure(
        tr("Type"),
        tensor.candidateType == tensor.referenceType
            ? tensor.referenceType
            : tr("%1, candidate %2").arg(type(tensor.referenceType), type(tensor.candidateType)));
    addFigure(tr("Shape"), shapeText(tensor.shape));
    addFigure(tr("Elements"), QString::number(tensor.elements));
    if (!wasCompared(tensor.verdict)) {
        return; // there are no more figures
    }
    addFigure(tr("Mismatched"), QString::number(tensor.mismatched), tensor.mismatched > 0);
    addFigure(tr("Abs max, mean"), QStringLiteral("%1, %2").arg(figure(tensor.maxAbsolute),
                                                                figure(tensor.meanAbsolute)));
    addFigure(tr("Rel max, mean"), QStringLiteral("%1, %2").arg(figure(tensor.maxRelative),
                                                                figure(tensor.meanRelative)));
    addFigure(tr("ULP max"),
              tensor.maxUlp < 0 ? tr("not defined") : QString::number(tensor.maxUlp));
    const char* const shares[] = {"50 %", "90 %", "99 %", "99.9 %"};
    for (size_t i = 0; i < 4; ++i) {
        addFigure(tr("|error| at %1").arg(QString::fromLatin1(shares[i])),
                  figure(tensor.quantiles[i]));
    }
    addPlaces(tensor);
    addFigure(tr("Tolerance"),
              tr("%1 + %2 × |reference|")
                  .arg(figure(tensor.tolerance.absolute), figure(tensor.tolerance.relative)));
    if (tensor.tolerance.isOverride()) {
        addFigure(tr("Set by you"), tensor.tolerance.reason);
    }
    addFigure(tr("Tightest"),
              tr("%1 + %2 × |reference|")
                  .arg(figure(tensor.tightest.absolute), figure(tensor.tightest.relative)));
}

void TensorDetail::addPlaces(const TensorComparison& tensor)
{
    if (tensor.firstMismatch >= 0) {
        addFigure(tr("First mismatch"), tensor.place(tensor.firstMismatch), true);
    }
    if (tensor.worst >= 0) {
        addFigure(tr("Worst"), tensor.place(tensor.worst));
        addFigure(tr("Reference there"), QString::number(tensor.worstReference, 'g', 9));
        addFigure(tr("Candidate there"), QString::number(tensor.worstCandidate, 'g', 9));
    }
    if (tensor.nanReference + tensor.nanCandidate > 0) {
        addFigure(tr("NaN"),
                  tr("%1 and %2, %3 on one side only")
                      .arg(tensor.nanReference)
                      .arg(tensor.nanCandidate)
                      .arg(tensor.nanApart),
                  tensor.nanApart > 0);
    }
    if (tensor.infReference + tensor.infCandidate > 0) {
        addFigure(tr("Inf"),
                  tr("%1 and %2, %3 on one side only")
                      .arg(tensor.infReference)
                      .arg(tensor.infCandidate)
                      .arg(tensor.infApart),
                  tensor.infApart > 0);
    }
    if (!tensor.nanPlaces.isEmpty()) {
        QStringList places;
        for (const qint64 place : tensor.nanPlaces.mid(0, 4)) {
            places.append(tensor.place(place));
        }
        addFigure(tr("NaN at"), places.join(QStringLiteral(", ")), true);
    }
}

/// Code of findings stands between backquotes.
void TensorDetail::say(const QString& sentence)
{
    m_said = sentence;
    m_sentence->setMarkup(codeMarkup(m_provider.theme(), sentence));
    m_sentence->setAccessibleName(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

void TensorDetail::setCheck(const VerifyCheck* check, bool mayChange)
{
    clear();
    m_title->setText(check == nullptr ? tr("Select a check") : check->name);
    say(check == nullptr ? QString() : check->detail);
    m_path = check == nullptr ? QString() : check->file;
    m_file->setVisible(!m_path.isEmpty());
    m_file->setToolTip(m_path);
    const bool tensor = check != nullptr && check->comparison.has_value();
    m_tolerance->setVisible(tensor);
    m_tolerance->setEnabled(mayChange);
    if (tensor) {
        addTensor(*check->comparison);
        if (!check->comparison->detail.isEmpty() && check->detail.isEmpty()) {
            say(check->comparison->detail);
        }
    } else if (check != nullptr) {
        addFigure(tr("State"), checkStateWord(check->state), check->state == CheckState::Failed);
    }
}

QString TensorDetail::plainText() const
{
    return (QStringList{m_title->text(), m_said} + m_lines).join(u'\n');
}

} // namespace rocport
