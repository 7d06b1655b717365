// The plain table: what one needs to play every game, until the full boards are here.
// Whatever others have written becomes text, never markup.

const FEW = 16; // choices that fit side by side; more are grouped
const patience = (tries) => Math.min(300 * 2 ** tries, 8000); // milliseconds until the next attempt

let language = localStorage.getItem("language") ?? (navigator.language.toLowerCase().startsWith("de") ? "de" : "en");
const texts = await (await fetch("/page/words.json")).json(); // what the page itself says
let me = { name: null, confirm: false };
let draw = () => {}; // draws the page that is open

// Words

const fill = (text, args) =>
  text.replace(/\{(\w+)(!r)?\}/g, (_, name, quoted) => (quoted ? `'${args[name]}'` : String(args[name] ?? "")));

/** A message, {id, args} as the server sends it, in the reader's language. */
function say({ id, args = {} }, words = table.words) {
  const entry = words[id];
  if (!entry) return id;
  const text = (args.n === 1 && entry[`${language}_one`]) || entry[language];
  return fill(text, Object.fromEntries(Object.entries(args).map(([key, value]) => [key, spoken(value)])));
}

const t = (id, args) => say({ id, args }, texts);

function spoken(value) {
  if (typeof value !== "object" || value === null) return value;
  if ("seat" in value) return nameOf(value.seat);
  if ("moves" in value) return value.moves.map(notation).join(", ");
  return say(value);
}

/** An action's text with each word as the reader's language has it. */
const notation = (text) => text.replace(/[a-z]+/g, (word) => table.words[`say_${word}`]?.[language] ?? word);

/** A word of the game for something in its view, without what a terminal makes of it. */
const word = (id) => {
  const said = table.words[id]?.[language] ?? texts[`key_${id}`]?.[language];
  return said && !said.includes("{") ? said.replace(/\[[^\]]*\]/g, "") : notation(id);
};

const keyWord = (key) => (texts[`key_${key}`] ? t(`key_${key}`) : word(key));
const listed = (names) => new Intl.ListFormat(language).format(names);

// Elements

const DRAWN = ["svg", "path", "ellipse", "use"];

/** An element; children are nodes or text. */
function h(tag, props = {}, ...children) {
  const made = DRAWN.includes(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value || value === 0) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(3).filter((child) => child || child === 0));
  return made;
}

const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, "data-key": text, ...more }, text);
const byId = (id) => document.getElementById(id);

function show(id, text) {
  byId(id).textContent = text ?? "";
  byId(id).hidden = !text;
}

/** Replace the page's content, and keep the keyboard where it was. */
function fillPage(...children) {
  const key = document.activeElement?.dataset?.key;
  byId("main").replaceChildren(...children.flat(3).filter(Boolean));
  if (key) [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled)?.focus();
}

/** Do something that may be refused, and say why. */
async function attempt(work) {
  try {
    show("notice");
    return await work();
  } catch (why) {
    if (!(why instanceof Refused)) throw why;
    show("notice", why.message);
  }
}

// The server

class Refused extends Error {
  constructor({ text, id }) {
    super(text ?? t("failed"));
    this.id = id;
  }
}

const offline = () => {
  throw new Refused({ id: "offline", text: t("offline") });
};

async function api(method, path, data) {
  const headers = { "content-type": "application/json", "accept-language": language };
  const answer = await fetch(path, { method, headers, body: data && JSON.stringify(data) }).catch(offline);
  const read = answer.status === 204 ? null : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(read);
  return read;
}

/** Come in as a guest, however long the server is away. */
async function comeIn(tries = 0) {
  try {
    me = await api("POST", "/api/me", {});
    show("banner");
  } catch (why) {
    show("banner", why.message);
    await new Promise((resolve) => setTimeout(resolve, patience(tries)));
    await comeIn(tries + 1);
  }
}

async function setMe(change) {
  me = { ...me, ...change }; // at once: a move may follow before the answer
  me = await api("POST", "/api/me", change);
  draw();
}

// The first page: games and tables

async function openHome() {
  const lists = { games: [], running: [], gathering: [] };
  const load = async () => {
    [lists.games, lists.running, lists.gathering] = await Promise.all([
      api("GET", "/api/games"),
      api("GET", "/api/matches?mine=true&status=playing"),
      api("GET", "/api/matches?status=gathering"),
    ]);
    draw();
  };
  draw = () => drawHome(lists);
  await attempt(load);
  document.addEventListener("visibilitychange", () => document.hidden || attempt(load));
}

