/** The lists of all harvest centers, referral centers and labs, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCenterChoices, useLabChoices } from '#web/entities/center/center-choices.ts'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { type Choices, nameOfChoice } from '#web/lib/forms/choices.ts'
import { type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { harvestCenterColumns, labColumns, placeName, referralCenterColumns } from './all-centers.columns.tsx'

const PAGE_SIZE = 10

type FilterKey = 'lab_id' | 'sales_rep_id' | 'harvest_center_id'
type Search = { search?: string | undefined } & { [Key in FilterKey]?: number | undefined }
type Listed = { [Key in FilterKey]?: { label: string } & Choices }

interface Props {
  onOpen: (row: { id: number }) => void
  /** The primary action. */
  add: ReactNode
  /** Drawers and forms over the list. */
  children: ReactNode
}

const useCentersPage = (listed: Listed): ListPage<Search> =>
  useListPage<Search>(PAGE_SIZE, (filter) => [
    searchFilter(filter),
    ...(Object.entries(listed) as [FilterKey, { label: string } & Choices][]).map(([key, { label, ...choices }]) => ({
      keys: [key],
      label: filter[key] && `${label}: ${nameOfChoice(choices, filter[key])}`,
    })),
  ])

function Toolbar({ page, label, listed }: { page: ListPage<Search>; label: string; listed: Listed }) {
  const { filter, change } = page
  const lists = Object.entries(listed) as [FilterKey, { label: string } & Choices][]
  return (
    <>
      <SearchInput
        label={label}
        placeholder="Company, name, email, ID…"
        value={filter.search}
        onSearch={(search) => change({ search })}
      />
      {lists.length > 0 && (
        <FilterPanel on={lists.filter(([key]) => filter[key] !== undefined).length}>
          {lists.map(([key, list]) => (
            <ChoiceSelect
              key={key}
              inPopover
              placeholder="All"
              {...list}
              value={filter[key] ?? null}
              onChange={(id) => change({ [key]: id ?? undefined })}
            />
          ))}
        </FilterPanel>
      )}
    </>
  )
}

const emptyWithHint = (hint: string) => <EmptyState title="Empty table. There's nothing to show" hint={hint} />

export function AllHarvestCentersScreen({ onOpen, add, children }: Props) {
  const listed = {
    lab_id: { label: 'Lab', ...useLabChoices() },
    sales_rep_id: { label: 'Sales rep', ...useRepChoices() },
  }
  const page = useCentersPage(listed)
  const query = apiQuery('GET /api/v1/harvest-centers/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <Screen title="Harvest Centers" actions={add}>
      <DataTable
        name="all-harvest-centers"
        exports={{ list: 'GET /api/v1/harvest-centers/', rows: ['center', 'centers'] }}
        views="harvest-centers"
        rowHref={({ id }) => `/users/${id}`}
        label="Harvest centers"
        columns={harvestCenterColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={placeName}
        onRow={onOpen}
        empty={emptyWithHint('Centers sign up with the link of a sales rep. You can also add one.')}
        toolbar={<Toolbar page={page} label="Search harvest centers" listed={listed} />}
      />
      {children}
    </Screen>
  )
}

export function AllReferralCentersScreen({ onOpen, add, children }: Props) {
  const listed = {
    harvest_center_id: { label: 'Refers to', ...useCenterChoices() },
    sales_rep_id: { label: 'Sales rep', ...useRepChoices() },
  }
  const page = useCentersPage(listed)
  const query = apiQuery('GET /api/v1/referral-harvest-centers/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <Screen title="Referral Centers" actions={add}>
      <DataTable
        name="all-referral-centers"
        exports={{ list: 'GET /api/v1/referral-harvest-centers/', rows: ['center', 'centers'] }}
        views="referral-centers"
        rowHref={({ id }) => `/users/${id}`}
        label="Referral centers"
        columns={referralCenterColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={placeName}
        onRow={onOpen}
        empty={emptyWithHint(
          'Referral centers sign up with the link of a sales rep or of a harvest center. You can also add one.',
        )}
        toolbar={<Toolbar page={page} label="Search referral centers" listed={listed} />}
      />
      {children}
    </Screen>
  )
}

export function AllLabsScreen({ onOpen, add, children }: Props) {
  const page = useCentersPage({})
  const query = apiQuery('GET /api/v1/labs/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <Screen title="Labs" actions={add}>
      <DataTable
        name="all-labs"
        exports={{ list: 'GET /api/v1/labs/', rows: ['lab', 'labs'] }}
        views="labs"
        rowHref={({ id }) => `/users/${id}`}
        label="Labs"
        columns={labColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={placeName}
        onRow={onOpen}
        empty={emptyWithHint('Add the lab that processes the tissue. It gets a link by email to set its password.')}
        toolbar={<Toolbar page={page} label="Search labs" listed={{}} />}
      />
      {children}
    </Screen>
  )
}
