import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { download } from '#web/lib/api/download.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { showError, showSuccess } from '#web/lib/browser/toast.ts'
import { readErrorMessage } from '#web/lib/format/error-message.ts'
import { formatBytes } from '#web/lib/format/format-bytes.ts'

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

/** Bytes received so far; undefined without a running export. */
function useExport({ call, filter }: Props) {
  const [bytes, setBytes] = useState<number>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const begin = async () => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setBytes(0)
    try {
      const { content, name } = await download(call, { query: filter }, { signal, onBytes: setBytes })
      saveFile(content, name)
      showSuccess(`${name} has been saved.`)
    } catch (error) {
      if (!signal.aborted) showError(`The export failed. ${readErrorMessage(error)}`)
    } finally {
      setBytes(undefined)
    }
  }
  return { bytes, begin, cancel: () => controller.current?.abort() }
}

/** Saves all rows that match the filter as a file. A second press cancels the running export. */
export function ExportButton(props: Props) {
  const { bytes, begin, cancel } = useExport(props)
  if (bytes === undefined)
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => void begin()}
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