function drawHome({ games, running, gathering }) {
  document.title = "Sunroom";
  const mine = [...running, ...gathering.filter((match) => match.seats.some((seat) => seat.yours))];
  const open = gathering.filter((match) => !match.seats.some((seat) => seat.yours));
  fillPage(
    h("div", { class: "welcome" }, h("h1", {}, t("welcome")), nameForm()),
    lines(t("running"), mine, games),
    lines(t("open_tables"), open, games),
    h("section", {}, h("h2", {}, t("games")), h("div", { class: "games" }, [...games].sort(byCompany).map(gameCard))),
  );
}

/** Games for few first, those for one alone last. */
const byCompany = (a, b) => (a.seats.at(-1) === 1) - (b.seats.at(-1) === 1) || a.seats.at(-1) - b.seats.at(-1);

function nameForm() {
  const field = h("input", { name: "name", maxlength: 40, autocomplete: "off", value: me.name ?? "", placeholder: t("nameless"), "data-key": "name" });
  const keep = (event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (name) attempt(() => setMe({ name })).then(() => me.name === name && show("notice", t("name_kept", { name })));
  };
  return h("form", { class: "name", onsubmit: keep }, h("label", {}, h("span", {}, t("your_name")), field), h("button", {}, t("keep_name")));
}

function lines(title, matches, games) {
  if (!matches.length) return null;
  const line = (match) => {
    const game = games.find((one) => one.name === match.game);
    const nobody = { person: "nameless", open: "free", reserved: "free" };
    const who = match.seats.map((seat) => (seat.yours ? t("you") : seat.kind === "ai" ? t(seat.name) : seat.name ?? t(nobody[seat.kind])));
    return h("li", {}, h("a", { href: `/match/${match.id}` }, h("b", {}, game ? game.title[language] : match.game), h("span", {}, who.join(" · ")), h("small", {}, match.status === "gathering" ? t("waiting") : new Date(match.created).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }))));
  };
  return h("section", {}, h("h2", {}, title), h("ul", { class: "lines" }, matches.map(line)));
}

function gameCard(game) {
  const most = Math.max(...game.seats);
  const least = Math.min(...game.seats);
  const rest = Array(Math.max(least - 2, 0)).fill({ kind: "ai", level: "club" });
  const start = (...seats) => () => attempt(() => create(game.name, seats));
  const number = least === most ? t("players", { n: least }) : t("players", { n: `${least}–${most}` });
  const facts = [game.facts.author, game.facts.publisher, number].filter(Boolean);
  return h(
    "article", { class: "game" },
    h("h3", {}, game.title[language]), h("p", {}, game.why[language]), h("small", {}, facts.join(" · ")),
    h(
      "div", { class: "row" },
      game.levels.length > 0 && most > 1 && button(t("against"), start({ kind: "me" }, { kind: "ai", level: "club" }, ...rest), { class: "main", "data-key": `against-${game.name}` }),
      most > 1 && button(t("friend"), start({ kind: "me" }, { kind: "open" }, ...rest), { "data-key": `friend-${game.name}` }),
      least === 1 && button(t("alone"), start({ kind: "me" }), { class: most === 1 && "main", "data-key": `alone-${game.name}` }),
    ),
  );
}

async function create(game, seats) {
  const made = await api("POST", "/api/matches", { game, seats });
  if (made.invites.length) sessionStorage.setItem(`invite-${made.id}`, made.invites[0].key);
  location.assign(`/match/${made.id}`);
}

// An invitation

