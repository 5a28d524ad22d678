import { expect, test } from 'vitest'
import { csvOfJson, decodeImportFile } from './use-import.ts'

test.each<[string, number[]]>([
  ['UTF-8', [0x5a, 0x6f, 0xc3, 0xab]],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab]],
  ['Windows-1252', [0x5a, 0x6f, 0xeb]],
  ['UTF-16, called Unicode by spreadsheets', [0xff, 0xfe, 0x5a, 0x00, 0x6f, 0x00, 0xeb, 0x00]],
])('decodes %s', async (_, bytes) => {
  expect(await decodeImportFile(new Blob([new Uint8Array(bytes)]))).toBe('Zoë')
})

test('turns a list of objects into CSV', () => {
  expect(csvOfJson('[{"email":"a@b.example","note":"say \\"hi\\", twice"},{"phone":5}]')).toBe(
    '"email","note","phone"\r\n"a@b.example","say ""hi"", twice",""\r\n"","","5"',
  )
})

test.each(['', 'not json', '{"a":1}', '[1]', '[null]'])('takes no other JSON: %s', (text) =>
  expect(csvOfJson(text)).toBeUndefined(),
)
