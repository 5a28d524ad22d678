import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { harvestCenterFigures } from '@vialdesk/contract/dashboard-links'
import type { PartyTransaction } from '@vialdesk/contract/money/transactions'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { SaleAmount, SaleLink } from '#web/entities/payment/sale-link.tsx'
import { useFigureLink } from '#web/features/dashboards/figure.tsx'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const columns: Column<PartyTransaction>[] = [
  {
    key: 'invoice',
    header: 'Invoice',
    main: true,
    cell: ({ id, invoice_id }) => <SaleLink id={id} invoice={invoice_id} />,
  },
  { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  { key: 'product', header: 'Product', cell: ({ product }) => product.map(({ name }) => name).join(', ') },
  { key: 'patient', header: 'Patient', cell: ({ patient: [patient] }) => (patient ? <PatientLink patient={patient} /> : '—') },
  { key: 'amount', header: 'Amount', align: 'right', cell: SaleAmount },
]

interface Props {
  rows: PartyTransaction[]
  /** Dollars. */
  spentThisMonth: number
}

export function RecentTransactions({ rows, spentThisMonth }: Props) {
  const link = useFigureLink()
  return (
    <>
      <ShortList
        label="Recent transactions"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={(row) => row.invoice_id}
        empty={<EmptyState hint="Register a patient and pay the processing fee. Your purchases appear here." />}
      />
      {rows.length > 0 && (
        <Text c="dimmed" mt="sm">
          <Anchor renderRoot={(props) => <Link {...props} {...link(harvestCenterFigures.spent_this_month)} />}>
            {formatMoney(spentThisMonth)} this month
          </Anchor>
        </Text>
      )}
    </>
  )
}
