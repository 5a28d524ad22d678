import type { AttemptState } from '@vialdesk/contract/checkout'
import { describe, expect, test } from 'vitest'
import { Refusal, unreachable } from '#web/lib/refusal.ts'
import { failureOf, isOpen, mayHavePaid, needsInvoice, verdictOnAttempt } from './verdict.ts'

const seen = (state: AttemptState) => ({ state, message: 'The server’s words.', transaction_id: state === 'success' ? 7 : null })

describe('what became of an attempt', () => {
  test.each(['processing', 'confirming', 'review'] as const)('%s: wait, and keep the invoice', (state) => {
    expect(isOpen(state)).toBe(true)
    expect(verdictOnAttempt(seen(state), true)).toEqual({
      phase: { at: 'pending', message: 'The server’s words.', review: state === 'review' },
      keep: true,
    })
  })

  test('success: the receipt, and the invoice is done with', () => {
    expect(verdictOnAttempt(seen('success'), false)).toEqual({
      phase: { at: 'done', message: 'The server’s words.', transactionId: 7 },
      keep: false,
    })
  })

  test('declined: another try with the same invoice', () => {
    expect(verdictOnAttempt(seen('declined'), true)).toMatchObject({ phase: { at: 'failed' }, keep: true })
  })

  test('what never arrived may be sent again under the same invoice', () => {
    expect(verdictOnAttempt(seen('none'), true)).toMatchObject({ phase: { at: 'failed' }, keep: true })
  })

  test('given up by hand: start again with another invoice', () => {
    expect(verdictOnAttempt(seen('failed'), true)).toMatchObject({ phase: { at: 'failed' }, keep: false })
  })

  test.each(['none', 'declined'] as const)('%s of an earlier visit does not stand in the way of the form', (state) => {
    expect(verdictOnAttempt(seen(state), false)).toEqual({ phase: { at: 'form' }, keep: true })
  })
})

describe('refusals', () => {
  const refusal = (code: Refusal['code'], errors?: Record<string, string[]>) =>
    new Refusal(409, { code, message: 'No.', ...(errors && { errors }) })

  test.each(['in_progress', 'invoice_used', 'internal', 'unavailable', 'unreachable'] as const)(
    'after %s the payment may have been made',
    (code) => {
      expect(mayHavePaid(refusal(code))).toBe(true)
    },
  )

  test.each(['payment_declined', 'price_changed', 'invalid', 'too_many'] as const)('after %s it was certainly not', (code) => {
    expect(mayHavePaid(refusal(code))).toBe(false)
  })

  test('no answer, or one that makes no sense, is not taken for a no', () => {
    expect(mayHavePaid(unreachable(0))).toBe(true)
    expect(mayHavePaid(new TypeError('boom'))).toBe(true)
  })

  test('an invoice that is not reserved is told from other bad input', () => {
    expect(needsInvoice(refusal('invalid', { invoice_id: ['Expired.'] }))).toBe(true)
    expect(needsInvoice(refusal('invalid', { email: ['Taken.'] }))).toBe(false)
  })

  test('the server’s message is the title, the reasons are the body', () => {
    expect(failureOf(refusal('invalid', { email: ['A user with this email already exists.'] }))).toEqual({
      at: 'failed',
      title: 'No.',
      body: 'A user with this email already exists. You were not charged.',
    })
  })
})
