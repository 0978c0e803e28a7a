#include "ui/verify/comparedialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace rocport {

namespace {

QString keyOf(const QLineEdit& field)
{
    return QStringLiteral("verify/") + field.objectName();
}

/// A bundle is its folder; its manifest stands for it in a dialogue of files.
QString sideOf(const QLineEdit& field)
{
    const QString text = field.text().trimmed();
    const QFileInfo file(text);
    return file.suffix() == QStringLiteral("json") && file.isFile() ? file.path() : text;
}

QString problemOf(const QString& side)
{
    const QFileInfo info(side);
    if (!info.exists()) {
        return CompareDialog::tr("%1 does not exist.").arg(side);
    }
    static const QStringList pickles{QStringLiteral("pt"), QStringLiteral("pth"),
                                     QStringLiteral("pkl"), QStringLiteral("ckpt")};
    return !info.isDir() && pickles.contains(info.suffix().toLower())
               ? CompareDialog::tr("%1 is not read, since opening a pickle can run code; save the "
                                   "tensors as .safetensors or .npz.")
                     .arg(info.fileName())
               : QString();
}

} // namespace

CompareDialog::CompareDialog(ThemeProvider& provider, UiSettings& settings, QWidget* parent)
    : QDialog(parent), m_provider(provider), m_settings(settings)
{
    setObjectName(QStringLiteral("compareDialog"));
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Compare files"));
    resize(provider.theme().scaled(680), 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    auto* what = new TextLabel(
        provider, TextStep::Body,
        tr("Each side is a file of tensors (.safetensors, .npz, .npy), a folder of such files, or "
           "a golden bundle. Files and tensors are paired by name. This is not a run of the port."),
        &ThemeColours::text2, this);
    what->setWordWrap(true);
    column->addWidget(what);
    m_reference = addSide(*column, tr("Reference"), QStringLiteral("compareReference"));
    m_candidate = addSide(*column, tr("Candidate"), QStringLiteral("compareCandidate"));
    m_problem = new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this);
    m_problem->setObjectName(QStringLiteral("compareProblem"));
    m_problem->setWordWrap(true);
    column->addWidget(m_problem);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    cancel->setAutoDefault(false);
    m_compare = makeButton(tr("Compare"), ButtonKind::Primary, this);
    m_compare->setObjectName(QStringLiteral("compareNow"));
    m_compare->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_compare);
    column->addStretch();
    column->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        for (const QLineEdit* field : {m_reference, m_candidate}) {
            m_settings.setValue(keyOf(*field), field->text());
        }
        accept();
    });
    refresh();
    m_reference->setFocus();
}

QLineEdit* CompareDialog::addSide(QVBoxLayout& column, const QString& title, const QString& name)
{
    auto* label = new TextLabel(m_provider, TextStep::BodyStrong, title, &ThemeColours::text, this);
    auto* field = new QLineEdit(this);
    field->setObjectName(name);
    field->setAccessibleName(title);
    field->setFont(m_provider.theme().font(TextStep::Code));
    field->setText(m_settings.value(keyOf(*field), {}).toString());
    label->setBuddy(field);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(field, 1);
    for (const bool folder : {false, true}) {
        auto* button = makeButton(folder ? tr("Folder…") : tr("File…"), ButtonKind::Normal, this);
        button->setObjectName(name + (folder ? QStringLiteral("Folder") : QStringLiteral("File")));
        button->setAccessibleName(folder ? tr("%1: choose a folder").arg(title)
                                         : tr("%1: choose a file").arg(title));
        button->setAutoDefault(false);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this,
                [this, field, title, folder] { choose(*field, title, folder); });
    }
    column.addWidget(label);
    column.addLayout(row);
    connect(field, &QLineEdit::textChanged, this, &CompareDialog::refresh);
    return field;
}

void CompareDialog::choose(QLineEdit& field, const QString& title, bool folder)
{
    // From where this side is, else the other one.
    QString start = QDir::homePath();
    for (const QLineEdit* known : {m_candidate, m_reference, static_cast<QLineEdit*>(&field)}) {
        const QFileInfo info(known->text().trimmed());
        if (!known->text().trimmed().isEmpty() && info.exists()) {
            start = info.absolutePath();
        }
    }
    auto* chooser = new QFileDialog(
        this, title, start,
        tr("Tensors and bundles (*.safetensors *.npz *.npy *.json);;All files (*)"));
    chooser->setObjectName(QStringLiteral("compareChooser"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    chooser->setOption(QFileDialog::ShowDirsOnly, folder);
    connect(chooser, &QFileDialog::fileSelected, &field, &QLineEdit::setText);
    chooser->open();
}

QString CompareDialog::reference() const
{
    return sideOf(*m_reference);
}

QString CompareDialog::candidate() const
{
    return sideOf(*m_candidate);
}

QString CompareDialog::problem() const
{
    for (const QString& side : {reference(), candidate()}) {
        if (QString why = side.isEmpty() ? QString() : problemOf(side); !why.isEmpty()) {
            return why;
        }
    }
    if (!reference().isEmpty() && QFileInfo(reference()) == QFileInfo(candidate())) {
        return tr("Reference and candidate are the same.");
    }
    return {};
}

void CompareDialog::refresh()
{
    const QString why = problem();
    m_problem->setText(why);
    m_problem->setVisible(!why.isEmpty());
    m_compare->setEnabled(why.isEmpty() && !reference().isEmpty() && !candidate().isEmpty());
    fitHeight();
}

/// A sentence that comes up has its own room: it takes none from those that are there.
void CompareDialog::fitHeight()
{
    const int need = layout()->totalHeightForWidth(width());
    setMinimumHeight(need);
    if (height() < need) {
        resize(width(), need);
    }
}

void CompareDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    fitHeight();
}

} // namespace rocport
