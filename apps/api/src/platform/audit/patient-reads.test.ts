/** Which patients of an answer are audited as seen. every-call/patient-reads.test.ts in the folder above makes every call. */
import { contract } from '@vialdesk/contract'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#api/db/db.ts'
import { patientReadFinder } from './patient-reads.ts'

const PATIENT = 5
const findReads = patientReadFinder(contract.accounts.get)
const readsAfter = (audited: Partial<AuditEntry>[]) => {
  const shown = { actor: undefined, params: { id: PATIENT }, query: {}, answer: { id: PATIENT, subscription: 2 } }
  return findReads({ ...shown, audited: audited as AuditEntry[] }, () => Promise.reject(new Error('needs no query')))
}
const seen = [{ type: 'patient.seen', subject: PATIENT, patient: PATIENT }]

test('audits a patient although the transaction has audited a record with the number of the patient', async () => {
  expect(await readsAfter([{ type: 'label.sent', subject_id: PATIENT, patient_id: null }])).toEqual(seen)
  expect(await readsAfter([{ type: 'commission.paid', subject_id: PATIENT, patient_id: null }])).toEqual(seen)
})

test('audits no patient twice', async () => {
  expect(await readsAfter([])).toEqual(seen)
  expect(await readsAfter([{ type: 'account.changed', subject_id: PATIENT, patient_id: null }])).toEqual([])
  expect(await readsAfter([{ type: 'label.sent', subject_id: 77, patient_id: PATIENT }])).toEqual([])
})
