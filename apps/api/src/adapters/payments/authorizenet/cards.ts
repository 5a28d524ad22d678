/** Customers and their saved cards (Customer Information Manager). */
import { z } from 'zod'
import { type CardOutcome, type CardSource, GatewayUnavailable, type SavedCard } from '#api/platform/ports/payments.ts'
import { isExpired, isReference } from '../order-rules.ts'
import type { AuthorizenetContext } from './account.ts'
import type { Answer } from './client.ts'
import { findSession, getSession, NOT_FOUND, type Refusable, request, type Session, unavailable } from './reading.ts'
import { declineReasonOf, reasonOf } from './reasons.ts'
import { text } from './transaction-answer.ts'

/**
 * How the gateway checks a card before it is saved. liveMode asks the bank, with an authorization of $0 or $0.01 that is voided
 * at once; testMode only checks the fields.
 */
const VALIDATION_MODE = 'liveMode'

/** Milliseconds before each further attempt, because a new customer cannot be read everywhere at once. */
const BACKOFF = [500, 1500, 4000]

const EXISTS = 'E00039'
const FULL = 'E00042'
const UNSUCCESSFUL = 'E00027'

type CardQuery = { domainId: number; customerId: string }
type NewCardQuery = CardQuery & { source: Exclude<CardSource, { kind: 'saved' }> }

const Created = z.object({ customerProfileId: text, customerPaymentProfileId: text, validationDirectResponse: text })

const Profile = z.object({
  profile: z.object({
    customerProfileId: text,
    // A customer without cards has no list.
    paymentProfiles: z
      .array(
        z.object({
          customerPaymentProfileId: text,
          billTo: z.object({ firstName: text, lastName: text }).nullish(),
          payment: z.object({ creditCard: z.object({ cardNumber: text, expirationDate: text, cardType: text }).nullish() }),
        }),
      )
      .nullish(),
  }),
})

function readProfile(answer: Answer) {
  const { data } = Profile.safeParse(answer)
  if (!data) throw new GatewayUnavailable('Authorize.Net sent a customer that cannot be read.')
  return data.profile
}

/** Repeats the request while the customer does not exist yet. */
async function whenFound(session: Session, ask: () => Promise<Refusable>): Promise<Refusable> {
  for (const pause of BACKOFF) {
    const result = await ask()
    if (result.refusal !== NOT_FOUND) return result
    await session.context.pause(pause)
  }
  return ask()
}

/**
 * Only the reference is sent: it alone then decides whether the customer exists already. The error names the id of the existing
 * customer in its text.
 */
export async function ensureCustomer(context: AuthorizenetContext, domainId: number, reference: string) {
  if (!isReference(reference)) throw new RangeError('A customer reference is 1 to 20 printable characters')
  const session = await getSession(context, domainId)
  const body = { profile: { merchantCustomerId: reference } }
  const { answer, refusal } = await request(session, 'createCustomerProfileRequest', body)
  if (refusal === undefined) return { customerId: Created.parse(answer).customerProfileId }
  if (refusal !== EXISTS) throw unavailable(refusal)
  const named = /\bID (\d+)/.exec(answer.messages.message[0]?.text ?? '')?.[1]
  return { customerId: named ?? (await findCustomer(session, reference)) }
}

async function findCustomer(session: Session, reference: string): Promise<string> {
  const found = await whenFound(session, () => request(session, 'getCustomerProfileRequest', { merchantCustomerId: reference }))
  if (found.refusal !== undefined) throw unavailable(found.refusal)
  return readProfile(found.answer).customerProfileId
}

const isId = (id: string) => /^\d{1,20}$/.test(id)

async function readCards(session: Session, customerId: string): Promise<SavedCard[]> {
  const body = { customerProfileId: customerId, unmaskExpirationDate: true }
  const { answer, refusal } = await request(session, 'getCustomerProfileRequest', body)
  if (refusal === NOT_FOUND) return []
  if (refusal !== undefined) throw unavailable(refusal)
  const now = session.context.now()
  return (readProfile(answer).paymentProfiles ?? []).flatMap(({ customerPaymentProfileId: cardId, billTo, payment }) => {
    if (!payment.creditCard) return []
    const { cardNumber, expirationDate: expiry, cardType: brand } = payment.creditCard
    const holder = `${billTo?.firstName ?? ''} ${billTo?.lastName ?? ''}`.trim()
    return [{ cardId, brand, last4: cardNumber.slice(-4), holder, expiry, expired: isExpired(expiry, now) }]
  })
}

