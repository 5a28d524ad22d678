import type { NewCard, OpaqueCard } from '@vialdesk/contract/money/cards'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { CardError, cardErrorOf, UNREACHABLE } from './card-error.ts'

export interface AcceptAnswer {
  messages: { resultCode: 'Ok' | 'Error'; message: { code: string; text: string }[] }
  opaqueData?: { dataDescriptor: string; dataValue: string }
}

export interface AcceptRequest {
  authData: { apiLoginID: string; clientKey: string }
  cardData: { cardNumber: string; month: string; year: string; cardCode: string; fullName: string }
}

/** Accept.js, the script of Authorize.Net that turns a card into a token. It must come from the gateway's own host. */
export interface AcceptScript {
  dispatchData(request: AcceptRequest, answer: (answer: AcceptAnswer) => void): void
}

declare global {
  interface Window {
    Accept?: AcceptScript
  }
}

const loading = new Map<string, Promise<AcceptScript>>()

function insertScript(url: string): Promise<AcceptScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      loading.delete(url)
      reject(new Error('The script of the card gateway could not be loaded.'))
    }
    script.src = url
    script.onload = () => (window.Accept ? resolve(window.Accept) : fail())
    script.onerror = fail
    document.head.append(script)
  })
}

/** Loads the script once. After a failure the next call tries again. */
function loadAcceptScript(url: string): Promise<AcceptScript> {
  const script = loading.get(url) ?? insertScript(url)
  loading.set(url, script)
  return script
}

export type PaymentSettings = Answer<'POST /auth/authorizenet/'>
type PreparedCard = { credit_card: NewCard } | { opaque_data: OpaqueCard }

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

/**
 * Prepares a card for the server. With a real gateway the card goes from the browser to the gateway, and the portal gets
 * only a token for one use. With the simulator the card itself is sent. Throws CardError. The caller must not keep the card or the token.
 */
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
