/** Schemas that all features share: ids, pages, money, dates, postal addresses. Times are ISO 8601 in UTC. */
import { z } from 'zod'
import { REQUIRED } from './validation-messages.ts'

/** A whole number from JSON, or plain digits from a URL. Nothing else is coerced: not `true`, `[5]` or `0x10`. */
export const wholeNumber = (least: number, most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given),
    z.number().int('Enter a whole number.').min(least).max(most),
  )

export const Id = wholeNumber(1, Number.MAX_SAFE_INTEGER)
export type Id = z.infer<typeof Id>

/** Ids of short lists (memberships, tags, products): two bytes in the database. */
export const SmallId = wholeNumber(1, 32_767)

/** US dollars with at most two decimals, on the wire only. Everywhere else money is whole cents. */
export const Money = z.number().multipleOf(0.01)
export type Money = z.infer<typeof Money>

export const toCents = (dollars: number) => Math.round(dollars * 100)
export const toDollars = (cents: number) => cents / 100
/** Such as `$3,650.00`. */
export const formatDollars = (cents: number) => toDollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** A calendar day without a time, `YYYY-MM-DD`. */
export const PlainDate = z.iso.date('Enter a date such as 2026-03-04.')
export type PlainDate = z.infer<typeof PlainDate>

/** A day that a person enters. Years outside this range are typing errors, and PostgreSQL may not accept them. */
export const DateInput = PlainDate.refine((day) => day >= '1950' && day < '2150', 'Enter a date between 1950 and 2149.')

/** A moment in UTC, ISO 8601. */
export const Timestamp = z.iso.datetime({ offset: true })

/** Stored as typed; compared without regard to case. */
export const Email = z.string().trim().max(254).pipe(z.email('Enter a valid email address.'))

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\0')
export const INVALID_CHARACTERS = 'This contains invalid characters.'

export const Password = z.string().min(8, 'Min Length 8').max(200).refine(isStorableText, INVALID_CHARACTERS)

export const CURRENT_PASSWORD_REQUIRED = 'Enter your current password.'
/** The current password, required again before an action that only the account owner may take. */
export const CurrentPassword = z.string().min(1, CURRENT_PASSWORD_REQUIRED).max(200).refine(isStorableText, INVALID_CHARACTERS)

/** No later rule reads a text that is too long: a stranger may send a megabyte. */
const trimmed = (max: number) => z.string().trim().max(max, { abort: true })

/** One line of text, trimmed, without control characters. May be blank. */
export const singleLine = (max: number) => trimmed(max).regex(/^[^\p{Cc}\p{Cs}]*$/u, INVALID_CHARACTERS)

/** The public id of a template that is chosen in a form. Blank: none. */
export const TemplateChoice = singleLine(100)
  .nullable()
  .transform((id) => id || null)

/** One line of text that is not blank. */
export const requiredLine = (max: number) => singleLine(max).pipe(z.string().min(1, REQUIRED))

/** Text of several lines, trimmed. May be blank. */
export const multiLine = (max: number) => trimmed(max).regex(/^([^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, INVALID_CHARACTERS)

/** Limit and offset of a list. `size` is the default limit: the page size of the screen. */
export const paging = (size: number) =>
  z.object({
    limit: wholeNumber(1, 100).default(size),
    offset: wholeNumber(0, 100_000_000).default(0),
  })
export type Paging = { limit: number; offset: number }

/** A list sorted by another order than its own goes no deeper than this offset, so that a page costs the same at any size. */
export const MAX_SORTED_OFFSET = 10_000
export const SORTED_TOO_DEEP = 'Narrow the list with a filter to go further.'
/** One of the keys, or one after a minus, for the descending order. */
export type Sort<Key extends string> = Key | `-${Key}`
/** The query key `sort` of a list. Absent: the list's own order. */
export const sortBy = <const Key extends string>(...keys: [Key, ...Key[]]) =>
  z.enum(keys.flatMap((key): Sort<Key>[] => [key, `-${key}`]) as [Sort<Key>, ...Sort<Key>[]]).optional()

/**
 * The query of a long list that grows while it is read, newest first: a page begins at a row and not at an offset. `older` and `newer` of
 * its answer are the values for `before` and `after`.
 */
export const cursorPaging = (size: number) =>
  z.object({
    limit: wholeNumber(1, 100).default(size),
    /** Rows older than this one. */
    before: Id.optional(),
    /** Rows newer than this one, those nearest to it. */
    after: Id.optional(),
  })
export type CursorPaging = { limit: number; before?: number | undefined; after?: number | undefined }

/** A page without a count. */
export const cursorPageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row), newer: Id.nullable(), older: Id.nullable() })