async function openInvitation(key) {
  draw = () => fillPage(h("p", { class: "quiet" }, t("loading")));
  draw();
  await attempt(async () => {
    const link = await api("GET", `/api/links/${key}`);
    let watching = link.kind === "watch";
    if (!watching) {
      await api("POST", `/api/matches/${link.match}/commands`, { t: "sit", key }).catch((why) => {
        if (why.id === "offline") throw why;
        watching = why.id !== "sits_already";
      });
    }
    location.replace(`/match/${link.match}${watching ? `#${key}` : ""}`);
  });
}

// A match: what is known of it

const table = {
  id: "", key: "", about: null, state: null, words: null,
  log: [], // what was told, by event: {n, told}
  reading: 0, // the last reading of the whole log
  chat: new Map(), answers: new Map(),
  socket: null, ref: 0, tries: 0, fresh: true, whole: true, // whole: ask for everything, not for what is new
  picked: null, thinking: null, hint: "", invite: "", at: 0, looked: "",
};

const mine = () => table.about.seats.flatMap((seat, n) => (seat.yours && seat.kind === "person" ? [n] : []));
const atTable = () => table.about.seats.some((seat) => seat.yours);
const turn = () => table.state.turn ?? -2;
const legal = () => (decides() ? table.state.legal ?? [] : []);
const isStacking = () => table.state.view?.phase === "stack" && "towers" in table.state.view;
const isOver = () => ["over", "aborted"].includes(table.state.status);

function decides() {
  if (table.state.status !== "playing" || curtain()) return false;
  return mine().includes(turn()) || (turn() === -1 && table.about.by_hand && mine().length > 0);
}

/** Whether one sees the table from another seat of one's own than the one to act. */
const isElsewhere = () => mine().includes(turn()) && table.about.eye !== turn();

/** Whether the next one at this device has to come first: hands are not for all eyes. */
function curtain() {
  return isElsewhere() && "hand" in (table.state.view ?? {});
}

function nameOf(seat) {
  const { seats } = table.about;
  const info = seats[seat];
  // For somebody who is out an opponent plays on; the name stays.
  if (info?.kind !== "ai" || info.name || info.out) return info?.name ?? t("seat", { n: seat + 1 });
  const alike = seats.filter((one) => one.kind === "ai" && one.level === info.level).length;
  return alike > 1 ? `${t(info.level)} ${seat + 1}` : t(info.level);
}

// A match: the socket

function openMatch(id) {
  table.id = id;
  table.key = decodeURIComponent(location.hash.slice(1));
  table.invite = sessionStorage.getItem(`invite-${id}`) ?? "";
  draw = drawMatch;
  draw();
  connect();
  const again = () => document.hidden || table.socket?.readyState !== WebSocket.CLOSED || connect();
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
  setInterval(tick, 500);
}

function connect() {
  clearTimeout(table.again);
  const query = new URLSearchParams({ lang: language });
  if (table.key) query.set("key", table.key);
  if (table.state && !table.whole) query.set("since", table.state.n);
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/matches/${table.id}/socket?${query}`);
  table.socket = socket;
  socket.onopen = () => {
    show("banner");
    document.body.classList.remove("offline");
    Object.assign(table, { tries: 0, fresh: true, whole: false });
    table.chat.clear();
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = (event) => table.socket === socket && lost(event.code);
}

function reconnect() {
  const old = table.socket;
  connect();
  old.close();
}

function lost(code) {
  for (const answer of table.answers.values()) answer.reject(new Refused({ text: t("offline") }));
  table.answers.clear();
  if ([4401, 4403, 4404].includes(code)) return fillPage(h("a", { href: "/" }, t("games"))); // it has said why
  document.body.classList.add("offline");
  show("banner", t("offline"));
  table.again = setTimeout(connect, patience(table.tries++));
}

/** Send a command; the answer comes when it is stored. */
function send(command) {
  if (table.socket.readyState !== WebSocket.OPEN) return Promise.reject(new Refused({ text: t("offline") }));
  const ref = ++table.ref;
  table.socket.send(JSON.stringify({ ...command, ref }));
  return new Promise((resolve, reject) => table.answers.set(ref, { resolve, reject }));
}

const act = (command) => attempt(() => send(command));

/** Decide; a second click while the first is on its way does nothing. */
async function play(text) {
  if (table.busy) return;
  table.busy = true;
  await act({ t: "play", text, version: table.state.n, hold: me.confirm });
  table.busy = false;
}

function receive(frame) {
  if (frame.t === "match") takeMatch(frame);
  if (frame.t === "state") takeState(frame);
  if (frame.t === "chat") table.chat.set(frame.n, frame);
  if (frame.t === "thinking") table.thinking = frame;
  if (frame.t === "done" || frame.t === "refused") {
    const answer = table.answers.get(frame.ref);
    table.answers.delete(frame.ref);
    if (frame.t === "done") answer?.resolve(frame.answer);
    else answer ? answer.reject(new Refused(frame)) : show("notice", frame.text);
    return;
  }
  if (table.words && table.state) later();
}

function later() {
  // Frames often come in bundles; only the last one is worth drawing.
  clearTimeout(table.drawing);
  table.drawing = setTimeout(draw, 15);
}

function takeMatch(frame) {
  const first = table.about === null;
  table.about = frame;
  if (first)
    attempt(async () => {
      table.words = await api("GET", `/api/games/${frame.game}/words`);
      if (table.state) draw();
    });
}

function takeState(frame) {
  const told = frame.told ?? [];
  if (frame.back && told.length) table.log = [];
  // What is held back is told again when it is confirmed, and what was undone leaves the log.
  if (frame.back && !told.length) readLog(frame.n);
  else if (frame.held && !frame.back) table.fresh && readLog(frame.n);
  else if (told.length) table.log.push({ n: frame.n, told });
  if (frame.turn !== undefined) table.fresh = false;
  Object.assign(table, { state: frame, picked: null, thinking: null, at: Date.now() });
  if (frame.n !== table.hintAt) table.hint = "";
  lookAround();
}

async function readLog(after) {
  const reading = ++table.reading;
  try {
    const { line } = await api("GET", `/api/matches/${table.id}/record?${new URLSearchParams({ key: table.key })}`);
    if (reading !== table.reading) return;
    const known = new Set(line.map((entry) => entry.n));
    table.log = [...line, ...table.log.filter((entry) => entry.n > after && !known.has(entry.n))];
    later();
  } catch {
    table.whole = true; // the next connection brings everything
  }
}

/** Several people at one device: see the table as the one to act does. */
function lookAround(called = false) {
  const key = `${table.state.n} ${turn()}`;
  if (!isElsewhere() || (curtain() && !called) || table.looked === key) return;
  table.looked = key;
  act({ t: "look", seat: turn() });
}

// A match: the page

function drawMatch() {
  if (!table.words || !table.state) return fillPage(h("p", { class: "quiet" }, t("loading")));
  const title = table.words.title[language];
  document.title = `${decides() ? "● " : ""}${title} – Sunroom`;
  const typed = byId("say")?.value ?? "";
  const scrolled = byId("log");
  const atEnd = !scrolled || scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight < 40;
  const top = scrolled?.scrollTop ?? 0;
  fillPage(
    h("h1", { class: "title" }, title),
    h(
      "div", { class: "table" },
      h("div", { class: "middle" }, status(), vote(), curtain() ? passOn() : [choices(), board(), moves()], controls()),
      h("aside", {}, seats(), invitation(), log(), chat()),
    ),
  );
  byId("say").value = typed;
  byId("log").scrollTop = atEnd ? byId("log").scrollHeight : top;
  tick();
  const spoken = [headline(), legal().length > 0 && question()].filter(Boolean).join(" ");
  if (byId("spoken").textContent !== spoken) byId("spoken").textContent = spoken;
}

function status() {
  const { state } = table;
  const held = decides() && state.held;
  return h(
    "div", { class: `status ${decides() ? "yours" : ""}` },
    h("strong", {}, headline()),
    legal().length > 0 && h("span", {}, question()),
    held > 0 && h("span", {}, t("held", { n: held })),
    state.why && h("span", {}, state.why),
    table.hint && h("p", { class: "hint" }, table.hint),
  );
}

function question() {
  const { ask } = table.state;
  if (isStacking()) return table.picked ? t("onto", { place: table.picked }) : t("stack");
  return ask ? say(ask) : "";
}

function headline() {
  const { state, thinking } = table;
  if (isOver()) return verdict(state.result ?? { reason: state.status });
  if (state.status === "gathering") return t("waiting");
  if (decides()) return turn() === -1 ? t("by_hand") : mine().length > 1 ? t("turn_of", { who: nameOf(turn()) }) : t("your_turn");
  const who = nameOf(turn());
  if (thinking) return thinking.place > 0 ? t("queued", { who, n: thinking.place }) : t("thinking", { who });
  return t("turn_of", { who });
}

function verdict(result) {
  if (result.reason === "aborted") return t("aborted");
  const parts = table.about.seats.flatMap((seat, n) => (seat.out ? [t(seat.out, { who: nameOf(n) })] : []));
  const winners = (result.winners ?? []).map(nameOf);
  if (result.verdict) parts.push(say(result.verdict));
  else if (winners.length && table.about.seats.length > 1) parts.push(t(winners.length > 1 ? "share" : "wins", { who: listed(winners) }));
  return parts.length ? parts.join(" ") : t("over");
}

function vote() {
  const asked = table.state.vote;
  if (!asked) return null;
  const answers = mine().some((seat) => asked.waiting.includes(seat));
  return h(
    "div", { class: "vote" },
    h("span", {}, t(`vote_${asked.what}`, { who: nameOf(asked.seat) })),
    answers
      ? h("div", { class: "row" }, button(t("agree"), () => act({ t: "answer", agree: true }), { class: "main" }), button(t("refuse"), () => act({ t: "answer", agree: false })))
      : h("small", {}, t("vote_waits", { who: listed(asked.waiting.map(nameOf)) })),
  );
}

function passOn() {
  const who = nameOf(turn());
  return h("div", { class: "curtain" }, h("p", {}, t("pass_on", { who })), button(t("i_am", { who }), () => lookAround(true), { class: "main" }));
}

function seats() {
  const { about, state } = table;
  const line = (seat, n) => {
    const free = seat.kind === "open" || seat.kind === "reserved";
    const points = state.result?.points?.[n] ?? state.result?.scores?.[n];
    return h(
      "li", { class: turn() === n && "acts" },
      h("span", { class: "who" }, free ? t("free") : nameOf(n), seat.yours && h("small", {}, ` (${t("you")})`)),
      seat.out && h("small", {}, t(`out_${seat.out}`)),
      points !== undefined && h("b", {}, points),
      state.clock && h("b", { class: "clock", "data-seat": n }),
      free && !atTable() && about.visibility === "public" && button(t("sit"), () => act({ t: "sit", seat: n }), { class: "main" }),
      free && about.host && button(t("fill"), () => act({ t: "fill", seat: n, level: "club" })),
    );
  };
  return h("ol", { class: "seats" }, about.seats.map(line));
}

/** The clocks run between two frames. */
function tick() {
  const clock = table.state?.clock;
  for (const shown of clock ? document.querySelectorAll(".clock") : []) {
    const seat = Number(shown.dataset.seat);
    const left = Math.max(clock.left[seat] - (clock.running === seat ? Date.now() - table.at : 0), 0);
    shown.textContent = `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
  }
}

