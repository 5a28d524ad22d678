import { Alert, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ReactNode } from 'react'
import { LinkOnDemand } from '#web/entities/invitation/link-on-demand.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { CopyField } from '#web/ui/text/copy-field.tsx'
import { PatientList } from './patient-list.tsx'
import { referredPatients } from './patient-lists.ts'

const NO_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help."

/** Each request makes a new link, so the shown link is not refetched for a while. */
const HOUR_MS = 3_600_000

interface Props {
  onOpen: (row: PatientRow) => void
  /** The list of referral centers that wait for a confirmation by this harvest center. */
  requests: ReactNode
  /** Drawers over the screen. */
  children: ReactNode
}

/** A sign-up link that ties a practice to this center and its sales rep. */
function SignUpLink({ center }: { center: number }) {
  const linkQuery = apiQuery('GET /api/v1/harvest-centers/{id}/referral-link/', { params: { id: center } })
  const query = useQuery({ ...linkQuery, staleTime: HOUR_MS })
  return (
    <Loaded query={query} skeleton={<Skeleton h={58} />}>
      {({ link }) =>
        link === null ? (
          <Alert color="yellow">{NO_REP}</Alert>
        ) : (
          <CopyField label="Sign-up link for referral harvest centers" value={link} />
        )
      }
    </Loaded>
  )
}

/** Patients referred to a center, and the sign-up link for referral centers. */
export function ReferralPatientsScreen({ onOpen, requests, children }: Props) {
  const user = useSession()?.user
  return (
    <Screen title="Referral Patients" lead="Patients who were referred to you, and their vials.">
      {user && (
        <Stack gap="xl">
          <Section
            title="Sign-up link"
            lead="A practice that signs up with this link can refer patients to you immediately. Expires in 30 days."
          >
            <div style={{ maxWidth: 640 }}>
              <LinkOnDemand>
                <SignUpLink center={user.id} />
              </LinkOnDemand>
            </div>
          </Section>
          {requests}
          <Section title="Referred patients">
            <PatientList of={referredPatients} params={{ id: user.id }} onRow={onOpen} />
          </Section>
        </Stack>
      )}
      {children}
    </Screen>
  )
}
