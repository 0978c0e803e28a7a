#include "ui/shell/preferencesdialog.h"

#include "core/process/terminalcommand.h"
#include "ui/messages/messages.h"
#include "ui/shell/keyspage.h"
#include "ui/theme/uisettings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

QString editorProblem(const QString& text)
{
    const auto made = editorCommand(text, QStringLiteral("/"), 1);
    return made ? QString() : messageFor(made.error());
}

/// Labels to the left, fields with the rest of the width.
QGridLayout* makeGrid(QWidget* page)
{
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    return grid;
}

QString terminalProblem(const QString& text)
{
    const auto made = terminalCommand(text, {QStringLiteral("sh")});
    return made ? QString() : messageFor(made.error());
}

} // namespace

PreferencesDialog::PreferencesDialog(UiSettings& settings, ThemeProvider& provider, KeyMap& keys,
                                     QWidget* parent)
    : QDialog(parent), m_settings(settings), m_provider(provider)
{
    setObjectName(QStringLiteral("preferences"));
    setWindowTitle(tr("Preferences"));
    resize(provider.theme().scaled(900), provider.theme().scaled(640));
    m_switch = new SegmentedControl(provider, this);
    m_switch->setObjectName(QStringLiteral("preferencesPage"));
    m_switch->setAccessibleName(tr("Page of the preferences"));
    m_switch->addSegment(tr("Looks and behaviour"));
    m_switch->addSegment(tr("Programs"));
    m_switch->addSegment(tr("Keys"));
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(buildLooks());
    m_pages->addWidget(buildPrograms());
    m_keys = new KeysPage(keys, provider, m_pages);
    m_pages->addWidget(m_keys);
    connect(m_keys, &KeysPage::changed, this, &PreferencesDialog::keysChanged);
    connect(m_switch, &SegmentedControl::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    m_switch->setCurrent(0);
    auto* close = makeButton(tr("Close"), ButtonKind::Primary, this);
    close->setObjectName(QStringLiteral("preferencesClose"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* foot = new QHBoxLayout;
    foot->addWidget(new TextLabel(provider, TextStep::Small, tr("Each change holds at once."),
                                  &ThemeColours::muted, this),
                    1);
    foot->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(14);
    column->addWidget(m_switch, 0, Qt::AlignLeft);
    column->addWidget(m_pages, 1);
    column->addLayout(foot);
}

void PreferencesDialog::setPage(Page page)
{
    m_switch->setCurrent(page);
}

void PreferencesDialog::done(int result)
{
    keepPrograms();
    QDialog::done(result);
}

void PreferencesDialog::addRow(QGridLayout& grid, const QString& name, QWidget* field,
                               const QString& hint)
{
    const int row = grid.rowCount();
    auto* label = new TextLabel(m_provider, TextStep::BodyMedium, name, &ThemeColours::text);
    label->setBuddy(field);
    field->setAccessibleName(name);
    field->setAccessibleDescription(hint);
    grid.addWidget(label, row, 0);
    grid.addWidget(field, row, 1, Qt::AlignLeft);
    if (!hint.isEmpty()) {
        auto* text = new TextLabel(m_provider, TextStep::Small, hint, &ThemeColours::muted);
        text->setWordWrap(true);
        grid.addWidget(text, row + 1, 1);
    }
}

QCheckBox* PreferencesDialog::addCheck(QGridLayout& grid, const QString& text, const QString& hint,
                                       const QString& key, bool fallback)
{
    auto* check = new QCheckBox(text);
    check->setObjectName(key);
    check->setAccessibleDescription(hint);
    check->setChecked(m_settings.value(key, fallback).toBool());
    connect(check, &QCheckBox::toggled, this,
            [this, key](bool on) { m_settings.setValue(key, on); });
    const int row = grid.rowCount();
    grid.addWidget(check, row, 1);
    auto* below = new TextLabel(m_provider, TextStep::Small, hint, &ThemeColours::muted);
    below->setWordWrap(true);
    grid.addWidget(below, row + 1, 1);
    return check;
}

QComboBox* PreferencesDialog::makePercents(const char* name, int most, int now)
{
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    for (const int percent : {75, 90, 100, 110, 125, 150, 175, 200, 250, 300}) {
        if (percent <= most) {
            box->addItem(tr("%1 %").arg(percent), percent);
        }
    }
    showPercent(*box, now);
    return box;
}

/// Sizes that the keys made stand among the usual ones.
void PreferencesDialog::showPercent(QComboBox& box, int percent)
{
    int at = box.findData(percent);
    if (at < 0) {
        for (at = 0; at < box.count() && box.itemData(at).toInt() < percent;) {
            ++at;
        }
        box.insertItem(at, tr("%1 %").arg(percent), percent);
    }
    box.setCurrentIndex(at);
}

QWidget* PreferencesDialog::buildLooks()
{
    auto* page = new QWidget(m_pages);
    QGridLayout* grid = makeGrid(page);
    auto* theme = new QComboBox(page);
    theme->setObjectName(QStringLiteral("preferencesTheme"));
    theme->addItem(tr("As the system"), static_cast<int>(ThemeChoice::System));
    theme->addItem(tr("Light"), static_cast<int>(ThemeChoice::Light));
    theme->addItem(tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    theme->setCurrentIndex(static_cast<int>(m_provider.choice()));
    connect(theme, &QComboBox::currentIndexChanged, this, [this, theme] {
        m_provider.setChoice(static_cast<ThemeChoice>(theme->currentData().toInt()));
    });
    addRow(*grid, tr("Theme"), theme, {});
    auto* text = makePercents("preferencesText", 300, m_provider.textPercent());
    connect(text, &QComboBox::activated, this,
            [this, text] { m_provider.setTextPercent(text->currentData().toInt()); });
    addRow(*grid, tr("Text size"), text, tr("Of the whole window, relative to the desktop's own."));
    auto* code = makePercents("preferencesCode", 200, m_provider.codePercent());
    connect(code, &QComboBox::activated, this,
            [this, code] { m_provider.setCodePercent(code->currentData().toInt()); });
    addRow(*grid, tr("Code size"), code,
           tr("Of the diff, editors and logs, relative to the text size."));
    connect(&m_provider, &ThemeProvider::changed, this, [this, theme, text, code] {
        theme->setCurrentIndex(static_cast<int>(m_provider.choice()));
        showPercent(*text, m_provider.textPercent());
        showPercent(*code, m_provider.codePercent());
    });
    grid->setRowMinimumHeight(grid->rowCount(), 8);
    QCheckBox* letters =
        addCheck(*grid, tr("Single letters are keys"),
                 tr("Off: letters search in lists; commands keep their other keys, and the "
                    "palette has all of them."),
                 QStringLiteral("keys/letters"), true);
    connect(letters, &QCheckBox::toggled, this, &PreferencesDialog::keysChanged);
    addCheck(*grid, tr("Open a project where it was left"),
             tr("In the same area, Review at the same change."), QStringLiteral("open/resume"),
             true);
    grid->setRowStretch(grid->rowCount(), 1);
    return page;
}

void PreferencesDialog::addProgram(QGridLayout& grid, const QString& name, const QString& hint,
                                   const QString& key, Check check)
{
    auto* field = new QLineEdit(m_settings.value(key).toString());
    field->setObjectName(key);
    field->setAccessibleName(name);
    field->setAccessibleDescription(hint);
    auto* label = new TextLabel(m_provider, TextStep::BodyMedium, name, &ThemeColours::text);
    label->setBuddy(field);
    auto* below = new TextLabel(m_provider, TextStep::Small, hint, &ThemeColours::muted);
    below->setWordWrap(true);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(field, row, 1);
    grid.addWidget(below, row + 1, 1);
    m_programs.append({field, below, hint, key, check});
    connect(field, &QLineEdit::editingFinished, this, &PreferencesDialog::keepPrograms);
}

QWidget* PreferencesDialog::buildPrograms()
{
    auto* page = new QWidget(m_pages);
    QGridLayout* grid = makeGrid(page);
    const QString usual = defaultEditorCommand();
    addProgram(*grid, tr("Editor"),
               tr("{file} stands for the file and {line} for the line. No shell reads it. Empty: "
                  "%1.")
                   .arg(usual.isEmpty() ? tr("the desktop's program for the file") : usual),
               QStringLiteral("editor/command"), &editorProblem);
    const QString terminal = defaultTerminalCommand();
    addProgram(*grid, tr("Terminal"),
               tr("For a shell on a node. {command} stands for the command to run; "
                  "without it the command follows. Empty: %1.")
                   .arg(terminal.isEmpty() ? tr("no terminal was found") : terminal),
               QStringLiteral("terminal/command"), &terminalProblem);
    addProgram(*grid, tr("HIP compiler"),
               tr("hipcc or clang, for the compile check. Empty: it is looked for."),
               QStringLiteral("compile/compiler"), nullptr);
    addProgram(*grid, tr("ROCm folder"),
               tr("With headers and device libraries. Empty: it is looked for."),
               QStringLiteral("compile/rocm-path"), nullptr);
    addProgram(*grid, tr("nvcc"), tr("For proofs by compiling. Empty: it is looked for."),
               QStringLiteral("compile/nvcc"), nullptr);
    addProgram(*grid, tr("Python"), tr("For proofs by bytecode. Empty: it is looked for."),
               QStringLiteral("compile/python"), nullptr);
    grid->setRowStretch(grid->rowCount(), 1);
    return page;
}

/// Keeps what can be used; what cannot stays in its field with the reason, and what was kept before
/// holds.
void PreferencesDialog::keepPrograms()
{
    for (const Program& program : std::as_const(m_programs)) {
        const QString text = program.field->text().trimmed();
        const QString problem =
            program.check != nullptr && !text.isEmpty() ? program.check(text) : QString();
        program.hint->setText(problem.isEmpty() ? program.usualHint : problem);
        program.hint->setColour(problem.isEmpty() ? &ThemeColours::muted : &ThemeColours::crit);
        if (problem.isEmpty() && text != m_settings.value(program.key).toString()) {
            m_settings.setValue(program.key, text.isEmpty() ? QVariant() : QVariant(text));
        }
    }
}

} // namespace rocport
