/**
 * A fake Authorize.Net, which says only what the referee accepts. It begins every answer with a byte order mark, answers 200 to refused
 * requests, and keeps its accounts in memory.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { AuthorizenetAccount } from '#api/adapters/payments/authorizenet/account.ts'
import type { CardSecret } from '#api/platform/ports/card-secret.ts'
import type { PaymentGateway } from '#api/platform/ports/payments.ts'
import { type FakeAnswer, type FakeCalls, FakeRefusal, type FakeState } from './calls.fixture.ts'
import { customerCalls } from './customers.fixture.ts'
import { faultOfAnswer, faultOfRequest } from './referee.fixture.ts'
import { type FakeCard, newAccount, settle } from './state.fixture.ts'
import { transactionCalls } from './transactions.fixture.ts'

/**
 * html: a page with status 502. page: a page with status 200. empty: an empty body. lost: the work is done, the connection
 * breaks. silent: the work is done, no answer comes.
 */
export type FakeFailure = 'html' | 'page' | 'empty' | 'lost' | 'silent'

const calls: FakeCalls = { ...transactionCalls, ...customerCalls, authenticateTestRequest: () => ({}) }

const PAGE = '<!DOCTYPE html><html><body>Service Unavailable 4111111111111111 0123456789abcdef</body></html>'

export const ACCOUNT = { apiLoginId: 'ours-login', transactionKey: '0123456789abcdef' }
export const OTHER_ACCOUNT = { apiLoginId: 'their-login', transactionKey: 'fedcba9876543210' }

/** An account as the adapter gets it. */
export const accountAt = ({ apiLoginId, transactionKey }: typeof ACCOUNT, more: Partial<AuthorizenetAccount> = {}) => ({
  ...{ environment: 'sandbox' as const, api_login_id: apiLoginId, transaction_key: transactionKey },
  client_key: 'a-public-client-key',
  ...more,
})

export class FakeAuthorizenet implements FakeState {
  readonly accounts = [
    newAccount(ACCOUNT.apiLoginId, ACCOUNT.transactionKey),
    newAccount(OTHER_ACCOUNT.apiLoginId, OTHER_ACCOUNT.transactionKey),
  ]
  /** The requests in their order, as they were sent. */
  readonly requests: { name: string; body: Record<string, unknown> }[] = []
  /** What the referee says against our requests and the answers of this fake. */
  readonly faults: string[] = []
  failure: FakeFailure | undefined
  /** The only request, or type of transaction, that fails. Undefined: all. */
  failingRequest: string | undefined
  /** Refuses all requests with this code. */
  refusal: string | undefined
  delay = 0
  delimiter = ','
  usesUpTokens = false
  readonly tokens = new Map<string, FakeCard>()
  readonly now: () => Date
  private ids = 60_000_000_000
  private readonly waiting = new Set<ServerResponse>()
  private readonly server: Server

  constructor(now: () => Date) {
    this.now = now
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo | null)?.port}`
  }

  /** Throws when the referee had a fault to find. */
  async close(): Promise<void> {
    for (const response of this.waiting) response.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
    if (this.faults.length > 0) throw new Error(`Authorize.Net would refuse this: ${this.faults.join('; ')}`)
  }

  newId(): string {
    this.ids += 1
    return String(this.ids)
  }

  /** Makes a token, as Accept.js does in the browser. */
  tokenize(card: CardSecret) {
    const { number, expiry, cvc } = card.reveal()
    const value = `token-${this.newId()}`
    this.tokens.set(value, { number, expiry, cvc })
    return { descriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', value }
  }

  /** Settles all charges. */
  settle(): void {
    for (const account of this.accounts) settle(account, this.newId(), this.now().getTime())
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await readText(request)
    const fails = this.failure && (!this.failingRequest || content.includes(`"${this.failingRequest}"`))
    if (fails && this.failure === 'html') return void response.writeHead(502, { 'content-type': 'text/html' }).end(PAGE)
    if (fails && this.failure === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    if (fails && this.failure === 'empty') return void response.writeHead(200).end()
    const answer = this.handle(JSON.parse(content) as Record<string, Record<string, unknown>>)
    if (fails && this.failure === 'lost') return void response.destroy()
    if (fails && this.failure === 'silent') return void this.waiting.add(response)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(`\uFEFF${JSON.stringify(answer)}`)
  }

  private handle(content: Record<string, Record<string, unknown>>): FakeAnswer {
    const [name = '', body = {}] = Object.entries(content)[0] ?? []
    this.requests.push({ name, body })
    const answer = this.answerTo(name, body)
    const fault = faultOfAnswer(name, answer)
    if (fault) this.faults.push(`the answer to ${name}: ${fault.text}`)
    return answer
  }

  private answerTo(name: string, body: Record<string, unknown>): FakeAnswer {
    const refId = typeof body.refId === 'string' ? { refId: body.refId } : {}
    try {
      const messages = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] }
      return { ...refId, messages, ...this.work(name, body) }
    } catch (refusal) {
      if (!(refusal instanceof FakeRefusal)) throw refusal
      const message = [{ code: refusal.code, text: refusal.message }]
      return { ...refusal.more, ...refId, messages: { resultCode: 'Error', message } }
    }
  }

  private work(name: string, body: Record<string, unknown>): FakeAnswer {
    const fault = faultOfRequest(name, body)
    if (fault) {
      this.faults.push(`${name}: ${fault.text}`)
      throw new FakeRefusal(fault.code, fault.text)
    }
    const keys = body.merchantAuthentication as { name: string; transactionKey: string }
    const account = this.accounts.find((one) => one.name === keys.name && one.transactionKey === keys.transactionKey)
    if (!account) throw new FakeRefusal('E00007', `User authentication failed for ${keys.name} ${keys.transactionKey}.`)
    if (this.refusal) throw new FakeRefusal(this.refusal)
    const handle = calls[name]
    if (!handle) throw new FakeRefusal('E00003')
    return handle({ server: this, account, refId: `${body.refId ?? ''}`, body })
  }
}

export const fakeAuthorizenet = (now: () => Date = () => new Date()): Promise<FakeAuthorizenet> =>
  new FakeAuthorizenet(now).start()

/** The gateway as a browser uses it: each card becomes a new token first. */
export function withTokens(gateway: PaymentGateway, server: FakeAuthorizenet): PaymentGateway {
  return {
    ...gateway,
    charge: ({ source, ...order }) =>
      gateway.charge({
        ...order,
        source: source.kind === 'card' ? { kind: 'nonce', ...server.tokenize(source.card), billTo: source.billTo } : source,
      }),
    addCard: ({ source, ...query }) =>
      gateway.addCard({
        ...query,
        source: source.kind === 'card' ? { kind: 'nonce', ...server.tokenize(source.card), billTo: source.billTo } : source,
      }),
  }
}
