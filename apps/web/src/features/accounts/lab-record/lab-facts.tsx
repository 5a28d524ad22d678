import { Stack } from '@mantine/core'
import type { User } from '@vialdesk/contract/accounts'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import { type Fact, FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LabJourney } from './lab-journey.tsx'
import { isDelayed } from './ready-date.ts'

const day = (value: string | null | undefined) => <DateText value={value} />
const yesNo = (value: 1 | 2 | null | undefined) => (value === 1 ? 'Yes' : value === 2 ? 'No' : null)

/** The lab record of a patient. */
export function LabFacts({ user }: { user: User }) {
  const isLate = isDelayed(user.estimated_date_vials_ready_to_ship, user.promised_ready_date)
  const dates: Fact[] = [
    { label: 'Tissue shipped to lab', value: day(user.date_adipose_shipped_to_lab) },
    { label: 'Tissue received by lab', value: day(user.date_adipose_received_by_lab) },
    {
      label: 'Estimated ready date',
      value: (
        <>
          {day(user.estimated_date_vials_ready_to_ship)}
          {user.estimated_date_manual && ' (set manually)'}
        </>
      ),
    },
    { label: 'First promised', value: isLate ? day(user.promised_ready_date) : undefined },
    { label: 'Reason for the delay', value: user.delay_reason || undefined },
    { label: 'Date vials ready to ship', value: day(user.date_vials_ready_to_ship) },
  ]
  const processing: Fact[] = [
    { label: 'Plating initiated', value: day(user.stemcell_plating_initiated_date) },
    { label: 'Plating successful', value: yesNo(user.stemcell_plating_successful) },
    { label: 'Quality checks', value: <span className="figures">{user.number_times_qc_done ?? 0}</span> },
    { label: 'HLA typing test', value: yesNo(user.hla_typing_test) },
    {
      label: 'Infectious disease testing complete',
      value: user.infectious_testing_complete === undefined ? undefined : yesNo(user.infectious_testing_complete),
    },
  ]
  return (
    <Stack gap="xl">
      <VialCountStats counts={user} />
      <FactGroups>
        <Facts title="Dates" facts={dates} />
        <Facts title="Processing" facts={processing} />
        <LabJourney user={user} />
      </FactGroups>
    </Stack>
  )
}
