import { Alert, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@vialdesk/contract/patients'
import type { ReactNode } from 'react'
import { ask } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { PatientList } from './patient-list.tsx'
import { referredColumns } from './patients.columns.tsx'
import { usePatientFilters } from './use-patient-filters.ts'

const NO_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help."
const searchIn = { label: 'Search patients', placeholder: 'Name, email or ID' }

interface Props {
  onOpen: (row: PatientRow) => void
  /** What lies over the screen. */
  children: ReactNode
}

/** Who signs up by it is tied to this center and to its rep. */
function SignUpLink({ center, rep }: { center: number; rep: number | null }) {
  if (rep === null) return <Alert color="yellow">{NO_REP}</Alert>
  const address = `${window.location.origin}/referral-harvest-center-registration?srid=${rep}&hcid=${center}`
  return (
    <CopyField
      label="Sign-up link for referral harvest centers"
      hint="A practice that signs up by this link refers its patients to you."
      value={address}
    />
  )
}

const empty = (
  <EmptyState
    title="Empty table. There's nothing to show"
    hint="Patients whom a referral harvest center sends to you appear here."
  />
)

function Referred({ center, onOpen }: { center: number; onOpen: Props['onOpen'] }) {
  const filters = usePatientFilters()
  const query = ask('GET /api/v1/harvest-centers/{id}/referral-patients/', { params: { id: center }, query: filters.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <PatientList
      name="referral-patients"
      columns={referredColumns}
      list={list}
      filters={filters}
      searchIn={searchIn}
      onRow={onOpen}
      empty={empty}
    />
  )
}

/** The patients whom others sent to a center, and the link by which more of those others come. */
export function ReferralPatientsScreen({ onOpen, children }: Props) {
  const user = useSession()?.user
  return (
    <Screen title="Referral Patients" lead="Patients who were referred to you, and the vials that are on their way for them.">
      {user && (
        <Stack gap="xl">
          <div style={{ maxWidth: 640 }}>
            <SignUpLink center={user.id} rep={user.saless_rep_id} />
          </div>
          <Referred center={user.id} onOpen={onOpen} />
        </Stack>
      )}
      {children}
    </Screen>
  )
}
