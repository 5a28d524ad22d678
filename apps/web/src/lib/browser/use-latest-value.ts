import { useState } from 'react'

/** The last defined value. It keeps the content of a dialog while the dialog fades out. */
export function useLatestValue<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
