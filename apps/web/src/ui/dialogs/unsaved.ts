import { createContext, use, useEffect, useMemo } from 'react'

type HasChanges = () => boolean

/** The forms inside a dialog or drawer. They say whether closing it would lose changes. */
export const Unsaved = createContext<Set<HasChanges> | undefined>(undefined)

/** For a dialog or drawer: it provides `forms` to its content, and asks by `hasChanges` when it closes. */
export function useUnsaved(): { forms: Set<HasChanges>; hasChanges: HasChanges } {
  return useMemo(() => {
    const forms = new Set<HasChanges>()
    return { forms, hasChanges: () => [...forms].some((isDirty) => isDirty()) }
  }, [])
}

/** For a form. `Form` calls it for its own. */
export function useReportUnsaved(isDirty: HasChanges): void {
  const forms = use(Unsaved)
  useEffect(() => {
    forms?.add(isDirty)
    return () => void forms?.delete(isDirty)
  }, [forms, isDirty])
}
