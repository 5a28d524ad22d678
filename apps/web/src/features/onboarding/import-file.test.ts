import { expect, test } from 'vitest'
import { textOf } from './import-file.ts'

test.each<[string, number[]]>([
  ['UTF-8', [0x5a, 0x6f, 0xc3, 0xab]],
  ['UTF-8 with a mark before it', [0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab]],
  ['what Windows writes in the West', [0x5a, 0x6f, 0xeb]],
  ['what spreadsheets call Unicode', [0xff, 0xfe, 0x5a, 0x00, 0x6f, 0x00, 0xeb, 0x00]],
])('%s is read as it is meant', async (_, bytes) => {
  expect(await textOf(new Blob([new Uint8Array(bytes)]))).toBe('Zoë')
})
