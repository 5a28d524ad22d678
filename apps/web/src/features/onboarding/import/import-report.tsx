import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportResult } from '@vialdesk/contract/people/import-columns'
import { usePortalLink } from '#web/lib/browser/use-portal-link.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { countOfAccounts, countOfLines, type ImportKind } from './import-text.ts'

type ImportError = ImportResult['errors'][number]

/** Maximum number of errors shown. */
const MAX_SHOWN = 100

/** The newest accounts of the kind, first. */
const NEW_ACCOUNTS: Record<ImportKind, string> = {
  patients: '/all-patients',
  harvest_centers: '/all-harvest-centers?sort=-joined',
}

const columns: Column<ImportError>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => `Line ${line}`, main: true, width: 110 },
  { key: 'column', header: 'Column', cell: ({ column }) => column || '—', width: 200 },
  { key: 'message', header: 'Error', cell: ({ message }) => message },
]

function LinesWithErrors({ name, result }: { name: string; result: ImportResult }) {
  const lines = new Set(result.errors.map(({ line }) => line)).size
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title={`${name} cannot be imported yet`}>
        {result.lines > 0 ? `${countOfLines(lines, 'is', 'are')} wrong, of ${formatCount(result.lines)}. ` : ''}
        Nothing was imported. Fix the file and upload it again.
      </Alert>
      <ShortList
        label="Lines with errors"
        columns={columns}
        rows={result.errors.slice(0, MAX_SHOWN)}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        rowName={({ line }) => `Line ${line}`}
      />
      {result.errors.length > MAX_SHOWN && <Text c="dimmed">And {formatCount(result.errors.length - MAX_SHOWN)} more.</Text>}
    </Stack>
  )
}

interface Props {
  kind: ImportKind
  name: string
  result: ImportResult
  busy: boolean
  onImport: () => void
  onAnother: () => void
}

/** Result of the check or of the import. */
export function ImportReport({ kind, name, result, busy, onImport, onAnother }: Props) {
  const portalLink = usePortalLink()
  if (result.errors.length > 0) return <LinesWithErrors name={name} result={result} />
  if (result.created > 0)
    return (
      <Stack gap="sm" align="flex-start">
        <Alert
          color="green"
          role="status"
          icon={<IconCircleCheck size={18} />}
          title={`${countOfAccounts(result.created, kind)} imported`}
          w="100%"
        >
          Each person gets an email with a link to set a password.
        </Alert>
        <Group gap="xs">
          <Button {...portalLink(NEW_ACCOUNTS[kind])} component="a">
            View {countOfAccounts(result.created, kind)}
          </Button>
          <Button variant="default" onClick={onAnother}>
            Import another file
          </Button>
          <Button variant="subtle" component={Link} to="/dashboard">
            Dashboard
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Stack gap="sm" align="flex-start">
      <Alert color="blue" role="status" icon={<IconCircleCheck size={18} />} title={`${name} is ready to import`} w="100%">
        {countOfLines(result.lines, 'was', 'were')} checked. No errors. Each new account gets an email with a link to set a
        password.
      </Alert>
      <Button onClick={onImport} loading={busy} aria-busy={busy}>
        Import {countOfAccounts(result.lines, kind)}
      </Button>
    </Stack>
  )
}
