/** Draws text of any script as an image, and adds the text invisibly so that readers can search and copy it. */
import { ops, type PDF, type PDFPage, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core'
import sharp from 'sharp'
import { IMAGE_FONT_FAMILIES, IMAGE_FONTS } from './fonts.ts'

/** Pixels of the image for each point of the page. */
const SCALE = 4
const DOTS_PER_INCH = 72 * SCALE

let registered: Promise<unknown> | undefined

/** A font file stays known to sharp after its first use. */
const registerFonts = () => {
  registered ??= Promise.all(
    IMAGE_FONTS.map((fontfile) =>
      sharp({ text: { text: 'a', font: 'Noto Sans', fontfile } })
        .raw()
        .toBuffer(),
    ),
  )
  return registered
}

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The ink of the text, without empty edges. `width` breaks it into lines. */
export async function textImage(text: string, { size, bold = false, width }: { size: number; bold?: boolean; width?: number }) {
  await registerFonts()
  const picture = sharp({
    text: {
      text: escapeMarkup(text),
      font: `${IMAGE_FONT_FAMILIES}${bold ? ' Bold' : ''} ${size}`,
      fontfile: IMAGE_FONTS[0] as string,
      dpi: DOTS_PER_INCH,
      rgba: true,
      ...(width !== undefined && { width: Math.max(1, Math.floor(width * SCALE)), wrap: 'word-char' as const }),
    },
  })
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true })
  // In points, at the size that was asked for.
  return { png: data, width: info.width / SCALE, height: info.height / SCALE }
}

/** Two hexadecimal digits for each byte of UTF-16. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Invisible def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
end
end`

/** A font without letters: each code is the character itself. */
export function invisibleFont(pdf: PDF): PdfDict {
  const descendant = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('CIDFontType2'),
    BaseFont: PdfName.of('Invisible'),
    CIDSystemInfo: PdfDict.of({
      Registry: PdfString.fromString('Adobe'),
      Ordering: PdfString.fromString('Identity'),
      Supplement: PdfNumber.of(0),
    }),
    DW: PdfNumber.of(500),
    FontDescriptor: pdf.context.register(
      PdfDict.of({
        Type: PdfName.of('FontDescriptor'),
        FontName: PdfName.of('Invisible'),
        Flags: PdfNumber.of(4),
        FontBBox: PdfArray.of(...[0, 0, 500, 1000].map((each) => PdfNumber.of(each))),
        ItalicAngle: PdfNumber.of(0),
        Ascent: PdfNumber.of(800),
        Descent: PdfNumber.of(-200),
        CapHeight: PdfNumber.of(700),
        StemV: PdfNumber.of(80),
      }),
    ),
  })
  return PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type0'),
    BaseFont: PdfName.of('Invisible'),
    Encoding: PdfName.of('Identity-H'),
    DescendantFonts: PdfArray.of(pdf.context.register(descendant)),
    ToUnicode: pdf.context.register(PdfStream.fromDict({}, Buffer.from(TO_UNICODE, 'latin1'))),
  })
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
/** Readers expect letters from left to right as they are seen, and turn right-to-left words themselves. */
const isRightToLeft = (text: string) => /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u.test(text)
const asSeen = (text: string) => (isRightToLeft(text) ? [...text].reverse().join('') : text)

/** Adds text that nobody sees, over the width of its image. */
export function addInvisibleText(
  page: PDFPage,
  fontName: string,
  text: string,
  at: { x: number; y: number; width: number; size: number },
) {
  const codes = utf16(asSeen(text.replaceAll('\n', ' ')))
  const natural = (codes.length / 2) * 0.5 * at.size
  page.drawOperators([
    ops.pushGraphicsState(),
    ops.beginText(),
    ops.setTextRenderMode(3),
    ops.setFont(fontName, at.size),
    ops.setHorizontalScale(natural > 0 ? (at.width / natural) * 100 : 100),
    ops.setTextMatrix(1, 0, 0, 1, at.x, at.y),
    ops.showText(PdfString.fromBytes(codes)),
    ops.endText(),
    ops.popGraphicsState(),
  ])
}