function invitation() {
  const free = table.about.seats.some((seat) => seat.kind === "open" || seat.kind === "reserved");
  if (!table.about.host || !free || isOver()) return null;
  if (!table.invite) return makeInvitation();
  const address = `${location.origin}/join/${table.invite}`;
  const field = h("input", { readonly: true, value: address, onfocus: () => field.select() });
  return h("div", { class: "invite" }, h("label", {}, h("span", {}, t("invite")), field), button(t("copy"), () => copy(field), { class: "main" }));
}

function makeInvitation() {
  if (table.inviting) return;
  table.inviting = true;
  attempt(async () => {
    table.invite = (await api("POST", `/api/matches/${table.id}/links`, { kind: "invite" })).key;
    draw();
  });
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // without https there is no clipboard
    document.execCommand("copy");
  }
  show("notice", t("copied"));
}

function log() {
  const told = table.log.flatMap((entry) => entry.told);
  return h("section", { hidden: !told.length }, h("h2", {}, t("log")), h("ol", { id: "log", class: "log", tabindex: 0, "data-key": "log" }, told.map((message) => h("li", {}, say(message)))));
}

function chat() {
  const field = h("input", { id: "say", maxlength: 500, "aria-label": t("say"), placeholder: t("say"), autocomplete: "off", "data-key": "say" });
  const speak = async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    await act({ t: "say", text });
  };
  const line = (said) => h("li", {}, h("b", {}, said.seat >= 0 ? nameOf(said.seat) : said.name ?? t("nameless")), " ", said.text);
  return h("section", {}, h("h2", {}, t("chat")), h("ul", { class: "chat" }, [...table.chat.values()].map(line)), h("form", { class: "say", onsubmit: speak }, field, h("button", {}, t("send"))));
}

