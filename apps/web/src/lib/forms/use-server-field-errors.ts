import { type ReactNode, useRef } from 'react'

type Values = Record<string, unknown>

/** The value at a dotted path. */
const valueAt = (values: Values, path: string) =>
  path.split('.').reduce<unknown>((part, key) => (part as Values | undefined | null)?.[key], values)

/**
 * Field errors of the server. An error stays until its value changes. Without this, leaving the field would remove the
 * error, because that validates by the schema only.
 */
export function useServerFieldErrors() {
  const serverErrors = useRef(new Map<string, { value: unknown; message: ReactNode }>())
  return {
    clear: () => serverErrors.current.clear(),
    remember: (values: Values, errors: Record<string, ReactNode>) => {
      for (const [path, message] of Object.entries(errors))
        serverErrors.current.set(path, { value: valueAt(values, path), message })
    },
    /** Errors whose value has not changed. */
    current: (values: Values): Record<string, ReactNode> =>
      Object.fromEntries(
        [...serverErrors.current]
          .filter(([path, { value }]) => Object.is(valueAt(values, path), value))
          .map(([path, { message }]) => [path, message]),
      ),
  }
}
