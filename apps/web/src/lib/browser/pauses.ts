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

/** Calls the function when it was not called for this time, with the last argument. */
export function useCallAfterPause<Input>(call: (input: Input) => void, milliseconds: number) {
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  const delayed = useMemo(() => {
    let cancel: (() => void) | undefined
    const stop = () => {
      cancel?.()
      cancel = undefined
    }
    const start = (input: Input) => {
      stop()
      const end = beginActivity()
      const timer = setTimeout(() => {
        latest.current(input)
        stop()
      }, milliseconds)
      cancel = () => {
        clearTimeout(timer)
        end()
      }
    }
    return Object.assign(start, { cancel: stop })
  }, [milliseconds])
  useEffect(() => delayed.cancel, [delayed])
  return delayed
}
