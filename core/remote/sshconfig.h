#pragma once

#include "core/remote/sshclient.h"

namespace rocport {

/// What one file of an OpenSSH configuration names.
struct SshConfigNames
{
    QStringList aliases;  ///< from Host lines, without patterns and negations, in order
    QStringList includes; ///< arguments of Include lines, as written
};

/// Reads the text of one file (ssh_config(5), OpenSSH 9.2: quotes, '=' after the keyword,
/// comments). Never fails; what cannot be read is left out.
SshConfigNames parseSshConfig(const QByteArray& text);

/// Host aliases in a configuration and in the files that it includes, each once, in order. Includes
/// are read as by ssh: globs, "~", relative names below ~/.ssh (below the file's own folder if the
/// file is not the user's), 16 deep. Empty `file`: ~/.ssh/config. A missing file gives an empty
/// list.
QStringList sshAliases(const QString& file = {});

/// What ssh would do, according to `ssh -G`.
struct ResolvedHost
{
    QString hostName; ///< what ssh connects to; empty: not the output of ssh -G
    QString user;
    int port = 22;
    QString proxy; ///< ProxyJump or ProxyCommand; empty: none
};
ResolvedHost parseResolvedHost(const QByteArray& output);
/// The `ssh -G` command for a node that is not local.
ProcessCommand resolveCommand(const Node& node, const SshSettings& settings);

} // namespace rocport
