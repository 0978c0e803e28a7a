// The official client of the Model Context Protocol with rocport-cli mcp: what it lists, each tool, wrong calls,
// cancelling, and a recorded sequence of calls that ports a small repository.
// Usage: node client.mjs ROCPORT-CLI FOLDER-WITH-NODE_MODULES
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [program, packages] = process.argv.slice(2).map((word) => resolve(word));
const here = dirname(fileURLToPath(import.meta.url));
const sdk = join(packages, "node_modules/@modelcontextprotocol/sdk/dist/esm");
if (!existsSync(sdk)) {
    console.log("ROCPORT_SKIP_TEST: the official client is not there (packaging/bootstrap fetches it)");
    process.exit(0);
}
const { Client } = await import(join(sdk, "client/index.js"));
const { StdioClientTransport } = await import(join(sdk, "client/stdio.js"));

const scratch = mkdtempSync(join(tmpdir(), "rocport-mcp-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const repository = join(scratch, "repository");
cpSync(join(here, "repository"), repository, { recursive: true });
const git = (...words) =>
    execFileSync("git", ["-C", repository, "-c", "user.name=Test", "-c", "user.email=test@example.org", ...words]);
git("init", "-q", "-b", "main");
git("add", "-A");
git("commit", "-q", "-m", "Before the port");

const client = new Client({ name: "official-client", version: "1.0.0" });
const environment = { ...process.env, XDG_DATA_HOME: join(scratch, "data") };
await client.connect(
    new StdioClientTransport({ command: program, args: ["mcp", "--root", repository], env: environment, stderr: "ignore" }),
);
const call = (name, args = {}, options = {}) =>
    client.callTool({ name, arguments: args }, undefined, { timeout: 300_000, ...options });

async function lists() {
    assert.equal(client.getServerVersion().name, "rocport");
    await client.ping();
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    for (const name of ["scan", "plan", "findings", "propose", "write_port", "explain_rule", "prove_isolation",
        "compile_gate", "review_port", "execute_on_lanes", "open_project", "record_decision", "report"]) {
        assert(names.includes(name), name);
    }
    for (const tool of tools) {
        assert(tool.description.length > 60 && tool.outputSchema && tool.annotations.title, tool.name);
        assert.equal(tool.annotations.destructiveHint, tool.name === "write_port", tool.name);
    }
    const resources = [];
    let cursor;
    do {
        const page = await client.listResources({ cursor });
        resources.push(...page.resources);
        cursor = page.nextCursor;
    } while (cursor);
    assert(resources.length > 100, `${resources.length} resources`);
    assert.equal(new Set(resources.map((one) => one.uri)).size, resources.length);
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates.length, 2);
    for (const uri of ["rocport://rules", "rocport://rules/warp-popc", "rocport://facts", "rocport://facts/ballot",
        "rocport://fault-classes"]) {
        const { contents } = await client.readResource({ uri });
        assert(contents[0].text.length > 100, uri);
    }
    await assert.rejects(client.readResource({ uri: "rocport://rules/no-such-rule" }), /-32002/);
}

async function wrongCalls() {
    await assert.rejects(call("no_such_tool"), /-32602/);
    await assert.rejects(call("findings", { limit: "ten" }), /must be of type integer/);
    await assert.rejects(call("findings", { nothing: 1 }), /no argument/);
    await assert.rejects(call("explain_rule"), /is missing/);
    for (const [name, args] of [
        ["scan", { folder: "/etc" }],
        ["scan", { folder: "../.." }],
        ["scan", { folder: "nowhere" }],
        ["findings", { rule: "no-such-rule" }],
        ["prove_isolation", { original: "sum.cu" }],
        ["prove_isolation", { range: "no..where" }],
        ["review_port", { range: "no..where" }],
        ["write_port", { write: false }],
        ["execute_on_lanes", { grid: "1" }],
        ["execute_on_lanes", { files: ["sum.cu"], kernel: "sum", grid: "1", block: "1", args: ["int[4]=file:/etc/passwd"] }],
        ["report", {}],
    ]) {
        const result = await call(name, args);
        assert.equal(result.isError, true, `${name} ${JSON.stringify(args)}`);
        assert.equal(result.content.length, 1);
        assert.match(result.content[0].text, /\.$/);
    }
    assert.equal(git("status", "--porcelain").toString(), "");
}

async function cancelled() {
    const controller = new AbortController();
    const steps = [];
    const run = call("execute_on_lanes", { files: ["sum.cu"], without_sandbox: true }, {
        signal: controller.signal,
        onprogress: (progress) => {
            steps.push(progress.progress);
            controller.abort("enough");
        },
    });
    await assert.rejects(run);
    assert(steps.length > 0);
    await client.ping();
    assert.equal((await call("scan")).isError, false); // the next call runs
}

/// Whether this machine can build programs for lanes, and run them in a sandbox.
function runsLanes() {
    const sandbox = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]);
    return sandbox.status === 0 && (process.env.PATH ?? "").split(":").some((folder) =>
        ["clang++", "g++"].some((name) => existsSync(join(folder, name))));
}