/** Search text of a list. Screens send it from the fourth character on. */
export const Search = singleLine(100).optional()

/** A filter of a list that is on or left out. */
export const OnlyTrue = z.literal('true').optional()

export const SHORT_SEARCH = 'Enter a word of at least 3 characters, or a number.'
/** A name in Chinese, Japanese or Korean may have one character. */
const ONE_CHARACTER_NAME = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
/**
 * A search finds rows that have each of its words at the beginning of one of theirs. One or two letters begin a word of most rows, so
 * one word must be longer. Numbers are free: those of one or two digits are looked up as they are.
 */
export const isLongSearch = (text: string): boolean =>
  text.trim() === '' ||
  /^\d+$/.test(text.trim()) ||
  text.split(/[^\p{L}\p{N}]+/u).some((word) => [...word].length >= 3 || ONE_CHARACTER_NAME.test(word))
/** Why the server refuses a text. Undefined: it searches for it. */
export const refusedSearch = (text: string): string | undefined => (isLongSearch(text) ? undefined : SHORT_SEARCH)
/** Search text of a list that reads every row which matches. */
export const LongSearch = singleLine(100).refine(isLongSearch, SHORT_SEARCH).optional()

/** A page of a list. `count` is the number of rows on all pages. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ count: z.number().int(), results: z.array(row) })

/** One option of a select field. */
export const Option = z.object({ id: Id, name: z.string() })
export type Option = z.infer<typeof Option>

/** A person, by id and name. */
export const PersonName = z.object({ id: Id, first_name: z.string(), last_name: z.string() })

/**
 * The id of a patient in an answer. The server finds these fields and audits the answer as a read of that patient
 * (platform/audit/patient-reads.ts). Every answer with patient data must use it.
 */
export const PatientId = wholeNumber(1, Number.MAX_SAFE_INTEGER)
/** The id of a user of any membership in an answer. The server audits the read if the user is a patient. */
export const UserId = wholeNumber(1, Number.MAX_SAFE_INTEGER)

export const PatientName = PersonName.extend({ id: PatientId })
export const PatientOption = Option.extend({ id: PatientId })

/** A center, by id and name. */
export const CenterName = z.object({ id: Id, company: z.string() })

/** A postal address. Every part may be blank; each form decides which parts it requires. */
export const Address = z.object({
  address1: singleLine(100),
  address2: singleLine(100),
  city: singleLine(80),
  state_desc: singleLine(80),
  country_desc: singleLine(80),
  zip_code: singleLine(20),
})
export type Address = z.infer<typeof Address>

export const Message = z.object({ message: z.string() })
/** The specification asks for this code in some answers. */
export const Success = Message.extend({ code: z.literal('Success') })

/** A streamed answer, in chunks of text or bytes. */
export const Chunks = z.custom<AsyncIterable<string | Uint8Array>>()

/** A list of ids. Duplicates are removed. */
export const IdList = z
  .array(Id)
  .max(200)
  .overwrite((ids) => [...new Set(ids)])

/** A list of ids in a URL, separated by commas. */
export const idsInUrl = <List extends z.ZodType<number[], unknown[]>>(list: List) =>
  z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, 'Enter ids, separated by commas.')
    .transform((text): unknown[] => text.split(','))
    .pipe(list)
