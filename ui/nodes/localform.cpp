#include "ui/nodes/localform.h"

namespace rocport {

NodeFormKind nodeFormLocal()
{
    return {&nodeKindLocal(), Glyph::Laptop,
            [](const NodeFormContext& context) -> std::unique_ptr<NodeForm> {
                return std::make_unique<LocalForm>(context);
            }};
}

} // namespace rocport
