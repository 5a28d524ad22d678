import fc from 'fast-check'

/** Rows of numbers from 0 to a million, the same in every run: a test makes its rows of the database from them. */
export function samePicks(rows: number, { length, seed }: { length: number; seed: number }): number[][] {
  const row = fc.array(fc.nat(1_000_000), { minLength: length, maxLength: length })
  const [picks] = fc.sample(fc.array(row, { minLength: rows, maxLength: rows }), { numRuns: 1, seed })
  return picks ?? []
}
