#include "ui/portreview/openportdialog.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "ui/messages/messages.h"
#include "ui/theme/listkeys.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QStackedWidget>
#include <QtConcurrent>
#include <QVBoxLayout>

namespace rocport {

namespace {

const QString kParted = QStringLiteral("...");

QVector<TextColumn> branchColumns()
{
    QVector<TextColumn> columns;
    columns.append({OpenPortDialog::tr("Branch"), 180, true});
    columns.append({OpenPortDialog::tr("Newest commit"), 220, false, false, true});
    columns.append({OpenPortDialog::tr("Author"), 100});
    columns.append({OpenPortDialog::tr("Day"), 88});
    columns[2].optional = true;
    return columns;
}

QVector<TextColumn> keptColumns()
{
    QVector<TextColumn> columns;
    columns.append({OpenPortDialog::tr("Port"), 220, false, false, true});
    columns.append({OpenPortDialog::tr("From"), 160, true});
    columns.append({OpenPortDialog::tr("Revision"), 64, false, true});
    columns.append({OpenPortDialog::tr("Comments"), 72, false, true});
    columns.append({OpenPortDialog::tr("Opened"), 120});
    return columns;
}

QString sourceOf(const ReviewRequest& request)
{
    if (!request.range.isEmpty()) {
        return request.range;
    }
    return request.bundle.isEmpty() ? request.patches.join(QStringLiteral(", ")) : request.bundle;
}

} // namespace

OpenPortDialog::OpenPortDialog(ProjectSession& session, const QVector<KeptReview>& kept,
                               ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_provider(provider),
      m_source(new SegmentedControl(provider, this)),
      m_pages(new QStackedWidget(this)),
      m_why(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_open(makeButton(tr("Review"), ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("openPortDialog"));
    setWindowTitle(tr("Review a port"));
    resize(provider.theme().scaled(760), provider.theme().scaled(500));
    auto* about = new TextLabel(provider, TextStep::Small,
                                tr("The port is compared with its base and reviewed hunk by hunk. "
                                   "Your checkout and the author's branch are not changed."),
                                &ThemeColours::text2, this);
    about->setWordWrap(true);
    m_source->setObjectName(QStringLiteral("portSource"));
    m_source->setAccessibleName(tr("Where the port is"));
    for (const QString& name :
         {tr("Branch"), tr("Range"), tr("Patches"), tr("Bundle"), tr("Begun before")}) {
        m_source->addSegment(name);
    }
    m_source->setCount(Kept, static_cast<int>(kept.size()));
    m_pages->setAccessibleName(tr("Where the port is"));
    m_pages->addWidget(buildBranches());
    m_pages->addWidget(buildRange());
    m_pages->addWidget(buildPatches());
    m_pages->addWidget(buildBundle());
    m_pages->addWidget(buildKept(kept));
    m_why->setObjectName(QStringLiteral("openPortWhy"));
    m_why->setWordWrap(true);
    m_open->setObjectName(QStringLiteral("openPort"));
    m_open->setDefault(true);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    cancel->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_why, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_open);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(about);
    layout->addWidget(m_source, 0, Qt::AlignLeft);
    layout->addWidget(m_pages, 1);
    layout->addLayout(buttons);
    connect(m_source, &SegmentedControl::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        refresh();
    });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &OpenPortDialog::open);
    connect(&session, &ProjectSession::closed, this, &QDialog::reject);
    m_source->setCurrent(Branch);
    const std::shared_ptr<const ProjectState> state = session.state();
    const QString folder = state ? state->meta.repositoryRoot : QString();
    whenDone(QtConcurrent::run([folder] { return listBranches(folder); }), this,
             [this](const Result<BranchList>& list) { fillBranches(list); });
    refresh();
}

QLineEdit* OpenPortDialog::addField(QWidget* page, const QString& title, const char* name,
                                    const QString& placeholder, const QString& note)
{
    auto* layout = static_cast<QVBoxLayout*>(page->layout());
    auto* label = new TextLabel(m_provider, TextStep::BodyMedium, title, &ThemeColours::text, page);
    auto* field = new QLineEdit(page);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(title);
    field->setPlaceholderText(placeholder);
    field->setFont(m_provider.theme().font(TextStep::Code));
    label->setBuddy(field);
    layout->addWidget(label);
    layout->addWidget(field);
    if (!note.isEmpty()) {
        auto* text = new TextLabel(m_provider, TextStep::Small, note, &ThemeColours::text2, page);
        text->setWordWrap(true);
        layout->addWidget(text);
    }
    connect(field, &QLineEdit::textChanged, this, &OpenPortDialog::refresh);
    return field;
}

