#pragma once

#include "core/remote/connectionstep.h"

#include <QHash>
#include <QPair>

namespace rocport {

class Transport;

/// What the scripts of a connection test reported: each a key and one line of text.
using ConnectionFacts = QHash<QString, QString>;

/// The fact in a line of output; empty key: the line is something else (a banner, output of a
/// profile).
QPair<QString, QString> connectionFact(const QByteArray& line);

/// POSIX shell text that examines the host: shell, disk, tools, container engine. It writes facts
/// and leaves nothing behind; "end host" is the last. What the node's kind adds to it
/// (Transport::hostCheck()) can use `say KEY VALUE`, `last` and `limited SECONDS COMMAND…`.
QByteArray hostCheckScript(const Transport& transport);
/// The same for the place where jobs run (in the container, if there is one): GPU, ROCm, torch.
QByteArray insideCheckScript();

/// The state and the sentence of one step, from the facts. A step without facts is returned
/// unchanged.
ConnectionStep judgedStep(const Transport& transport, const ConnectionFacts& facts,
                          ConnectionStep step);

/// All steps, waiting.
ConnectionTest newConnectionTest();

} // namespace rocport
