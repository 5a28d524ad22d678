/**
 * Mantine's styles are imported by component, so that the login loads few of them. The build fails when a component is part of the
 * portal without its styles, or when an own style uses `light-dark()`: the build writes it in another way for older browsers, which works only
 * where styles name the color scheme, and Mantine names it by a variable.
 */
import type { Plugin } from 'vite'
import { chunksOf } from './chunks.ts'

/** A component names its classes in `<Name>.module.mjs`. Its styles are in `<Name>.css`. */
const CLASSES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const STYLES = /@mantine\/core\/styles\/(\w+)\.css$/

const namesIn = (ids: string[], pattern: RegExp) => new Set(ids.flatMap((id) => pattern.exec(id)?.[1] ?? []))

export function mantineStyles(): Plugin {
  return {
    name: 'vialdesk:mantine-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/, code: /light-dark\(/ },
      handler(_code, id) {
        this.error(`${id} uses light-dark(): use a variable of Mantine that has both colors.`)
      },
    },
    generateBundle(_options, bundle) {
      const used = namesIn(
        chunksOf(bundle).flatMap(({ moduleIds }) => moduleIds),
        CLASSES,
      )
      const styled = namesIn([...this.getModuleIds()], STYLES)
      const missing = [...used].filter((name) => !styled.has(name))
      if (used.size === 0 || missing.length > 0)
        this.error(`Import the styles of ${missing.join(', ') || 'Mantine'} in src/app/portal-styles.ts.`)
    },
  }
}
