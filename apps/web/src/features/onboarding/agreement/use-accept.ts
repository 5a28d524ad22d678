import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'

/** Milliseconds before the dialog closes after accepting, as specified. The user may close it earlier. */
const CLOSE_DELAY_MS = 2500

export function useAccept(userId: number | undefined) {
  const [thanking, setThanking] = useState(false)
  const accept = useMutation({
    ...apiMutation('POST /api/v1/utilities/accept-agreement/{id}/', { handlesErrors: true }),
    onMutate: () => setThanking(true),
    onError: () => setThanking(false),
  })
  const { isSuccess } = accept
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => setThanking(false), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isSuccess])
  const run = () => userId !== undefined && accept.mutate({ params: { id: userId }, body: { accepted: true } })
  return { run, busy: accept.isPending, done: isSuccess, error: accept.error, thanking, close: () => setThanking(false) }
}

export type Acceptance = ReturnType<typeof useAccept>
