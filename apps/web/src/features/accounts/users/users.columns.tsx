import type { UserRow } from '@vialdesk/contract/accounts'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

/** `tagNames` by id. */
export const userColumns = (tagNames: Map<number, string>): Column<UserRow>[] => [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, optional: true, width: 90 },
  {
    key: 'username',
    header: 'Name',
    main: true,
    sort: 'name',
    cell: userDisplayName,
    badge: invitationBadge,
  },
  { key: 'email', header: 'Email', sort: 'email', cell: ({ email }) => email },
  { key: 'membership', header: 'Membership', cell: ({ subscription }) => roleName(subscription) },
  { key: 'company', header: 'Company', sort: 'company', cell: ({ company }) => company || '—' },
  {
    key: 'phone_number',
    header: 'Phone',
    noWrap: true,
    cell: ({ phone_number }) => phone_number || '—',
    optional: true,
  },
  { key: 'hc_desc', header: 'Harvest center', cell: ({ hc_desc }) => centerLinks(hc_desc) },
  {
    key: 'rhc_desc',
    header: 'Referral harvest center',
    cell: ({ rhc_desc }) => centerLinks(rhc_desc),
    optional: true,
  },
  {
    key: 'tags',
    header: 'Tags',
    cell: ({ tags }) => tags.map((tag) => tagNames.get(tag) ?? `#${tag}`).join(', ') || '—',
    optional: true,
  },
  { key: 'date_joined', header: 'Joined', sort: '-joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
  {
    key: 'last_login',
    header: 'Last login',
    sort: '-last_login',
    cell: ({ last_login }) => <DateText value={last_login} withTime blank="Never" />,
    optional: true,
  },
]
