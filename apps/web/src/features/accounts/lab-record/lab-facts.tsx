import { Stack } from '@mantine/core'
import type { User } from '@vialdesk/contract/accounts'
import { labFactsOf } from '#web/entities/patient/lab-facts.tsx'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import { FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { LabJourney } from './lab-journey.tsx'

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
