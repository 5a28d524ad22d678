/** What the fonts that every PDF reader has can show: accents stay, other scripts become what is nearest, or a question mark. */
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

export const latin = (text: string): string => [...text.normalize('NFC')].map(nearest).join('')
