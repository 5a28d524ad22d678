/** The code of a vial as text. Free of schemas: whatever is typed anywhere is looked at for a code. */

/** Twelve of 32 signs, drawn by chance: no I, L, O or U, which are misread. */
export const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** As it is kept: in capitals, without dashes, and what is misread put right. */
export const asWritten = (text: string) =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** The code in what somebody types or scans: in any case, with or without dashes, or at the end of the address on a label. */
export function codeIn(text: string): string | undefined {
  const code = asWritten(text.trim().replace(/^https?:\/\/\S*\//i, ''))
  return CODE.test(code) ? code : undefined
}

/** The code as it stands on the label: in groups of four. */
export const inGroups = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')
