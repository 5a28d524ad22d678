import { apiErrors } from '@vialdesk/contract/base/errors'
import type { AttemptState } from '@vialdesk/contract/money/checkout'
import { describe, expect, test } from 'vitest'
import { CardError } from '#web/entities/payment/card-error.ts'
import { ApiError, unreachableError } from '#web/lib/errors/api-error.ts'
import { failedPhase, isUndecided, mayBeCharged, needsNewInvoice, phaseAfterAttempt } from './payment-phase.ts'

const seen = (state: AttemptState) => ({
  state,
  message: 'The server’s words.',
  transaction_id: state === 'success' ? 7 : null,
  purchase: null,
})

describe('an attempt', () => {
  test.each(['processing', 'confirming', 'review'] as const)('%s keeps waiting with the same invoice', (state) => {
    expect(isUndecided(state)).toBe(true)
    expect(phaseAfterAttempt(seen(state), true)).toEqual({
      phase: { at: 'pending', message: 'The server’s words.', review: state === 'review' },
      keep: true,
    })
  })

  test('success shows the receipt and ends the invoice', () => {
    expect(phaseAfterAttempt(seen('success'), false)).toEqual({
      phase: { at: 'done', message: 'The server’s words.', transactionId: 7, purchase: null },
      keep: false,
    })
  })

  test('declined allows another try with the same invoice', () => {
    expect(phaseAfterAttempt(seen('declined'), true)).toMatchObject({ phase: { at: 'failed', declined: true }, keep: true })
  })

  test('a payment that never arrived can be sent again with the same invoice', () => {
    expect(phaseAfterAttempt(seen('none'), true)).toMatchObject({ phase: { at: 'failed' }, keep: true })
  })

  test('interrupted before the charge allows the same invoice again and does not blame the card', () => {
    expect(phaseAfterAttempt(seen('interrupted'), true)).toEqual({
      phase: { at: 'failed', title: 'The server’s words.', body: 'You were not charged.' },
      keep: true,
    })
  })

  test('marked as not paid needs a new invoice', () => {
    expect(phaseAfterAttempt(seen('failed'), true)).toMatchObject({ phase: { at: 'failed' }, keep: false })
  })

  test.each(['none', 'declined', 'interrupted'] as const)('%s from an earlier visit does not block the form', (state) => {
    expect(phaseAfterAttempt(seen(state), false)).toEqual({ phase: { at: 'form' }, keep: true })
  })
})

describe('refusals', () => {
  const refusal = (code: ApiError['code'], errors?: Record<string, string[]>) =>
    new ApiError(409, { code, message: 'No.', ...(errors && { errors }) })

  test.each(['in_progress', 'invoice_used', 'internal', 'unavailable', 'uncertain', 'unreachable'] as const)(
    'after %s the payment may have been charged',
    (code) => {
      expect(mayBeCharged(refusal(code))).toBe(true)
    },
  )

  test.each(['payment_declined', 'price_changed', 'invalid', 'too_many', 'proof_required'] as const)(
    'after %s the payment was not charged',
    (code) => {
      expect(mayBeCharged(refusal(code))).toBe(false)
    },
  )

  test('a missing or invalid answer does not count as a refusal', () => {
    expect(mayBeCharged(unreachableError(0))).toBe(true)
    expect(mayBeCharged(new TypeError('boom'))).toBe(true)
  })

  test('distinguishes an unreserved invoice from other invalid input', () => {
    expect(needsNewInvoice(refusal('invalid', { invoice_id: ['Expired.'] }))).toBe(true)
    expect(needsNewInvoice(refusal('invalid', { email: ['Taken.'] }))).toBe(false)
  })

  test('says that a confirmation is missing', () => {
    const { message } = apiErrors.proof_required
    expect(failedPhase(new ApiError(428, { code: 'proof_required', message, error_message: message }))).toEqual({
      at: 'failed',
      title: 'You did not confirm that it is you. Nothing was changed.',
      body: 'You were not charged.',
    })
  })

  test('shows the server’s message as title and the reasons as body', () => {
    expect(failedPhase(refusal('invalid', { email: ['A user with this email already exists.'] }))).toEqual({
      at: 'failed',
      title: 'No.',
      body: 'A user with this email already exists. You were not charged.',
    })
  })

  test('shows the reason of a refused purchase, and a decline at the card too', () => {
    const error_message = 'The product is not for sale now.'
    expect(failedPhase(new ApiError(409, { code: 'purchase_refused', message: 'No.', error_message }))).toEqual({
      at: 'failed',
      title: 'No.',
      body: `${error_message} You were not charged.`,
    })
    expect(failedPhase(refusal('payment_declined'))).toMatchObject({ at: 'failed', declined: true })
    const refused = failedPhase(new CardError('Enter a valid month.', 'expiration_date'))
    expect(refused).toMatchObject({ title: 'This card could not be used.', declined: true })
  })

  test('does not blame the card when it was not sent', () => {
    expect(failedPhase(new CardError('It did not load. Nothing was charged.'))).toEqual({
      at: 'failed',
      title: 'The payment was not sent.',
      body: 'It did not load. Nothing was charged.',
    })
  })
})
