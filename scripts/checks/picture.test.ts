/** The pictures of docs/imports.md are drawn from imports. */
import { describe, expect, test } from 'vitest'
import { drawPictures, pictureFaults } from './picture.ts'
import type { Source } from './sources.ts'

const importing = (path: string, ...names: string[]): Source => ({
  path,
  text: names.map((name) => `import { x } from '${name}'\n`).join(''),
})
const feature = (name: string, part = 'queries') => `apps/api/src/features/${name}/${name}.${part}.ts`

describe('pictures of the architecture', () => {
  const page = (text: string): Source => ({ path: 'docs/imports.md', text })
  const empty = '<!-- picture: areas -->\n<!-- end -->\n<!-- picture: features -->\n<!-- end -->\n'
  const sources = [
    importing('apps/api/src/app/app.ts', './router.ts', '#api/platform/serve.ts'),
    importing('apps/api/src/app/router.ts', '#api/features/sales/sales.queries.ts', '#api/platform/serve.ts'),
    importing(feature('sales'), '#api/features/accounts/accounts.queries.ts'),
  ]

  test('shows each arrow that the imports have, without those that follow from others', () => {
    const drawn = drawPictures(empty, sources)
    expect(drawn).toContain('  api_app --> api_router\n  api_router --> api_features\n  api_router --> api_platform')
    expect(drawn).not.toContain('api_app --> api_platform')
    expect(drawn).toContain('  sales --> accounts')
  })

  test('must be drawn again after an import is added', () => {
    const drawn = drawPictures(empty, sources)
    expect(pictureFaults([page(drawn)], sources)).toEqual([])
    const more = importing(feature('sales', 'commands'), '#api/features/notices/notices.commands.ts')
    expect(pictureFaults([page(drawn)], [...sources, more])).toEqual([
      'the pictures of docs/imports.md are not current: run node scripts/draw-architecture.ts',
    ])
  })

  test('have their places in the page', () => {
    expect(pictureFaults([page('# The architecture\n')], sources)).toEqual([
      'docs/imports.md has no place for the picture areas',
      'docs/imports.md has no place for the picture features',
    ])
  })
})
