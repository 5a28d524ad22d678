import type { AuditRow } from '@vialdesk/contract/audit'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { AuditAbout, AuditActor } from './audit-people.tsx'

export const auditColumns: Column<AuditRow>[] = [
  { key: 'title', header: 'What', main: true, cell: ({ title }) => title },
  { key: 'at', phone: 'line', header: 'When', noWrap: true, cell: ({ at }) => <DateText value={at} withTime /> },
  { key: 'who', phone: 'line', header: 'Who', cell: (row) => <AuditActor row={row} /> },
  { key: 'about', phone: 'line', header: 'About', cell: (row) => <AuditAbout row={row} /> },
  { key: 'address', header: 'IP address', cell: ({ address }) => address ?? '—' },
  { key: 'id', header: 'Row', cell: ({ id }) => <span className="figures">{id}</span>, optional: true },
  { key: 'type', header: 'Event', cell: ({ type }) => type, optional: true },
]
