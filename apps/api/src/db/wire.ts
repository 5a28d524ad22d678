/** How PostgreSQL's types become values: everything as it goes on the wire, so that a row needs no renaming or recasting. */
import pg from 'pg'

const { builtins } = pg.types

/** '2026-01-31 10:00:00.5+00' (the session's zone is UTC) to ISO 8601. */
const moment = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')

const parsers: Record<number, (text: string) => unknown> = {
  // Ids and cents stay far below 2^53.
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: moment,
}

export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
