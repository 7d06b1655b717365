// Bundles the client into src/sunroom/server/page, or with --units its unit tests into web/made/tests.
// `python web/build.py` calls it. Boards, pictures and words are found in the game folders, not listed.

import { readFileSync, readdirSync, existsSync, mkdirSync, rmSync, writeFileSync, cpSync } from "node:fs";
import { createHash } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { parse } from "smol-toml";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const web = path.join(root, "web");
const games = path.join(root, "src/sunroom/games");
const out = path.join(root, "src/sunroom/server/page");
const LANGUAGES = ["en", "de"];

/** Games by the name that the server uses, with their folders. */
const folders = Object.fromEntries(
  readdirSync(games, { withFileTypes: true })
    .filter((entry) => /^[^_]/.test(entry.name) && existsSync(path.join(games, entry.name, "words.toml")))
    .map((entry) => [entry.name.replaceAll("_", "-"), path.join(games, entry.name)]),
);
const having = (file) => Object.entries(folders).filter(([, folder]) => existsSync(path.join(folder, "board", file)));
const toml = (...parts) => parse(readFileSync(path.join(root, ...parts), "utf8"));

// Words

const SHARED_WORDS = ["src/sunroom/cli/words.toml", "src/sunroom/rules/words.toml", "src/sunroom/players/words.toml"];

/** What the page itself can say: its own words, and those of the shell, the rules and the players that it uses. */
function pageWords() {
  const used = new Set();
  for (const file of sources(web)) {
    const source = readFileSync(file, "utf8");
    for (const [, id] of source.matchAll(/["'`]([a-z][a-z0-9_]*)["'`]/g)) used.add(id);
    for (const [, ids] of source.matchAll(/\/\/ words: (.*)/g)) for (const id of ids.split(", ")) used.add(id);
  }
  const files = readdirSync(path.join(web, "words")).filter((name) => name.endsWith(".toml"));
  const own = Object.assign({}, ...files.map((name) => toml("web/words", name)));
  const shared = Object.assign({}, ...SHARED_WORDS.map((file) => toml(file)));
  const taken = Object.fromEntries(Object.entries(shared).filter(([id]) => used.has(id) && !(id in own)));
  return { ...taken, ...own };
}

function sources(folder) {
  return filesIn(folder, /\.tsx?$/).filter((file) => !UNIT.test(file));
}

const UNIT = /\.test\.tsx?$/;

function filesIn(folder, named) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => named.test(name) && !name.startsWith("made/"))
    .map((name) => path.join(folder, name));
}

/** A game's words over those that all games share, in one language. */
function gameWords(folder, language) {
  const entries = {
    ...toml("src/sunroom/rules/words.toml"),
    ...parse(readFileSync(path.join(folder, "words.toml"), "utf8")),
  };
  return inOne(entries, language);
}

/** {id: text}, and {id_one: text} for what is said of one. */
function inOne(entries, language) {
  const texts = {};
  for (const [id, entry] of Object.entries(entries)) {
    texts[id] = entry[language];
    if (entry[`${language}_one`]) texts[`${id}_one`] = entry[`${language}_one`];
  }
  return texts;
}

// Modules that are made here

function made(name) {
  if (name === "boards") {
    const lines = having("board.tsx").map(
      ([game, folder]) =>
        `${JSON.stringify(game)}: () => import(${JSON.stringify(path.join(folder, "board/board.tsx"))})`,
    );
    return `export default {${lines.join(",\n")}}`;
  }
  if (name === "pictures") {
    const found = having("picture.tsx");
    const imports = found.map(
      ([, folder], n) => `import * as p${n} from ${JSON.stringify(path.join(folder, "board/picture.tsx"))};`,
    );
    const entries = found.map(([game], n) => `${JSON.stringify(game)}: p${n}`);
    return `${imports.join("\n")}\nexport default {${entries.join(",")}}`;
  }
  if (name === "words") {
    const page = pageWords();
    const loaders = Object.keys(folders).map(
      (game) =>
        `${JSON.stringify(game)}: {${LANGUAGES.map((l) => `${l}: () => import("made:words/${game}/${l}")`).join(",")}}`,
    );
    const texts = Object.fromEntries(LANGUAGES.map((language) => [language, inOne(page, language)]));
    return `export const page = ${JSON.stringify(texts)};\nexport const games = {${loaders.join(",")}}`;
  }
  if (name.startsWith("words/")) {
    const [, game, language] = name.split("/");
    return `export default ${JSON.stringify(gameWords(folders[game], language))}`;
  }
  throw new Error(`nothing is made for made:${name}`);
}

const plugin = {
  name: "sunroom",
  setup(build) {
    build.onResolve({ filter: /^made:/ }, ({ path: name }) => ({ path: name.slice(5), namespace: "made" }));
    build.onResolve({ filter: /^thread:/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.slice(7)),
      namespace: "thread",
    }));
    build.onLoad({ filter: /.*/, namespace: "thread" }, async ({ path: source }) => ({
      contents: await threadOf(source.replace(/js$/, "ts")),
      loader: "file",
    }));
    build.onLoad({ filter: /.*/, namespace: "made" }, ({ path: name }) => ({
      contents: made(name),
      loader: "js",
      resolveDir: root,
    }));
  },
};

