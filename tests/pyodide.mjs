// Whole matches of a game inside Pyodide: `node tests/pyodide.mjs GAME` prints what alone.py does,
// and what it took in seconds and bytes. Only the core is copied into Pyodide's file system: no server, no shell.

import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const tests = path.dirname(fileURLToPath(import.meta.url));
const source = path.join(tests, "../src/sunroom");
const CORE = ["__init__.py", "checks", "engine", "games", "match", "players", "rules", "table"];
const LEFT_OUT = ["__pycache__", "board", "golden", "tests"];

/** Copies a file or folder into the file system of Python; returns how many bytes these are. */
function copy(fs, from, to) {
  if (!statSync(from).isDirectory()) {
    const bytes = readFileSync(from);
    fs.writeFile(to, bytes);
    return bytes.length;
  }
  fs.mkdirTree(to);
  const names = readdirSync(from).filter((name) => !LEFT_OUT.includes(name));
  return names.reduce((sum, name) => sum + copy(fs, path.join(from, name), `${to}/${name}`), 0);
}

const python = await loadPyodide();
const started = performance.now();
python.FS.mkdirTree("/core/sunroom");
const bytes = CORE.reduce((sum, name) => sum + copy(python.FS, path.join(source, name), `/core/sunroom/${name}`), 0);
copy(python.FS, path.join(tests, "alone.py"), "/alone.py");

let printed = "";
python.setStdout({ batched: (line) => (printed += line) });
python.globals.set("game", process.argv[2]);
try {
  python.runPython(`
import runpy, sys
sys.path.insert(0, "/core")
sys.argv = ["alone.py", game]
runpy.run_path("/alone.py", run_name="__main__")
`);
} catch (error) {
  console.error(error.message); // without the line of Pyodide's own code that Node would show
  process.exit(1);
}

const played = performance.now();
const measured = {
  start: started / 1000,
  played: (played - started) / 1000,
  copied: bytes,
  memory: process.memoryUsage.rss(),
};
console.log(JSON.stringify({ ...JSON.parse(printed), measured }));
