#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/texttable.h"

class QAction;
class QStackedWidget;

namespace rocport {

class ComparePane;
class FactsGrid;
class FixStrip;

/// Everything known about one node: state, facts, audit with fixes, variables, checks, connection,
/// comparison; the image history below.
class NodePage : public QWidget
{
    Q_OBJECT

public:
    /// The pages behind the switch, in its order.
    enum Page { AuditPage, FactsPage, VariablesPage, ChecksPage, ConnectionPage, ComparePage };

    NodePage(RemoteService& remote, ThemeProvider& provider, QWidget* parent = nullptr);
    /// Shows a node as RemoteService currently knows it.
    void showNode(const QString& nodeId);
    void setPage(Page page);
    /// The commands whose keys the buttons name.
    void followKeys(const QAction& edit, const QAction& test, const QAction& probe,
                    const QAction& terminal);
    [[nodiscard]] QString nodeId() const { return m_node; }
    /// The finding whose fix is shown; null: none.
    [[nodiscard]] const ProbeFinding* currentFinding() const;
    void copyFix();
    /// Shows a sentence below the header until another node is shown.
    void say(const QString& sentence, bool problem);

Q_SIGNALS:
    void testRequested();
    void probeRequested();
    void cancelRequested();
    void editRequested();
    void terminalRequested();
    void exportRequested();
    void useRequested();
    void jobStarted(const QString& jobId);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    // nodepagebuild.cpp
    void buildHeader();
    void buildProgress();
    void buildPages();
    void buildImages();
    TextTable* addTable(const QString& text, const QString& name, QVector<TextColumn> columns,
                        const QString& accessibleName);
    // nodepage.cpp
    void showHeader(const RemoteState& state, const NodeEntry& entry);
    void showProgress(const NodeEntry& entry);
    void showProbe(const NodeEntry& entry);
    void showFix();
    void showCounts();
    void fitHeader();
    void runFix(const QString& title, const QString& command);

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    QString m_node;
    ProbeReport m_report; // as shown, with the differences from the port's target
    bool m_wasTesting = false;

    QWidget* m_header = nullptr;
    ElidedLabel* m_name = nullptr;
    GlyphLabel* m_mark = nullptr;
    TextLabel* m_word = nullptr;
    ElidedLabel* m_address = nullptr;
    Chip* m_inUse = nullptr;
    bool m_current = false; // the node is the current one for jobs
    QPushButton* m_use = nullptr;
    QPushButton* m_test = nullptr;
    QPushButton* m_terminal = nullptr;
    QPushButton* m_edit = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_probe = nullptr;
    QWidget* m_progress = nullptr;
    TextLabel* m_activity = nullptr;
    ThinProgressBar* m_bar = nullptr;
    QWidget* m_notice = nullptr;
    GlyphLabel* m_noticeMark = nullptr;
    TextLabel* m_noticeText = nullptr;
    FactsGrid* m_facts = nullptr;
    SegmentedControl* m_switch = nullptr;
    ElidedLabel* m_probed = nullptr;
    Chip* m_critical = nullptr;
    Chip* m_warnings = nullptr;
    QStackedWidget* m_pages = nullptr;
    QStackedWidget* m_auditPages = nullptr;
    QWidget* m_auditPage = nullptr;
    QVector<TextTable*> m_tables;
    QVector<TextTableModel*> m_models;
    FixStrip* m_fix = nullptr;
    ComparePane* m_compare = nullptr;
    TextTableModel* m_images = nullptr;
    QWidget* m_imagePane = nullptr;
    TextLabel* m_imageCount = nullptr;
};

} // namespace rocport