const bundled = {}; // the sources of scripts that are built by themselves

/** A script for a worker: what imports it gets its address. */
async function threadOf(source) {
  const how = { format: "iife", outdir: out, write: false, metafile: true };
  const { outputFiles, metafile } = await esbuild.build({ ...options, ...how, entryPoints: [source] });
  Object.assign(bundled, metafile.inputs);
  return outputFiles[0].contents;
}

/** The page's style and those of all boards: a few kilobytes, so that nothing is drawn without its style. */
function styleSheet() {
  const others = readdirSync(web, { recursive: true }).filter(
    (name) => name.endsWith(".css") && name !== "style.css" && !name.startsWith("made"),
  );
  const parts = [
    path.join(web, "style.css"),
    ...others.sort().map((name) => path.join(web, name)),
    ...having("board.css").map(([, folder]) => path.join(folder, "board/board.css")),
  ];
  return parts.map((part) => `@import ${JSON.stringify(part)};`).join("\n");
}

/** Types for the modules that are made: which words there are is checked by the compiler. */
function writeTypes() {
  const ids = Object.keys(pageWords())
    .map((id) => JSON.stringify(id))
    .join(" | ");
  mkdirSync(path.join(web, "made"), { recursive: true });
  writeFileSync(
    path.join(web, "made/made.d.ts"),
    `declare module "made:words" {
  export type PageWord = ${ids};
  export const page: Record<"en" | "de", Record<string, string>>;
  export const games: Record<string, Record<"en" | "de", () => Promise<{ default: Record<string, string> }>>>;
}
declare module "thread:*" {
  const address: string;
  export default address;
}
declare module "made:boards" {
  const boards: Record<string, () => Promise<{ default: import("../board").BoardModule }>>;
  export default boards;
}
declare module "made:pictures" {
  const pictures: Record<string, import("../board").Pictures>;
  export default pictures;
}
`,
  );
}

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: { "@web": web },
  loader: { ".woff2": "file", ".svg": "file" },
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
};

