/** Pictures are decoded one after the other, so that many uploads at once need the memory of one. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture } from '#api/platform/files/draw-picture.ts'
import { decodeInTurn, decodeSignatureInTurn } from './decode-turns.ts'
import { ApiError } from './fail.ts'

const options = { uploader: '1 1', field: 'file', maxSide: 64, format: 'png' } as const
const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'a.png')

test('reads the next file only when the picture before it is finished', async () => {
  const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0b6e6e' } })
    .png()
    .toBuffer()
  const order: string[] = []
  /** Notes when the bytes of the file are read. */
  const noted = (name: string) =>
    Object.assign(fileOf(bytes), {
      arrayBuffer: async () => {
        order.push(`reads ${name}`)
        return new Uint8Array(bytes).buffer
      },
    })
  const drawn = ['a', 'b', 'c'].map((name) => drawPicture(noted(name), options).then(() => order.push(`has drawn ${name}`)))
  await Promise.all(drawn)
  expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`reads ${name}`, `has drawn ${name}`]))
})

test('lets two uploads of a user wait and refuses more, and makes no signature wait for them', async () => {
  const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>()
  const slow = ['1 1', '1 1', '1 1'].map((uploader) => decodeInTurn(uploader, () => whenReleased))
  await expect(decodeInTurn('1 1', async () => 'decoded')).rejects.toMatchObject({ code: 'too_many' })
  const other = decodeInTurn('1 2', async () => 'decoded')
  await expect(decodeSignatureInTurn(async () => 'signed')).resolves.toBe('signed')
  release()
  await Promise.all(slow)
  await expect(other).resolves.toBe('decoded')
})

test('goes on after a picture that is refused', async () => {
  const refused = drawPicture(fileOf(Buffer.from('no picture')), options)
  const next = decodeInTurn('1 2', async () => 'decoded')
  await expect(refused).rejects.toBeInstanceOf(ApiError)
  await expect(next).resolves.toBe('decoded')
})
