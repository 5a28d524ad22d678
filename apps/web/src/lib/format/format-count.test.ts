import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [12_345, '12,345'],
  [1_000_000, '1,000,000'],
])('%d is shown as %s', (count, shown) => expect(formatCount(count)).toBe(shown))
