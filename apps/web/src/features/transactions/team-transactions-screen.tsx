import { IconId } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import { type ReactNode, useState } from 'react'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useManagerChoices, useRepChoices } from '#web/entities/user/user-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import type { Choices } from '#web/lib/forms/choices.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { ListPage } from '#web/lib/url/use-list-page.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { ListState } from '#web/ui/table/table-types.ts'
import { teamTransactionColumns } from './party-transactions.columns.tsx'
import { type PartyTransactionsSearch, PartyTransactionsTable, usePartyTransactionsPage } from './party-transactions-table.tsx'

export interface PatientDialogProps {
  id: number | undefined
  onClose: () => void
}
interface Props {
  /** The dialog of a patient's data, which belongs to another feature. */
  patientDialog: (props: PatientDialogProps) => ReactNode
}

type TeamKey = 'sales_manager_id' | 'sales_rep_id' | 'harvest_center_id' | 'product_id'
type TeamFilters = Partial<Record<TeamKey, Choices & { label: string }>>

const nameIn = ({ choices }: Choices, id: number) => choices.find((choice) => choice.id === id)?.name ?? `#${id}`

/** The filters by reps, managers and centers of the team. A manager does not choose a manager. */
function useTeamFilters(withManagers: boolean): TeamFilters {
  const managers = useManagerChoices()
  return {
    ...(withManagers && { sales_manager_id: { label: 'Sales manager', ...managers } }),
    sales_rep_id: { label: 'Sales rep', ...useRepChoices() },
    harvest_center_id: { label: 'Harvest center', ...useCenterChoices() },
    product_id: { label: 'Product', ...useProductChoices() },
  }
}

const useTeamPage = (filters: TeamFilters) =>
  usePartyTransactionsPage((filter) =>
    (Object.entries(filters) as [TeamKey, Choices & { label: string }][]).map(([key, choices]) => ({
      keys: [key],
      label: filter[key] && `${choices.label}: ${nameIn(choices, filter[key])}`,
    })),
  )

interface ReportProps extends Props {
  title: string
  filters: TeamFilters
  page: ListPage<PartyTransactionsSearch>
  list: ListState<PartyTransaction>
  source: Pick<TableExport, 'list' | 'params'>
}

function TeamFilterPanel({ filters, page }: Pick<ReportProps, 'filters' | 'page'>) {
  const entries = Object.entries(filters) as [TeamKey, Choices & { label: string }][]
  return (
    <FilterPanel on={entries.filter(([key]) => page.filter[key] !== undefined).length}>
      {entries.map(([key, choices]) => (
        <ChoiceSelect
          key={key}
          inPopover
          placeholder="All"
          {...choices}
          value={page.filter[key] ?? null}
          onChange={(id) => page.change({ [key]: id ?? undefined })}
        />
      ))}
    </FilterPanel>
  )
}

function TeamReport({ title, filters, page, list, source, patientDialog }: ReportProps) {
  const [patient, setPatient] = useState<number>()
  const rowActions = ({ patient: [of] }: PartyTransaction) =>
    of ? [{ label: 'Patient data', icon: IconId, onClick: () => setPatient(of.id) }] : []
  return (
    <Screen
      title={title}
      lead="Sales of your team, with the team of the day of the sale. Patients are shown by number to protect privacy."
      actions={
        <ExportButton
          call="GET /api/v1/transactions/export-csv/"
          label="Export CSV"
          filter={page.filter}
          disabled={!list.data?.count}
        />
      }
    >
      <PartyTransactionsTable
        name="team-transactions"
        source={{ ...source, onlyChosen: true }}
        label={title}
        searchPlaceholder="Invoice, center, coupon…"
        columns={teamTransactionColumns}
        list={list}
        page={page}
        filters={<TeamFilterPanel filters={filters} page={page} />}
        rowActions={rowActions}
      />
      {patientDialog({ id: patient, onClose: () => setPatient(undefined) })}
    </Screen>
  )
}

function OfManager({ id, patientDialog }: Props & { id: number }) {
  const filters = useTeamFilters(false)
  const page = useTeamPage(filters)
  const query = apiQuery('GET /api/v1/sales-rep/{id}/team-transactions/', { params: { id }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const source = { list: 'GET /api/v1/sales-rep/{id}/team-transactions/', params: { id } } as const
  return <TeamReport title="Team Transactions" {...{ filters, page, list, source, patientDialog }} />
}

function OfDistributor({ id, patientDialog }: Props & { id: number }) {
  const filters = useTeamFilters(true)
  const page = useTeamPage(filters)
  const query = apiQuery('GET /api/v1/sales-distributors/{id}/team-transactions/', { params: { id }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const source = { list: 'GET /api/v1/sales-distributors/{id}/team-transactions/', params: { id } } as const
  return <TeamReport title="Teams Transactions" {...{ filters, page, list, source, patientDialog }} />
}

/** The sales of a manager's team. */
export function ManagerTransactionsScreen(props: Props) {
  const id = useSession()?.user.id
  return id ? <OfManager id={id} {...props} /> : <Navigate to="/dashboard" replace />
}

/** The sales of a distributor's teams. */
export function DistributorTransactionsScreen(props: Props) {
  const id = useSession()?.user.id
  return id ? <OfDistributor id={id} {...props} /> : <Navigate to="/dashboard" replace />
}
