const same = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** What of the values is not as it was: nothing else is sent, so that nobody overwrites what they never touched. */
export function changed<Values extends object>(was: Partial<Record<keyof Values, unknown>>, values: Values): Partial<Values> {
  const entries = Object.entries(values).filter(([key, value]) => !same(was[key as keyof Values], value))
  return Object.fromEntries(entries) as Partial<Values>
}
