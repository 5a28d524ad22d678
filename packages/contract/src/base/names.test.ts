import { describe, expect, test } from 'vitest'
import { LINKS_NOT_ALLOWED, optionalName, requiredName } from './names.ts'

const messagesFor = (text: string) => (optionalName(80).safeParse(text).error?.issues ?? []).map(({ message }) => message)

describe('refuses a name with a link', () => {
  test.each([
    'https://evil.example',
    'Nora http://evil.example/win',
    'hxxp://evil.example',
    'www.evil.example',
    'WWW.EVIL.EXAMPLE',
    'Win at evil.example',
    'EVIL.COM',
    'bücher.example',
    't.co/xyz',
    'evil．com',
    'mailto://a',
    'Visit ab.com now',
    't.co is short.to',
    'write to x@y.co',
    '192.168.1.10/login',
    'evil\u200d.com',
    'evil。com',
  ])('%s', (text) => {
    expect(messagesFor(text)).toEqual([LINKS_NOT_ALLOWED])
  })
})

describe('refuses a name with invisible characters', () => {
  test.each([
    ['a new line', 'Nora\nHale'],
    ['a bell', 'Nora\u0007'],
    ['reversed text', 'Nora \u202eelaH'],
    ['a zero-width space', 'No\u200bra'],
    ['a soft hyphen', 'No\u00adra'],
    ['a grapheme joiner', 'No\u034fra'],
    ['a tag', 'Nora\u{e0001}'],
    ['a line separator', 'Nora\u2028Hale'],
  ])('%s', (_, text) => {
    expect(messagesFor(text)).toEqual(['This contains invalid characters.'])
  })
})

test('does not look for links in a text that is too long', () => {
  expect(messagesFor(`${'a'.repeat(80)}.evil.example`)).toEqual(['At most 80 characters.'])
})

describe('accepts a name of a person or a company', () => {
  test.each([
    'Nora',
    "Siobhán O'Brien-Smith",
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'St.John',
    'Dr. med. Hans Müller',
    'Acme Clinic, Inc.',
    'Anna M.Sc.',
    'Cells @ Work',
    'A.C. Milan 24/7',
    'שרה אחמד',
    'می‌خواهم',
    '山田 太郎',
    'Cells & More (Austin)',
  ])('%s', (text) => {
    expect(optionalName(80).parse(text)).toBe(text)
  })
})

test('refuses a blank when the name is required', () => {
  expect(requiredName(80).safeParse('  ').success).toBe(false)
  expect(requiredName(80).parse(' Nora ')).toBe('Nora')
})
