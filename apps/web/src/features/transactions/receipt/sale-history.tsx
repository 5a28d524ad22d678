import { Card, Stack, Text } from '@mantine/core'
import type { SaleChange } from '@vialdesk/contract/transaction-changes'
import { NoteMark } from '#web/entities/note/note-reach.tsx'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
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

/** What was changed. Others than admins get product, quantity and amount only. */
function ChangedFields({ change }: { change: SaleChange }) {
  const { before, after, date } = change
  const keys = Object.keys(after)
  if (keys.length === 0) return null
  return (
    <PlainTable
      tight
      aria-label={`Changes of ${date}`}
      style={{ marginTop: 'var(--mantine-spacing-xs)', tableLayout: 'fixed', overflowWrap: 'anywhere' }}
    >
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key}>
            <th scope="row" style={{ fontWeight: 400 }}>
              {labels[key] ?? key}
            </th>
            <td>{valueText(key, before[key])}</td>
            <td>{valueText(key, after[key])}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** The edits of a sale, newest first; for admins also who made them. */
export function SaleHistory({ changes }: { changes: SaleChange[] }) {
  return (
    <Section title="History">
      <Stack gap="xs" component="ul">
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
