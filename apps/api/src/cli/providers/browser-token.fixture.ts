/** How the fake Authorize.Net turns a card into a token. The referee of the request is the model of Authorize.Net's own SDK. */
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { FakeAuthorizenet } from '#api/adapters/payments/authorizenet-server.fixture.ts'
import { CardSecret } from '#api/platform/ports/card-secret.ts'

interface Model {
  getJSON(): object
}
/** The package has no types. */
const { APIContracts } = createRequire(import.meta.url)('authorizenet') as {
  APIContracts: { SecurePaymentContainerRequest: new (body: object) => Model }
}

interface ContainerBody {
  merchantAuthentication: { name: string; clientKey: string }
  data: { type: string; id: string; token: { cardNumber: string; expirationDate: string; cardCode?: string } }
}

/** A model keeps the fields that it knows, in the order of its constructor. */
const isOfModel = (body: ContainerBody) => {
  const model = new APIContracts.SecurePaymentContainerRequest(body).getJSON()
  return isDeepStrictEqual(JSON.parse(JSON.stringify(model)), { securePaymentContainerRequest: body })
}

const messages = (resultCode: string, code: string) => ({
  messages: { resultCode, message: [{ code, text: `Text of ${code}` }] },
})

const answer = (body: object) =>
  new Response(`\uFEFF${JSON.stringify(body)}`, { headers: { 'content-type': 'application/json; charset=utf-8' } })

/** Answers the request for a token; undefined for any other request. Errors are those of Accept.js: no account, no such request. */
export function answerContainerRequest(server: FakeAuthorizenet, text: string, clientKey: string): Response | undefined {
  const { securePaymentContainerRequest: body } = JSON.parse(text) as { securePaymentContainerRequest?: ContainerBody }
  if (!body) return undefined
  if (!isOfModel(body)) {
    server.schemaViolations.push('securePaymentContainerRequest')
    return answer(messages('Error', 'E00003'))
  }
  const { name, clientKey: given } = body.merchantAuthentication
  if (given !== clientKey || !server.accounts.some((account) => account.name === name)) return answer(messages('Error', 'E00007'))
  const { cardNumber, expirationDate, cardCode } = body.data.token
  const [, month, year] = /^(\d\d)(\d{4})$/.exec(expirationDate) ?? []
  const card = new CardSecret({ number: cardNumber, expiry: `${year}-${month}`, ...(cardCode && { cvc: cardCode }) })
  const { descriptor: dataDescriptor, value: dataValue } = server.tokenize(card)
  return answer({ opaqueData: { dataDescriptor, dataValue }, ...messages('Ok', 'I00001') })
}
