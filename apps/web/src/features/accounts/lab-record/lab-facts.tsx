import { Stack, Title } from '@mantine/core'
import type { User } from '@vialdesk/contract/people/accounts'
import { Journey } from '#web/entities/patient/journey.tsx'
import type { JourneyRecord } from '#web/entities/patient/journey-steps.ts'
import { labFactsOf } from '#web/entities/patient/lab-facts.tsx'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import { FactGroups, Facts } from '#web/ui/layout/facts.tsx'

const recordOf = (user: User, stage: JourneyRecord['stage']): JourneyRecord => ({
  stage,
  date_adipose_shipped_to_lab: user.date_adipose_shipped_to_lab ?? null,
  date_adipose_received_by_lab: user.date_adipose_received_by_lab ?? null,
  estimated_date_vials_ready_to_ship: user.estimated_date_vials_ready_to_ship ?? null,
  date_vials_ready_to_ship: user.date_vials_ready_to_ship ?? null,
  number_times_qc_done: user.number_times_qc_done ?? 0,
  stemcell_plating_initiated_date: user.stemcell_plating_initiated_date ?? null,
  stemcell_plating_successful: user.stemcell_plating_successful ?? null,
  hla_typing_test: user.hla_typing_test ?? null,
  vials_preparation: user.vials_preparation ?? 0,
  vials_ready_ship: user.vials_ready_ship ?? 0,
  vials_available: user.vials_available ?? 0,
  vials_shipped: user.vials_shipped ?? 0,
})

/** The done and the next processing steps of a patient's cells. */
function LabJourney({ user }: { user: User }) {
  if (!user.stage) return null
  return (
    <section aria-label="Journey">
      <Title order={3} fz="sm" mb="xs">
        Journey
      </Title>
      <Journey record={recordOf(user, user.stage)} days={{ joined: user.date_joined }} label="Journey of the cells" />
    </section>
  )
}

/** The lab record of a patient. */
export const LabFacts = ({ user }: { user: User }) => (
  <Stack gap="xl">
    <VialCountStats counts={user} />
    <FactGroups>
      <Facts title="Dates" facts={labFactsOf(user, ['dates'])} />
      <Facts title="Processing" facts={labFactsOf(user, ['processing'])} />
      <LabJourney user={user} />
    </FactGroups>
  </Stack>
)