QWidget* OpenPortDialog::buildBranches()
{
    auto* page = new QWidget(m_pages);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* field = new SearchField(m_provider, tr("Filter branches"), {}, Glyph::Filter, page);
    field->setObjectName(QStringLiteral("branchFilter"));
    field->setAccessibleName(tr("Filter branches"));
    m_branchModel = new TextTableModel(m_provider, branchColumns(), this);
    m_branches = new TextTable(m_provider, *m_branchModel, tr("Branches"), page);
    m_branches->setObjectName(QStringLiteral("portBranches"));
    m_branchNote = new TextLabel(m_provider, TextStep::Small, tr("Reading the branches…"),
                                 &ThemeColours::text2, page);
    m_branchNote->setObjectName(QStringLiteral("branchNote"));
    m_branchNote->setWordWrap(true);
    layout->addWidget(field);
    layout->addWidget(m_branches, 1);
    layout->addWidget(m_branchNote);
    m_base = addField(page, tr("Base"), "portBase", tr("HEAD"),
                      tr("The review is from the commit at which both parted. A branch, a tag or a "
                         "commit."));
    connect(field, &QLineEdit::textChanged, m_branches, &TextTable::setFilter);
    joinFilter(*field, [this] { return m_branches; });
    connect(m_branches, &TextTable::currentIdChanged, this, &OpenPortDialog::refresh);
    connect(m_branches, &TextTable::idActivated, this, &OpenPortDialog::open);
    return page;
}

QWidget* OpenPortDialog::buildRange()
{
    auto* page = new QWidget(m_pages);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_range = addField(page, tr("Range"), "portRangeField", QStringLiteral("main...port"),
                       tr("BASE..HEAD compares the two; BASE...HEAD is from where both parted. "
                          "A side that is left out is HEAD."));
    layout->addStretch();
    return page;
}

QWidget* OpenPortDialog::buildPatches()
{
    auto* page = new QWidget(m_pages);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(new TextLabel(m_provider, TextStep::BodyMedium,
                                    tr("Files of git format-patch or git diff, folders of them, or "
                                       "mailboxes"),
                                    &ThemeColours::text, page));
    m_patches = new QListWidget(page);
    m_patches->setObjectName(QStringLiteral("portPatches"));
    m_patches->setAccessibleName(tr("Patches"));
    m_patches->setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    const auto add = [&](const QString& text, const char* name, const auto& run) {
        QPushButton* button = makeButton(text, ButtonKind::Normal, page);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, run);
        row->addWidget(button);
        return button;
    };
    add(tr("Add files…"), "addPatchFiles", [this] { addPatches(false); });
    add(tr("Add folder…"), "addPatchFolder", [this] { addPatches(true); });
    QPushButton* remove = add(tr("Remove"), "removePatches", [this] {
        qDeleteAll(m_patches->selectedItems());
        refresh();
    });
    remove->setEnabled(false);
    connect(m_patches, &QListWidget::itemSelectionChanged, remove,
            [this, remove] { remove->setEnabled(!m_patches->selectedItems().isEmpty()); });
    row->addStretch();
    layout->addWidget(m_patches, 1);
    layout->addLayout(row);
    m_patchBase = addField(page, tr("Base"), "patchBase", tr("HEAD"),
                           tr("The commit that the patches are for."));
    return page;
}

QWidget* OpenPortDialog::buildBundle()
{
    auto* page = new QWidget(m_pages);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_bundle = addField(page, tr("File of git bundle"), "portBundle", {}, {});
    auto* choose = makeButton(tr("Choose…"), ButtonKind::Normal, page);
    choose->setObjectName(QStringLiteral("chooseBundle"));
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, &OpenPortDialog::chooseBundle);
    layout->addWidget(choose, 0, Qt::AlignLeft);
    m_bundleRef =
        addField(page, tr("Branch in it"), "bundleRef", tr("The only one, or the first"), {});
    m_bundleBase = addField(page, tr("Base"), "bundleBase", tr("Where it parted from HEAD"), {});
    layout->addStretch();
    return page;
}

QWidget* OpenPortDialog::buildKept(const QVector<KeptReview>& kept)
{
    auto* page = new QWidget(m_pages);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    m_keptModel = new TextTableModel(m_provider, keptColumns(), this);
    QVector<TextRow> rows;
    for (qsizetype i = 0; i < kept.size(); ++i) {
        const KeptReview& one = kept[i];
        const ReviewRevision& newest = one.revisions.last();
        TextCell title{one.title};
        title.sort = i; // newest first
        TextCell opened{QLocale().toString(newest.opened.toLocalTime(), QLocale::ShortFormat)};
        opened.sort = newest.opened;
        rows.append(
            {QString::fromLatin1(one.id),
             {title, TextCell{sourceOf(newest.request)}, TextCell{QString::number(newest.number)},
              TextCell{QString::number(one.threads.size())}, opened}});
    }
    m_keptModel->setRows(rows);
    m_kept = new TextTable(m_provider, *m_keptModel, tr("Reviews that were begun"), page);
    m_kept->setObjectName(QStringLiteral("keptReviews"));
    m_kept->setCurrentId(rows.isEmpty() ? QString() : rows.first().id);
    layout->addWidget(m_kept, 1);
    connect(m_kept, &TextTable::currentIdChanged, this, &OpenPortDialog::refresh);
    connect(m_kept, &TextTable::idActivated, this, &OpenPortDialog::open);
    return page;
}

