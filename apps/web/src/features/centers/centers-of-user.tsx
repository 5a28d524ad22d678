import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { repCenterColumns } from './center.columns.tsx'

const PAGE_SIZE = 5

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

function Centers({ call, id, label, hint }: Props) {
  const page = useLocalPage(PAGE_SIZE)
  const list = useQuery({ ...apiQuery(call, { params: { id }, query: page.query }), placeholderData: keepPreviousData })
  return (
    <DataTable
      name="centers-of-user"
      label={label}
      exports={{ list: call, params: { id }, rows: ['center', 'centers'], onlyAll: true }}
      columns={repCenterColumns}
      list={list}
      page={page}
      rowKey={({ id: center }) => center}
      rowName={({ company }) => company}
      rowHref={({ id: center }) => `/users/${center}`}
      empty={<EmptyState title="Empty table. There's nothing to show" hint={hint} />}
    />
  )
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
