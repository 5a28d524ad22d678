import { Stack } from '@mantine/core'
import type { AuditRow } from '@vialdesk/contract/business/audit'
import { formatCount } from '#web/lib/format/format-count.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { AuditAbout, AuditActor } from './audit-people.tsx'
import { type ChangedField, changedFields } from './audit-texts.ts'

const columns: Column<ChangedField>[] = [
  { key: 'field', header: 'Field', main: true, cell: ({ field }) => field },
  { key: 'before', header: 'Before', cell: ({ before }) => <bdi>{before}</bdi> },
  { key: 'after', header: 'After', cell: ({ after }) => <bdi>{after}</bdi> },
]

function Details({ row }: { row: AuditRow }) {
  const { id, at, type, record_id, address, request_id } = row
  return (
    <Stack gap="lg">
      <Facts
        title="Event"
        headingLevel={3}
        facts={[
          { label: 'When', value: <DateText value={at} withTime /> },
          { label: 'Who', value: <AuditActor row={row} /> },
          { label: 'About', value: <AuditAbout row={row} /> },
          { label: 'Record', value: record_id ?? undefined },
          { label: 'IP address', value: address },
          { label: 'Request', value: request_id },
          { label: 'Event type', value: type },
          { label: 'Row', value: formatCount(id) },
        ]}
      />
      <Section title="Values">
        <ShortList
          label="Values"
          columns={columns}
          rows={changedFields(row)}
          rowKey={({ field }) => field}
          rowName={({ field }) => field}
          empty={<EmptyState title="This event has no values" hint="Only changes have values from before and after." />}
        />
      </Section>
    </Stack>
  )
}

/** One row of the audit with its values before and after the event. */
export const AuditDrawer = ({ row, onClose }: { row: AuditRow | undefined; onClose: () => void }) => (
  <DrawerOf of={row} onClose={onClose} title={({ title }) => title} record={({ id }) => ({ key: id, path: undefined })}>
    {(shown) => <Details row={shown} />}
  </DrawerOf>
)
