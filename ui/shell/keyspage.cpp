#include "ui/shell/keyspage.h"

#include "ui/shell/keycatcher.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/listkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

QString textOf(const KeyCommand& command)
{
    QString text = command.action->text();
    return text.remove(u'&');
}

QString keysOf(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys) {
        texts.append(keyText(key));
    }
    return texts.join(QStringLiteral("   "));
}

QString namesOf(const QVector<KeyCommand>& commands)
{
    QStringList names;
    for (const KeyCommand& command : commands) {
        names.append(KeysPage::tr("“%1” (%2)").arg(textOf(command), command.areaName));
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

KeysPage::KeysPage(KeyMap& keys, ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_keys(keys), m_provider(provider)
{
    setObjectName(QStringLiteral("keysPage"));
    setAccessibleName(tr("Keys"));
    m_model = new TextTableModel(m_provider,
                                 {{tr("Command"), 320, false, false, true, false, false},
                                  {tr("Where"), 110, false, false, false, false, false},
                                  {tr("Keys"), 180, true, false, false, false, false},
                                  {tr("Changed"), 90, false, false, false, false, false}},
                                 this);
    m_table = new TextTable(m_provider, *m_model, tr("Commands and their keys"), this);
    m_table->setObjectName(QStringLiteral("keysTable"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(buildTop());
    column->addWidget(m_table, 1);
    column->addWidget(buildFoot());
    connect(m_table, &TextTable::currentIdChanged, this, [this] {
        stopCatching();
        showCurrent();
    });
    connect(m_table, &TextTable::idActivated, this, [this] { catchKey(false); });
    fill();
    m_table->setCurrentIndex(m_table->model()->index(0, 0));
    showCurrent();
}

QWidget* KeysPage::buildTop()
{
    auto* top = new QWidget(this);
    auto* filter =
        new SearchField(m_provider, tr("Filter by command, place or key"), {}, Glyph::Filter, top);
    filter->setObjectName(QStringLiteral("keysFilter"));
    filter->setAccessibleName(tr("Filter commands"));
    connect(filter, &QLineEdit::textChanged, m_table, &TextTable::setFilter);
    joinFilter(*filter, [this] { return m_table; });
    auto* name = new TextLabel(m_provider, TextStep::BodyMedium, tr("Set of keys"),
                               &ThemeColours::text, top);
    m_set = new QComboBox(top);
    m_set->setObjectName(QStringLiteral("keySet"));
    m_set->setAccessibleName(tr("Set of keys"));
    m_set->addItem(tr("Rocport"), static_cast<int>(KeySet::Rocport));
    m_set->addItem(tr("Vim: j, k, gg and G"), static_cast<int>(KeySet::Vim));
    m_set->setCurrentIndex(static_cast<int>(m_keys.set()));
    name->setBuddy(m_set);
    connect(m_set, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_keys.setSet(static_cast<KeySet>(m_set->itemData(index).toInt()));
        fill();
        showCurrent();
        Q_EMIT changed();
    });
    m_resetAll = makeButton(tr("Reset all keys"), ButtonKind::Normal, top);
    m_resetAll->setObjectName(QStringLiteral("keysResetAll"));
    m_resetAll->setAutoDefault(false);
    connect(m_resetAll, &QPushButton::clicked, this, &KeysPage::askResetAll);
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(filter, 1);
    row->addSpacing(8);
    row->addWidget(name);
    row->addWidget(m_set);
    row->addWidget(m_resetAll);
    return top;
}

QWidget* KeysPage::buildFoot()
{
    auto* foot = new QWidget(this);
    m_title = new TextLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, foot);
    m_title->setObjectName(QStringLiteral("keyTitle"));
    m_text = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, foot);
    m_text->setObjectName(QStringLiteral("keyText"));
    m_text->setWordWrap(true);
    m_text->setMinimumHeight(2 * m_provider.theme().lineHeight(TextStep::Small));
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_catcher = new KeyCatcher(foot);
    m_catcher->setObjectName(QStringLiteral("keyCatcher"));
    m_catcher->hide();
    const auto button = [&](const QString& text, const char* name, const auto& run) {
        auto* made = makeButton(text, ButtonKind::Normal, foot);
        made->setObjectName(QLatin1String(name));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, run);
        return made;
    };
    m_change = button(tr("Change key"), "keyChange", [this] { catchKey(false); });
    m_another = button(tr("Add a key"), "keyAdd", [this] { catchKey(true); });
    m_none = button(tr("No key"), "keyNone", [this] {
        if (const KeyCommand* command = current()) {
            m_keys.setKeys(*command, {});
            fill();
            showCurrent();
            Q_EMIT changed();
        }
    });
    m_reset = button(tr("Reset"), "keyReset", [this] {
        if (const KeyCommand* command = current()) {
            m_keys.reset(*command);
            fill();
            showCurrent();
            Q_EMIT changed();
        }
    });
    m_take = button(tr("Take it from there"), "keyTake", [this] { give(m_offered); });
    m_take->hide();
    connect(m_catcher, &KeyCatcher::caught, this, &KeysPage::offer);
    connect(m_catcher, &KeyCatcher::cancelled, this, [this] {
        stopCatching();
        showCurrent();
        m_table->setFocus();
    });
    connect(m_catcher, &KeyCatcher::refused, m_text, &TextLabel::setText);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_catcher);
    for (QPushButton* one : {m_change, m_another, m_none, m_reset, m_take}) {
        buttons->addWidget(one);
    }
    buttons->addStretch();
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addLayout(buttons);
    return foot;
}

