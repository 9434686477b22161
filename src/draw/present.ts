// An object without the fields that are undefined, as exact optional types ask for.

/** Returns the fields that have a value. */
export function present<Fields extends object>(
  fields: Fields,
): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof Fields]?: Exclude<Fields[K], undefined>;
  };
}
