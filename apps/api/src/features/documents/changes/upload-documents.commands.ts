/** Documents that a patient signed on paper: a center, its staff or an admin uploads them as PDFs. */

import { buffer } from 'node:stream/consumers'
import { type DocumentGroup, documentGroups, documentNames } from '@vialdesk/contract/documents/document-groups'
import type { DocumentUpload } from '@vialdesk/contract/documents/document-requests'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { actingUser } from '#api/features/documents/create-document.commands.ts'
import { centersOf, centersOfGuest, getRequestingCenter } from '#api/features/documents/requests/patient-documents.commands.ts'
import { findPatientOfCenter } from '#api/features/documents/requests/people.queries.ts'
import { isSigned, recordChange, revokeDocument } from '#api/features/documents/state/change-state.commands.ts'
import { lockDocument } from '#api/features/documents/state/lock-document.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { announce } from '#api/platform/events/announce.ts'
import { DOCUMENT_FILES } from '#api/platform/files/pdf-folders.ts'
import { attachFile, lockUnusedFile, storeFile } from '#api/platform/files/stored-files.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { PdfRefused, preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

/** Documents are stored under `domain/documents/name`. */
const keyOf = (domainId: number, name: string) => `${domainId}/${DOCUMENT_FILES}/${name}`

interface UploadContext {
  ports: Ports
  transact: RunInTransaction
}

/** Checks the PDF by its content and stores it as it is. Returns its name. Nothing refers to it yet. */
export async function storeUpload({ ports, transact }: UploadContext, bytes: Buffer): Promise<string> {
  await preparePdf(bytes).catch((cause) =>
    cause instanceof PdfRefused ? failField('file', cause.message, { cause }) : Promise.reject(cause),
  )
  const key = await storeFile(transact, ports.files, { folder: DOCUMENT_FILES, extension: 'pdf', bytes })
  return key.slice(key.lastIndexOf('/') + 1)
}

interface UploadedFile {
  group: DocumentGroup
  key: string
  sha256: string
  pages: number
}

/** The file must be stored and unused. */
async function lockUpload(db: Db, group: DocumentGroup, key: string): Promise<void> {
  if (!(await lockUnusedFile(db, key))) failField(group, 'Upload this file again.')
}

async function readFile({ ports, transact }: UploadContext, domainId: number, group: DocumentGroup, name: string) {
  const key = keyOf(domainId, name)
  await transact((db) => lockUpload(db, group, key))
  const { stream } = await ports.files.open(key)
  const bytes = await buffer(stream)
  const { pages } = await preparePdf(bytes)
  return { group, key, sha256: sha256(bytes), pages: pages.length }
}

const PENDING = `
  select id
  from documents
  where domain_id = $1 and party = 'patient' and kind = $2 and status = 'Pending' and hidden_at is null
    and (patient_id = $3 or (patient_id is null and $3::bigint is null and lower(patient_email) = lower($4)
      and (harvest_center_id = $5 or referral_center_id = $5)))
  order by id`

interface Owner {
  id: number | null
  name: string
  email: string
  centerId: number
}

/** A document that was signed on paper need not be signed again. */
async function revokePending(db: Db, kind: DocumentGroup, { id, email, centerId }: Owner) {
  for (const pending of await db.rows<{ id: number }>(PENDING, [db.domainId, kind, id, email, centerId]))
    if (!isSigned(await lockDocument(db, pending))) await revokeDocument(db, pending.id, 'Signed on paper.')
}

/** Creates completed documents from uploaded files, all or none of them. Returns them. */
export async function uploadDocuments(
  context: UploadContext & { domain: { id: number }; actor: Viewer },
  { harvest_center_id, name, email, ...names }: DocumentUpload,
): Promise<{ document_id: string }[]> {
  const { domain, actor, transact } = context
  await transact((db) => getRequestingCenter(db, actor, harvest_center_id))
  const files: UploadedFile[] = []
  for (const group of documentGroups) {
    const file = names[group]
    if (file !== undefined) files.push(await readFile(context, domain.id, group, file))
  }
  return transact(async (db) => {
    const center = await getRequestingCenter(db, actor, harvest_center_id)
    const patient = await findPatientOfCenter(db, center, email)
    const owner = { ...(patient ?? { id: null, name, email }), centerId: center.id }
    const centers = patient ? centersOf(patient) : centersOfGuest(center)
    const created: { document_id: string }[] = []
    for (const file of files) created.push(await insertUploaded(db, { owner, centers, file }))
    return created
  })
}

interface UploadedDocument {
  owner: Owner
  centers: ReturnType<typeof centersOfGuest>
  file: UploadedFile
}

async function insertUploaded(db: Db, { owner, centers, file }: UploadedDocument) {
  const { group, key, sha256, pages } = file
  await lockUpload(db, group, key)
  await revokePending(db, group, owner)
  const [now, name] = [new Date(), documentNames[group]]
  const { id, document_id } = await db
    .insertInto('documents')
    .values({
      ...{ domain_id: db.domainId, document_id: newPublicId(), party: 'patient', kind: group, name },
      ...{ status: 'Completed', step: 'done', completed_at: now, requested_by: actingUser(db) },
      ...{ patient_id: owner.id, patient_name: owner.name, patient_email: owner.email },
      ...{ sealed_key: key, sealed_sha256: sha256, sealed_pages: pages },
      ...centers,
    })
    .returning(['id', 'document_id'])
    .executeTakeFirstOrThrow()
  await attachFile(db, key)
  await recordChange(db, { id, name, patient_id: owner.id }, { type: 'uploaded' }, { kind: group })
  await announce(db, 'document.completed', { id })
  return { document_id }
}
