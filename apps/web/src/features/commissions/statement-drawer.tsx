import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCash, IconDownload } from '@tabler/icons-react'
import type { CommissionLine, CommissionPayout, CommissionStatement } from '@vialdesk/contract/commissions'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import type { Answer } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { kindNames, monthText, personText, rateText } from './commission-text.ts'
import { useSavedFile } from './use-saved-file.ts'

const invoiceColumn: Column<CommissionLine> = {
  key: 'invoice',
  header: 'Invoice',
  main: true,
  noWrap: true,
  cell: ({ sale }) => <SaleLink id={sale.id} invoice={sale.invoice_id} />,
}

const lineColumns: Column<CommissionLine>[] = [
  { key: 'day', header: 'Day', noWrap: true, cell: ({ day }) => <DateText value={day} /> },
  { key: 'amount', header: 'Commission', align: 'right', cell: ({ amount }) => <Money dollars={amount} /> },
  { key: 'product', header: 'Product', cell: ({ sale }) => sale.product },
  { key: 'kind', header: 'Kind', cell: ({ kind, note }) => (note ? `${kindNames[kind]}: ${note}` : kindNames[kind]) },
  { key: 'base', header: 'Sale value', align: 'right', cell: ({ base }) => <Money dollars={base} /> },
  { key: 'rate', header: 'Rate', align: 'right', cell: rateText },
  { key: 'paid_on', header: 'Paid on', cell: ({ paid_on }) => <DateText value={paid_on} /> },
]

const payoutColumns: Column<CommissionPayout>[] = [
  { key: 'paid_on', header: 'Paid on', main: true, cell: ({ paid_on }) => <DateText value={paid_on} /> },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => <Money dollars={amount} /> },
  { key: 'method', header: 'Method', cell: ({ method }) => method },
  { key: 'reference', header: 'Reference', cell: ({ reference }) => reference || '—' },
]
const whoColumn: Column<CommissionPayout> = { key: 'who', header: 'Marked by', cell: ({ who }) => who || '—' }

function Files({ statement }: { statement: CommissionStatement }) {
  const pdf = useSavedFile('GET /api/v1/commissions/statements/{id}/pdf/')
  const csv = useSavedFile('GET /api/v1/commissions/export-csv/')
  const { id, person, month } = statement
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={pdf.busy}
        onClick={() => void pdf.save({ params: { id } })}
      >
        PDF
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={csv.busy}
        onClick={() => void csv.save({ query: { user_id: person.id, month } })}
      >
        CSV
      </Button>
    </>
  )
}

interface DetailsProps {
  data: Answer<'GET /api/v1/commissions/statements/{id}/'>
  onPay: (statement: CommissionStatement) => void
}

function Summary({ data: { statement, payouts }, onPay }: DetailsProps) {
  const isAdmin = useMayCall('POST /api/v1/commissions/pay/')
  return (
    <>
      <StatRow>
        <Stat label="Earned" value={<Money dollars={statement.earned} />} />
        <Stat label="Pending" value={<Money dollars={statement.due} />} />
        <Stat label="Paid" value={<Money dollars={statement.paid} />} />
      </StatRow>
      <Group gap="xs">
        {statement.can.pay && (
          <Button leftSection={<IconCash size={18} />} onClick={() => onPay(statement)}>
            Mark paid
          </Button>
        )}
        <Files statement={statement} />
      </Group>
      {payouts.length > 0 && (
        <Section title="Payments">
          <ShortList
            label="Payments"
            columns={isAdmin ? [...payoutColumns, whoColumn] : payoutColumns}
            rows={payouts}
            rowKey={({ paid_on, method, reference, who }) => JSON.stringify([paid_on, method, reference, who])}
            rowName={({ paid_on }) => paid_on}
          />
        </Section>
      )}
    </>
  )
}

const lines = defineList('GET /api/v1/commissions/statements/{id}/', {
  name: 'commission-lines',
  label: 'Lines',
  pageSize: 25,
  isLocal: true,
  columns: [invoiceColumn, ...lineColumns],
  rowName: ({ sale }) => sale.invoice_id,
})

function Statement({ id, onPay }: { id: number; onPay: DetailsProps['onPay'] }) {
  const open = useList(lines, { params: { id } })
  return (
    <Loaded query={open.query}>
      {(data) => (
        <Stack gap="lg">
          <Text c="dimmed">
            <UserLink id={data.statement.person.id} name={personText(data.statement.person)} />, {monthText(data.statement.month)}
          </Text>
          <Summary data={data} onPay={onPay} />
          <Section title="Lines">
            <ListTable of={open} />
          </Section>
        </Stack>
      )}
    </Loaded>
  )
}

interface Props {
  id: number | undefined
  onClose: () => void
  onPay: DetailsProps['onPay']
}

/** One statement: its sums, payments and lines. The URL has its id. */
export function StatementDrawer({ id, onClose, onPay }: Props) {
  const last = useLatestValue(id)
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title="Commission statement" size="xl">
      {last !== undefined && <Statement key={last} id={last} onPay={onPay} />}
    </Drawer>
  )
}
