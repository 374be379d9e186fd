/* Shows the record step by step, as a module. Everything is put in as text, never as markup. */
const part = (id) => document.getElementById(id);
const fill = (message, words) => message.replace(/\{(\d)\}/g, (mark, i) => words[i] ?? mark);

/* The data is packed. */
async function readRecord() {
  const packed = Uint8Array.from(atob(part("record").textContent), (letter) => letter.charCodeAt(0));
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return await new Response(stream).json();
  } catch (error) {
    part("old-browser").hidden = false;
    throw error;
  }
}

const record = await readRecord();
const last = record.steps.told.length - 1;
const end = record.transcript[record.transcript.length - 1];
const SWIPE = 40;
const isNarrow = matchMedia("(max-width: 34rem)");
const review = new ReviewChart(record.review, record.seats, showStep, fill);
let step = 0;

const textOf = (number) => record.texts[number].map((phrase) => record.phrases[phrase]).join("");
const say = (element, text) => { element.textContent = text; };

/* -- A step -- */

function draw(element, number) {
  const rows = record.drawings[number].map((line) => {
    const row = document.createDocumentFragment();
    for (const piece of record.lines[line].map((number) => record.pieces[number])) {
      const paint = piece.charCodeAt(0) - 65;
      const span = document.createElement("span");
      if (paint > 0)
        span.className = `p${paint}`;
      span.textContent = piece.slice(1);
      row.append(span);
    }
    row.append("\n");
    return row;
  });
  element.replaceChildren(...rows);
}

/* The seats whose hands are open, and the sight of the table as its index: 0 is a spectator's. */
function sight() {
  const value = part("sight").value;
  if (value === "spectator")
    return { seats: [], table: 0 };
  if (value === "all")
    return { seats: record.seats.map((_, seat) => seat), table: 0 };
  return { seats: [Number(value)], table: Number(value) + 1 };
}

/* What is drawn has another column for narrow screens. */
const drawn = (column) => (isNarrow.matches ? `narrow_${column}` : column);

/* What a viewer's column has in this step. */
const at = (column, viewer) => {
  const now = record.steps[column][step];
  return typeof now === "number" ? now : now[viewer];
};

function showHand(seat) {
  if (at(drawn("hands"), seat) < 0)
    return [];
  const title = document.createElement("h3");
  const hand = document.createElement("pre");
  const spoken = document.createElement("p");
  say(title, fill(part("hands").dataset.hand, [record.seats[seat]]));
  draw(hand, at(drawn("hands"), seat));
  hand.setAttribute("aria-hidden", "true");
  hand.hidden = part("in-sentences").checked;
  say(spoken, textOf(at("spoken", seat)));
  spoken.className = hand.hidden ? "" : "unseen";
  return [title, hand, spoken];
}

function showTable(seen) {
  const inSentences = part("in-sentences").checked;
  const scoring = record.steps[drawn("scorings")][step];
  draw(part("picture"), at(drawn("pictures"), seen.table));
  part("picture").hidden = inSentences;
  say(part("sentences"), textOf(at("sentences", seen.table)));
  part("sentences").className = inSentences ? "" : "unseen";
  part("hands").replaceChildren(...seen.seats.flatMap((seat) => showHand(seat)));
  part("scoring").hidden = scoring === undefined;
  if (scoring !== undefined)
    draw(part("scored"), scoring);
}

function showTold(seen) {
  const secret = part("secret");
  const [seat, move] = record.steps.secrets[step] ?? [-1, ""];
  say(part("position"), fill(part("position").dataset.step, [step, last]));
  say(part("event"), textOf(record.steps.told[step]));
  secret.hidden = !seen.seats.includes(seat);
  say(secret, secret.hidden ? "" : fill(secret.dataset.secret, [record.seats[seat], move]));
  part("aborted").hidden = step < last || end.end !== "aborted";
}

function show() {
  const seen = sight();
  showTold(seen);
  showTable(seen);
  review.show(step);
  part("slider").value = step;
  part("slider").setAttribute("aria-valuetext", part("position").textContent);
  for (const id of ["first", "back"])
    part(id).setAttribute("aria-disabled", step === 0);
  for (const id of ["next", "last"])
    part(id).setAttribute("aria-disabled", step === last);
}

function showAll() {
  document.documentElement.style.setProperty("--columns", record[drawn("columns")]);
  show();
}

function go(to) {
  const bounded = Math.max(0, Math.min(last, to));
  if (bounded === step)
    return;
  step = bounded;
  show();
}

/* For who asks for a step from further below. */
function showStep(to) {
  go(to);
  part("table").scrollIntoView();
}

/* -- What the reader does -- */

const ways = { first: () => 0, back: () => step - 1, next: () => step + 1, last: () => last };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };

for (const [id, to] of Object.entries(ways))
  part(id).addEventListener("click", () => go(to()));
part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
part("sight").addEventListener("change", show);
part("in-sentences").addEventListener("change", show);

document.addEventListener("keydown", (event) => {
  const own = event.target.matches("select, input[type=range]");
  if (own || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !keys[event.key])
    return;
  event.preventDefault();
  go(ways[keys[event.key]]());
});

let touched = null;
part("table").addEventListener("touchstart", (event) => {
  touched = event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
part("table").addEventListener("touchend", (event) => {
  const lifted = event.changedTouches[0];
  const across = touched ? lifted.clientX - touched.clientX : 0;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(lifted.clientY - touched.clientY))
    go(step + (across < 0 ? 1 : -1));
  touched = null;
});

/* -- The shuffle -- */

function verdict(found) {
  const words = part("verdict").dataset;
  if (found.some((finding) => finding.good === false))
    return words.wrong;
  const deals = found.filter((finding) => finding.deal).length;
  return fill(deals > 0 ? words.fine : words.part, [deals]);
}

function findings() {
  try {
    return checkShuffle(record.transcript, record.seats, typeof makeDeals === "function" ? makeDeals : null);
  } catch (error) {
    return [{ what: "setupWrong", good: false, words: [] }];
  }
}

part("check").addEventListener("click", () => {
  const found = findings();
  part("findings").replaceChildren(...found.map((finding) => {
    const item = document.createElement("li");
    item.className = finding.good === undefined ? "" : finding.good ? "good" : "bad";
    say(item, fill(part("findings").dataset[finding.what], finding.words));
    return item;
  }));
  say(part("verdict"), verdict(found));
});

/* -- The start -- */

for (const [seat, name] of record.seats.entries())
  part("sight").insertBefore(new Option(name, seat), part("sight").lastElementChild);
part("slider").max = last;
isNarrow.addEventListener("change", showAll);
showAll();
