import { useEffect, useRef, useState } from 'react'
import type { Input } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { showError, showSuccess } from '#web/lib/browser/toast.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'

type FileCall = 'GET /api/v1/commissions/statements/{id}/pdf/' | 'GET /api/v1/commissions/export-csv/'

/** Downloads a file of commissions and saves it. Leaving the screen stops the download. */
export function useSavedFile<Call extends FileCall>(call: Call) {
  const [busy, setBusy] = useState(false)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const save = async (input: Input<Call>) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setBusy(true)
    try {
      const { content, name } = await download(call, input, { signal, onBytes: () => undefined })
      saveFile(content, name)
      showSuccess(`${name} has been saved.`)
    } catch (error) {
      if (!signal.aborted) showError(`The download failed. ${readErrorMessage(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
