#pragma once

#include "core/project/session/inventoryplaces.h"
#include "core/project/session/session.h"
#include "ui/theme/widgets.h"

class QTreeView;

namespace rocport {

class SearchModel;
struct FoundLine;

/// The places that a row of the inventory counts: what it counts, a switch between the columns of a
/// library, and the lines.
class PlacesPanel : public QWidget
{
    Q_OBJECT

public:
    /// The most lines that are listed.
    static constexpr int kLimit = 5000;

    /// Session and provider outlive the panel.
    PlacesPanel(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);
    ~PlacesPanel() override;

    /// Lists what `count` counts and gives the list the focus.
    void open(const InventoryCount& count);
    /// Cancels what is in progress.
    void stop();
    /// Cancels what is in progress and clears the list.
    void clear();
    [[nodiscard]] const SearchModel& model() const { return *m_model; }
    [[nodiscard]] bool isLoading() const { return m_loading; }
    /// "CUDA Runtime: 41 uses on 38 lines in 6 files".
    [[nodiscard]] QString summary() const { return m_title->text(); }

Q_SIGNALS:
    void lineChosen(const rocport::FoundLine& line);
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    void load();
    void fill();
    void stateChanged();
    void partChosen(int part);

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    SearchModel* m_model;
    ElidedLabel* m_title = nullptr;
    SegmentedControl* m_parts = nullptr;
    QTreeView* m_table = nullptr;
    std::optional<InventoryCount> m_count;
    InventoryPlaces m_places;
    CancelToken m_cancel;
    int m_request = 0;
    bool m_loading = false;
    const void* m_scan = nullptr; // whose places are listed; only for comparison
};

} // namespace rocport
