#pragma once

#include "core/rules/build/buildcmake.h"

#include <map>
#include <string>
#include <tuple>

namespace rocport {

/// The findings of places in one build file. Places of which the same is said are one finding with
/// all of them: those that no edit answers in the whole file, those that one edit answers in it.
/// Flags that name NVIDIA's GPUs count as the same, whichever GPU each of them names.
class PlaceFindings
{
public:
    /// What is said of a place.
    struct Said
    {
        QString message;
        QString wayOut;
        Effort effort = Effort::Minutes;
        Severity severity = Severity::Warning;
    };

    explicit PlaceFindings(ProposalWriter& writer) : m_writer(writer) {}

    /// Adds the place and returns its finding's id. `edit`: the number of the edit that answers it;
    /// 0: none does.
    QByteArray add(const BuildPlace& place, const Said& said, int edit);

    /// Says in the messages how many places there are. Once, behind the last place; the findings
    /// are then still in the order in which they were added.
    void count();

private:
    struct Known
    {
        qsizetype index = 0;
        QByteArray id;
    };
    using Key = std::tuple<int, const Rule*, QString, QString, Severity>;

    ProposalWriter& m_writer;
    std::map<Key, Known> m_known;
};

} // namespace rocport
