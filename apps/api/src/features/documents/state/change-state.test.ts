import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type ArrangedDocuments, arrangeDocuments, emailOf, linkIn, mailsTo } from '#api/features/documents/documents.fixture.ts'
import { createPatientDocuments } from '#api/features/documents/requests/patient-documents.commands.ts'
import { registerFile } from '#api/platform/files/stored-files.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import {
  completeDocument,
  declineDocument,
  expireDocument,
  failDocument,
  inviteNextSigner,
  revokeDocument,
} from './change-state.commands.ts'
import { lockDocument, lockRecipients } from './lock-document.queries.ts'

let portal: TestPortal
let ids: ArrangedDocuments
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const run = <T>(work: (db: Db) => Promise<T>) => inDomain(portal.pool, portal.domainId, work)
const read = (id: number) => run((db) => lockDocument(db, { id }))
const signersOf = (id: number) => run((db) => lockRecipients(db, id))
const eventsOf = async (id: number): Promise<string[]> =>
  (await portal.owner.query('select type from document_events where document_id = $1 order by id', [id])).rows.map(
    ({ type }) => type,
  )

/** The attestation of a new patient, waiting for the patient; the center signs after the patient. */
async function sentDocument(): Promise<number> {
  await portal.owner.query('update templates set is_active = false')
  ids = await arrangeDocuments(portal)
  const order = { patientId: ids.patient, requestedBy: ids.center }
  const { created } = await run((db) => createPatientDocuments(db, order))
  await portal.runJobs()
  return created[0]?.id ?? 0
}

/** As the signing pages do. */
const sign = (recipientId: number) =>
  run((db) =>
    db.rows(
      `update document_recipients
       set status = 'signed', signed_at = now(), values = '{}', signed_sha256 = repeat('0', 64)
       where domain_id = $1 and id = $2`,
      [db.domainId, recipientId],
    ),
  )

async function sealedFile() {
  const sealedKey = `${portal.domainId}/documents/${crypto.randomUUID()}.pdf`
  await run((db) => registerFile(db, sealedKey))
  return { sealedKey, sealedSha256: 'a'.repeat(64), pages: 3 }
}

async function signByAll(id: number) {
  for (const { id: recipientId } of await signersOf(id)) {
    await sign(recipientId)
    await run((db) => inviteNextSigner(db, id))
  }
}

