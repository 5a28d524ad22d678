import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { CenterSummary } from '@vialdesk/contract/centers'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type TablePage, useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { ListState } from '#web/ui/table/table-types.ts'
import { repCenterColumns } from './center.columns.tsx'

const PAGE_SIZE = 5

const empty = (
  <EmptyState
    title="Empty table. There's nothing to show"
    hint="Send your referral link to a center. When it signs up, it appears here."
    action={
      <Button component={Link} to="/dashboard" variant="default">
        Your referral links
      </Button>
    }
  />
)

interface CentersProps {
  name: string
  label: string
  list: ListState<CenterSummary>
  page: TablePage
}

function Centers({ name, label, list, page }: CentersProps) {
  return (
    <DataTable
      name={name}
      rowHref={({ id }) => `/users/${id}`}
      label={label}
      columns={repCenterColumns}
      list={list}
      page={page}
      rowKey={({ id }) => id}
      rowName={({ company }) => company}
      empty={empty}
    />
  )
}

function HarvestCenters({ rep }: { rep: number }) {
  const page = useListPage(PAGE_SIZE)
  const request = { params: { id: rep }, query: page.query }
  const query = apiQuery('GET /api/v1/harvest-centers/sales-rep/{id}/', request)
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return <Centers name="rep-centers" label="Harvest centers" list={list} page={page} />
}

function ReferralCenters({ rep }: { rep: number }) {
  const page = useListPage(PAGE_SIZE)
  const request = { params: { id: rep }, query: page.query }
  const query = apiQuery('GET /api/v1/referral-harvest-centers/sales-rep/{id}/', request)
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return <Centers name="rep-referral-centers" label="Referral harvest centers" list={list} page={page} />
}

/** The harvest centers of a sales rep. */
export function RepHarvestCentersScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Your Associated Harvest Center's" lead="The harvest centers that signed up with you, newest first.">
      <HarvestCenters rep={id} />
    </Screen>
  )
}

/** The referral harvest centers of a sales rep. */
export function RepReferralCentersScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Referral Harvest Centers" lead="The referral harvest centers that signed up with you, newest first.">
      <ReferralCenters rep={id} />
    </Screen>
  )
}
