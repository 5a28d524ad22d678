/**
 * Authorize.Net's reason codes with a message for the payer. The gateway's own texts are not shown: they speak to merchants.
 * https://developer.authorize.net/api/reference/responseCodes.html
 */
import { ownValue } from '@vialdesk/contract/base/own-value'
import { PAYMENTS_NOT_SET_UP } from '@vialdesk/contract/money/payments'

const DECLINED = 'The card was declined. Use another card or ask your bank.'
const TRY_AGAIN = 'The card gateway is busy. Nothing was charged. Try again in some minutes.'
const NOT_SET_UP_WELL = 'Card payments are not set up correctly. Nothing was charged. Please tell us.'
const TEST_MODE = 'The card gateway is in test mode. Nothing was charged.'
const NO_ANSWER = 'We have no answer about this payment yet.'
const CARD_UNREADABLE = 'The card details could not be read. Enter the card again.'

const messages: Record<string, string> = {
  '1': 'This transaction has been approved.',
  '4': 'The card was declined. Ask your bank.',
  '5': 'A valid amount is required.',
  '6': 'The card number is invalid.',
  '7': 'The expiration date is invalid.',
  '8': 'The card has expired.',
  '11': 'This payment was already submitted.',
  '13': NOT_SET_UP_WELL,
  '16': 'The transaction was not found.',
  '17': 'This type of card is not accepted. Use another card.',
  '28': 'This type of card is not accepted. Use another card.',
  '27': 'The card was declined: the billing address does not match the card.',
  '44': 'The card was declined: the security code does not match the card.',
  '45': 'The card was declined: the billing address or the security code does not match the card.',
  '54': 'This payment cannot be refunded: it is not settled yet (usually until the next day), or it is too old.',
  '55': 'The refund exceeds the rest of the payment.',
  '65': 'The card was declined: the security code does not match the card.',
  '37': 'The card number is invalid.',
  '78': 'The security code is invalid.',
  '127': 'The card was declined: the billing address does not match the card.',
  '252': 'The payment is being reviewed.',
  '253': 'The payment is being reviewed.',
  '295': 'The card has too little money for this payment. Nothing was charged. Use another card.',
  '310': 'This transaction was already voided.',
  '311': 'This transaction was already charged.',
  '315': 'The card number is invalid.',
  '316': 'The expiration date is invalid.',
  '317': 'The card has expired.',
  E00003: NOT_SET_UP_WELL,
  E00005: NOT_SET_UP_WELL,
  E00006: NOT_SET_UP_WELL,
  E00007: NOT_SET_UP_WELL,
  E00008: NOT_SET_UP_WELL,
  E00009: TEST_MODE,
  E00010: NOT_SET_UP_WELL,
  E00011: NOT_SET_UP_WELL,
  E00013: CARD_UNREADABLE,
  E00014: CARD_UNREADABLE,
  E00015: 'A field of the payment is too long or empty.',
  E00040: 'The saved card was not found.',
  E00042: 'You can save up to 10 cards. Delete one first.',
  E00113: CARD_UNREADABLE,
  E00114: CARD_UNREADABLE,
  E00115: CARD_UNREADABLE,
  E00116: NOT_SET_UP_WELL,
  E00117: NOT_SET_UP_WELL,
  raw_card: 'This portal takes no card numbers. Reload the page and enter the card again.',
  expired_duplicate: 'This card is already saved with an old expiration date. Delete it, then add it again.',
  not_set_up: PAYMENTS_NOT_SET_UP,
  test_mode: TEST_MODE,
  timeout: NO_ANSWER,
  html: NO_ANSWER,
  network: NO_ANSWER,
}

/** The gateway refuses these before it asks a bank (response code 3). The payer can correct the card or use another one. */
const cardReasons = ['6', '7', '8', '17', '27', '28', '37', '44', '45', '65', '78', '127', '315', '316', '317']
export const isAboutCard = (code: string) => cardReasons.includes(code)

/** After these the gateway may have done what was asked. */
export const isUncertain = (code: string) => code === 'E00001'

const downReasons = ['19', '20', '21', '22', '23', '25', '26', '57', '120', '121', '122', '261', 'E00053', 'E00104']
const isDown = (code: string) => downReasons.includes(code)

export const reasonOf = (code: string) => ({
  code,
  userMessage: ownValue(messages, code) ?? (isDown(code) ? TRY_AGAIN : 'The payment was refused. Nothing was charged.'),
})

export const declineReasonOf = (code: string) => ({ code, userMessage: ownValue(messages, code) ?? DECLINED })
