import { format, inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { CardSecret } from './card-secret.ts'
import { storablePart } from './raw-answer.ts'

const secret = new CardSecret({ number: '4111 1111-1111 1111', expiry: '2031-05', cvc: '987' })

describe('a card', () => {
  test.each([
    ['a template', `${secret}`],
    ['adding to text', `card: ${String(secret)}`],
    ['JSON', JSON.stringify({ secret })],
    ['inspect', inspect({ secret }, { showHidden: true, depth: 9, getters: true })],
    ['format', format('%s %o %O %j', secret, secret, secret, secret)],
    ['spreading', JSON.stringify({ ...secret })],
    ['its own keys', JSON.stringify(Reflect.ownKeys(secret).map(String))],
    ['cloning', JSON.stringify(structuredClone({ ...secret }))],
    ['an error', inspect(new Error('failed', { cause: secret }))],
  ])('does not show through %s', (_way, text) => {
    expect(text).not.toMatch(/4111|1111|2031|987/)
  })

  test('is revealed on request, without spaces and dashes', () => {
    expect(secret.reveal()).toEqual({ number: '4111111111111111', expiry: '2031-05', cvc: '987' })
  })

  test('cannot be changed through the revealed object', () => {
    secret.reveal().number = 'changed'
    expect(secret.reveal().number).toBe('4111111111111111')
  })
})

describe('the stored part of an answer', () => {
  test('has only the allowed fields', () => {
    expect(
      storablePart({
        responseCode: '1',
        transId: '60000000001',
        cardNumber: '4111111111111111',
        billTo: { zip: '1' },
        cardCode: '900',
      }),
    ).toEqual({
      responseCode: '1',
      transId: '60000000001',
    })
  })

  test('has nothing like a card number in any field', () => {
    expect(
      storablePart({
        accountNumber: '4111 1111 1111 1111',
        authCode: '4111111111111111',
        transId: 'x'.repeat(65),
        avsResultCode: 7,
      }),
    ).toEqual({})
  })
})
