import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import { useExport } from './use-export.ts'

type ExportCall =
  | 'GET /api/v1/audit/export-csv/'
  | 'GET /api/v1/users/export-csv/'
  | 'GET /api/v1/transactions/export-csv/'
  | 'GET /api/v1/transactions/export-xlsx/'

interface Props {
  call: ExportCall
  /** The filters of the table: the file has the rows of all its pages. */
  filter: object
  label: string
  disabled?: boolean
}

/** Saves all rows that match the filter as a file. A second press cancels the running export. */
export function ExportButton(props: Props) {
  const { bytes, begin, cancel } = useExport(props.call)
  if (bytes === undefined)
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => void begin({ query: props.filter })}
        disabled={props.disabled ?? false}
      >
        {props.label}
      </Button>
    )
  return (
    <Button variant="default" onClick={cancel} className="figures">
      <span role="status">Exporting… {bytes > 0 && formatBytes(bytes)}</span>&nbsp;· Cancel
    </Button>
  )
}
