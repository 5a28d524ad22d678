import { expect, test } from 'vitest'
import { latin, latinName } from './latin.ts'

test('other scripts are written as near as the fonts can', () => {
  expect(latin('Zoë Müller–Łukasz ő “x” 東')).toBe('Zoë Müller-Lukasz o "x" ?')
})

test.each([
  ['Łódź Stem Cell', 'Lódz Stem Cell'],
  ['Who cares?', 'Who cares?'],
  ['Harborview 再生', 'Harborview'],
  ['東京再生医療 Cells', 'the address'],
  ['東京再生医療', 'the address'],
  ['Клиника 21', 'the address'],
  ['', 'the address'],
])('a name without what the fonts lack: %s', (name, written) => {
  expect(latinName(name, 'the address')).toBe(written)
})
