/**
 * The contents of a page may save the state of the pen without restoring it, or the other way round. What is drawn afterwards
 * would be at a wrong place: the missing operators are added.
 */
import { type PDF, type PDFPage, PdfArray, PdfDict, PdfStream } from '@libpdf/core'

const DELIMITERS = new Set(' \n\r\t\f\0()<>[]{}/%')

/** The position after a string that begins at `at`. Its parentheses are balanced or escaped. */
function afterString(content: string, at: number): number {
  let depth = 0
  for (let index = at; index < content.length; index += 1) {
    const sign = content[index]
    if (sign === '\\') index += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return content.length
}

function afterWord(content: string, at: number): number {
  let end = at + 1
  while (end < content.length && !DELIMITERS.has(content[end] as string)) end += 1
  return end
}

function afterLine(content: string, at: number): number {
  let end = at
  while (end < content.length && content[end] !== '\n' && content[end] !== '\r') end += 1
  return end
}

/** The position after the data of an inline image. */
function afterImage(content: string, at: number): number {
  for (let end = content.indexOf('EI', at); end !== -1; end = content.indexOf('EI', end + 2))
    if (/\s/.test(content[end - 1] ?? '') && /^\s?$/.test(content[end + 2] ?? '')) return end + 2
  return content.length
}

/** The operators, without the words in strings, names, comments and inline images. */
function* operatorsOf(content: string): Generator<string> {
  for (let at = 0; at < content.length; ) {
    const sign = content[at] as string
    if (sign === '(') at = afterString(content, at)
    else if (sign === '%') at = afterLine(content, at)
    else if (sign === '/') at = afterWord(content, at)
    else if (DELIMITERS.has(sign)) at += 1
    else {
      const end = afterWord(content, at)
      const word = content.slice(at, end)
      yield word
      at = word === 'BI' ? afterImage(content, end) : end
    }
  }
}

/** How many states are restored without being saved, and how many are saved without being restored. */
function unbalanced(content: string): { before: number; after: number } {
  let [depth, before] = [0, 0]
  for (const operator of operatorsOf(content)) {
    if (operator === 'q') depth += 1
    else if (operator === 'Q' && depth > 0) depth -= 1
    else if (operator === 'Q') before += 1
  }
  return { before, after: depth }
}

function partsOf(page: PDFPage, pdf: PDF) {
  const entry = page.dict.get('Contents')
  const contents = page.dict.get('Contents', (ref) => pdf.getObject(ref))
  if (contents instanceof PdfArray) return contents.toArray()
  return entry && contents instanceof PdfStream ? [entry] : []
}

export function balanceState(page: PDFPage, pdf: PDF): void {
  const parts = partsOf(page, pdf)
  const streams = parts.map((part) => (part instanceof PdfDict ? part : pdf.getObject(part as never)))
  const content = streams.map((stream) =>
    stream instanceof PdfStream ? Buffer.from(stream.getDecodedData()).toString('latin1') : '',
  )
  const { before, after } = unbalanced(content.join('\n'))
  if (before === 0 && after === 0) return
  const add = (operator: string, times: number) =>
    times === 0 ? [] : [pdf.context.register(new PdfStream(new PdfDict(), Buffer.from(`\n${`${operator} `.repeat(times)}\n`)))]
  page.dict.set('Contents', PdfArray.of(...add('q', before), ...parts, ...add('Q', after)))
}