void OpenPortDialog::fillBranches(const Result<BranchList>& list)
{
    if (!list) {
        m_branchNote->setText(messageFor(list.error()));
        return;
    }
    m_main = list->main;
    QVector<TextRow> rows;
    QString first;
    for (qsizetype i = 0; i < list->branches.size(); ++i) {
        const BranchInfo& branch = list->branches[i];
        TextCell name{branch.name,
                      branch.remote ? tr("%1, of a remote").arg(branch.name) : branch.name};
        TextCell day{QLocale().toString(branch.time.toLocalTime().date(), QLocale::ShortFormat)};
        day.sort = branch.time;
        TextCell summary{branch.summary};
        summary.colour = &ThemeColours::text2;
        name.sort = i; // newest first
        rows.append({branch.name, {name, summary, TextCell{branch.author}, day}});
        if (first.isEmpty() && branch.name != m_main && !branch.head) {
            first = branch.name;
        }
    }
    m_branchModel->setRows(rows);
    m_branches->setCurrentId(m_wantedBranch.isEmpty() ? first : m_wantedBranch);
    m_branchNote->setText(list->more > 0 ? tr("%1 older branches are not listed; name them under "
                                              "Range.")
                                               .arg(countText(list->more))
                                         : QString());
    m_branchNote->setVisible(list->more > 0);
    if (m_base->text().isEmpty()) {
        m_base->setText(m_main);
    }
    refresh();
}

void OpenPortDialog::setSource(Source source)
{
    m_source->setCurrent(source);
}

void OpenPortDialog::setRequest(const ReviewRequest& request)
{
    if (!request.bundle.isEmpty()) {
        m_bundle->setText(request.bundle);
        m_bundleRef->setText(request.bundleRef);
        m_bundleBase->setText(request.base);
        setSource(Bundle);
    } else if (!request.patches.isEmpty()) {
        m_patches->addItems(request.patches);
        m_patchBase->setText(request.base);
        setSource(Patches);
    } else if (!request.range.isEmpty()) {
        m_range->setText(request.range);
        setSource(Range);
    }
    refresh();
}

ReviewRequest OpenPortDialog::request(QString* whyNot) const
{
    ReviewRequest made;
    QString why;
    switch (m_source->current()) {
    case Branch: {
        const QString branch = m_branches->currentId();
        const QString base = m_base->text().trimmed();
        made.range = base + kParted + branch;
        why = branch.isEmpty() ? tr("Choose the branch that has the port.")
              : branch == base ? tr("The branch is its own base.")
                               : QString();
        break;
    }
    case Range:
        made.range = m_range->text().trimmed();
        why = made.range.contains(QStringLiteral("..")) ? QString()
                                                        : tr("A range is written BASE..HEAD.");
        break;
    case Patches:
        for (int i = 0; i < m_patches->count(); ++i) {
            made.patches.append(m_patches->item(i)->text());
        }
        made.base = m_patchBase->text().trimmed();
        why = made.patches.isEmpty() ? tr("Add the patches.") : QString();
        break;
    case Bundle:
        made.bundle = m_bundle->text().trimmed();
        made.bundleRef = m_bundleRef->text().trimmed();
        made.base = m_bundleBase->text().trimmed();
        why = made.bundle.isEmpty() ? tr("Choose the bundle.") : QString();
        break;
    default:
        why = m_kept->currentId().isEmpty() ? tr("No review is chosen.") : QString();
        break;
    }
    if (whyNot != nullptr) {
        *whyNot = why;
    }
    return made;
}

void OpenPortDialog::refresh()
{
    if (m_kept == nullptr) {
        return; // still being built
    }
    QString why;
    (void)request(&why);
    m_why->setText(why);
    m_open->setEnabled(why.isEmpty());
    m_open->setText(m_source->current() == Kept ? tr("Go on") : tr("Review"));
}

void OpenPortDialog::open()
{
    QString why;
    const ReviewRequest wanted = request(&why);
    if (!why.isEmpty()) {
        return;
    }
    if (m_source->current() == Kept) {
        Q_EMIT keptRequested(m_kept->currentId().toLatin1());
    } else {
        Q_EMIT requested(wanted);
    }
    accept();
}

void OpenPortDialog::addPatches(bool folder)
{
    auto* dialog = new QFileDialog(this, folder ? tr("Folder of patches") : tr("Patches"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        m_patches->addItems(files);
        refresh();
    });
    dialog->open();
}

void OpenPortDialog::chooseBundle()
{
    auto* dialog = new QFileDialog(this, tr("Bundle"), {}, tr("Bundles (*.bundle);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_bundle, &QLineEdit::setText);
    dialog->open();
}

} // namespace rocport