// A match: deciding

function controls() {
  const { about, state } = table;
  const { n: version } = state;
  const playing = state.status === "playing";
  const plays = playing && mine().length > 0;
  const sure = (id, command) => () => confirm(t(id)) && act(command);
  return h(
    "div", { class: "row controls" },
    isOver() && about.next && atTable() && button(t("to_rematch"), rematch, { class: "main" }),
    isOver() && about.next && !atTable() && h("a", { class: "button main", href: `/match/${about.next}` }, t("to_rematch")),
    isOver() && !about.next && atTable() && button(t("rematch"), rematch, { class: "main" }),
    decides() && state.held > 0 && button(t("confirm"), () => act({ t: "confirm", version }), { class: "main" }),
    decides() && state.undo && button(t("undo"), () => act({ t: "undo", version })),
    decides() && about.hints && (state.legal ?? []).length > 0 && button(t("hint"), hint),
    plays && button(t("takeback"), () => act({ t: "takeback", version }), { class: "quiet" }),
    (plays || (state.status === "gathering" && about.host)) && button(t("abort"), sure("sure_abort", { t: "abort" }), { class: "quiet" }),
    plays && about.seats.length > 1 && button(t("resign"), sure("sure_resign", { t: "resign" }), { class: "quiet" }),
    plays && h("label", { class: "check" }, h("input", { type: "checkbox", checked: me.confirm, "data-key": "confirm", onchange: (event) => attempt(() => setMe({ confirm: event.target.checked })) }), t("ask_confirm")),
  );
}

