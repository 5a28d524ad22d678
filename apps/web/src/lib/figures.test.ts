import { expect, test } from 'vitest'
import { showCount } from './figures.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [12_345, '12,345'],
  [1_000_000, '1,000,000'],
])('%d is shown as %s', (count, shown) => expect(showCount(count)).toBe(shown))
