#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppmarks.h"
#include "core/rules/cpp/cpprules.h"
#include "core/rules/cpp/wavefront.h"

#include <memory>
#include <vector>

namespace rocport {

/// What one file says about the lanes of a warp: its inline PTX, its lane masks, and how many lanes
/// it counts. Several rules depend on it; it is computed when the first of them needs it.
class CppLanes
{
public:
    /// All outlive this; the marks are those of the file.
    CppLanes(CppFile& file, const CppMarks& marks, const CppRules& rules,
             const AnalysisContext& context, FileAnalysis& analysis);
    CppLanes(const CppLanes&) = delete;
    CppLanes& operator=(const CppLanes&) = delete;

    /// Finds what is here unless that was done; the rest is empty before. Records how this file
    /// counts lanes for other files (features of the analysis).
    void find();
    [[nodiscard]] const WavefrontRules& rules() const { return m_rules; }
    [[nodiscard]] const std::vector<PtxStatement>& ptx() const { return m_ptx; }
    /// Leaves statements that mean something else if warps stay 32 lanes wide to people.
    void leavePtxOfLanes() { leaveLanes(m_ptx); }
    /// Null: nothing here depends on the lanes of a warp.
    [[nodiscard]] const LaneMasks* masks() const { return m_masks.get(); }
    /// Places that count lanes; none if the targets have 32.
    [[nodiscard]] const WarpSites& sites() const { return m_sites; }
    [[nodiscard]] const LaneWidth& width() const { return m_width; }

    /// Functions of generated headers that edits of inline PTX call (FeatureKind::Supplied).
    [[nodiscard]] const QStringList& supplied() const { return m_supplied; }
    void addSupplied(const QString& function);

private:
    void findLanes();
    void groupWarps(bool lanes);

    CppFile& m_file;
    const CppMarks& m_marks;
    const AnalysisContext& m_context;
    FileAnalysis& m_analysis;
    WavefrontRules m_rules;
    bool m_isFound = false;
    std::vector<PtxStatement> m_ptx;
    std::unique_ptr<LaneMasks> m_masks;
    WarpSites m_sites;
    LaneWidth m_width;
    QStringList m_supplied;
};

} // namespace rocport
