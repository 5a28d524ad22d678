import type { Role } from '@vialdesk/contract/base/roles'
import { type AuditEventType, labTimelineEventTypes, timelineEventTypes } from '@vialdesk/contract/business/audit-events'
import { labLabel, labRecordKeys } from '@vialdesk/contract/people/lab-fields'
import { LabRecordEdit } from '@vialdesk/contract/people/patients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditActor, Db } from '#api/db/db.ts'
import { type AuditEvent, audit } from '#api/platform/audit/audit.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { describeActor } from './patients.policy.ts'

let portal: TestPortal
let at: { admin: number; lab: number; center: number; rep: number; referral: number; patient: number; stranger: number }
beforeAll(async () => {
  portal = await startTestPortal()
  at = await portal.seed(async (db) => {
    const lab = await createUser(db, 'lab', { first_name: 'Lena', last_name: 'Lab' })
    const rep = await createUser(db, 'sales_rep')
    const referral = await createUser(db, 'referral_harvest_center')
    const center = await createCenter(db, { lab_id: lab, sales_rep_id: rep, first_name: 'Carla', last_name: 'Center' })
    const admin = await createUser(db, 'admin', { first_name: 'Ann', last_name: 'Admin' })
    return {
      admin,
      lab,
      center,
      rep,
      referral,
      patient: await createPatient(db, { harvest_center_id: center, referral_harvest_center_id: referral }),
      stranger: await createCenter(db),
    }
  })
})
afterAll(() => portal.close())

const path = (id: number | string) => `/api/v1/users/patient/${id}/timeline/`
const auditActor = (id?: number, impersonatorId: number | null = null): AuditActor => ({
  ip: null,
  requestId: null,
  ...(id !== undefined && { actor: { id, kind: 'own', impersonatorId } }),
})
const writeAudit = (by: AuditActor, event: AuditEvent) => portal.seed(async (db: Db) => audit(db.as(by), event))
const newestEvent = async (reader: number, patient: number) =>
  (await (await portal.as(reader)).get(path(patient))).json().results[0]

