#pragma once

#include "ui/shell/keymap.h"
#include "ui/theme/texttable.h"

#include <QWidget>

class QComboBox;

namespace rocport {

class KeyCatcher;

/// Every command with its keys, to be filtered, changed and reset; if another command has a key,
/// that is shown, and the key can be taken from it. Changes take effect at once.
class KeysPage : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the page.
    KeysPage(KeyMap& keys, ThemeProvider& provider, QWidget* parent = nullptr);

    [[nodiscard]] TextTable& table() { return *m_table; }
    /// Selects a command by "AREA.NAME".
    bool choose(const QString& id) { return m_table->setCurrentId(id); }

Q_SIGNALS:
    /// The keys of commands have changed.
    void changed();

private:
    QWidget* buildTop();
    QWidget* buildFoot();
    void fill();
    void askResetAll();
    void showCurrent();
    void catchKey(bool another);
    void offer(const QKeySequence& key);
    void give(const QKeySequence& key);
    void stopCatching();
    [[nodiscard]] const KeyCommand* current() const;

    KeyMap& m_keys;
    ThemeProvider& m_provider;
    QComboBox* m_set;
    TextTableModel* m_model;
    TextTable* m_table;
    TextLabel* m_title;
    TextLabel* m_text;
    KeyCatcher* m_catcher;
    QPushButton* m_change;
    QPushButton* m_another;
    QPushButton* m_none;
    QPushButton* m_reset;
    QPushButton* m_take;
    QPushButton* m_resetAll;
    QKeySequence m_offered; ///< that another command has
    bool m_adding = false;  ///< in addition to the existing keys
};

} // namespace rocport
