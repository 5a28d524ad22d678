import { Button, ColorSwatch, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ConfigVersion } from '@vialdesk/contract/business/branding'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { saveConfig } from '#web/lib/browser/portal-update.ts'
import { reloadWithMessage } from '#web/lib/browser/reload-with-message.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { changesText, fieldLabel, isColor, isImage } from './version-text.ts'

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

const versionColumns = (onUndo: (version: ConfigVersion) => void): Column<ConfigVersion>[] => [
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

/** Undoes a change after a question, if nobody has changed the settings since `loadedAt`. The page reloads with the earlier brand. */
function useUndo(loadedAt: string) {
  const restore = useMutation({
    ...apiMutation('POST /domain/config-versions/{id}/restore/'),
    onSuccess: ({ message, ...restored }) => {
      saveConfig(restored)
      reloadWithMessage(message)
    },
  })
  const ask = async ({ id, changes }: ConfigVersion) => {
    const consequence = `${changesText(changes)}: the settings become what they were before this change. Later changes are undone too. Passwords, log-out times, two-step sign-in and lab rules stay as they are.`
    if (await confirm({ title: 'Undo this change?', consequence, verb: 'Undo' })) {
      restore.mutate({ params: { id }, body: { loaded_at: loadedAt } })
    }
  }
  return ask
}

const versions = defineList('GET /domain/config-versions/', {
  name: 'config-versions',
  label: 'Changes of the settings',
  pageSize: 10,
  rowName: ({ changed_at }) => changed_at,
  empty: { icon: IconHistory, hint: 'When an admin changes the domain information, the earlier state appears here.' },
})

function VersionsTable({ loadedAt }: { loadedAt: string }) {
  const askToUndo = useUndo(loadedAt)
  return <List of={versions} columns={versionColumns((version) => void askToUndo(version))} />
}

/** The changes of the settings, newest first. Each can be undone. */
export function SettingsVersions() {
  const settings = useQuery({ ...apiQuery('GET /domain/settings/'), refetchOnWindowFocus: false })
  return (
    <Section title="Earlier versions" lead="Every change of the domain information. You can go back to the state before each.">
      <Loaded query={settings}>{({ updated_at }) => <VersionsTable loadedAt={updated_at} />}</Loaded>
    </Section>
  )
}
