import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import type { Answer, CallKey, Input } from './api.ts'
import { type RequestInput, request } from './request.ts'

/** The server's message for the file is more exact than the message for the call. */
export const uploadError = (error: unknown) => (error instanceof ApiError && error.errors.file?.join(' ')) || errorMessage(error)

interface Options<A extends CallKey> extends MutationMeta {
  inputOf: (file: File) => Input<A>
  onDone: (answer: Answer<A>, file: File) => void
}

/** Uploads a file as soon as it is chosen. An error stays until another file is chosen. */
export function useUpload<A extends CallKey>(key: A, { inputOf, onDone, ...meta }: Options<A>) {
  const [error, setError] = useState<string>()
  const upload = useMutation({
    mutationFn: (file: File) => request(key, inputOf(file) as RequestInput),
    meta: { handlesErrors: true, ...meta },
    onSuccess: onDone,
    onError: (refusal) => setError(uploadError(refusal)),
  })
  const start = (file: File) => {
    setError(undefined)
    upload.mutate(file)
  }
  return { start, error, setError, pending: upload.isPending ? upload.variables : undefined }
}
