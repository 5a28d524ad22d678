/** The fake's answers about customers and their saved cards. */
import { type FakeAnswer, type FakeCall, type FakeCalls, FakeRefusal } from './calls.fixture.ts'
import {
  brandOf,
  type FakeBillTo,
  type FakeCard,
  type FakeCustomer,
  type FakeSavedCard,
  judge,
  masked,
  reasonAgainst,
} from './state.fixture.ts'

const MAX_CARDS = 10

interface ProfileBody {
  customerProfileId: string
  customerPaymentProfileId?: string
  merchantCustomerId?: string
  unmaskExpirationDate?: boolean
  validationMode?: string
  profile?: { merchantCustomerId: string }
  paymentProfile?: { billTo: FakeBillTo; payment: { opaqueData: { dataValue: string } }; customerPaymentProfileId?: string }
}

const bodyOf = (call: FakeCall) => call.body as unknown as ProfileBody
const notFound = () => new FakeRefusal('E00040', 'The record cannot be found.')

function createProfile(call: FakeCall): FakeAnswer {
  const reference = bodyOf(call).profile?.merchantCustomerId ?? ''
  const same = call.account.customers.find((customer) => customer.reference === reference)
  if (same) throw new FakeRefusal('E00039', `A duplicate record with ID ${same.id} already exists.`)
  const customer = { id: call.server.newId(), reference, cards: [], hiddenFor: call.server.delay }
  call.account.customers.push(customer)
  return { customerProfileId: customer.id, customerPaymentProfileIdList: [], validationDirectResponseList: [] }
}

/** A new customer can be read after some requests only. */
function customerOf(call: FakeCall): FakeCustomer {
  const { customerProfileId: id, merchantCustomerId: reference } = bodyOf(call)
  const customer = call.account.customers.find((one) => one.id === id || one.reference === reference)
  if (!customer || customer.hiddenFor-- > 0) throw notFound()
  return customer
}

function getProfile(call: FakeCall): FakeAnswer {
  const { id, reference, cards } = customerOf(call)
  const isUnmasked = bodyOf(call).unmaskExpirationDate === true
  const paymentProfiles = cards.map(({ id: customerPaymentProfileId, card, billTo }) => ({
    customerPaymentProfileId,
    billTo,
    payment: {
      creditCard: { cardNumber: masked(card), expirationDate: isUnmasked ? card.expiry : 'XXXX', cardType: brandOf(card) },
    },
  }))
  const profile = { customerProfileId: id, merchantCustomerId: reference, ...(cards.length > 0 && { paymentProfiles }) }
  return { profile }
}

/** The card of the token, after the check that the validation mode asks for. */
function checkedCard(call: FakeCall): { card: FakeCard; billTo: FakeBillTo; token: string } {
  const { paymentProfile, validationMode } = bodyOf(call)
  const token = paymentProfile?.payment.opaqueData.dataValue ?? ''
  const card = call.server.tokens.get(token)
  if (!card || !paymentProfile) throw new FakeRefusal('E00114', 'Invalid OTS Token.')
  if (call.server.usesUpTokens) call.server.tokens.delete(token)
  const { billTo } = paymentProfile
  const verdict = judge(card, billTo.zip ?? '')
  const reason = reasonAgainst(card, call.server.now()) ?? (validationMode === 'liveMode' ? verdict.reason : '1')
  if (reason === '1') return { card, billTo, token }
  const values = [verdict.responseCode, 1, reason, `Text of ${reason}`, '', 'P', 0, 'none']
  const validationDirectResponse = values.join(call.server.delimiter)
  throw new FakeRefusal('E00027', 'The transaction was unsuccessful.', { validationDirectResponse })
}

const isSameCard = (one: FakeSavedCard, card: FakeCard, billTo: FakeBillTo) =>
  one.card.number === card.number &&
  (['firstName', 'lastName', 'address', 'zip'] as const).every((field) => one.billTo[field] === billTo[field])

function createCard(call: FakeCall): FakeAnswer {
  const customer = customerOf(call)
  const { card, billTo, token } = checkedCard(call)
  const same = customer.cards.find((saved) => isSameCard(saved, card, billTo))
  const ids = (cardId: string) => ({ customerProfileId: customer.id, customerPaymentProfileId: cardId })
  if (same) throw new FakeRefusal('E00039', 'A duplicate customer payment profile already exists.', ids(same.id))
  if (customer.cards.length >= MAX_CARDS) throw new FakeRefusal('E00042', 'You cannot add more than 10 payment profiles.')
  call.server.tokens.delete(token)
  const saved = { id: call.server.newId(), card: { ...card, cvc: undefined }, billTo }
  customer.cards.push(saved)
  return { ...ids(saved.id), validationDirectResponse: '1,1,1,This transaction has been approved.' }
}

function updateCard(call: FakeCall): FakeAnswer {
  const saved = customerOf(call).cards.find(({ id }) => id === bodyOf(call).paymentProfile?.customerPaymentProfileId)
  if (!saved) throw notFound()
  const { card, billTo, token } = checkedCard(call)
  call.server.tokens.delete(token)
  Object.assign(saved, { card: { ...card, cvc: undefined }, billTo })
  return { validationDirectResponse: '1,1,1,This transaction has been approved.' }
}

function deleteCard(call: FakeCall): FakeAnswer {
  const { cards } = customerOf(call)
  const at = cards.findIndex(({ id }) => id === bodyOf(call).customerPaymentProfileId)
  if (at < 0) throw notFound()
  cards.splice(at, 1)
  return {}
}

export const customerCalls: FakeCalls = {
  createCustomerProfileRequest: createProfile,
  getCustomerProfileRequest: getProfile,
  createCustomerPaymentProfileRequest: createCard,
  updateCustomerPaymentProfileRequest: updateCard,
  deleteCustomerPaymentProfileRequest: deleteCard,
}
