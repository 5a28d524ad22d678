import { type ReactNode, useRef } from 'react'

type Values = Record<string, unknown>

/** What stands at a dotted path. */
const valueAt = (values: Values, path: string) =>
  path.split('.').reduce<unknown>((part, key) => (part as Values | undefined | null)?.[key], values)

/**
 * What the server said of fields. A field keeps its sentence until it is changed: leaving it, which validates by the schema
 * alone, must not take the sentence away.
 */
export function useRefusedFields() {
  const refused = useRef(new Map<string, { value: unknown; sentence: ReactNode }>())
  return {
    clear: () => refused.current.clear(),
    note: (values: Values, errors: Record<string, ReactNode>) => {
      for (const [path, sentence] of Object.entries(errors)) refused.current.set(path, { value: valueAt(values, path), sentence })
    },
    /** Those that still stand. */
    of: (values: Values): Record<string, ReactNode> =>
      Object.fromEntries(
        [...refused.current]
          .filter(([path, { value }]) => Object.is(valueAt(values, path), value))
          .map(([path, { sentence }]) => [path, sentence]),
      ),
  }
}
