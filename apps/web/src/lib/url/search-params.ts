/**
 * Reads the search part of a URL. Routes load before any screen, so no schemas are used here. Invalid values are left out; the
 * server validates the rest.
 */
export type Reader<Value> = (value: unknown) => Value | undefined
type ReadSearch<Readers> = { [Key in keyof Readers]?: Readers[Key] extends Reader<infer Value> ? Value : never }

export const asText: Reader<string> = (value) => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

export const asWholeNumber: Reader<number> = (value) => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** A positive whole number. */
export const asId: Reader<number> = (value) => asWholeNumber(value) || undefined

/** `YYYY-MM` */
export const asMonth: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined

/** The router reads `true` of an address as a boolean. */
export const asOneOf =
  <const Choice extends string>(...choices: Choice[]): Reader<Choice> =>
  (value) =>
    choices.find((choice) => choice === String(value))

export const asDay: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

/** A column of a list to sort by, with `-` in front for descending. Only the server knows the columns of the list. */
export const asSort: Reader<string> = (value) =>
  typeof value === 'string' && /^-?[a-z][a-z_]{0,40}$/.test(value) ? value : undefined

/** The server's largest page has 100 rows. */
export const asPageSize: Reader<number> = (value) => {
  const size = asId(value)
  return size !== undefined && size <= 100 ? size : undefined
}

/** Makes a `validateSearch` from readers. Assign it to a constant above the route: inline, its type is lost. */
export const searchReader =
  <const Readers extends Record<string, Reader<unknown>>>(readers: Readers) =>
  (search: Record<string, unknown>): ReadSearch<Readers> => {
    const entries = Object.entries(readers).map(([key, read]) => [key, read(search[key])])
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ReadSearch<Readers>
  }
