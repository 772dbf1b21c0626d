// Usage: check.mjs BASE_URL. Chat, streaming, tools, responses, embeddings, models and errors, with the client for Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import OpenAI from "openai";

const client = new OpenAI({ baseURL: process.argv[2], apiKey: "not needed here", maxRetries: 0 });
const messages = [{ role: "user", content: "What shall I cook tonight, in Node?" }];
const told = "You told me you are vegetarian. Olá 🍵!";
const model = "some-model";
const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } }];

const { data, response } = await client.chat.completions.create({ model, messages }).withResponse();
assert.equal(data.choices[0].message.content, told);
assert.match(response.headers.get("x-cofio-answer"), /^ans_/);

let text = "";
for await (const chunk of await client.chat.completions.create({ model, messages, stream: true })) {
  text += chunk.choices[0]?.delta?.content ?? "";
}
assert.equal(text, told);

const asked = await client.chat.completions.create({ model, messages, tools });
assert.equal(asked.choices[0].message.tool_calls[0].function.name, "weather");
const run = client.chat.completions.stream({ model, messages, tools });
assert.equal((await run.finalChatCompletion()).choices[0].message.tool_calls[0].function.arguments, '{"city": "Lisboa"}');

const answered = await client.responses.create({ model, input: "What shall I cook tonight, in Node?" });
assert.equal(answered.output_text, told);
let deltas = "";
for await (const event of await client.responses.create({ model, input: "What shall I cook tonight?", stream: true })) {
  if (event.type === "response.output_text.delta") deltas += event.delta;
}
assert.equal(deltas, told);

const vectors = await client.embeddings.create({ model: "cofio-embed-1", input: "tea" });
assert.ok(vectors.data[0].embedding.length > 100);
const listed = [];
for await (const found of client.models.list()) listed.push(found.id);
assert.ok(listed.includes(model));
await assert.rejects(client.chat.completions.create({ model: "no-such-model", messages }), OpenAI.NotFoundError);

const { version } = JSON.parse(readFileSync(new URL("./node_modules/openai/package.json", import.meta.url)));
console.log(`openai ${version} for Node: chat, streaming, tools, responses, embeddings, models, errors`);
