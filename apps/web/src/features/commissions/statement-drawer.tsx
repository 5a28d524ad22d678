import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCash, IconDownload } from '@tabler/icons-react'
import {
  type CommissionLine,
  CommissionPayment,
  type CommissionPayout,
  type CommissionStatement,
} from '@vialdesk/contract/money/commissions'
import { useState } from 'react'
import { useExport } from '#web/entities/export/use-export.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import type { Answer, Input } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { showError } from '#web/lib/browser/toast.ts'
import { today } from '#web/lib/format/dates.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { kindNames, monthText, personText, rateText, statementsText } from './commission-text.ts'

type FileCall = 'GET /api/v1/commissions/statements/{id}/pdf/' | 'GET /api/v1/commissions/export-csv/'

interface FileProps<A extends FileCall> {
  call: A
  input: Input<A>
  children: string
}

/** Downloads a file of commissions and saves it. */
export function FileButton<A extends FileCall>({ call, input, children }: FileProps<A>) {
  const { busy, begin } = useExport(call, { onFailure: (reason) => showError(`The download failed. ${reason}`) })
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void begin(input)}>
      {children}
    </Button>
  )
}

interface PayProps {
  statements: CommissionStatement[]
  onClose: () => void
  onPaid: () => void
}

/** Whole cents are added up, because sums of decimal numbers are not exact. */
const sumDue = (statements: CommissionStatement[]) =>
  statements.reduce((cents, { due }) => cents + Math.round(due * 100), 0) / 100

function PayForm({ statements, onClose, onPaid }: PayProps) {
  const [id] = useState(() => crypto.randomUUID())
  const pay = useFormCall('POST /api/v1/commissions/pay/')
  const form = useClosingForm(CommissionPayment, {
    initialValues: {
      id,
      statements: statements.map((each) => ({ id: each.id, due: each.due })),
      paid_on: today(),
      method: 'Bank transfer',
      reference: '',
    },
    onClose: onPaid,
    save: async (body) => (await pay({ body })).message,
    failureMs: 15_000,
  })
  return (
    <Form
      {...form.formProps}
      label="Mark paid"
      noSubmitByEnter
      verb={`Mark ${statementsText(statements.length)} paid`}
      onCancel={onClose}
    >
      <Text>
        {statementsText(statements.length)}, in total <strong className="figures">{formatMoney(sumDue(statements))}</strong>. If
        an amount has changed since, nothing is paid.
      </Text>
      <DayInput label="Paid on" required maxDate={today()} {...form.getInputProps('paid_on')} />
      <TextInput label="Method" withAsterisk {...form.getInputProps('method')} />
      <TextInput
        label="Reference"
        description="A number of the transfer or cheque. No card numbers."
        {...form.getInputProps('reference')}
      />
    </Form>
  )
}

/** Marks the selected statements paid. */
export const PayDrawer = ({ statements, onClose, onPaid }: PayProps) => (
  <DrawerOf of={statements.length > 0 ? statements : undefined} onClose={onClose} title="Mark paid" size="md">
    {(shown) => <PayForm statements={shown} onClose={onClose} onPaid={onPaid} />}
  </DrawerOf>
)

const lineColumns: Column<CommissionLine>[] = [
  {
    key: 'invoice',
    header: 'Invoice',
    main: true,
    noWrap: true,
    cell: ({ sale }) => <SaleLink id={sale.id} invoice={sale.invoice_id} />,
  },
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
        <FileButton call="GET /api/v1/commissions/statements/{id}/pdf/" input={{ params: { id: statement.id } }}>
          PDF
        </FileButton>
        <FileButton
          call="GET /api/v1/commissions/export-csv/"
          input={{ query: { user_id: statement.person.id, month: statement.month } }}
        >
          CSV
        </FileButton>
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
  columns: lineColumns,
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
export const StatementDrawer = ({ id, onClose, onPay }: Props) => (
  <DrawerOf of={id} onClose={onClose} title="Commission statement" size="xl">
    {(shown) => <Statement key={shown} id={shown} onPay={onPay} />}
  </DrawerOf>
)
