import { ActionIcon, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { EmailRecord } from '@vialdesk/contract/business/email'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import classes from './email.module.css'

const purposes: Record<EmailRecord['purpose'], string> = {
  mx: 'MX: where replies arrive',
  spf: 'SPF: who may send',
  dkim: 'DKIM: the key of the signature',
  dmarc: 'DMARC: what happens to forged mails',
  return_path: 'Return path: where failures are reported',
}

const statusOf = ({ valid, checked_at }: EmailRecord): [StatusMeaning, string] => {
  if (valid === null) return checked_at ? ['waiting', 'Unknown'] : ['neutral', 'Not verified']
  return valid ? ['good', 'Valid'] : ['bad', 'Not valid']
}

function NameCell({ record }: { record: EmailRecord }) {
  return (
    <div className={classes.name}>
      <span className={classes.text}>{record.name}</span>
      <Text span display="block" c="dimmed" size="xs" fw={400}>
        {purposes[record.purpose]}
      </Text>
    </div>
  )
}

function StatusCell({ record }: { record: EmailRecord }) {
  const [meaning, text] = statusOf(record)
  return (
    <Stack gap={4} align="flex-start" className={classes.status}>
      <StatusBadge meaning={meaning}>{text}</StatusBadge>
      {record.problem && <Text size="xs">{record.problem}</Text>}
      {record.checked_at && (
        <Text size="xs" c="dimmed">
          Looked up <DateText value={record.checked_at} withTime />
        </Text>
      )}
    </Stack>
  )
}

function ValueCell({ record }: { record: EmailRecord }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" className={classes.value}>
      <span className={classes.text}>{record.value}</span>
      <CopyButton value={record.value} timeout={2000}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="lg" aria-label={`Copy the value for ${record.name}`} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            <span className="visually-hidden" role="status">
              {copied ? 'Copied' : ''}
            </span>
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  )
}

export const emailRecordColumns: Column<EmailRecord>[] = [
  { key: 'name', header: 'Name', main: true, cell: (record) => <NameCell record={record} /> },
  { key: 'record_type', header: 'Record Type', noWrap: true, cell: ({ record_type }) => record_type },
  { key: 'status', header: 'Status', cell: (record) => <StatusCell record={record} /> },
  { key: 'value', header: 'Value', cell: (record) => <ValueCell record={record} /> },
]
