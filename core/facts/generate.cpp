// Turns the tables of resources/facts into C++: sorted arrays and open-addressed hash tables, as
// text that facts.cpp includes. Run by the build: generate_facts FOLDER OUTPUT.

#include "core/facts/facthash.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Row = std::map<std::string, std::string>;

[[noreturn]] void fail(const std::string& message)
{
    std::fprintf(stderr, "generate_facts: %s\n", message.c_str());
    std::exit(1);
}

std::vector<std::string> split(const std::string& line)
{
    std::vector<std::string> cells(1);
    for (const char c : line) {
        if (c == '\t') {
            cells.emplace_back();
        } else if (c != '\r') {
            cells.back().push_back(c);
        }
    }
    return cells;
}

std::vector<Row> readTable(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        fail("cannot read " + path);
    }
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> head = split(line);
    std::vector<Row> rows;
    while (std::getline(in, line)) {
        const std::vector<std::string> cells = split(line);
        if (cells.size() != head.size()) {
            fail(std::string(path).append(": a row of another length: ").append(line));
        }
        Row row;
        for (size_t i = 0; i < head.size(); ++i) {
            row[head[i]] = cells[i];
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string quoted(const std::string& text)
{
    if (text.empty()) {
        return "{}";
    }
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result.push_back('\\');
        }
        result.push_back(c);
    }
    return result + "\"sv";
}

std::string kindOf(const Row& row)
{
    static const std::map<std::string, std::string> kinds = {
        {"function", "Function"}, {"type", "Type"},     {"enumerator", "Enumerator"},
        {"macro", "Macro"},       {"header", "Header"}, {"device_function", "DeviceFunction"}};
    const auto it = kinds.find(row.at("kind"));
    if (it == kinds.end()) {
        fail("unknown kind " + row.at("kind"));
    }
    return it->second;
}

std::string statusOf(const Row& row)
{
    static const std::map<std::string, std::string> states = {{"supported", "Supported"},
                                                              {"hip_only", "HipOnly"},
                                                              {"roc_only", "RocOnly"},
                                                              {"experimental", "Experimental"},
                                                              {"unsupported", "Unsupported"}};
    const auto it = states.find(row.at("status"));
    if (it == states.end()) {
        fail("unknown status " + row.at("status"));
    }
    return it->second;
}

bool startsWith(const std::string& text, const std::string& prefix)
{
    return text.compare(0, prefix.size(), prefix) == 0;
}

/// A table of 1-based row numbers, zero for free, of a power of two at least twice as long. The
/// upper half of a slot is that of the name's hash, so that other names need no look at the row.
/// NAMESieve has a bit for each upper half that occurs: small enough to stay in a processor's first
/// cache, it answers for most words of a source.
void writeHash(std::ostream& out, const std::string& name, const std::vector<std::string>& keys)
{
    size_t size = 64;
    while (size < keys.size() * 3) {
        size *= 2;
    }
    if (keys.size() > rocport::kFactRowMask) {
        fail("too many rows for " + name);
    }
    std::vector<std::uint32_t> slots(size, 0);
    std::vector<std::uint64_t> sieve(rocport::kFactSieveWords, 0);
    for (size_t i = 0; i < keys.size(); ++i) {
        const std::uint32_t hash = rocport::factHash(keys[i]);
        size_t at = hash & (size - 1);
        while (slots[at] != 0) {
            at = (at + 1) & (size - 1);
        }
        slots[at] = (hash & ~rocport::kFactRowMask) | static_cast<std::uint32_t>(i + 1);
        sieve[rocport::factSieveWord(hash)] |= rocport::factSieveBit(hash);
    }
    out << "constexpr std::uint32_t " << name << "[] = {";
    for (size_t i = 0; i < size; ++i) {
        out << (i % 24 == 0 ? "\n" : "") << slots[i] << ',';
    }
    out << "\n};\n\n";
    out << "constexpr std::uint64_t " << name << "Sieve[] = {";
    for (size_t i = 0; i < sieve.size(); ++i) {
        out << (i % 8 == 0 ? "\n" : "") << sieve[i] << "u,";
    }
    out << "\n};\n\n";
}

