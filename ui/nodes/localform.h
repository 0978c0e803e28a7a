#pragma once

#include "ui/nodes/nodeform.h"

namespace rocport {

/// This machine: there is nothing to set.
class LocalForm : public NodeForm
{
    Q_OBJECT

public:
    using NodeForm::NodeForm;

    void fill(const Node& /*node*/) override {}
    void take(Node& /*node*/) const override {}
};

} // namespace rocport
