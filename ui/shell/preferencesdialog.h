#pragma once

#include "ui/theme/widgets.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QStackedWidget;

namespace rocport {

class KeyMap;
class KeysPage;
class UiSettings;

/// The user's preferences, on three pages: appearance, programs, keys. Changes take effect at once
/// and are kept in the settings.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    enum Page { LooksPage, ProgramsPage, KeysPageIndex };

    /// Collaborators outlive the dialog.
    PreferencesDialog(UiSettings& settings, ThemeProvider& provider, KeyMap& keys,
                      QWidget* parent = nullptr);
    void setPage(Page page);
    [[nodiscard]] KeysPage& keys() { return *m_keys; }

Q_SIGNALS:
    /// The keys of commands have changed, or whether single letters are keys.
    void keysChanged();

protected:
    void done(int result) override;

private:
    QWidget* buildLooks();
    static QComboBox* makePercents(const char* name, int most, int now);
    static void showPercent(QComboBox& box, int percent);
    QWidget* buildPrograms();
    void addRow(QGridLayout& grid, const QString& name, QWidget* field, const QString& hint);
    QCheckBox* addCheck(QGridLayout& grid, const QString& text, const QString& hint,
                        const QString& key, bool fallback);
    /// What is wrong with a text as it is typed; empty: nothing.
    using Check = QString (*)(const QString&);
    void addProgram(QGridLayout& grid, const QString& name, const QString& hint, const QString& key,
                    Check check);
    void keepPrograms();

    /// A field for a program and the setting that keeps it.
    struct Program
    {
        QLineEdit* field = nullptr;
        TextLabel* hint = nullptr;
        QString usualHint;
        QString key;
        Check check = nullptr;
    };

    UiSettings& m_settings;
    ThemeProvider& m_provider;
    QVector<Program> m_programs;
    SegmentedControl* m_switch;
    QStackedWidget* m_pages;
    KeysPage* m_keys;
};

} // namespace rocport
