/** Turns a PDF into pictures as a printer would, and reads the codes on them as a scanner would. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// By itself the decoder would fetch its program from somewhere else.
const program = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

export interface Picture {
  /** Points. */
  width: number
  height: number
  text: string
  codes: { format: string; text: string }[]
}

/** Each page at 203 dots an inch, the coarsest that label printers have. */
export async function picturesOf(pdf: Buffer): Promise<Picture[]> {
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(program)).buffer }, fireImmediately: true })
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pictures: Picture[] = []
  for (let n = 0; n < document.getPageCount(); n += 1) {
    const text = document.getPage(n).getText()
    const size = document.getPage(n).getOriginalSize()
    const page = document.getPage(n)
    const { data, width, height } = await page.render({ scale: 203 / 72, render: 'bitmap' })
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    const codes = await readBarcodes(png, { formats: ['Code128', 'QRCode'] })
    pictures.push({
      width: size.originalWidth,
      height: size.originalHeight,
      text,
      codes: codes.map(({ format, text }) => ({ format, text })).sort((a, b) => a.format.localeCompare(b.format)),
    })
  }
  document.destroy()
  library.destroy()
  return pictures
}
