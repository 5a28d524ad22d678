/** Names of people and companies. Mails to strangers show them, so links and invisible characters are refused. */
import { z } from 'zod'
import { INVALID_CHARACTERS, singleLine } from './primitives.ts'
import { REQUIRED } from './validation-messages.ts'

export const LINKS_NOT_ALLOWED = 'Enter a name without links.'

/**
 * Text that mail programs turn into a link: a scheme, `www.`, an email address, an IP, or a host name, even a short one. Before a dot, a
 * pattern takes only the characters that it needs: otherwise it would read a long text again from each of its letters.
 */
const LINKS = [
  /:\/\/|\bwww\.|\S@\S|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu,
  /[\p{L}\d-]{3}\.\p{L}{2}|[\p{L}\d-]\.\p{L}{2,}[/:?#]/iu,
  /[\p{L}\d-]\.(?:com|net|org|info|biz|app|dev|xyz|top|io|me|ly|gl|gd|cc|to|us|uk|de|ru|cn)\b/iu,
]
const containsLink = (text: string) => {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/gu, '')
    .replaceAll('。', '.')
  return LINKS.some((link) => link.test(plain))
}

/** Invisible characters; some reverse the text direction. Joiners are allowed, because several scripts need them. */
const HIDDEN = /(?![\u200c\u200d])\p{Cf}|\u034f|[\u2028\u2029]/u

/** May be blank. */
export const optionalName = (max: number) =>
  singleLine(max)
    .refine((text) => !HIDDEN.test(text), INVALID_CHARACTERS)
    .refine((text) => !containsLink(text), LINKS_NOT_ALLOWED)

/** Must be filled in. */
export const requiredName = (max: number) => optionalName(max).pipe(z.string().min(1, REQUIRED))