async function rematch() {
  const id = await act({ t: "rematch" });
  if (id) location.assign(`/match/${id}`);
}

async function hint() {
  Object.assign(table, { hint: t("hinting"), hintAt: table.state.n });
  draw();
  const told = await act({ t: "hint" });
  table.hint = told ? told.map((one) => one.said[language]).join(" ") : "";
  draw();
}

/** The choices in notation: side by side, or grouped by what they have in common. */
function choices() {
  const all = legal();
  if (!all.length || isStacking()) return null;
  return h("div", { class: "choices" }, all.length <= FEW ? h("div", { class: "row" }, all.map(choice)) : groups(all));
}

function groups(all) {
  const found = new Map();
  for (const text of all) found.set(common(text), [...(found.get(common(text)) ?? []), text]);
  return [...found].map(([key, texts]) => h("div", { class: "row" }, key && h("b", {}, notation(key)), texts.length > FEW ? select(texts) : texts.map(choice)));
}

/** Towers are clicked; who likes it better finds all moves below them. */
function moves() {
  const all = legal();
  if (!all.length || !isStacking()) return null;
  const unfold = (event) => (table.unfolded = event.target.open);
  return h("details", { open: table.unfolded, ontoggle: unfold }, h("summary", {}, t("in_notation", { n: all.length })), h("div", { class: "choices" }, groups(all)));
}

const common = (text) => (/^\d+$/.test(text) ? "" : /^(.+?)(?:[>=]|-?\d+$)/.exec(text)?.[1] ?? "");

function choice(text) {
  const seat = /^seat-(\d)$/.exec(text);
  return button(seat ? `${notation(text)} · ${nameOf(seat[1] - 1)}` : notation(text), () => play(text), { "data-key": `play-${text}` });
}

function select(texts) {
  const list = h("select", { "data-key": `choose-${texts[0]}` }, texts.map((text) => h("option", { value: text }, notation(text))));
  return [list, button(t("play"), () => play(list.value))];
}

// Boards

// What is shown elsewhere on the page, or says nothing to people.
const HIDDEN = ["to_act", "seat", "phase", "result", "so_far", "reconstructed", "players", "hand", "display", "strips", "stations", "rows"];
const SEATS = { solenia: ["first"], solaris: ["order"] }; // keys whose values are seats

