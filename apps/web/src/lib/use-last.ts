import { useState } from 'react'

/** What was last there: keeps a dialog readable while it fades. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
