import type { CommissionStatement } from '@vialdesk/contract/commissions'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { earnerOf, monthText, personText } from './commission-text.ts'

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

export const ownStatementColumns: Column<Row>[] = [{ ...month, main: true }, ...sums]

export const statementColumns: Column<Row>[] = [
  { key: 'person', sort: 'person', header: 'Person', main: true, cell: ({ person }) => personText(person) },
  { key: 'membership', header: 'Role', cell: ({ membership }) => earnerOf(membership).one },
  month,
  ...sums,
]
