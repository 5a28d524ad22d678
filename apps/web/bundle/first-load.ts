/**
 * The page names the files of its first screen and the font, so that a browser downloads them together with the entry and not after it. The
 * login has a page of its own, because it needs few of the files of the portal.
 */
import type { Plugin, Rolldown } from 'vite'
import { type Chunk, chunksOf, findStart, stylesOf, withImports } from './chunks.ts'

interface Page {
  /** The file of the page. */
  name: string
  /** The module that its first screen begins with, relative to the web app. */
  module: string
  /** The entry alone draws a first picture. What this needs is downloaded before the scripts of the screen. */
  entryDraws?: boolean
}

interface Options {
  pages: Page[]
  /** The font of every text. A font that arrives late moves the page. */
  font: RegExp
}

function linksTo(chunks: Chunk[], fonts: string[], html: string, scriptsCanWait: boolean): string {
  const isNew = (file: string) => !html.includes(`/${file}`)
  const scripts = chunks.map(({ fileName }) => fileName).filter(isNew)
  const priority = scriptsCanWait ? ' fetchpriority="low"' : ''
  const styles = stylesOf(chunks).filter(isNew)
  const lines = [
    ...scripts.map((file) => `<link rel="modulepreload"${priority} crossorigin href="/${file}">`),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
  ]
  return lines.map((line) => `    ${line}\n`).join('')
}

/** The chunks that the first screen of a page needs. */
export const neededChunks = (bundle: Rolldown.OutputBundle, module: string): Chunk[] => {
  const chunks = chunksOf(bundle)
  return withImports([...chunks.filter(({ isEntry }) => isEntry), findStart(chunks, module)], chunks)
}

export function firstLoad({ pages, font }: Options): Plugin {
  return {
    name: 'vialdesk:first-load',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html.')
        const fonts = Object.keys(bundle).filter((file) => font.test(file))
        if (fonts.length !== 1) throw new Error(`${fonts.length} files are the font ${font}.`)
        const html = String(page.source)
        for (const { name, module, entryDraws = false } of pages) {
          const source = html.replace('  </head>', `${linksTo(neededChunks(bundle, module), fonts, html, entryDraws)}  </head>`)
          if (name === 'index.html') page.source = source
          else this.emitFile({ type: 'asset', fileName: name, source })
        }
      },
    },
  }
}