function board() {
  const { view } = table.state;
  if (!view) return null;
  if (view.towers) return towers(view);
  const alone = table.about.game === "guild-solo"; // where a turn is a number, not a seat
  const rest = Object.entries(view).filter(([key, value]) => value !== 0 && !isEmpty(value) && !HIDDEN.includes(key) && (alone || key !== "turn"));
  const named = (key, value) => (SEATS[table.about.game]?.includes(key) ? [value].flat().map(nameOf).join(", ") : inline(value));
  return h(
    "div", { class: "board" },
    view.hand?.length > 0 && pieces(keyWord("hand"), view.hand, view.phase !== "take"),
    view.strips && strips(view),
    view.stations && stations(view),
    view.rows && guildRows(view),
    Array.isArray(view.display) && pieces(keyWord("display"), view.display, view.phase === "take"),
    view.display?.day && ["day", "night"].map((row) => pieces(`${keyWord("display")}: ${keyWord(row)}`, view.display[row], true)),
    h("dl", { class: "facts" }, rest.map(([key, value]) => h("div", { class: typeof value === "object" && !Array.isArray(value) && "whole" }, h("dt", {}, keyWord(key)), h("dd", {}, named(key, value))))),
    view.players && players(view.players),
    view.reconstructed && h("p", { class: "quiet" }, word("reconstructed_note")),
  );
}

const pieces = (label, list, playable) =>
  h("div", { class: "laid" }, h("span", {}, label), h("div", { class: "pieces" }, list.filter(Boolean).map((one) => (typeof one === "string" ? piece(one, playable) : inline(one)))));

const isEmpty = (value) => value === null || (typeof value === "object" && Object.values(value).every(isEmpty));

/** Something that can be played is a button, wherever it lies. */
function piece(text, playable = true) {
  if (playable && legal().includes(text)) return h("button", { type: "button", class: "piece", "data-key": `piece-${text}`, onclick: () => play(text) }, word(text));
  return h("span", { class: "piece" }, word(text));
}

function inline(value) {
  if (value === null) return "–";
  if (value === true || value === false) return value ? "✓" : "–";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return word(value);
  if (Array.isArray(value)) return h("span", { class: "several" }, value.map((one) => h("span", {}, inline(one))));
  if ("fraction" in value) return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(value.value);
  const { name, affordable, ...rest } = value;
  const pairs = Object.entries(rest).filter(([, one]) => !isEmpty(one));
  return h(
    "span", { class: `${name ? "tile" : "several"} ${affordable ? "good" : ""}` },
    name && piece(name),
    pairs.map(([one, more]) => h("span", { class: "pair" }, h("small", {}, keyWord(one)), " ", one === "from" ? nameOf(more) : inline(more))),
  );
}

function players(list) {
  const keys = Object.keys(list[0]).filter((key) => key !== "colour" && !list.every((player) => isEmpty(player[key])));
  const marker = (n) => list[n].colour && h("span", { class: `marker ${list[n].colour}` }, n + 1);
  return h(
    "div", { class: "wide" },
    h(
      "table", {},
      h("thead", {}, h("tr", {}, h("td", {}), list.map((_, n) => h("th", { scope: "col", class: turn() === n && "acts" }, marker(n), " ", nameOf(n))))),
      h("tbody", {}, keys.map((key) => h("tr", {}, h("th", { scope: "row" }, keyWord(key)), list.map((player) => h("td", {}, inline(player[key])))))),
    ),
  );
}

/** Solenia's islands and cities under sun and moon. */
function strips(view) {
  const space = (one) => {
    const inside = [
      h("small", {}, one.name), h("span", {}, word(one.kind)),
      one.card && h("b", { class: `owner o${one.card.owner}`, title: nameOf(one.card.owner) }, notation(one.card.name)),
      one.name === view.airship && h("em", {}, keyWord("airship")),
    ];
    const can = legal().includes(one.name);
    return h("td", { class: one.kind }, can ? h("button", { type: "button", class: "space", "data-key": `space-${one.name}`, onclick: () => play(one.name) }, inside) : h("div", { class: "space" }, inside));
  };
  return h("div", { class: "wide" }, h("table", { class: "strips" }, view.strips.map((strip) => h("tr", { class: strip.light }, strip.spaces.map(space)))));
}

