/** Shapes that every feature shares: ids, pages, money, dates, addresses. Times are ISO 8601 in UTC. */
import { z } from 'zod'

export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export type Id = z.infer<typeof Id>

/** A number of dollars with at most two decimals on the wire; whole cents everywhere else. */
export const Money = z.number().multipleOf(0.01)
export type Money = z.infer<typeof Money>

export const centsOf = (dollars: number) => Math.round(dollars * 100)
export const dollarsOf = (cents: number) => cents / 100

/** A calendar day without a time, `YYYY-MM-DD`. */
export const PlainDate = z.iso.date()
export type PlainDate = z.infer<typeof PlainDate>

/** A moment in UTC, ISO 8601. */
export const Moment = z.iso.datetime({ offset: true })

/** Kept as typed; compared without regard to case. */
export const Email = z.string().trim().max(254).pipe(z.email('Enter a valid e-mail address.'))

export const Password = z.string().min(8, 'Min Length 8').max(200)

/** One line of text as a person types it: trimmed, no control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')

/** A line that must be filled in. */
export const filled = (max: number) => line(max).pipe(z.string().min(1, 'This field is required.'))

/** Text of several lines. */
export const prose = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Control characters are not allowed.')

/** Limit and offset of a list; the default is the page size of the screen that shows it. */
export const paging = (size: number) =>
  z.object({
    limit: z.coerce.number().int().min(1).max(100).default(size),
    offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
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
