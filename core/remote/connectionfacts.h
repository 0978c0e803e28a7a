#pragma once

#include "core/remote/connectionstep.h"

#include <QHash>
#include <QPair>

namespace rocport {

class Transport;

/// What the scripts of a connection test said: a key and one line of text each.
using ConnectionFacts = QHash<QString, QString>;

/// A fact in a line of output; empty key: the line is something else (a banner, a profile's words).
QPair<QString, QString> connectionFact(const QByteArray& line);

/// POSIX shell text that looks at the host: shell, disk, tools, container engine. It writes facts
/// and leaves nothing behind; "end host" is the last. What the node's kind adds to it
/// (Transport::hostCheck()) has `say KEY VALUE`, `last` and `limited SECONDS COMMAND…` at hand.
QByteArray hostCheckScript(const Transport& transport);
/// The same for where the work happens (in the container, if there is one): GPU, ROCm, torch.
QByteArray insideCheckScript();

/// The state and the sentence of one step, from the facts. Steps that have no facts stay as they
/// are given.
ConnectionStep judgedStep(const Transport& transport, const ConnectionFacts& facts,
                          ConnectionStep step);

/// All steps, waiting.
ConnectionTest newConnectionTest();

} // namespace rocport
