import { Modal, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labLabel } from '@vialdesk/contract/people/lab-fields'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ReactNode } from 'react'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { Journey } from '#web/entities/patient/journey.tsx'
import { labFactsOf } from '#web/entities/patient/lab-facts.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { type Fact, FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'

const centerFactsOf = ({ hc_desc, rhc_desc, referral_hc_desc, date_joined }: PatientRow): Fact[] => [
  { label: 'Harvest center', value: <CenterLinks centers={hc_desc} /> },
  { label: 'Referral center', value: rhc_desc.length > 0 ? <CenterLinks centers={rhc_desc} /> : undefined },
  { label: 'Referred to', value: referral_hc_desc.length > 0 ? <CenterLinks centers={referral_hc_desc} /> : undefined },
  { label: 'Registered', value: <DateText value={date_joined} /> },
]

const vialFactsOf = (row: PatientRow): Fact[] => [
  ...labFactsOf(row, ['vials']),
  { label: labLabel('vials_available'), value: row.vials_available },
  { label: labLabel('vials_shipped'), value: row.vials_shipped },
]

function PatientRecord({ patient }: { patient: PatientRow }) {
  return (
    <Stack gap="xl">
      <FactGroups>
        <Facts title="Centers" facts={centerFactsOf(patient)} />
        <Facts title="Vials" facts={vialFactsOf(patient)} />
      </FactGroups>
      <FactGroups>
        <Facts title="Lab record" facts={labFactsOf(patient, ['dates', 'processing'])} />
        <section aria-label="Journey">
          <Title order={3} fz="sm" mb="xs">
            Journey
          </Title>
          <Journey record={patient} days={{ joined: patient.date_joined }} label={`Journey of patient ${patient.id}`} />
        </section>
      </FactGroups>
    </Stack>
  )
}

interface DialogProps {
  id: number | undefined
  onClose: () => void
  children: ReactNode
}

function RecordDialog({ id, onClose, children }: DialogProps) {
  const phone = useIsPhone()
  const shown = useLatestValue(id)
  return (
    <Modal opened={id !== undefined} onClose={onClose} title={`Patient ${shown ?? ''}`} size="xl" fullScreen={phone}>
      {children}
    </Modal>
  )
}

/** The lab record of one patient, without the name: the answer does not include it. */
export function PatientRecordModal({ patient, onClose }: { patient: PatientRow | undefined; onClose: () => void }) {
  const shown = useLatestValue(patient)
  return (
    <RecordDialog id={patient?.id} onClose={onClose}>
      {shown && <PatientRecord patient={shown} />}
    </RecordDialog>
  )
}

function LoadedRecord({ id }: { id: number }) {
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id } }))
  // A patient of a sale may have left the team since.
  if (query.error instanceof ApiError && query.error.code === 'not_found')
    return <EmptyState title="This patient is no longer with your team" hint="An admin can tell you more." />
  // The answer about a patient has all fields of the lab record.
  return <Loaded query={query}>{(user) => <PatientRecord patient={user as unknown as PatientRow} />}</Loaded>
}

/** The same for the patient of a sale, of which only the id is known. */
export function PatientDataDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const shown = useLatestValue(id)
  return (
    <RecordDialog id={id} onClose={onClose}>
      {shown !== undefined && <LoadedRecord id={shown} />}
    </RecordDialog>
  )
}
