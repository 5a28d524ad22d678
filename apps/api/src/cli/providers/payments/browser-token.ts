/**
 * Turns a test card into a token, as Accept.js does in a browser: `securePaymentContainerRequest` with the public client key. Its fields are
 * those of Authorize.Net's models (`SecurePaymentContainerRequest`, `WebCheckOutDataType`) and of its Accept SDKs for phones.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { StepFailed } from '#api/cli/providers/steps.ts'
import type { CardDetails } from '#api/platform/ports/card-secret.ts'
import type { CardEntry } from '#api/platform/ports/payments.ts'

/** Nothing but the sandbox ever gets a card number from the portal. */
const SANDBOX = 'https://apitest.authorize.net/xml/v1/request.api'
const TIMEOUT_MS = 25_000

const Token = z.object({ dataDescriptor: z.string().min(1), dataValue: z.string().min(1) })
const Answer = z.object({
  opaqueData: Token.nullish(),
  messages: z.object({ message: z.array(z.object({ code: z.string().regex(/^\w{1,20}$/) })) }),
})

type Settings = Extract<CardEntry, { kind: 'token' }>['settings']

export async function tokenize({ api_login_id: name, client_key: clientKey }: Settings, card: CardDetails) {
  const [year, month] = card.expiry.split('-')
  const token = { cardNumber: card.number, expirationDate: `${month}${year}`, ...(card.cvc && { cardCode: card.cvc }) }
  const body = { merchantAuthentication: { name, clientKey }, data: { type: 'TOKEN', id: randomUUID(), token } }
  const answer = await fetch(SANDBOX, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ securePaymentContainerRequest: body }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const content = (await answer.text()).replace(/^\uFEFF/, '')
  if (!answer.ok) throw new StepFailed(`no token: ${answer.status}`)
  const { data } = Answer.safeParse(parsed(content))
  if (!data) throw new StepFailed('no token: the answer cannot be read')
  if (!data.opaqueData) throw new StepFailed(`no token: ${data.messages.message[0]?.code ?? 'no code'}`)
  return { kind: 'nonce' as const, descriptor: data.opaqueData.dataDescriptor, value: data.opaqueData.dataValue }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
