/** The calls of the soak: mostly reading, as users do, with some changes, payments, exports and log-ins. */

import { cases } from '../../bench/cases.ts'
import type { Sample } from '../../bench/sample.ts'
import { SCALE_PASSWORD } from '../../bench/seed/scale.ts'
import { payment } from '../load/requests.ts'
import type { People, Person } from './people.ts'

export interface SoakCall {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Sends a call and returns its answer. */
export type Send = (call: SoakCall) => Promise<{ status: number; text: string }>

/** One act of a user: one call, or several that depend on each other. `n` counts the acts of its kind. */
interface Act {
  name: string
  /** How many of 100 acts. */
  share: number
  run(send: Send, n: number): Promise<unknown>
}

const nth = <T>(list: T[], n: number): T => list[n % list.length] as T

const call = (method: string, path: string, { token }: { token?: string }, body?: object): SoakCall => ({
  method,
  path,
  headers: {
    domain: 'scale',
    ...(token && { authorization: `Token ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
})

/** Reserves an invoice and pays it. Returns the paid invoice; fails unless the payment succeeds. */
async function pay(send: Send, center: Person): Promise<string> {
  const { text } = await send(call('GET', '/api/v1/transactions/get-last-id/', center))
  const { transaction_id } = JSON.parse(text) as { transaction_id: string }
  const paid = await send(call('POST', '/api/v1/transactions/', center, payment(transaction_id, center.email, center.email)))
  if ((JSON.parse(paid.text) as { code?: string }).code !== 'success') throw new Error(`A payment answered ${paid.text}`)
  return transaction_id
}

const dashboards = (people: People): [string, Person[]][] => [
  ['admin', people.admin],
  ['harvest-center', people.harvest_center],
  ['referral-center', people.referral_harvest_center],
  ['sales-rep', people.sales_rep],
  ['sales-team', people.sales_manager],
  ['sales-team', people.sales_distributor],
  ['lab', people.lab],
  ['patient', people.patient],
]

/** The read calls of the bench, one after another. Those of its admin are spread over all admins, because one user gets few turns. */
function benchReads(sample: Sample, admins: Person[]): SoakCall[] {
  const reads = cases.filter(({ shape }) => shape !== 'login').map((each) => each.requests(sample))
  const longest = Math.max(...reads.map((requests) => requests.length))
  const rounds = Array.from({ length: longest }, (_, round) => reads.map((requests) => nth(requests, round)))
  return rounds.flat().map(({ method = 'GET', path, headers = {}, body }, n) => {
    const isAdmin = headers.authorization === `Token ${sample.adminToken}`
    const own = isAdmin ? { ...headers, authorization: `Token ${nth(admins, n).token}` } : headers
    return { method, path, headers: own, ...(body && { body }) }
  })
}

/** `paid` gets the invoices of all payments that succeed. */
export function actsOf(people: People, sample: Sample, paid: string[]): Act[] {
  const reads = benchReads(sample, people.admin)
  const everybody = Object.values(people).flat()
  const boards = dashboards(people)
  const today = new Date().toISOString().slice(0, 10)
  const read = (name: string, share: number, path: (person: Person) => string, persons = everybody): Act => ({
    name,
    share,
    run: (send, n) => send(call('GET', path(nth(persons, n)), nth(persons, n))),
  })
  return [
    { name: 'lists and searches', share: 65, run: (send, n) => send(nth(reads, n)) },
    {
      name: 'dashboards',
      share: 10,
      run: (send, n) => {
        const [name, persons] = nth(boards, n)
        return send(call('GET', `/api/v1/dashboards/${name}/`, nth(persons, Math.floor(n / boards.length))))
      },
    },
    read('own profile', 6, ({ id }) => `/api/v1/users/${id}/`),
    read('notices', 6, () => '/api/v1/notices/'),
    read('session', 4, () => '/auth/session/'),
    {
      name: 'changes of profiles',
      share: 4,
      run: (send, n) => {
        const person = nth(everybody, n)
        return send(call('PATCH', `/api/v1/users/${person.id}/`, person, { phone_number: `+1 404 555 ${1000 + (n % 9000)}` }))
      },
    },
    {
      name: 'vial entries',
      share: 2,
      run: (send, n) =>
        send(
          call('POST', '/api/v1/vials-history/', nth(people.admin, n), {
            user: nth(sample.vialPatients, n),
            type: 'added',
            quantity: 1,
            date: today,
          }),
        ),
    },
    {
      name: 'payments',
      share: 1,
      run: async (send, n) => void paid.push(await pay(send, nth(people.harvest_center, n))),
    },
    { name: 'notices read', share: 1.5, run: (send, n) => send(call('POST', '/api/v1/notices/read/', nth(everybody, n), {})) },
    {
      name: 'log-ins',
      share: 0.4,
      run: (send, n) => send(call('POST', '/auth/login/', {}, { email: nth(everybody, n).email, password: SCALE_PASSWORD })),
    },
    {
      name: 'exports',
      share: 0.1,
      run: async (send, n) => {
        const admin = nth(people.admin, n)
        // A confirmation counts for ten minutes, and a soak takes longer.
        await send(call('POST', '/auth/confirm/', admin, { password: SCALE_PASSWORD }))
        return send(call('GET', '/api/v1/users/export-csv/', admin))
      },
    },
  ]
}

/** Spreads the acts evenly: each comes as often as its share says. */
export function scheduleOf(acts: Act[]): () => { act: Act; n: number } {
  const total = acts.reduce((sum, { share }) => sum + share, 0)
  const states = acts.map((act) => ({ act, due: 0, n: 0 }))
  return () => {
    for (const state of states) state.due += state.act.share / total
    const next = states.reduce((most, state) => (state.due > most.due ? state : most))
    next.due -= 1
    return { act: next.act, n: next.n++ }
  }
}
