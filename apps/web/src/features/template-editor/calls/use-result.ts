import { useState } from 'react'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { isLinkOver } from './editor-session.ts'

type Failure = { kind: 'other' | 'conflict' | 'expired'; text: string }

interface FailureOptions {
  textOf?: (error: unknown) => string
  /** Whether a conflict means that someone else saved a version. */
  savesVersion?: boolean
}

function failureOf(error: unknown, { textOf = errorMessage, savesVersion = false }: FailureOptions): Failure {
  if (isLinkOver(error)) return { kind: 'expired', text: 'This editor link has expired. Your last changes are not saved.' }
  if (savesVersion && error instanceof ApiError && error.code === 'conflict')
    return { kind: 'conflict', text: 'Someone else saved a newer version. Your changes are not saved.' }
  const [fieldError] = error instanceof ApiError ? Object.values(error.errors) : []
  return { kind: 'other', text: fieldError?.[0] ?? textOf(error) }
}

/** The message of the last call. A failure is forgotten with its session: a renewed link may succeed. */
export function useResult(session: string) {
  const [result, setResult] = useState<{ done?: string; failure?: Failure & { session: string } }>({})

  const fail = (failure: Failure) => setResult({ failure: { ...failure, session } })

  /** Resolves to whether the work succeeded. */
  const run = async (work: () => Promise<string>, options: FailureOptions = {}): Promise<boolean> => {
    setResult({})
    try {
      setResult({ done: await work() })
      return true
    } catch (error) {
      fail(failureOf(error, options))
      return false
    }
  }

  const { done, failure } = result
  return { done, failure: failure?.session === session ? failure : undefined, fail, run }
}
