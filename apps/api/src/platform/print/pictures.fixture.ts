/** Turns a PDF into pictures as a printer would, and reads the codes on them as a scanner would. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// By itself the decoder would fetch its program from somewhere else.
const program = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

export interface Code {
  format: string
  text: string
}

export interface Picture {
  /** Points. */
  width: number
  height: number
  text: string
  codes: Code[]
  /** The page as it would be printed. */
  png: Buffer
}

/** In points from the upper left corner of the page. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The coarsest that label printers have; printers of whole pages have 300 at least. */
const DOTS = 203

/** What a scanner finds in a picture. */
async function codesIn(png: Buffer): Promise<Code[]> {
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(program)).buffer }, fireImmediately: true })
  const codes = await readBarcodes(new Uint8Array(png), { formats: ['Code128', 'QRCode'] })
  return codes.map(({ format, text }) => ({ format, text })).sort((a, b) => a.format.localeCompare(b.format))
}

/** Each page at so many dots an inch. */
export async function picturesOf(pdf: Buffer, dots = DOTS): Promise<Picture[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pictures: Picture[] = []
  for (let n = 0; n < document.getPageCount(); n += 1) {
    // Each look takes the page anew, words first: once drawn, a page has no words any more.
    const text = document.getPage(n).getText()
    const { originalWidth, originalHeight } = document.getPage(n).getOriginalSize()
    const { data, width, height } = await document.getPage(n).render({ scale: dots / 72, render: 'bitmap' })
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    pictures.push({ width: originalWidth, height: originalHeight, text, codes: await codesIn(png), png })
  }
  document.destroy()
  library.destroy()
  return pictures
}

/** What a scanner finds in a part of a page: nothing beside it may be needed, quiet zones included. */
export async function codesWithin({ png }: Picture, { left, top, width, height }: Area, dots = DOTS): Promise<Code[]> {
  const at = (points: number) => Math.round((points * dots) / 72)
  const area = { left: at(left), top: at(top), width: at(width), height: at(height) }
  return codesIn(await sharp(png).extract(area).png().toBuffer())
}