void writeApis(std::ostream& out, const std::string& folder)
{
    std::map<std::string, Row> rows;
    for (Row& row : readTable(folder + "/cuda_to_hip.tsv")) {
        const std::string name = row["cuda"];
        row["note"] = "";
        row["table"] = "CudaToHip";
        if (!rows.emplace(name, std::move(row)).second) {
            fail("cuda_to_hip.tsv holds " + name + " twice");
        }
    }
    for (const Row& device : readTable(folder + "/device_functions.tsv")) {
        Row& row = rows[device.at("name")];
        if (row.empty()) { // warp-level names that HIPIFY does not know
            const bool known = device.at("supported") == "yes";
            row = {{"cuda", device.at("name")},
                   {"hip", known ? device.at("name") : ""},
                   {"kind", "device_function"},
                   {"api", "device"},
                   {"status", known ? "supported" : "unsupported"},
                   {"table", "DeviceFunctions"}};
        }
        row["note"] = device.at("note");
    }
    for (const Row& added : readTable(folder + "/device_added.tsv")) {
        const auto it = rows.find(added.at("name"));
        if (it == rows.end()) {
            fail("device_added.tsv: no device function " + added.at("name"));
        }
        it->second["hip"] = added.at("hip");
        it->second["hip_added"] = added.at("hip_added");
        it->second["hip_rocm6"] = "-";
        it->second["roc_rocm6"] = "-";
        it->second["status"] = "supported";
        it->second["table"] = "DeviceAdded";
    }

    for (const Row& old : readTable(folder + "/blas_v2_only.tsv")) {
        const auto it = rows.find(old.at("cuda"));
        if (it == rows.end()) {
            fail("blas_v2_only.tsv: no function " + old.at("cuda"));
        }
        it->second["v2_only"] = "true";
    }

    for (const Row& better : readTable(folder + "/substitutes.tsv")) {
        Row& row = rows[better.at("cuda")];
        if (row.empty()) { // nothing that HIPIFY knows
            row = {{"cuda", better.at("cuda")},
                   {"kind", better.at("kind")},
                   {"api", better.at("api")},
                   {"status", "unsupported"},
                   {"table", "Substitutes"}};
        }
        row["substitute"] = "true";
    }

    for (const Row& more : readTable(folder + "/beyond_hipify.tsv")) {
        const std::string& name = more.at("cuda");
        const Row row = {{"cuda", name},
                         {"kind", more.at("kind")},
                         {"api", more.at("api")},
                         {"status", "unsupported"},
                         {"table", "BeyondHipify"}};
        if (!rows.emplace(name, row).second) {
            fail("beyond_hipify.tsv: another table holds " + name);
        }
    }

    for (const Row& name : readTable(folder + "/torch_names.tsv")) {
        const auto it = rows.find(name.at("cuda"));
        if (it == rows.end()) {
            continue; // a header
        }
        it->second["torch"] = name.at("torch");
        it->second["torch_missing"] = name.at("missing");
        it->second["torch_other"] = name.at("other");
    }

    std::vector<std::string> keys;
    out << "constexpr ApiFact kApis[] = {\n";
    for (auto& [name, row] : rows) {
        keys.push_back(name);
        out << '{';
        for (const char* column : {"cuda", "hip", "roc", "miopen", "api", "cuda_added",
                                   "cuda_deprecated", "cuda_removed", "hip_added", "hip_deprecated",
                                   "hip_removed", "hip_rocm6", "roc_rocm6", "note", "torch"}) {
            out << quoted(row[column]) << ',';
        }
        out << "ApiKind::" << kindOf(row) << ",ApiStatus::" << statusOf(row) << ','
            << (row["v2_only"].empty() ? "false" : "true") << ','
            << (row["substitute"].empty() ? "false" : "true") << ','
            << (row["torch_missing"].empty() ? "false" : "true") << ','
            << (row["torch_other"].empty() ? "false" : "true") << ",NameTable::" << row["table"]
            << "},\n";
    }
    out << "};\n\n";
    if (keys.size() > 65000) {
        fail("too many names for 16-bit row numbers");
    }
    writeHash(out, "kApiSlots", keys);
}

