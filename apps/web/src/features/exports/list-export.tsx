import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useExport } from '#web/entities/export/use-export.ts'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { ExportProps } from '#web/ui/table/selection/export-slot.ts'
import { Hint } from '#web/ui/text/hint.tsx'

/** Pixels. Wide enough for most counts, so that the toolbar does not move when the count arrives. */
const BUTTON_WIDTH = 190

/** `Export 1,240 patients`, or `Export 3 selected`. */
function textOf({ count, ids, rows: [one, many] }: ExportProps): string {
  if (ids) return `Export ${formatCount(ids.length)} selected`
  return count === undefined ? `Export ${many}` : `Export ${formatCount(count)} ${count === 1 ? one : many}`
}

/** Saves the rows of a list as CSV. A second press cancels the running export. */
export function ListExport(props: ExportProps) {
  const { list, params = {}, query, ids, offset, count, narrow } = props
  const body = { list, params, query, ...(ids && { ids, offset }) }
  const { bytes, begin, cancel } = useExport('POST /api/v1/list-exports/')
  const text = textOf(props)
  const isRunning = bytes !== undefined
  const disabled = count === 0
  const press = isRunning ? cancel : () => void begin({ body })
  if (narrow)
    return (
      <Hint label={isRunning ? 'Cancel export' : text}>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={isRunning ? 'Cancel export' : text}
          disabled={disabled}
          onClick={press}
        >
          {isRunning ? <Loader size={18} /> : <IconDownload size={18} stroke={1.6} />}
        </ActionIcon>
      </Hint>
    )
  return (
    <Button
      miw={BUTTON_WIDTH}
      variant="default"
      leftSection={<IconDownload size={16} />}
      disabled={disabled}
      onClick={press}
      className="figures"
    >
      {isRunning ? <span role="status">Exporting… {bytes > 0 && formatBytes(bytes)} · Cancel</span> : text}
    </Button>
  )
}
