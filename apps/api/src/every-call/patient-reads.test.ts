/**
 * Every call that answers data of a patient leaves an audit entry, also when it changed nothing. The calls are taken from the
 * contract, so a new call fails here until `callExamples` can make it.
 */
import { contract } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/base/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showsPatients } from '#api/platform/audit/patient-reads.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { type ChangingWorlds, changingWorlds } from './changing-worlds.fixture.ts'
import { type ArrangedIds, arrangePatient, callExamples, makeCall } from './patient-calls.fixture.ts'

const calls = (Object.values(contract) as Record<string, Call>[]).flatMap((feature) => Object.values(feature))
const callsByKey = calls.map((call) => [call.key, call] as const)

let portal: TestPortal
let shared: ArrangedIds
let worlds: ChangingWorlds
/** An admin whose session no call ends. */
let reader: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  worlds = changingWorlds(portal)
  shared = await arrangePatient(portal)
  reader = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

/** These calls return the user's own row or that of a center, never a patient to another user. */
const neverPatientsOfOthers = [
  'POST /auth/login/',
  'POST /auth/go-back/',
  'GET /api/v1/hc-staff/auth-profile/{id}/',
  'GET /api/v1/documents/harvest-center/{id}/attestation/',
]

async function callerOf({ key, writes }: Call, ids: ArrangedIds): Promise<TestClient> {
  const { by } = callExamples[key] ?? {}
  if (by) return by(portal, ids)
  return writes ? portal.as(ids.admin) : reader
}

/** Makes the call; `last` is the newest row of the audit before it. */
async function runCall(call: Call) {
  const changes = call.writes && showsPatients(call)
  const ids = changes ? await worlds.next() : shared
  if (changes) worlds.leave(call)
  const caller = await callerOf(call, ids)
  const first = calls.find((each) => each.key === callExamples[call.key]?.after)
  if (first) expect((await makeCall(first, caller, ids)).statusCode).toBe(200)
  const { rows } = await portal.owner.query<{ last: number }>(
    'select coalesce(max(id), 0) as last from audit_log where domain_id = $1',
    [portal.domainId],
  )
  return { ids, last: rows[0]?.last ?? 0, answer: await makeCall(call, caller, ids) }
}

/** Whether a row after this one is about one of the patients, or about a list or an export. */
async function isAudited(ids: ArrangedIds, last: number): Promise<boolean> {
  const { rows } = await portal.owner.query(
    `select 1 from audit_log where domain_id = $1 and id > $2 and (patient_id = any($3) or subject_id = any($3)
       or type in ('patients.listed', 'accounts.exported', 'transactions.exported', 'audit.exported')) limit 1`,
    [portal.domainId, last, [ids.patient, ids.inactive, ids.late]],
  )
  return rows.length > 0
}

/** Whether a row after this one names or lists one of the patients. */
async function isNamed(ids: ArrangedIds, last: number): Promise<boolean> {
  const patients = [ids.patient, ids.inactive, ids.late]
  const text = `
    select 1
    from audit_log a
    where a.domain_id = $1
      and a.id > $2
      and (a.patient_id = any($3)
        or a.subject_id = any($3)
        or a.id in (select find_audit_of_listed(patient) from unnest($3::bigint[]) patient))
    limit 1`
  const rows = await portal.seed((db) => db.rows(text, [portal.domainId, last, patients]))
  return rows.length > 0
}

test('finds many calls', () => {
  expect(calls.filter(showsPatients).length).toBeGreaterThan(40)
})

// A live stream does not end; it only contains the number of unread notices.
describe.each(callsByKey.filter(([, { streams }]) => streams !== 'text/event-stream'))('%s', (key, call) => {
  test(
    showsPatients(call) && !neverPatientsOfOthers.includes(key) ? 'is audited' : 'shows no patient without an audit entry',
    async () => {
      const { ids, answer, last } = await runCall(call)
      const shown =
        answer.statusCode < 300 && (answer.body.includes(ids.surname) || answer.body.includes(`"patient":${ids.patient},`))
      if (shown) expect(await isNamed(ids, last)).toBe(true)
      if (!showsPatients(call) || neverPatientsOfOthers.includes(key)) return
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      expect(await isAudited(ids, last)).toBe(true)
    },
  )
})