describe('GET /api/v1/users/patient/{id}/timeline/', () => {
  test('returns the actor and the changes in words, newest first', async () => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: at.center }))
    await writeAudit(auditActor(), {
      type: 'account.created',
      patient,
      after: { first_name: 'Nobody', email: 'nobody@mail.example' },
    })
    await writeAudit(auditActor(at.lab), {
      type: 'lab_record.changed',
      patient,
      before: { date_adipose_received_by_lab: null, hla_typing_test: 2 },
      after: { date_adipose_received_by_lab: '2026-03-01', hla_typing_test: 1 },
    })
    const answer = await (await portal.as(at.center)).get(path(patient))
    expect(answer.json()).toMatchObject({
      count: 2,
      results: [
        {
          type: 'lab_record.changed',
          title: 'Lab record changed',
          by: 'Lena Lab',
          changes: [
            { field: 'Tissue received by lab', from: null, to: '2026-03-01' },
            { field: 'HLA typing test', from: 'No', to: 'Yes' },
          ],
        },
        { type: 'account.created', by: 'System', changes: [] },
      ],
    })
    expect(answer.body).not.toContain('nobody@mail.example')
  })

  test('shows the product of a purchase, and its quantity apart from vials', async () => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: at.center }))
    const after = { invoice_id: 'V-000001', product_id: 1, quantity: 1 }
    await writeAudit(auditActor(at.center), { type: 'transaction.recorded', patient, after })
    expect((await newestEvent(at.lab, patient)).changes).toEqual([
      { field: 'Product', from: null, to: 'New Patient Processing Fee' },
      { field: 'Quantity', from: null, to: '1' },
      { field: 'Invoice', from: null, to: 'V-000001' },
    ])
  })

  test('shows the change of every field of the lab record, by its one name', async () => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: at.center }))
    const fields = Object.keys(LabRecordEdit.shape)
    const all = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
    await writeAudit(auditActor(at.lab), { type: 'lab_record.changed', patient, before: all(2), after: all(1) })
    const { changes } = await newestEvent(at.lab, patient)
    const labels = labRecordKeys.filter((field) => fields.includes(field)).map(labLabel)
    expect(changes.map(({ field }: { field: string }) => field)).toEqual(labels)
    for (const { from, to } of changes)
      expect([
        ['2', '1'],
        ['No', 'Yes'],
      ]).toContainEqual([from, to])
  })

  test('shows only the event types of a timeline, page by page', async () => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: at.center }))
    const others: AuditEventType[] = ['patient.seen', 'checkout.started', 'account.changed']
    for (const type of [...others, ...timelineEventTypes, ...others]) await writeAudit(auditActor(at.lab), { type, patient })
    const pageOf = async (reader: number) => {
      const { count, results } = (await (await portal.as(reader)).get(`${path(patient)}?limit=3&offset=2`)).json()
      return { count, types: results.map(({ type }: { type: string }) => type) }
    }
    const shown = (types: readonly AuditEventType[]) => ({ count: types.length, types: types.toReversed().slice(2, 5) })
    expect(await pageOf(at.lab)).toEqual(shown(timelineEventTypes))
    expect(await pageOf(at.center)).toEqual(shown(timelineEventTypes.filter((type) => !labTimelineEventTypes.includes(type))))
  })

  test('names the business role to a patient, and the impersonator with the account to an admin', async () => {
    const namesFor = async (actor: number, impersonator?: number) => {
      await writeAudit(auditActor(actor, impersonator ?? null), {
        type: 'vials.added',
        patient: at.patient,
        after: { quantity: 2 },
      })
      return {
        patient: (await newestEvent(at.patient, at.patient)).by,
        lab: (await newestEvent(at.lab, at.patient)).by,
        admin: (await newestEvent(at.admin, at.patient)).by,
      }
    }
    expect(await namesFor(at.lab)).toEqual({ patient: 'Your lab', lab: 'Lena Lab', admin: 'Lena Lab' })
    expect(await namesFor(at.center, at.admin)).toEqual({
      patient: 'Administration',
      lab: 'Ann Admin',
      admin: 'Ann Admin as Carla Center',
    })
    expect((await namesFor(at.patient)).patient).toBe('You')
  })

  test('has a text for patients for every role that may act', () => {
    const roles: Role[] = ['lab', 'patient', 'harvest_center', 'hc_staff', 'referral_harvest_center', 'sales_rep', 'admin']
    const names = roles.map((role) => describeActor('patient', { role, actor: 'Somebody Real', impersonator: null }))
    expect(names.filter((name) => !name || name.includes('Somebody'))).toEqual([])
  })

  test('is open to viewers of the patient, and audits each read by another user', async () => {
    const patient = await portal.seed((db) =>
      createPatient(db, { harvest_center_id: at.center, referral_harvest_center_id: at.referral }),
    )
    const inside = await portal.asImpersonator(patient, at.admin)
    const readers = [patient, at.center, at.lab, at.referral, at.admin]
    for (const caller of [...(await Promise.all(readers.map(portal.as))), inside]) {
      expect((await caller.get(path(patient))).statusCode).toBe(200)
    }
    const { rows } = await portal.owner.query(
      `select actor_id, impersonator_id from audit_log where type = 'patient.seen' and patient_id = $1 order by id`,
      [patient],
    )
    expect(rows.map((row) => [row.actor_id, row.impersonator_id])).toEqual([
      [at.center, null],
      [at.lab, null],
      [at.referral, null],
      [at.admin, null],
      [patient, at.admin],
    ])
  })

  test('answers 404 to strangers, to other patients and in another domain', async () => {
    const [other, otherAdmin] = [
      await portal.seed((db) => createPatient(db)),
      await portal.seedOther((db) => createUser(db, 'admin')),
    ]
    expect((await (await portal.as(at.stranger)).get(path(at.patient))).statusCode).toBe(404)
    expect((await (await portal.as(other)).get(path(at.patient))).statusCode).toBe(404)
    expect((await (await portal.as(at.admin)).get(path(at.lab))).statusCode).toBe(404)
    expect((await (await portal.asOther(otherAdmin)).get(path(at.patient))).statusCode).toBe(404)
  })

  test('refuses sales roles, guests and an invalid page', async () => {
    expect((await (await portal.as(at.rep)).get(path(at.patient))).statusCode).toBe(403)
    expect((await portal.guest.get(path(at.patient))).statusCode).toBe(401)
    const bad = await (await portal.as(at.center)).get(`${path(at.patient)}?limit=0`)
    expect([bad.statusCode, Object.keys(bad.json().errors)]).toEqual([422, ['limit']])
  })
})
