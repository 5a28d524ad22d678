import type { NewCard, OpaqueCard } from '@vialdesk/contract/money/cards'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type AcceptRequest, askAccept, cardScriptQuery, codesOf } from './accept-script.ts'
import { CardError, cardErrorOf } from './card-error.ts'

export type PaymentSettings = Answer<'POST /auth/authorizenet/'>
type PreparedCard = { credit_card: NewCard } | { opaque_data: OpaqueCard }

/** How the domain takes cards. `gateway: 'none'`: it takes none; show `message`. */
export const paymentSettingsQuery = () => apiQuery('POST /auth/authorizenet/')

type AcceptSettings = Extract<PaymentSettings, { gateway: 'authorizenet' }>

function acceptRequest({ api_login_id, client_key }: AcceptSettings, card: NewCard): AcceptRequest {
  const [year = '', month = ''] = card.expiration_date.split('-')
  const cardNumber = card.card_number.replace(/[\s-]/g, '')
  return {
    authData: { apiLoginID: api_login_id, clientKey: client_key },
    cardData: { cardNumber, month, year, cardCode: card.cvc, fullName: card.full_name.slice(0, 64) },
  }
}

/**
 * Prepares a card for the server. With a real gateway the card goes from the browser to the gateway, and the portal gets
 * only a token for one use. With the simulator the card itself is sent. Throws CardError, or CancelledError when the form was left while
 * the script loaded. The caller must not keep the card or the token.
 */
export async function tokenizeCard(settings: PaymentSettings, card: NewCard): Promise<PreparedCard> {
  if (settings.gateway === 'none') throw new CardError(settings.message)
  if (settings.gateway === 'embedded') return { credit_card: card }
  // The form has begun to load it.
  await queryClient.fetchQuery(cardScriptQuery(settings.script))
  const answer = await askAccept(settings.script, acceptRequest(settings, card))
  const { messages, opaqueData } = answer
  if (messages.resultCode !== 'Ok' || !opaqueData) throw cardErrorOf(codesOf(answer))
  return { opaque_data: { data_descriptor: opaqueData.dataDescriptor, data_value: opaqueData.dataValue } }
}