void writeHeaders(std::ostream& out, const std::string& folder)
{
    std::map<std::string, Row> rows;
    for (Row& row : readTable(folder + "/headers.tsv")) {
        const std::string name = row["cuda_header"];
        const std::string note = row["note"];
        row["status"] = startsWith(note, "dropped:")       ? "dropped"
                        : startsWith(note, "unsupported:") ? "unsupported"
                                                           : "";
        row["foreign"] = startsWith(note, "not in HIPIFY") ? "yes" : "";
        rows.emplace(name, std::move(row));
    }
    for (const Row& extra : readTable(folder + "/installed_headers.tsv")) {
        Row& row = rows[extra.at("cuda_header")];
        if (row.empty()) {
            row["cuda_header"] = extra.at("cuda_header");
            row["hip_header"] = extra.at("installed");
            row["roc_header"] = extra.at("roc_installed");
            row["status"] = extra.at("status");
            row["foreign"] = "yes";
        }
        row["installed"] = extra.at("installed");
        row["roc_installed"] = extra.at("roc_installed");
        row["added"] = extra.at("hip_added");
        if (!extra.at("note").empty()) {
            row["note"] = extra.at("note");
        }
    }

    for (const Row& name : readTable(folder + "/torch_names.tsv")) {
        const auto it = rows.find(name.at("cuda"));
        if (it != rows.end()) {
            it->second["torch"] = name.at("torch");
        }
    }

    std::vector<std::string> keys;
    out << "constexpr HeaderFact kHeaders[] = {\n";
    for (auto& [name, row] : rows) {
        keys.push_back(name);
        out << '{';
        for (const char* column :
             {"cuda_header", "hip_header", "installed", "roc_header", "hip_rocm6", "note"}) {
            out << quoted(row[column]) << ',';
        }
        const std::string status = row["status"];
        out << (status == "dropped" ? "true," : "false,")
            << (status == "unsupported" ? "true," : "false,")
            << (row["foreign"] == "yes" ? "true," : "false,") << quoted(row["roc_installed"]) << ','
            << quoted(row["added"]) << ',' << quoted(row["torch"]) << "},\n";
    }
    out << "};\n\n";
    writeHash(out, "kHeaderSlots", keys);
}

/// Sorted by function, in the order of the table: a function's rules stand together.
void writeArgumentRules(std::ostream& out, const std::string& folder)
{
    static const std::map<std::string, std::string> groups = {
        {"hip", "Hip"}, {"roc", "Roc"}, {"miopen", "Miopen"}};
    static const std::map<std::string, std::string> actions = {
        {"cast", "Wrap"},       {"insert", "Insert"}, {"remove", "Remove"},
        {"replace", "Replace"}, {"move", "Move"},     {"copy", "Copy"}};
    std::vector<Row> rows = readTable(folder + "/argument_rules.tsv");
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.at("cuda") < b.at("cuda"); });
    out << "constexpr ArgumentRule kArgumentRules[] = {\n";
    for (const Row& row : rows) {
        const auto group = groups.find(row.at("group"));
        const auto action = actions.find(row.at("action"));
        if (group == groups.end() || action == actions.end()) {
            fail("argument_rules.tsv: unknown group or action of " + row.at("cuda"));
        }
        const std::string& target = row.at("target");
        out << '{' << quoted(row.at("cuda")) << ",ArgumentGroup::" << group->second
            << ",ArgumentAction::" << action->second << ',' << row.at("argument") << ','
            << row.at("count") << ',' << (target.empty() ? "-1" : target) << ','
            << quoted(row.at("text")) << "},\n";
    }
    out << "};\n\n";
}

void writeSubstitutes(std::ostream& out, const std::string& folder)
{
    std::vector<Row> rows = readTable(folder + "/substitutes.tsv");
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.at("cuda") < b.at("cuda"); });
    out << "constexpr Substitute kSubstitutes[] = {\n";
    for (const Row& row : rows) {
        const std::string& count = row.at("arguments");
        out << '{' << quoted(row.at("cuda")) << ',' << (count.empty() ? "-1" : count) << ','
            << quoted(row.at("text")) << "},\n";
    }
    out << "};\n\n";
}

void writeNewerNames(std::ostream& out, const std::string& folder)
{
    out << "constexpr NewerName kNewerNames[] = {\n";
    std::string last;
    for (const Row& row : readTable(folder + "/newer_names.tsv")) {
        if (row.at("cuda") <= last) {
            fail("newer_names.tsv is not sorted at " + row.at("cuda"));
        }
        last = row.at("cuda");
        out << '{' << quoted(last) << ',' << quoted(row.at("hip")) << ','
            << quoted(row.at("hip_added")) << ',' << quoted(row.at("hip_until")) << "},\n";
    }
    out << "};\n\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        fail("usage: generate_facts FOLDER OUTPUT");
    }
    std::ostringstream text;
    writeApis(text, argv[1]);
    writeHeaders(text, argv[1]);
    writeArgumentRules(text, argv[1]);
    writeSubstitutes(text, argv[1]);
    writeNewerNames(text, argv[1]);
    std::ofstream out(argv[2], std::ios::binary);
    out << "// Made by generate_facts from resources/facts; not to be edited.\n" << text.str();
    out.close();
    if (!out) {
        fail(std::string("cannot write ") + argv[2]);
    }
    return 0;
}
