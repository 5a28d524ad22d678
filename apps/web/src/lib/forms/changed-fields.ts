const same = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** The values that differ from before. Only these are sent, so that untouched fields are not overwritten. */
export function changedFields<Values extends object>(
  was: Partial<Record<keyof Values, unknown>>,
  values: Values,
): Partial<Values> {
  const entries = Object.entries(values).filter(([key, value]) => !same(was[key as keyof Values], value))
  return Object.fromEntries(entries) as Partial<Values>
}
