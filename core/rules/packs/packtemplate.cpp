#include "core/rules/packs/packfiles.h"

namespace rocport {

QByteArray packTemplate()
{
    return R"toml(#:schema /usr/share/rocport/rule-pack.schema.json
# A rule pack of Rocport. docs/rules.md describes the format; `rocport-cli rules --check FILE` says
# what is wrong with it and runs its samples.
format = 1
name = "House rules"

[[rule]]
id = "house-sync"                # a rule of this id in an earlier pack is replaced
phase = 2                        # 0 environment … 8 verification
severity = "warning"             # info, warning or critical
languages = ["cuda", "cpp"]      # cuda, cpp, hip, python, cmake, make, toml, requirements, yaml, …
# torch = ">=2.3,<2.12"          # only for these versions of the target; rocm likewise
# architectures = ["gfx9*"]      # only where one of the target's architectures fits
title = "HOUSE_SYNC becomes ROCM_SYNC"
message = "`{symbol}` waits on {scope}."          # $scope of the pattern below
reason = "The macro expands to PTX, which no AMD compiler reads."
change = "ROCm sees `ROCM_SYNC`."                 # needed where there is a fix
reference = { title = "House wiki", url = "https://example.org/sync" }
way_out = "Ask the kernel group."                 # what to do where no edit is proposed
effort = "minutes"                                # none, minutes, hours or rewrite
# $name is one token, $$name one argument, $$$name any balanced run of tokens.
match = { kind = "token-pattern", patterns = ["HOUSE_SYNC ( $scope )"] }
fix = { transform = "replace", text = "ROCM_SYNC($scope)" }

# Samples are the tests of the rule: code that it must point at, and code that it must leave alone.
[[rule.sample]]
language = "cuda"
match = true
symbol = "HOUSE_SYNC(block)"                      # optional, as line and result are
line = 2
code = """
__global__ void wait() {
    HOUSE_SYNC(block);
}
"""
result = """
__global__ void wait() {
#ifdef USE_ROCM
    ROCM_SYNC(block);
#else
    HOUSE_SYNC(block);
#endif
}
"""

[[rule.sample]]
language = "cuda"
match = false
code = """
// HOUSE_SYNC(block) in a comment, and a longer name
void f() { MY_HOUSE_SYNC(block); }
"""

# A rule over Python: a tree-sitter query. @place is what the finding covers, @symbol what it names.
[[rule]]
id = "house-launcher"
phase = 5
severity = "info"
languages = ["python"]
title = "The launcher asks for NVIDIA's tool"
message = "`{symbol}` starts nvidia-smi."
reason = "The tool is not there on AMD machines."
way_out = "Use amd-smi, or torch.cuda for what both have."
effort = "minutes"

[rule.match]
kind = "tree-sitter"
words = ["nvidia-smi"]           # files without any of them are not looked at
query = '''
(call
  function: (_) @symbol
  arguments: (argument_list . (string) @program)
  (#match? @program "nvidia-smi")) @place
'''

[[rule.sample]]
language = "python"
match = true
line = 2
code = '''
import subprocess
subprocess.run("nvidia-smi -L", shell=True)
'''

[[rule.sample]]
language = "python"
match = false
code = '''
# subprocess.run("nvidia-smi")
print("no tool")
'''
)toml";
}

} // namespace rocport
