import { useState } from 'react'
import { type Failure, type FailureOptions, failureOf } from './failure.ts'

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
