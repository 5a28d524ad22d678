/** Types of environment variables. Messages continue after the variable's name: `PORT must be …`. */
import { isIP } from 'node:net'
import { z } from 'zod'

/** Converts a text with `make`, which returns undefined for a bad value. */
export const parsedBy = <T>(make: (value: string) => T | undefined, message: string) =>
  z.string().transform((value, context) => {
    const result = make(value.trim())
    if (result !== undefined) return result
    context.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  })

/** The values of variables as an object. */
export type ValuesOf<Variables extends z.ZodRawShape> = z.infer<z.ZodObject<Variables>>

export const text = z.string().trim().min(1, 'must not be blank')

export const oneOf = <const Choice extends string>(...choices: Choice[]) =>
  z.enum(choices, { error: `must be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}` })

const readWhole = (value: string) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined)

export const wholeNumber = (min: number, max: number) =>
  parsedBy((value) => {
    const number = readWhole(value)
    return number !== undefined && number >= min && number <= max ? number : undefined
  }, `must be a whole number from ${min} to ${max}`)

/** `min` is 0 where 0 turns something off. */
export const port = (min: 0 | 1) => wholeNumber(min, 65535)

export const amount = (min: number, max: number) =>
  parsedBy((value) => {
    const number = Number(value)
    return value !== '' && number >= min && number <= max ? number : undefined
  }, `must be a number from ${min} to ${max}`)

export const url = (...schemes: string[]) =>
  parsedBy(
    (value) => (URL.canParse(value) && schemes.some((scheme) => new URL(value).protocol === `${scheme}:`) ? value : undefined),
    `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  )

/** The portal's URL. Links append a path to it, so it must end after the host and port. */
export const siteUrl = parsedBy((value) => {
  if (!URL.canParse(value)) return undefined
  const { protocol, pathname, search, hash, username, origin } = new URL(value)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username ? origin : undefined
}, 'must be a URL such as https://portal.example.com, without anything after the host and port')

export const listOf = <T>(value: string, make: (item: string) => T | undefined): T[] | undefined => {
  const items = value.split(',').map((item) => make(item.trim()))
  return items.every((item) => item !== undefined) ? items : undefined
}

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function proxy(item: string): string | undefined {
  const [address = '', bits] = item.split('/')
  const family = isIP(address)
  const width = bits === undefined ? 0 : (readWhole(bits) ?? Number.NaN)
  return NETWORKS.includes(item) || (family && width <= (family === 4 ? 32 : 128)) ? item : undefined
}

/** `off`, or the proxies whose statement of the client IP is trusted. Never all: rate limits depend on that IP. */
export const proxies = parsedBy<false | string>(
  (value) => (value === 'off' ? false : listOf(value, proxy)?.join(',')),
  'must be off, or a list of IP addresses, networks (10.0.0.0/8) or the words loopback, linklocal, uniquelocal',
)

const origin = (item: string) =>
  URL.canParse(item) && /^https?:$/.test(new URL(item).protocol) && new URL(item).origin === item ? item : undefined

export const origins = parsedBy((value) => listOf(value, origin), 'must be a list of origins such as https://www.example.com')
