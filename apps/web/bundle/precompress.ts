/** Writes a `.br` and a `.gz` file next to each built file, so that the server does not compress at request time. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:m?js|css|svg|json|html|txt|webmanifest)$/
/** Bytes. For smaller files the headers cost more than compression saves. */
const smallest = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < smallest) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    brotli(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    zip(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}

export function precompress(): Plugin {
  return {
    name: 'vialdesk:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const names = await readdir(join(dir, 'assets'))
      for (const name of names.filter((each) => compressible.test(each))) await compressFile(join(dir, 'assets', name))
    },
  }
}
