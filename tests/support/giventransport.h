#pragma once

#include "core/remote/nodekinds.h"

namespace rocport::test {

/// A node whose programs are run by a runner of the test; all else is as its kinds have it.
class GivenTransport : public TransportLayer
{
public:
    GivenTransport(const Node& node, std::shared_ptr<const ProcessRunner> runner)
        : TransportLayer(transportOf(node)), m_runner(std::move(runner))
    {
    }
    [[nodiscard]] std::shared_ptr<const ProcessRunner> hostRunner() const override
    {
        return m_runner;
    }

private:
    std::shared_ptr<const ProcessRunner> m_runner;
};

} // namespace rocport::test
