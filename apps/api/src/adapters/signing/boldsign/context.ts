/** The context that the calls of templates and documents share. */
import { type SigningAccount, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { type BoldsignClient, BoldsignRefusal } from './client.ts'

export interface BoldsignContext {
  /** Throws SigningRefused for an account without a key. */
  clientOf(account: SigningAccount): BoldsignClient
  now(): number
  pause(milliseconds: number): Promise<unknown>
}

const LINK_MINUTES = 60
/** The end of a link that is made now. */
export const linkEnd = ({ now }: BoldsignContext) => new Date(now() + LINK_MINUTES * 60_000).toISOString()

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
