import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import type { CommissionStatement } from '@vialdesk/contract/money/commissions'
import { type ReactNode, useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useListSelection } from '#web/entities/list/use-list-selection.tsx'
import { useUserName } from '#web/entities/user/user-choices.ts'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { type FieldProps, type ListFilter, withFieldFor } from '#web/lib/url/list-filter.tsx'
import { asId } from '#web/lib/url/search-params.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { HoldBelow } from '#web/ui/layout/delayed.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { monthFilter, PersonSelect, roleFilter } from './commission-filters.tsx'
import { earnerOf, monthText, personText, statementsText } from './commission-text.ts'
import { FileButton, PayDrawer, StatementDrawer } from './statement-drawer.tsx'

type Row = CommissionStatement

function StatementState({ unpaid_lines, ended }: Pick<Row, 'unpaid_lines' | 'ended'>) {
  if (unpaid_lines === 0) return <StatusBadge meaning="good">Paid</StatusBadge>
  return ended ? <StatusBadge meaning="waiting">Unpaid</StatusBadge> : <StatusBadge meaning="info">Month is running</StatusBadge>
}

const sums: Column<Row>[] = [
  {
    key: 'lines',
    header: 'Lines',
    align: 'right',
    cell: ({ lines }) => <span className="figures">{lines}</span>,
    optional: true,
  },
  { key: 'earned', sort: '-earned', header: 'Earned', align: 'right', cell: ({ earned }) => <Money dollars={earned} /> },
  { key: 'paid', sort: '-paid', header: 'Paid', align: 'right', cell: ({ paid }) => <Money dollars={paid} /> },
  { key: 'due', sort: '-due', phone: 'labelled', header: 'Pending', align: 'right', cell: ({ due }) => <Money dollars={due} /> },
  { key: 'state', header: 'State', cell: (row) => <StatementState {...row} /> },
]
const month: Column<Row> = { key: 'month', sort: '-month', phone: 'line', header: 'Month', cell: (row) => monthText(row.month) }

const ownStatementColumns: Column<Row>[] = [{ ...month, main: true }, ...sums]

const statementColumns: Column<Row>[] = [
  { key: 'person', sort: 'person', header: 'Person', main: true, cell: ({ person }) => personText(person) },
  { key: 'membership', header: 'Role', cell: ({ membership }) => earnerOf(membership).one },
  month,
  ...sums,
]

/** One payout has at most this many statements. */
const MAX_PAID_STATEMENTS = 100

/** Admins see the statements of everybody. */
const useMayPay = () => useMayCall('POST /api/v1/commissions/pay/')

const personFilter: ListFilter<{ user_id?: number | undefined }> = {
  keys: { user_id: asId },
  useChip: ({ user_id }) => {
    const name = useUserName(user_id)
    return name && `Person: ${name}`
  },
  // The people of a role are known when it is chosen.
  Field: ({ filter, change }: FieldProps<{ user_id?: number | undefined; membership?: number }>) =>
    filter.membership !== undefined && (
      <PersonSelect
        membership={filter.membership}
        label="Person"
        placeholder="Everybody"
        value={filter.user_id ?? null}
        onChange={(id) => change({ user_id: id ?? undefined })}
      />
    ),
}

const statements = defineList('GET /api/v1/commissions/statements/', {
  name: 'commission-statements',
  label: 'Statements',
  pageSize: 10,
  views: 'statements',
  exports: { rows: ['statement', 'statements'] },
  columns: statementColumns,
  filters: [
    monthFilter('All months'),
    oneOfFilter('state', {
      label: 'State',
      all: 'Paid and unpaid',
      names: { payable: 'Ready to pay', unpaid: 'Unpaid', paid: 'Paid' },
      width: 190,
    }),
    withFieldFor(useMayPay, roleFilter({ all: 'All roles', width: 180, resets: 'user_id' })),
    withFieldFor(useMayPay, personFilter),
  ],
  chipOrder: ['month', 'membership', 'user_id', 'state'],
  rowName: ({ person, month }) => `${personText(person)}, ${monthText(month)}`,
  empty: { icon: IconCash, hint: 'A statement appears with the first sale of a month. An admin sets the rates and pays.' },
})
const ownStatements: typeof statements = { ...statements, name: 'own-commission-statements', columns: ownStatementColumns }

function Totals({ totals }: { totals: { earned: number; paid: number; due: number } | undefined }) {
  // Long amounts wrap on a phone.
  if (!totals) return null
  return (
    <StatRow>
      <Stat label="Earned" value={<Money dollars={totals.earned} />} />
      <Stat label="Pending" value={<Money dollars={totals.due} />} note="Earned and not paid yet" />
      <Stat label="Paid" value={<Money dollars={totals.paid} />} />
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

/** The statements that the viewer may see, with their sums. */
export function StatementsTab() {
  const mayPay = useMayPay()
  const open = useList(mayPay ? statements : ownStatements)
  const overlay = useOverlay<{ statement?: number }>()
  const { selected, selection, clear, selectAll } = useListSelection(open, { max: MAX_PAID_STATEMENTS, rows: 'statements' })
  const [paying, setPaying] = useState<CommissionStatement[]>([])
  const { month, user_id } = open.page.filter
  const done = () => {
    setPaying([])
    clear()
  }
  return (
    <Stack gap="lg">
      {open.query.isPending && <HoldBelow />}
      <Totals totals={open.data?.totals} />
      <Group gap="xs">
        <FileButton call="GET /api/v1/commissions/export-csv/" input={{ query: { month, user_id } }}>
          Export ledger CSV
        </FileButton>
        {mayPay && <PayButtons selected={selected} selectAll={selectAll} onPay={() => setPaying(selected)} onClear={clear} />}
      </Group>
      <ListTable of={open} onRow={({ id }) => overlay.open({ statement: id })} selection={mayPay ? selection : undefined} />
      <StatementDrawer
        id={overlay.shown.statement}
        onClose={() => overlay.close('statement')}
        onPay={(statement) => setPaying([statement])}
      />
      <PayDrawer statements={paying} onClose={() => setPaying([])} onPaid={done} />
    </Stack>
  )
}
