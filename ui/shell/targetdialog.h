#pragma once

#include "core/base/words.h"
#include "ui/theme/widgets.h"

#include <QDialog>

#include <array>
#include <optional>

class QComboBox;

namespace rocport {

/// The target of the port: versions, architectures, guard macro, strategy, Inductor settings, and
/// the module with is_rocm. Rules that are switched off stay off. Each field is checked while
/// typing and shows below itself what is wrong.
class TargetDialog : public QDialog
{
    Q_OBJECT

public:
    /// `resolved` is the current strategy if it is chosen by the kind of repository.
    TargetDialog(const TargetSettings& target, Strategy resolved, ThemeProvider& provider,
                 QWidget* parent = nullptr);

    /// The values in the fields; nothing while one of them is wrong.
    [[nodiscard]] std::optional<TargetSettings> target() const;

    /// The checks of the fields: an empty text means that the value is valid.
    static QString versionProblem(const QString& text);
    static QString architecturesProblem(const QString& text);
    static QString macroProblem(const QString& text);
    static QString moduleProblem(const QString& text);
    static QString folderProblem(const QString& text);

private:
    struct Field
    {
        QLineEdit* edit = nullptr;
        TextLabel* problem = nullptr;
        QString (*check)(const QString&) = nullptr;
    };
    Field addField(const QString& label, const QString& text, const QString& hint,
                   QString (*check)(const QString&));
    void refresh();

    ThemeProvider& m_provider;
    TargetSettings m_start;
    QComboBox* addChoice(const QString& label, const QString& hint);
    [[nodiscard]] std::array<const Field*, 6> fields() const
    {
        return {&m_rocm, &m_torch, &m_architectures, &m_macro, &m_module, &m_compat};
    }
    Field m_rocm, m_torch, m_architectures, m_macro, m_module, m_compat;
    QComboBox* m_strategy = nullptr;
    QComboBox* m_inductor = nullptr;
    QPushButton* m_apply;
};

/// "Generated header", "Translated copies", … as named in the dialog and in the window's reports.
QString strategyName(Strategy strategy);
/// "Safe: …" and so on.
QString inductorProfileName(InductorProfile profile);

} // namespace rocport
