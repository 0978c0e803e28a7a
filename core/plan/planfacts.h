#pragma once

#include "core/plan/plan.h"

#include <array>

namespace rocport {

/// Places of one kind, over the whole scan.
struct EvidenceList
{
    QVector<Evidence> places; ///< at most 500
    int count = 0;            ///< uses, all of them
    int files = 0;

    void add(const RepoPath& path, int line, const QString& text, int uses);

    /// Adds the content of `other`.
    void append(const EvidenceList& other);

private:
    RepoPath m_lastPath;
};

inline constexpr int kMaxEvidence = 500;

/// What the decision tree needs from a scan.
struct PlanFacts
{
    int cudaFiles = 0; ///< .cu and .cuh
    int hostFiles = 0; ///< C/C++ files without kernels that use the CUDA API
    int pythonFiles = 0;
    int manifests = 0; ///< dependency lists
    int torchFiles = 0;
    EvidenceList kernels;   ///< `__global__`
    EvidenceList plainCuda; ///< .cu and .cuh files without a kernel
    EvidenceList hostUses;  ///< CUDA API in C/C++ files without a kernel
    EvidenceList flashAttention, cutlass, graphCapture, compile, extension, build;
    std::array<int, kPhaseCount> findings = {};
    std::array<QStringList, kPhaseCount> rules; ///< ids seen, most frequent first

    [[nodiscard]] bool hasCuda() const
    {
        return cudaFiles > 0 || kernels.count > 0 || hostUses.count > 0;
    }
};

PlanFacts gatherFacts(const ScanResult& scan);

} // namespace rocport