/** Solaris's stations: on each field the markers, the top one first. */
function stations(view) {
  const marker = (seat, outer) => h("span", { class: `marker ${view.players[seat].colour} ${outer ? "outer" : ""}`, title: outer ? `${nameOf(seat)}: ${t("outer")}` : nameOf(seat) }, seat + 1);
  const field = (one, n) => h("td", {}, one.inner[n].map((seat) => marker(seat, false)), one.outer[n].map((seat) => marker(seat, true)));
  const swatch = (colour) => h("span", { class: `swatch ${colour}` }, word(colour));
  const row = (one) => h("tr", { class: one.active && "acts" }, h("th", { scope: "row" }, word(one.name)), one.inner.map((_, n) => field(one, n)), h("td", {}, one.bridge && swatch(one.bridge)), h("td", {}, one.shuttles.map(swatch)));
  const head = [keyWord("station"), ...view.stations[0].inner.keys(), keyWord("bridge"), keyWord("shuttles")];
  return h("div", { class: "wide" }, h("table", { class: "stations" }, h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, view.stations.map(row))));
}

function guildRows(view) {
  const field = (one) => h("td", { class: one.outcome }, h("small", {}, one.name), h("span", {}, word(`short_${one.name}`)), one.coin && h("em", {}, "5 Jar"));
  return h("div", { class: "wide" }, h("table", { class: "strips guild" }, view.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name, " ", row.guild && word(row.guild)), row.fields.map(field)))));
}

/** Soluna: twelve places; click the tower that moves, then the one it goes onto. */
function towers(view) {
  const moves = isStacking() ? legal() : [];
  const last = table.log.flatMap((entry) => entry.told).findLast((message) => message.id === "stacked");
  const place = (tower, n) => {
    const name = "abcdefghijkl"[n];
    const base = table.picked && moves.includes(`${table.picked}>${name}`);
    const mover = moves.some((move) => move.startsWith(`${name}>`));
    const kind = [base && "base", table.picked === name && "picked", tower && last?.args.base === name && "last"].filter(Boolean).join(" ");
    const props = { type: "button", class: `tower ${kind}`, "data-key": `tower-${name}`, disabled: !base && !mover, onclick: () => pick(name), "aria-pressed": String(table.picked === name), "aria-label": tower && t("tower", { place: name, symbol: word(tower.symbol), n: tower.height }) };
    return h("button", props, drawTower(tower?.discs ?? []), h("span", {}, name, tower && tower.height > 1 && h("small", {}, ` ${tower.height}`)));
  };
  const stars = view.stars.map((won, n) => h("span", {}, nameOf(n), " ", h("b", {}, "✦".repeat(won)), h("i", {}, "✧".repeat(view.goal - won))));
  return h("div", { class: "board" }, h("div", { class: "score" }, stars), h("div", { class: "towers" }, view.towers.map(place)));
}

function pick(name) {
  const move = `${table.picked}>${name}`;
  if (legal().includes(move)) return play(move);
  table.picked = table.picked === name ? null : name;
  draw();
}

function drawTower(discs) {
  const height = Math.max(discs.length, 1) * 11 + 30;
  const side = (y) => `M4 ${y}v10a32 13 0 0 0 64 0v-10z`;
  const disc = (symbol, n) => {
    const y = height - 26 - n * 11;
    return [h("path", { class: `side ${symbol}`, d: side(y) }), h("ellipse", { class: `face ${symbol}`, cx: 36, cy: y, rx: 32, ry: 13 })];
  };
  const top = discs.length > 0 && h("use", { class: `mark ${discs.at(-1)}`, href: `#${discs.at(-1)}`, x: 22, y: height - 26 - (discs.length - 1) * 11 - 10, width: 28, height: 20, preserveAspectRatio: "none" });
  const ground = !discs.length && h("ellipse", { class: "ground", cx: 36, cy: height - 18, rx: 30, ry: 11 });
  return h("svg", { viewBox: `0 0 72 ${height}`, "aria-hidden": "true" }, discs.map(disc), top, ground);
}

// Where an address leads

function speak() {
  document.documentElement.lang = language;
  byId("language").textContent = t("other_language");
  byId("foot").textContent = t("foot");
}

byId("language").addEventListener("click", () => {
  language = language === "de" ? "en" : "de";
  localStorage.setItem("language", language);
  speak();
  show("notice");
  draw();
  if (table.socket) reconnect(); // refusals come in the language of the connection
});

speak();
await comeIn();
const [, kind, name] = location.pathname.split("/");
if (kind === "match") openMatch(name);
else if (kind === "join") openInvitation(name);
else openHome();
