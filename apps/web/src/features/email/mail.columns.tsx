import { Stack, Text } from '@mantine/core'
import type { MailRow, MailStatus } from '@vialdesk/contract/email'
import { UserLink } from '#web/entities/user/user-link.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import classes from './email.module.css'

export const mailStatuses: Record<MailStatus, { label: string; meaning: StatusMeaning }> = {
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

export const NOT_WRITTEN = 'Not written yet'

export const mailColumns: Column<MailRow>[] = [
  { key: 'subject', header: 'Subject', main: true, cell: ({ subject }) => <bdi>{subject || NOT_WRITTEN}</bdi> },
  { key: 'to', header: 'Email', cell: ({ to }) => <bdi>{to || '—'}</bdi> },
  { key: 'user', header: 'User', cell: ({ user }) => (user?.name ? <UserLink id={user.id} name={user.name} /> : '—') },
  { key: 'status', header: 'Status', cell: (mail) => <StatusCell mail={mail} /> },
  { key: 'queued', header: 'Queued', noWrap: true, cell: ({ queued_at }) => <DateText value={queued_at} withTime /> },
  { key: 'done', header: 'Done', noWrap: true, cell: ({ done_at }) => <DateText value={done_at} withTime /> },
]
