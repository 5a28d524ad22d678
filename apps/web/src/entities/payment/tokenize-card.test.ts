import { describe, expect, test } from 'vitest'
import { UNREACHABLE } from './card-error.ts'
import type { AcceptAnswer, AcceptRequest, AcceptScript } from './tokenize-card.ts'
import { type PaymentSettings, tokenizeCard } from './tokenize-card.ts'

const card = { full_name: 'Ada Example', card_number: '4111 1111-1111 1111', cvc: '987', expiration_date: '2031-05' }
const settings: PaymentSettings = {
  gateway: 'authorizenet',
  environment: 'sandbox',
  api_login_id: 'login',
  client_key: 'public-key',
  script: 'https://jstest.authorize.net/v1/Accept.js',
}

/** A script that gives this answer, and what it was asked. */
function fakeAccept(answer?: AcceptAnswer) {
  const requests: AcceptRequest[] = []
  const urls: string[] = []
  const script: AcceptScript = {
    dispatchData(request, done) {
      requests.push(request)
      if (answer) done(answer)
    },
  }
  const load = async (url: string) => {
    urls.push(url)
    return script
  }
  return { requests, urls, load }
}

const refusalWith = (...codes: string[]): AcceptAnswer => ({
  messages: { resultCode: 'Error', message: codes.map((code) => ({ code, text: `text of ${code}` })) },
})

describe('a card', () => {
  test('is sent as it is to the simulator, without a script', async () => {
    const { load, urls } = fakeAccept()
    expect(await tokenizeCard({ gateway: 'embedded' }, card, { load })).toEqual({ credit_card: card })
    expect(urls).toEqual([])
  })

  test('becomes a token of Authorize.Net, and is not in the result', async () => {
    const token = { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'token' }
    const { load, requests, urls } = fakeAccept({ messages: { resultCode: 'Ok', message: [] }, opaqueData: token })
    expect(await tokenizeCard(settings, card, { load })).toEqual({
      opaque_data: { data_descriptor: token.dataDescriptor, data_value: token.dataValue },
    })
    expect(urls).toEqual([settings.gateway === 'authorizenet' && settings.script])
    expect(requests).toEqual([
      {
        authData: { apiLoginID: 'login', clientKey: 'public-key' },
        cardData: { cardNumber: '4111111111111111', month: '05', year: '2031', cardCode: '987', fullName: 'Ada Example' },
      },
    ])
  })

  test('is refused while the domain takes no payments', async () => {
    const message = 'Card payments are not set up yet.'
    await expect(tokenizeCard({ gateway: 'none', message }, card)).rejects.toMatchObject({ name: 'CardError', message })
  })

  test.each([
    ['E_WC_05', 'card_number'],
    ['E_WC_08', 'expiration_date'],
    ['E_WC_15', 'cvc'],
    ['E_WC_17', 'full_name'],
  ])('refused with %s: marks %s', async (code, field) => {
    const { load } = fakeAccept(refusalWith(code))
    await expect(tokenizeCard(settings, card, { load })).rejects.toMatchObject({ name: 'CardError', field })
  })

  test.each(['E_WC_21', 'E_WC_02', 'E_WC_14', 'unknown'])('refused with %s: says that nothing was charged', async (code) => {
    const { load } = fakeAccept(refusalWith(code))
    await expect(tokenizeCard(settings, card, { load })).rejects.toMatchObject({
      field: undefined,
      message: expect.stringMatching(/Nothing was charged/),
    })
  })

  test.each([
    ['the script does not load', { load: () => Promise.reject(new Error('blocked')) }],
    ['the script never answers', { load: fakeAccept().load, timeoutMs: 1 }],
  ])('is not sent when %s', async (_what, options) => {
    await expect(tokenizeCard(settings, card, options)).rejects.toMatchObject({ name: 'CardError', message: UNREACHABLE })
  })

  test('has no card data in any error', async () => {
    for (const code of ['E_WC_05', 'E_WC_14']) {
      const error = await tokenizeCard(settings, card, fakeAccept(refusalWith(code))).catch((refusal: unknown) => refusal)
      expect(JSON.stringify([error, String(error)])).not.toMatch(/4111|987|2031|public-key/)
    }
  })
})
