import { describe, expect, test } from 'vitest'
import { testsReachedBy } from './changed.ts'

const api = (file: string) => `apps/api/src/${file}`
const source = (path: string, ...imports: string[]) => ({ path, text: imports.map((name) => `import '${name}'\n`).join('') })
const sources = [
  source('packages/contract/src/money/coupons.ts'),
  source(api('platform/money.ts')),
  source(api('platform/money.test.ts'), './money.ts'),
  source(api('features/coupons/coupons.queries.ts'), '#api/platform/money.ts'),
  source(api('features/coupons/coupons.routes.ts'), './coupons.queries.ts', '@vialdesk/contract/money/coupons'),
  source(api('features/coupons/coupons.test.ts'), '#api/testing/test-portal.ts'),
  source(api('features/checkout/price.ts'), '#api/features/coupons/coupons.queries.ts'),
  source(api('features/checkout/price.test.ts'), './price.ts'),
  source(api('features/vials/vials.routes.ts')),
  source(api('features/vials/vials.test.ts'), '#api/testing/test-portal.ts'),
  source(api('app/app.ts'), './features/coupons/coupons.routes.ts', './features/vials/vials.routes.ts'),
  source(api('testing/test-portal.ts'), '#api/app.ts'),
  source('apps/web/src/features/coupons/coupons-screen.tsx'),
  source('apps/e2e/journey/rows.ts'),
  source('apps/e2e/coupons.spec.ts', './journey/rows.ts'),
  source('apps/e2e/checkout/products.spec.ts'),
  source('apps/e2e/vials.spec.ts', './journey/rows.ts'),
]
const reachedBy = (...changed: string[]) => testsReachedBy(changed, sources)
const ofCoupons = { tests: [api('features/coupons/coupons.test.ts')], journeys: ['apps/e2e/coupons.spec.ts'] }

describe('a change reaches', () => {
  test('the tests and journeys of its feature, and not those of all features through the program', () => {
    expect(reachedBy(api('features/coupons/coupons.routes.ts'))).toEqual(ofCoupons)
    expect(reachedBy('apps/web/src/features/coupons/coupons-screen.tsx')).toEqual(ofCoupons)
    expect(reachedBy('packages/contract/src/money/coupons.ts')).toEqual(ofCoupons)
  })

  test('the features that use it', () => {
    expect(reachedBy(api('platform/money.ts'))).toEqual({
      tests: ['platform/money.test.ts', 'features/coupons/coupons.test.ts', 'features/checkout/price.test.ts'].map(api),
      journeys: ['apps/e2e/coupons.spec.ts', 'apps/e2e/checkout/products.spec.ts'],
    })
  })

  test('what uses a changed helper of the tests', () => {
    expect(reachedBy(api('testing/test-portal.ts')).tests).toEqual(
      ['features/coupons/coupons.test.ts', 'features/vials/vials.test.ts'].map(api),
    )
    expect(reachedBy('apps/e2e/journey/rows.ts')).toEqual({
      tests: [],
      journeys: ['apps/e2e/coupons.spec.ts', 'apps/e2e/vials.spec.ts'],
    })
  })

  test('a changed journey alone, and nothing from a document', () => {
    expect(reachedBy('apps/e2e/vials.spec.ts')).toEqual({ tests: [], journeys: ['apps/e2e/vials.spec.ts'] })
    expect(reachedBy('docs/glossary.md')).toEqual({ tests: [], journeys: [] })
  })
})
