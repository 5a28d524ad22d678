/** Waiting for a pause in typing. The page is at work meanwhile. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useRef } from 'react'
import { beginActivity, useActivity } from './activity.ts'

/** The value as it was when it last stood still for this time. */
export function useValueAfterPause<Value>(value: Value, milliseconds: number): Value {
  const [settled] = useDebouncedValue(value, milliseconds)
  useActivity(settled !== value)
  return settled
}

/** Calls the function some milliseconds after the last start, with the input of that one. */
export function callAfterPause<Input>(call: (input: Input) => void) {
  let cancel: (() => void) | undefined
  const stop = () => {
    cancel?.()
    cancel = undefined
  }
  const start = (input: Input, milliseconds: number) => {
    stop()
    const end = beginActivity()
    const timer = setTimeout(() => {
      call(input)
      stop()
    }, milliseconds)
    cancel = () => {
      clearTimeout(timer)
      end()
    }
  }
  return { start, cancel: stop }
}

/** Calls the function when it was not called for this time, with the last argument. */
export function useCallAfterPause<Input>(call: (input: Input) => void, milliseconds: number) {
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  const delayed = useMemo(() => {
    const { start, cancel } = callAfterPause((input: Input) => latest.current(input))
    return Object.assign((input: Input) => start(input, milliseconds), { cancel })
  }, [milliseconds])
  useEffect(() => delayed.cancel, [delayed])
  return delayed
}
