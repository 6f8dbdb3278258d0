// A line of JSON in, a line of JSON out: modules are loaded, program text is run, functions are called many at a time.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const loaded = {};

function called([path, ...args]) {
  const [head, ...rest] = path.split(".");
  const at = rest.slice(0, -1).reduce((found, name) => found[name], loaded[head]);
  const name = rest.at(-1);
  try {
    return { value: at[name](...args) ?? null };
  } catch (error) {
    return { error: error.constructor.name, message: error.message };
  }
}

// JSON has no -0, and a rule's answer must never be one.
function negativeZero(value) {
  if (Object.is(value, -0)) return true;
  return value !== null && typeof value === "object" && Object.values(value).some(negativeZero);
}

// A game from its moves: at each step whose turn it was, what was legal and what that seat could see; then the end.
function replayed({ as, dealer, moves }) {
  const rules = loaded[as].rules ?? loaded[as];
  let state = rules.start(dealer);
  const steps = [];
  for (const move of moves) {
    const { played, sets, ...view } = rules.view(state, state.turn);
    steps.push({ phase: state.phase, turn: state.turn, legal: rules.legal(state), view });
    state = JSON.parse(JSON.stringify(rules.step(state, move)));
  }
  return { steps, state };
}

const replies = {
  replay: async (message) => replayed(message),
  load: async ({ path, as }) => void (loaded[as] = await import(`${pathToFileURL(path)}?${Date.now()}`)),
  names: async ({ as }) => Object.keys(loaded[as]),
  methods: async ({ as }) => {
    const found = [];
    for (let at = loaded[as].Rules.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) found.push(...Object.getOwnPropertyNames(at));
    return found;
  },
  numbers: async ({ as, seed, count }) => {
    const random = loaded[as].seeded(seed);
    return Array.from({ length: count }, () => random());
  },
  run: async ({ code }) => (0, eval)(code),
  make: async ({ maker, options, as }) => void (loaded[as] = loaded[maker].withOptions(options)),
  calls: async ({ calls }) => calls.map(called),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let reply;
  try {
    const value = await replies[message.do](message);
    reply = negativeZero(value) ? { error: "-0 in an answer" } : { value: value ?? null };
  } catch (error) {
    reply = { error: String(error?.stack ?? error) };
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}
