import { Card, Stack, Table, Text } from '@mantine/core'
import type { SaleChange } from '@vialdesk/contract/transaction-changes'
import { NoteMark } from '#web/entities/note/note-reach.tsx'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'

const labels: Record<string, string> = {
  product: 'Product',
  quantity: 'Quantity',
  amount: 'Amount',
  harvest_center: 'Harvest center',
  referral_harvest_center: 'Referral harvest center',
  patient: 'Patient',
  sales_rep: 'Sales rep',
  sales_manager: 'Sales manager',
  sales_distributor: 'Distributor',
  commission_paid: 'Commission paid',
}

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return key === 'amount' && typeof value === 'number' ? formatMoney(value) : String(value)
}

/** What was changed. Only admins get it. */
function ChangedFields({ change }: { change: SaleChange }) {
  const { before = {}, after = {}, date } = change
  const keys = Object.keys(after)
  if (keys.length === 0) return null
  return (
    <Table mt="xs" aria-label={`Changes of ${date}`} layout="fixed" style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Field</Table.Th>
          <Table.Th scope="col">Before</Table.Th>
          <Table.Th scope="col">After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400}>
              {labels[key] ?? key}
            </Table.Th>
            <Table.Td>{valueText(key, before[key])}</Table.Td>
            <Table.Td>{valueText(key, after[key])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The edits of a sale, newest first: the note and the date; for admins also who changed what. */
export function SaleHistory({ changes }: { changes: SaleChange[] }) {
  return (
    <Section title="History">
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {changes.map((change) => (
          <Card key={change.date + change.note} component="li" withBorder padding="sm">
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{change.note}</Text>
            <Text size="sm" c="dimmed">
              {change.who && `${change.who} · `}
              <DateText value={change.date} withTime />
            </Text>
            <NoteMark reach="sale" />
            <ChangedFields change={change} />
          </Card>
        ))}
      </Stack>
    </Section>
  )
}
