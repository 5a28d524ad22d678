/** A domain with templates for patients, and a center with a patient. */
import { createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

export async function arrangeDocuments(portal: TestPortal) {
  return portal.seed(async (db) => {
    const center = await createCenter(db, { company: 'Acme Clinic', first_name: 'Ruth', last_name: 'Keller' })
    const referral = await createUser(db, 'referral_harvest_center')
    const staff = await createUser(db, 'hc_staff', { first_name: 'Stan', last_name: 'Doe' })
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    const patient = await createPatient(db, {
      ...{ first_name: 'Nora', last_name: 'Hale', email: `nora-${center}@patients.test` },
      ...{ harvest_center_id: center, referral_harvest_center_id: referral },
    })
    const strangersCenter = await createCenter(db)
    const stranger = await createPatient(db, { harvest_center_id: strangersCenter, email: `other-${center}@patients.test` })
    const attestation = await createTemplate(db, {
      ...{ document_group: 'attestation', title: 'Attestation', fields: [signatureField('patient'), signatureField('center')] },
    })
    const processing = await createTemplate(db, { document_group: 'processing', title: 'Processing' })
    const storage = await createTemplate(db, { document_group: 'storage', title: 'Storage' })
    const admin = await createUser(db, 'admin')
    return { admin, center, referral, staff, patient, stranger, strangersCenter, attestation, processing, storage }
  })
}
export type ArrangedDocuments = Awaited<ReturnType<typeof arrangeDocuments>>

export const emailOf = async (portal: TestPortal, id: number): Promise<string> =>
  (await portal.owner.query('select email from users where id = $1', [id])).rows[0].email

/** The mails of the first domain to an address, newest first. */
export const mailsTo = async (
  portal: TestPortal,
  email: string,
): Promise<{ subject: string; text: string; message_id: string }[]> => (await readMails(portal, email)).toReversed()

/** The link in a mail, split at the fragment. */
export const linkIn = (text: string) => /(https?:\S+)#(\S+)/.exec(text)?.slice(1) ?? []
