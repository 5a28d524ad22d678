import { Stack } from '@mantine/core'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { repCenterColumns } from './center.columns.tsx'

type CentersCall =
  | 'GET /api/v1/harvest-centers/sales-rep/{id}/'
  | 'GET /api/v1/referral-harvest-centers/sales-rep/{id}/'
  | 'GET /api/v1/processing-labs/{id}/harvestcenters/'

interface Props {
  call: CentersCall
  id: number
  label: string
  hint: string
}

const Centers = ({ call, id, label, hint }: Props) => {
  const centers = defineList(call, {
    name: 'centers-of-user',
    label,
    pageSize: 5,
    isLocal: true,
    exports: { rows: ['center', 'centers'], onlyAll: true },
    columns: repCenterColumns,
    rowName: ({ company }) => company,
    rowHref: (center) => `/users/${center.id}`,
    empty: hint,
  })
  return <List of={centers} params={{ id }} />
}

/** The centers of a sales rep, in a tab of its drawer or page. */
export function CentersOfRep({ rep }: { rep: number }) {
  const hint = 'Centers that sign up with the link of the sales rep appear here.'
  return (
    <Stack gap="xl">
      <Section title="Harvest centers">
        <Centers call="GET /api/v1/harvest-centers/sales-rep/{id}/" id={rep} label="Harvest centers" hint={hint} />
      </Section>
      <Section title="Referral harvest centers">
        <Centers
          call="GET /api/v1/referral-harvest-centers/sales-rep/{id}/"
          id={rep}
          label="Referral harvest centers"
          hint={hint}
        />
      </Section>
    </Stack>
  )
}

/** The harvest centers of a lab, in a tab of its drawer or page. */
export const CentersOfLab = ({ lab }: { lab: number }) => (
  <Centers
    call="GET /api/v1/processing-labs/{id}/harvestcenters/"
    id={lab}
    label="Harvest centers"
    hint="Harvest centers appear here after an admin assigns them to this lab."
  />
)
