// Answers lines of JSON: runs code over the core script in Node, for the tests.

const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const vm = require("node:vm");

const [folder, ...scripts] = process.argv.slice(2);
const networks = {};
globalThis.courseData = (name, data) => (networks[name] = data);
globalThis.networkAt = (file) => {
  vm.runInThisContext(fs.readFileSync(file, "utf8"));
  return networks[path.basename(file, ".js")];
};
globalThis.posted = []; // by the worker
globalThis.postMessage = (message) => posted.push(message);
globalThis.bytesAt = (file) => fs.readFileSync(file);
for (const name of scripts) {
  const filename = path.resolve(folder, name);
  vm.runInThisContext(fs.readFileSync(filename, "utf8"), { filename });
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { code, values } = JSON.parse(line);
  let answer;
  try {
    const run = vm.runInThisContext(`(({ ${Object.keys(values).join(", ")} }) => { ${code} })`);
    answer = { found: run(values) ?? null };
  } catch (error) {
    answer = { error: String(error.stack) };
  }
  console.log(JSON.stringify(answer));
});