/// The person takes what is proved into a branch of their own; of this port that is all of it.
function reviewed(hunks, counts) {
    assert.equal(hunks.length, counts.hunks);
    for (const hunk of hunks) {
        assert.equal(hunk.needsLook, false, `${hunk.path}: ${hunk.title}`);
        assert.equal(hunk.nvidiaPath, "unchanged", hunk.path);
        assert.equal(hunk.rule, "equal", hunk.path);
    }
    const made = spawnSync(program, ["review", repository, "main..port", "--branch", "reviewed", "--accept", "equal"]);
    assert.equal(made.status, 0, made.stderr.toString());
    assert.match(made.stdout.toString(), new RegExp(`has ${hunks.length} of ${hunks.length} hunks`));
    assert.equal(git("rev-parse", "reviewed^{tree}").toString(), git("rev-parse", "port^{tree}").toString());
    assert.equal(git("rev-list", "--count", "main..reviewed").toString().trim(), "1");
}

async function recorded() {
    const kept = {};
    for (const step of JSON.parse(readFileSync(join(here, "session.json"), "utf8"))) {
        if (step.git) {
            git(...step.git);
            continue;
        }
        if (step.needs === "lanes" && !runsLanes()) {
            continue;
        }
        for (const item of step.each ? kept[step.each] : [null]) {
            const args = { ...step.arguments };
            if (args.key === "KEY") {
                args.key = item.key;
            }
            const result = await call(step.tool, args, { onprogress: () => {}, resetTimeoutOnProgress: true });
            assert.equal(result.isError, false, `${step.tool}: ${result.content[0].text}`);
            for (const [name, value] of Object.entries(step.expect ?? {})) {
                assert.deepEqual(result.structuredContent[name], value, `${step.tool}: ${result.content[0].text}`);
            }
            for (const [from, to] of Object.entries(step.keep ?? {})) {
                kept[to] = result.structuredContent[from];
            }
            kept.last = result.structuredContent;
        }
    }
    assert(kept.changes.length >= 4);
    const { tasks } = JSON.parse(kept.last.text);
    const changes = tasks.filter((task) => task.kind === "change");
    assert.equal(changes.length, kept.changes.length); // proposed, and none of them decided
    for (const task of changes) {
        assert.equal(task.state, "open");
        assert.equal(task.proposed[0].by, "official-client");
        assert(task.acceptance.length > 0);
    }
    assert.match(git("diff", "--stat", "main..port").toString(), /rocm_compat/);
    reviewed(kept.hunks, kept.counts);
    assert.equal(git("status", "--porcelain").toString(), "");
}

await lists();
await wrongCalls();
await cancelled();
await recorded();
await client.close();
console.log("passed");
