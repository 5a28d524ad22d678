import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCash, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CommissionStatement } from '@vialdesk/contract/commissions'
import { type ReactNode, useState } from 'react'
import { useUserName } from '#web/entities/user/user-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useMayCall } from '#web/lib/session/use-may-call.ts'
import { type ListPage, useListPage } from '#web/lib/url/use-list-page.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { HoldBelow } from '#web/ui/layout/delayed.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SelectAll } from '#web/ui/table/selection/select-all.tsx'
import { useSelection } from '#web/ui/table/selection/use-selection.ts'
import type { ListState, RowSelection } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { earnerOf, earners, lastMonths, monthText, personText, statementsText } from './commission-text.ts'
import { PayDrawer } from './pay-drawer.tsx'
import { PersonSelect } from './person-select.tsx'
import { StatementDrawer } from './statement-drawer.tsx'
import { ownStatementColumns, statementColumns } from './statements.columns.tsx'
import { useSavedFile } from './use-saved-file.ts'

const PAGE_SIZE = 10
const MONTHS = 36
/** One payout has at most this many statements. */
const MAX_PAID_STATEMENTS = 100

interface StatementSearch {
  month?: string | undefined
  membership?: number | undefined
  user_id?: number | undefined
  state?: 'payable' | 'unpaid' | 'paid' | undefined
}
type StatementPage = ListPage<StatementSearch>

const monthOptions = () => lastMonths(MONTHS).map((month) => ({ value: month, label: monthText(month) }))
const stateOptions = [
  { value: 'payable' as const, label: 'Ready to pay' },
  { value: 'unpaid' as const, label: 'Unpaid' },
  { value: 'paid' as const, label: 'Paid' },
]
const roleOptions = earners.map(({ membership, many }) => ({ value: String(membership), label: many }))

function useStatementPage(): StatementPage {
  const name = useUserName(useUrlSearch<StatementSearch>().user_id)
  return useListPage<StatementSearch>(PAGE_SIZE, ({ month, membership, state }) => [
    { keys: ['month'], label: month && `Month: ${monthText(month)}` },
    { keys: ['membership'], label: membership && `Role: ${earnerOf(membership).one}` },
    { keys: ['user_id'], label: name && `Person: ${name}` },
    { keys: ['state'], label: state && `State: ${stateOptions.find(({ value }) => value === state)?.label}` },
  ])
}

function Filters({ page, ofEverybody }: { page: StatementPage; ofEverybody: boolean }) {
  const { month, membership, user_id, state } = page.filter
  return (
    <>
      <FilterSelect
        label="Month"
        all="All months"
        options={monthOptions()}
        value={month}
        onChange={(next) => page.change({ month: next })}
        width={150}
      />
      <FilterSelect
        label="State"
        all="Paid and unpaid"
        options={stateOptions}
        value={state}
        onChange={(next) => page.change({ state: next })}
        width={190}
      />
      {ofEverybody && (
        <FilterSelect
          label="Role"
          all="All roles"
          options={roleOptions}
          value={membership === undefined ? undefined : String(membership)}
          onChange={(next) => page.change({ membership: next ? Number(next) : undefined, user_id: undefined })}
          width={180}
        />
      )}
      {ofEverybody && membership !== undefined && (
        <PersonSelect
          membership={membership}
          label="Person"
          placeholder="Everybody"
          value={user_id ?? null}
          onChange={(id) => page.change({ user_id: id ?? undefined })}
        />
      )}
    </>
  )
}

function Totals({ totals }: { totals: { earned: number; paid: number; due: number } | undefined }) {
  // Long amounts wrap on a phone.
  if (!totals) return null
  return (
    <StatRow>
      <Stat label="Earned" value={<Money dollars={totals?.earned} />} />
      <Stat label="Pending" value={<Money dollars={totals?.due} />} note="Earned and not paid yet" />
      <Stat label="Paid" value={<Money dollars={totals?.paid} />} />
    </StatRow>
  )
}

