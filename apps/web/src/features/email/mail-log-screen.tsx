import { Stack, Text } from '@mantine/core'
import { IconMail, IconSend, IconUser } from '@tabler/icons-react'
import type { MailRow, MailStatus } from '@vialdesk/contract/business/email'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useUserName } from '#web/entities/user/user-choices.ts'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useAction } from '#web/lib/api/use-call.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { linkedFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { textFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import classes from './email.module.css'

const mailStatuses: Record<MailStatus, { label: string; meaning: StatusMeaning }> = {
  queued: { label: 'Queued', meaning: 'waiting' },
  sent: { label: 'Sent', meaning: 'good' },
  refused: { label: 'Refused', meaning: 'bad' },
}

function StatusCell({ mail }: { mail: MailRow }) {
  const { label, meaning } = mailStatuses[mail.status]
  return (
    <Stack gap={4} align="flex-start" className={classes.status}>
      <StatusBadge meaning={meaning}>{label}</StatusBadge>
      {mail.reason && <Text size="xs">{mail.reason}</Text>}
    </Stack>
  )
}

const NOT_WRITTEN = 'Not written yet'

const mailColumns: Column<MailRow>[] = [
  { key: 'subject', header: 'Subject', main: true, cell: ({ subject }) => <bdi>{subject || NOT_WRITTEN}</bdi> },
  { key: 'to', header: 'Email', cell: ({ to }) => <bdi>{to || '—'}</bdi> },
  { key: 'user', header: 'User', cell: ({ user }) => (user?.name ? <UserLink id={user.id} name={user.name} /> : '—') },
  { key: 'status', header: 'Status', cell: (mail) => <StatusCell mail={mail} /> },
  { key: 'queued', header: 'Queued', noWrap: true, cell: ({ queued_at }) => <DateText value={queued_at} withTime /> },
  { key: 'done', header: 'Done', noWrap: true, cell: ({ done_at }) => <DateText value={done_at} withTime /> },
]

/** Milliseconds between two looks at a page with mails that wait. */
const WAITING_MS = 3000

const mails = defineList('GET /api/v1/mails/', {
  name: 'mails',
  label: 'Mails',
  pageSize: 10,
  isCursor: true,
  views: 'mails',
  exports: { rows: ['mail', 'mails'] },
  columns: mailColumns,
  filters: [
    textFilter('to', { chip: 'Email', label: 'Whole email of the recipient' }),
    oneOfFilter('status', { label: 'Status', all: 'All statuses', names: mailStatuses, width: 160 }),
    linkedFilter('user_id', { label: 'User', useName: useUserName }),
  ],
  rowName: ({ subject, to }) => `${subject || NOT_WRITTEN} ${to}`.trim(),
  rereadAfter: (data) => (data?.results.some(({ status }) => status === 'queued') ? WAITING_MS : false),
  empty: { icon: IconMail, hint: 'The mails of the portal appear here as soon as they are queued.' },
})

/** The mail is written again, so links in it are new. */
const resendQuestion = ({ subject, to }: MailRow) => ({
  title: `Send ${subject ? `“${subject}”` : 'this mail'} again?`,
  consequence: `The portal writes the mail again and sends it to ${to || 'its recipient'}.`,
})

/** The mails of the domain with their results. */
export function MailLogScreen() {
  const open = useList(mails)
  const { filter, change } = open.page
  const resend = useAction('POST /api/v1/mails/{id}/resend/')
  const resendAction = (mail: MailRow) => ({
    label: 'Resend',
    icon: IconSend,
    asks: resendQuestion(mail),
    onClick: () => resend.mutate({ params: { id: mail.id } }),
  })
  return (
    <Screen title="Mail Log" lead="Every mail of the portal of the last 180 days, without its text.">
      <ListTable
        of={open}
        rowActions={(mail) => [
          ...(mail.can.resend ? [resendAction(mail)] : []),
          ...(mail.user && mail.user.id !== filter.user_id
            ? [{ label: 'All mails of this user', icon: IconUser, onClick: () => change({ user_id: mail.user?.id }) }]
            : []),
        ]}
      />
    </Screen>
  )
}