describe('a document', () => {
  test('invites its signers one after the other, and is queued for sealing after the last', async () => {
    const id = await sentDocument()
    const [patient, center] = await signersOf(id)
    expect([patient?.status, center?.status]).toEqual(['sent', 'waiting'])
    await run((db) => inviteNextSigner(db, id))
    expect((await signersOf(id))[1]?.status).toBe('waiting')
    await sign(patient?.id ?? 0)
    await Promise.all([run((db) => inviteNextSigner(db, id)), run((db) => inviteNextSigner(db, id))])
    expect((await signersOf(id))[1]?.status).toBe('sent')
    await portal.runJobs()
    expect(await mailsTo(portal, await emailOf(portal, ids.center))).toHaveLength(1)
    await sign(center?.id ?? 0)
    await run((db) => inviteNextSigner(db, id))
    expect((await read(id)).step).toBe('sealing')
    const jobs = await portal.owner.query('select key from graphile_worker.jobs where key = $1', [
      `${portal.domainId}:signing.seal:${id}`,
    ])
    expect(jobs.rows.length).toBeLessThanOrEqual(1)
  })

  test('is completed once, with its file kept, and mails a copy to each signer', async () => {
    const id = await sentDocument()
    await signByAll(id)
    const file = await sealedFile()
    await Promise.all([run((db) => completeDocument(db, id, file)), run((db) => completeDocument(db, id, file))])
    const document = await read(id)
    expect(document).toMatchObject({ status: 'Completed', step: 'done', sealed_key: file.sealedKey, sealed_pages: 3 })
    expect((await eventsOf(id)).filter((type) => type === 'completed')).toHaveLength(1)
    const { rows } = await portal.owner.query('select unused_since from stored_files where key = $1', [file.sealedKey])
    expect(rows).toEqual([{ unused_since: null }])
    await portal.runJobs()
    const [mail] = await mailsTo(portal, await emailOf(portal, ids.patient))
    expect(mail?.subject).toBe('Your signed document from Acme Cells')
    expect(mail?.text).toContain(`http://portal.test/document/${document.document_id}`)
    const notices = (await (await portal.as(ids.center)).get('/api/v1/notices/')).json()
    expect(JSON.stringify(notices)).toContain('A document is signed')
  })

  test('gives a guest a link to the copy that its hash proves, and keeps it when the job is repeated', async () => {
    await sentDocument()
    const asCenter = await portal.as(ids.center)
    const email = `guest-${ids.center}@mail.example`
    await asCenter.post('/api/v1/documents/send/', {
      ...{ harvest_center_id: ids.center, name: 'Gus Guest', email, template_id: ids.processing.template_id },
    })
    await portal.runJobs()
    const page = (await asCenter.get(`/api/v1/harvest-centers/${ids.center}/documentList/`)).json()
    const { id, document_id } = page.results[0]
    await signByAll(id)
    const file = await sealedFile()
    await run((db) => completeDocument(db, id, file))
    await portal.runJobs()
    const [mail] = await mailsTo(portal, email)
    const [link, secret] = linkIn(mail?.text ?? '')
    expect(link).toBe(`http://portal.test/signed-copy?documentId=${document_id}`)
    const [signer] = await signersOf(id)
    expect(secret).toMatch(/^[\w-]{43}$/)
    await portal.owner.query('update document_recipients set copy_secret_hash = null where id = $1', [signer?.id])
    await run((db) => db.enqueue('documents.mail_copy', { recipient_id: signer?.id }))
    await portal.runJobs()
    expect((await signersOf(id))[0]?.copy_secret_hash).toBeNull()
  })

  test('that was declined ends its links, and mails the requester without the reason', async () => {
    const id = await sentDocument()
    const [patient] = await signersOf(id)
    await run((db) => declineDocument(db, id, patient, 'I have diabetes'))
    expect(await read(id)).toMatchObject({ status: 'Declined', step: 'done', reason: 'I have diabetes', next_reminder_at: null })
    for (const { secret_expires_at } of await signersOf(id))
      expect(Date.parse(secret_expires_at ?? '')).toBeLessThanOrEqual(Date.now())
    await portal.runJobs()
    const [mail] = await mailsTo(portal, await emailOf(portal, ids.center))
    expect(mail?.subject).toBe('A signer declined a document')
    expect(mail?.text).not.toContain('diabetes')
  })

  test('is named in each notice, with its patient, and never by its number', async () => {
    await portal.owner.query('delete from notices')
    const ends = [
      (id: number) => run((db) => declineDocument(db, id, undefined, 'No')),
      (id: number) => run((db) => revokeDocument(db, id, 'Wrong document')),
      (id: number) => run((db) => expireDocument(db, id, new Date('2100-01-01'))),
      (id: number) => run((db) => failDocument(db, id, 'send_failed', 'Refused.')),
    ]
    const texts: string[] = []
    for (const end of ends) {
      const id = await sentDocument()
      await end(id)
      for (const reader of [ids.patient, ids.center, ids.admin]) {
        const { results } = (await (await portal.as(reader)).get('/api/v1/notices/')).json()
        texts.push(...results.map(({ text }: { text: string }) => text))
      }
    }
    const name = '“Screening Questionnaire and Attestation”'
    expect(texts.filter((text) => /\d/.test(text))).toEqual([])
    expect(new Set(texts.filter((text) => text.includes(name)))).toEqual(
      new Set([
        `${name} waits for your signature.`,
        `The signer of ${name} of Nora Hale declined to sign it.`,
        `You do not have to sign ${name} any more.`,
        `${name} of Nora Hale was not signed in time.`,
        `${name} of Nora Hale could not be sent to its signer. Open it to try again.`,
      ]),
    )
  })

  test('that everybody signed is neither revoked nor declined while it waits for its seal', async () => {
    const id = await sentDocument()
    await signByAll(id)
    const expectRefused = async () => {
      const conflict = { code: 'conflict' }
      await expect(run((db) => revokeDocument(db, id, 'Not needed'))).rejects.toMatchObject(conflict)
      await expect(run((db) => declineDocument(db, id, undefined, 'No'))).rejects.toMatchObject(conflict)
    }
    await expectRefused()
    await run((db) => expireDocument(db, id, new Date('2100-01-01')))
    expect((await read(id)).step).toBe('sealing')
    await run((db) => failDocument(db, id, 'seal_failed', 'The seal could not be made.'))
    await expectRefused()
    expect(await read(id)).toMatchObject({ status: 'Pending', step: 'seal_failed' })
  })

  test('is declined or revoked, never both, when both happen at once, and is never completed', async () => {
    const id = await sentDocument()
    const [patient] = await signersOf(id)
    const results = await Promise.allSettled([
      run((db) => declineDocument(db, id, patient, 'No')),
      run((db) => revokeDocument(db, id, 'Wrong patient')),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await eventsOf(id)).filter((type) => ['declined', 'revoked'].includes(type))).toHaveLength(1)
    const file = await sealedFile()
    await expect(run((db) => completeDocument(db, id, file))).rejects.toMatchObject({ code: 'conflict' })
  })
})
