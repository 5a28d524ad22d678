import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { CenterRow, LabRow } from '@vialdesk/contract/people/centers'
import type { ReactNode } from 'react'
import { companyNames } from '#web/entities/center/company-names.ts'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { formatCount } from '#web/lib/format/format-count.ts'
import { placeText } from '#web/lib/format/postal-address.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'

type Place = Pick<CenterRow, keyof CenterRow & keyof LabRow>

export const placeName = ({ id, company }: { id: number; company: string }) => company || `#${id}`
const personName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim() || '—'

interface FilteredList {
  to: LinkProps['to']
  filter: object
}

/** A number that leads to the list that it counts. */
const CountLink = ({ count, link: { to, filter } }: { count: number; link: FilteredList }) =>
  count === 0 ? (
    <span className="figures">0</span>
  ) : (
    <Anchor className="figures" inherit renderRoot={(props) => <Link {...props} to={to} search={filter as never} />}>
      {formatCount(count)}
    </Anchor>
  )

const company: Column<Place> = {
  key: 'company',
  sort: 'company',
  header: 'Company',
  main: true,
  cell: (row) => <bdi>{placeName(row)}</bdi>,
  badge: invitationBadge,
}
const place: Column<Place> = { key: 'place', phone: 'line', header: 'Place', cell: (row) => placeText(row) || '—' }
const contact: Column<Place> = { key: 'contact', phone: 'line', header: 'Contact', cell: personName }
const email: Column<Place> = {
  key: 'email',
  sort: 'email',
  header: 'Email',
  optional: true,
  cell: (row) => <MailLink to={row.email} />,
}
const phone: Column<Place> = {
  key: 'phone',
  header: 'Phone',
  noWrap: true,
  optional: true,
  cell: ({ phone_number }) => phone_number || '—',
}
const joined: Column<Place> = {
  key: 'joined',
  sort: '-joined',
  header: 'Joined',
  cell: (row) => <DateText value={row.date_joined} />,
}
const rep: Column<CenterRow> = {
  key: 'rep',
  header: 'Sales rep',
  cell: ({ sales_rep }) => (sales_rep ? personName(sales_rep) : '—'),
}
const patients = <Row extends Place>(link: ((row: Row) => FilteredList) | undefined): Column<Row> => ({
  key: 'patients',
  phone: 'labelled',
  header: 'Patients',
  align: 'right',
  cell: (row): ReactNode =>
    link ? <CountLink count={row.patients} link={link(row)} /> : <span className="figures">{formatCount(row.patients)}</span>,
})

export const harvestCenterColumns: Column<CenterRow>[] = [
  company,
  place,
  contact,
  email,
  phone,
  rep,
  { key: 'lab', header: 'Lab', cell: ({ lab }) => (lab ? placeName(lab) : '—') },
  patients<CenterRow>(({ id }) => ({ to: '/all-patients', filter: { harvest_center_id: id } })),
  joined,
]

export const referralCenterColumns: Column<CenterRow>[] = [
  company,
  place,
  contact,
  email,
  phone,
  { key: 'refers', header: 'Refers to', cell: ({ harvest_centers }) => companyNames(harvest_centers) || '—' },
  rep,
  patients<CenterRow>(({ id }) => ({ to: '/all-patients', filter: { referral_harvest_center_id: id } })),
  joined,
]

export const labColumns: Column<LabRow>[] = [
  company,
  place,
  contact,
  email,
  phone,
  {
    key: 'centers',
    header: 'Harvest centers',
    align: 'right',
    cell: ({ id, centers }) => <CountLink count={centers} link={{ to: '/all-harvest-centers', filter: { lab_id: id } }} />,
  },
  patients<LabRow>(({ id }) => ({ to: '/all-patients', filter: { lab_id: id } })),
  joined,
]
