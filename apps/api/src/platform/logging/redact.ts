/**
 * Removes secrets, card numbers and personal data from text that is about to be stored or logged. It works on the finished
 * text, so callers cannot forget it. It removes rather too much than too little.
 */
import { passesLuhn } from '@vialdesk/contract/money/card-brands'
import { isSensitiveKey, sensitiveSpelling } from './sensitive-keys.ts'

const REDACTED = '[redacted]'
/** Longer texts are cut, so that the patterns below stay cheap. */
const MAX_TEXT_LENGTH = 10_000

/** Finds 13 to 19 digits in a row that pass the check. A card number may have other digits directly before or after it. */
function containsCard(digits: string): boolean {
  for (let start = 0; start + 13 <= digits.length; start += 1) {
    for (let length = 13; length <= 19 && start + length <= digits.length; length += 1) {
      if (passesLuhn(digits.slice(start, start + length))) return true
    }
  }
  return false
}

const digitRuns = /\d(?:[\s._-]{0,2}\d){12,}/g
/** Replaces card numbers, however their digits are separated. */
export const redactCards = (text: string) =>
  text.replace(digitRuns, (run) => (containsCard(run.replace(/\D/g, '')) ? '[card]' : run))

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const looksRandom = (run: string) => !uuid.test(run) && /\d/.test(run) && /[A-Za-z]/.test(run)

/** A pattern for lower and upper case. `(?i:…)` would do, but V8 ignores it in processes that have compiled many patterns. */
const anyCase = (pattern: string) => pattern.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** `key: value` inside text: JSON in a string, query strings, forms, messages of people. */
const pairs = new RegExp(
  [
    `((?:${anyCase(sensitiveSpelling)})[\\w-]{0,40}\\\\*["']?(?:\\s*[:=]\\s*|\\s+is\\s+))`,
    `("(?:[^"\\\\]|\\\\.)*"|\\\\+"[^"]*"|'(?:[^'\\\\]|\\\\.)*'|\\{[^}]*\\}|\\[[^\\]]*\\]|[^\\s,;&)}\\]]+(?:\\s+\\p{Lu}[\\p{L}'’.]*){0,3})`,
  ].join(''),
  'gu',
)
const redactPairs = (text: string) => text.replace(pairs, `$1${REDACTED}`)

const replacements: [RegExp, string][] = [
  [/\b(Basic|Bearer|Token|Digest)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/:@]{0,200}:[^\s/@]{1,200}@/gi, '$1[redacted]@'],
  [/\b(Failing row contains) \(.*\)/gs, '$1 ([redacted])'],
  [/\bKey \(([^()]{0,200})\)=\(.{0,4000}?\)(?= |$)/g, 'Key ($1)=([redacted])'],
  [/[^\s@"'<>()[\]{},;:=/\\]{1,64}(?:@|%40)[^\s@"'<>()[\]{},;:=/\\]{1,190}\.[\p{L}\d-]{2,60}/giu, '[email]'],
  [/\b(cvc|cvv2?|security code)\s+\d{3,4}\b/gi, '$1 [redacted]'],
  [/\b\d{3}-\d{2}-\d{4}\b/g, REDACTED],
  [/(?<![\w.-])\+\d(?:[\s().-]{0,3}\d){7,14}/g, '[phone]'],
  [/(?<![\w.-])(?:1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4}(?![\w-])/g, '[phone]'],
  [/(?<![\w.-])1?\d{10}(?![\w-]|\.\d)/g, '[phone]'],
  [/\b(Mr|Mrs|Ms|Miss|Mx|Dr|Prof)(\.?)\s+\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’.-]*)*/gu, '$1$2 [name]'],
]

/** Redacts a text by patterns. */
export function redactText(text: string): string {
  let result = redactCards(text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text)
  for (const [pattern, replacement] of replacements) result = result.replace(pattern, replacement)
  return redactPairs(result).replace(/[\w-]{40,}/g, (run) => (looksRandom(run) ? '[token]' : run))
}

/** Random, but may have the digits of a card number in it. */
const isTraceId = (value: unknown, key: string) => key === 'trace_id' && /^[\da-f]{32}$/.test(String(value))

/** Redacts a JSON value by keys and by patterns. */
export function redactValue(value: unknown, key = ''): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (isSensitiveKey(key)) return REDACTED
  if (typeof value === 'string') return isTraceId(value, key) ? value : redactText(value)
  if (typeof value === 'number') return redactCards(String(value)) === String(value) ? value : '[card]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item))
  const source = value as Record<string, unknown>
  if (source.type === 'Buffer' && Array.isArray(source.data)) return '[bytes]'
  return Object.fromEntries(Object.entries(source).map(([name, item]) => [redactText(name), redactValue(item, name)]))
}

/** A request line without any text of the caller. Most lines are like this and need no redaction. */
const requestLine =
  /^\{"level":"\w+","time":"[\d:.TZ-]{24}","pid":\d{1,9},"req_id":"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}",(?:"trace_id":"[\da-f]{32}",)?"method":"[A-Z]+","route":"[^"\\]*","status":\d{3},"ms":\d{1,9}(?:\.\d)?(?:,"domain_id":\d{1,9})?(?:,"user_id":\d{1,9})?(?:,"cut_off":true)?\}\n$/

/** A quick check: a line without a match has nothing to redact. */
const suspicious = new RegExp(
  [
    '@|%40|\\+\\d|\\(\\d{3}\\)|\\d{3}-\\d{2}-\\d{4}|[\\w-]{40}|eyJ|Key \\(|row contains|"Buffer"|basic |digest |bearer |security code',
    '\\d(?:(?:[\\s._-]|\\\\[nrt]){0,2}\\d){9}',
    '(?:\\b|\\\\[nrt])(?:mrs?|ms|miss|mx|dr|prof)\\.?(?:\\s|\\\\[nrt])',
    sensitiveSpelling,
  ].join('|'),
  'i',
)

/** Redacts a finished line of JSON; the result is still one line. */
export function redactLine(line: string): string {
  if (requestLine.test(line) || !suspicious.test(line)) return line
  try {
    return `${JSON.stringify(redactValue(JSON.parse(line)))}\n`
  } catch {
    return `${redactText(line.trimEnd())}\n`
  }
}
