/** Vial codes as text. Imports no schemas, because the search of every page uses it. */

/** Twelve random characters of an alphabet of 32, without I, L, O and U, which are often misread. */
export const VIAL_CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** The stored form: capitals, no dashes, and misread letters corrected. */
export const normalizeVialCode = (text: string) =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** Reads a code from typed or scanned text: any case, with or without dashes, or at the end of the URL on a label. */
export function parseVialCode(text: string): string | undefined {
  const code = normalizeVialCode(text.trim().replace(/^https?:\/\/\S*\//i, ''))
  return VIAL_CODE_PATTERN.test(code) ? code : undefined
}

/** The code in groups of four, as printed on the label. */
export const formatVialCode = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')
