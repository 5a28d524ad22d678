import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'

/** The server's message for the file is more exact than the message for the call. */
const uploadError = (error: unknown) => (error instanceof ApiError && error.errors.file?.join(' ')) || errorMessage(error)

/** Uploads a chosen PDF at once. `onDone` gets the name that the server gave it, or undefined when it is taken back. */
export function useDocumentFile(onDone: (filename: string | undefined) => void) {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const upload = useMutation({
    ...apiMutation('POST /api/v1/documents/process-file/'),
    meta: { handlesErrors: true, keepsScreen: true },
  })
  const start = async (chosen: File) => {
    setError(undefined)
    setFile(chosen)
    try {
      const { filename } = await upload.mutateAsync({ body: { file: chosen, filename: chosen.name } })
      onDone(filename)
    } catch (cause) {
      setFile(undefined)
      setError(uploadError(cause))
    }
  }
  const clear = () => {
    setFile(undefined)
    onDone(undefined)
  }
  return { file, error, busy: upload.isPending, start, reject: setError, clear }
}