/// What was chosen is kept nowhere else, so nothing goes without a word.
void KeysPage::askResetAll()
{
    const auto& all = m_keys.commands();
    const auto count = static_cast<int>(std::count_if(
        all.begin(), all.end(), [this](const KeyCommand& one) { return m_keys.isChanged(one); }));
    QMessageBox* box =
        questionBox(tr("Reset all keys?"),
                    count == 1 ? tr("The keys that you gave one command are forgotten.")
                               : tr("The keys that you gave %1 commands are forgotten.").arg(count),
                    this);
    box->setObjectName(QStringLiteral("confirmResetKeys"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* yes = box->addButton(tr("Reset"), QMessageBox::DestructiveRole);
    QPushButton* no = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    box->setDefaultButton(no);
    box->setEscapeButton(no);
    connect(yes, &QPushButton::clicked, this, [this] {
        m_keys.resetAll();
        fill();
        showCurrent();
        Q_EMIT changed();
    });
    box->open();
}

void KeysPage::fill()
{
    QVector<TextRow> rows;
    for (const KeyCommand& command : m_keys.commands()) {
        const bool changed = m_keys.isChanged(command);
        rows.append(
            {idOf(command),
             {{textOf(command), {}, {}, nullptr, {}, changed},
              {command.areaName, {}, {}, &ThemeColours::text2, {}, false},
              {keysOf(wantedKeys(*command.action)), {}, {}, nullptr, {}, false},
              {changed ? tr("by you") : QString(), {}, {}, &ThemeColours::accent, {}, false}}});
    }
    m_model->setRows(rows);
    m_resetAll->setEnabled(m_keys.isAnyChanged());
}

const KeyCommand* KeysPage::current() const
{
    const QString id = m_table->currentId();
    const QVector<KeyCommand>& all = m_keys.commands();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const KeyCommand& one) { return idOf(one) == id; });
    return found == all.end() ? nullptr : &*found;
}

/// What there is to say of the chosen command: where its keys come from, and what they hide.
void KeysPage::showCurrent()
{
    const KeyCommand* command = current();
    m_take->hide();
    const bool may = command != nullptr && !command->fixed;
    for (QPushButton* one : {m_change, m_another}) {
        one->setEnabled(may);
    }
    m_none->setEnabled(may && !wantedKeys(*command->action).isEmpty());
    m_reset->setEnabled(may && m_keys.isChanged(*command));
    if (command == nullptr) {
        m_title->setText(tr("No command is chosen"));
        m_text->setText({});
        return;
    }
    m_title->setText(tr("%1 (%2)").arg(textOf(*command), command->areaName));
    if (command->fixed) {
        m_text->setText(tr("Its keys belong to the list that it acts on and stay as they are."));
        return;
    }
    QStringList said;
    if (m_keys.isChanged(*command)) {
        const QString usual = keysOf(m_keys.usualKeys(*command));
        said.append(usual.isEmpty() ? tr("Without your choice it has no key.")
                                    : tr("Without your choice: %1").arg(usual));
    }
    const QList<QKeySequence> keys = wantedKeys(*command->action);
    for (const QKeySequence& key : keys) {
        const QVector<KeyCommand> same = m_keys.conflicts(*command, key);
        if (!same.isEmpty()) {
            said.append(
                tr("%1 is also the key of %2: neither can tell.").arg(keyText(key), namesOf(same)));
        }
        const QVector<KeyCommand> others = m_keys.givesWay(*command, key);
        if (!others.isEmpty()) {
            said.append(command->area == QLatin1StringView("window")
                            ? tr("In their areas %1 is for %2.").arg(keyText(key), namesOf(others))
                            : tr("%1 is for this command here, elsewhere for %2.")
                                  .arg(keyText(key), namesOf(others)));
        }
    }
    m_text->setText(said.join(u' '));
}

void KeysPage::catchKey(bool another)
{
    const KeyCommand* command = current();
    if (command == nullptr || command->fixed) {
        return;
    }
    m_adding = another;
    m_take->hide();
    m_catcher->show();
    m_text->setText(
        tr("Press the new key of “%1”. Two letters in turn are a key too.").arg(textOf(*command)));
    m_catcher->start();
}

void KeysPage::stopCatching()
{
    m_catcher->hide();
    m_take->hide();
    m_offered = {};
}

void KeysPage::offer(const QKeySequence& key)
{
    const KeyCommand* command = current();
    stopCatching();
    if (command == nullptr) {
        return;
    }
    const QVector<KeyCommand> others = m_keys.conflicts(*command, key);
    if (others.isEmpty()) {
        give(key);
        return;
    }
    m_offered = key;
    const bool fixed = std::any_of(others.begin(), others.end(),
                                   [](const KeyCommand& other) { return other.fixed; });
    m_text->setText(fixed ? tr("%1 belongs to a list: %2.").arg(keyText(key), namesOf(others))
                          : tr("%1 is the key of %2. Nothing is changed yet.")
                                .arg(keyText(key), namesOf(others)));
    m_take->setVisible(!fixed);
    (fixed ? m_change : m_take)->setFocus();
}

void KeysPage::give(const QKeySequence& key)
{
    const KeyCommand* found = current();
    if (found == nullptr || key.isEmpty()) {
        return;
    }
    const KeyCommand command = *found;
    for (const KeyCommand& other : m_keys.conflicts(command, key)) {
        QList<QKeySequence> keys = wantedKeys(*other.action);
        keys.removeIf([&](const QKeySequence& one) { return keysMeet(one, key); });
        m_keys.setKeys(other, keys);
    }
    QList<QKeySequence> keys = m_adding ? wantedKeys(*command.action) : QList<QKeySequence>();
    keys.removeAll(key);
    keys.append(key);
    m_keys.setKeys(command, keys);
    stopCatching();
    fill();
    showCurrent();
    m_table->setFocus();
    Q_EMIT changed();
}

} // namespace rocport
