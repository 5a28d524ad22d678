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
  const refused = useRef(new Map<string, { value: unknown; sentence: ReactNode }>())
  return {
    clear: () => refused.current.clear(),
    note: (values: Values, errors: Record<string, ReactNode>) => {
      for (const [path, sentence] of Object.entries(errors)) refused.current.set(path, { value: valueAt(values, path), sentence })
    },
    /** Errors whose value has not changed. */
    of: (values: Values): Record<string, ReactNode> =>
      Object.fromEntries(
        [...refused.current]
          .filter(([path, { value }]) => Object.is(valueAt(values, path), value))
          .map(([path, { sentence }]) => [path, sentence]),
      ),
  }
}
