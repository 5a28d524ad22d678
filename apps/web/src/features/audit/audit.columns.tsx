import type { AuditRow } from '@vialdesk/contract/audit'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { aboutText, whoText } from './audit-texts.ts'

export const auditColumns: Column<AuditRow>[] = [
  { key: 'title', header: 'What', main: true, cell: ({ title }) => title },
  { key: 'at', phone: 'line', header: 'When', noWrap: true, cell: ({ at }) => <DateText value={at} withTime /> },
  { key: 'who', phone: 'line', header: 'Who', cell: (row) => <bdi>{whoText(row)}</bdi> },
  { key: 'about', phone: 'line', header: 'About', cell: (row) => <bdi>{aboutText(row)}</bdi> },
  { key: 'address', header: 'IP address', cell: ({ address }) => address ?? '—' },
  { key: 'id', header: 'Row', cell: ({ id }) => <span className="figures">{id}</span>, optional: true },
  { key: 'type', header: 'Event', cell: ({ type }) => type, optional: true },
]
