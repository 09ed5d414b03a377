// Verifies the fair bag of a record, as docs/fair.md explains it. It shares no code with the
// program that drew the bag, so that a mistake or a trick in one shows in the other.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const USAGE =
  "usage: node verify.mjs FILE [--word TEXT] [--seal HEX] " +
  "(FILE is a record, - is standard input; its decisions are not replayed)";

const DYNASTIES = "ABLP";
const OPTIONS = ["buildings", "display", "english", "open", "ziggurat"];
/** How many tiles of each colour are in the bag of each board. */
const BAGS = {
  classic: { k: 30, r: 47, b: 36, g: 30 },
  advanced: { k: 30, r: 43, b: 36, g: 30 },
};

/** What makes it impossible to verify: one line for standard error, exit status 2. */
class Refusal extends Error {}

/** A fault at a line of the record, counted from 1. */
class Fault extends Refusal {
  constructor(line, message) {
    super(message);
    this.line = line;
  }
}

// --- the draw -------------------------------------------------------------------------------

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest("hex");
const hmac = (kind, key, ...parts) =>
  createHmac(kind, key).update(Buffer.concat(parts)).digest();
const text = (value) => Buffer.from(value, "utf8");

function bigEndian(number, size) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes.subarray(8 - size);
}

const sealOf = (secret) => sha256(text("two-rivers-fair-1 commit"), secret);
const hashOf = (word) => sha256(text(word.normalize("NFC")));

function keyOf(secret, table, words) {
  const hashes = words.flatMap((word) => [bigEndian(32, 2), Buffer.from(word, "hex")]);
  const start = [text("two-rivers-fair-1 key"), bigEndian(table, 8), bigEndian(words.length, 1)];
  return hmac("sha512", secret, ...start, ...hashes);
}

/** The numbers that follow from the key for one purpose, each from 0 to 2³² − 1. */
function* numbers(key, label) {
  for (let i = 0; ; i++) {
    const block = hmac("sha256", key, text(label), bigEndian(i, 4));
    for (let at = 0; at < block.length; at += 4) yield block.readUInt32BE(at);
  }
}

function shuffled(key, label, items) {
  const stream = numbers(key, label);
  const below = (limit) => {
    const fair = 2 ** 32 - (2 ** 32 % limit); // above it the lowest remainders would be likelier
    for (;;) {
      const { value } = stream.next();
      if (value < fair) return value % limit;
    }
  };
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}

const fullBag = (board) =>
  Object.entries(BAGS[board])
    .map(([colour, count]) => colour.repeat(count))
    .join("");

function drawStart(secret, table, words, board) {
  const key = keyOf(secret, table, words);
  return {
    order: shuffled(key, "seats", words.keys()),
    dynasties: shuffled(key, "dynasties", DYNASTIES).slice(0, words.length),
    bag: shuffled(key, "bag", fullBag(board)).join(""),
  };
}

// --- the record -----------------------------------------------------------------------------

const stripped = (row) => row.replace(/^[ \t]+|[ \t]+$/g, "");
const split = (value) => value.split(/[ \t]+/).filter((part) => part !== "");
const HEADER =
  /^\[[ \t]*([A-Za-z][A-Za-z-]*)(?:[ \t]+([A-Za-z]))?[ \t]+"([^"]*)"[ \t]*\][ \t]*(?:#[^]*)?$/;

/** The lines that are neither blank nor a comment, with their numbers and headers. */
function linesOf(data) {
  const rows = [];
  for (let start = 0, end; start < data.length; start = end + 1) {
    end = data.indexOf("\n", start);
    if (end < 0) end = data.length;
    rows.push(data.subarray(start, end));
  }
  const lines = [];
  rows.forEach((bytes, at) => {
    const number = at + 1;
    let row;
    try {
      row = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new Fault(number, "this is not UTF-8");
    }
    if (at === 0) row = row.replace(/^\uFEFF/, "");
    row = stripped(row.replace(/\r$/, ""));
    if (row === "" || row.startsWith("#")) return;
    const match = row.startsWith("[") ? HEADER.exec(row) : null;
    const board = stripped(row.split("#", 1)[0]) === "[Board-state]"; // of a position
    if (match === null && row.startsWith("[") && !board) {
      throw new Fault(number, 'a header is written [Name "value"]');
    }
    lines.push({ number, header: match && { name: match[1], player: match[2], value: match[3] } });
  });
  return { lines, last: Math.max(rows.length, 1) };
}

