import { useEffect, useRef, useState } from 'react'
import { download } from '#web/lib/api/download.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { readErrorMessage } from '#web/lib/format/error-message.ts'
import type { LabelVial } from './label-plan.ts'

/** Saves the label sheet as a file. An error stays visible until the next try. */
export function useLabelSheet(onSaved: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const save = async (vials: readonly LabelVial[], skip: number) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    const query = { ids: vials.map(({ id }) => id).join(','), skip }
    setBusy(true)
    setFailure(undefined)
    try {
      const { content, name } = await download('GET /api/v1/vials/labels/', { query }, { signal, onBytes: () => undefined })
      saveFile(content, name)
      showSuccess(`${name} has been saved.`)
      onSaved()
    } catch (error) {
      if (!signal.aborted) setFailure(`No labels were made. ${readErrorMessage(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, save }
}
