/**
 * The fonts of drawn text. Noto Sans has Latin, Cyrillic and Greek letters. Other scripts need shaping, which libpdf does not
 * do: they are drawn as images (text-image.ts), with Noto's Arabic and Hebrew or the fonts of the machine.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PDF } from '@libpdf/core'

const locate = (file: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`)

const REGULAR = locate('noto-sans/400Regular/NotoSans_400Regular.ttf')
const BOLD = locate('noto-sans/700Bold/NotoSans_700Bold.ttf')

/** The files that sharp must know before it draws text. */
export const IMAGE_FONTS = [
  REGULAR,
  BOLD,
  locate('noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  locate('noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf'),
  locate('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  locate('noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf'),
]
export const IMAGE_FONT_FAMILIES = 'Noto Sans, Noto Sans Arabic, Noto Sans Hebrew'

export type Font = ReturnType<PDF['embedFont']>
export type Fonts = ReturnType<typeof embedFonts>

const files = new Map<string, Buffer>()
const bytesOf = (file: string): Buffer => {
  const bytes = files.get(file) ?? readFileSync(file)
  files.set(file, bytes)
  return bytes
}

export const embedFonts = (pdf: PDF) => ({
  regular: pdf.embedFont(bytesOf(REGULAR)),
  bold: pdf.embedFont(bytesOf(BOLD)),
})

/** Text as it is drawn: composed letters, spaces of one kind, no control characters but line breaks. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replaceAll(/[^\S\n]/g, ' ')
    .replaceAll(/(?!\n)\p{C}/gu, '')

/** False for text that must be drawn as an image: other scripts, combining marks, letters that the font lacks. */
export const isPlainText = (text: string, font: Font): boolean =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u.test(text) &&
  font.canEncode(text.replaceAll('\n', ''))
