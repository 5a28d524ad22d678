/**
 * Pins who may make each call, and the keys that each role gets from each call that answers users, patients, transactions or label requests.
 * The calls are taken from the contract: a new call fails here until it is in calls.snapshot.txt, which a reviewer reads
 * (`git diff --word-diff`). Who may make it by the requirements is in required-access.txt.
 */
import { allCalls, contract } from '@vialdesk/contract'
import { type Access, scopeOf } from '@vialdesk/contract/base/access'
import type { Call } from '@vialdesk/contract/base/call'
import { membershipIds, type Role, workingRoles } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { showsPatients } from '#api/platform/audit/patient-reads.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { type ChangingWorlds, changingWorlds } from './changing-worlds.fixture.ts'
import { type ArrangedIds, arrangePatient, byRole, callExamples, makeCall } from './patient-calls.fixture.ts'

const roles = Object.keys(membershipIds) as Role[]

let portal: TestPortal
let shared: ArrangedIds
let worlds: ChangingWorlds
beforeAll(async () => {
  portal = await startTestPortal()
  worlds = changingWorlds(portal)
  shared = await arrangePatient(portal)
  // An event for the timeline.
  await (await portal.as(shared.admin)).patch(`/api/v1/users/${shared.patient}/`, { vials_preparation: 2 })
})
afterAll(() => portal.close())

/** An answer with one of these keys has data of a user. */
const userKeys = ['first_name', 'username', 'email', 'phone_number']

/** These calls return only the account that the caller just created or logged in to. */
const ownAccountCalls = [
  'POST /api/v1/users/',
  'POST /api/v1/harvest-centers/',
  'POST /api/v1/sales-rep/',
  'POST /api/v1/sales-managers/',
  'POST /domain/white-label/admin/',
  'POST /auth/login/',
  'POST /auth/go-back/',
]

/** The holder of a secret makes these calls, whatever the role: they answer the caller's own email, and the document to sign. */
const bySecret = (key: string) => key === 'POST /api/v1/template-editor/test-send/' || key.startsWith('POST /api/v1/signing/')

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
function keysOfSchema({ properties = {}, items, anyOf = [] }: Schema): string[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [...Object.keys(properties), ...inner.flatMap(keysOfSchema)]
}
const showsUsers = ({ answer }: Call) =>
  keysOfSchema(z.toJSONSchema(answer, { unrepresentable: 'any' }) as Schema).some((key) => userKeys.includes(key))

const calls = allCalls.filter(
  (call) =>
    (showsPatients(call) || showsUsers(call) || call.streams === 'text/csv; charset=utf-8') &&
    !ownAccountCalls.includes(call.key) &&
    !bySecret(call.key),
)

/** A call about any user: its keys also depend on the role of that user. `users/identifier/` answers the same (replace-user.test.ts). */
const ABOUT_USERS = 'GET /api/v1/users/{id}/'

/**
 * The keys of some values, sorted, with the keys inside them in brackets. A key that is null in all of them is written as =null,
 * because some values are withheld that way.
 */
function keysOf(values: unknown[]): string {
  const inner = new Map<string, unknown[]>()
  for (const value of values.flat().filter((each) => each !== null && typeof each === 'object'))
    for (const [key, entries] of Object.entries(value as object)) inner.set(key, [...(inner.get(key) ?? []), entries])
  const texts = [...inner].map(([key, entries]) => {
    const within = keysOf(entries)
    if (entries.every((each) => each === null)) return `${key}=null`
    return within ? `${key}(${within})` : key
  })
  return texts.sort().join(' ')
}

/** access.test.ts proves that a role without a row of the table is refused. */
const mayCall = ({ access }: Call, role: Role) => typeof access === 'string' || scopeOf(access, role) !== undefined

/** The users of the world that is only read, each with one session. */
const clients = new Map<number, TestClient>()
async function readAs(user: number): Promise<TestClient> {
  const client = clients.get(user) ?? (await portal.as(user))
  clients.set(user, client)
  return client
}

async function keysFor(role: Role, call: Call, subject?: Role): Promise<string | undefined> {
  if (!mayCall(call, role)) return undefined
  const ids = call.writes ? await worlds.next() : shared
  const user = byRole(ids)[role]
  const caller = call.writes ? await portal.as(user) : await readAs(user)
  const first = allCalls.find((each) => each.key === callExamples[call.key]?.after)
  if (first) await makeCall(first, caller, ids)
  const answer = await makeCall(call, caller, ids, subject && byRole(ids)[subject])
  const isRefused = answer.statusCode >= 300
  if (call.writes && (first || !isRefused)) worlds.leave(call)
  if (isRefused) return undefined
  if (call.streams) return answer.body.split(/\r?\n/)[0]?.replace('\uFEFF', '')
  return keysOf([answer.json()])
}

const wrapped = (text: string) => text.replace(/(.{1,128})( |$)/g, '    $1\n').trimEnd()

function describeAccess(access: Access): string {
  if (typeof access === 'string') return access
  const [[, common] = []] = Object.entries(access)
  const isEverybody = workingRoles.every((role) => access[role])
  const named = Object.entries(access).filter(([, scope]) => !isEverybody || scope !== common)
  return [...(isEverybody ? [`every role ${common}`] : []), ...named.map(([role, scope]) => `${role} ${scope}`)].join(', ')
}

function describeProof({ proof }: Call): string[] {
  if (!proof || 'never' in proof) return []
  return ['asks' in proof ? `asks ${proof.asks}` : `asks for ${proof.asksFor.join(', ')}`]
}

/** `file`: its rows can be exported. */
function describeCaller(call: Call): string {
  const marks = [...(call.machine ? ['machine'] : []), ...describeProof(call), ...(call.exports ? ['file'] : [])]
  return `  ${[`${call.key}: ${describeAccess(call.access)}`, ...marks].join('; ')}`
}

const describeCallers = () =>
  Object.entries<Record<string, Call>>(contract)
    .map(([feature, calls]) => [feature, ...Object.values(calls).map(describeCaller), ''].join('\n'))
    .join('\n')

/** Roles with the same keys are in one paragraph. Roles that are refused are left out. */
async function describeKeys(call: Call, subject?: Role): Promise<string> {
  const readers = new Map<string, Role[]>()
  for (const role of roles) {
    const keys = await keysFor(role, call, subject)
    if (keys !== undefined) readers.set(keys, [...(readers.get(keys) ?? []), role])
  }
  expect(readers.size, `add ${call.key} to callExamples in patient-calls.fixture.ts`).toBeGreaterThan(0)
  return [...readers].map(([keys, allowed]) => `  ${allowed.join(', ')}:\n${wrapped(keys)}`).join('\n')
}

test('gives each role exactly the keys that are pinned', async () => {
  const pinned = new Map<string, string[]>()
  for (const call of calls)
    for (const subject of call.key === ABOUT_USERS ? roles : [undefined]) {
      const keys = await describeKeys(call, subject)
      const title = subject ? `${call.key} of ${subject}` : call.key
      pinned.set(keys, [...(pinned.get(keys) ?? []), title])
    }
  const keys = [...pinned].map(([each, titles]) => `${titles.join('\n')}\n${each}\n`).join('\n')
  await expect(`${describeCallers()}\n${keys}`).toMatchFileSnapshot('calls.snapshot.txt')
})