export async function listCards(context: AuthorizenetContext, { domainId, customerId }: CardQuery): Promise<SavedCard[]> {
  const session = await findSession(context, domainId)
  return session && isId(customerId) ? readCards(session, customerId) : []
}

export async function deleteCard(
  context: AuthorizenetContext,
  { domainId, customerId, cardId }: CardQuery & { cardId: string },
): Promise<void> {
  if (!isId(customerId) || !isId(cardId)) return
  const session = await getSession(context, domainId)
  const body = { customerProfileId: customerId, customerPaymentProfileId: cardId }
  const { refusal } = await request(session, 'deleteCustomerPaymentProfileRequest', body)
  if (refusal !== undefined && refusal !== NOT_FOUND) throw unavailable(refusal)
}

const refusedCard = (kind: 'full' | 'declined' | 'rejected', code: string): CardOutcome => ({
  kind,
  ...(kind === 'declined' ? declineReasonOf(code) : reasonOf(code)),
})

/**
 * Why the check of a card failed: the reason code is the third value of the check's answer. The account sets what stands between and around
 * the values.
 */
function refusalOfCheck(answer: Answer, code: string): CardOutcome {
  if (code === FULL) return refusedCard('full', code)
  if (code !== UNSUCCESSFUL) return refusedCard('rejected', code)
  const check = /^\D*\d+\D+\d+\D+(\d{1,3})\b/.exec(Created.parse(answer).validationDirectResponse)
  return refusedCard('declined', check?.[1] ?? '2')
}

export async function addCard(context: AuthorizenetContext, query: NewCardQuery): Promise<CardOutcome> {
  const { domainId, customerId, source } = query
  if (source.kind === 'card') return refusedCard('rejected', 'raw_card')
  if (!isId(customerId)) return refusedCard('rejected', NOT_FOUND)
  const session = await getSession(context, domainId)
  const paymentProfile = {
    billTo: { ...source.billTo },
    payment: { opaqueData: { dataDescriptor: source.descriptor, dataValue: source.value } },
  }
  const body = { customerProfileId: customerId, paymentProfile, validationMode: VALIDATION_MODE }
  const { answer, refusal } = await whenFound(session, () => request(session, 'createCustomerPaymentProfileRequest', body))
  const { customerPaymentProfileId: cardId } = Created.parse(answer)
  if (refusal === undefined) return savedCard(session, customerId, cardId)
  return refusal === EXISTS && isId(cardId)
    ? renewCard(session, { ...body, paymentProfile: { ...paymentProfile, customerPaymentProfileId: cardId } }, cardId)
    : refusalOfCheck(answer, refusal)
}

async function findCard(session: Session, customerId: string, cardId: string): Promise<SavedCard | undefined> {
  return (await readCards(session, customerId)).find((card) => card.cardId === cardId)
}

/** The saved card as the gateway shows it, with the expiry that the portal never saw. */
async function savedCard(session: Session, customerId: string, cardId: string): Promise<CardOutcome> {
  for (const pause of BACKOFF) {
    const card = await findCard(session, customerId, cardId)
    if (card) return { kind: 'saved', card }
    await session.context.pause(pause)
  }
  throw new GatewayUnavailable('Authorize.Net saved a card that cannot be read yet.')
}

type Renewal = Parameters<typeof request<'updateCustomerPaymentProfileRequest'>>[2]

/** The same card is saved already: it gets the new expiry. A token that is used up leaves the card as it is. */
async function renewCard(session: Session, body: Renewal, cardId: string): Promise<CardOutcome> {
  const { answer, refusal } = await request(session, 'updateCustomerPaymentProfileRequest', body)
  if (refusal === UNSUCCESSFUL) return refusalOfCheck(answer, refusal)
  const outcome = await savedCard(session, `${body.customerProfileId}`, cardId)
  const isOld = refusal !== undefined && outcome.kind === 'saved' && outcome.card.expired
  return isOld ? refusedCard('rejected', 'expired_duplicate') : outcome
}
