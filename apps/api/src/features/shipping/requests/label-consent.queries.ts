/** The documents of the patients whose tissue a label sends, and what a request needs because of them. */

import { allSigned, type LabelCheck } from '@vialdesk/contract/care/label-requests'
import { DOCUMENTS_REQUIRED } from '@vialdesk/contract/care/release-rules'
import { documentGroups, documentNames } from '@vialdesk/contract/documents/document-groups'
import type { Db } from '#api/db/db.ts'
import { findPatientDocuments, type PatientDocumentRow } from '#api/features/documents/documents.queries.ts'

type GroupState = LabelCheck['patients'][number]['documents'][number]

export interface LabelConsent extends Pick<LabelCheck, 'pending' | 'missing' | 'unsigned'> {
  patients: { id: number; documents: GroupState[]; unsigned: boolean }[]
}

/** A completed document counts before a pending one, and both before the newest of the others. */
const groupStates = (documents: readonly PatientDocumentRow[]): GroupState[] =>
  documentGroups.map((group) => {
    const statuses = documents.filter(({ kind }) => kind === group).map(({ status }) => status)
    const status = (['Completed', 'Pending'] as const).find((each) => statuses.includes(each)) ?? statuses[0] ?? null
    return { name: documentNames[group], status }
  })

const isCompleted = ({ status }: GroupState) => status === 'Completed'

/** Such as `Missing for patient 12: Official Processing (Declined), Official Storage Agreement.` */
function missingOf({ id, documents }: LabelConsent['patients'][number]): string[] {
  const missing = documents.filter((document) => !isCompleted(document))
  const names = missing.map(({ name, status }) => (status === null ? name : `${name} (${status})`))
  return names.length > 0 ? [`Missing for patient ${id}: ${names.join(', ')}.`] : []
}

async function isRequired(db: Db): Promise<boolean> {
  const domain = db.selectFrom('domains').select('label_documents_rule').where('id', '=', db.domainId)
  return (await domain.executeTakeFirstOrThrow()).label_documents_rule === 'required'
}

/** In the order of the ids. `hasOther`: there is also a patient without an account, of whom no documents are known. */
export async function findLabelConsent(db: Db, ids: readonly number[], hasOther = false): Promise<LabelConsent> {
  const found = await findPatientDocuments(db, ids)
  const patients = ids.map((id) => {
    const documents = groupStates(found.get(id) ?? [])
    return { id, documents, unsigned: !documents.some(isCompleted) }
  })
  const missing = [...patients.flatMap(missingOf), ...(hasOther ? ['A patient without an account has no documents.'] : [])]
  return {
    patients,
    pending: !allSigned([...found.values()].flat()),
    missing: missing.length > 0 && (await isRequired(db)) ? `${DOCUMENTS_REQUIRED}. ${missing.join(' ')}` : '',
    unsigned: hasOther || patients.some(({ unsigned }) => unsigned),
  }
}
