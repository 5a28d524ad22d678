/** How the fake Authorize.Net turns a card into a token. */
import { faultOfRequest } from '#api/adapters/payments/fake-authorizenet/referee.fixture.ts'
import type { FakeAuthorizenet } from '#api/adapters/payments/fake-authorizenet/server.fixture.ts'
import { CardSecret } from '#api/platform/ports/card-secret.ts'

interface ContainerBody {
  merchantAuthentication: { name: string; clientKey: string }
  data: { type: string; id: string; token: { cardNumber: string; expirationDate: string; cardCode?: string } }
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
  const fault = faultOfRequest('securePaymentContainerRequest', body)
  if (fault) {
    server.faults.push(`securePaymentContainerRequest: ${fault.text}`)
    return answer(messages('Error', fault.code))
  }
  const { name, clientKey: given } = body.merchantAuthentication
  if (given !== clientKey || !server.accounts.some((account) => account.name === name)) return answer(messages('Error', 'E00007'))
  const { cardNumber, expirationDate, cardCode } = body.data.token
  const [, month, year] = /^(\d\d)(\d{4})$/.exec(expirationDate) ?? []
  const card = new CardSecret({ number: cardNumber, expiry: `${year}-${month}`, ...(cardCode && { cvc: cardCode }) })
  const { descriptor: dataDescriptor, value: dataValue } = server.tokenize(card)
  return answer({ opaqueData: { dataDescriptor, dataValue }, ...messages('Ok', 'I00001') })
}
