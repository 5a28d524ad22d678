import { Alert, Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import type { VialEntry } from '@vialdesk/contract/vials'
import { ask } from '#web/lib/api.ts'
import { useLast } from '#web/lib/use-last.ts'
import { doneWords } from './entry-words.ts'
import { LabelSheetDialog } from './label-sheet-dialog.tsx'

const PAGE = 100
/** As many as one sheet call takes. */
const MOST = 200

/** Whether the labels of an entry's vials can be printed at once. */
export const hasLabels = ({ type, quantity }: VialEntry) => type === 'added' && quantity > 0 && quantity <= MOST

function useVialsOf(entry: VialEntry | undefined) {
  const pages = entry ? Math.ceil(entry.quantity / PAGE) : 0
  return useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      ask('GET /api/v1/vials/', { query: { entry: entry?.id, limit: PAGE, offset: page * PAGE } }),
    ),
    combine: (answers) =>
      answers.length > 0 && answers.every(({ data }) => data) ? answers.flatMap(({ data }) => data?.results ?? []) : undefined,
  })
}

/** The labels of the vials that an entry added, to print. */
export function EntryLabels({ entry, onClose }: { entry: VialEntry | undefined; onClose: () => void }) {
  const vials = useVialsOf(entry)
  const last = useLast(vials)
  return <LabelSheetDialog vials={last ?? []} opened={vials !== undefined} onClose={onClose} />
}

/** What was just added wants its labels; it stays until it is read. */
export function AddedNotice({ entry, onPrint, onClose }: { entry: VialEntry; onPrint: () => void; onClose: () => void }) {
  return (
    <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={onClose}>
      <Group gap="sm" justify="space-between">
        <span>{doneWords(entry)}</span>
        <Button variant="default" size="compact-md" leftSection={<IconPrinter size={16} />} onClick={onPrint}>
          Print their labels
        </Button>
      </Group>
    </Alert>
  )
}
