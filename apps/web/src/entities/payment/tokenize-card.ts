/**
 * Prepares a card for the server. With a real gateway the card goes from the browser to the gateway, and the portal gets
 * only a token for one use. With the simulator the card itself is sent.
 */
import type { NewCard, OpaqueCard } from '@vialdesk/contract/cards'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { type AcceptAnswer, type AcceptRequest, type AcceptScript, loadAcceptScript } from './accept-script.ts'
import { CardError, cardErrorOf, UNREACHABLE } from './card-error.ts'

export type PaymentSettings = Answer<'POST /auth/authorizenet/'>
export type PreparedCard = { credit_card: NewCard } | { opaque_data: OpaqueCard }

/** How the domain takes cards. `gateway: 'none'`: it takes none; show `message`. */
export const paymentSettingsQuery = () => apiQuery('POST /auth/authorizenet/')

/** Milliseconds. Accept.js has no limit of its own. */
const TIMEOUT = 30_000

type AcceptSettings = Extract<PaymentSettings, { gateway: 'authorizenet' }>

function acceptRequest({ api_login_id, client_key }: AcceptSettings, card: NewCard): AcceptRequest {
  const [year = '', month = ''] = card.expiration_date.split('-')
  const cardNumber = card.card_number.replace(/[\s-]/g, '')
  return {
    authData: { apiLoginID: api_login_id, clientKey: client_key },
    cardData: { cardNumber, month, year, cardCode: card.cvc, fullName: card.full_name.slice(0, 64) },
  }
}

function dispatch(script: AcceptScript, request: AcceptRequest, timeoutMs: number): Promise<AcceptAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CardError(UNREACHABLE)), timeoutMs)
    script.dispatchData(request, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}

/** Throws CardError. The caller must not keep the card or the token. */
export async function tokenizeCard(
  settings: PaymentSettings,
  card: NewCard,
  { load = loadAcceptScript, timeoutMs = TIMEOUT } = {},
): Promise<PreparedCard> {
  if (settings.gateway === 'none') throw new CardError(settings.message)
  if (settings.gateway === 'embedded') return { credit_card: card }
  const script = await load(settings.script).catch(() => {
    throw new CardError(UNREACHABLE)
  })
  const { messages, opaqueData } = await dispatch(script, acceptRequest(settings, card), timeoutMs)
  if (messages.resultCode !== 'Ok' || !opaqueData) throw cardErrorOf(messages.message.map(({ code }) => code))
  return { opaque_data: { data_descriptor: opaqueData.dataDescriptor, data_value: opaqueData.dataValue } }
}
