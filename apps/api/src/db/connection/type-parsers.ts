/** Parsers for PostgreSQL's types. The values are ready for JSON, so that rows need no conversion. */
import pg from 'pg'

const { builtins } = pg.types

/** '2026-01-31 10:00:00.5+00' to ISO 8601. The time zone of every connection is UTC. */
const parseMoment = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')

const parsers: Record<number, (text: string) => unknown> = {
  // Ids and cents are far below 2^53.
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: parseMoment,
}

export const jsonTypeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
