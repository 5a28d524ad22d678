import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'

/** The server's message for the file is more exact than the message for the call. */
const uploadError = (error: unknown) => (error instanceof ApiError && error.errors.file?.join(' ')) || errorMessage(error)

/** Uploads a file before the asset is saved. `onStored` gets the name by which the asset refers to it. */
export function useUpload(onStored: (file: File, path: string) => void) {
  const [error, setError] = useState<string>()
  const upload = useMutation({
    ...apiMutation('POST /api/v1/assets/process-file/'),
    meta: { handlesErrors: true, keepsScreen: true },
    onSuccess: ({ filename }, { body: { file } }) => onStored(file, filename),
    onError: (refusal) => setError(uploadError(refusal)),
  })
  return {
    error,
    setError,
    busy: upload.isPending ? `Uploading ${upload.variables.body.file.name}…` : undefined,
    start: (file: File) => {
      setError(undefined)
      upload.mutate({ body: { file } })
    },
  }
}
