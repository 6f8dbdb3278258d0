// ---- a family: its options are an argument --------------------------------------------------------------------------

const known = new Map();

/** The rules with every option chosen. Throws WrongOptions. */
export function withOptions(options) {
  const key = JSON.stringify(Object.entries(checkedOptions(options)).sort());
  if (!known.has(key)) known.set(key, new Rules(options));
  return known.get(key);
}

/** The answer to a case, and the row that gave it. */
export function answer(at, options) {
  return withOptions(options).answer(at);
}
