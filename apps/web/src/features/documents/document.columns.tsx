import { Text } from '@mantine/core'
import type { Document } from '@vialdesk/contract/documents/documents'
import type { ReactNode } from 'react'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { DocumentLink, OpenDocumentLink } from '#web/entities/document/document-link.tsx'
import { DocumentStatusBadge } from '#web/entities/document/document-status-badge.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { ResendLink } from '#web/features/documents/actions/resend-link.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

type DocumentColumn = Column<Document>

/** Two lines, the first more important. */
const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    <bdi>{first || '—'}</bdi>
    {second && (
      <Text span display="block" c="dimmed" size="xs" fw={400}>
        {second}
      </Text>
    )}
  </div>
)

/** The signer whose turn it is; undefined with a single signer, whom the row names already. */
const waitingFor = ({ status, recipients }: Document) =>
  status === 'Pending' && recipients.length > 1
    ? recipients.find((recipient) => recipient.status === 'sent' || recipient.status === 'viewed')?.name
    : undefined

function Status({ document }: { document: Document }) {
  const { status, can, failure, legal_hold } = document
  const notes = [failure, waitingFor(document) && `Waiting for ${waitingFor(document)}`, legal_hold && 'On legal hold']
  const shown = notes.filter((note): note is string => Boolean(note))
  return (
    <div>
      <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
        <DocumentStatusBadge document={document} />
        {status === 'Completed' && can.open_pdf && <OpenDocumentLink document={document}>Open PDF</OpenDocumentLink>}
        {can.resend && <ResendLink document={document} />}
      </span>
      {shown.map((note) => (
        <Text key={note} c="dimmed" size="xs" mt={4} maw={260}>
          {note}
        </Text>
      ))}
    </div>
  )
}

const id: DocumentColumn = {
  key: 'id',
  sort: '-id',
  phone: 'hidden',
  header: 'ID',
  cell: (document) => <span className="figures">{document.id}</span>,
  width: 80,
}
const linkedPatient = ({ patient_name, patient_desc }: Document) => <UserLink id={patient_desc?.id} name={patient_name || '—'} />
const person = (row: Document) => row.patient_name || row.patient_email
const patient: DocumentColumn = {
  key: 'patient',
  header: 'Patient',
  main: true,
  cell: (row) => <TwoLines first={row.patient_name} second={row.patient_email} />,
}
const name: DocumentColumn = {
  key: 'name',
  sort: 'name',
  phone: 'line',
  header: 'Document',
  cell: (row) => <TwoLines first={row.name} second={row.uploaded && 'Uploaded'} />,
}
const status: DocumentColumn = { key: 'status', sort: 'status', header: 'Status', cell: (row) => <Status document={row} /> }
const created: DocumentColumn = {
  key: 'created_at',
  sort: '-requested',
  header: 'Requested',
  cell: ({ created_at }) => <DateText value={created_at} />,
}
const completed: DocumentColumn = {
  key: 'completed_at',
  sort: '-completed',
  header: 'Completed',
  cell: ({ completed_at }) => <DateText value={completed_at} />,
}
const center: DocumentColumn = {
  key: 'hc_desc',
  phone: 'line',
  header: 'Center',
  cell: ({ hc_desc }) => centerLinks(hc_desc),
}

export const rowName = (row: Document) => `${row.name} of ${person(row) || `#${row.id}`}`

/** For a center: the documents of its patients. */
export const centerDocumentColumns: DocumentColumn[] = [id, patient, name, status, created, { ...completed, optional: true }]

/** For admins: the documents of all patients. A document without a patient account is marked. */
export const allDocumentColumns: DocumentColumn[] = [
  id,
  {
    ...patient,
    cell: (row) => (
      <TwoLines
        first={row.patient_name}
        second={row.patient_desc === null ? `${row.patient_email} · No account` : row.patient_email}
      />
    ),
  },
  name,
  center,
  status,
  created,
  { ...completed, optional: true },
  { key: 'expires_at', header: 'Expires', optional: true, cell: ({ expires_at }) => <DateText value={expires_at} /> },
  { key: 'note', header: 'Note', optional: true, cell: ({ note }) => note || '—' },
]

/** A link to the document's own screen, for lists in a drawer. */
const linkedName: DocumentColumn = {
  ...name,
  main: true,
  cell: ({ name, document_id }) => <DocumentLink document={{ document_id }}>{name}</DocumentLink>,
}

/** In the drawer of a patient. */
export const documentsOfPatientColumns: DocumentColumn[] = [linkedName, status, created]

/** In the drawer of a center: the documents of its patients. */
export const documentsOfCenterColumns: DocumentColumn[] = [
  linkedName,
  { ...patient, main: false, cell: (row) => <TwoLines first={linkedPatient(row)} second={row.patient_email} /> },
  status,
  created,
]
