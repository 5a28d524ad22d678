import { Alert, Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { MAX_VIALS, type Vial } from '@vialdesk/contract/single-vials'
import type { VialEntry } from '@vialdesk/contract/vials'
import { useState } from 'react'
import { LabelSheetDialog } from '#web/features/vials/labels/label-sheet-dialog.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'

const PAGE_SIZE = 100

/** True when the labels of an entry fit one print. */
export const canPrintLabels = ({ type, quantity }: VialEntry) => type === 'added' && quantity > 0 && quantity <= MAX_VIALS

async function loadVialsOf({ id, quantity }: VialEntry): Promise<Vial[]> {
  const pages = Array.from({ length: Math.ceil(quantity / PAGE_SIZE) }, (_, page) =>
    queryClient.fetchQuery(apiQuery('GET /api/v1/vials/', { query: { entry: id, limit: PAGE_SIZE, offset: page * PAGE_SIZE } })),
  )
  return (await Promise.all(pages)).flatMap(({ results }) => results)
}

/** Prints the labels of an entry's vials; `dialog` opens after the vials are loaded. */
export function useEntryLabels() {
  const [vials, setVials] = useState<Vial[]>()
  const last = useLatestValue(vials)
  const { mutate } = useMutation({ mutationFn: loadVialsOf, onSuccess: setVials, meta: { onlyReads: true } })
  return {
    print: (entry: VialEntry) => mutate(entry),
    dialog: <LabelSheetDialog vials={last ?? []} opened={vials !== undefined} onClose={() => setVials(undefined)} />,
  }
}

interface AlertProps {
  message: string
  onPrint: () => void
  onClose: () => void
}

/** Offers the labels of vials just added, until the user closes it. */
export function EntryAddedAlert({ message, onPrint, onClose }: AlertProps) {
  return (
    <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={onClose}>
      <Group gap="sm" justify="space-between">
        <span>{message}</span>
        <Button variant="default" size="compact-md" leftSection={<IconPrinter size={16} />} onClick={onPrint}>
          Print labels
        </Button>
      </Group>
    </Alert>
  )
}
