import { useEffect, useRef, useState } from 'react'
import type { Input } from '#web/lib/api/api.ts'
import { type DownloadCall, download } from '#web/lib/api/download.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { showError, showSuccess } from '#web/lib/browser/toast.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'

interface Options {
  onSaved?: () => void
  /** By default the reason is a message in the corner. */
  onFailure?: (reason: string) => void
}

/** Saves the answer of a call as a file. `bytes` received so far; undefined without a running export. Leaving the screen stops it. */
export function useExport<A extends DownloadCall>(
  call: A,
  { onSaved, onFailure = (reason) => showError(`The export failed. ${reason}`) }: Options = {},
) {
  const [bytes, setBytes] = useState<number>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const begin = async (input: Input<A>) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setBytes(0)
    try {
      const { content, name } = await download(call, input, { signal, onBytes: setBytes })
      saveFile(content, name)
      showSuccess(`${name} has been saved.`)
      onSaved?.()
    } catch (error) {
      if (!signal.aborted) onFailure(readErrorMessage(error))
    } finally {
      setBytes(undefined)
    }
  }
  return { bytes, busy: bytes !== undefined, begin, cancel: () => controller.current?.abort() }
}
