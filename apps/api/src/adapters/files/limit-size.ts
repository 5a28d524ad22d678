import { Transform } from 'node:stream'
import { FileTooLarge } from '#api/platform/ports/files.ts'

/** A stream that counts bytes and fails with `FileTooLarge` above `maxBytes`. */
export const limitSize = (maxBytes: number) => {
  let size = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(new FileTooLarge(`The file has more than ${maxBytes} bytes.`))
      else done(null, chunk)
    },
  })
  return { through, size: () => size }
}
