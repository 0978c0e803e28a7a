#pragma once

#include "core/rules/cpp/cppconditions.h"
#include "core/rules/cpp/cpptranslate.h"
#include "core/rules/cpp/wavefront.h"

namespace rocport {

/// The rules that apply to a file, sorted by what finds their places;
/// null: none.
struct CppRules
{
    ApiRules api;
    WavefrontRules wavefront;
    ConditionRules conditions;
    const Rule* ptx = nullptr;
    const Rule* kernelPointer = nullptr;
    const Rule* deviceStd = nullptr;
    const Rule* clash = nullptr;
    const Rule* extensionLaunch = nullptr;
    const Rule* specialisation = nullptr;
    const Rule* baseMember = nullptr;
    const Rule* memberTemplate = nullptr;
    const Rule* dimensions = nullptr;
    const Rule* zeroedArray = nullptr;
    const Rule* sharedExtern = nullptr;
    const Rule* groupMembers = nullptr;
    const Rule* capability = nullptr;
    const Rule* address = nullptr;
    const Rule* divergentShuffle = nullptr;
    const Rule* blockTile = nullptr;
    const Rule* matrixLanes = nullptr;
    QVector<const Rule*> patterns;
    QVector<const Rule*> faults; ///< see faultchecks.h

    /// Those among `rules` that hold for the strategy.
    static CppRules of(const QVector<const Rule*>& rules, Strategy strategy);
};

} // namespace rocport
