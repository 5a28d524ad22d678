/** Draws on a page as the reader sees it: upright, in points from the lower left corner of the visible page. */
import { type Color, ops, type PDF, type PDFImage, type PDFPage, rgb } from '@libpdf/core'
import { breakLines, fitText } from './fit-text.ts'
import { embedFonts, type Fonts, isPlainText, normalizeText } from './fonts.ts'
import { type Rectangle, turnToReader, visibleBox, visibleSize } from './page-geometry.ts'
import { addFont, separateResources } from './page-resources.ts'
import { addInvisibleText, invisibleFont, textImage } from './text-image.ts'

export const BLACK = rgb(0.07, 0.09, 0.11)
export const GRAY = rgb(0.36, 0.4, 0.45)
export const LINE = rgb(0.8, 0.83, 0.86)

export interface TextStyle {
  size: number
  /** The text shrinks to this size before it is cut. Equal to `size` by default. */
  minSize?: number
  bold?: boolean
  color?: Color
  align?: 'left' | 'center' | 'right'
  vertical?: 'top' | 'middle'
}

export type PagePen = ReturnType<typeof penOn>
export type DocumentPen = ReturnType<typeof openPen>

/** A baseline that centers capital letters in a line, in parts of the size. */
const BASELINE = 0.98
const LINE_HEIGHT = 1.25
/** Each step makes text of an image smaller until it fits. */
const SHRINK = 0.9
const INVISIBLE = 'VialdeskInvisible'

const start = (align: TextStyle['align'], room: number): number => (align === 'center' ? room / 2 : align === 'right' ? room : 0)

function drawPlain(page: PDFPage, fonts: Fonts, box: Rectangle, text: string, style: TextStyle): void {
  const font = style.bold ? fonts.bold : fonts.regular
  const measure = (words: string, size: number) => font.getTextWidth(words, size)
  const { size: asked, minSize = asked } = style
  const { lines, size, lineHeight } = fitText(text, box, { size: asked, minSize }, measure)
  const spare = Math.max(0, box.height - lines.length * lineHeight)
  const top = box.y + box.height - (style.vertical === 'top' ? 0 : spare / 2)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const x = box.x + start(style.align, Math.max(0, box.width - measure(line, size)))
    page.drawText(line, { x, y: top - index * lineHeight - BASELINE * size, size, font, color: style.color ?? BLACK })
  }
}

async function fitImage(text: string, box: Rectangle, { size, minSize = size, bold }: TextStyle) {
  let at = size
  let picture = await textImage(text, { size: at, width: box.width, ...(bold && { bold }) })
  while (picture.height > box.height && at * SHRINK >= minSize) {
    at *= SHRINK
    picture = await textImage(text, { size: at, width: box.width, ...(bold && { bold }) })
  }
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height)
  return { png: picture.png, width: picture.width * scale, height: picture.height * scale, size: at * scale }
}

async function drawAsImage(pdf: PDF, page: PDFPage, box: Rectangle, text: string, style: TextStyle): Promise<void> {
  const { png, width, height, size } = await fitImage(text, box, style)
  const spare = box.height - height
  const x = box.x + start(style.align, box.width - width)
  const y = box.y + (style.vertical === 'top' ? spare : spare / 2)
  page.drawImage(pdf.embedPng(png), { x, y, width, height })
  const font = addFont(pdf, page, INVISIBLE, () => invisibleFont(pdf))
  addInvisibleText(page, font, text, { x, y, width, size })
}

interface Shared {
  pdf: PDF
  fonts: Fonts
  /** A picture that is drawn many times is stored once. */
  embed(png: Buffer): PDFImage
}

function penOn({ pdf, fonts, embed }: Shared, page: PDFPage) {
  const resolve = (ref: Parameters<PDF['getObject']>[0]) => pdf.getObject(ref)
  separateResources(page, resolve)
  const visible = visibleBox(page, resolve)
  page.drawOperators([ops.pushGraphicsState(), turnToReader(visible)])
  const isPlain = (text: string, { bold }: TextStyle) => isPlainText(text, bold ? fonts.bold : fonts.regular)
  return {
    page,
    size: visibleSize(visible),
    /** Draws text inside the box, never beyond it. */
    async text(box: Rectangle, given: string, style: TextStyle): Promise<void> {
      const text = normalizeText(given)
      if (text.trim() === '' || box.width <= 0 || box.height <= 0) return
      if (isPlain(text, style)) drawPlain(page, fonts, box, text, style)
      else await drawAsImage(pdf, page, box, text, style)
    },
    /** The height that text needs at its full size. */
    async textHeight(given: string, width: number, style: TextStyle): Promise<number> {
      const text = normalizeText(given)
      const font = style.bold ? fonts.bold : fonts.regular
      if (isPlain(text, style))
        return (
          breakLines(text, style.size, width, (words, size) => font.getTextWidth(words, size)).length * style.size * LINE_HEIGHT
        )
      const { height } = await textImage(text, { size: style.size, width, ...(style.bold && { bold: true }) })
      return Math.max(height, style.size * LINE_HEIGHT)
    },
    /** Draws an image as large as the box allows. */
    image(box: Rectangle, png: Buffer, align: 'left' | 'center' = 'left'): void {
      const image = embed(png)
      const scale = Math.min(box.width / image.width, box.height / image.height)
      const [width, height] = [image.width * scale, image.height * scale]
      const x = box.x + (align === 'center' ? (box.width - width) / 2 : 0)
      page.drawImage(image, { x, y: box.y + (box.height - height) / 2, width, height })
    },
    /** Ends the drawing: what follows on this page uses the user space again. */
    end: () => page.drawOperators([ops.popGraphicsState()]),
  }
}

/** The fonts of a document and the pens of its pages. */
export function openPen(pdf: PDF) {
  const images = new Map<Buffer, PDFImage>()
  const embed = (png: Buffer): PDFImage => {
    const image = images.get(png) ?? pdf.embedPng(png)
    images.set(png, image)
    return image
  }
  const shared = { pdf, fonts: embedFonts(pdf), embed }
  return { pdf, on: (page: PDFPage) => penOn(shared, page) }
}
