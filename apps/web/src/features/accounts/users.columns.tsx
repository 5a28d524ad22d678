import type { UserRow } from '@vialdesk/contract/accounts'
import { companies } from '#web/lib/patient-words.ts'
import { nameOfUser, roleName } from '#web/lib/user-words.ts'
import { DateText } from '#web/ui/date-text.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

/** `tagNames` by id. */
export const userColumns = (tagNames: Map<number, string>): Column<UserRow>[] => [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, optional: true, width: 90 },
  { key: 'username', header: 'Name', main: true, cell: nameOfUser },
  { key: 'email', header: 'Email', cell: ({ email }) => email },
  { key: 'membership', header: 'Membership', cell: ({ subscription }) => roleName(subscription) },
  { key: 'company', header: 'Company', cell: ({ company }) => company || '—' },
  {
    key: 'phone_number',
    header: 'Phone',
    oneLine: true,
    cell: ({ phone_number }) => phone_number || '—',
    optional: true,
  },
  { key: 'hc_desc', header: 'Harvest center', cell: ({ hc_desc }) => companies(hc_desc) || '—' },
  { key: 'rhc_desc', header: 'Referral harvest center', cell: ({ rhc_desc }) => companies(rhc_desc) || '—', optional: true },
  {
    key: 'tags',
    header: 'Tags',
    cell: ({ tags }) => tags.map((tag) => tagNames.get(tag) ?? `#${tag}`).join(', ') || '—',
    optional: true,
  },
  { key: 'date_joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
  {
    key: 'last_login',
    header: 'Last login',
    cell: ({ last_login }) => <DateText value={last_login} withTime blank="Never" />,
    optional: true,
  },
]