interface BarProps {
  selected: CommissionStatement[]
  selectAll: ReactNode
  onPay: () => void
  onClear: () => void
}

/** Always there, so that the list does not move with the first selection. */
function PayButtons({ selected, selectAll, onPay, onClear }: BarProps) {
  const payable = selected.every(({ can }) => can.pay)
  const count = selected.length
  return (
    <>
      <Button leftSection={<IconCash size={18} />} disabled={count === 0 || !payable} onClick={onPay}>
        {count === 0 ? 'Mark paid' : `Mark ${statementsText(count)} paid`}
      </Button>
      {count > 0 && (
        <Button variant="subtle" onClick={onClear}>
          Clear selection
        </Button>
      )}
      {selectAll}
      <Text size="sm" c="dimmed" role="status">
        {!payable && 'Select unpaid statements of months that have ended.'}
      </Text>
    </>
  )
}

interface SelectAllStatementsProps {
  page: StatementPage
  list: ListState<CommissionStatement>
  selected: readonly CommissionStatement[]
  selection: RowSelection<CommissionStatement>
}

function SelectAllStatements({ page, list, selected, selection }: SelectAllStatementsProps) {
  const client = useQueryClient()
  return (
    <SelectAll
      count={list.data?.count}
      selected={selected.length}
      max={MAX_PAID_STATEMENTS}
      rows="statements"
      readPage={(paging) =>
        client.fetchQuery(apiQuery('GET /api/v1/commissions/statements/', { query: { ...page.query, ...paging } }))
      }
      onSelect={(all) => selection.set(all, true)}
    />
  )
}

const hint = 'A statement appears with the first sale of a month. An admin sets the rates and pays.'

/** The statements that the viewer may see, with their sums. */
export function StatementsTab() {
  const mayPay = useMayCall('POST /api/v1/commissions/pay/')
  const page = useStatementPage()
  const overlay = useOverlay<{ statement?: number }>()
  const list = useQuery({
    ...apiQuery('GET /api/v1/commissions/statements/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  const { selected, selection, clear } = useSelection(JSON.stringify(page.filter), list.data?.results)
  const [paying, setPaying] = useState<CommissionStatement[]>([])
  const csv = useSavedFile('GET /api/v1/commissions/export-csv/')
  const { month, user_id } = page.filter
  const done = () => {
    setPaying([])
    clear()
  }
  return (
    <Stack gap="lg">
      {list.isPending && <HoldBelow />}
      <Totals totals={list.data?.totals} />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={csv.busy}
          onClick={() => void csv.save({ query: { month, user_id } })}
        >
          Export ledger CSV
        </Button>
        {mayPay && (
          <PayButtons
            selected={selected}
            selectAll={<SelectAllStatements {...{ page, list, selected, selection }} />}
            onPay={() => setPaying(selected)}
            onClear={clear}
          />
        )}
      </Group>
      <DataTable
        name={mayPay ? 'commission-statements' : 'own-commission-statements'}
        views="statements"
        exports={{ list: 'GET /api/v1/commissions/statements/', rows: ['statement', 'statements'] }}
        label="Statements"
        columns={mayPay ? statementColumns : ownStatementColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ person, month }) => `${personText(person)}, ${monthText(month)}`}
        onRow={({ id }) => overlay.open({ statement: id })}
        selection={mayPay ? selection : undefined}
        empty={<EmptyState icon={IconCash} title="Empty table. There's nothing to show" hint={hint} />}
        toolbar={<Filters page={page} ofEverybody={mayPay} />}
      />
      <StatementDrawer
        id={overlay.shown.statement}
        onClose={() => overlay.close('statement')}
        onPay={(statement) => setPaying([statement])}
      />
      <PayDrawer statements={paying} onClose={() => setPaying([])} onPaid={done} />
    </Stack>
  )
}
