/** The part of the `pg` library that turns values into texts for PostgreSQL. It has no types of its own. */
declare module 'pg/lib/utils.js' {
  /** Throws if a value refers to itself. */
  export function prepareValue(value: unknown): string | Buffer | null
}