const REQUIRED = ["Format", "Board", "Options", "Seats", "Bag"];
const OF_POSITIONS = [
  "Turn", "Decision", "Hand", "Score", "Catastrophes", "Display", "Monument", "Ziggurat", "Building",
];
const OF_THE_FAIR_BAG = ["Table", "Seal", "Words", "Order", "Secret"];

/** The headers of a record, each checked as far as it can be without playing. */
function headersOf(data) {
  const { lines, last } = linesOf(data);
  const headers = {};
  REQUIRED.forEach((name, at) => {
    if (at >= lines.length) {
      throw new Fault(last, `the text ends where [${name} "..."] should follow`);
    }
    const { number, header } = lines[at];
    if (name === "Bag" && header !== null && header.name === "Turn") {
      throw new Refusal("nothing to verify: this is no record, but a position");
    }
    if (header === null || header.name !== name || header.player !== undefined) {
      throw new Fault(number, `[${name} "..."] is expected here`);
    }
    headers[name] = stripped(header.value);
    const fault = FAULTS[name](headers[name], headers);
    if (fault) throw new Fault(number, fault);
  });
  const others = lines.slice(REQUIRED.length);
  const found = others.findIndex((line) => line.header === null);
  const end = found < 0 ? others.length : found;
  for (const { number, header } of others.slice(0, end)) {
    const misplaced = [...REQUIRED, ...OF_POSITIONS].includes(header.name);
    if (misplaced || header.player !== undefined) {
      throw new Fault(number, `[${header.name.slice(0, 40)}] has no place in a record here`);
    }
  }
  const late = others.slice(end).find((line) => line.header !== null);
  if (late) throw new Fault(late.number, "headers come before the decisions");
  for (const { number, header } of others.slice(0, end)) {
    if (!OF_THE_FAIR_BAG.includes(header.name)) continue;
    if (header.name in headers) {
      throw new Fault(number, `[${header.name}] stands here a second time`);
    }
    headers[header.name] = header.value;
  }
  return headers;
}

const sorted = (items) => [...new Set(items)].sort();

/** For each required header, what is wrong with its value, if anything is. */
const FAULTS = {
  Format: (value) => split(value).join(" ") !== "te 1" && 'only the format "te 1" can be read',
  Board: (value) =>
    !Object.keys(BAGS).includes(value) &&
    `there is no board '${value}': the boards are classic and advanced (R1.1)`,
  Options(value) {
    const options = split(value);
    const unknown = options.find((option) => !OPTIONS.includes(option));
    if (unknown !== undefined) {
      return `there is no option '${unknown}': the options are ${OPTIONS.join(", ")} (R12)`;
    }
    const once = sorted(options).join(" ") === options.join(" ");
    return !once && "options are named sorted, and each once (R12)";
  },
  Seats(value) {
    const seats = split(value);
    const unknown = seats.find((seat) => seat.length !== 1 || !DYNASTIES.includes(seat));
    if (unknown !== undefined) {
      return `'${unknown}' is no dynasty: they are A, B, L and P (R1.4)`;
    }
    if (seats.length < 2 || seats.length > 4) return `two to four play, not ${seats.length} (R2.1)`;
    const own = new Set(seats).size === seats.length;
    return !own && "every player has a dynasty of their own (R1.4)";
  },
  Bag(value, { Board }) {
    const { k, r, b, g } = BAGS[Board];
    const full = [...value].sort().join("") === [...fullBag(Board)].sort().join("");
    const tiles = `${k} k, ${r} r, ${b} b and ${g} g`;
    return !full && `the bag must hold exactly ${tiles} on this board (R2.2)`;
  },
};

const DIGITS = "hexadecimal digits, 0-9 and a-f";
const HASH = /^[0-9a-f]{64}$/;

