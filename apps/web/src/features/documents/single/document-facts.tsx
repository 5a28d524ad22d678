import { Group, Stack } from '@mantine/core'
import type { Document } from '@vialdesk/contract/documents/documents'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { DocumentStatusBadge } from '#web/entities/document/document-status-badge.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { type Fact, FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { Timeline } from '#web/ui/text/timeline.tsx'

type DocumentEvent = Answer<'GET /api/v1/documents/{id}/history/'>['events'][number]

const stepOf = ({ at, title, by, ip, detail }: DocumentEvent, index: number) => ({
  key: String(index),
  title,
  state: 'done' as const,
  detail: (
    <>
      <DateText value={at} withTime />
      {by && (
        <>
          {' · by '}
          <bdi>{by}</bdi>
        </>
      )}
      {ip && <> · IP {ip}</>}
      {detail && (
        <div>
          <LongText>{detail}</LongText>
        </div>
      )}
    </>
  ),
})

/** The events of a document, newest first. */
export function DocumentHistory({ events }: { events: DocumentEvent[] }) {
  if (events.length === 0) return <EmptyState title="No history yet" hint="Each step of the signers appears here." />
  return <Timeline steps={events.toReversed().map(stepOf)} label="History, newest first" />
}

type Recipient = Document['recipients'][number]

const recipientStates: Record<Recipient['status'], { text: string; meaning: StatusMeaning }> = {
  waiting: { text: 'Signs later', meaning: 'neutral' },
  sent: { text: 'Not opened yet', meaning: 'waiting' },
  viewed: { text: 'Opened', meaning: 'info' },
  signed: { text: 'Signed', meaning: 'good' },
  declined: { text: 'Declined', meaning: 'bad' },
}

function Signer({ recipient }: { recipient: Recipient }) {
  const { text, meaning } = recipientStates[recipient.status]
  return (
    <Stack gap={4} align="flex-start">
      <span style={{ overflowWrap: 'anywhere' }}>
        <bdi>{recipient.name}</bdi>, {recipient.email}
      </span>
      <Group gap="xs">
        <StatusBadge meaning={meaning}>{text}</StatusBadge>
        {recipient.signed_at && <DateText value={recipient.signed_at} withTime />}
      </Group>
    </Stack>
  )
}

const blankAsHidden = (text: string) => (text ? <LongText>{text}</LongText> : undefined)

/** The name with the link to the account, and the email. */
function patientFact({ patient_name, patient_email, patient_desc }: Document) {
  if (!patient_name) return blankAsHidden(patient_email)
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      <UserLink id={patient_desc?.id} name={patient_name} />
      {patient_email && `, ${patient_email}`}
    </span>
  )
}

interface Props {
  document: Document
  /** One below the surrounding heading. */
  headingLevel?: 2 | 3
}

/** The facts of a document: what it is, for whom, and who signs. */
export function DocumentFacts({ document, headingLevel = 3 }: Props) {
  const { hc_desc, recipients, uploaded } = document
  const facts: Fact[] = [
    { label: 'Status', value: <DocumentStatusBadge document={document} /> },
    { label: 'Problem', value: blankAsHidden(document.failure) },
    { label: 'Reason', value: blankAsHidden(document.reason) },
    { label: 'Patient', value: patientFact(document) },
    { label: 'Center', value: hc_desc.length > 0 ? <CenterLinks centers={hc_desc} /> : undefined },
    { label: uploaded ? 'Uploaded' : 'Requested', value: <DateText value={document.created_at} withTime /> },
    { label: 'Completed', value: document.completed_at ? <DateText value={document.completed_at} withTime /> : undefined },
    {
      label: 'Expires',
      value: document.status === 'Pending' && document.expires_at ? <DateText value={document.expires_at} /> : undefined,
    },
    { label: 'Legal hold', value: document.legal_hold ? 'Yes' : undefined },
    { label: 'Note', value: blankAsHidden(document.note) },
  ]
  const signers: Fact[] = recipients.map((recipient) => ({
    label: recipient.role === 'patient' ? 'Patient' : 'Center',
    value: <Signer recipient={recipient} />,
  }))
  return (
    <FactGroups>
      <Facts title="Document" headingLevel={headingLevel} facts={facts} />
      <Facts title="Signers" headingLevel={headingLevel} facts={signers} />
    </FactGroups>
  )
}
