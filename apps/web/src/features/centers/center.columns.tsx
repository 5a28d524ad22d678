import { Anchor } from '@mantine/core'
import type { CenterSummary } from '@vialdesk/contract/people/centers'
import { formatCount } from '#web/lib/format/format-count.ts'
import { placeText } from '#web/lib/format/postal-address.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const nameOf = ({ id, company }: CenterSummary) => company || `#${id}`

const place: Column<CenterSummary> = { key: 'place', phone: 'line', header: 'Place', cell: (row) => placeText(row) || '—' }
const joined: Column<CenterSummary> = {
  key: 'joined',
  sort: '-joined',
  header: 'Joined',
  cell: (row) => <DateText value={row.date_joined} />,
}
const contact: Column<CenterSummary>[] = [
  {
    key: 'phone',
    phone: 'line',
    header: 'Phone',
    noWrap: true,
    cell: ({ phone_number }) =>
      phone_number ? (
        <Anchor href={`tel:${phone_number}`} c="inherit">
          {phone_number}
        </Anchor>
      ) : (
        '—'
      ),
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) =>
      email ? (
        <Anchor href={`mailto:${email}`} c="inherit">
          {email}
        </Anchor>
      ) : (
        '—'
      ),
  },
]
const patients: Column<CenterSummary> = {
  key: 'patients',
  sort: '-patients',
  phone: 'labelled',
  header: 'Patients',
  align: 'right',
  cell: ({ patients: count }) => <span className="figures">{count === undefined ? '—' : formatCount(count)}</span>,
}

/** Columns for a sales rep. */
export const repCenterColumns: Column<CenterSummary>[] = [
  { key: 'company', sort: 'company', header: 'Company', main: true, cell: nameOf },
  place,
  ...contact,
  joined,
  patients,
]

interface LabCenterOptions {
  /** Shows contact details and the number of patients. */
  withDetails: boolean
}

/** Columns for a lab and its observers. */
export const labCenterColumns = ({ withDetails }: LabCenterOptions): Column<CenterSummary>[] => [
  {
    key: 'company',
    sort: 'company',
    header: 'Company',
    main: true,
    cell: nameOf,
  },
  place,
  ...(withDetails ? contact : []),
  joined,
  ...(withDetails ? [patients] : []),
]