/** The parts of a header, which must all have that form; *count* of them, if it is given. */
function partsOf(headers, name, form, what, count) {
  if (!(name in headers)) throw new Refusal(`[${name} "..."] is missing`);
  const parts = split(headers[name]);
  const fitting = parts.length > 0 && parts.every((part) => form.test(part));
  if (!fitting || (count !== undefined && parts.length !== count)) {
    throw new Refusal(`[${name}] must be ${what}`);
  }
  return parts;
}

/** How a sealed game started, as its record tells it. */
function fairStartOf(headers) {
  if (!("Seal" in headers)) throw new Refusal("nothing to verify: the game has no seal");
  const words = partsOf(headers, "Words", HASH, `hashes of 64 ${DIGITS}`);
  if (words.length < 2 || words.length > 4) {
    throw new Refusal(`[Words] has ${words.length} hashes, but two to four play`);
  }
  const [table] = partsOf(headers, "Table", /^[0-9]{1,19}$/, "a number", 1);
  if (BigInt(table) >= BigInt(2) ** BigInt(63)) {
    throw new Refusal("[Table] is no number of a table");
  }
  const [secret] =
    "Secret" in headers
      ? partsOf(headers, "Secret", /^[0-9a-f]{128}$/, `128 ${DIGITS}`, 1)
      : [];
  const [seal] = partsOf(headers, "Seal", HASH, `64 ${DIGITS}`, 1);
  const order = partsOf(headers, "Order", /^[0-9]$/, "numbers of players");
  if (secret === undefined) throw new Refusal("nothing to verify: the seal was never opened");
  return { table, seal, words, order, secret: Buffer.from(secret, "hex") };
}

// --- what is verified -----------------------------------------------------------------------

const unlike = (told, follows) =>
  told === follows ? null : `the record has ${told}, but ${follows} follows from the secret`;

function sealFault(told, secret, yours) {
  const fault = unlike(told, sealOf(secret));
  if (fault !== null || yours === undefined) return fault;
  const seal = yours.trim().toLowerCase();
  return seal === told ? null : `the record has ${told}, yours is ${seal}`;
}

function bagFault(told, drawn) {
  const first = [...told].findIndex((tile, at) => tile !== drawn[at]);
  if (first < 0) return null;
  return `from tile ${first + 1} on it is not the bag that follows from the secret`;
}

function wordFault(word, words) {
  const hash = hashOf(word);
  return words.includes(hash) ? null : `its hash ${hash} is not in the list`;
}

/** What was verified, each with its fault, or null. */
function findings(data, { word, seal }) {
  const headers = headersOf(data);
  const told = fairStartOf(headers);
  const draw = drawStart(told.secret, told.table, told.words, headers.Board);
  const found = [
    ["seal", sealFault(told.seal, told.secret, seal)],
    ["seats", unlike(told.order.join(" "), draw.order.join(" "))],
    ["dynasties", unlike(split(headers.Seats).join(" "), draw.dynasties.join(" "))],
    ["bag", bagFault(headers.Bag, draw.bag)],
  ];
  if (word !== undefined) found.push(["your word", wordFault(word, told.words)]);
  return found;
}

// --- the command line -----------------------------------------------------------------------

function optionsOf(call) {
  const options = {};
  for (let at = 0; at < call.length; at++) {
    const match = /^--(word|seal)(?:=([^]*))?$/.exec(call[at]);
    if (match) {
      const value = match[2] === undefined ? call[++at] : match[2];
      if (value === undefined) throw new Refusal(USAGE);
      options[match[1]] = value;
    } else if (options.file === undefined && (call[at] === "-" || !call[at].startsWith("-"))) {
      options.file = call[at];
    } else {
      throw new Refusal(USAGE);
    }
  }
  if (options.file === undefined) throw new Refusal(USAGE);
  return options;
}

function read(file) {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new Refusal(`cannot be read: ${error.code}`);
  }
}

function main(call) {
  let place = "";
  try {
    const options = optionsOf(call);
    place = `${options.file}: `;
    const found = findings(read(options.file), options);
    process.stdout.write(found.map(([what, fault]) => `${what}: ${fault || "ok"}\n`).join(""));
    return found.some(([, fault]) => fault) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error instanceof Fault) place = `${place.slice(0, -2)}:${error.line}: `;
    process.stderr.write(`${place}${error.message}`.split(/\r?\n|\r/).join(" ") + "\n");
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
