/** Names of people and companies. Strangers read them in mails, so they hold no links and nothing that is invisible. */
import { z } from 'zod'
import { line } from './primitives.ts'
import { REQUIRED } from './sentences.ts'

export const NO_LINKS = 'Enter a name without links.'
const INVISIBLE = 'Control characters are not allowed.'

/** Text that mail programs turn into a link: a scheme, `www.`, a host name, or a short host name with a path. */
const LINK = /:\/\/|\bwww\.|[\p{L}\d-]{3,}\.\p{L}{2,}|[\p{L}\d-]\.\p{L}{2,}[/:?#]/iu

/** Marks that change the direction of text, and blanks without width. Joiners stay: names in several scripts need them. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u

/** May be blank. */
export const name = (max: number) =>
  line(max)
    .refine((text) => !HIDDEN.test(text), INVISIBLE)
    .refine((text) => !LINK.test(text.normalize('NFKC')), NO_LINKS)

/** Must be filled in. */
export const filledName = (max: number) => name(max).pipe(z.string().min(1, REQUIRED))
