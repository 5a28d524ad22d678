/** The context that the calls of templates and documents share. */
import { type SigningAccount, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { type BoldsignClient, BoldsignRefusal } from './client.ts'

export interface BoldsignContext {
  /** Throws SigningRefused for an account without a key. */
  clientOf(account: SigningAccount): BoldsignClient
  now(): number
  pause(milliseconds: number): Promise<unknown>
}

/** BoldSign allows 1 to 180 days. An hour more makes up for clocks that differ. */
const LINK_HOURS = 25
/** The end of a link that is made now. https://developers.boldsign.com/how-to-guides/embedded-link-expiration */
export const linkEnd = ({ now }: BoldsignContext) => new Date(now() + LINK_HOURS * 3_600_000).toISOString()

/** BoldSign answers one of these for something that it has not created yet. */
const NOT_THERE_YET = [400, 403, 404, 422]
export const isNotThereYet = (error: unknown): error is BoldsignRefusal =>
  error instanceof BoldsignRefusal && NOT_THERE_YET.includes(error.status)

const PREPARING_SECONDS = 10

export function stillPreparing(what: string, cause?: unknown): SigningUnavailable {
  const error = new SigningUnavailable(`BoldSign is still preparing the ${what}`, { cause })
  error.retryAfterSeconds = PREPARING_SECONDS
  return error
}

/** BoldSign refuses what does not exist yet; the portal waits instead. */
export const whilePreparing =
  (what: string) =>
  (error: unknown): never => {
    throw isNotThereYet(error) ? stillPreparing(what, error) : error
  }
