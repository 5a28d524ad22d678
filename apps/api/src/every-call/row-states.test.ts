/**
 * A role that may make a call is never refused with 403, which ends the session in the browser, whatever others have done with the row of
 * the call in the meantime. Every change of such a row is made in each of its states, by each of its roles: in the own session and in those
 * of people who have entered the account, in turn.
 */
import { allCalls } from '@vialdesk/contract'
import { apiErrors } from '@vialdesk/contract/base/errors'
import { type Role, workingRoles } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { accessTable, roleLetters } from './access.fixture.ts'
import { createAccessWorld } from './access-world.fixture.ts'
import { type Subject, subjects } from './row-states.fixture.ts'

let portal: TestPortal
let world: Awaited<ReturnType<typeof createAccessWorld>>
beforeAll(async () => {
  portal = await startTestPortal()
  world = await createAccessWorld(portal)
})
afterAll(() => portal.close())

const roles: Role[] = [...workingRoles, 'observer']
const rolesOf = (call: string) => {
  const access = accessTable[call] ?? ''
  return access === 'session' ? roles : roles.filter((role) => access !== 'public' && access.includes(roleLetters[role]))
}

const openSession = {
  own: (id: number) => portal.tokenOf(id),
  impersonated: (id: number) => portal.childTokenOf(id, world.ids.admin),
  staff: (id: number) => portal.childTokenOf(id, world.ids.hc_staff, 'staff'),
}
type Session = keyof typeof openSession
const tokens = new Map<string, string>()
async function tokenOf(role: Role, session: Session): Promise<string> {
  const key = `${role} ${session}`
  const token = tokens.get(key) ?? (await openSession[session](world.ids[role]))
  tokens.set(key, token)
  return token
}
const sessionsOf = (role: Role): Session[] => {
  if (role === 'admin') return ['own']
  return role === 'harvest_center' ? ['own', 'impersonated', 'staff'] : ['own', 'impersonated']
}

/** What is wrong with an answer: it ends the session, is broken, or does not say what has happened. */
function faultOf({
  statusCode,
  json,
}: {
  statusCode: number
  json: () => { code: string; message: string }
}): string | undefined {
  if ([401, 403, 500].includes(statusCode)) return String(statusCode)
  if (statusCode !== 409) return undefined
  const { code, message } = json()
  return code === 'conflict' && message === apiErrors.conflict.message ? '409 without a sentence' : undefined
}

/** Makes the call in these sessions of each role that may make it. A row that was refused is as it was, so it serves the next one, too. */
async function findFaults(
  call: string,
  sessionsFor: (role: Role) => Session[],
  { states, bodyOf }: Partial<Subject>,
  state = '',
): Promise<string[]> {
  const createRow = states?.[state]
  const faults: string[] = []
  let id: number | undefined
  for (const role of rolesOf(call)) {
    for (const session of sessionsFor(role)) {
      if (createRow) id ??= await portal.seed((db) => createRow(db, world.ids))
      const body = id === undefined ? undefined : bodyOf?.(call, id, world.ids)
      const request = { domain: 'acme', self: world.ids[role], token: await tokenOf(role, session), id, body }
      const answer = await world.makeCall(call, request)
      const fault = faultOf(answer)
      if (fault) faults.push(`${call} for a row that is ${state} by ${role}, ${session}: ${fault}`)
      if (answer.statusCode < 300) id = undefined
      if (call === 'POST /auth/logout/') tokens.clear()
    }
  }
  return faults
}

const calls = Object.keys(accessTable).filter((call) => rolesOf(call).length > 0)
/** A read is not refused for a state of its row. */
const changes: ReadonlySet<string> = new Set(allCalls.filter(({ writes }) => writes).map(({ key }) => key))
const callsOf = (pattern: RegExp) => calls.filter((call) => changes.has(call) && pattern.test(call))

test.each(subjects)('a change of $name ends no session, whatever has happened to it', async (subject) => {
  const faults: string[] = []
  let turn = 0
  const nextOf = (role: Role) => {
    const sessions = sessionsOf(role)
    return [sessions[turn++ % sessions.length] as Session]
  }
  for (const call of callsOf(subject.calls))
    for (const state of Object.keys(subject.states)) faults.push(...(await findFaults(call, nextOf, subject, state)))
  expect(faults).toEqual([])
})

test('no call ends the session of a person who has entered the account', async () => {
  const faults: string[] = []
  const entered = (role: Role) => sessionsOf(role).filter((each) => each !== 'own')
  for (const call of calls) faults.push(...(await findFaults(call, entered, {})))
  expect(faults).toEqual([])
})
