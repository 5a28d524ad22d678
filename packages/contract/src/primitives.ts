/** Shapes that every feature shares: ids, pages, money, dates, addresses. Times are ISO 8601 in UTC. */
import { z } from 'zod'
import { REQUIRED } from './sentences.ts'

/**
 * A whole number, as JSON has it or in the plain digits of an address. Nothing else becomes one: no `true`, no `[5]`, no `0x10`.
 */
export const whole = (least: number, most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given),
    z.number().int('Enter a whole number.').min(least).max(most),
  )

export const Id = whole(1, Number.MAX_SAFE_INTEGER)
export type Id = z.infer<typeof Id>

/** Ids of short lists (memberships, tags, products), which the database keeps in two bytes. */
export const SmallId = whole(1, 32_767)

/** A number of dollars with at most two decimals on the wire; whole cents everywhere else. */
export const Money = z.number().multipleOf(0.01)
export type Money = z.infer<typeof Money>

export const centsOf = (dollars: number) => Math.round(dollars * 100)
export const dollarsOf = (cents: number) => cents / 100

/** A calendar day without a time, `YYYY-MM-DD`. */
export const PlainDate = z.iso.date()
export type PlainDate = z.infer<typeof PlainDate>

/** A day that somebody enters. One outside these years is a typing error, and may not even exist for the database. */
export const EnteredDate = PlainDate.refine((day) => day >= '1950' && day < '2150', 'Enter a date between 1950 and 2149.')

/** A moment in UTC, ISO 8601. */
export const Moment = z.iso.datetime({ offset: true })

/** Kept as typed; compared without regard to case. */
export const Email = z.string().trim().max(254).pipe(z.email('Enter a valid email.'))

/** Text that can be kept as it is: no NUL, and no half of a character that takes two. */
export const keepable = (text: string) => text.isWellFormed() && !text.includes('\0')
export const UNKEEPABLE = 'This contains characters that cannot be saved.'

export const Password = z.string().min(8, 'Min Length 8').max(200).refine(keepable, UNKEEPABLE)

export const CURRENT_PASSWORD = 'Enter your current password.'
/** The current password, asked for again before something that only the owner of the account may do. */
export const OwnPassword = z.string().min(1, CURRENT_PASSWORD).max(200).refine(keepable, UNKEEPABLE)

/** One line of text as a person types it: trimmed, no control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Control characters are not allowed.')

/** A line that must be filled in. */
export const filled = (max: number) => line(max).pipe(z.string().min(1, REQUIRED))

/** Text of several lines. */
export const prose = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^([^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Control characters are not allowed.')

/** Limit and offset of a list; the default is the page size of the screen that shows it. */
export const paging = (size: number) =>
  z.object({
    limit: whole(1, 100).default(size),
    offset: whole(0, 100_000_000).default(0),
  })
export type Paging = { limit: number; offset: number }

/** Free text of a list's filter. Screens send it from the fourth character on. */
export const Search = line(100).optional()

export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ count: z.number().int(), results: z.array(row) })

/** A choice in a list of choices. */
export const Option = z.object({ id: Id, name: z.string() })
export type Option = z.infer<typeof Option>

/** A person as others may see them named. */
export const Person = z.object({ id: Id, first_name: z.string(), last_name: z.string() })

/**
 * The id of a patient, in an answer. The server audits every answer that has such a field as a look at that patient
 * (platform/patient-reads), so an answer with data of patients must use it.
 */
export const PatientId = whole(1, Number.MAX_SAFE_INTEGER)
/** The id of a user of any membership, in an answer: audited as a patient's where the user is a patient. */
export const UserId = whole(1, Number.MAX_SAFE_INTEGER)

export const PatientName = Person.extend({ id: PatientId })
export const PatientOption = Option.extend({ id: PatientId })

/** A center as others may see it named. */
export const Center = z.object({ id: Id, company: z.string() })

/** Every part may be blank: which parts a form demands is the form's to say. */
export const Address = z.object({
  address1: line(100),
  address2: line(100),
  city: line(80),
  state_desc: line(80),
  country_desc: line(80),
  zip_code: line(20),
})
export type Address = z.infer<typeof Address>

export const Message = z.object({ message: z.string() })
/** What some calls answer beside their message, by the specification. */
export const Success = Message.extend({ code: z.literal('Success') })

/** An answer that is sent piece by piece, as text or as bytes. */
export const Pieces = z.custom<AsyncIterable<string | Uint8Array>>()

/** A list of ids; repeated ones are dropped. */
export const Ids = z
  .array(Id)
  .max(200)
  .overwrite((ids) => [...new Set(ids)])
