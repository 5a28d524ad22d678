/**
 * Converts text to the characters that the standard PDF fonts contain. Accents stay; other characters become the nearest
 * one, or a question mark.
 */
const NEAREST: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  İ: 'I',
  ő: 'o',
  ű: 'u',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}

const isShown = (sign: string) => /^[\x20-\x7e\xa1-\xac\xae-\xff]$/.test(sign)

function nearest(sign: string): string {
  if (isShown(sign)) return sign
  if (sign in NEAREST) return NEAREST[sign] as string
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...bare].every(isShown) ? bare : '?'
}

export const toPrintableText = (text: string): string => [...text.normalize('NFC')].map(nearest).join('')

const letters = (text: string) => [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).length

/** A name without the characters that the fonts lack. If most of its letters would be lost, `otherwise` is printed instead. */
export function toPrintableName(name: string, otherwise: string): string {
  const kept = [...name.normalize('NFC')].filter((sign) => sign === '?' || nearest(sign) !== '?').join('')
  return letters(kept) > 0 && letters(kept) * 2 >= letters(name.normalize('NFC'))
    ? toPrintableText(kept).replaceAll(/\s+/g, ' ').trim()
    : otherwise
}
