/**
 * Writes a spreadsheet of any length in constant memory. The known libraries keep rows in memory or ignore how fast the reader reads.
 * The format is ECMA-376 part 1 (SpreadsheetML) in a ZIP file.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell, CellKind, ExportColumn } from './cell.ts'

/** The largest number of rows in a sheet, with the header. */
const SHEET_ROWS = 1_048_576
/** Fast: the file is about a tenth larger than with the usual 6. */
const COMPRESSION_LEVEL = 2

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places of `cellXfs` below. */
const STYLES: Record<CellKind | 'header', number> = { text: 0, number: 0, money: 1, time: 2, header: 3 }
const stylesXml = `${XML}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill/><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/>
<xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
const xmlText = (text: string) =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"\r]/g, (sign) => ENTITIES[sign] as string)

/** `A` to `Z`, then `AA`. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

const textCell = (place: string, style: number, text: string) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

const MS_OF_DAY = 86_400_000
const SHEET_DAY_OF_1970 = 25_569
/** Spreadsheets count the days since 30 December 1899. */
const sheetTime = (time: string) => Date.parse(`${time}Z`) / MS_OF_DAY + SHEET_DAY_OF_1970

function cellXml(place: string, kind: CellKind, value: Cell): string {
  if (value === null || value === '') return ''
  if (kind === 'text') return textCell(place, STYLES.text, String(value))
  return `<c r="${place}" s="${STYLES[kind]}"><v>${kind === 'time' ? sheetTime(String(value)) : Number(value)}</v></c>`
}

/** One sheet with the next rows of `batches`; the rest of a batch stays in `left` for the next sheet. */
async function* sheetXml(columns: readonly ExportColumn[], batches: AsyncIterator<Cell[][]>, left: Cell[][], sheetRows: number) {
  const names = columns.map((_, n) => letters(n))
  const header = columns.map(({ header }, n) => textCell(`${names[n]}1`, STYLES.header, header)).join('')
  yield `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${header}</row>`
  for (let next = 2; next <= sheetRows; ) {
    if (left.length === 0) {
      const { done, value } = await batches.next()
      if (done) break
      left.push(...value)
    }
    const rows = left.splice(0, sheetRows - next + 1)
    const first = next
    yield rows
      .map((row, n) => {
        const r = first + n
        return `<row r="${r}">${row.map((value, c) => cellXml(`${names[c]}${r}`, columns[c]?.kind ?? 'text', value)).join('')}</row>`
      })
      .join('')
    next += rows.length
  }
  yield '</sheetData></worksheet>'
}

const files = (sheets: string[]): Record<string, string> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheets
    .map((_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`)
    .join('')}</Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${sheets
    .map((name, n) => `<sheet name="${xmlText(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets
    .map((_, n) => `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`)
    .join('')}<Relationship Id="rIdStyles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesXml,
})

interface Workbook {
  /** Of each sheet, followed by its number if there are several. */
  name: string
  columns: readonly ExportColumn[]
  /** The number of rows in `batches`. */
  count: number
  batches: AsyncIterable<Cell[][]>
  sheetRows?: number
}

/** The bytes of the file. Rows are read as fast as the bytes are read. */
export function writeXlsx({ name, columns, count, batches, sheetRows = SHEET_ROWS }: Workbook): Readable {
  const sheetCount = Math.max(1, Math.ceil(count / (sheetRows - 1)))
  const names = Array.from({ length: sheetCount }, (_, n) => (sheetCount === 1 ? name : `${name} ${n + 1}`))
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(files(names))) zip.addBuffer(Buffer.from(text), path)
  const iterator = batches[Symbol.asyncIterator]()
  const left: Cell[][] = []
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const n of names.keys()) {
    const sheet = Readable.from(sheetXml(columns, iterator, left, sheetRows), { objectMode: false })
    sheet.on('error', (error) => output.destroy(error))
    output.once('close', () => sheet.destroy())
    zip.addReadStream(sheet, `xl/worksheets/sheet${n + 1}.xml`, { compressionLevel: COMPRESSION_LEVEL })
  }
  zip.end()
  return output
}
