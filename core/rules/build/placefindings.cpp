#include "core/rules/build/placefindings.h"

namespace rocport {

QByteArray PlaceFindings::add(const BuildPlace& place, const Said& said, int edit)
{
    const QString& what = place.namesGpus ? place.note : said.message;
    const Key key(edit, place.rule, what, said.wayOut, said.severity);
    const auto known = m_known.find(key);
    if (known != m_known.end() &&
        m_writer.addPlaceTo(known->second.index, known->second.id, place.range)) {
        return known->second.id;
    }
    QByteArray id = m_writer.addFinding(*place.rule, place.range, place.symbol, said.message,
                                        said.wayOut, said.effort, {});
    m_writer.analysis().findings.last().severity = said.severity;
    m_known[key] = {m_writer.analysis().findings.size() - 1, id};
    return id;
}

void PlaceFindings::count()
{
    for (const auto& [key, known] : m_known) {
        m_writer.countPlaces(known.index, known.id);
    }
}

} // namespace rocport
