#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/texttable.h"

class QComboBox;

namespace rocport {

/// Two probes side by side: of one node at two times, or of two nodes.
class ComparePane : public QWidget
{
    Q_OBJECT

public:
    explicit ComparePane(ThemeProvider& provider, QWidget* parent = nullptr);
    /// All probes in the state can be chosen; if none were, the two newest of `nodeId` are.
    void setState(const std::shared_ptr<const RemoteState>& state, const QString& nodeId);
    [[nodiscard]] TextTable& table() const { return *m_table; }
    [[nodiscard]] QString summary() const { return m_summary->text(); }

private:
    void fill(QComboBox* box, const QString& wanted);
    void compare();
    [[nodiscard]] const ProbeReport* chosen(const QComboBox* box) const;

    std::shared_ptr<const RemoteState> m_state;
    QString m_node;
    QComboBox* m_first;
    QComboBox* m_second;
    TextLabel* m_summary;
    TextTableModel* m_model;
    TextTable* m_table;
};

} // namespace rocport
