/** Renders a PDF like a printer, and reads the codes on it like a scanner. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// Without this, the decoder would download its program.
const program = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } })

export interface ScannedCode {
  format: string
  text: string
}

/** Four bytes a dot: its colours and its opacity. */
interface Dots {
  data: Uint8Array
  width: number
  height: number
}

export interface Picture {
  /** Points. */
  width: number
  height: number
  text: string
  /** The page as it would be printed. */
  dots: Dots
}

export interface RenderedPage extends Picture {
  codes: ScannedCode[]
}

/** In points from the upper left corner of the page. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The lowest resolution of label printers, in dots per inch. Page printers have at least 300. */
const DOTS = 203

const asImage = ({ data, width, height }: Dots) => sharp(data, { raw: { width, height, channels: 4 } })

/** The page on white paper, in shades of grey. */
export const greyOf = ({ dots }: Picture) => asImage(dots).flatten({ background: '#fff' }).greyscale()

/** The codes that a scanner finds in an image. */
async function codesIn({ data, width, height }: Dots): Promise<ScannedCode[]> {
  const image = { data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height }
  const codes = await readBarcodes(image as Parameters<typeof readBarcodes>[0], { formats: ['Code128', 'QRCode'] })
  return codes.map(({ format, text }) => ({ format, text })).sort((a, b) => a.format.localeCompare(b.format))
}

/** One for all files of tests: to compile it takes longer than to render most pages. */
let library: Promise<PDFiumLibrary> | undefined

/** Renders the pages from a number on with the given dots per inch, without looking for codes. */
export async function picturesOf(pdf: Buffer, dots: number, from = 0): Promise<Picture[]> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  const pictures: Picture[] = []
  for (let n = from; n < document.getPageCount(); n += 1) {
    // The page is loaded for each step, and its text is read first: after rendering it has no text any more.
    const text = document.getPage(n).getText()
    const { originalWidth, originalHeight } = document.getPage(n).getOriginalSize()
    const { data, width, height } = await document.getPage(n).render({ scale: dots / 72, render: 'bitmap' })
    pictures.push({ width: originalWidth, height: originalHeight, text, dots: { data, width, height } })
  }
  document.destroy()
  return pictures
}

/** Renders each page with the given dots per inch, and reads its codes. */
export async function renderPdf(pdf: Buffer, dots = DOTS): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = []
  for (const picture of await picturesOf(pdf, dots)) pages.push({ ...picture, codes: await codesIn(picture.dots) })
  return pages
}

/** The codes that a scanner finds in an area of a page. The area must contain their quiet zones. */
export async function codesInArea(page: Picture, { left, top, width, height }: Area, dots = DOTS): Promise<ScannedCode[]> {
  const at = (points: number) => Math.round((points * dots) / 72)
  const area = { width: at(width), height: at(height) }
  const rows = Array.from({ length: area.height }, (_, row) => {
    const start = ((at(top) + row) * page.dots.width + at(left)) * 4
    return page.dots.data.subarray(start, start + area.width * 4)
  })
  return codesIn({ data: Buffer.concat(rows), ...area })
}

/** The colours of a page as `rrggbb`. */
export function colorsOf({ dots: { data } }: Picture): Set<string> {
  const colors = new Set<number>()
  for (let at = 0; at < data.length; at += 4)
    colors.add(((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number))
  return new Set([...colors].map((color) => color.toString(16).padStart(6, '0')))
}