async function bundle() {
  writeTypes();
  if (process.argv.includes("--types")) return;
  if (process.argv.includes("--units")) return bundleUnits();
  mkdirSync(path.join(web, "made"), { recursive: true });
  writeFileSync(path.join(web, "made/style.css"), styleSheet());
  rmSync(out, { recursive: true, force: true });
  const result = await esbuild.build({
    ...options,
    entryPoints: [path.join(web, "main.tsx"), path.join(web, "made/style.css")],
    outdir: out,
    splitting: true,
    metafile: true,
    plugins: [plugin],
    publicPath: "/page",
  });
  const built = Object.keys(result.metafile.outputs).map((file) => path.relative(out, path.join(root, file)));
  const named = (start, end) => built.find((file) => file.startsWith(start) && file.endsWith(end));
  const names = { main: named("main-", ".js"), style: named("style-", ".css") };
  const html = readFileSync(path.join(web, "index.html"), "utf8").replace(/%(\w+)%/g, (_, key) => names[key]);
  writeFileSync(path.join(out, "index.html"), html);
  const early = await ownScript("early.ts", { entryNames: "[name]-[hash]", metafile: true });
  writeAhead(result.metafile.outputs, html, path.basename(Object.keys(early.metafile.outputs)[0]));
  cpSync(path.join(web, "static"), out, { recursive: true });
  writeLicences(Object.keys({ ...result.metafile.inputs, ...bundled }));
  await serviceWorker(built);
}

/** What the start page and a table need is fetched along with them; the server knows which board and words. */
function writeAhead(outputs, html, early) {
  const links = (files) => files.map((file) => `    <link rel="modulepreload" href="/page/${file}">\n`).join("");
  const write = (name, text, files) =>
    writeFileSync(path.join(out, name), text.replace("  </head>", `${links(files)}  </head>`));
  const always = modulesOf(outputs, "web/table/page.tsx");
  write("home.html", html, modulesOf(outputs, "web/home/home.tsx"));
  write("match.html", html.replace("    <link", `    <script async src="/page/${early}"></script>\n    <link`), always);
  const more = {};
  for (const [game, folder] of having("board.tsx")) {
    const board = modulesOf(outputs, path.relative(root, path.join(folder, "board/board.tsx")));
    more[game] = {};
    for (const language of LANGUAGES) {
      const words = modulesOf(outputs, `made:words/${game}/${language}`);
      more[game][language] = links([...board, ...words].filter((file) => !always.includes(file)));
    }
  }
  writeFileSync(path.join(out, "ahead.json"), JSON.stringify(more));
}

/** The files of a page that is fetched when it is needed: its own, and what that imports. */
function modulesOf(outputs, source) {
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path: next, kind } of outputs[file].imports) if (kind === "import-statement") add(next);
  };
  add(Object.keys(outputs).find((file) => outputs[file].entryPoint === source));
  return [...found].map((file) => path.basename(file));
}

/** What others have written and the page contains goes along under their terms. */
function writeLicences(inputs) {
  const found = inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  const texts = [...new Set(found)].sort().map((name) => {
    const folder = path.join(root, "node_modules", name);
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    return `${name}\n\n${readFileSync(path.join(folder, licence), "utf8").trim()}\n`;
  });
  writeFileSync(path.join(out, "licences.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
}

/** The shell for offline use: which files it holds is known only now. */
async function serviceWorker(built) {
  const files = built.filter((file) => !file.endsWith(".map")).map((file) => `/page/${file}`);
  const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
  await ownScript("worker.ts", {
    entryNames: "[name]",
    define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
  });
}

/** A script that shares nothing with the page. */
function ownScript(source, more) {
  return esbuild.build({ ...options, entryPoints: [path.join(web, source)], outdir: out, format: "iife", ...more });
}

/** The unit tests with what they test, for Node: each file one, before each what a browser has. */
async function bundleUnits() {
  const units = path.join(web, "made/tests");
  const folders = [web, ...having("board.tsx").map(([, folder]) => path.join(folder, "board"))];
  rmSync(units, { recursive: true, force: true });
  await esbuild.build({
    ...options,
    minify: false,
    sourcemap: "inline",
    platform: "node",
    entryPoints: folders.flatMap((folder) => filesIn(folder, UNIT)),
    entryNames: "[dir]/[name]",
    outbase: root,
    outdir: units,
    outExtension: { ".js": ".mjs" },
    plugins: [plugin],
    inject: [path.join(web, "tests/browser.ts")],
  });
}

await bundle();
