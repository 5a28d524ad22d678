import { Button, ColorSwatch, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ConfigVersion } from '@vialdesk/contract/branding'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { fieldLabel, isColor, isImage } from './version-text.ts'

type Change = ConfigVersion['changes'][number]

function Value({ change, value }: { change: Change; value: string }) {
  if (value === '') return '—'
  if (isImage(change)) return <img src={value} alt="" height={24} style={{ maxWidth: 96, verticalAlign: 'middle' }} />
  if (!isColor(change)) return value
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap" style={{ verticalAlign: 'bottom' }}>
      <ColorSwatch component="span" color={value} size={14} withShadow={false} aria-hidden />
      {value}
    </Group>
  )
}

const Changes = ({ changes }: Pick<ConfigVersion, 'changes'>) => (
  <Stack component="ul" gap={2} style={{ overflowWrap: 'anywhere' }}>
    {changes.map((change) => (
      <li key={change.field}>
        <Text component="span" c="dimmed" inherit>
          {fieldLabel(change.field)}:{' '}
        </Text>
        <Value change={change} value={change.before} />
        <span aria-hidden> → </span>
        <span className="visually-hidden"> becomes </span>
        <Value change={change} value={change.after} />
      </li>
    ))}
  </Stack>
)

export const versionColumns = (onUndo: (version: ConfigVersion) => void): Column<ConfigVersion>[] => [
  { key: 'changed_at', header: 'Changed', main: true, width: 190, cell: (row) => <DateText value={row.changed_at} withTime /> },
  { key: 'changed_by', header: 'By', width: 180, cell: (row) => row.changed_by },
  { key: 'changes', header: 'What changed', cell: (row) => <Changes {...row} /> },
  {
    key: 'undo',
    header: 'Undo',
    width: 120,
    cell: (row) => (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => onUndo(row)}
        aria-label={`Undo the change of ${row.changed_at}`}
      >
        Undo
      </Button>
    ),
  },
]
