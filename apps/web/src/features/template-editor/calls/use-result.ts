import { useState } from 'react'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { type Failure, failureOf } from './failure.ts'

/** The message of the last call. A failure is forgotten with its session: a renewed link may succeed. */
export function useResult(session: string) {
  const [result, setResult] = useState<{ done?: string; failure?: Failure & { session: string } }>({})

  const fail = (failure: Failure) => setResult({ failure: { ...failure, session } })

  /** Resolves to whether the work succeeded. */
  const run = async (work: () => Promise<string>, textOf = errorMessage): Promise<boolean> => {
    setResult({})
    try {
      setResult({ done: await work() })
      return true
    } catch (error) {
      fail(failureOf(error, textOf))
      return false
    }
  }

  const { done, failure } = result
  return { done, failure: failure?.session === session ? failure : undefined, fail, run }
}
