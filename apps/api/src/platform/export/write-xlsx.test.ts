import { buffer } from 'node:stream/consumers'
import readExcel, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { Cell, ExportColumn } from './cell.ts'
import { writeXlsx } from './write-xlsx.ts'

const columns: ExportColumn[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Pieces', kind: 'number' },
  { header: 'Amount', kind: 'money' },
  { header: 'When', kind: 'time' },
]
async function* inBatches(rows: Cell[][], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const write = (rows: Cell[][], sheetRows?: number) =>
  buffer(writeXlsx({ name: 'Sales', columns, count: rows.length, batches: inBatches(rows, 3), ...(sheetRows && { sheetRows }) }))

test('another library reads text, numbers, money and times back', async () => {
  const rows = await readSheet(
    await write([
      ['=cmd() & <"Ýrsa">\u0000', 3, -1234.5, '2026-03-05 12:00:00'],
      ['two\nlines', 0, 0, null],
    ]),
  )
  expect(rows).toEqual([
    ['Name', 'Pieces', 'Amount', 'When'],
    ['=cmd() & <"Ýrsa">', 3, -1234.5, new Date('2026-03-05T12:00:00Z')],
    ['two\nlines', 0, 0, null],
  ])
})

test('a full sheet is followed by another one', async () => {
  const rows = Array.from({ length: 11 }, (_, n) => [`row ${n}`, n, n, null])
  const sheets = await readExcel(await write(rows, 5))
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Sales 1', 'Sales 2', 'Sales 3'])
  expect(sheets.flatMap(({ data }) => data.slice(1).map(([name]) => name))).toEqual(rows.map(([name]) => name))
})

test('an empty list is a sheet with its header', async () => {
  expect(await readSheet(await write([]))).toEqual([['Name', 'Pieces', 'Amount', 'When']])
})

test('a failure of the rows breaks the file off', async () => {
  async function* failing(): AsyncGenerator<Cell[][]> {
    yield [['one', 1, 1, 1]]
    throw new Error('no more rows')
  }
  await expect(buffer(writeXlsx({ name: 'Sales', columns, count: 2, batches: failing() }))).rejects.toThrow('no more rows')
})
