/** No cell of an export becomes a formula, whether a spreadsheet separates columns by commas, semicolons or tabs. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { toCsv } from './write-csv.ts'

/** The signs that begin a formula in a spreadsheet, after the spaces and quotes that it skips. */
const FORMULA = /^[\s"\u200b-\u200f\u2060\ufeff]*[-=+@＝＋－＠﹦﹢﹣﹫−]/u

const hazards = [...';,|\t\r\n\v\f"\' =+-@＝＋－＠ax1', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u2028', '\u0085']
const texts = fc.array(fc.constantFrom(...hazards), { maxLength: 12 }).map((parts) => parts.join(''))
const cells = fc.oneof(texts, fc.integer({ min: -999, max: 999 }), fc.constant(null))
const tables = fc.array(fc.array(cells, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 })

/** Reads as spreadsheets do: a quote counts at the beginning of a cell only, and what follows the closing quote belongs to the cell. */
function readLoosely(text: string, separator: string): string[] {
  const found: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (quoted && sign === '"' && text[at + 1] === '"') cell += text[at++]
    else if (quoted && sign === '"') quoted = false
    else if (!quoted && cell === '' && sign === '"') quoted = true
    else if (!quoted && (sign === separator || sign === '\r' || sign === '\n')) {
      found.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...found, cell]
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
const formulasIn = (found: string[]) => found.filter((cell) => FORMULA.test(cell) && !isNumber(cell))

test('with commas, the cells come back as they are, without formulas, and numbers stay numbers', () => {
  fc.assert(
    fc.property(tables, (rows: Cell[][]) => {
      const read: string[][] = parse(toCsv(rows), { relax_column_count: false })
      expect(read).toHaveLength(rows.length)
      for (const [at, row] of read.entries()) {
        const given = rows[at] as Cell[]
        expect(row.map((cell) => cell.replaceAll("'", ''))).toEqual(given.map((cell) => `${cell ?? ''}`.replaceAll("'", '')))
        expect(formulasIn(row.filter((_, column) => typeof given[column] === 'string'))).toEqual([])
      }
    }),
    { seed: 1, numRuns: 2000 },
  )
})

test.each([';', ',', '\t', '|'])('with %j as the separator, no part of a text becomes a formula', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.array(texts, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const csv = toCsv(rows)
      expect(formulasIn(readLoosely(csv, separator))).toEqual([])
      // A program that knows no quotes at all. With commas every text is in quotes, so it sees no beginning either.
      if (separator !== ',') expect(formulasIn(csv.split(new RegExp(`[${separator}\r\n]`)))).toEqual([])
    }),
    { seed: 2, numRuns: 2000 },
  )
})

test('quotes every text and no number', () => {
  expect(toCsv([['a', 'b;=1+1', -5, 2.5, null, '']])).toBe(`"a","b;'=1+1",-5,2.5,,""\r\n`)
})
