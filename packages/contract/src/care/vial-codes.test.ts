import { expect, test } from 'vitest'
import { formatVialCode, parseVialCode } from './vial-codes.ts'

const CODE = '7K2M9QX4B0TZ'

test.each([CODE, '7k2m-9qx4-b0tz', ' 7K2M 9QX4 B0TZ ', '7K2M9QX4BOTZ', 'https://portal.example/vials/7K2M9QX4B0TZ'])(
  'reads %j as the code on the label',
  (typed) => expect(parseVialCode(typed)).toBe(CODE),
)

test.each(['', '7K2M', '7K2M9QX4B0TZ7', '7K2M9QX4B0TU', 'request label', 'https://portal.example/vials/'])(
  'finds no code in %j',
  (typed) => expect(parseVialCode(typed)).toBeUndefined(),
)

test('formats a code in groups of four', () => expect(formatVialCode(CODE)).toBe('7K2M-9QX4-B0TZ'))
