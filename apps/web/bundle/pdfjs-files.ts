/** Serves the fonts, character maps and decoders of pdf.js from our own origin. They load only when a PDF needs them. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

/** The version is part of the path, because assets are cached for a year. */
export const PDFJS_FOLDER = `assets/pdfjs-${version}`
const folders = ['cmaps', 'standard_fonts', 'iccs']
/** Decoders in JavaScript: the content security policy does not allow WebAssembly. */
const decoders = /_nowasm_fallback\.js$/

const files = () => [
  ...folders.flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)),
  ...readdirSync(path.join(root, 'wasm'))
    .filter((name) => decoders.test(name))
    .map((name) => `wasm/${name}`),
]

export function pdfjsFiles(): Plugin {
  return {
    name: 'pdfjs-files',
    config: () => ({ define: { __PDFJS_FOLDER__: JSON.stringify(`/${PDFJS_FOLDER}/`) } }),
    configureServer(server) {
      const known = new Set(files())
      server.middlewares.use(`/${PDFJS_FOLDER}`, (request, response, next) => {
        const name = (request.url ?? '').slice(1).split('?', 1)[0] as string
        if (!known.has(name)) return next()
        createReadStream(path.join(root, name)).pipe(response)
      })
    },
    generateBundle() {
      for (const name of files())
        this.emitFile({ type: 'asset', fileName: `${PDFJS_FOLDER}/${name}`, source: readFileSync(path.join(root, name)) })
    },
  }
}
