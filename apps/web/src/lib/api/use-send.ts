import { useRef, useState } from 'react'
import type { Answer, CallKey, Input } from './api.ts'
import { type RequestInput, request } from './request.ts'

interface Sent<A extends CallKey> {
  isPending: boolean
  input?: Input<A>
  data?: Answer<A>
  error?: Error
}

/** Sends a call of the login page, which loads before the client of all other pages (`apiMutation`). The caller shows the error. */
export function useSend<A extends CallKey>(key: A) {
  const [sent, setSent] = useState<Sent<A>>({ isPending: false })
  const latest = useRef(0)
  const send = async (input: Input<A>): Promise<Sent<A>> => {
    latest.current += 1
    const mine = latest.current
    setSent({ isPending: true, input })
    const result: Sent<A> = await request(key, input as RequestInput).then(
      (data) => ({ isPending: false, input, data }),
      (error: Error) => ({ isPending: false, input, error }),
    )
    if (mine === latest.current) setSent(result)
    return result
  }
  const reset = () => {
    latest.current += 1
    setSent({ isPending: false })
  }
  return { ...sent, send, reset }
}
