/** Several callers at once, who pay and add vials during the kills. They remember what they sent and what was answered. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Business } from '../harness/business.ts'
import { type Answer, type Observe, PortalClient } from '../harness/client.ts'
import { RepeatedWork } from '../harness/repeated-work.ts'
import type { Resources } from '../harness/resources.ts'
import { payment, vialEntry } from './requests.ts'

/** `unknown`: no answer, or one that leaves the result open. */
export type Acknowledgement = 'sent' | 'acknowledged' | 'unknown'

export type Kind = 'payment' | 'vial entry'
const KINDS: Kind[] = ['payment', 'vial entry']

interface Success {
  began: number
  ended: number
}

const CALLERS_OF_EACH_KIND = 3
/** Milliseconds before the next attempt, when the portal does not serve. Real callers wait longer. */
const RETRY_MS = 20
/** Statuses of a portal that serves no more. A proxy also answers 502 for a process that was killed. */
const REFUSALS = [503]

interface LoadOptions {
  refusals?: number[]
  observe?: Observe
}

/** Longer than any time to serve again that passes. */
const GIVE_UP_MS = 120_000
/** Longer than a payment takes. */
const PAY_AGAIN_MS = 20_000

/** The connection was refused, so the portal has not got the request. */
const isRefused = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'

export class Load {
  /** By invoice. */
  readonly payments = new Map<string, Acknowledgement>()
  /** By note, with the patient. */
  readonly entries = new Map<string, Acknowledgement>()
  /** How often each status was answered; `none`: the connection ended before the answer. */
  readonly answers = new Map<string, number>()
  /** Milliseconds until the slowest answer, or until the connection ended. */
  slowestMs = 0
  /** Answers that no kill explains. */
  readonly wrongAnswers: string[] = []
  readonly #center: PortalClient
  readonly #lab: PortalClient
  readonly #business: Business
  readonly #last: Record<Kind, Success[]> = { payment: [], 'vial entry': [] }
  #callers: RepeatedWork | undefined
  #noteCount = 0

  readonly #refusals: number[]

  private constructor(business: Business, center: PortalClient, lab: PortalClient, refusals: number[]) {
    this.#business = business
    this.#center = center
    this.#lab = lab
    this.#refusals = refusals
  }

  static async logIn(url: string, business: Business, { refusals = REFUSALS, observe }: LoadOptions = {}): Promise<Load> {
    const logIn = ({ email }: { email: string }) => PortalClient.logIn(url, business, email, observe)
    const [center, lab] = await Promise.all([logIn(business.center), logIn(business.lab)])
    return new Load(business, center, lab, refusals)
  }

  /** The end of the drill, however it ends, stops the callers too. */
  start(resources: Resources): void {
    const callers = new RepeatedWork(resources)
    for (let n = 0; n < CALLERS_OF_EACH_KIND; n++) {
      callers.start(() => this.#pay())
      callers.start(() => this.#addVial())
    }
    this.#callers = callers
  }

  /** Waits for the answers of all calls. */
  async stop(): Promise<void> {
    await this.#callers?.stop()
  }

  /** The calls of each kind that wait for their answer: invoices, and notes of entries. */
  underWay(): Record<Kind, string[]> {
    const sent = (calls: Map<string, Acknowledgement>) => [...calls].flatMap(([name, state]) => (state === 'sent' ? [name] : []))
    return { payment: sent(this.payments), 'vial entry': sent(this.entries) }
  }

  /** Milliseconds from `since` until the first call of each kind, of those that began after `after`, has succeeded. Rejects if none does. */
  async servesAgain(since: number, after = since): Promise<number> {
    for (;;) {
      const first = KINDS.map((kind) => this.#last[kind].find(({ began }) => began >= after)?.ended)
      if (first.every((ended) => ended !== undefined)) return Math.max(...(first as number[])) - since
      if (performance.now() - since > GIVE_UP_MS) {
        const missing = KINDS.filter((_, n) => first[n] === undefined).join(' and no ')
        throw new Error(`No ${missing} has succeeded within ${GIVE_UP_MS / 1000} s after a kill`)
      }
      await pause(2)
    }
  }

  /** Sends a payment again, as its payer would. Resolves when it is paid. */
  async payAgain(invoice: string): Promise<void> {
    const until = performance.now() + PAY_AGAIN_MS
    for (;;) {
      const answer = await this.#send(this.#center, 'POST', '/api/v1/transactions/', payment(invoice))
      if (answer?.body.code === 'success') return
      if (performance.now() > until) throw new Error(`Invoice ${invoice} cannot be paid: ${JSON.stringify(answer?.body)}`)
      await pause(200)
    }
  }

  async #pay(): Promise<void> {
    const reserved = await this.#send(this.#center, 'GET', '/api/v1/transactions/get-last-id/')
    const invoice = reserved?.status === 200 ? reserved.body.transaction_id : undefined
    if (typeof invoice !== 'string') return
    await this.#try('payment', this.payments, invoice, async () => {
      const answer = await this.#send(this.#center, 'POST', '/api/v1/transactions/', payment(invoice))
      return answer?.status === 200 && answer.body.code === 'success'
    })
  }

  async #addVial(): Promise<void> {
    const note = `entry ${++this.#noteCount}`
    const patient = this.#business.patients[this.#noteCount % this.#business.patients.length]
    await this.#try('vial entry', this.entries, note, async () => {
      const answer = await this.#send(this.#lab, 'POST', '/api/v1/vials-history/', vialEntry(patient?.id ?? 0, note))
      return answer?.status === 201
    })
  }

  async #try(kind: Kind, calls: Map<string, Acknowledgement>, name: string, succeeds: () => Promise<boolean>): Promise<void> {
    const began = performance.now()
    calls.set(name, 'sent')
    const isDone = await succeeds().catch((error: unknown) => {
      if (!isRefused(error)) throw error
      return undefined
    })
    if (isDone === undefined) calls.delete(name)
    else calls.set(name, isDone ? 'acknowledged' : 'unknown')
    if (!isDone) return
    this.#last[kind].push({ began, ended: performance.now() })
    // Only the latest matter.
    if (this.#last[kind].length > 1000) this.#last[kind].splice(0, 500)
  }

  /** Undefined without an answer. Rejects if the connection was refused. */
  async #send(client: PortalClient, method: string, path: string, body?: object): Promise<Answer | undefined> {
    let answer: Answer | undefined
    const began = performance.now()
    try {
      answer = await client.call(method, path, body).finally(() => {
        this.slowestMs = Math.max(this.slowestMs, performance.now() - began)
      })
    } catch (error) {
      await pause(RETRY_MS)
      if (isRefused(error) && method === 'POST') throw error
    }
    const status = String(answer?.status ?? 'none')
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
    if (answer && answer.status >= 400) await this.#judge(answer, `${method} ${path}`)
    return answer
  }

  /** While the portal has no database it answers 503. Any other refusal is a fault. */
  async #judge({ status, body }: Answer, call: string): Promise<void> {
    if (!this.#refusals.includes(status)) this.wrongAnswers.push(`${call} answered ${status} ${JSON.stringify(body)}`)
    await pause(RETRY_MS)
  }
}
