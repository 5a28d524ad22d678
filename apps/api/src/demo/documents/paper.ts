/** Documents of the demo that patients signed on paper at the front desk, on the day of joining, and that the center uploaded. */
import { PDF } from '@libpdf/core'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import { drawSignature } from '#api/demo/values/draw-strokes.ts'
import { storeFile } from '#api/demo/values/store-file.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { DOCUMENT_FILES } from '#api/platform/files/pdf-folders.ts'
import { type PastEntry, pastEntry } from '../audit.ts'
import type { DemoContext, DemoPorts } from '../context.ts'
import { JOINED_MINUTES, type Patient } from '../people/patients.ts'
import type { Agreement } from './agreements.ts'

interface Paper {
  agreement: Agreement
  pdf: Buffer
  fields: SigningField[]
}

/** Minutes after 9 a.m. of the day of joining. */
const SIGNED_MINUTES = JOINED_MINUTES + 40

/** The agreement with name, signature and day. */
async function drawScan({ pdf: blank, fields }: Paper, name: string, signature: Buffer, day: string): Promise<Buffer> {
  const pdf = await PDF.load(blank)
  const [page] = pdf.getPages()
  if (!page) throw new Error('An agreement of the demo has no page')
  const image = pdf.embedPng(signature)
  const texts: Partial<Record<string, string>> = { prefill: name, checkbox: 'X' }
  for (const field of fields) {
    const [x, y] = [field.x * page.width, (1 - field.y - field.height) * page.height]
    if (field.type === 'signature')
      page.drawImage(image, { x, y, width: field.width * page.width, height: field.height * page.height })
    else page.drawText(texts[field.type] ?? day, { x, y: y + 3, size: 11, font: 'Helvetica' })
  }
  return Buffer.from(await pdf.save())
}

/** Returns the entries for the audit. */
export async function uploadPapers(
  db: Db,
  ports: DemoPorts,
  { calendar }: DemoContext,
  patient: Patient,
  papers: readonly Paper[],
): Promise<PastEntry[]> {
  const { id: patient_id, center, referral, joined } = patient
  const at = calendar.moment(joined, SIGNED_MINUTES)
  const patient_name = `${patient.first_name} ${patient.last_name}`
  const signature = await drawSignature(patient_id)
  const entries: PastEntry[] = []
  for (const paper of papers) {
    const scan = await drawScan(paper, patient_name, signature, calendar.day(joined))
    const key = await storeFile(db, ports, DOCUMENT_FILES, 'pdf', scan)
    const { title: name, group: kind } = paper.agreement
    const { id } = await db.insertWithId('documents', {
      ...{ document_id: newPublicId(), party: 'patient', kind: kind ?? 'other', name },
      ...{ status: 'Completed', step: 'done', created_at: at, completed_at: at, requested_by: center.id },
      ...{ patient_id, patient_name, patient_email: patient.email },
      ...{ harvest_center_id: center.id, referral_center_id: referral?.id ?? null },
      ...{ sealed_key: key, sealed_sha256: sha256(scan), sealed_pages: 1 },
    })
    await db.insertRow('document_events', { document_id: id, type: 'uploaded', at, user_id: center.id })
    entries.push(pastEntry(at, 'document.uploaded', center.id, { subject_id: id, patient_id, after: { document: name, kind } }))
  }
  return entries
}
