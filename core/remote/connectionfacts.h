#pragma once

#include "core/remote/connectionstep.h"
#include "core/remote/node.h"

#include <QHash>

namespace rocport {

/// What the scripts of a connection test said: a key and one line of text each.
using ConnectionFacts = QHash<QString, QString>;

/// A fact in a line of output; empty key: the line is something else (a banner, a profile's words).
QPair<QString, QString> connectionFact(const QByteArray& line);

/// POSIX shell text that looks at the host: shell, disk, tools, container engine. It writes facts
/// and leaves nothing behind; "end host" is the last. Arguments are set in the text.
QByteArray hostCheckScript(const Node& node);
/// The same for where the work happens (in the container, if there is one): GPU, ROCm, torch.
QByteArray insideCheckScript();

/// The state and the sentence of one step, from the facts. Steps that have no facts stay as they
/// are given.
ConnectionStep judgedStep(const Node& node, const ConnectionFacts& facts, ConnectionStep step);

/// All steps, waiting.
ConnectionTest newConnectionTest();

} // namespace rocport
