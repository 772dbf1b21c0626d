// The official TypeScript clients of MCP against the real program: the SDK of the handshake era, and the one of the current
// revision; over stdio and HTTP.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const cofio = process.argv[2];

function home() {
  const folder = mkdtempSync(join(tmpdir(), "cofio-mcp-"));
  const env = {
    HOME: folder, XDG_CONFIG_HOME: join(folder, "config"), XDG_DATA_HOME: join(folder, "share"),
    PATH: process.env.PATH, TZ: "UTC", COFIO_STORE_BALLAST_MIB: "1",
  };
  return { folder, env };
}

async function serve(env) {
  const server = spawn(cofio, ["serve", "--no-open", "--json", "--port", "0"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const piece of server.stdout) {
    text += piece;
    try {
      return { server, url: new URL(JSON.parse(text).url.replace("localhost", "127.0.0.1") + "/mcp") };
    } catch { /* The banner is not all there yet. */ }
  }
  throw new Error(`it did not start: ${text}`);
}

const answers = [{ action: "decline" }, { action: "accept", content: { decision: "turn_on" } }];
const capabilities = { elicitation: { form: {} } };
const info = { name: "check", version: "1" };

const eras = {
  "sdk, handshake era": (given) => {
    const client = new OldClient(info, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, async () => given.shift());
    return { client, stdio: (options) => new OldStdio(options), http: (url) => new OldHttp(url) };
  },
  "client, current revision": (given) => {
    const client = new Client(info, { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } });
    client.setRequestHandler("elicitation/create", async () => given.shift());
    return {
      client, stdio: (options) => new StdioClientTransport(options), http: (url) => new StreamableHTTPClientTransport(url),
    };
  },
};

async function everyday(client) {
  assert.equal(client.getServerVersion()?.name, "cofio");
  const call = async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(!result.isError, JSON.stringify(result));
    return result.structuredContent;
  };
  const { tools } = await client.listTools();
  assert.equal(tools.length, 8);
  await call("get_context", { query: "what shall I cook?" });
  const saved = await call("remember", { content: "is vegetarian" });
  const id = saved.event.memory.id;
  assert.equal((await call("recall", { query: "vegetarian food" })).results[0].id, id);
  const refused = await client.callTool({ name: "remember", arguments: { content: "was diagnosed with diabetes" } });
  assert.match(refused.content[0].text, /did not turn health memory on/);
  assert.equal((await call("remember", { content: "was diagnosed with diabetes" })).event.action, "saved");
  assert.equal((await call("forget", { id_or_substring: id })).event.action, "forgotten");
  const { resources } = await client.listResources();
  assert.ok(resources.some((resource) => resource.uri === "cofio://context"));
  assert.ok((await client.readResource({ uri: "cofio://profile" })).contents[0].text);
  assert.equal((await client.listPrompts()).prompts.length, 5);
  assert.match((await client.getPrompt({ name: "remember", arguments: { text: "likes tea" } })).messages[0].content.text, /likes tea/);
}

for (const [era, make] of Object.entries(eras)) {
  for (const way of ["stdio", "http"]) {
    const { folder, env } = home();
    const served = way === "http" ? await serve(env) : undefined;
    const { client, stdio, http } = make(structuredClone(answers));
    try {
      await client.connect(served ? http(served.url) : stdio({ command: cofio, args: ["mcp"], env }));
      await everyday(client);
    } finally {
      await client.close();
      served?.server.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
  console.log(`typescript ${era}: stdio, HTTP, asked and refused`);
}
