import { expect, test } from 'vitest'
import { toPrintableName, toPrintableText } from './printable-text.ts'

test('converts other characters to the nearest ones of the fonts', () => {
  expect(toPrintableText('Zoë Müller–Łukasz ő “x” 東')).toBe('Zoë Müller-Lukasz o "x" ?')
})

test.each([
  ['Łódź Stem Cell', 'Lódz Stem Cell'],
  ['Who cares?', 'Who cares?'],
  ['Harborview 再生', 'Harborview'],
  ['東京再生医療 Cells', 'the address'],
  ['東京再生医療', 'the address'],
  ['Клиника 21', 'the address'],
  ['', 'the address'],
])('removes the characters that the fonts lack from a name: %s', (name, written) => {
  expect(toPrintableName(name, 'the address')).toBe(written)
})
